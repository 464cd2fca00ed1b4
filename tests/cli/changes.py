"""topics diff, and the numbers of topics across fits: small texts, and the worked example of
docs/topics/changes.md on the BBC articles."""
import gzip
import json
import unittest

import support
from support import ProgramTest, block_counts, matrix_market, topic_texts, tsv


class Changes(ProgramTest):
    def setUp(self):
        super().setUp()
        # A word of its own makes each text different.
        self.pairs = [(label, f'{text} n{i}') for i, (label, text) in enumerate(topic_texts(20))]
        self.write('all.tsv', tsv(self.pairs))
        self.succeed('cluster', 'all.tsv', '-k', 3, '-o', 'three.manifact', '-q')

    def diff(self, *arguments):
        return json.loads(self.succeed('topics', 'diff', *arguments, '--json'))

    def test_a_model_is_compared_with_itself(self):
        for by in ('auto', 'documents', 'order', 'terms'):
            found = self.diff('three.manifact', 'three.manifact', '--by', by)
            self.assertEqual(found['counts'], {'appeared': 0, 'vanished': 0, 'split': 0,
                                               'joined': 0, 'moved': 0, 'stayed': 3})
            self.assertEqual(found['by'], 'terms' if by == 'terms' else 'documents')
            for change in found['changes']:
                self.assertEqual(change['before'][0]['topic'], change['after'][0]['topic'])
                self.assertAlmostEqual(change['shares'][0]['of_before'], 1, 9)
                self.assertEqual(change['terms_lost'] + change['terms_gained'], [])

    def test_a_merge_is_a_join_and_the_other_way_round_a_split(self):
        self.succeed('topics', 'merge', 'three.manifact', 0, 2, '-o', 'two.manifact', '-q')
        found = self.diff('three.manifact', 'two.manifact')
        self.assertEqual((found['counts']['joined'], found['counts']['stayed']), (1, 1))
        joined = found['changes'][0]
        self.assertEqual([topic['topic'] for topic in joined['before']], [0, 2])
        self.assertEqual([share['documents'] for share in joined['shares']],
                         [topic['size'] for topic in joined['before']])
        self.assertEqual(len(joined['shares'][0]['examples']), 3)
        found = self.diff('two.manifact', 'three.manifact')
        self.assertEqual((found['counts']['split'], found['counts']['stayed']), (1, 1))

    def test_a_category_that_is_left_out_vanishes_or_appears(self):
        self.write('two.tsv', tsv(pair for pair in self.pairs if pair[0] != 'space'))
        self.succeed('cluster', 'two.tsv', '-k', 2, '-o', 'two.manifact', '-q')
        for by in ('documents', 'terms'):
            found = self.diff('three.manifact', 'two.manifact', '--by', by)
            self.assertEqual((found['counts']['vanished'], found['counts']['stayed']), (1, 2), by)
            gone = found['changes'][0]
            self.assertIn('orbit', ' '.join(gone['before'][0]['top_terms']))
            self.assertEqual((gone['after'], len(gone['documents'])), ([], 3))
            self.assertEqual(self.diff('two.manifact', 'three.manifact', '--by', by)['counts']
                             ['appeared'], 1)

    def test_words_and_the_page_say_the_same(self):
        self.succeed('topics', 'merge', 'three.manifact', 0, 2, '-o', 'two.manifact', '-q')
        out = self.succeed('topics', 'diff', 'three.manifact', 'two.manifact')
        self.assertIn('1 joined, 1 stayed\n', out)
        self.assertIn('100.0% of the earlier 0 is in 0, ', out)
        self.succeed('topics', 'diff', 'three.manifact', 'two.manifact', '-o', 'diff.html')
        page = (self.folder / 'diff.html').read_text()
        self.assertIn('<section id="joined"', page)
        self.assertIn('100.0% of the earlier 0 is in 0, ', page)
        self.assertNotIn(str(self.folder), page)
        self.assertNotIn('<script', page)
        self.succeed('topics', 'diff', 'three.manifact', 'two.manifact', '-o', 'diff.json')
        self.assertEqual(json.loads((self.folder / 'diff.json').read_text()),
                         self.diff('three.manifact', 'two.manifact'))

    def test_titles_in_the_page_are_no_markup(self):
        self.succeed('topics', 'rename', 'three.manifact', 1, '<b>&amp;', '-o', 'named.manifact',
                     '-q')
        self.succeed('topics', 'diff', 'named.manifact', 'three.manifact', '-o', 'diff.html', '-q')
        self.assertIn('1 &lt;b&gt;&amp;amp;', (self.folder / 'diff.html').read_text())

    # Two tables whose rows are numbered: other texts, or points, have the same numbers.
    def test_numbers_of_rows_are_no_names(self):
        def table(name, pairs):
            self.write(name, 'id,text\n' + ''.join(f'{i},{text}\n' for i, (_, text)
                                                  in enumerate(pairs, 1)))
            self.succeed('cluster', name, '-k', 3, '-o', name + '.manifact', '-q')

        table('a.csv', self.pairs)
        table('b.csv', [self.pairs[(7 * i + 1) % 60] for i in range(60)])
        table('c.csv', self.pairs[:55])
        code, out, err = self.run_program('topics', 'diff', 'a.csv.manifact', 'b.csv.manifact',
                                          '--json')
        self.assertEqual((code, json.loads(out)['documents_in_common']), (0, 60))  # by their texts
        self.assertEqual(err.count('are not taken as names of documents'), 1, err)
        found = self.diff('a.csv.manifact', 'c.csv.manifact')
        self.assertEqual(found['documents_in_common'], 55)
        table('d.csv', [(label, f'other {text}') for label, text in self.pairs])
        code, _, err = self.run_program('topics', 'diff', 'a.csv.manifact', 'd.csv.manifact',
                                        '--by', 'documents')
        self.assertEqual(code, 1, err)
        self.assertIn('--by terms compares the terms, --by order takes', err)
        for name, shift in (('p.csv', 0), ('q.csv', 0), ('r.csv', 1)):
            self.write(name, 'id,x,y\n' + ''.join(
                f'{i + 1},{10 * ((i + shift) % 3) + i % 7 / 9},{i % 5 / 7 + shift}\n'
                for i in range(90)))
            self.succeed('cluster', name, '--id-field', 'id', '-k', 3, '-o', name + '.manifact',
                         '-q')
        self.assertEqual(self.diff('p.csv.manifact', 'q.csv.manifact')['counts']['stayed'], 3)
        code, _, err = self.run_program('topics', 'diff', 'p.csv.manifact', 'r.csv.manifact')
        self.assertEqual((code, err.count('are not taken as names of documents')), (1, 1), err)
        self.assertIn('points are compared by the documents that both models have', err)
        code, _, err = self.run_program('topics', 'diff', 'p.csv.manifact', 'r.csv.manifact',
                                        '--by', 'documents')
        self.assertEqual(code, 1, err)
        self.assertIn('--by order takes the documents', err)
        self.assertNotIn('--by terms', err)  # which points are not compared by
        self.assertEqual(self.diff('p.csv.manifact', 'r.csv.manifact', '--by', 'order')
                         ['documents_in_common'], 90)
        code, _, err = self.run_program('cluster', 'r.csv', '--id-field', 'id', '-k', 3,
                                        '--keep-numbers', 'p.csv.manifact', '-o', 's.manifact')
        self.assertEqual(code, 0, err)
        self.assertEqual(err.count('are not taken as names of documents'), 1, err)

    # Of a table without names, the same rows in another model are not known to be the same.
    def test_rows_without_names_are_told(self):
        rows = block_counts()
        for name, part in (('one', rows), ('other', rows[:18] + rows[20:])):
            self.write(f'{name}.mtx', matrix_market(part))
            self.succeed('cluster', f'{name}.mtx', '-k', 3, '-o', f'{name}.manifact', '-q')
        sentence = ('have neither a text nor a name of their own (numbers of rows and names that '
                    'occur twice are none): which ones are in both models is not known; ')
        code, out, err = self.run_program('topics', 'join', 'one.manifact', 'other.manifact', '-o',
                                          'both.manifact')
        self.assertEqual(code, 0, err)
        self.assertIn('70 documents, 0 of both models', out)
        self.assertNotIn('()', out)
        self.assertEqual(err.splitlines()[0], 'manifact: most documents of one.manifact and of '
                                              f'other.manifact {sentence}those count twice')
        diff = ['topics', 'diff', 'one.manifact', 'both.manifact']
        _, out, err = self.run_program(*diff)
        self.assertIn('0 documents in common', out)
        self.assertEqual(err, 'manifact: most documents of one.manifact and of both.manifact '
                              f'{sentence}--by order takes the documents in their order\n')
        self.assertEqual(self.run_program(*diff, '--by', 'terms')[2], '')
        self.assertEqual(self.run_program('topics', 'diff', *['three.manifact'] * 2)[2], '')

    def test_wrong_requests_are_refused(self):
        self.fail_with(1, ['topics', 'diff', 'three.manifact'], 'takes MODEL LATER')
        self.fail_with(1, ['topics', 'diff', 'three.manifact', 'three.manifact', '--by', 'names'],
                       '--by', 'auto, documents, order, terms')
        self.fail_with(1, ['topics', 'diff', 'three.manifact', 'three.manifact', '-o', 'x.txt'],
                       'NAME.html or NAME.json')
        self.fail_with(1, ['topics', 'list', 'three.manifact', '--by', 'terms'], 'takes no --by')
        self.write('other.tsv', tsv([('a', f'green grass grows w{i}') for i in range(9)]))
        self.succeed('cluster', 'other.tsv', '-k', 1, '-o', 'other.manifact', '-q')
        self.fail_with(1, ['topics', 'diff', 'three.manifact', 'other.manifact', '--by',
                           'documents'], 'no documents in common')

    # The documents are in another order and have other sizes, so that sizes number differently.
    def test_topics_keep_their_numbers(self):
        labels = sorted({label for label, _ in self.pairs})
        few = [pair for i, pair in enumerate(self.pairs)
               if pair[0] != labels[0] or i < 24]
        self.write('few.tsv', tsv(few))
        for given, kept in ((['--keep-numbers', 'three.manifact'], True), ([], False)):
            self.succeed('cluster', 'few.tsv', '-k', 3, '-o', 'few.manifact', '-q', *given)
            found = self.diff('three.manifact', 'few.manifact', '--by', 'terms')
            same = [change['before'][0]['topic'] == change['after'][0]['topic']
                    for change in found['changes'] if change['change'] in ('stayed', 'moved')]
            self.assertEqual(len(same), 3)
            if kept:
                self.assertTrue(all(same))
        code, _, err = self.run_program('cluster', 'few.tsv', '-k', 3, '--keep-numbers',
                                        'three.manifact')
        self.assertEqual(code, 0)
        self.assertIn('3 of 3 topics live on from the earlier model and have their numbers', err)

    def test_like_keeps_the_numbers_of_the_model_beside(self):
        self.succeed('cluster', 'all.tsv', '-k', 3, '-o', 'first', '-q')
        code, _, err = self.run_program('cluster', 'all.tsv', '--like', 'first/summary.json',
                                        '--seed', 5)
        self.assertEqual(code, 0, err)
        self.assertIn('3 of 3 topics live on', err)
        code, _, err = self.run_program('cluster', 'all.tsv', '--like', 'first/summary.json',
                                        '--keep-numbers', 'no')
        self.assertNotIn('live on', err)
        self.fail_with(1, ['cluster', 'all.tsv', '-k', 3, '--keep-numbers', 'missing.manifact'],
                       'missing.manifact')
        self.write('seeds.txt', 'a: orbit\n')
        self.fail_with(1, ['cluster', 'all.tsv', '--seed-words', 'seeds.txt', '-k', 3,
                           '--keep-numbers', 'three.manifact'], '--keep-numbers')

    def test_a_model_of_other_features_gives_no_numbers(self):
        rows = ''.join(f'{i} {(i - 1) % 3 + 1} {1 + i % 2}\n' for i in range(1, 13))
        for name, columns in ('a', 5), ('b', 4):
            self.write(f'{name}.mtx', '%%MatrixMarket matrix coordinate real general\n'
                                      f'12 {columns} 12\n{rows}')
        self.succeed('cluster', 'a.mtx', '-k', 3, '-m', 'kmeans', '-o', 'a', '-q')
        for options in ('--like', 'a/summary.json'), ('--keep-numbers', 'a/model.manifact'):
            code, _, err = self.run_program('cluster', 'b.mtx', '-k', 3, '-m', 'kmeans', *options)
            self.assertEqual(code, 0)
            self.assertIn('warning: the topics do not keep the numbers of the earlier model: ', err)
            self.assertIn('5 and 4 features without names', err)

    def test_a_refit_keeps_numbers_and_names(self):
        self.succeed('cluster', 'all.tsv', '-k', 3, '-m', 'spherical-kmeans', '-o', 'k.manifact',
                     '-q')
        self.succeed('topics', 'rename', 'k.manifact', 2, 'Two', '-o', 'named.manifact', '-q')
        self.write('new.tsv', tsv([(label, f'{text} more{i}') for i, (label, text)
                                   in enumerate(self.pairs[1:40:3])]))
        self.succeed('update', 'named.manifact', 'new.tsv', '--refit', '-o', 'grown.manifact', '-q')
        found = self.diff('named.manifact', 'grown.manifact', '--by', 'order')
        self.assertEqual(found['counts']['stayed'], 3)
        for change in found['changes']:
            self.assertEqual(change['before'][0]['topic'], change['after'][0]['topic'])
        self.assertIn('Two', self.succeed('topics', 'list', 'grown.manifact'))


