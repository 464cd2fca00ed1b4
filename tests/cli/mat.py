"""MAT files assembled byte by byte from the description of version 5: sparse and dense, valid and
damaged. A matrix gives the same graph as in other formats; what is malformed is one sentence."""
import math
import struct

import support
from support import ProgramTest

POINTS = [[(37 * i * i + 11 * j * (i + 3) + 5 * i) % 97 + 1 for j in range(5)] for i in range(24)]
COUNTS = support.block_counts()
DOUBLE, SPARSE, BYTES, TEXT = 6, 5, 9, 4


def element(kind, payload):
    return struct.pack('<ii', kind, len(payload)) + payload + bytes(-len(payload) % 8)


def packed(values, code):
    return struct.pack(f'<{len(values)}{code}', *values)


def variable(name, kind, rows, columns, parts):
    """A matrix of a class, its parts behind the name."""
    return element(14, element(6, packed([kind, 8], 'i')) + element(5, packed([rows, columns], 'i'))
                   + element(1, name.encode()) + parts)


def dense(name, rows=POINTS):
    columns = [row[j] for j in range(len(rows[0])) for row in rows]
    return variable(name, DOUBLE, len(rows), len(rows[0]), element(9, packed(columns, 'd')))


def compressed(rows):
    """Rows, starts of columns and values."""
    entries = [(j, i, row[j]) for i, row in enumerate(rows) for j in range(len(row)) if row[j]]
    entries.sort()
    starts = [sum(entry[0] < j for entry in entries) for j in range(len(rows[0]) + 1)]
    return [entry[1] for entry in entries], starts, [entry[2] for entry in entries]


def sparse(name, rows, starts, values, shape=(2, 3)):
    return variable(name, SPARSE, *shape, element(5, packed(rows, 'i'))
                    + element(5, packed(starts, 'i')) + element(9, packed(values, 'd')))


def mat(*variables, head=b'MATLAB 5.0 MAT-file'):
    return head.ljust(116) + bytes(8) + b'\x00\x01IM' + b''.join(variables)


class Mat(ProgramTest):
    def setUp(self):
        super().setUp()
        self.skip_without('libmatio', 'x.mat', mat(dense('fea')))

    def graph(self, name, *arguments):
        self.succeed('graph', name, '-p', 3, '-q', '-o', 'S.mtx', *arguments)
        return (self.folder / 'S.mtx').read_text()

    def expect_graph_of(self, rows, content, is_sparse=False):
        self.write('x.mat', content)
        self.write('same', support.matrix_market(rows) if is_sparse else support.csv(rows))
        self.assertEqual(self.graph('x.mat'),
                         self.graph('same', '--format', 'mtx' if is_sparse else 'csv'))

    def refuse(self, content, *parts):
        self.write('x.mat', content)
        self.fail_with(1, ['graph', 'x.mat', '-p', 1, '-o', 'S.mtx'], 'x.mat', *parts)

    def test_dense_and_sparse_are_read(self):
        self.expect_graph_of(POINTS, mat(dense('fea')))
        self.expect_graph_of(COUNTS, mat(sparse('fea', *compressed(COUNTS),
                                                (len(COUNTS), len(COUNTS[0])))), True)
        rows = [[1, 0, 255], [3, 4, 250], [9, 0, 2], [8, 1, 7]]
        columns = bytes(row[j] for j in range(3) for row in rows)
        self.expect_graph_of(rows, mat(variable('fea', BYTES, 4, 3, element(2, columns))))

    def test_fea_is_taken_among_others_and_the_only_one_by_any_name(self):
        other = sparse('gnd', [0, 1, 0], [0, 2, 2, 3], [7, 8, 9])
        self.expect_graph_of(POINTS, mat(other, dense('fea')))
        self.expect_graph_of(POINTS, mat(dense('data')))
        self.refuse(mat(dense('left'), dense('right')), 'several others, and --array NAME',
                    'left, right')
        self.write('x.mat', mat(dense('left'), sparse('right', [0, 1, 0], [0, 2, 2, 3], [7, 8, 9])))
        self.succeed('graph', 'x.mat', '--array', 'left', '-p', 1, '-o', 'S.mtx')
        self.fail_with(1, ['graph', 'x.mat', '--array', 'middle', '-p', 1, '-o', 'S.mtx'],
                       "no real matrix 'middle'; there are: left, right")
        text = variable('text', TEXT, 1, 3, element(4, packed([97, 98, 99], 'H')))
        self.refuse(mat(text), 'no real matrix')
        self.refuse(mat(), 'no real matrix')

    def test_of_another_version_or_kind_is_refused(self):
        self.refuse(mat(dense('fea'), head=b'MATLAB 7.3 MAT-file'),
                    'the HDF5 library cannot open it')
        self.refuse(mat(dense('fea'), head=b'something else'), 'not a MAT file of version 5')
        self.fail_with(1, ['graph', 'missing.mat', '-p', 1, '-o', 'S.mtx'], 'missing.mat')
        self.fail_with(1, ['graph', '-', '--format', 'mat', '-p', 1, '-o', 'S.mtx'], 'MAT',
                       stdin=mat(dense('fea')))
        self.refuse(mat(variable('fea', DOUBLE, 0, 3, element(9, b''))), 'is empty')

    def test_sparse_logical_matrices_of_octave_are_refused(self):
        """Eight bytes or a row number for each value, where MATLAB writes one byte."""
        logical = SPARSE | 0x200
        places = element(5, packed([0, 1, 0], 'i')) + element(5, packed([0, 2, 2, 3], 'i'))
        ones = packed([1, 1, 1], 'd')
        for values in (element(9, ones), element(9, bytes([0, 7, 3])), element(2, bytes([5, 1, 1])),
                       element(2, bytes(24))):
            self.refuse(mat(variable('fea', logical, 2, 3, places + values)),
                        "the sparse matrix 'fea' has", 'save double(X)')
        whole = [[0, 1, 0], [1, 0, 1]]
        rows, starts, _ = compressed(whole)
        parts = element(5, packed(rows, 'i')) + element(5, packed(starts, 'i'))
        self.expect_graph_of(whole, mat(variable('fea', logical, 2, 3, parts +
                                                 element(9, bytes([1, 1, 1])))), True)

    def test_formats_of_octave_are_named(self):
        for content, name in ((b'# Created by Octave 7.3.0\n# name: X\n# type: matrix\n', 'text'),
                              (b'Octave-1-L\0\1\0\0\0X', 'binary')):
            for file in ('x.mat', 'x', 'x.txt'):
                self.write(file, content + b' ' * 200)
                self.fail_with(1, ['cluster', file, '-k', 2], file, name, 'save -v7')
                (self.folder / file).unlink()

    def test_damaged_is_refused(self):
        self.refuse(mat(sparse('fea', [0, 1, 2], [0, 2, 2, 3], [7, 8, 9])), 'indices[2]')
        self.refuse(mat(sparse('fea', [0, 1, 0], [0, 2, 1, 3], [7, 8, 9])),
                    'indptr[2] < indptr[1]')
        self.refuse(mat(sparse('fea', [0, 1, 0], [0, 2, 2, 4], [7, 8, 9])), 'damaged')
        self.refuse(mat(variable('fea', DOUBLE, 1, 2, element(9, packed([1, math.nan], 'd')))),
                    'NaN')
        whole = mat(dense('fea', POINTS[:2]))
        for size in range(len(mat()) + 1, len(whole), 7):
            with self.subTest(size):
                self.refuse(whole[:size], 'ends in the middle of a variable')


if __name__ == '__main__':
    support.main()
