#!/usr/bin/env python3
"""The same results for any number of ranks."""
import json
import subprocess

from mpirun import ALONE, RanksTest, support

RANKS = (1, 2, 3, 4, 8)
UPDATES = ('max-iterations=50', 'tolerance=0', 'restarts=1')
METHODS = {'lccf': ('update=mu', 'keep-data=no', *UPDATES),
           'cf': ('update=mu', 'keep-data=no', *UPDATES),
           'kmeans': ('restarts=1',), 'spherical-kmeans': ('restarts=1',),
           'ncut': ('tolerance=1e-9', 'graph-weight=cosine', 'duplicates=keep', 'keep-data=no'),
           'nmf': ('keep-data=no', *UPDATES),
           'gnmf': ('lambda=1', 'readout=argmax', 'keep-data=no', *UPDATES)}


class Ranks(RanksTest):
    def compare(self, path, k, tolerance, ranks=RANKS):
        for method, settings in METHODS.items():
            alone = self.same_start(0, path, method, k, *settings)
            for size in ranks:
                with self.subTest(method=method, ranks=size):
                    divided = self.same_start(size, path, method, k, *settings)
                    # Objectives are differences of sums of at least 1.
                    self.assertLess(abs(divided[0] - alone[0]), tolerance * max(abs(alone[0]), 1))
                    self.assertEqual(divided[1:], alone[1:])

    def test_small(self):
        self.compare(self.counts(n_blocks=4, documents=40), 4, 1e-12)

    def test_fewer_documents_than_ranks(self):
        path = self.counts(n_blocks=2, documents=3)
        for method in (*METHODS, 'auto'):
            self.cluster(8, path, '-k', 2, '-m', method, '-o', method, '-q')
            self.assertEqual(len(self.labels(f'{method}/labels.txt')), 6)

    def test_tdt2(self):
        path = support.SHARED / 'data' / 'tdt2' / 'X.mtx.gz'
        if not path.exists():
            self.skipTest('tdt2 is not there')
        self.compare(path, 30, 1e-12, (1, 3, 4))

    def test_same_bits_twice(self):
        path = self.counts(n_blocks=4, documents=40)
        first = [self.same_start(3, path, 'auto', 4) for _ in range(2)]
        self.assertEqual(first[0], first[1])

    def test_program(self):
        path = self.counts(n_blocks=4, documents=40)
        truth = [i % 4 for i in range(160)]
        for size in RANKS:
            folder = f'out{size}'
            summary = json.loads(self.cluster(size, path, '-k', 4, '-o', folder, '--json', '-q'))
            self.assertEqual(summary['n_documents'], 160)
            self.assertTrue(support.same_groups(self.labels(f'{folder}/labels.txt'), truth))
            names = sorted(p.name for p in (self.folder / folder).iterdir())
            self.assertEqual(names, sorted(set(support.RESULTS) - {'tree.json'} | set(names)))

    def test_model_opens_alone(self):
        path = self.counts(n_blocks=4, documents=40)
        self.cluster(3, path, '-k', 4, '-o', 'out', '-q')
        alone = subprocess.run([ALONE, 'assign', 'out/model.manifact', path],
                               cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        self.assertEqual(len(alone.stdout.splitlines()), 1 + 160)

    def test_same_values_by_blocks_of_the_file(self):
        """Entries in any order, with empty rows, comments and blank lines."""
        rows = support.block_counts(n_blocks=3, documents=20)
        header, size, *entries = support.matrix_market(rows).splitlines()
        entries = entries[::2] + ['', *reversed(entries[1::2])]
        path = self.write('mixed.mtx', '\n'.join([header, '% comment', size, *entries]) + '\n')
        expected = self.same_start(0, self.counts(n_blocks=3, documents=20), 'kmeans', 3)
        for size in (1, 3, 8):
            self.assertEqual(self.same_start(size, path, 'kmeans', 3)[1:], expected[1:])


if __name__ == '__main__':
    support.main()
