#!/usr/bin/env python3
"""The same results for any number of ranks."""
import json
import os
import random
import re
import subprocess

from mpirun import ALONE, RanksTest, support

RANKS = (1, 2, 3, 4, 8)
UPDATES = ('max-iterations=50', 'tolerance=0', 'restarts=1')
METHODS = {'lccf': ('update=mu', 'keep-data=no', *UPDATES),
           'cf': ('update=mu', 'keep-data=no', *UPDATES),
           'kmeans': ('restarts=1',), 'spherical-kmeans': ('restarts=1',),
           'ncut': ('tolerance=1e-9', 'graph-weight=cosine', 'duplicates=keep', 'refine=none',
                    'keep-data=no'),
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

    def test_job_of_one_process(self):
        """What a launcher or a job says of processes; those of another launcher are refused."""
        path = self.counts(n_blocks=2, documents=6)
        run = [support.PROGRAM, 'cluster', path, '-k', '2', '--force', '-o', 'out']
        for variables, refused in (({'PMI_SIZE': '4', 'PMI_RANK': '0'}, True),
                                   ({'PMI_SIZE': '1'}, False), ({'SLURM_NTASKS': '4'}, False),
                                   ({'SLURM_NTASKS': '4', 'SLURM_STEP_NUM_TASKS': '4',
                                     'SLURM_PROCID': '0'}, True), ({}, False)):
            done = subprocess.run(run, cwd=self.folder, env={**os.environ, **variables},
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, int(refused), done.stderr)
            self.assertEqual('but MPI knows only one' in done.stderr, refused, done.stderr)
        err = self.run_ranks(2, *run)[2]
        self.assertNotIn('but MPI knows only one', err)

    def test_fewer_documents_than_ranks(self):
        path = self.counts(n_blocks=2, documents=3)
        for method in (*METHODS, 'auto'):
            with self.subTest(method=method):
                self.cluster(8, path, '-k', 2, '-m', method, '-o', method, '-q')
                self.assertEqual(len(self.labels(f'{method}/labels.txt')), 6)

    def test_negative_value_on_one_rank(self):
        """The updates of all ranks are those for negative data."""
        rows = support.block_counts(n_blocks=4, documents=40)
        rows[37][3] = -2
        path = self.write('negative.mtx', support.matrix_market(rows))
        alone = self.same_start(0, path, 'lccf', 4, *METHODS['lccf'], 'split=factored')
        for size in RANKS:  # the split of ranks by default
            with self.subTest(ranks=size):
                divided = self.same_start(size, path, 'lccf', 4, *METHODS['lccf'])
                # A difference of sums over all rows, whose length is 1.
                self.assertLess(abs(divided[0] - alone[0]), 1e-12 * len(rows))
                self.assertEqual(divided[1:], alone[1:])

    def test_tdt2(self):
        path = support.SHARED / 'data' / 'tdt2' / 'X.mtx.gz'
        if not path.exists():
            self.skipTest('tdt2 is not there')
        self.compare(path, 30, 1e-12, (1, 3, 4))

    def given_graph(self, name, symmetric, n=160):
        """Documents of a block (the rest of their number by 4) in chains of several weights."""
        edges = [(i + step, i, 1 + (i + step) % 3 / 4) for step in (4, 12) for i in range(n - step)]
        if not symmetric:
            edges += [(j, i, weight) for i, j, weight in edges]
        lines = [f'%%MatrixMarket matrix coordinate real {"symmetric" if symmetric else "general"}',
                 f'{n} {n} {len(edges)}', *(f'{i + 1} {j + 1} {w}' for i, j, w in edges)]
        return self.write(name, '\n'.join(lines) + '\n')

    def test_given_graph(self):
        path = self.counts(n_blocks=4, documents=40)
        for name, symmetric in (('half.mtx', True), ('both.mtx', False)):
            graph = 'graph=' + self.given_graph(name, symmetric)
            alone = self.same_start(0, path, 'lccf', 4, *METHODS['lccf'], graph)
            for size in RANKS:
                with self.subTest(graph=name, ranks=size):
                    divided = self.same_start(size, path, 'lccf', 4, *METHODS['lccf'], graph)
                    self.assertLess(abs(divided[0] - alone[0]), 1e-12 * abs(alone[0]))
                    self.assertEqual(divided[1:], alone[1:])
            summary = json.loads(self.cluster(3, path, '-k', 4, '-m', 'lccf', '--graph', name,
                                              '--json', '-q'))
            self.assertEqual(summary['diagnostics']['graph'], 'given')
            self.assertEqual(summary['diagnostics']['graph_edges'], 156 + 148)
            self.assertEqual(summary['diagnostics']['graph_components'], 4)

    def zipf_counts(self, n=4300, m=500, length=10):
        """More documents than are always searched exactly, with frequent and rare words."""
        draws = random.Random(1)
        harmonic = sum(1 / c for c in range(1, m + 1))
        rows = [[1 + draws.randrange(3) if draws.random() < min(.9, length / harmonic / c) else 0
                 for c in range(1, m + 1)] for _ in range(n)]
        return self.write('zipf.mtx', support.matrix_market(rows))

    def test_approximate_graph(self):
        path = self.zipf_counts()
        words = (path, '-k', 5, '-m', 'lccf', '-s', 'graph-search=approximate', '-s',
                 'max-iterations=3', '--json', '-q', '--force', '-o', 'out')
        found = []
        for size in (1, 4, 4):
            summary = json.loads(self.cluster(size, *words))['diagnostics']
            self.assertEqual(summary['graph_search'], 'approximate')
            self.assertGreater(summary['graph_recall'], .92)
            self.assertLessEqual(summary['graph_recall'], 1)
            self.assertGreater(summary['graph_recall_sample'], 250)
            self.assertEqual(summary['ranks'], size)
            for name in ('graph_balance', 'entries_balance'):
                self.assertTrue(1 <= summary[name] < 1.5, name)
            found.append((summary['graph_edges'], self.labels('out/labels.txt'),
                          (self.folder / 'out/model.manifact').read_bytes()))
        self.assertEqual(found[1], found[2])

    def test_dry_run(self):
        path = self.counts(n_blocks=4, documents=40)
        self.given_graph('half.mtx', True)
        for graph in ((), ('--graph', 'half.mtx')):
            out = self.cluster(1, path, '-k', 4, '-m', 'lccf', '--dry-run', 3, '-q', *graph)
            names, *rows = [line.split() for line in out.splitlines()[:4]]
            table = [dict(zip(names, map(int, row))) for row in rows]
            self.assertEqual(sum(row['documents'] for row in table), 160)
            self.assertTrue(all(row['memory_bytes'] > 1e6 for row in table))
            self.assertEqual(graph == (), table[0]['ring_bytes'] > 0)
            if graph:
                self.assertEqual(sum(row['links'] for row in table), 2 * (156 + 148))
            else:
                _, _, err = self.run_ranks(3, support.PROGRAM, 'cluster', path, '-k', 4,
                                           '-m', 'lccf', '--ranks', '-q')
                sent = re.findall(r'^ +\d(?: +[\d.]+){6} +([\d.]+) +([\d.]+) +[\d.]+ *$',
                                  err, re.M)
                self.assertEqual(len(sent), 3, err)
                for row, (_, ring) in zip(table, sent):
                    self.assertAlmostEqual(float(ring), row['ring_bytes'] / 1e6, delta=.0006)
                # Most exchanges send these rows: their numbers are about the same on all ranks.
                exchanges = [float(rows) * 1e6 / row['row_bytes'] for row, (rows, _)
                             in zip(table, sent)]
                self.assertGreater(min(exchanges), 10)
                self.assertLess(max(exchanges), 1.1 * min(exchanges))
            self.assertRegex(out.splitlines()[-1], r'^largest memory of a rank: \d+ MB$')

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
