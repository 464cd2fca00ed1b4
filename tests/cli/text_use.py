"""Commands on text: clusters with names, evaluation, assign, vectorize, graph; malformed text;
Ctrl-C; real collections."""
import csv
import gzip
import json
import signal
import subprocess
import unittest

import support
from support import (PATIENCE, RESULTS, SUMMARY_KEYS, ProgramTest, same_groups, topic_texts, tsv)
from terminal import TerminalTest

PAIRS = topic_texts()


class TextTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('texts.tsv', tsv(PAIRS))

    def cluster(self, name, *arguments, k=3):
        self.succeed('cluster', name, '-k', k, '-q', '-o', 'out', *arguments)
        return json.loads((self.folder / 'out/summary.json').read_text())

    def rows(self):
        with open(self.folder / 'out/clusters.csv', newline='') as file:
            return list(csv.reader(file))


class Cluster(TextTest):
    def test_topics_have_their_words_and_documents_their_names(self):
        summary = self.cluster('texts.tsv')
        self.assertLessEqual(set(SUMMARY_KEYS), set(summary))
        self.assertEqual(sorted(set(path.name for path in (self.folder / 'out').iterdir()) & set(
            RESULTS)), RESULTS)
        labels = self.labels('out/labels.txt')
        self.assertTrue(same_groups(labels, [label for label, _ in PAIRS]))
        for cluster, terms in enumerate(summary['top_terms']):
            topic = PAIRS[labels.index(cluster)][0]
            self.assertLessEqual(set(terms), set(support.TOPICS[topic].split()) | {'today'})
            self.assertEqual(summary['representative_ids'][cluster],
                             [f'line {document + 1}'
                              for document in summary['representatives'][cluster]])
        self.assertEqual(self.rows()[0],
                         ['document', 'cluster', 'membership', 'id', 'label', 'margin', 'title'])
        self.assertEqual([(row[0], row[1], row[3], row[4]) for row in self.rows()[1:]],
                         [(str(i), str(labels[i]), f'line {i + 1}', PAIRS[i][0])
                          for i in range(len(PAIRS))])

    def test_options_of_words_are_in_force_and_reported(self):
        self.write('more.txt', 'oven | a comment\n\nrocket\n')
        summary = self.cluster('texts.tsv', '-s', 'ngrams=2', '-s', 'min-df=2', '--stop-words',
                               'more.txt')
        self.assertEqual((summary['options']['ngrams'], summary['options']['min-df'],
                          summary['options']['language']), (2, 2, 'english'))
        words = {word for terms in summary['top_terms'] for term in terms for word in term.split()}
        self.assertFalse(words & {'oven', 'rocket'})
        vectorizer = {option['name']: option
                      for option in json.loads(self.succeed('options', 'vectorizer', '--json'))}
        self.assertLessEqual({'language', 'stop-words', 'stemming', 'ngrams', 'min-df'},
                             set(vectorizer))
        self.cluster('texts.tsv',
                     *(f'-s{name}={option["default"]}' for name, option in vectorizer.items()))

    def test_threads_change_no_byte(self):
        for threads in (1, 2, 5):
            self.succeed('cluster', 'texts.tsv', '-k', 3, '-q', '-o', f'out{threads}', '--threads',
                         threads)
        for name in ('labels.txt', 'clusters.csv', 'model.manifact'):
            self.assertEqual(len({(self.folder / f'out{threads}' / name).read_bytes()
                                  for threads in (1, 2, 5)}), 1, name)

    def test_cells_of_clusters_csv_are_quoted_where_they_must_be(self):
        names = ['plain', 'with, comma', 'with "quotes"', 'two\nlines', ' é ', '']
        records = [{'id': names[i % 6], 'label': names[-1 - i % 6], 'text': text} for i,
                   (_, text) in enumerate(PAIRS)]
        self.write('a.jsonl', ''.join(json.dumps(record) + '\n' for record in records))
        self.cluster('a.jsonl')
        self.assertEqual([(row[3], row[4]) for row in self.rows()[1:7]],
                         [(names[i] or 'line 6', names[-1 - i]) for i in range(6)])


