"""The user's own Parquet and Arrow files with the topics of their rows: what was in them is there
again byte for byte, and other programs read both."""
import gzip
import json
import os
import pathlib
import shutil
import struct
import subprocess

import support
from column_files import (BYTE_ARRAY, DICTIONARY, DOUBLE, INT32, PLAIN, ArrowField, Column, Struct,
                          arrow, numbers, parquet, texts, utf8)
from own_tables import ADDED, PAIRS, TableTest

WORDS = [text if i % 11 != 3 else None for i, (_, text) in enumerate(PAIRS)]
N = len(WORDS)
DAYS = [19753 + i if i % 5 else None for i in range(N)]
NPM = pathlib.Path(__file__).resolve().with_name('columns_by_npm.cjs')


def columns(encoding=PLAIN):
    nested = [Struct({3: 1, 4: 'point', 5: 1}), Struct({1: DOUBLE, 3: 0, 4: 'x'})]
    return [Column('id', BYTE_ARRAY, texts([f'd{i:03}' for i in range(N)]), encoding, converted=0),
            Column('text', BYTE_ARRAY, texts(WORDS), encoding, converted=0),
            Column('day', INT32, DAYS, logical=Struct({6: Struct()})),
            Column('Topic', INT32, [i % 3 for i in range(N)]),
            Column('point', DOUBLE, [i / 7 for i in range(N)], schema=nested)]


def fields():
    half = [slice(0, 17), slice(17, None)]

    def field(name, kind, values, buffers, type_=None, **more):
        return ArrowField(name, kind, type_ or {}, [([len(values[part])], buffers(values[part]))
                                                    for part in half], **more)
    kinds = ['small', 'large', 'größer']
    return [field('id', 5, [f'd{i:03}' for i in range(N)], utf8), field('text', 5, WORDS, utf8),
            field('day', 8, DAYS, lambda values: numbers(values, 'i'), {0: ('h', 0)}),
            field('kind', 5, [i % 3 for i in range(N)], lambda values: numbers(values, 'b'),
                  dictionary=[(kinds[:2], False), (kinds[2:], True)])]


def parquet_body(content):
    """The bytes before the footer."""
    size, = struct.unpack('<i', content[-8:-4])
    return content[:-8 - size]


class ColumnTable(TableTest):
    def column(self, name, field, *arguments):
        """The cells of a column, as they are read again."""
        self.succeed('vectorize', name, '-o', 'X.mtx', '-q', '--text-field', 'text', '--id-field',
                     field, '-s', 'stop-words=none', *arguments)
        return (self.folder / 'X.ids.txt').read_text().splitlines()

    def check(self, name, content, written, renamed=()):
        self.write(name, content)
        labels = self.cluster(name, '-q')
        self.assertIn(written, os.listdir(self.folder / 'out'))
        made = 'out/' + written
        names = [field + '_2' if field in renamed else field for field in ADDED]
        # A null has no id: it is the number of the row.
        cells = [['' if cell.startswith('row ') else cell for cell in self.column(made, field)]
                 for field in names]
        self.assertEqual(cells[4], ['false'] * N)
        self.check_columns(list(zip(*cells)), labels)
        for field in ('id', 'day'):
            self.assertEqual(self.column(made, field), self.column(name, field))
        self.assertEqual(self.column(made, 'id'), [f'd{i:03}' for i in range(N)])
        return self.out(written)


