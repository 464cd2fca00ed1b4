"""Parquet, Arrow and safetensors, and vectors in a column of a table or a field of JSON."""
import gzip
import json
import math
import struct

import support
from column_files import (BOOLEAN, BYTE_ARRAY, DELTA_LENGTHS, DELTA_PACKED, DELTA_TEXTS,
                          DICTIONARY, DOUBLE, FIXED, FLOAT, INT32, INT64, INT96, PLAIN, RLE, SPLIT,
                          ArrowField, Column, Struct, arrow, numbers, parquet, safetensors, texts,
                          utf8, validity, views)
from text import TextTest

WORDS = ['flour', 'oven', None, 'goal "keeper"', 'Öl, pear', 'goal', 'oven\nflour', 'plum'] * 4
IDS = [f'{i:03}' for i in range(len(WORDS))]
DAYS = [19753 + i for i in range(len(WORDS))]  # from 2024-01-31


def text_columns(encoding=PLAIN, days=PLAIN):
    return [Column('id', BYTE_ARRAY, texts(IDS), encoding, logical=Struct({1: Struct()})),
            Column('body', BYTE_ARRAY, texts(WORDS), encoding, converted=0),
            Column('day', INT32, DAYS, days, logical=Struct({6: Struct()}))]


def points(count=60):
    """Vectors of two groups, their ids and labels."""
    vectors = [[math.sin(i) + (i % 2) * 9, math.cos(3 * i), 0.1 * (i % 5)] for i in range(count)]
    return vectors, [f'p{i}' for i in range(count)], [f'class{i % 2}' for i in range(count)]


class ColumnTest(TextTest):
    def setUp(self):
        super().setUp()
        self.write('words.csv', 'id,body\n' + ''.join(
            f'{i},"{(word or "").replace(chr(34), chr(34) * 2)}"\n'
            for i, word in zip(IDS, WORDS)))
        self.expected = self.read('words.csv', '--text-field', 'body')

    def check_words(self, name, *arguments, **options):
        self.assertEqual(self.read(name, *arguments, **options), self.expected)

    def error(self, name, content, *arguments, command=('vectorize', '-o', 'X.mtx')):
        self.write(name, content)
        code, _, err = self.run_program(command[0], name, *command[1:], *arguments)
        self.assertEqual(code, 1, err)
        return err.splitlines()[-1]