class Evaluation(TextTest):
    def test_given_labels_evaluate_and_change_nothing(self):
        summary = self.cluster('texts.tsv')
        self.assertEqual(summary['evaluation'],
                         {'accuracy': 1, 'nmi': 1, 'nmi_sqrt': 1, 'ari': 1, 'purity': 1,
                          'n_classes': 3, 'of_folders': False,
                                                 'n_documents': len(PAIRS)})
        labels = (self.folder / 'out/labels.txt').read_bytes()
        self.assertIn('accuracy 1.0000', self.succeed('cluster', 'texts.tsv', '-k', 3))
        # wrong labels: another evaluation of the same clusters
        wrong = [('x' if i % 4 == 0 else label, text) for i, (label, text) in enumerate(PAIRS)]
        self.write('wrong.tsv', tsv(wrong))
        summary = self.cluster('wrong.tsv')
        self.assertEqual((self.folder / 'out/labels.txt').read_bytes(), labels)
        number = {name: i for i, name in enumerate(sorted({label for label, _ in wrong}))}
        self.write('truth.txt', ''.join(f'{number[label]}\n' for label, _ in wrong))
        scores = json.loads(self.succeed('evaluate', 'truth.txt', 'out/labels.txt', '--json'))
        self.assertEqual({name: summary['evaluation'][name] for name in scores}, scores)
        self.assertEqual(scores['accuracy'], 27 / 36)

    def test_unknown_labels_are_left_out(self):
        self.write('some.tsv',
                   tsv((label if i < 9 else '', text) for i, (label, text) in enumerate(PAIRS)))
        evaluation = self.cluster('some.tsv')['evaluation']
        self.assertEqual((evaluation['accuracy'], evaluation['n_documents']), (1, 9))

    def test_there_is_none_without_classes(self):
        for label in ('', 'all the same'):
            self.write('a.tsv', tsv((label, text) for _, text in PAIRS))
            self.assertNotIn('evaluation', self.cluster('a.tsv'))


