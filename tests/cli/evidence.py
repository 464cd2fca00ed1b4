"""assign --explain, cluster --seed-words and --group-field: small texts, and the worked examples of
the site on the BBC articles."""
import csv
import gzip
import json
import sqlite3
import unittest

import support
from support import ProgramTest, topic_texts, tsv


class Evidence(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('texts.tsv', tsv(topic_texts(20)))

    def rows(self, name):
        with open(self.folder / name, newline='') as stream:
            return list(csv.DictReader(stream))

    def table(self):
        lines = ['text,source,year']
        for i, (_, text) in enumerate(topic_texts(20)):
            lines.append(f'{text},{"wire" if i % 3 == 0 else "NA" if i == 1 else "paper"},'
                         f'{2020 + i // 30}')
        self.write('texts.csv', '\n'.join(lines) + '\n')


class Explanations(Evidence):
    def test_contributions_and_the_rest_add_up_to_the_score(self):
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-o', 'topics.manifact')
        self.succeed('assign', 'topics.manifact', 'texts.tsv', '--explain', 100, '-o', 'new.json')
        self.succeed('assign', 'topics.manifact', 'texts.tsv', '--explain', 1, '-o', 'new.csv')
        found, rows = json.loads((self.folder / 'new.json').read_text()), self.rows('new.csv')
        texts = [text for _, text in topic_texts(20)]
        for one, row, text in zip(found, rows, texts):
            parts = [part['contribution'] for part in one['explanation']]
            self.assertAlmostEqual(sum(parts) + one['rest'], one['score'], 12)
            self.assertEqual(float(row['score']), one['score'])
            self.assertEqual(parts, sorted(parts, key=abs, reverse=True))
            self.assertIn(one['explanation'][0]['term'], text)
            self.assertTrue(row['explanation'].startswith(one['explanation'][0]['term'] + ' +'))
            self.assertNotIn(',', row['explanation'])

    def test_the_table_has_a_column_and_the_score_is_printed(self):
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-o', 'topics.manifact')
        code, out, err = self.run_program('assign', 'topics.manifact', 'texts.tsv', '--explain', 2)
        self.assertEqual(code, 0, err)
        self.assertIn('explanation', out.splitlines()[0])
        self.assertIn('the score of a topic is ln p(c | x) minus its mean', err)

    def test_the_table_of_the_user_gets_the_explanations(self):
        self.table()
        self.succeed('cluster', 'texts.csv', '-k', 3, '--text-field', 'text', '-o',
                     'topics.manifact')
        self.succeed('assign', 'topics.manifact', 'texts.csv', '--explain', 2, '--table', 'own.csv',
                     '-o', 'new.csv', '--digits', 6)
        own, new = self.rows('own.csv'), self.rows('new.csv')
        self.assertEqual(list(own[0]), ['text', 'source', 'year', 'topic', 'title', 'membership',
                                        'second_topic', 'outlier', 'explanation'])
        self.assertEqual([row['explanation'] for row in own], [row['explanation'] for row in new])
        self.assertEqual(own[0]['explanation'].count(' +'), 2)
        self.write('more.jsonl', '{"text": "goal match", "explanation": "mine"}\n{"text": "zz"}\n')
        _, _, err = self.run_program('assign', 'topics.manifact', 'more.jsonl', '--explain', 1,
                                     '--table', 'own.jsonl')
        self.assertIn('explanation is explanation_2', err)
        rows = [json.loads(line) for line in (self.folder / 'own.jsonl').read_text().splitlines()]
        self.assertTrue(rows[0]['explanation_2'].startswith(('goal +', 'match +')))
        self.assertEqual((rows[0]['explanation'], rows[1]['explanation_2']), ('mine', None))
        database = sqlite3.connect(self.folder / 'texts.sqlite')
        database.execute('create table t(text)')
        database.executemany('insert into t values (?)', [[row['text']] for row in own])
        database.commit()
        database.close()
        self.succeed('assign', 'topics.manifact', 'texts.sqlite', '--explain', 1, '--into', 'why')
        database = sqlite3.connect(self.folder / 'texts.sqlite')
        found = database.execute('select explanation, typeof(explanation) from why').fetchall()
        database.close()
        self.assertEqual({kind for _, kind in found}, {'text'})
        self.assertIn(found[0][0].split(' +')[0], own[0]['text'])

    def test_a_method_without_an_additive_score_is_refused_with_the_remedy(self):
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-m', 'lccf', '-s', 'out-of-sample=iterative',
                     '-o', 'topics.manifact')
        self.fail_with(1, ['assign', 'topics.manifact', 'texts.tsv', '--explain', 3],
                       'out-of-sample=exact has an additive score')

    def test_a_file_of_labels_has_no_explanations(self):
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-o', 'topics.manifact')
        self.fail_with(1, ['assign', 'topics.manifact', 'texts.tsv', '--explain', 3, '-o',
                           'labels.txt'], 'would have labels alone', 'FILE.csv')


