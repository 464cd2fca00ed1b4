"""The number of clusters on the command line: suggest-k and cluster -k auto."""
import json
import math
import random
import re

import support
from support import ProgramTest, block_counts, matrix_market, same_groups, topic_texts, tsv


class SuggestTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('counts.mtx', matrix_market(block_counts(n_blocks=4, documents=15)))

    def suggested(self, *arguments, name='counts.mtx'):
        return json.loads(self.succeed('suggest-k', name, '--json', '-q', '-s', 'neighbors=6',
                                       *arguments))


class SuggestK(SuggestTest):
    def test_the_blocks_are_counted_and_every_number_has_a_line(self):
        found = self.suggested('--from', 2, '--to', 9)
        self.assertEqual(list(found), ['k', 'reason', 'levels', 'warnings', 'table'])
        self.assertEqual(found['k'], 4)
        self.assertEqual([row['k'] for row in found['table']], list(range(2, 10)))
        for row in found['table']:
            self.assertEqual(list(row)[:6],
                             ['k', 'eigenvalue', 'gap', 'stability', 'score', 'status'])
            if row['k'] <= 4:
                self.assertEqual(row['status'], 'OK')
                self.assertAlmostEqual(row['score'],
                                       row['k'] * row['gap'] * max(0, row['stability']), 12)
        self.assertEqual(max(found['table'], key=lambda row: row['score'] or 0)['k'], 4)
        self.assertEqual(found['table'][-1]['why'], 'only 8 distinct documents have neighbors')
        out = self.succeed('suggest-k', 'counts.mtx', '--to', 9, '-s', 'neighbors=6')
        self.assertTrue(out.startswith('4 clusters suggested (range 2 to 9): '
                                       + found['reason'] + '\n'),
                        out)
        self.assertEqual([line.split()[0] for line in out.splitlines()
                          if line.endswith('suggested')], ['4'])

    def test_levels_are_the_numbers_at_which_samples_agree(self):
        found = self.suggested('--from', 2, '--to', 9)
        rows = {row['k']: row for row in found['table']}
        levels = [level['k'] for level in found['levels']]
        self.assertEqual(levels, sorted(levels))
        self.assertIn(4, levels)
        for level in found['levels']:
            self.assertEqual(level['stability'], rows[level['k']]['stability'])
            if level['k'] != 4:
                self.assertGreaterEqual(level['stability'], .8)
                self.assertTrue(level['k'] <= 2 or level['k'] >= 8)
                self.assertEqual(level['sureness'],
                                 'stable' if level['stability'] >= .9 else 'fairly stable')

    # As fits do.
    def test_square_data_that_compare_the_rows_are_told(self):
        draw = random.Random(4)
        points = [(i % 3 * 9 + draw.random(), draw.random()) for i in range(30)]
        off = [[abs(a - c) + abs(b - d) for c, d in points] for a, b in points]
        for name, rows in (('distances', off),
                           ('similarities', [[1 / (1 + x) for x in row] for row in off])):
            self.write('D.csv', ''.join(','.join(map(str, row)) + '\n' for row in rows))
            code, _, err = self.run_program('suggest-k', 'D.csv')
            self.assertEqual(code, 0, err)
            self.assertEqual(err.count(f'like {name}'), 1, err)
            found = json.loads(self.succeed('suggest-k', 'D.csv', '--json', '-q'))
            self.assertIn(f'like {name}', found['warnings'][0])
            code, _, err = self.run_program('cluster', 'D.csv', '-k', 'auto')
            self.assertEqual((code, err.count(f'like {name}')), (0, 1), err)
        self.write('X.svm', ''.join(f'{i % 3} 1:{a} 2:{b}\n' for i, (a, b) in enumerate(points)))
        for command in (['suggest-k', 'X.svm'], ['cluster', 'X.svm', '-k', 3]):
            err = self.run_program(*command)[2]
            self.assertEqual(err.count('the rows are scaled to unit length and compared'), 1, err)
        err = self.run_program('cluster', 'X.svm', '-k', 3, '-s', 'metric=euclidean', '--weighting',
                               'none', '-s', 'scaling=none')[2]
        self.assertNotIn('like points', err)
        self.write('X.csv', ''.join(f'{a},{b}\n' for a, b in points))
        self.assertEqual(json.loads(self.succeed('suggest-k', 'X.csv', '--json', '-q'))['warnings'],
                         [])

    def test_without_k_the_number_is_suggested_and_told(self):
        code, out, err = self.run_program('cluster', 'counts.mtx', '-s', 'neighbors=6')
        self.assertEqual(code, 0, err)
        self.assertIn('without -k the number of clusters is suggested', err)
        self.assertIn('4 clusters suggested', out)
        self.assertRegex(out, r'Levels by the agreement of samples: 4 \(0\.\d{3}, [a-z ]*\)')
        self.write('labels.txt', '1\n' * 60)
        self.fail_with(1, ['cluster', 'counts.mtx', '-m', 'rcf', '--labels', 'labels.txt'],
                       '-k is missing')

    def test_levels_auto_is_a_tree_at_the_suggested_levels(self):
        summary = json.loads(self.succeed('cluster', 'counts.mtx', '--levels', 'auto', '--json',
                                          '-q'))
        levels = [level['k'] for level in summary['suggestion']['levels']]
        self.assertEqual(summary['n_clusters'], levels[-1])
        self.assertEqual([level['groups'] if isinstance(level, dict) else level
                          for level in summary.get('levels', [])], levels[:-1])
        self.fail_with(1, ['cluster', 'counts.mtx', '--levels', 'auto', '-k', 4],
                       'mutually exclusive')

    def test_parts_of_clear_groups_are_no_level(self):
        draw = random.Random(1)
        self.write('points.csv', 'x,y\n' + ''.join(
            f'{[0, 10, 20][i % 3] + draw.gauss(0, 1)},{[0, 10, 0][i % 3] + draw.gauss(0, 1)}\n'
            for i in range(300)))
        summary = json.loads(self.succeed('cluster', 'points.csv', '--levels', 'auto', '--json',
                                          '-q'))
        self.assertEqual(summary['n_clusters'], 3)

    def test_any_number_of_threads_gives_the_same(self):
        self.assertEqual(self.suggested('--to', 8, '--threads', 1),
                         self.suggested('--to', 8, '--threads', 3))

    def test_without_to_it_ends_before_the_documents_do(self):
        self.write('few.mtx', matrix_market(block_counts(documents=4)))
        found = self.suggested(name='few.mtx')
        self.assertEqual(found['table'][-1]['k'], 11)
        failed = [row for row in found['table'] if row['status'] != 'OK']
        for row in failed:
            self.assertTrue(row['why'])
            self.assertIsNone(row['score'])

    def test_text_is_accepted_too(self):
        self.write('texts.tsv', tsv(topic_texts()))
        self.assertEqual(self.suggested('--to', 6, name='texts.tsv')['k'], 3)

    def test_bounds_are_reported(self):
        self.fail_with(1, ['suggest-k', 'counts.mtx', '--from', 1],
                       '--from 1: expected an integer from 2')
        self.fail_with(1, ['suggest-k', 'counts.mtx', '--from', 5, '--to', 4],
                       'to must be at least from, 5, not 4')
        self.fail_with(1, ['suggest-k', 'counts.mtx', '--to', 60],
                       'to is 60, but must be below the number of documents, 60')
        self.fail_with(1, ['suggest-k', 'counts.mtx', '-s', 'affinity=gram'], 'affinity=graph')
        self.fail_with(1, ['suggest-k', 'missing.mtx'], 'missing.mtx')


    def test_a_long_range_is_sampled_where_gaps_are_large_and_reported(self):
        self.write('more.mtx', matrix_market(block_counts(n_blocks=5, documents=30)))
        found = self.suggested('--to', 60, name='more.mtx')
        judged = [row for row in found['table'] if row['stability'] is not None]
        self.assertLessEqual(len(judged), 16)
        self.assertIn(found['k'], [row['k'] for row in judged])
        for row in found['table']:
            self.assertEqual('why' in row, row['stability'] is None, row)
        out = self.succeed('suggest-k', 'more.mtx', '--to', 60, '-s', 'neighbors=6')
        table = [line for line in out.splitlines() if re.match(r' *\d+ +[\d.e-]', line)]
        self.assertEqual(len(table), len(judged))
        skipped = [row for row in found['table'] if 'not sampled' in row.get('why', '')]
        self.assertGreater(len(skipped), 1)
        self.assertIn(f'too small: {len(skipped)} other numbers. --json', out)

    def test_numbers_that_cannot_be_evaluated_for_one_reason_share_a_line(self):
        out = self.succeed('suggest-k', 'counts.mtx', '--to', 12, '-s', 'neighbors=6')
        reasons = [line for line in out.splitlines() if 'distinct documents' in line]
        self.assertEqual(len(reasons), 1, out)
        self.assertRegex(reasons[0], r'^ *\d+ to 12 +- +- +- +- +only 8 distinct documents')

    def test_warnings_are_in_the_object_too(self):
        self.write('few.mtx', matrix_market(block_counts(documents=2)))
        found = self.suggested('--to', 5, '-s', 'min-df=1', name='few.mtx')
        self.assertEqual(found['warnings'][0],
                         'neighbors reduced from 6 to 5: there are only 6 documents')