class Assign(TextTest):
    def test_the_training_texts_get_their_labels_again(self):
        self.cluster('texts.tsv')
        expected = (self.folder / 'out/labels.txt').read_text()
        model = 'out/model.manifact'
        self.assertEqual(self.succeed('assign', model, 'texts.tsv', '-o', '-'), expected)
        self.assertEqual(self.succeed('assign', model, '-', '-o', '-',
                                      stdin=gzip.compress(tsv(PAIRS).encode())), expected)
        self.write('fields.jsonl', ''.join(json.dumps({'body': text}) + '\n' for _, text in PAIRS))
        self.assertEqual(self.succeed('assign', model, 'fields.jsonl', '--text-field', 'body',
                                      '--threads', 2, '-o', '-'), expected)

    def test_new_texts_are_read_by_the_rules_of_the_model(self):
        self.cluster('texts.tsv', '-s', 'stemming=yes')
        labels = self.labels('out/labels.txt')
        self.write('new.tsv', '\tGOALS, and GOALS!\n\tunheard of\n\trockets\n')
        code, out, err = self.run_program('assign', 'out/model.manifact', 'new.tsv', '-o', '-')
        topic_of = {label: labels[i] for i, (label, _) in enumerate(PAIRS)}
        self.assertEqual((code, out.split()),
                         (0, [str(topic_of['football']), '-1', str(topic_of['space'])]))
        self.assertIn('1 of 3 documents has no known', err)

    def test_the_column_that_was_the_text_is_the_text_of_new_tables(self):
        for name in ('Subject', 'document'):
            with self.subTest(name):
                head = f'{name},priority,hours\n'
                self.write('old.csv', head + ''.join(
                    f'{text},{i % 3},{i}\n' for i, (_, text) in enumerate(PAIRS)))
                self.succeed('cluster', 'old.csv', '-k', 3, '-q', '-o', 'old')
                few = head + 'Goal,3,7\nRocket,2,4\nUnheard,1,5\n'
                self.write('new.csv', few)
                self.write('new.tsv', few.replace(',', '\t'))
                answers = self.succeed('assign', 'old/model.manifact', 'new.csv', '-o', '-', '-q')
                self.assertEqual(len(answers.split()), 3)
                self.assertNotIn('-1', answers.split()[:2])
                self.assertEqual(answers.split()[2], '-1')
                for other in (['new.tsv'], ['-']):
                    self.assertEqual(self.succeed('assign', 'old/model.manifact', *other, '-o',
                                                  '-', '-q', stdin=few.encode()), answers)
                self.succeed('update', 'old/model.manifact', 'new.csv', '-o', 'more', '-q')
                self.write('other.csv', few.replace(name, 'note'))
                self.assertEqual(self.succeed('assign', 'old/model.manifact', 'other.csv',
                                              '--text-field', 'note', '-o', '-', '-q'), answers)

    def test_tables_of_numbers_for_a_model_of_texts_are_refused_with_the_option(self):
        self.cluster('texts.tsv')
        self.write('a.csv', 'width,height\n1,2\n3,4\n')
        self.fail_with(1, ['assign', 'out/model.manifact', 'a.csv'], 'of the model are missing',
                       '--text-field names the text (its fields are "width", "height")')
        self.write('b.csv', 'Subject,priority,hours\n' + ''.join(
            f'{word},{i},{2 * i}\n' for i, word in enumerate(('login', 'printer', 'vpn', 'disk'))))
        self.fail_with(1, ['vectorize', 'b.csv', '-o', 'X.mtx'], 'is already a matrix',
                       '--text-field names the text (its fields are "Subject"')

    def test_numbers_above_rows_for_a_model_without_such_names_are_values(self):
        rows = [','.join(str((i * i + j * (i % 5) * 7) % 10 + 9 * (i % 2 == (j < 4)))
                         for j in range(8)) + '\n' for i in range(40)]
        names = ','.join('abcdefgh') + '\n'
        for header, count in (('', 9), ('', 1), (names, 9)):
            with self.subTest(header=header, count=count):
                self.write('old.csv', header + ''.join(rows))
                self.succeed('cluster', 'old.csv', '-k', 2, '-q', '-o', 'old')
                self.write('new.csv', '1,2,3,4,5,6,7,8\n' + ''.join(rows[:count]))
                code, out, err = self.run_program('assign', 'old/model.manifact', 'new.csv', '-o',
                                                  '-')
                self.assertEqual((code, len(out.split())), (0, count + 1), err)
                self.assertIn('1,2,3,..., is read as values', err)
        # Years beyond all values, and the columns of pandas, are a header for it, too.
        for names in ('2010,2011,2012,2013,2014,2015,2016,2017', '0,1,2,3,4,5,6,7'):
            self.write('old.csv', ''.join(rows))
            self.succeed('cluster', 'old.csv', '-k', 2, '-q', '-o', 'old')
            self.write('new.csv', names + '\n' + ''.join(rows[:9]))
            out = self.succeed('assign', 'old/model.manifact', 'new.csv', '-o', '-')
            self.assertEqual(len(out.split()), 9, names)
        self.write('old.csv', '1,2,3,4,5,6,7,8\n' + ''.join(rows))
        self.succeed('cluster', 'old.csv', '--header', 'yes', '-k', 2, '-q', '-o', 'old')
        self.write('new.csv', '1,2,3,4,5,6,7,8\n' + ''.join(rows[:9]))
        out = self.succeed('assign', 'old/model.manifact', 'new.csv', '-o', '-')
        self.assertEqual(len(out.split()), 9)

    def test_a_model_of_a_matrix_reads_text_when_it_knows_the_terms(self):
        self.succeed('vectorize', 'texts.tsv', '-o', 'X.mtx', '-q')
        self.succeed('cluster', 'X.mtx', '-k', 3, '-q', '-o', 'nameless')
        self.fail_with(1, ['assign', 'nameless/model.manifact', 'texts.tsv'],
                       'nameless/model.manifact has no vocabulary', 'texts.tsv')
        self.succeed('cluster', 'X.mtx', '-k', 3, '-q', '-o', 'named', '--terms', 'X.terms.txt')
        self.assertEqual(self.succeed('assign', 'named/model.manifact', 'texts.tsv', '-o',
                                      '-').split(),
                         (self.folder / 'named/labels.txt').read_text().split())
        self.assertEqual(self.succeed('assign', 'named/model.manifact', 'X.mtx', '-o',
                                      '-').split(),
                         (self.folder / 'named/labels.txt').read_text().split())


