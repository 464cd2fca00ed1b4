"""NumPy's .npy and .npz and the fvecs of nearest-neighbor benchmarks, written here byte by byte.
The same matrix in every type, order and container gives the same graph, and what is malformed is
one sentence."""
import gzip
import io
import os
import struct
import unittest
import zipfile

import support
from support import ProgramTest

POINTS = [[(37 * i * i + 11 * j * (i + 3) + 5 * i) % 97 + 1 for j in range(5)] for i in range(24)]
COUNTS = support.block_counts()
CODES = {'i1': 'b', 'u1': 'B', 'b1': '?', 'i2': 'h', 'u2': 'H', 'i4': 'i', 'u4': 'I', 'i8': 'q',
         'u8': 'Q', 'f2': 'e', 'f4': 'f', 'f8': 'd'}


def header(text, version=(1, 0)):
    size = 2 if version[0] == 1 else 4
    text = text.encode('latin1') + b' ' * (-(len(text) + 9 + size) % 64) + b'\n'
    length = struct.pack('<H' if size == 2 else '<I', len(text))
    return b'\x93NUMPY' + bytes(version) + length + text


def literal(descr, shape, fortran=False):
    return "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, fortran, shape)


def numbers(values, descr):
    order = '>' if descr[0] == '>' else '<'
    return struct.pack(f'{order}{len(values)}{CODES[descr[1:]]}', *values)


def npy(rows, descr='<f4', fortran=False, version=(1, 0)):
    lines = zip(*rows) if fortran else rows
    return (header(literal(descr, (len(rows), len(rows[0])), fortran), version)
            + numbers([x for line in lines for x in line], descr))


def npy_list(values, descr='<i4'):
    return header(literal(descr, (len(values),))) + numbers(values, descr)


def npz(members, packing=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, 'w', packing) as archive:
        for name, content in members.items():
            archive.writestr(name + '.npy', content)
    return target.getvalue()


def sparse(rows, kind='csr', word=None, index='<i4', data='<f8'):
    entries = [(i, j, x) for i, row in enumerate(rows) for j, x in enumerate(row) if x]
    if kind == 'csc':
        entries.sort(key=lambda entry: (entry[1], entry[0]))
    members = {'data': npy_list([x for _, _, x in entries], data),
               'format': word or header(literal('|S3', ())) + kind.encode(),
               'shape': npy_list([len(rows), len(rows[0])], '<i8')}
    if kind == 'coo':
        entries.reverse()
        members.update(data=npy_list([x for _, _, x in entries], data),
                       row=npy_list([i for i, _, _ in entries], index),
                       col=npy_list([j for _, j, _ in entries], index))
    else:
        outer, inner = (0, 1) if kind == 'csr' else (1, 0)
        length = len(rows) if kind == 'csr' else len(rows[0])
        starts = [sum(entry[outer] < line for entry in entries) for line in range(length + 1)]
        members.update(indptr=npy_list(starts, index),
                       indices=npy_list([entry[inner] for entry in entries], index))
    return members


def fvecs(rows):
    return b''.join(struct.pack(f'<i{len(row)}f', len(row), *row) for row in rows)


def npy_of(content):
    """The type, the shape and the bytes of an array that the program wrote."""
    length, = struct.unpack('<H', content[8:10])
    facts = eval(content[10:10 + length], {})  # pylint: disable=eval-used
    return facts['descr'], facts['shape'], content[10 + length:]