class Join(ProgramTest):
    def setUp(self):
        super().setUp()
        pairs = [(label, f'{text} n{i}') for i, (label, text) in enumerate(topic_texts(20))]
        self.labels = sorted({label for label, _ in pairs})
        self.write('some.tsv', tsv(pair for pair in pairs[::2] if pair[0] != self.labels[0]))
        self.write('others.tsv', tsv(pair for pair in pairs[1::2] if pair[0] != self.labels[1]))
        for name in ('some', 'others'):
            self.succeed('cluster', name + '.tsv', '-k', 2, '-o', name + '.manifact', '-q')

    def test_topics_of_one_model_stay_and_those_of_both_are_one(self):
        found = json.loads(self.succeed('topics', 'join', 'some.manifact', 'others.manifact', '-o',
                                        'both', '--json'))
        self.assertEqual((found['by'], found['documents_in_common'], found['moved_documents'],
                          len(found['topics'])), ('terms', 0, 0, 3))
        self.assertEqual(sorted(len(topic['from']) for topic in found['topics']), [1, 1, 2])
        self.assertEqual([topic['from'][0]['model'] for topic in found['topics']],
                         ['some.manifact', 'some.manifact', 'others.manifact'])
        both = next(topic for topic in found['topics'] if len(topic['from']) == 2)
        self.assertEqual(both['size'], sum(topic['size'] for topic in both['from']))
        self.assertGreater(min(both['of_first'], both['of_second']), .5)
        self.assertEqual(json.loads((self.folder / 'both/summary.json').read_text())['n_documents'],
                         found['documents'])
        # A text of a topic of one model alone.
        self.write('new.tsv', tsv([pair for pair in topic_texts(22)
                                   if pair[0] == self.labels[1]][-1:]))
        out = self.succeed('assign', 'both/model.manifact', 'new.tsv', '-q')
        own = next(topic for topic in found['topics'] if topic['from'][0]['model'] ==
                   'some.manifact' and len(topic['from']) == 1)
        self.assertEqual(out.splitlines()[1].split()[2], str(own['topic']))

    def test_it_says_in_words_what_was_joined(self):
        out = self.succeed('topics', 'join', 'some.manifact', 'others.manifact', '-o',
                           'both.manifact')
        self.assertRegex(out, r'^\d+ documents, 0 of both models, in 3 topics; topics compared by '
                              'terms\n')
        self.assertRegex(out, r'(?m)^\d .*: joins \d \(.*\) of some\.manifact, of which \d+\.\d% '
                              r'is in the other, and \d \(.*\) of others\.manifact, of which '
                              r'\d+\.\d%$')
        self.assertRegex(out, r'(?m)^2 .*: from topic \d \(.*\) of others\.manifact$')
        self.assertIn('\nRefitted: 0 of ', out)
        self.assertTrue(out.endswith('\nWritten to both.manifact\n'))
        # All documents of a model are its own.
        self.succeed('topics', 'split', 'some.manifact', 0, '--into', 3, '-o', 'parts.manifact',
                     '-q')
        out = self.succeed('topics', 'join', 'some.manifact', 'parts.manifact', '-o',
                           'same.manifact')
        self.assertRegex(out, r'(?m)^Topic \d \(.*\) of parts\.manifact is left out: all of its')
        self.assertIn('is left out: all of its documents are in topics of the first model\n', out)

    def test_names_that_no_topic_has_are_told(self):
        found = json.loads(self.succeed('topics', 'join', 'some.manifact', 'others.manifact', '-o',
                                        'both', '--json'))
        both = next(topic for topic in found['topics'] if len(topic['from']) == 2)
        for model, name in (('some', 'Mine'), ('others', 'Yours')):
            topic = next(one['topic'] for one in both['from']
                         if one['model'] == f'{model}.manifact')
            self.succeed('topics', 'rename', f'{model}.manifact', topic, name, '-o',
                         f'{model}-named.manifact')
        theirs = both['from'][1]['topic']
        command = 'topics', 'join', 'some-named.manifact', 'others-named.manifact'
        code, _, err = self.run_program(*command, '-o', 'named')
        self.assertEqual(code, 0)
        self.assertIn('warning: no topic has the given name "Yours" of topic '
                      f'{theirs} of the other model\n', err)
        self.assertIn('Mine', self.succeed('topics', 'list', 'named/model.manifact'))
        warnings = json.loads((self.folder / 'named/summary.json').read_text())['warnings']
        self.assertEqual(len([one for one in warnings if 'Yours' in one]), 1)

    def test_options_of_the_fit(self):
        self.succeed('topics', 'join', 'some.manifact', 'others.manifact', '-s',
                     'max-iterations=1', '-o', 'one')
        options = json.loads((self.folder / 'one/summary.json').read_text())['options']
        self.assertEqual(str(options['max-iterations']), '1')
        err = self.run_program('topics', 'join', 'some.manifact', 'others.manifact', '-s',
                               'weighting=none', '-o', 'plain')[2]
        self.assertIn('weighting=none is ignored: the documents that the model keeps are weighted',
                      err)
        self.fail_with(1, ['topics', 'join', 'some.manifact', 'others.manifact', '-s', 'lamda=1',
                           '-o', 'two'], 'lambda')
        self.fail_with(1, ['topics', 'merge', 'some.manifact', 0, 1, '-s', 'lambda=1', '-o', 'two'],
                       'topics merge takes no -s: it is for join')

    def test_documents_that_share_a_name_by_chance_are_not_lost(self):
        for folder in 'some', 'others':
            lines = (self.folder / f'{folder}.tsv').read_text().splitlines()
            (self.folder / folder).mkdir()
            for i, line in enumerate(lines):
                self.write(f'{folder}/doc{i}.txt', line.split('\t')[1] + '\n')
            self.succeed('cluster', folder, '-k', 2, '-o', f'of-{folder}.manifact', '-q')
        models = 'of-some.manifact', 'of-others.manifact'
        self.fail_with(1, ['topics', 'join', *models, '-o', 'x.manifact'],
                       'documents of the same name begin with other texts')
        self.assertFalse((self.folder / 'x.manifact').exists())
        code, _, err = self.run_program('topics', 'diff', *models)
        self.assertEqual(code, 0)
        self.assertIn('they may not be the same documents', err)

    # Its documents are in OTHER with a topic.
    def test_documents_of_a_hidden_topic_start_in_that_of_the_other_model(self):
        self.succeed('topics', 'hide', 'some.manifact', 1, '-o', 'hidden.manifact', '-q')
        found = json.loads(self.succeed('topics', 'join', 'hidden.manifact', 'some.manifact', '-o',
                                        'all.manifact', '--json', '-q'))
        self.assertEqual((len(found['topics']), found['moved_documents'],
                          found['without_documents']), (2, 0, []))

    def test_what_cannot_be_joined_is_refused(self):
        self.fail_with(1, ['topics', 'join', 'some.manifact', 'others.manifact'], '-o is missing')
        self.fail_with(1, ['topics', 'join', 'some.manifact', 'others.manifact', '-o',
                           'others.manifact'], 'others.manifact')
        self.succeed('cluster', 'others.tsv', '-k', 2, '-s', 'stemming=yes', '-o',
                     'stemmed.manifact', '-q')
        self.fail_with(1, ['topics', 'join', 'some.manifact', 'stemmed.manifact', '-o',
                           'x.manifact'], 'make words of texts in different ways')
        self.assertFalse((self.folder / 'x.manifact').exists())