class Vectorize(TextTest):
    def test_the_counts_cluster_like_the_text(self):
        self.assertRegex(self.succeed('vectorize', 'texts.tsv', '-o', 'new.mtx.gz'),
                         r'\A36 documents, 22 terms, 216 entries, 216 words\n\Z')
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ['new.classes.txt', 'new.ids.txt', 'new.labels.txt', 'new.mtx.gz',
                          'new.terms.txt', 'texts.tsv'])
        text = self.cluster('texts.tsv')
        counts = self.cluster('new.mtx.gz', '--terms', 'new.terms.txt')
        self.assertEqual((text['objective'], text['top_terms']),
                         (counts['objective'], counts['top_terms']))
        self.assertEqual((self.folder / 'new.classes.txt').read_text().split(),
                         sorted(support.TOPICS))
        self.assertEqual(json.loads(self.succeed('evaluate', 'new.labels.txt', 'out/labels.txt',
                                                 '--json'))['accuracy'], 1)

    def test_classes_of_an_earlier_run_do_not_stay_beside_counts_without(self):
        self.write('plain.tsv', 'oven\n')
        self.write('X.labels.txt', 'mine\n')
        for name, left in (('plain.tsv', True), ('texts.tsv', True), ('plain.tsv', False)):
            out = self.succeed('vectorize', name, '-o', 'X.mtx', '-s', 'min-df=1')
            self.assertEqual((self.folder / 'X.labels.txt').exists(), left)
        self.assertEqual(out, '1 document, 1 term, 1 entry, 1 word\n')
        self.assertEqual(sorted(path.name for path in self.folder.glob('X.*')),
                         ['X.ids.txt', 'X.mtx', 'X.terms.txt'])

    def test_classes_that_are_numbers_keep_their_order_and_unknown_ones_are_minus_1(self):
        self.write('a.tsv', '10\toven\n\tflour\n9\tgoal\n-1\tmatch\n')
        self.succeed('vectorize', 'a.tsv', '-o', 'X.mtx', '--terms-out', 'words', '-s', 'min-df=1')
        self.assertEqual(self.labels('X.labels.txt'), [3, -1, 2, 1])
        self.assertEqual(self.labels('X.classes.txt'), [-1, 9, 10])
        self.assertEqual((self.folder / 'words').read_text().split(),
                         ['flour', 'goal', 'match', 'oven'])
        self.assertFalse((self.folder / 'X.terms.txt').exists())

    def test_a_link_stays_a_link_and_a_pipe_gets_the_counts_alone(self):
        self.write('real.mtx', 'old')
        (self.folder / 'link.mtx').symlink_to('real.mtx')
        self.succeed('vectorize', 'texts.tsv', '-o', 'link.mtx', '-q')
        self.assertTrue((self.folder / 'link.mtx').is_symlink())
        counts = (self.folder / 'real.mtx').read_text()
        self.assertTrue(counts.startswith('%%MatrixMarket'))
        self.assertEqual(self.succeed('vectorize', 'texts.tsv', '-o', '/dev/stdout', '-q'), counts)

    def test_places_that_cannot_be_written(self):
        for place in ('.', 'missing/X.mtx', 'texts.tsv/X.mtx', '/proc/X.mtx'):
            self.fail_with(1, ['vectorize', 'texts.tsv', '-o', place], place.split('/X')[0])
        self.fail_with(1, ['vectorize', 'texts.tsv', '-o', 'X.mtx', '--terms-out', 'missing/terms'],
                       'missing/terms')
        (self.folder / 'X.terms.txt').mkdir()
        self.fail_with(1, ['vectorize', 'texts.tsv', '-o', 'X.mtx'], 'X.terms.txt',
                       'Is a directory')

    def test_the_graph_of_text_is_that_of_its_counts(self):
        self.succeed('vectorize', 'texts.tsv', '-o', 'X.mtx', '-q', '-s', 'ngrams=2')
        facts = self.succeed('graph', 'X.mtx', '-p', 4, '-o', 'S.mtx')
        self.assertEqual(self.succeed('graph', 'texts.tsv', '-p', 4, '-o', 'T.mtx', '-s',
                                      'ngrams=2'), facts)
        self.assertEqual((self.folder / 'T.mtx').read_bytes(), (self.folder / 'S.mtx').read_bytes())
        self.assertIn('36', facts)


