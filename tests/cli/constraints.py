"""Labels and pairs on the command line: --labels, --constraints, their effect on the results, and
suggest-pairs."""
import json

import support
from support import ProgramTest, same_groups, topic_texts, tsv

N, K = 36, 3
METHODS = ('rcf', 'semi-lccf', 'ccf', 'gdcf', 'cnpcf', 'label-propagation')
EXPERIMENTAL = ('gdcf', 'cnpcf')  # reconstructions, without published numbers to meet
KEYS = (
    'n_labeled n_classes n_pairs n_repeated n_contradictions n_conflicts contradictions conflicts '
    'n_violated_labels n_violated_pairs'
        ' violated_labels violated_pairs').split()


class ConstraintsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.counts()
        self.write('labels.txt',
                   ''.join(f'{(7, 40, 300)[i % K] if i < 9 else 0}\n' for i in range(N)))
        self.write('pairs.txt',
                   '# document document weight\n\n0 3 1\n4, 1, 0.5\n0\t1\t-1\n+9 10 -1e0\n')

    def cluster(self, *arguments, name='counts.mtx'):
        self.succeed('cluster', name, '-k', K, '-q', '-o', 'out', *arguments)
        return json.loads((self.folder / 'out/summary.json').read_text())


class Cluster(ConstraintsTest):
    def test_experimental_methods_are_listed_as_such(self):
        listed = dict(line.split(None, 1) for line in self.succeed('methods').splitlines() if line)
        for method in METHODS:
            self.assertEqual(listed[method].startswith('experimental: '), method in EXPERIMENTAL)

    def test_labels_name_the_clusters_of_every_method_that_takes_them(self):
        for method in METHODS:
            summary = self.cluster('-m', method, '--labels', 'labels.txt')
            self.assertEqual(self.labels('out/labels.txt'), [i % K for i in range(N)], method)
            self.assertEqual(list(summary['constraints']), KEYS)
            self.assertEqual([summary['constraints'][key] for key in KEYS[:6]], [9, 3, 0, 0, 0, 0])
            self.assertEqual((summary['constraints']['n_violated_labels'],
                              summary['constraints']['violated_labels']), (0, []))

    def test_pairs_alone_find_the_blocks_too(self):
        summary = self.cluster('-m', 'rcf', '--constraints', 'pairs.txt')
        self.assertTrue(same_groups(self.labels('out/labels.txt'), [i % K for i in range(N)]))
        self.assertEqual(summary['constraints']['n_pairs'], 4)
        self.assertEqual(summary['options']['start'], 'lsi')

    def test_contradictions_and_violations_are_listed(self):
        self.write('wrong.txt', '0 3 -1\n9 12 1\n12 9 -1\n20 21 1\n5 5 1\n')
        known = self.cluster('-m', 'rcf', '--labels', 'labels.txt', '--constraints',
                             'wrong.txt')['constraints']
        self.assertEqual((known['n_labeled'], known['n_pairs'], known['n_repeated']), (9, 2, 1))
        self.assertEqual(known['contradictions'], [[0, 3, -1], [9, 12, 0]])
        self.assertEqual(known['conflicts'], [[0, 3, -1]])
        self.assertIn([0, 3, -1], known['violated_pairs'])
        self.assertEqual(known['n_violated_pairs'], len(known['violated_pairs']))
        code, out, err = self.run_program('cluster', 'counts.mtx', '-k', K, '-m', 'rcf', '--labels',
                                          'labels.txt', '--constraints', 'wrong.txt')
        self.assertEqual(code, 0)
        self.assertIn('constraints: 9 labels and 2 pairs; violated:', out)
        self.assertIn('2 pairs are both must-link and cannot-link', err)

    def test_documents_of_text_are_called_by_their_names(self):
        self.write('texts.tsv', tsv(topic_texts()))
        self.write('wrong.txt', '0 3 -1\n')
        known = self.cluster('-m', 'rcf', '--labels', 'labels.txt', '--constraints', 'wrong.txt',
                             name='texts.tsv')['constraints']
        self.assertEqual(known['contradictions'], [['line 1', 'line 4', -1]])
        self.assertEqual(known['violated_pairs'], [['line 1', 'line 4', -1]])

    def test_without_constraints_the_summary_has_none(self):
        self.assertNotIn('constraints', self.cluster('-m', 'rcf'))

    def test_json_is_the_summary(self):
        summary = json.loads(self.succeed('cluster', 'counts.mtx', '-k', K, '-m', 'rcf', '--labels',
                                          'labels.txt', '--json', '-q'))
        self.assertEqual(list(summary['constraints']), KEYS)

    def test_threads_change_no_byte(self):
        for threads in (1, 2, 5):
            self.succeed('cluster', 'counts.mtx', '-k', K, '-m', 'rcf', '--labels', 'labels.txt',
                         '--constraints', 'pairs.txt', '-q', '-o',
                         f'out{threads}', '--threads', threads)
        for name in ('labels.txt', 'clusters.csv', 'model.manifact'):
            self.assertEqual(len({(self.folder / f'out{threads}' / name).read_bytes()
                                  for threads in (1, 2, 5)}), 1, name)

    def test_new_documents_join_the_clusters_of_the_labels(self):
        for method in METHODS:
            self.cluster('-m', method, '--labels', 'labels.txt')
            self.assertEqual(list(map(int,
                                      self.succeed('assign', 'out/model.manifact',
                                                   'counts.mtx', '-o', '-').split())),
                                                   [i % K for i in range(N)], method)