class Parquet(ColumnTest):
    def test_encodings_pages_and_compressions(self):
        for version in (1, 2):
            for encoding in (PLAIN, DICTIONARY, DELTA_LENGTHS, DELTA_TEXTS):
                with self.subTest(version=version, encoding=encoding):
                    self.write('a.parquet', parquet(text_columns(encoding), version=version))
                    self.check_words('a.parquet')
            for codec in ('snappy', 'gzip', 'zstd', 'lz4'):
                with self.subTest(version=version, codec=codec):
                    content = parquet(text_columns(), codec, version, rows_per_group=9)
                    self.write('a.parquet', content)
                    self.check_words('a.parquet')

    def test_from_a_pipe_compressed_and_under_any_name(self):
        content = parquet(text_columns(DICTIONARY), rows_per_group=10)
        self.write('a.bin', content)
        self.check_words('a.bin')
        self.check_words('-', stdin=content)
        self.check_words('-', '--format', 'parquet', stdin=content)
        self.write('a.parquet.gz', gzip.compress(content))
        self.check_words('a.parquet.gz')

    def test_the_example_of_the_documentation(self):
        self.write('news.parquet', parquet([
            Column('url', BYTE_ARRAY, texts(IDS), converted=0),
            Column('title', BYTE_ARRAY, texts(['plum'] * len(IDS)), converted=0),
            Column('body', BYTE_ARRAY, texts(WORDS), converted=0)]))
        ids, _, _, counts = self.read('news.parquet', '--text-field', 'title,body', '--id-field',
                                      'url')
        self.assertEqual(ids, IDS)
        self.assertIn((IDS[0], 'flour'), counts)
        self.assertEqual(sum(word == 'plum' for _, word in counts), len(IDS))

    def values(self, *columns):
        """What the cells of one-word columns are read as, each a document."""
        self.write('a.parquet', parquet(list(columns)))
        shown = []
        for column in columns:
            self.succeed('vectorize', 'a.parquet', '-o', 'X.mtx', '-q', '--id-field', column.name,
                         '--text-field', columns[0].name, '-s', 'stop-words=none')
            shown.append((self.folder / 'X.ids.txt').read_text().splitlines())
        return shown

    def test_types(self):
        n = 3
        word = Column('text', BYTE_ARRAY, texts(['flour', 'oven', 'goal']), converted=0)
        micro = Struct({8: Struct({1: True, 2: Struct({2: Struct()})})})
        milli = Struct({8: Struct({1: False, 2: Struct({1: Struct()})})})
        shown = self.values(
            word,
            Column('a', INT64, [1706704496500000, 0, -1], logical=micro),
            Column('b', INT64, [1706704496000, 1706704496120, 0], logical=milli),
            Column('c', INT32, [-150, 5, 12345], logical=Struct({5: Struct({1: 2, 2: 9})})),
            Column('d', FIXED, [(-150).to_bytes(9, 'big', signed=True),
                                (5).to_bytes(9, 'big'), (10**20).to_bytes(9, 'big')], width=9,
                   logical=Struct({5: Struct({1: 2, 2: 20})})),
            Column('e', BOOLEAN, [True, False, True], RLE),
            Column('f', INT32, [-1, 7, 8], converted=13),
            Column('g', INT64, [5, -3, 2**62], DELTA_PACKED),
            Column('h', DOUBLE, [0.1, 1e300, -2.5], SPLIT),
            Column('i', FLOAT, [0.5, 0.25, 1], SPLIT),
            Column('j', INT96, [struct.pack('<qI', 3600 * 10**9, 2440589)] * n),
            Column('k', FIXED, [bytes(range(16)), bytes(16), b'\xff' * 16], width=16,
                   logical=Struct({14: Struct()})))
        self.assertEqual(shown[1:], [
            ['2024-01-31 12:34:56.5Z', '1970-01-01 00:00:00Z', '1969-12-31 23:59:59.999999Z'],
            ['2024-01-31 12:34:56', '2024-01-31 12:34:56.12', '1970-01-01 00:00:00'],
            ['-1.50', '0.05', '123.45'], ['-1.50', '0.05', '1000000000000000000.00'],
            ['true', 'false', 'true'], ['4294967295', '7', '8'], ['5', '-3', str(2**62)],
            ['0.1', '1e+300', '-2.5'], ['0.5', '0.25', '1'], ['1970-01-02 01:00:00'] * n,
            ['00010203-0405-0607-0809-0a0b0c0d0e0f', '00000000-0000-0000-0000-000000000000',
             'ffffffff-ffff-ffff-ffff-ffffffffffff']])

    def test_nested_columns_are_left_out_and_named(self):
        columns = text_columns() + [
            Column('tags', BYTE_ARRAY, [texts(['pear', 'plum'])] * len(IDS), converted=0),
            Column('facts', INT32, [1] * len(IDS),
                   schema=[Struct({3: 0, 4: 'facts', 5: 1}), Struct({1: INT32, 3: 1, 4: 'a'})])]
        self.write('a.parquet', parquet(columns))
        self.check_words('a.parquet')
        _, _, err = self.run_program('vectorize', 'a.parquet', '-o', 'X.mtx')
        self.assertIn('left out, as columns of this kind are not read: facts (a structure)', err)
        err = self.error('a.parquet', parquet(columns), '--text-field', 'facts')
        self.assertIn('--text-field facts: it is a structure, which is not read', err)
        words = self.words('a.parquet', '--text-field', 'tags')
        self.assertEqual(words, ['pear plum'] * len(IDS))

    def test_numbers_are_a_matrix(self):
        rows = [[math.sin(i * j) for j in range(1, 5)] for i in range(40)]
        names = ['w', 'x', 'y', 'z']
        self.write('a.csv', ','.join(names) + '\n' + ''.join(
            ','.join(map(repr, row)) + '\n' for row in rows))
        self.write('a.parquet', parquet([
            Column(name, DOUBLE, [row[j] for row in rows], SPLIT) for j, name in enumerate(names)]))
        for name in ('a.csv', 'a.parquet'):
            self.succeed('cluster', name, '-k', 3, '-o', name + '.manifact', '-q')
        bits = [self.succeed('topics', 'show', name + '.manifact', 0, '--json')
                for name in ('a.csv', 'a.parquet')]
        self.assertEqual(*bits)
        self.assertIn('"x"', bits[1])

    def test_defects_name_the_file_and_the_column(self):
        content = parquet(text_columns())
        for name, damaged, part in [
                ('cut', content[:-20], 'is it complete?'),
                ('short', content[:9], 'it is too short'),
                ('long', content[:-8] + struct.pack('<I', len(content)) + b'PAR1',
                 'its footer is longer than the file'),
                ('key', content[:-4] + b'PARE', 'is an encrypted Parquet file')]:
            with self.subTest(name=name):
                self.assertIn(part, self.error('a.parquet', damaged))

        def changed(field, value, column='body'):
            def change(of, facts):
                if of.name == column:
                    facts[field] = value
            return self.error('a.parquet', parquet(text_columns(DICTIONARY), change=change))
        self.assertIn('column body is compressed with LZO', changed(4, 3))
        self.assertIn('column body is damaged: it has 5 values for 32 rows', changed(5, (5,)))
        self.assertIn('column body is damaged: it lies outside of the file', changed(7, (1 << 40,)))
        self.assertIn('column body is damaged: it has no dictionary', changed(11, (0,)))
        self.assertIn('column body: the data compressed with zstd are damaged', changed(4, 6))
        page = parquet([Column('text', INT32, [1, 2, 3], PLAIN)])
        self.assertIn('a.parquet, column text is damaged', self.error(
            'a.parquet', page.replace(bytes([0x15, 0, 0x15]), bytes([0x15, 0, 0x13]), 1)))
        self.assertIn('its encoding (6)', self.error('a.parquet', parquet(
            [Column('text', INT32, [1, 2, 3], DELTA_PACKED)]).replace(
                bytes([0x15, 2 * DELTA_PACKED]), bytes([0x15, 2 * DELTA_LENGTHS]))))