class KAuto(SuggestTest):
    def test_a_kernel_is_not_taken_as_features(self):
        draw = random.Random(4)
        points = [(i % 3 * 9 + draw.random(), draw.random()) for i in range(60)]
        self.write('kernel.csv', ''.join(
            ','.join(str(math.exp(-(a - c) ** 2 - (b - d) ** 2)) for c, d in points) + '\n'
            for a, b in points))
        for method in 'auto', 'lccf', 'cf':
            with self.subTest(method):
                code, _, err = self.run_program('cluster', 'kernel.csv', '-k', 'auto', '-m',
                                                method, '-s', 'kernel=precomputed', '-o', method)
                self.assertEqual(code, 0, err)
                self.assertNotIn('features of the rows', err)
                self.assertTrue(same_groups(self.labels(method + '/labels.txt'),
                                            [i % 3 for i in range(60)]))

    def test_a_kernel_is_not_weighted(self):
        """By tf-idf the columns of a sparse kernel without zeros, which are in all rows, have no
        weight."""
        values = ''.join(f'{i + 1} {j + 1} {1 + 3 * (i % 3 == j % 3) + 5 * (i == j)}\n'
                         for i in range(60) for j in range(60))
        self.write('kernel.mtx', '%%MatrixMarket matrix coordinate integer general\n60 60 3600\n'
                   + values)
        code, _, err = self.run_program('cluster', 'kernel.mtx', '-k', 'auto', '-m', 'lccf', '-s',
                                        'kernel=precomputed', '-o', 'out')
        self.assertEqual(code, 0, err)
        self.assertNotIn('warning', err)
        self.assertTrue(same_groups(self.labels('out/labels.txt'), [i % 3 for i in range(60)]))

    def test_the_suggested_number_is_taken_by_any_method(self):
        for method in ('auto', 'kmeans', 'ncut'):
            self.succeed('cluster', 'counts.mtx', '-k', 'auto', '-m', method, '-q', '-o', 'out')
            summary = json.loads((self.folder / 'out/summary.json').read_text())
            self.assertEqual(summary['n_clusters'], summary['suggestion']['k'])
            self.assertEqual(summary['suggestion']['k'], 4, summary['suggestion'])
            self.assertTrue(same_groups(self.labels('out/labels.txt'), [i % 4 for i in range(60)]),
                            method)

    def test_the_summary_has_the_number_and_the_reason(self):
        out = self.succeed('cluster', 'counts.mtx', '-k', 'auto')
        self.assertIn('\n4 clusters suggested (range 2 to 40): the gap after eigenvalue 4', out)
        self.assertNotIn('suggested', self.succeed('cluster', 'counts.mtx', '-k', 4))
        self.assertNotIn('suggestion',
                         json.loads(self.succeed('cluster', 'counts.mtx', '-k', 4, '--json')))

    def test_a_value_that_is_not_a_number_is_refused(self):
        for wrong in ('automatic', '0', '-3', '2.5', ''):
            self.fail_with(1, ['cluster', 'counts.mtx', '-k', wrong],
                           'expected an integer from 1, or auto')


support.main()