class SeedWords(Evidence):
    def test_topics_get_the_names_of_their_lines(self):
        self.write('topics.txt', '# subjects\nballs: goal, "striker referee", keeper^2\n'
                                 'food:oven,flour\n\nsky: orbit, rocket, nosuchword\nempty:\n')
        code, _, err = self.run_program('cluster', 'texts.tsv', '--seed-words', 'topics.txt', '-k',
                                        4, '-o', 'out')
        self.assertEqual(code, 0, err)
        self.assertIn('"nosuchword" of sky is not in the vocabulary', err)
        self.assertIn('topic 0 is balls', err)
        self.assertIn('empty', err)
        summary = json.loads((self.folder / 'out/summary.json').read_text())
        self.assertEqual(summary['method'], 'rcf')
        self.assertEqual(summary['titles'][:3], ['balls', 'food', 'sky'])
        self.assertEqual([seed['topic'] for seed in summary['seed_words']], [0, 1, 2, None])
        labels = [int(line) for line in (self.folder / 'out/labels.txt').read_text().split()]
        names = {'football': 0, 'cooking': 1, 'space': 2}
        right = sum(names[label] == found for (label, _), found in zip(topic_texts(20), labels))
        self.assertGreater(right, 50)

    def test_json_and_lines_are_the_same(self):
        self.write('topics.txt', 'balls: goal, keeper^2\nfood: oven\nsky: orbit, "rocket"\n')
        self.write('topics.json', json.dumps({'balls': {'goal': 1, 'keeper': 2}, 'food': ['oven'],
                                              'sky': ['orbit', 'rocket']}))
        for name in ('topics.txt', 'topics.json'):
            self.succeed('cluster', 'texts.tsv', '--seed-words', name, '-o', name + '.out', '-q')
        self.assertEqual(*((self.folder / f'{name}.out/labels.txt').read_text()
                           for name in ('topics.txt', 'topics.json')))

    def test_wrong_files_are_refused_with_the_line(self):
        for text, message in (
                ('no colon here\n', 'line 1: expected "topic: word, word"'),
                ('a: x\na: y\n', 'line 2: the topic a is given twice'),
                ('a: x y, "z\n', 'line 1: a quote has no end'),
                ('a: x^-1\n', 'line 1: the weight -1 is not above 0'),
                ('a: x^many\n', 'line 1: the weight "many" is not a number'),
                ('a: x,,y\n', 'line 1: a word is empty'),
                ('# nothing\n', 'has no topics'),
                ('{"a": 3}', 'expected a list of words'),
                ('a: nosuchword\n', 'none of its words is in the vocabulary')):
            self.write('topics.txt', text)
            self.fail_with(1, ['cluster', 'texts.tsv', '--seed-words', 'topics.txt', '-k', 3, '-q'],
                           message)
        self.write('topics.txt', 'a: goal\nb: oven\n')
        arguments = ['cluster', 'texts.tsv', '--seed-words', 'topics.txt']
        self.fail_with(1, [*arguments, '-k', 1], 'give -k 2 or more')
        self.fail_with(1, [*arguments, '-k', 'auto'], 'give -k 2 or more')
        self.fail_with(1, [*arguments, '-m', 'kmeans'], 'does not accept')
        self.write('labels.txt', '1\n' * 60)
        self.fail_with(1, [*arguments, '--labels', 'labels.txt'], 'the classes are numbers')
        self.write('labels.txt', 'a\nc\nd\n' * 20)
        self.fail_with(1, [*arguments, '--labels', 'labels.txt', '-q'],
                       'the 2 topics of topics.txt and 2 other classes of --labels', 'give -k 4')
        for text, message in (('{"a": ["goal"], "a": ["oven"]}', 'the topic a is given twice'),
                              ('{"a": {"goal": 1, "goal": 2}}', 'the word "goal" is given twice')):
            self.write('topics.txt', text)
            self.fail_with(1, arguments, message)

    def test_labels_precede_words_and_conflicts_are_told(self):
        self.write('topics.txt', 'Football: goal, keeper\ncooking: oven\n')
        lines = [label for label, _ in topic_texts(20)]
        known = ['cooking' if i % 2 or label == 'cooking' else 'space'
                 for i, label in enumerate(lines)]
        self.write('labels.txt', '\n'.join(known) + '\n')
        arguments = ['cluster', 'texts.tsv', '--seed-words', 'topics.txt', '--labels',
                     'labels.txt', '-o', 'out']
        code, _, err = self.run_program(*arguments, '-k', 3)
        self.assertEqual(code, 0, err)
        self.assertIn('labels.txt: 2 documents have the words of another topic than the label', err)
        self.assertIn('words of Football, label', err)
        self.assertIn('labels are kept', err)
        self.assertIn('topic 0 is cooking', err)
        summary = json.loads((self.folder / 'out/summary.json').read_text())
        self.assertEqual(summary['titles'][0], 'cooking')
        seeds = summary['seed_words']
        self.assertEqual([seed['given'] for seed in seeds], [0, known.count('cooking')])
        self.assertEqual([seed['conflicts'] for seed in seeds], [2, 0])
        self.assertEqual([seed['topic'] for seed in seeds], [None, 0])
        self.assertEqual(summary['constraints']['classes'], ['Football', 'cooking', 'space'])
        known = [label if i % 2 else '' for i, label in enumerate(lines)]
        self.write('labels.txt', '\n'.join(known) + '\n')
        self.succeed(*arguments, '-k', 3)
        summary = json.loads((self.folder / 'out/summary.json').read_text())
        self.assertEqual(summary['titles'][:2], ['Football', 'cooking'])
        self.assertEqual([seed['given'] for seed in summary['seed_words']], [10, 10])
        labels = [int(line) for line in (self.folder / 'out/labels.txt').read_text().split()]
        self.assertEqual(labels, [['football', 'cooking', 'space'].index(label) for label in lines])

    def test_words_that_make_no_labels_are_told(self):
        self.write('topics.txt', 'a: goal, keeper\nb: keeper, goal\n')
        code, _, err = self.run_program('cluster', 'texts.tsv', '--seed-words', 'topics.txt')
        self.assertEqual(code, 0, err)
        self.assertIn('a and b have the same words', err)
        self.assertIn('no document gets a label, so that its words have no effect', err)


