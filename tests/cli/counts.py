"""manifact convert, and files of counts that are mapped into memory."""
import gzip

import support
from support import ProgramTest, matrix_market, tsv


class Convert(ProgramTest):
    def setUp(self):
        super().setUp()
        self.counts()

    def test_the_clusters_are_those_of_the_matrix(self):
        out = self.succeed('convert', 'counts.mtx', 'X.counts')
        self.assertEqual(out, '36 rows, 18 columns, 170 entries\n')
        for method in ('kmeans', 'lccf', 'ncut'):
            for name in ('counts.mtx', 'X.counts'):
                self.succeed('cluster', name, '-m', method, '-k', 3, '-o', name + '.out')
            self.assertEqual(self.labels('X.counts.out/labels.txt'),
                             self.labels('counts.mtx.out/labels.txt'))

    def test_back_and_forth_and_compressed(self):
        self.succeed('convert', '-q', 'counts.mtx', 'X.counts')
        good = (self.folder / 'X.counts').read_bytes()
        self.succeed('convert', '-q', 'X.counts', 'Y.mtx')
        self.succeed('convert', '-q', 'Y.mtx', 'Y.counts')
        self.assertEqual((self.folder / 'Y.counts').read_bytes(), good)
        self.write('Z.counts.gz', gzip.compress(good))
        self.write('named', good)
        for name in ('Z.counts.gz', 'named'):
            self.succeed('convert', '-q', name, 'W.counts')
            self.assertEqual((self.folder / 'W.counts').read_bytes(), good)

    def test_a_file_that_is_replaced_keeps_its_permissions(self):
        for name in ('X.counts', 'Y.mtx'):
            path = self.folder / name
            path.touch()
            path.chmod(0o600)
            self.succeed('convert', '-q', 'counts.mtx', name)
            self.assertEqual(path.stat().st_mode & 0o777, 0o600, name)

    def test_a_matrix_in_the_order_of_its_rows_is_converted_in_parts(self):
        # The same entries in another order are read as a whole.
        for number, rows in enumerate((
                [(1, 2, '3'), (1, 1, '2'), (3, 4, '1'), (5, 1, '7')],
                [(2, 1, '0.1'), (2, 3, '1e-200')],
                [(1, 1, '16777217'), (4, 4, '0.5')])):
            lines = [f'{i} {j} {x}\n' for i, j, x in rows]
            head = f'%%MatrixMarket matrix coordinate real general\n% x\n5 4 {len(lines)}\n'
            self.write('a.mtx', head + '% y\n\n'.join(lines))
            self.write('b.mtx', head + ''.join(lines[1:] + lines[:1]))
            self.write('a.mtx.gz', gzip.compress((head + ''.join(lines)).encode()))
            made = []
            for name in ('a.mtx', 'b.mtx', 'a.mtx.gz'):
                self.succeed('convert', '-q', name, 'X.counts')
                made.append((self.folder / 'X.counts').read_bytes())
            self.assertEqual(made[0], made[1], number)
            self.assertEqual(made[0], made[2], number)
        self.write('c.mtx', head.replace('5 4 2', '5 4 3') + '1 1 1\n1 1 2\n2 9 1\n')
        self.fail_with(1, ['convert', 'c.mtx', 'Y.counts'], 'line 6', 'a column number in 1..4')
        self.assertFalse((self.folder / 'Y.counts').exists())

    def test_vectorize_writes_what_convert_does(self):
        self.write('a.tsv', tsv(support.topic_texts()))
        self.succeed('vectorize', 'a.tsv', '-o', 'X.mtx')
        self.succeed('vectorize', 'a.tsv', '-o', 'Y.counts')
        self.succeed('convert', '-q', 'X.mtx', 'X.counts')
        self.assertEqual((self.folder / 'X.counts').read_bytes(),
                         (self.folder / 'Y.counts').read_bytes())
        self.assertEqual((self.folder / 'X.terms.txt').read_text(),
                         (self.folder / 'Y.terms.txt').read_text())

    def test_what_is_not_counts_is_refused(self):
        self.write('a.tsv', tsv(support.topic_texts()))
        self.fail_with(1, ['convert', 'a.tsv', 'X.counts'], 'vectorize')
        self.write('b.csv', '1,2\n3,0.5\n')
        self.fail_with(1, ['convert', '-q', 'b.csv', 'X.counts'], '0.5', 'not counts')
        self.write('c.csv', '1,0,2\n3,0,0\n')
        code, _, err = self.run_program('convert', 'c.csv', 'X.counts')
        self.assertEqual(code, 0, err)
        self.assertIn('dense table', err)
        self.succeed('convert', '-q', 'X.counts', 'X.mtx')
        expected = matrix_market([[1, 0, 2], [3, 0, 0]]).replace('integer', 'real')
        self.assertEqual((self.folder / 'X.mtx').read_text(), expected)
        self.fail_with(1, ['convert', 'X.counts', 'X.counts'], 'overwrite')
        self.fail_with(1, ['convert', 'X.counts', 'Y.counts.gz'], '.counts')

    def test_a_damaged_file_is_one_sentence(self):
        self.succeed('convert', '-q', 'counts.mtx', 'X.counts')
        good = (self.folder / 'X.counts').read_bytes()
        for bad, word in ((good[:-1], 'truncated'), (good[:20], 'truncated'),
                          (good[:16] + b'\xff' + good[17:], 'checksum')):
            self.write('bad.counts', bad)
            self.fail_with(1, ['cluster', 'bad.counts', '-k', 3], 'bad.counts', word)


if __name__ == '__main__':
    support.main()