class Arrow(ColumnTest):
    def fields(self, **more):
        halves = [slice(0, 11), slice(11, None)]

        def field(name, kind, values, buffers, type_=None):
            return ArrowField(name, kind, type_ or {}, [
                ([len(values[half])], buffers(values[half])) for half in halves])
        return [field('id', 5, IDS, utf8), field('body', 5, WORDS, utf8),
                field('day', 8, DAYS, lambda values: numbers(values, 'i'), {0: ('h', 0)})]

    def test_files_streams_and_compressions(self):
        for codec in (None, 'lz4', 'zstd'):
            for as_file in (False, True):
                with self.subTest(codec=codec, as_file=as_file):
                    content = arrow(self.fields(), codec, as_file)
                    self.write('a.arrow', content)
                    self.check_words('a.arrow')
                    self.check_words('-', stdin=content)
        self.write('a.gz', gzip.compress(arrow(self.fields())))
        self.check_words('a.gz')

    def test_types_of_text(self):
        n = len(WORDS)
        ids = ArrowField('id', 20, {}, [([n], utf8(IDS, large=True))])
        seen = ArrowField('body', 24, {}, [([n], views(WORDS))], parts=1)
        self.write('a.arrows', arrow([ids, seen]))
        self.check_words('a.arrows')
        kinds = list(dict.fromkeys(word for word in WORDS if word))
        places = [None if word is None else kinds.index(word) for word in WORDS]
        looked_up = ArrowField('body', 5, {}, [([n], numbers(places, 'b'))],
                               dictionary=[(kinds[:2], False), (kinds[2:], True)])
        for as_file in (False, True):
            self.write('a.arrow', arrow([ids, looked_up], 'zstd', as_file))
            self.check_words('a.arrow')
        err = self.error('b.arrow', arrow([ids, ArrowField('body', 5, {}, [
            ([n], numbers([99] * n, 'b'))], dictionary=[(kinds, False)])]))
        self.assertIn('b.arrow, column body is damaged: an index is 99, but the dictionary has 7',
                      err)

    def test_defects(self):
        content = arrow(self.fields(), as_file=True)
        self.assertIn('is it complete?', self.error('a.arrow', content[:-3]))
        stream = arrow(self.fields())
        self.assertIn('a.arrows is a damaged file or stream of Arrow: it is truncated',
                      self.error('a.arrows', stream[:-100]))
        self.assertIn('big-endian', self.error('a.arrows', arrow(self.fields(), endian=1)))
        huge = ArrowField('text', 5, {}, [([1 << 40], utf8(['flour']))])
        self.assertIn('a buffer is shorter than its 1099511627776 values',
                      self.error('a.arrows', arrow([huge])))
        nothing = ArrowField('text', 1, {}, [([1 << 40], [])])
        self.assertIn('expands to more than 200 times its size',
                      self.error('a.arrows', arrow([nothing])))


