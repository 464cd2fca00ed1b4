"""Kernels and signed data from the command line: cluster, assign, and their reports."""
import json

import support
from support import ProgramTest, block_counts, csv, matrix_market, same_groups

BLOCKS = [i % 3 for i in range(36)]


def inner_products(rows, others):
    return [[sum(x * y for x, y in zip(row, other)) for other in others] for row in rows]


class Kernels(ProgramTest):
    def summary(self, *arguments, **options):
        return json.loads(self.succeed('cluster', *arguments, '--json', '--quiet', '-o', 'results',
                                       **options))

    def assigned(self, name):
        return [int(line)
                for line in self.succeed('assign', 'results/model.manifact', name, '-q', '-o',
                                         '-').split()]

    def test_every_kernel_finds_the_blocks_and_assigns_them(self):
        self.counts()
        self.write('new.mtx', matrix_market(block_counts(documents=20)))
        for method in ('auto', 'cf', 'lccf'):
            for kernel in (['polynomial'], ['polynomial', 'degree=3', 'offset=1'], ['rbf'],
                           ['rbf', 'bandwidth=0.5']):
                settings = [part for word in ['kernel=' + kernel[0], *kernel[1:]]
                            for part in ('-s', word)]
                summary = self.summary('counts.mtx', '-k', 3, '-m', method, *settings)
                self.assertTrue(same_groups(self.labels('results/labels.txt'), BLOCKS),
                                (method, kernel))
                self.assertEqual(summary['options']['kernel'], kernel[0])
                self.assertEqual(summary['diagnostics']['update_rule'], 'multiplicative')
                trained = self.labels('results/labels.txt')
                self.assertEqual(self.assigned('new.mtx'), [trained[i % 3] for i in range(60)],
                                 (method, kernel))

    def test_a_precomputed_kernel_is_the_input(self):
        rows, new = block_counts(), block_counts(documents=20)
        self.write('kernel.mtx', matrix_market(inner_products(rows, rows)))
        self.write('kernel.csv', csv(inner_products(rows, rows)))
        self.write('new.csv', csv(inner_products(new, rows)))
        for name in ('kernel.mtx', 'kernel.csv'):
            for method in ('auto', 'cf', 'lccf'):
                summary = self.summary(name, '-k', 3, '-m', method, '-s', 'kernel=precomputed')
                self.assertEqual((summary['diagnostics']['weighting'],
                                  summary['diagnostics']['scaling']), ('none', 'none'))
                trained = self.labels('results/labels.txt')
                self.assertTrue(same_groups(trained, BLOCKS), (name, method))
                self.assertEqual(self.assigned('new.csv'), [trained[i % 3] for i in range(60)],
                                 (name, method))

    def test_a_matrix_that_is_not_a_kernel_is_refused(self):
        self.write('skew.csv', '1,0.5\n0.2,1\n')
        self.fail_with(1, ['cluster', 'skew.csv', '-k', 1, '-s', 'kernel=precomputed'],
                       'not symmetric', 'K[0][1] is 0.5')
        self.counts()
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-s', 'kernel=precomputed'], '36 x 18')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-s', 'kernel=rbf', '-s', 'update=cd'],
                       'update=cd needs the linear kernel')
        self.fail_with(1,
                       ['cluster', 'counts.mtx', '-k', 3, '-s', 'kernel=polynomial', '-s',
                        'degree=0'], 'degree')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-s', 'kernel=cosine'],
                       'linear polynomial rbf precomputed')

    def test_signed_data_report_the_changed_defaults(self):
        self.write('signed.csv', csv([[x - 1 for x in row] for row in block_counts()]))
        for method, rule in (('auto', 'coordinate descent'), ('lccf', 'signed multiplicative')):
            code, out, err = self.run_program('cluster', 'signed.csv', '-k', 3, '-m', method,
                                              '--json', '-o', 'results')
            self.assertEqual(code, 0, err)
            self.assertEqual('the kernel has negative values' in err, method == 'lccf')
            summary = json.loads(out)
            if method == 'auto':  # these are points
                self.assertEqual(summary['options']['preset'], 'points')
                continue
            self.assertEqual(summary['options']['ncw'], 'none')
            self.assertEqual(summary['diagnostics']['update_rule'], rule)
            self.assertTrue(same_groups(self.labels('results/labels.txt'), BLOCKS), method)
            self.assertEqual(self.assigned('signed.csv'), self.labels('results/labels.txt'))

    def test_options_are_listed(self):
        for method in ('auto', 'cf', 'lccf'):
            listed = self.succeed('options', method, '--all')
            for name in ('kernel', 'degree', 'offset', 'bandwidth', 'split'):
                self.assertIn(name, listed)


if __name__ == '__main__':
    support.main()