class Groups(Evidence):
    def test_shares_tests_and_terms_of_groups(self):
        self.table()
        out = self.succeed('cluster', 'texts.csv', '-k', 3, '--group-field', 'source',
                           '--group-field', 'year', '--date-field', 'year', '-o', 'out')
        self.assertIn('groups by source: 2, of which the shares differ in 3 of 3 topics', out)
        rows = self.rows('out/groups.csv')
        self.assertEqual({row['group'] for row in rows if row['field'] == 'source'},
                         {'wire', 'paper'})
        self.assertEqual([row['group'] for row in rows if row['field'] == 'year'][::3],
                         ['2020', '2021'])
        # Every third text is about cooking, and only these are of the wire.
        wire = [row for row in rows if row['group'] == 'wire']
        self.assertEqual(sorted(int(row['count']) for row in wire), [0, 0, 20])
        for row in rows:
            self.assertLessEqual(float(row['p_value']), float(row['p_adjusted']))
            self.assertEqual(float(row['p_adjusted']) < .05, row['field'] == 'source')
        summary = json.loads((self.folder / 'out/summary.json').read_text())
        self.assertEqual([one['field'] for one in summary['groups']], ['source', 'year'])
        self.assertEqual(sum(map(sum, summary['groups'][0]['counts'])), 59)

    def test_json_and_control_data_have_groups_too(self):
        pairs = topic_texts(20)
        self.write('texts.jsonl', ''.join(json.dumps({'text': text, 'by': i % 2}) + '\n'
                                          for i, (_, text) in enumerate(pairs)))
        self.write('texts.deb822', ''.join(
            f'Package: p{i}\nSource: s{i % 2}\nDescription: {text}\n\n'
            for i, (_, text) in enumerate(pairs)))
        for name, field in (('texts.jsonl', 'by'), ('texts.deb822', 'Source')):
            self.succeed('cluster', name, '-k', 3, '--group-field', field, '-o', name + '.out')
            rows = self.rows(name + '.out/groups.csv')
            self.assertEqual(sum(int(row['count']) for row in rows), 60)

    def test_a_field_with_one_value_is_left_out_and_told(self):
        self.write('one.csv', 'text,a,b\n' + ''.join(f'{text},x,{i % 2}\n' for i, (_, text)
                                                      in enumerate(topic_texts(10))))
        code, _, err = self.run_program('cluster', 'one.csv', '-k', 3, '--group-field', 'a',
                                        '--group-field', 'b', '-o', 'out')
        self.assertEqual(code, 0, err)
        self.assertIn('--group-field a: all documents have the value "x"', err)
        self.assertEqual({row['field'] for row in self.rows('out/groups.csv')}, {'b'})

    def test_a_value_that_is_called_other_stays_itself(self):
        self.write('many.csv', 'text,a\n' + ''.join(
            f'{text},{"(other)" if i < 8 else i % 70}\n'
            for i, (_, text) in enumerate(topic_texts(50))))
        code, _, err = self.run_program('cluster', 'many.csv', '-k', 3, '--group-field', 'a', '-o',
                                        'out')
        self.assertEqual(code, 0, err)
        self.assertIn('are one group, ((other))', err)
        counts = {}
        for row in self.rows('out/groups.csv'):
            counts[row['group']] = counts.get(row['group'], 0) + int(row['count'])
        self.assertEqual((counts['(other)'], len(counts)), (8, 50))
        self.assertEqual(sum(counts.values()), 150)

    def test_fields_that_do_not_exist_are_refused_before_the_fit(self):
        self.table()
        self.fail_with(1, ['cluster', 'texts.csv', '-k', 3, '--group-field', 'sorce'],
                       "did you mean 'source'?")
        self.fail_with(1, ['cluster', 'texts.tsv', '-k', 3, '--group-field', 'source'],
                       'has no fields with names')


