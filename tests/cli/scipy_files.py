"""Files that NumPy and SciPy write, and .npz files that SciPy reads; skipped without them."""
import unittest

import support
from support import ProgramTest

try:
    import numpy
    import scipy.io
    import scipy.sparse
except ImportError:
    numpy = None


@unittest.skipIf(numpy is None, 'NumPy and SciPy are missing (python3-numpy, python3-scipy)')
class Exchange(ProgramTest):
    def setUp(self):
        super().setUp()
        self.points = numpy.random.default_rng(0).integers(1, 100, (30, 6))
        numpy.savetxt(self.folder / 'points.csv', self.points, fmt='%d', delimiter=',')
        self.expected = self.graph('points.csv')

    def graph(self, name, *arguments):
        self.succeed('graph', name, '-p', 3, '--weight', 'binary', '-q', '-o', 'S.mtx', *arguments)
        return (self.folder / 'S.mtx').read_text()

    def test_arrays_of_every_type_and_order(self):
        for kind in 'f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8'.split():
            for order in 'CF':
                for endian in '<>':
                    with self.subTest((kind, order, endian)):
                        array = numpy.array(self.points, dtype=endian + kind, order=order)
                        numpy.save(self.folder / 'x.npy', array)
                        self.assertEqual(self.graph('x.npy'), self.expected)
        for version in ((1, 0), (2, 0), (3, 0)):
            with open(self.folder / 'x.npy', 'wb') as file:
                numpy.lib.format.write_array(file, self.points, version)
            self.assertEqual(self.graph('x.npy'), self.expected)

    def test_every_half_is_read_exactly(self):
        halves = numpy.arange(0x7c00, dtype=numpy.uint16).view(numpy.float16)
        rows = halves.reshape(-1, 128)
        numpy.save(self.folder / 'half.npy', rows)
        numpy.save(self.folder / 'single.npy', rows.astype(numpy.float32))
        outputs = []
        for name in ('half.npy', 'single.npy'):
            self.succeed('cluster', name, '-k', 2, '-m', 'ncut', '-s', 'keep-data=yes', '-q', '-o',
                         'out')
            outputs.append((self.folder / 'out/model.manifact').read_bytes())
        self.assertEqual(outputs[0], outputs[1])

    def test_archives(self):
        for save in (numpy.savez, numpy.savez_compressed):
            save(self.folder / 'x.npz', X=self.points)
            self.assertEqual(self.graph('x.npz'), self.expected)
            save(self.folder / 'x.npz', other=self.points[:5], X=self.points)
            self.assertEqual(self.graph('x.npz', '--array', 'X'), self.expected)
        objects = numpy.array([[1, None]], dtype=object)
        numpy.save(self.folder / 'o.npy', objects, allow_pickle=True)
        self.fail_with(1, ['graph', 'o.npy', '-p', 2], 'o.npy holds Python objects')

    def test_sparse_matrices(self):
        counts = scipy.sparse.csr_matrix(numpy.array(support.block_counts()))
        self.counts()
        expected = self.graph('counts.mtx')
        for kind in ('csr', 'csc', 'coo'):
            for dtype in (numpy.int64, numpy.float32, numpy.uint8):
                for compressed in (True, False):
                    scipy.sparse.save_npz(self.folder / 'x.npz',
                                          counts.asformat(kind).astype(dtype), compressed)
                    self.assertEqual(self.graph('x.npz'), expected)
        scipy.sparse.save_npz(self.folder / 'x.npz', counts.asformat('bsr'))
        self.fail_with(1, ['graph', 'x.npz', '-p', 2], 'format bsr')

    def test_scipy_reads_what_is_written(self):
        self.write('a.tsv', support.tsv(support.topic_texts()))
        self.succeed('vectorize', 'a.tsv', '-o', 'X.mtx')
        self.succeed('vectorize', 'a.tsv', '-o', 'X.npz')
        self.succeed('graph', 'points.csv', '-p', 4, '-o', 'S.npz')
        self.succeed('graph', 'points.csv', '-p', 4, '-o', 'S.mtx')
        for name in 'XS':
            read = scipy.sparse.load_npz(self.folder / (name + '.npz'))
            with open(self.folder / (name + '.mtx'), 'rb') as file:
                text = scipy.io.mmread(file)
            self.assertEqual(read.format, 'csr')
            self.assertEqual((read != text.tocsr()).nnz, 0)


if __name__ == '__main__':
    support.main()
