"""Dirty text: near copies, words that are masked, tags that are kept, answers that say nothing."""
import csv
import json
import random

import support
from support import topic_texts
from text import TextTest, json_lines


def copies():
    """60 texts of three topics, and 20 that differ from one of them by few words, at any place."""
    rng, texts = random.Random(5), []
    words = {label: text.split()[:-1] for label, text in topic_texts()}
    for i in range(60):
        label = sorted(words)[i % 3]
        texts.append((f't{i}', label, ' '.join(
            rng.choice(words[label]) + rng.choice(['', f' w{rng.randrange(400)}'])
            for _ in range(60))))
    for i in range(20):
        story = texts[4][2].split()
        if i > 4:  # the first are exact
            story[rng.randrange(len(story))] = f'edit{i}'
        texts.insert(rng.randrange(5, len(texts)), (f'c{i}', texts[4][1], ' '.join(story)))
    return texts


class NearCopies(TextTest):
    def run_with(self, *arguments):
        self.texts = copies()
        self.write('a.csv', 'id,label,text\n' + ''.join(','.join(row) + '\n' for row in self.texts))
        self.succeed('cluster', 'a.csv', '-k', 3, '-o', 'out', '-q', *arguments)
        return json.loads((self.folder / 'out/summary.json').read_text())

    def test_they_are_counted_by_default_and_by_any_number_of_threads(self):
        for threads in (1, 2):
            summary = self.run_with('--threads', threads)
            self.assertEqual(summary['copies'], {'exact': 4 + 1, 'near': 15, 'handling': 'keep'})
            self.assertEqual(summary['n_documents'], 80)

    def test_collapsed_copies_get_the_topic_of_the_first(self):
        summary = self.run_with('--near-duplicates', 'collapse')
        self.assertEqual(summary['n_documents'], 60)
        labels = self.labels('out/labels.txt')
        self.assertEqual(len(labels), 80)
        first = labels[4]
        for (name, _, _), label in zip(self.texts, labels):
            if name.startswith('c'):
                self.assertEqual(label, first)
        with open(self.folder / 'out/clusters.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([row['id'] for row in rows], [row[0] for row in self.texts])
        self.assertEqual([int(row['cluster']) for row in rows], labels)
        with open(self.folder / 'out/table.csv', newline='') as stream:
            self.assertEqual([int(row['topic']) for row in csv.DictReader(stream)], labels)

    def test_dropped_copies_keep_their_row_in_the_table(self):
        self.run_with('--near-duplicates', 'drop')
        labels = self.labels('out/labels.txt')
        self.assertEqual(len(labels), 60)
        with open(self.folder / 'out/table.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([row['topic'] for row in rows if row['id'].startswith('t')],
                         [str(label) for label in labels])
        self.assertEqual({row['topic'] for row in rows if row['id'].startswith('c')}, {''})

    def test_texts_of_common_words_and_short_texts_are_no_copies(self):
        self.write('a.csv', 'text\n' + ''.join(f'{text} {i} {i * 7}\n' for i, (_, text) in
                                               enumerate(topic_texts())))
        self.succeed('cluster', 'a.csv', '-k', 3, '-o', 'out', '-q')
        summary = json.loads((self.folder / 'out/summary.json').read_text())
        self.assertEqual(summary['copies'], {'exact': 0, 'near': 0, 'handling': 'keep'})

    def test_wrong_use(self):
        self.write('a.csv', 'text\nflour oven\ngoal keeper\n')
        self.fail_with(1, ('cluster', 'a.csv', '-k', 2, '-q', '--near-duplicates', 'x'),
                       'keep, collapse or drop')
        self.fail_with(1, ('cluster', self.counts(), '-k', 2, '-q', '--near-duplicates', 'drop'),
                       'is a matrix')
        self.write('labels.txt', '1\n2\n')
        self.fail_with(1, ('cluster', 'a.csv', '-k', 2, '-q', '-m', 'rcf', '--labels', 'labels.txt',
                           '--near-duplicates', 'drop'), 'numbers')


class Masks(TextTest):
    TEXT = ('see https://example.org/path?q=one (www.site.net), mail bob.lee@site.org or @bob_lee! '
            'the A380 covid19 flew 2024 home')

    def masked(self, *arguments):
        self.write('a.jsonl', json_lines([{'id': 'a', 'text': self.TEXT}]))
        return self.words('a.jsonl', *arguments)[0].split()

    def test_kinds_of_words_are_left_out(self):
        everything = set(self.masked('--mask', 'none'))
        self.assertLessEqual({'example.org', 'bob_lee', 'bob.lee@site.org', 'covid19'}, everything)
        rest = set(self.masked('--mask', 'all'))
        self.assertEqual(rest & {'example.org', 'site.net', 'bob_lee', 'bob.lee@site.org', 'a380',
                                 'covid19'}, set())
        self.assertLessEqual({'see', 'mail', 'flew', 'home'}, rest)
        urls = set(self.masked('--mask', 'urls'))
        self.assertIn('covid19', urls)
        self.assertNotIn('example.org', urls)
        self.assertNotIn('covid19', self.masked('--mask', 'codes,handles'))
        self.fail_with(1, ('vectorize', 'a.jsonl', '-o', 'X.mtx', '--mask', 'urls,x'), '--mask')

    def test_they_are_counted_and_the_model_remembers_them(self):
        pairs = topic_texts()
        self.write('a.csv', 'text\n' + ''.join(f'{text} http://x.org/a{i}\n' for i, (_, text) in
                                               enumerate(pairs)))
        code, _, err = self.run_program('cluster', 'a.csv', '-k', 3, '-o', 'out', '--mask', 'urls')
        self.assertEqual(code, 0)
        self.assertIn('masked: 36 URLs', err)
        code, _, err = self.run_program('assign', 'out/model.manifact', 'a.csv')
        self.assertIn('masked: 36 URLs', err)


class RepeatedBlocks(TextTest):
    SIGNATURE = 'Jane Doe, Support Team, Example Company'
    NOTICE = 'This message is confidential. Please delete it if you are not the recipient.'

    def setUp(self):
        super().setUp()
        rng = random.Random(2)
        self.rows = []
        for i in range(60):
            words = ' '.join(rng.choice('oven flour goal keeper match sugar plum'.split())
                             for _ in range(9))
            end = f'\n{self.SIGNATURE}\n{self.NOTICE}' if i % 2 else ''
            self.rows.append({'id': f'd{i}', 'text': words + end})
        self.rows += [{'id': f's{i}', 'text': 'A story of many words that came twenty times'}
                      for i in range(20)] + [{'id': 'only', 'text': self.NOTICE}]
        self.write('a.jsonl', json_lines(self.rows))

    def terms(self, *arguments):
        return set(self.read('a.jsonl', *arguments)[2])

    def test_they_are_left_out_and_told(self):
        self.assertLessEqual({'confidential', 'jane', 'company'},
                             self.terms())
        code, _, err = self.run_program('vectorize', 'a.jsonl', '--repeated-blocks', 'drop', '-s',
                                        'stop-words=none', '-o', 'X.mtx')
        self.assertEqual(code, 0, err)
        self.assertIn('3 repeated blocks of text left out of 30 documents', err)
        _, _, terms, counts = self.written()
        self.assertNotIn('jane', terms)
        self.assertIn('story', terms)  # copies of one text count once
        # A document of such blocks alone stays.
        self.assertEqual({i for i, term in counts if term == 'confidential'}, {'only'})

    def test_groups_are_those_of_the_documents(self):
        lines = (self.folder / 'a.jsonl').read_text().splitlines()
        self.write('g.jsonl', json_lines([{**json.loads(line), 'desk': 'ab'[i % 2]}
                                          for i, line in enumerate(lines)]))
        counts = []
        for blocks in ('keep', 'drop'):
            summary = json.loads(self.succeed('cluster', 'g.jsonl', '--repeated-blocks', blocks,
                                              '--group-field', 'desk', '-k', 2, '-s', 'min-df=1',
                                              '--json'))
            groups = json.dumps(summary['groups'])
            counts.append([name for name in ('"a"', '"b"') if name in groups])
        self.assertEqual(counts, [['"a"', '"b"']] * 2)

    def test_new_documents_are_without_those_of_the_model(self):
        self.succeed('cluster', 'a.jsonl', '--repeated-blocks', 'drop', '-k', 2, '-s', 'min-df=1',
                     '-o', 'out', '-q')
        new = [{'id': 'n', 'text': f'oven goal\n{self.SIGNATURE.upper()}'}]
        self.write('new.jsonl', json_lines(new))
        code, _, err = self.run_program('assign', 'out/model.manifact', 'new.jsonl')
        self.assertEqual(code, 0, err)
        self.assertIn('left out of 1 document', err)
        code, _, err = self.run_program('assign', 'out/model.manifact', 'new.jsonl',
                                        '--repeated-blocks', 'keep')
        self.assertNotIn('left out', err)
        code, _, err = self.run_program('cluster', 'a.jsonl', '-k', 2, '--repeated-blocks', 'no')
        self.assertEqual(code, 1)
        self.assertIn('expected keep or drop', err)

class Others(TextTest):
    def test_tags_are_kept_if_told_so(self):
        self.write('a.csv', 'id,text\n1,<b>flour</b> oven\n2,goal <span>keeper</span>\n')
        self.assertEqual(self.words('a.csv'), ['flour oven', 'goal keeper'])
        self.assertIn('span', self.words('a.csv', '--html', 'keep')[1])
        self.fail_with(1, ('vectorize', 'a.csv', '-o', 'X.mtx', '--html', 'x'), 'strip or keep')

    def test_stop_words_of_the_language_of_each_text(self):
        texts = {'de': 'Die Katze und der Hund schliefen gestern in der Sonne, weil das Wetter '
                       'schön war und die Kinder nicht zu Hause waren, sondern bei Freunden.',
                 'en': 'Plants die without water, and the gardener said that they would not have '
                       'lived through the summer if it had been any hotter than it was in July.'}
        self.write('a.jsonl', json_lines([{'id': i, 'text': text} for i, text in texts.items()]))
        code, _, err = self.run_program('vectorize', 'a.jsonl', '--language', 'mixed', '-o',
                                        'X.mtx', '-s', 'addresses=words')
        if 'CLD2' in err:
            self.skipTest('the program was built without CLD2')
        self.assertEqual(code, 0, err)
        counts = self.written()[3]
        for language, term, is_left in [('en', 'die', True), ('de', 'die', False),
                                        ('de', 'und', False), ('en', 'and', False),
                                        ('de', 'katze', True), ('en', 'plants', True)]:
            self.assertEqual((language, term) in counts, is_left, (language, term))
        code, _, err = self.run_program('vectorize', 'a.jsonl', '--language', 'mixed', '-o',
                                        'X.mtx', '-s', 'stemming=yes')
        self.assertEqual(code, 1, err)

    def test_answers_that_say_nothing_are_counted(self):
        pairs = topic_texts()
        self.write('a.csv', 'id,text\n' + ''.join(f'{i},{text}\n' for i, (_, text) in
                                                  enumerate(pairs)) + 'x,"n/a"\ny,-\nz,"None"\n')
        err = self.run_program('vectorize', 'a.csv', '-o', 'X.mtx')[2]
        self.assertIn('3 texts are no answer, such as "n/a"', err)


if __name__ == '__main__':
    support.main()