@unittest.skipIf(support.is_sanitized(), 'accuracies, not memory errors')
class WorkedExamples(Evidence):
    """docs/topics: explanations.md, seed-words.md, groups.md."""

    def setUp(self):
        super().setUp()
        self.text = gzip.decompress(self.shared('bbc_news/docs.tsv.gz').read_bytes()).decode()
        self.lines = self.text.splitlines()

    def test_explanations(self):
        self.write('bbc.tsv', self.text)
        self.write('new.tsv', '\n'.join(self.lines[i] for i in (0, 599, 1499)) + '\n')
        self.succeed('cluster', 'bbc.tsv', '-k', 5, '-o', 'topics.manifact', '-q')
        self.succeed('assign', 'topics.manifact', 'new.tsv', '--explain', 3, '-o', 'new.json')
        for one in json.loads((self.folder / 'new.json').read_text()):
            self.assertEqual(len(one['explanation']), 3)
            self.assertGreater(one['explanation'][0]['contribution'], 0)

    def test_seed_words(self):
        self.write('bbc.tsv', self.text)
        self.write('topics.txt', 'business: market, shares, "interest rates"\n'
                                 'entertainment: film, music, actress\n'
                                 'politics: labour, tory, minister\nsport: match, cup, coach\n'
                                 'tech: software, users, computer\n')
        self.succeed('cluster', 'bbc.tsv', '--seed-words', 'topics.txt', '-o', 'seeded', '-q')
        summary = json.loads((self.folder / 'seeded/summary.json').read_text())
        self.assertEqual(summary['titles'],
                         ['business', 'entertainment', 'politics', 'sport', 'tech'])
        self.assertGreater(summary['evaluation']['accuracy'], .95)

    def test_groups(self):
        table = ['text\thalf\tclass']
        for i, line in enumerate(self.lines, 1):
            label, text = line.split('\t')[:2]
            table.append(f'{text}\t{"odd" if i % 2 else "even"}\tclass {label}')
        self.write('bbc.tsv', '\n'.join(table) + '\n')
        out = self.succeed('cluster', 'bbc.tsv', '-k', 5, '--text-field', 'text', '--group-field',
                           'half', '--group-field', 'class', '-o', 'out')
        self.assertIn('groups by half: 2, of which the shares differ in 0 of 5 topics', out)
        self.assertIn('groups by class: 5, of which the shares differ in 5 of 5 topics', out)


support.main()