class Vectors(ColumnTest):
    def test_columns_and_fields_of_every_format_give_the_same_clusters(self):
        vectors, ids, labels = points()
        singles = [list(struct.unpack('<3f', struct.pack('<3f', *row))) for row in vectors]
        flat = [value for row in singles for value in row]
        n = len(ids)
        child = ArrowField('item', 3, {0: ('h', 1)}, [])
        fixed = ArrowField('embedding', 16, {0: ('i', 3)},
                           [([n, len(flat)], [validity(ids), b'', numbers(flat, 'f')[1]])], [child])
        records = [{'id': i, 'label': label, 'embedding': row}
                   for i, label, row in zip(ids, labels, singles)]
        table = 'id,label,embedding\n' + ''.join(
            f'{one["id"]},{one["label"]},"{one["embedding"]}"\n' for one in records)
        files = {
            'a.csv': table,
            'a.tsv': table.replace(',"', '\t"').replace(',class', '\tclass').replace(
                'id,label,', 'id\tlabel\t').replace(', ', ' '),
            'a.jsonl': ''.join(json.dumps(one) + '\n' for one in records),
            'a.json': json.dumps(records),
            'a.parquet': parquet([
                Column('id', BYTE_ARRAY, texts(ids), converted=0),
                Column('label', BYTE_ARRAY, texts(labels), DICTIONARY, converted=0),
                Column('embedding', FLOAT, singles)], 'zstd', 2),
            'a.arrow': arrow([ArrowField('id', 5, {}, [([n], utf8(ids))]),
                              ArrowField('label', 5, {}, [([n], utf8(labels))]), fixed], 'lz4')}
        memberships = []
        for name, content in files.items():
            with self.subTest(name=name):
                self.write(name, content)
                self.succeed('cluster', name, '--vector-field', 'embedding', '-k', 2, '-o', 'out',
                             '-q')
                found = self.labels('out/labels.txt')
                self.assertEqual(len({(a, b % 2) for b, a in enumerate(found)}), 2)
                table = (self.folder / 'out/clusters.csv').read_text()
                self.assertIn('p17', table)
                memberships.append(table)
        self.assertEqual(len(set(memberships)), 1)

    def test_the_only_column_of_vectors_is_taken_beside_ids(self):
        vectors, ids, _ = points()
        columns = [Column('id', BYTE_ARRAY, texts(ids), converted=0),
                   Column('embedding', DOUBLE, vectors)]
        self.write('a.parquet', parquet(columns))
        _, _, err = self.run_program('cluster', 'a.parquet', '-k', 2, '-o', 'out')
        self.assertIn('the vectors of embedding, 3 numbers each, id: id', err)
        columns.append(Column('text', BYTE_ARRAY, texts(['flour oven'] * len(ids)), converted=0))
        self.write('b.parquet', parquet(columns))
        _, _, err = self.run_program('vectorize', 'b.parquet', '-o', 'X.mtx')
        self.assertIn('embedding holds vectors, left out; --vector-field embedding', err)

    def test_new_documents_are_assigned(self):
        vectors, ids, _ = points()
        self.write('a.jsonl', ''.join(json.dumps({'id': i, 'v': row}) + '\n'
                                      for i, row in zip(ids, vectors)))
        self.succeed('cluster', 'a.jsonl', '--vector-field', 'v', '-k', 2, '-o', 'a.manifact', '-q')
        self.succeed('assign', 'a.manifact', 'a.jsonl', '--vector-field', 'v', '-o', 'new.txt',
                     '-q')
        self.assertEqual(len(set(self.labels('new.txt'))), 2)

    def refuse(self, name, content, *arguments):
        return self.error(name, content, *arguments, command=('cluster', '-k', '2', '-o', 'out'))

    def test_defects_name_the_record(self):
        field = ['--vector-field', 'v']
        rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]

        def in_parquet(values):
            return parquet([Column('id', BYTE_ARRAY, texts(['a', 'b', 'c']), converted=0),
                            Column('v', DOUBLE, values)])
        for values, part in [
                (rows[:2] + [[1.0]], 'row 3: the vector has 1 number, but that of row 1 has 2'),
                (rows[:1] + [None, rows[2]], 'row 2: the vector is missing'),
                (rows[:1] + [[None, 1.0], rows[2]], 'row 2: the vector has no number in place 1')]:
            self.assertIn(part, self.refuse('a.parquet', in_parquet(values), *field))
        head = '{"v": [1, 2]}\n{"v": %s}\n{"v": [2, 3]}\n'
        for value, part in [('[1]', 'record 2: the vector has 1 number, but the first has 2'),
                            ('null', 'record 2: it has no vector'),
                            ('[1, "x"]', 'is not a number'), ('"a b"', 'is not a number'),
                            ('[1, null]', 'number 2 of the vector is')]:
            self.assertIn(part.split(': ')[-1], self.refuse('a.jsonl', head % value, *field))
        self.assertIn('NumPy shortens', self.refuse('a.csv', 'id,v\n1,"[1 2 ... 3]"\n', *field))
        self.assertIn('no field', self.refuse('a.csv', 'id,w\n1,"[1 2]"\n', *field))
        self.assertIn('but both name v', self.refuse('a.csv', 'id,v\n1,2\n', *field,
                                                      '--text-field', 'v'))
        self.write('a.npy', b'\x93NUMPY')
        self.assertIn('--vector-field names a column', self.refuse('a.npy', b'\x93NUMPY', *field))


