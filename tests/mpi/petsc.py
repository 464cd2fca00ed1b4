#!/usr/bin/env python3
"""Matrices of PETSc: binary files, and a Mat in memory by manifact_petsc.h. SLEPc checks the
eigensolver."""
import json
import os
import struct

from mpirun import RanksTest, support

PETSC = os.environ.get('PETSC')  # a program linked with PETSc and SLEPc


def petsc(matrix, index='i', value='d', **header):
    """A binary matrix as PETSc writes it."""
    entries = [[(j, x) for j, x in enumerate(row) if x] for row in matrix]
    flat = [pair for row in entries for pair in row]
    sizes = {'id': 1211216, 'rows': len(matrix), 'columns': len(matrix[0]), 'entries': len(flat),
             **header}
    lengths = [len(row) for row in entries]
    return b''.join(struct.pack(f'>{len(numbers)}{kind}', *numbers) for kind, numbers in (
        (index, list(sizes.values()) + lengths + [j for j, _ in flat]),
        (value, [x for _, x in flat])))


class BinaryFile(RanksTest):
    def test_same_values_as_matrix_market(self):
        rows = support.block_counts(n_blocks=3, documents=20)
        rows[7] = [0] * len(rows[7])
        expected = self.same_start(0, self.write('counts.mtx', support.matrix_market(rows)),
                                   'kmeans', 3)
        for index, value, header in (('i', 'd', {}), ('q', 'd', {}), ('q', 'f', {}),
                                     ('i', 'd', {'entries': 2**31 - 1})):
            path = self.write('counts.petsc', petsc(rows, index, value, **header))
            for ranks in (1, 3, 8):
                with self.subTest(index=index, value=value, ranks=ranks):
                    self.assertEqual(self.same_start(ranks, path, 'kmeans', 3)[1:], expected[1:])

    def test_triangles_of_symmetric_matrices_are_refused(self):
        n = 12
        for size in (1, 2, 3):
            rows = [[1 + (i + j) % 3 if abs(i - j) < 5 and j // size >= i // size else 0
                     for j in range(n)] for i in range(n)]
            path = self.write('triangle.petsc', petsc(rows, 'q'))
            for ranks in (1, 3):
                self.refused(ranks, ['cluster', path, '-k', 2, '-o', 'out'], 'MATSBAIJ')

    def test_program(self):
        rows = support.block_counts(n_blocks=3, documents=20)
        self.write('counts.petsc', petsc(rows, 'q'))
        self.cluster(3, 'counts.petsc', '-k', 3, '-o', 'out', '-q')
        self.assertTrue(support.same_groups(self.labels('out/labels.txt'),
                                            [i % 3 for i in range(60)]))

    def test_refused(self):
        rows = support.block_counts(n_blocks=3, documents=20)
        good = petsc(rows)
        nan = [list(row) for row in rows]
        nan[50][next(j for j, x in enumerate(nan[50]) if x)] = float('nan')
        cases = {'cut': (good[:-40], 'bytes'), 'header': (good[:20], 'truncated'),
                 'lengths': (good[:100], 'truncated'), 'longer': (good + b'12345', 'bytes'),
                 'entries': (petsc(rows, entries=7), '7 entries'),
                 'columns': (petsc(rows, columns=9), 'row '),
                 'negative': (petsc(rows, rows=-60), 'negative'),
                 'dense': (petsc(rows, entries=-1), 'dense'),
                 'vector': (petsc(rows, id=1211214), '1211214'),
                 'complex': (good + bytes(8 * sum(x > 0 for row in rows for x in row)), 'complex'),
                 'order': (good[3::-1] + good[4:], 'big-endian'), 'nan': (petsc(nan), 'row 50')}
        for name, (content, part) in cases.items():
            path = self.write('bad.petsc', content)
            for ranks in (1, 3):
                with self.subTest(case=name, ranks=ranks):
                    self.refused(ranks, ['cluster', path, '-k', 3, '-o', 'out'], 'bad.petsc', part,
                                 'rank ')