class Errors(ConstraintsTest):
    def refused(self, *parts, labels=None, pairs=None, method='rcf', k=K):
        arguments = ['cluster', 'counts.mtx', '-k', k, '-m', method, '-o', 'out']
        for option, name, content in (('--labels', 'l.txt', labels),
                                      ('--constraints', 'p.txt', pairs)):
            if content is not None:
                self.write(name, content)
                arguments += [option, name]
        self.fail_with(1, arguments, *parts)

    def test_files_are_refused_by_name_and_line(self):
        self.refused('l.txt has 2 labels, but counts.mtx has 36 documents', labels='1\n2\n')
        self.refused('l.txt, line 3', labels='1\n2\nx\n' + '0\n' * 33)
        self.refused('l.txt, line 2: a label must be an integer from 1 to 2147483647, or 0 or -1 '
                     '(unknown), not -2', labels='1\n-2\n' + '0\n' * 34)
        self.refused('l.txt has both 0 and -1', labels='1\n-1\n' + '0\n' * 34)
        self.refused('l.txt, line 1', '2147483648', labels='2147483648\n' + '0\n' * 35)
        self.refused('p.txt, line 2: expected "document document weight", found "1 2"',
                     pairs='0 1 1\n1 2\n')
        for line in ('1 2 3 4', 'a 2 1', '1.5 2 1', '1 2 one', '1 2 1x', '1 2 0x1'):
            self.refused(f'p.txt, line 1: expected "document document weight", found "{line}"',
                         pairs=line + '\n')
        self.refused('p.txt, line 3: document 36 is not one of 0 to 35', pairs='\n# here\n0 36 1\n')
        self.refused('p.txt, line 1: document -1 is not one of 0 to 35', pairs='-1 3 1\n')
        self.refused('p.txt, line 1: weight 1.01 is not in [-1, 1]', pairs='1 3 1.01\n')
        self.refused('p.txt, line 1: weight nan is not in [-1, 1]', pairs='1 3 nan\n')
        self.refused('p.txt, line 1: document 4 cannot be apart from itself', pairs='4 4 -1\n')
        for option in ('--labels', '--constraints'):
            self.fail_with(1,
                           ['cluster', 'counts.mtx', '-k', K, '-m', 'rcf', option, 'missing.txt'],
                           'missing.txt')

    def test_more_classes_than_clusters_are_refused(self):
        self.refused('there are 3 different labels, more than the 2 clusters',
                     labels=''.join(f'{i % 2 + 1}\n' for i in range(33)) + '9\n' * 3, k=2)

    def test_methods_without_constraints_name_those_with_them_before_reading(self):
        for option in ('--labels', '--constraints'):
            self.fail_with(1,
                           ['cluster', 'missing.mtx', '-k', K, '-m', 'kmeans', option,
                            'missing.txt', '-o', 'out'],
                           "method 'kmeans' does not accept --labels or --constraints; methods "
                           "that do: rcf, semi-lccf, ccf, gdcf, cnpcf, label-propagation")

    def test_label_propagation_needs_labels(self):
        self.refused("method 'label-propagation' needs labels of some documents",
                     method='label-propagation')
        self.refused("method 'label-propagation' needs labels of some documents",
                     method='label-propagation', pairs='0 1 1\n')

    def test_no_result_replaces_the_constraint_files(self):
        for option in ('--labels', '--constraints'):
            (self.folder / 'out').mkdir(exist_ok=True)
            self.write('out/labels.txt', '1\n' * N)
            self.fail_with(1,
                           ['cluster', 'counts.mtx', '-k', K, '-m', 'rcf', option, 'out/labels.txt',
                            '-o', 'out'], 'out/labels.txt')