class Same(ProgramTest):
    def graph(self, name, *arguments, **options):
        self.succeed('graph', name, '-p', 3, '--weight', 'binary', '-q', '-o', 'S.mtx', *arguments,
                     **options)
        return (self.folder / 'S.mtx').read_text()

    def setUp(self):
        super().setUp()
        self.write('points.csv', support.csv(POINTS))
        self.write('counts.mtx', support.matrix_market(COUNTS))
        self.points, self.counted = self.graph('points.csv'), self.graph('counts.mtx')
        self.assertNotEqual(self.points, self.counted)

    def check(self, content, expected, name='x', *arguments):
        self.write(name, content)
        self.assertEqual(self.graph(name, *arguments), expected)

    def test_every_type_order_and_version_of_npy(self):
        for code in sorted(set(CODES) - {'b1'}):
            for order in '|' if code[1] == '1' else '<>':
                for fortran in (False, True):
                    with self.subTest((order, code, fortran)):
                        self.check(npy(POINTS, order + code, fortran), self.points)
        for version in ((2, 0), (3, 0)):
            self.check(npy(POINTS, version=version), self.points)

    def test_booleans_are_zero_and_one(self):
        rows = [[int(x > 50 or j == 0) for j, x in enumerate(row)] for row in POINTS]
        self.write('bits.csv', support.csv(rows))
        self.check(npy(rows, '|b1'), self.graph('bits.csv'))

    def test_integers_that_a_float_cannot_hold_are_doubles(self):
        rows = [[(1 << 24) + x if j == 0 else x for j, x in enumerate(row)] for row in POINTS]
        rows[-1][0] = (1 << 40) + 1
        self.write('large.csv', support.csv(rows))
        expected = self.graph('large.csv', '--scaling', 'z-score')
        for descr in ('<i8', '>u8', '<f8'):
            self.check(npy(rows, descr), expected, 'x', '--scaling', 'z-score')

    def test_names_pipes_and_gzip(self):
        plain, rows = npy(POINTS), fvecs(POINTS)
        self.check(plain, self.points, 'x.npy')
        self.check(gzip.compress(plain), self.points, 'x.npy.gz')
        self.check(gzip.compress(plain), self.points, 'nameless')
        self.check(rows, self.points, 'x.fvecs')
        self.check(gzip.compress(rows), self.points, 'x.fvecs.gz')
        self.check(rows, self.points, 'x', '--format', 'fvecs')
        archive = npz({'a': plain})
        for content, options in ((plain, []), (gzip.compress(plain), []), (archive, []),
                                 (rows, ['--format', 'fvecs'])):
            self.assertEqual(self.graph('-', *options, stdin=content), self.points)

    def test_sparse_matrices(self):
        word = header(literal('<U3', ())) + 'csr'.encode('utf-32-le')
        for packing in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            for kind in ('csr', 'csc', 'coo'):
                self.check(npz(sparse(COUNTS, kind), packing), self.counted)
        self.check(npz(sparse(COUNTS, word=word)), self.counted)
        for index in ('<i8', '>i4', '<u2'):
            for data in ('<f4', '|u1', '>f8', '<i8'):
                for kind in ('csr', 'coo'):
                    self.check(npz(sparse(COUNTS, kind, index=index, data=data)), self.counted)
        mixed = sparse(COUNTS)
        mixed['indptr'] = sparse(COUNTS, index='<i8')['indptr']
        self.check(npz(mixed), self.counted, 'x.npz')

    def test_one_array_of_several(self):
        members = {'first': npy(COUNTS), 'second': npy(POINTS), 'list': npy_list([1, 2])}
        self.check(npz(members), self.points, 'x.npz', '--array', 'second')
        self.check(npz({'second': npy(POINTS)}), self.points)
        self.fail_with(1, ['graph', 'points.csv', '-p', 3, '--array', 'a'], 'points.csv', '--array')

    def test_every_command_reads_them(self):
        self.write('x.npz', npz(sparse(COUNTS)))
        self.succeed('cluster', 'x.npz', '-k', 3, '-q', '-o', 'out')
        labels = self.labels('out/labels.txt')
        assigned = self.succeed('assign', 'out/model.manifact', 'x.npz', '-q', '-o',
                                '-')
        self.assertTrue(support.same_groups([i % 3 for i in range(len(labels))], labels))
        self.assertEqual([int(line) for line in assigned.split()], labels)
        several = npz({'a': npy(COUNTS), 'b': npy_list([1])})
        self.write('several.npz', several)
        for command in (['suggest-k', '--to', 4], ['suggest-pairs', '-k', 3],
                        ['cluster', '-k', 3, '-m', 'kmeans']):
            self.succeed(command[0], 'several.npz', '--array', 'a', *command[1:])
        self.fail_with(1, ['vectorize', 'x.npz', '-o', 'y.mtx'], 'x.npz is already a matrix')