class Mat(RanksTest):
    SETTINGS = ('readout=argmax', 'lambda=1', 'keep-data=no', 'max-iterations=50', 'tolerance=0')

    def setUp(self):
        if not PETSC:
            self.skipTest('PETSc and SLEPc were not found')
        super().setUp()

    def lines(self, ranks, *words):
        code, out, err = self.run_ranks(ranks, PETSC, *words)
        self.assertEqual(code, 0, err)
        return [line.split() for line in out.splitlines()]

    def test_same_fit_as_of_the_file(self):
        rows = support.block_counts(n_blocks=4, documents=40)
        rows[7] = [0] * len(rows[7])
        path = self.write('counts.petsc', petsc(rows, 'q'))
        for ranks in (1, 2, 4):
            expected = self.same_start(ranks, path, 'gnmf', 4, *self.SETTINGS)
            for order in ('deal', 'keep'):
                for kind in ('aij', 'dense'):
                    with self.subTest(ranks=ranks, order=order, type=kind):
                        (objective, updates, *labels), largest = self.lines(
                            ranks, 'fit', path, 'gnmf', 4, order, kind, *self.SETTINGS)
                        self.assertEqual((int(updates), labels), expected[1:])
                        difference = abs(float(objective) - expected[0])
                        self.assertLessEqual(difference, 0 if order == 'deal' else 1e-12)
                        self.assertEqual(labels[7], '-1')
                        del labels[7], largest[7]
                        self.assertEqual(labels, largest)

    def test_more_ranks_than_rows(self):
        path = self.write('few.petsc', petsc(support.block_counts(n_blocks=2, documents=3), 'q'))
        (_, _, *labels), _ = self.lines(8, 'fit', path, 'auto', 2, 'deal', 'aij')
        self.assertTrue(support.same_groups(labels, [0, 1] * 3))

    def test_refused(self):
        rows = support.block_counts(n_blocks=3, documents=20)
        path = self.write('counts.petsc', petsc(rows, 'q'))
        rows[50][next(j for j, x in enumerate(rows[50]) if x)] = float('nan')
        nan = self.write('nan.petsc', petsc(rows, 'q'))
        for words, message in (((nan, 'kmeans', 3, 'deal', 'aij'), 'rank 2: row 10, column'),
                               ((path, 'kmeans', 3, 'gather', 'aij'), 'not the rows')):
            code, out, err = self.run_ranks(3, PETSC, 'fit', *words)
            self.assertNotEqual(code, 0)
            self.assertEqual(out, '')
            self.assertIn(message, err)
        # No rank has a result, and all know the reason: PETSC_ERR_LIB.
        self.assertEqual(self.lines(3, 'refused', nan), [['76', 'NULL']] * 3)

    def graph(self, n=160):
        S = [[0] * n for _ in range(n)]
        for step, weight in ((4, 1), (12, .5), (1, .05)):
            for i in range(n - step):
                S[i][i + step] = S[i + step][i] = weight * (1 + (i + step) % 3 / 4)
        return self.write('graph.petsc', petsc(S, 'q'))

    def test_graph(self):
        path = self.write('counts.petsc',
                          petsc(support.block_counts(n_blocks=4, documents=40), 'q'))
        settings = (*self.SETTINGS, 'graph=' + self.graph())
        for ranks in (1, 3):
            expected = self.same_start(ranks, path, 'gnmf', 4, *settings)
            for order in ('deal', 'keep'):
                (objective, updates, *labels), _ = self.lines(ranks, 'fit', path, 'gnmf', 4, order,
                                                              'aij', *settings)
                self.assertEqual((int(updates), labels), expected[1:])
                difference = abs(float(objective) - expected[0])
                self.assertLessEqual(difference, 0 if order == 'deal' else 1e-12)

    def test_eigenvalues(self):
        graph = self.graph()
        counts = self.counts(n_blocks=4, documents=40)
        for ranks in (1, 3):
            summary = json.loads(self.cluster(
                ranks, counts, '-k', 4, '-m', 'ncut', '--graph', graph, '-s', 'duplicates=keep',
                '-s', 'tolerance=1e-9', '-o', 'out', '--force', '--json', '-q'))
            found = summary['diagnostics']['eigenvalues'].split()
            expected = [float(line[0]) for line in self.lines(ranks, 'eigenvalues', graph, 6)]
            self.assertGreaterEqual(len(found), 5)
            for ours, theirs in zip(found, expected):  # of the Laplacian, and of the graph
                self.assertAlmostEqual(float(ours), 1 - theirs, delta=1e-9)


if __name__ == '__main__':
    support.main()