class Parquet(ColumnTable):
    def test_encodings_compressions_and_groups_of_rows(self):
        for codec in ('none', 'snappy', 'zstd', 'gzip', 'lz4'):
            for rows in (None, 16):
                with self.subTest(codec=codec, rows=rows):
                    content = parquet(columns(DICTIONARY if rows else PLAIN), codec,
                                      rows_per_group=rows)
                    made = self.check('a.parquet', content, 'table.parquet', ['topic'])
                    self.assertTrue(made.startswith(parquet_body(content)))

    def test_the_column_that_is_taken_is_told(self):
        self.write('a.parquet', parquet(columns()))
        err = self.run_program('cluster', 'a.parquet', '-k', 3, '-o', 'out')[2]
        self.assertIn('in the table that is written topic is topic_2, as a.parquet has such a '
                      'column already', err)
        self.assertIn('point (a structure)', err)

    def test_pipes_and_compressed_files(self):
        content = parquet(columns(), 'zstd')
        self.write('plain.parquet', content)
        self.cluster('plain.parquet', '-q')
        expected = self.out('table.parquet')
        self.write('a.parquet.gz', gzip.compress(content))
        for name, options in (('a.parquet.gz', {}), ('-', {'stdin': content})):
            with self.subTest(name):
                self.cluster(name, '-q', **options)
                self.assertEqual(self.out('table.parquet'), expected)

    def test_tables_of_numbers_and_of_vectors(self):
        for name, more in (('numbers', []), ('vectors', ['--vector-field', 'v'])):
            with self.subTest(name):
                values = [Column('v', DOUBLE, [[i % 3 * 9.0, i / 50] for i in range(60)])] if more \
                    else [Column('x', DOUBLE, [i % 3 * 9.0 for i in range(60)]),
                          Column('y', DOUBLE, [i / 50 for i in range(60)])]
                content = parquet(values + [Column('text', BYTE_ARRAY, texts(['flour'] * 60),
                                                   converted=0)][:len(more)], rows_per_group=25)
                self.write('a.parquet', content)
                labels = self.cluster('a.parquet', '-q', *more)
                self.assertTrue(self.out('table.parquet').startswith(parquet_body(content)))
                self.succeed('vectorize', 'out/table.parquet', '-o', 'X.mtx', '-q', '--text-field',
                             'outlier', '--id-field', 'topic')
                ids = (self.folder / 'X.ids.txt').read_text().split()
                self.assertEqual([int(one) for one in ids], labels)

    def test_schemas_of_spark_are_extended(self):
        content = parquet(columns())
        size, = struct.unpack('<i', content[-8:-4])
        schema = {'type': 'struct', 'fields': [{'name': 'id', 'type': 'string', 'nullable': True}]}
        pairs = [Struct({1: 'org.apache.spark.sql.parquet.row.metadata', 2: json.dumps(schema)}),
                 Struct({1: 'mine', 2: 'kept'})]
        # Field 5 follows field 4, the groups of rows.
        footer = content[-8 - size:-9] + Struct({5: pairs}).encoded().replace(b'\x59', b'\x19', 1)
        self.write('a.parquet', parquet_body(content) + footer + struct.pack('<i', len(footer)) +
                   b'PAR1')
        self.cluster('a.parquet', '-q')
        made = self.out('table.parquet')
        self.assertIn(b'"name":"membership","type":"double","nullable":true', made)
        self.assertIn(b'mine\x18\x04kept', made)

    def test_new_documents(self):
        self.write('a.parquet', parquet(columns()))
        self.cluster('a.parquet', '-q')
        self.write('new.parquet', parquet(columns(), 'snappy', rows_per_group=7))
        self.succeed('assign', 'out/model.manifact', 'new.parquet', '-q', '--explain', 3, '-o',
                     'labels.txt', '--table', 'mine.parquet')
        self.fail_with(1, ('assign', 'out/model.manifact', 'new.parquet', '-q', '--table', 'x.csv'),
                       '--table x.csv: the table is written in the format of new.parquet, as '
                       '.parquet')
        self.assertEqual([cell for cell in self.column('mine.parquet', 'topic_2')
                          if not cell.startswith('row ')],
                         [str(label) for label in self.labels('labels.txt') if label >= 0])
        self.assertRegex(self.column('mine.parquet', 'explanation')[0], r'^\w+ \+[\d.]+, ')
        self.fail_with(1, ('assign', 'out/model.manifact', 'new.parquet', '-q', '--table',
                           'new.parquet'), 'would overwrite the input')


class Arrow(ColumnTable):
    def test_files_streams_and_compressions(self):
        for codec in (None, 'lz4', 'zstd'):
            for as_file in (False, True):
                for name in (['a.arrow', 'a.feather'] if as_file else ['a.arrows']):
                    with self.subTest(codec=codec, name=name):
                        content = arrow(fields(), codec, as_file)
                        made = self.check(name, content, name.replace('a.', 'table.', 1))
                        kinds = self.column('out/' + name.replace('a.', 'table.', 1), 'kind')
                        self.assertEqual(kinds[:4], ['small', 'large', 'größer', 'small'])
                        self.assertEqual(made.startswith(b'ARROW1\0\0'), as_file)

    def test_a_stream_from_a_pipe(self):
        content = arrow(fields())
        self.write('a.arrows', content)
        self.cluster('a.arrows', '-q')
        expected = self.out('table.arrows')
        self.cluster('-', '-q', stdin=content)
        self.assertEqual(self.out('table.arrows'), expected)


class PackagesOfNpm(ColumnTable):
    """Written by apache-arrow, parquet-wasm and DuckDB, and what is written read by them."""

    def node(self, *arguments):
        node = shutil.which('node')
        if node is None:
            self.skipTest('node is missing')
        run = subprocess.run([node, NPM, *arguments], capture_output=True, text=True, timeout=300,
                             check=False)
        if run.returncode == 77:
            self.skipTest(run.stderr.strip())
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_round_trips(self):
        self.node('make', str(self.folder))
        names = [name for name in sorted(os.listdir(self.folder))
                 if name.endswith(('.parquet', '.arrow', '.arrows'))]
        self.assertEqual(len(names), 9)
        for name in names:
            with self.subTest(name):
                labels = self.cluster(name, '-q', '--text-field', 'text')
                before = json.loads(self.node('read', str(self.folder / name)))
                table, = (self.folder / 'out').glob('table.*')
                after = json.loads(self.node('read', str(table)))
                for reader, rows in before.items():
                    kept = [{key: value for key, value in row.items() if key not in ADDED}
                            for row in after[reader]]
                    self.assertEqual(kept, rows)
                    self.check_columns([['' if row[field] is None else str(row[field])
                                         for field in ADDED] for row in after[reader]], labels)


if __name__ == '__main__':
    support.main()