class Written(ProgramTest):
    def members(self, name):
        with zipfile.ZipFile(self.folder / name) as archive:
            self.assertIsNone(archive.testzip())
            return {member.removesuffix('.npy'): npy_of(archive.read(member))
                    for member in archive.namelist()}

    def entries(self, name):
        arrays = self.members(name)
        order = arrays['shape'][0][0]  # of the machine of the program
        self.assertIn(order, '<>')
        self.assertEqual((arrays['format'], arrays['shape'][:2]),
                         (('|S3', (), b'csr'), (order + 'i8', (2,))))
        lists = {}
        for member, code in (('indptr', 'i4'), ('indices', 'i4'), ('data', 'f8')):
            descr, (length,), content = arrays[member]
            self.assertEqual(descr, order + code)
            lists[member] = struct.unpack(f'{order}{length}{CODES[code]}', content)
        rows = [(i, e) for i in range(len(lists['indptr']) - 1)
                for e in range(lists['indptr'][i], lists['indptr'][i + 1])]
        return struct.unpack(order + '2q', arrays['shape'][2]), sorted(
            (i, lists['indices'][e], lists['data'][e]) for i, e in rows)

    def expected(self, name):
        lines = [line.split() for line in (self.folder / name).read_text().splitlines()
                 if not line.startswith('%')]
        return tuple(map(int, lines[0][:2])), sorted(
            (int(i) - 1, int(j) - 1, float(x)) for i, j, x in lines[1:])

    def test_vectorize_writes_what_it_writes_as_matrix_market(self):
        self.write('a.tsv', support.tsv(support.topic_texts()))
        self.succeed('vectorize', 'a.tsv', '-o', 'X.mtx')
        terms = (self.folder / 'X.terms.txt').read_bytes()
        self.succeed('vectorize', 'a.tsv', '-o', 'Y.npz')
        self.assertEqual(self.entries('Y.npz'), self.expected('X.mtx'))
        self.assertEqual((self.folder / 'Y.terms.txt').read_bytes(), terms)
        first = (self.folder / 'Y.npz').read_bytes()
        self.succeed('vectorize', 'a.tsv', '-o', 'Y.npz')
        self.assertEqual((self.folder / 'Y.npz').read_bytes(), first)

    def test_rows_are_written_some_at_a_time(self):
        # A row longer than 65536 entries, empty ones, and many that end within the next pieces.
        long = ' '.join(f'w{i}' for i in range(70000))
        texts = ['w1 w2', long, 'the', '']
        texts += [f'{long[i * 900:i * 900 + 9000]} w1' for i in range(60)]
        self.write('a.tsv', ''.join(text + '\n' for text in texts))
        self.succeed('vectorize', 'a.tsv', '-o', 'X.mtx')
        self.succeed('vectorize', 'a.tsv', '-o', 'X.npz')
        self.assertEqual(self.entries('X.npz'), self.expected('X.mtx'))
        written = (self.folder / 'X.npz').read_bytes()
        os.mkfifo(self.folder / 'pipe.npz')
        program = self.start('vectorize', 'a.tsv', '-q', '-o', 'pipe.npz')
        self.assertEqual((self.folder / 'pipe.npz').read_bytes(), written)
        self.assertEqual(program.communicate(), (b'', b''))

    def test_a_graph_is_written_and_used(self):
        self.counts()
        for name in ('S.mtx', 'S.npz'):
            self.succeed('graph', 'counts.mtx', '-p', 5, '-o', name)
        self.assertEqual(self.entries('S.npz'), self.expected('S.mtx'))
        used = [self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', 'ncut', '--graph', name,
                             '-q', '-o', 'out') + (self.folder / 'out/labels.txt').read_text()
                for name in ('S.mtx', 'S.npz')]
        self.assertEqual(used[0], used[1])

    def test_names_of_formats_that_are_not_written(self):
        self.counts()
        for name in ('S.npy', 'S.fvecs', 'S.npz.gz'):
            self.fail_with(1, ['graph', 'counts.mtx', '-p', 5, '-o', name], 'cannot write ' + name)