class SuggestPairs(ConstraintsTest):
    def questions(self, *arguments, name='counts.mtx'):
        return json.loads(self.succeed('suggest-pairs', name, '-k', K, '--json', '-q', *arguments))

    def test_answers_lead_to_all_groups_and_never_to_the_same_question(self):
        answers, seen = '', set()
        for _ in range(40):
            self.write('answers.txt', answers)
            for question in self.questions('--constraints', 'answers.txt', '-n', 2):
                first, second = question['first'], question['second']
                self.assertNotIn((first, second), seen)
                self.assertTrue(0 <= first < second < N)
                seen.add((first, second))
                answers += f'{first} {second} {1 if first % K == second % K else -1}\n'
        self.write('answers.txt', answers)
        self.cluster('-m', 'rcf', '--constraints', 'answers.txt')
        self.assertTrue(same_groups(self.labels('out/labels.txt'), [i % K for i in range(N)]))

    def test_lines_are_the_questions_of_the_json(self):
        lines = [line.split() for line in self.succeed('suggest-pairs', 'counts.mtx', '-k', K, '-n',
                                                       4, '--labels', 'labels.txt').splitlines()]
        found = self.questions('-n', 4, '--labels', 'labels.txt')
        self.assertEqual([(int(i), int(j)) for i, j, _ in lines],
                         [(one['first'], one['second']) for one in found])
        for (_, _, cosine), one in zip(lines, found):
            self.assertAlmostEqual(float(cosine), one['cosine'], delta=0.0006)
        self.assertNotIn('ids', found[0])

    def test_documents_of_text_have_names_and_the_seed_decides(self):
        self.write('texts.tsv', tsv(topic_texts()))
        found = self.questions('-n', 5, name='texts.tsv')
        for one in found:
            self.assertEqual(one['ids'], [f'line {one["first"] + 1}', f'line {one["second"] + 1}'])
        self.assertIn(f'  line {found[0]["first"] + 1}  line {found[0]["second"] + 1}\n',
                      self.succeed('suggest-pairs', 'texts.tsv', '-k', K))
        self.assertEqual(self.questions('-n', 5, '--threads', 3, name='texts.tsv'), found)
        self.assertNotEqual(self.questions('-n', 5, '--seed', 1, name='texts.tsv'), found)

    def test_an_end_of_questions_is_reported(self):
        self.write('all.txt', ''.join(f'{i % K + 1}\n' for i in range(N)))
        code, out, err = self.run_program('suggest-pairs', 'counts.mtx', '-k', K, '--labels',
                                          'all.txt')
        self.assertEqual((code, out), (0, ''))
        self.assertIn('there are no more pairs to ask about', err)

    # Documents in doubt and the typical ones of topics; nothing is asked twice.
    def test_a_model_asks_by_its_topics(self):
        self.write('texts.tsv', tsv(topic_texts()))
        self.succeed('cluster', 'texts.tsv', '-k', K, '-o', 'a.manifact', '-q')
        answers, seen = '', set()
        for _ in range(10):
            self.write('answers.txt', answers)
            found = json.loads(self.succeed('suggest-pairs', 'a.manifact', '--constraints',
                                            'answers.txt', '-n', 3, '--json', '-q'))
            for one in found:
                pair = one['first'], one['second']
                self.assertNotIn(pair, seen)
                seen.add(pair)
                self.assertTrue(0 <= one['margin'] <= 1)
                self.assertEqual(one['ids'], [f'line {i + 1}' for i in pair])
                answers += f'{pair[0]} {pair[1]} {1 if pair[0] % 2 else -1}\n'
        self.assertEqual(len(seen), 30)
        out = self.succeed('suggest-pairs', 'a.manifact', '-n', 2)
        self.assertRegex(out, r'^\d+ \d+ \d\.\d{3}  line \d+  line \d+\n# ')
        self.fail_with(1, ['suggest-pairs', 'a.manifact', '-k', K], 'are those of the model')
        self.fail_with(1, ['suggest-pairs', 'a.manifact', '--seed', 3], '--seed is of no use')
        self.fail_with(1, ['suggest-pairs', 'a.manifact', '--text-field', 'title'],
                       'fields and vectors of documents are those of the model')

    def test_usage_is_checked(self):
        self.fail_with(1, ['suggest-pairs', 'counts.mtx'], '-k is missing')
        self.fail_with(1, ['suggest-pairs', 'counts.mtx', '-k', 0], '-k')
        self.fail_with(1, ['suggest-pairs', 'counts.mtx', '-k', 2, '-n', 0], '-n')
        self.fail_with(1, ['suggest-pairs', 'counts.mtx', '-k', 2, '--labels', 'missing.txt'],
                       'missing.txt')
        self.write('short.txt', '1\n')
        self.fail_with(1, ['suggest-pairs', 'counts.mtx', '-k', 2, '--labels', 'short.txt'],
                       'short.txt has 1 label, but counts.mtx has 36 documents')
        self.fail_with(1, ['suggest-pairs', 'missing.mtx', '-k', 2], 'missing.mtx')


support.main()