class VectorsBesideText(TextTest):
    """Documents of two classes, of which every third has no word of its class."""
    def setUp(self):
        super().setUp()
        words = {0: 'flour oven sugar butter', 1: 'goal keeper match referee'}
        self.vectors = [[(2 if j == i % 2 else 0) + math.sin(9.7 * i + 5 * j) / 4 for j in range(4)]
                        for i in range(90)]
        self.records = []
        for i, vector in enumerate(self.vectors):
            own = ' '.join(words[i % 2].split()[(i // 3 + j) % 4] for j in range(3))
            self.records.append({
                'id': f'd{i}', 'embedding': [round(x, 5) for x in vector], 'body':
                f'news report {"plum pear apple grape".split()[i % 4]} {own if i % 3 else ""}'})
        self.write('a.jsonl', ''.join(json.dumps(record) + '\n' for record in self.records))
        self.write('a.csv', 'id,body,embedding\n' + ''.join(
            f'{r["id"]},{r["body"]},"{r["embedding"]}"\n' for r in self.records))
        self.write('a.parquet', parquet([
            Column('id', BYTE_ARRAY, texts([r['id'] for r in self.records]), converted=0),
            Column('body', BYTE_ARRAY, texts([r['body'] for r in self.records]), converted=0),
            Column('embedding', DOUBLE, [r['embedding'] for r in self.records])]))
        self.write('e.csv', ''.join(','.join(map(str, r['embedding'])) + '\n'
                                    for r in self.records))
        self.fields = '--text-field', 'body', '--vector-field', 'embedding'
        self.fit = '-k', 2, '-s', 'min-df=1', '-s', 'vector-weight=.5', '--force'

    def test_fields_of_all_formats_and_a_file_give_the_same_fit(self):
        expected = [self.records[i]['id'] for i in range(0, 90, 2)]
        seen = set()
        for name, how in [('a.jsonl', self.fields), ('a.csv', self.fields),
                          ('a.parquet', self.fields),
                          ('a.jsonl', ('--text-field', 'body', '--vectors', 'e.csv'))]:
            with self.subTest(name=name, how=how):
                self.succeed('cluster', name, *how, *self.fit, '-o', 'out', '-q')
                labels = self.labels('out/labels.txt')
                self.assertEqual([r['id'] for r, label in zip(self.records, labels)
                                  if label == labels[0]], expected)
                seen.add((self.folder / 'out/labels.txt').read_text())
        self.assertEqual(len(seen), 1)
        # The topics are those of the words.
        topics = json.loads((self.folder / 'out/topics.json').read_text())
        self.assertIn('flour', topics[labels[0]]['top_terms'])

    def test_the_number_of_topics_follows_from_both(self):
        summary = json.loads(self.succeed('cluster', 'a.jsonl', *self.fields, '-k', 'auto', '-s',
                                          'min-df=1', '--force', '--json'))
        self.assertEqual(summary['n_clusters'], 2)

    def test_what_takes_words_alone_says_so(self):
        self.succeed('cluster', 'a.jsonl', *self.fields, *self.fit, '-o', 'out', '-q')
        lines = (self.folder / 'a.jsonl').read_text().splitlines(keepends=True)
        for name, part in (('b.jsonl', lines[:40]), ('c.jsonl', lines[40:])):
            self.write(name, ''.join(part))
        code, _, err = self.run_program('assign', 'out/model.manifact', 'b.jsonl', 'c.jsonl')
        self.assertEqual(code, 0, err)
        self.assertIn('the vectors of several inputs are not read', err)
        code, _, err = self.run_program('assign', 'out/model.manifact', 'b.jsonl', '--explain', 2)
        self.assertEqual(code, 1)
        self.assertIn('uses the vectors of documents beside their words', err)

    def test_assign_and_update_take_the_fields_of_the_fit(self):
        self.succeed('cluster', 'a.jsonl', *self.fields, *self.fit, '-o', 'out', '-q')
        new = [dict(self.records[i], id=f'n{i}', body='news report plum') for i in range(6)]
        self.write('new.jsonl', ''.join(json.dumps(record) + '\n' for record in new))
        self.succeed('assign', 'out/model.manifact', 'new.jsonl', '-o', 'new.txt')
        fitted = self.labels('out/labels.txt')
        self.assertEqual(self.labels('new.txt'), fitted[:6])
        self.succeed('update', 'out/model.manifact', 'new.jsonl', '-o', 'grown', '-q')
        self.assertEqual(self.labels('grown/labels.txt')[90:], fitted[:6])
        for record in new:
            del record['embedding']
        self.write('bare.jsonl', ''.join(json.dumps(record) + '\n' for record in new))
        code, _, err = self.run_program('assign', 'out/model.manifact', 'bare.jsonl', '-o', 'b.txt')
        self.assertEqual(code, 0, err)
        self.assertIn('has no vectors: words alone are used', err)
        # A document without a vector among others.
        new[0]['embedding'] = None
        new[1]['embedding'] = self.records[1]['embedding']
        self.write('some.jsonl', ''.join(json.dumps(record) + '\n' for record in new))
        self.succeed('assign', 'out/model.manifact', 'some.jsonl', '-o', 'some.txt')
        self.assertEqual(self.labels('some.txt')[1], fitted[1])

    def test_a_model_of_vectors_alone_remembers_their_field(self):
        self.succeed('cluster', 'a.csv', '--vector-field', 'embedding', '-k', 2, '-o', 'out', '-q')
        for name in ('a.csv', 'a.jsonl', 'a.parquet'):
            self.succeed('assign', 'out/model.manifact', name, '-o', 'new.txt')
            self.assertEqual(self.labels('new.txt'), self.labels('out/labels.txt'))

    def test_what_does_not_fit_is_refused(self):
        def refused(part, *arguments):
            code, _, err = self.run_program('cluster', *arguments, *self.fit)
            self.assertEqual(code, 1, err)
            self.assertIn(part, err.splitlines()[-1])
        self.write('short.csv', '1,2\n3,4\n')
        refused('short.csv has 2 rows', 'a.jsonl', '--text-field', 'body', '--vectors', 'short.csv')
        refused('give one', 'a.jsonl', *self.fields, '--vectors', 'e.csv')
        refused('no field "none"', 'a.jsonl', '--text-field', 'body', '--vector-field', 'none')
        refused('no field "none"', 'a.csv', '--text-field', 'body', '--vector-field', 'none')
        refused('takes one input', 'a.jsonl', 'a.csv', *self.fields)
        code, _, err = self.run_program('cluster', 'a.jsonl', *self.fields, '-m', 'kmeans', '-k', 2)
        self.assertEqual((code, 'does not use vectors' in err), (1, True), err)
        self.write('bad.jsonl', (self.folder / 'a.jsonl').read_text().replace('[', '["x",', 1))
        refused('which is not a number', 'bad.jsonl', *self.fields)
        code, _, err = self.run_program('vectorize', 'a.jsonl', *self.fields, '-o', 'X.mtx')
        self.assertEqual((code, 'does not use them' in err), (1, True))

class Lines(ColumnTest):
    def test_vectors_of_word2vec_and_glove(self):
        vectors, ids, _ = points()
        lines = [f'{i} ' + ' '.join(map(repr, row)) for i, row in zip(ids, vectors)]
        lines[5] = lines[5].replace('p5 ', '. . . ')
        self.write('a.npy.csv', ''.join(','.join(map(repr, row)) + '\n' for row in vectors))
        self.succeed('cluster', 'a.npy.csv', '-k', 2, '-o', 'out', '-q')
        expected = self.labels('out/labels.txt')
        for name, head in (('a.txt', f'{len(ids)} 3'), ('a.vec', f'{len(ids)} 3'), ('b.txt', '')):
            with self.subTest(name=name, head=head):
                self.write(name, head + '\n' * bool(head) + '\n'.join(lines) + '\n')
                self.succeed('cluster', name, '-k', 2, '-o', 'out', '-q')
                self.assertEqual(self.labels('out/labels.txt'), expected)
                table = (self.folder / 'out/clusters.csv').read_text()
                self.assertIn(',. . .', table)
        # fastText counts the end of a line as a word.
        self.write('f.vec', f'{len(ids) + 2} 3\n' + ' \n'.join(lines[:9]) + ' \n</s> 9 9 9 \n' +
                   ' \n'.join(lines[9:]) + ' \n')
        code, _, err = self.run_program('cluster', 'f.vec', '-k', 2, '-o', 'out')
        self.assertEqual((code, self.labels('out/labels.txt')), (0, expected))
        self.assertIn('</s>, the end of a line, is left out', err)
        self.assertIn(f'declares {len(ids) + 2} vectors, the file has {len(ids) + 1}', err)
        for line, found in (('b 1 2', '2 at the end'),
                            ('4 5 6', 'no name; without it: sed 3d a.vec > NEW'),
                            ('  4 5 6', "no name; without it: grep -v '^[[:blank:]]' a.vec")):
            self.write('a.vec', f'2 3\na 1 2 3\n{line}\n')
            self.fail_with(1, ['cluster', 'a.vec', '--format', 'word2vec', '-k', 2, '-o', 'out'],
                           f'a.vec, line 3: expected a name and 3 numbers, found {found}')

    def test_tables_between_blanks(self):
        vectors, _, _ = points()
        rows = [' '.join(map(repr, row)) for row in vectors]
        for name, text in (('a.txt', 'x y z\n' + '\n'.join(rows) + '\n'),
                           ('b.txt', '"x" "y" "z"\n' + ''.join(
                               f'"{i}" {row}\n' for i, row in enumerate(rows)))):
            with self.subTest(name=name):
                self.write(name, text)
                self.succeed('cluster', name, '-k', 2, '-o', 'a.manifact', '-q')
                self.assertIn('"y"', self.succeed('topics', 'show', 'a.manifact', 0, '--json'))


class Safetensors(ColumnTest):
    def test_types_and_names(self):
        rows = [[i % 7 + 0.5, (i % 2) * 20.0] for i in range(30)]
        flat = [value for row in rows for value in row]
        packed = {'F64': struct.pack('<60d', *flat), 'F32': struct.pack('<60f', *flat),
                  'F16': struct.pack('<60e', *flat),
                  'BF16': b''.join(struct.pack('<f', value)[2:] for value in flat)}
        results = []
        for kind, content in packed.items():
            self.write('a.safetensors', safetensors(other=('F32', [1], bytes(4)),
                                                    x=(kind, [30, 2], content)))
            for name in ('a.safetensors', '-'):
                stdin = (self.folder / 'a.safetensors').read_bytes() if name == '-' else None
                self.succeed('cluster', name, '--array', 'x', '-k', 2, '-o', 'out', '-q',
                             **({'stdin': stdin} if stdin else {}))
                results.append((self.folder / 'out/labels.txt').read_text())
        self.assertEqual(len(set(results)), 1)
        err = self.error('a.safetensors', (self.folder / 'a.safetensors').read_bytes(),
                         command=('cluster', '-k', '2', '-o', 'out'))
        self.assertIn('has several arrays (other (1, F32), x (30 x 2, BF16)); --array NAME', err)

    def test_defects(self):
        command = ('cluster', '-k', '2', '-o', 'out')
        good = safetensors(x=('F32', [2, 2], bytes(16)))
        for content, part in [
                (good[:-3], 'is truncated'), (good[:20], 'ends within its header'),
                (good.replace(b'[2, 2]', b'[2, 3]'), 'another number of bytes than its shape'),
                (good.replace(b'F32', b'I64'), 'numbers of this type are not read'),
                (safetensors(x=('F32', [4], bytes(16))), 'expected a matrix')]:
            self.assertIn(part, self.error('a.safetensors', content, command=command))


if __name__ == '__main__':
    support.main()