class NewTopics(ProgramTest):
    def setUp(self):
        super().setUp()
        pairs = topic_texts(60)
        space = [pair for pair in pairs if pair[0] == 'space']
        # Three of its texts among the others, so that the vocabulary has their words.
        self.write('known.tsv', tsv([pair for pair in pairs if pair[0] != 'space'] + space[:3]))
        self.write('space.tsv', tsv(space[3:]))
        self.succeed('cluster', 'known.tsv', '-k', 2, '-o', 'two.manifact', '-q')

    def test_far_documents_found_a_topic_only_if_asked(self):
        out = self.succeed('update', 'two.manifact', 'space.tsv', '-o', 'grown.manifact')
        self.assertNotIn('New topic', out)
        found = json.loads(self.succeed('update', 'two.manifact', 'space.tsv', '--new-topics',
                                        'yes', '-o', 'founded.manifact', '--json'))
        self.assertEqual(len(found['new_topics']), 1)
        topic = found['new_topics'][0]
        self.assertEqual((topic['topic'], topic['size'], topic['added_documents']), (2, 60, 57))
        self.assertTrue(found['refit'])
        out = self.succeed('update', 'two.manifact', 'space.tsv', '--new-topics', 'yes', '-o',
                           'again.manifact')
        self.assertRegex(out, 'New topic 2: .*, 60 documents, 57 of them added; terms: ')

    def test_wrong_words_are_refused(self):
        self.fail_with(1, ['update', 'two.manifact', 'space.tsv', '--new-topics', 'maybe', '-o',
                           'x.manifact'], 'yes, no')
        for more in (['--new-topics', 'yes'], ['--refit']):  # before anything is found
            self.write('none.tsv', tsv([('space', 'orbit')]))
            self.fail_with(1, ['update', 'two.manifact', 'none.tsv', *more, '-s', 'nosuch=3', '-o',
                               'x.manifact'], "nosuch")