class Refused(ProgramTest):
    def refuse(self, content, *parts, name='x.npy', arguments=()):
        self.write(name, content)
        with self.subTest(parts):
            self.fail_with(1, ['graph', name, '-p', 3, *arguments], name, *parts)

    def test_types_that_are_no_numbers(self):
        for descr, part in (('|O', 'Python objects'), ('<c8', "dtype '<c8'"), ('<f16', '<f16'),
                            ('|S16', 'strings'), ('<U4', 'strings'), ('<M8[s]', '<M8[s]'),
                            ('<i3', '<i3'), ('', "dtype ''"), ('<f-4', '<f-4'), ('f4', "'f4'")):
            self.refuse(header(literal(descr, (2, 2))) + bytes(64), part)
        records = "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 2), }"
        self.refuse(header(records) + bytes(16), 'records')

    def test_shapes(self):
        for shape, part in (((), '()'), ((4,), '(4,)'), ((2, 2, 1), '(2, 2, 1)')):
            self.refuse(header(literal('<f4', shape)) + bytes(16 if shape else 4),
                        part + '; expected two dimensions')
        self.refuse(header(literal('<f4', (0, 3))), 'is empty', '(0, 3)')
        self.refuse(header(literal('<f4', (1 << 40, 1 << 40))), '2^63')
        self.refuse(header(literal('<f4', (1 << 62, 1 << 62, 0))), '2^63')
        self.refuse(header(literal('<f4', (1 << 70, 1))), '64 bits')
        self.refuse(header(literal('<f4', (1 << 40, 1))), 'truncated')
        self.refuse(header("{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 2), }"),
                    'expected a size')
        self.refuse(header(literal('<f4', (1,) * 65)) + bytes(4), 'too many dimensions')

    def test_headers(self):
        good = npy([[1, 2], [3, 4], [5, 6]])
        self.refuse(b'not an array', 'does not begin with')
        self.refuse(b'', 'does not begin with')
        for length in (6, 7, 9, 40):
            self.refuse(good[:length], 'ends within its .npy header')
        self.refuse(good[:6] + b'\4\0' + good[8:], 'version 4.0')
        self.refuse(b'\x93NUMPY\2\0\xff\xff\xff\x7f' + bytes(100), 'header of 2147483647 bytes')
        for text in ('', '{', '[' * 60000, '{' * 60000, "{'descr': '<f4'}", '{}', "{'descr: }",
                     literal('<f4', '(2, 2'), literal('<f4', '(2 2)'), literal('<f4', (2, 2)) + 'x',
                     literal('<f4', (2, 2))[:-2] + "'shape': (2, 2), }",
                     literal('<f4', (2, 2)).replace('False', '0'),
                     literal('<f4', (2, 2)).replace('descr', 'dtype')):
            self.refuse(header(text) + bytes(16), 'damaged .npy header')

    def test_sizes(self):
        good = npy([[1, 2], [3, 4], [5, 6]])
        self.refuse(good[:-1], 'has 23 of the 24 bytes')
        self.refuse(good + b'x', '1 bytes after its array')
        self.refuse(gzip.compress(good[:-1]), 'has 23 of the 24 bytes')
        self.refuse(gzip.compress(good + b'x'), 'further bytes')
        self.refuse(gzip.compress(header(literal('<i2', (1 << 31, 1 << 20)))), 'both sizes')
        self.refuse(gzip.compress(header(literal('<i2', (1 << 30, 1 << 30)))), 'has 0 of the')

    def test_arrays_beyond_a_given_memory_budget(self):
        rows, columns = 524, 501  # 1,050,096 bytes of floats
        floats = header(literal('<f4', (rows, columns))) + bytes(4 * rows * columns)
        halves = header(literal('<f2', (rows, columns))) + bytes(2 * rows * columns)
        for name, content in (
                ('x.npy', floats), ('x.npy', gzip.compress(floats)), ('x.npy', halves),
                ('x.npz', npz({'first': floats})),
                ('x.fvecs', rows * (struct.pack('<i', columns) + bytes(4 * columns)))):
            self.write(name, content)
            with self.subTest(name):
                self.fail_with(1, ['cluster', name, '-k', 2, '-s', 'memory-budget=1048576'], name,
                               'needs 1050096 bytes for its array, more than the memory-budget of '
                               '1048576')

    def test_values_that_are_not_finite(self):
        for bad, word in ((float('nan'), 'NaN'), (float('inf'), 'infinite')):
            rows = [[1.0, 2.0, 3.0] for _ in range(5)]
            rows[3][1] = bad
            for descr in ('<f2', '>f4', '<f8'):
                for fortran in (False, True):
                    self.refuse(npy(rows, descr, fortran), 'row 3, column 1 (counted from 0)', word)
            self.refuse(fvecs(rows), 'row 3, column 1', word, name='x.fvecs')
            for kind in ('csr', 'csc', 'coo'):
                self.refuse(npz(sparse(rows, kind)), 'row 3, column 1', word, name='x.npz')

    def test_fvecs(self):
        good = fvecs(POINTS)
        self.refuse(good[:-1], 'row 23', 'ends too early', name='x.fvecs')
        self.refuse(good + b'\5\0', 'row 24', 'ends within its length', name='x.fvecs')
        self.refuse(good + fvecs([[1, 2, 3, 4]]), 'row 24', 'length 4, but row 0 has 5',
                    name='x.fvecs')
        for length in (0, -1, 1 << 30):
            self.refuse(struct.pack('<i', length) + good, f'length {length}', name='x.fvecs')
        self.refuse(b'', 'is empty', name='x.fvecs')

    def test_archives(self):
        name = {'name': 'x.npz'}
        several = npz({'first': npy(POINTS), 'second': npy(POINTS)})
        self.refuse(several, '--array NAME', 'first, second', **name)
        self.refuse(several, 'no array third', 'first, second', arguments=['--array', 'third'],
                    **name)
        self.refuse(npz({'a': npy_list([1, 2, 3])}), 'array a', '(3,)', **name)
        self.refuse(npz({}), 'without NumPy arrays', **name)
        self.refuse(b'no archive', 'does not begin like a zip archive', **name)
        self.refuse(b'PK\3\4 and no more', 'not a .npz file', **name)
        self.refuse(several[:-30], 'not a .npz file', **name)
        for place in ('x.npz', 'nameless'):
            self.refuse(gzip.compress(several), 'compressed .npz file', name=place)
        damaged = bytearray(npz({'a': npy(POINTS)}, zipfile.ZIP_STORED))
        damaged[300] ^= 1
        self.refuse(bytes(damaged), 'array a', 'damaged', **name)
        bomb = header(literal('<f4', (3, 2))) + bytes(1 << 24)
        self.refuse(npz({'a': bomb}), 'bytes after its array', **name)
        self.refuse(npz({'a': header(literal('<f4', (1 << 20, 1 << 20)))}), 'has 0 of the', **name)

    def test_sparse_archives(self):
        def refuse(changed, *parts, kind='csr'):
            members = {**sparse(COUNTS, kind), **changed}
            self.refuse(npz({member: content for member, content in members.items() if content}),
                        *parts, name='x.npz')

        def word(text):
            return header(literal('|S%d' % len(text), ())) + text.encode()

        rows, columns = len(COUNTS), len(COUNTS[0])
        refuse({'format': word('bsr')}, 'format bsr', 'csr, csc and coo')
        refuse({'format': npy_list([1])}, 'expected a string')
        refuse({'indptr': None}, 'no array indptr')
        refuse({'indptr': npy_list([0, 1])}, 'indptr has 2 numbers, expected %d' % (rows + 1))
        refuse({'indptr': npy_list(list(range(rows, -1, -1)))}, 'indptr')
        refuse({'indptr': npy_list([0] * (rows + 1), '<f4')},
               'expected a one-dimensional array of integers')
        refuse({'indices': npy_list([0])}, 'indices has 1 number, expected')
        refuse({'shape': npy_list([rows])}, 'shape has 1 number, expected 2')
        refuse({'shape': npy_list([rows, 1])}, 'indices[')
        refuse({'shape': npy_list([0, 1])}, 'is empty')
        refuse({'shape': npy_list([1 << 40, 1], '<i8')}, 'both sizes')
        refuse({'shape': npy_list([(1 << 31) - 1, columns])}, '2147483647 rows, but has only',
               kind='coo')
        refuse({'shape': npy_list([(1 << 31) - 1, columns])}, '2147483647 rows, but has only',
               kind='csc')
        refuse({'shape': npy_list([rows, (1 << 31) - 1])}, '2147483647 columns, but has only',
               kind='coo')
        refuse({'shape': npy_list([2, columns])}, 'has the row', 'must lie in 0..1', kind='coo')
        refuse({'shape': npy_list([rows, 2])}, 'has the column', 'must lie in 0..1', kind='coo')
        refuse({'data': npy([[1, 2], [3, 4]])}, 'has 2 dimensions; expected one')


if __name__ == '__main__':
    support.main()