class Nasty(TextTest):
    TEXTS = ['', 'oven', '   ', '...!?', '\0\0', 'goal\0league\0match', 'שלום עולם',
             'مرحبا بالعالم', '今日は良い天気ですね', '🚀🛰️🔭 👩‍🚀', 'e\u0301tude',
             '<html><body class="x">&nbsp;<p>oven <b>flour</b></body></html>', 'oven ' * 300000,
             'x' * 10_000_000,
             'Return-Path: <a@b.example> >>> On Mon, a@b.example wrote: > > oven =20= --=_Part_1',
             '\ufeff\u202eesrever\u202c', 'ﬁ ß İ ı ǅ', '�' * 5]

    def test_nothing_is_fatal_and_only_what_has_no_word_is_unassigned(self):
        texts = [text for _, text in PAIRS] + self.TEXTS
        lines = ''.join('\t' + text + '\n'
                        for text in texts).encode() + b'\t\xff\xc3( oven \xf0\x9f \xed\xa0\x80\n'
        self.write('nasty.tsv', lines)
        code, _, err = self.run_program('cluster', 'nasty.tsv', '-k', 3, '-o', 'out', '-s',
                                        'stop-words=none')
        self.assertEqual(code, 0, err)
        self.assertIn('6 invalid UTF-8 sequences', err)  # as Python would replace them
        labels = self.labels('out/labels.txt')
        self.assertEqual(len(labels), len(texts) + 1)
        code, _, err = self.run_program('assign', 'out/model.manifact', 'nasty.tsv')
        self.assertEqual(code, 0, err)
        self.assertIn('6 invalid UTF-8 sequences', err)
        wordless = {'', '   ', '...!?', '\0\0', '🚀🛰\ufe0f🔭 👩\u200d🚀', '\ufffd' * 5}
        self.assertEqual([text for text, label in zip(texts, labels) if label == -1],
                         [text for text in texts if text in wordless])
        # the same from JSON lines, by the model
        self.write('nasty.jsonl', ''.join(json.dumps({'text': text}) + '\n' for text in texts))
        assigned = [int(label) for label in self.succeed('assign', 'out/model.manifact',
                                                         'nasty.jsonl', '-q', '-o',
                                                         '-').split()]
        self.assertEqual([label == -1 for label in assigned],
                         [label == -1 for label in labels[:-1]])
        self.assertEqual(assigned[:len(PAIRS)], labels[:len(PAIRS)])


class Interrupts(TerminalTest):
    def test_ctrl_c_while_text_is_read_leaves_nothing_behind(self):
        for command in (['cluster', '-', '-k', 3, '-o', 'new/results'],
                        ['vectorize', '-', '-o', 'X.mtx'], ['graph', '-', '-p', 3, '-o', 'S.mtx']):
            before = self.listing()
            endless = subprocess.Popen(['yes', 'x\t' + ' '.join(text for _, text in PAIRS)],
                                       stdout=subprocess.PIPE)
            self.addCleanup(lambda process=endless: [process.kill(), process.wait(),
                                                     process.stdout.close()])
            terminal = self.terminal(*command, stdin=endless.stdout)
            terminal.read(until=rb'reading +\d')
            terminal.process.send_signal(signal.SIGINT)
            self.assertRegex(terminal.read(), r'manifact: cancelled\r\n\Z')
            self.assertEqual(terminal.process.wait(PATIENCE), 130)
            endless.kill()
            self.assertEqual(self.listing(), before)


class Collections(ProgramTest):
    def test_bbc_news_from_raw_text(self):
        self.succeed('cluster', self.shared('bbc_news/docs.tsv.gz'), '-k', 5, '-q', '-o', 'out')
        summary = json.loads((self.folder / 'out/summary.json').read_text())
        self.assertEqual((summary['n_documents'], summary['evaluation']['n_classes'],
                          summary['evaluation']['n_documents']), (2225, 5, 2225))
        self.assertGreater(summary['evaluation']['accuracy'], 0.9)
        self.assertTrue(any('film' in words for words in summary['top_terms']),
                        summary['top_terms'])
        again = self.succeed('assign', 'out/model.manifact', self.shared('bbc_news/docs.tsv.gz'),
                             '-q', '-o', '-').split()
        same = sum(int(label) == kept for label, kept in zip(again, self.labels('out/labels.txt')))
        self.assertGreater(same / 2225, 0.95)

    @unittest.skipIf(support.is_sanitized(), 'more text of the same kind')
    def test_reuters_from_raw_text(self):
        texts = self.shared('reuters21578_raw/docs.tsv.gz')
        summary = json.loads(self.succeed('cluster', texts, '-k', 10, '-q', '--json', '-m',
                                          'spherical-kmeans'))
        self.assertEqual((summary['n_documents'], summary['evaluation']['n_classes'],
                          sum(summary['sizes'])), (9495, 66, 9495))
        self.assertGreater(summary['evaluation']['purity'], 0.6)


if __name__ == '__main__':
    support.main()