@unittest.skipIf(support.is_sanitized(), 'accuracies, not memory errors')
class WorkedExample(ProgramTest):
    """docs/topics/changes.md"""

    # One category is held out of the fit of a half and is in the other half, or is in neither.
    def test_bbc_new_topics(self):
        text = gzip.decompress(self.shared('bbc_news/docs.tsv.gz').read_bytes()).decode()
        lines = text.splitlines()
        for category in ('2', '4'):
            known = [line for line in lines[::2] if line.split('\t')[0] != category]
            self.write('known.tsv', '\n'.join(known) + '\n')
            self.write('new.tsv', '\n'.join(lines[1::2]) + '\n')
            self.write('same.tsv', '\n'.join(line for line in lines[1::2]
                                             if line.split('\t')[0] != category) + '\n')
            self.succeed('cluster', 'known.tsv', '-k', 4, '-o', 'known.manifact', '-q')
            for name, count in (('new.tsv', 1), ('same.tsv', 0)):
                found = json.loads(self.succeed('update', 'known.manifact', name, '--new-topics',
                                                'yes', '-o', 'grown.manifact', '--json', '-q'))
                self.assertEqual(len(found['new_topics']), count, (category, name))
                for topic in found['new_topics']:
                    held_out = sum(line.split('\t')[0] == category for line in lines[1::2])
                    self.assertEqual(topic['topic'], 4)
                    self.assertLess(abs(topic['added_documents'] - held_out), .1 * held_out)

    # A half without sports, and another without politics.
    def test_bbc_joined(self):
        text = gzip.decompress(self.shared('bbc_news/docs.tsv.gz').read_bytes()).decode()
        lines = text.splitlines()
        for name, start, without in (('north', 0, '4'), ('south', 1, '3')):
            self.write(name + '.tsv', '\n'.join(line for line in lines[start::2]
                                                if line.split('\t')[0] != without) + '\n')
            self.succeed('cluster', name + '.tsv', '-k', 4, '-o', name, '-q')
        found = json.loads(self.succeed('topics', 'join', 'north/model.manifact',
                                        'south/model.manifact', '-o', 'all', '--json', '-q'))
        self.assertEqual(len(found['topics']), 5)
        self.assertEqual(sum(len(topic['from']) == 2 for topic in found['topics']), 3)
        # Some articles are in the collection twice, once in each half.
        total = sum(len((self.folder / (name + '.tsv')).read_text().splitlines())
                    for name in ('north', 'south'))
        self.assertEqual(found['documents'] + found['documents_in_common'], total)
        self.assertLess(found['documents_in_common'], 100)
        scores = json.loads((self.folder / 'all/summary.json').read_text())['evaluation']
        self.assertGreater(scores['accuracy'], .9)

    def test_bbc_without_sport(self):
        text = gzip.decompress(self.shared('bbc_news/docs.tsv.gz').read_bytes()).decode()
        lines = text.splitlines()
        self.write('half.tsv', '\n'.join(lines[::2]) + '\n')
        self.write('later.tsv', '\n'.join(line for line in lines if line.split('\t')[0] != '4')
                   + '\n')
        self.succeed('cluster', 'half.tsv', '-k', 5, '-o', 'half', '-q')
        self.succeed('cluster', 'later.tsv', '-k', 4, '--keep-numbers', 'half/model.manifact', '-o',
                     'later', '-q')
        found = json.loads(self.succeed('topics', 'diff', 'half/model.manifact',
                                        'later/model.manifact', '--json'))
        self.assertEqual(found['by'], 'documents')
        self.assertEqual(found['counts'], {'appeared': 0, 'vanished': 1, 'split': 0, 'joined': 0,
                                           'moved': 0, 'stayed': 4})
        for change in found['changes'][1:]:
            old, now = change['before'][0]['topic'], change['after'][0]['topic']
            self.assertTrue(old == now or old == 4)


support.main()
