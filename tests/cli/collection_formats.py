"""The 2,225 articles of BBC News in every format of tables: the same counts, ids and dates, and
clusters that are right by default. Read from ../shared (or MANIFACT_SHARED), skipped where they are
absent."""
import csv
import gzip
import io
import json
import sqlite3
from xml.sax.saxutils import escape

import support
from column_files import BYTE_ARRAY, DICTIONARY, ArrowField, Column, arrow, parquet, texts, \
    utf8
from literature import as_bibtex, as_nbib, as_ris
from spreadsheets import ods, xlsx

try:
    import numpy as np
except ImportError:
    np = None

NAMES = ('id', 'title', 'body', 'category', 'date')


def day(number):
    year, month = 2004 + number // 360 % 2, number // 30 % 12 + 1
    return f'{year}-{month:02}-{number % 28 + 1:02}'


def hashed_vectors(articles, size=384):
    """Random projections of the weighted words: their cosines are about those of the words."""
    words = {word: i for i, word in enumerate(sorted({word for row in articles
                                                      for word in row[2].split()}))}
    directions = np.random.default_rng(1).standard_normal((len(words), size))
    found = [[words[word] for word in row[2].split()] for row in articles]
    counts = np.zeros(len(words))
    for places in found:
        counts[list(set(places))] += 1
    weights = np.log(len(articles) / counts)
    vectors = np.array([(directions[places] * weights[places, None]).sum(0) for places in found])
    return np.round(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), 5)


class Articles(support.ProgramTest):
    def setUp(self):
        super().setUp()
        packed = self.shared('bbc_news/docs.tsv.gz').read_bytes()
        self.articles = []
        for i, line in enumerate(gzip.decompress(packed).decode().splitlines()):
            group, text = line.split('\t', 1)
            words = text.split(' ')
            self.articles.append((f'bbc{i:04}', ' '.join(words[:5]), ' '.join(words[5:]), group,
                                  day(i)))
        self.columns = [list(column) for column in zip(*self.articles)]

    def as_csv(self):
        out = io.StringIO()
        csv.writer(out).writerows([NAMES, *self.articles])
        return out.getvalue()

    def as_xlsx(self):
        shared = {text: i for i, text in enumerate(dict.fromkeys(
            escape(cell) for row in [NAMES, *self.articles] for cell in row))}
        rows = ''.join(f'<row r="{i}">' + ''.join(
            f'<c r="{chr(65 + j)}{i}" t="s"><v>{shared[escape(cell)]}</v></c>'
            for j, cell in enumerate(row)) + '</row>'
                       for i, row in enumerate([NAMES, *self.articles], 1))
        return xlsx(rows, [f'<t>{text}</t>' for text in shared])

    def as_ods(self):
        return ods('<table:table table:name="Data">' + ''.join(
            '<table:table-row>' + ''.join(
                f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p>'
                '</table:table-cell>' for cell in row) + '</table:table-row>'
            for row in [NAMES, *self.articles]) + '</table:table>')

    def as_parquet(self, codec):
        encodings = [0, 0, 0, DICTIONARY]
        columns = [Column(name, BYTE_ARRAY, texts(values), encoding, converted=0)
                   for name, values, encoding in zip(NAMES, self.columns, encodings)]
        return parquet(columns + [Column('date', BYTE_ARRAY, texts(self.columns[4]),
                                         converted=0)], codec, rows_per_group=1000,
                       rows_per_page=500)

    def as_feather(self):
        half = [slice(0, 1200), slice(1200, None)]
        return arrow([ArrowField(name, 5, {}, [([len(values[part])], utf8(values[part]))
                                               for part in half])
                      for name, values in zip(NAMES, self.columns)], 'lz4', as_file=True)

    def write_sqlite(self, name):
        with sqlite3.connect(self.folder / name) as database:
            database.execute('create table articles (id text, title, body, category, date)')
            database.executemany('insert into articles values (?, ?, ?, ?, ?)', self.articles)
        database.close()

    def counts(self):
        return [(self.folder / f'X.{ending}').read_bytes()
                for ending in ('mtx', 'terms.txt', 'ids.txt', 'labels.txt')]

    def check(self, name, *arguments, has_days=True):
        label = ('--label-field', 'journal' if name.endswith(('.ris', '.bib', '.nbib'))
                 else 'category')
        self.succeed('vectorize', name, '-o', 'X.mtx', '-q', *label, *arguments)
        self.assertEqual(self.counts(), self.expected)
        summary = json.loads(self.succeed('cluster', name, '-k', 5, '-q', '--json', '-o', 'out',
                                          '--report', 'none', '--force', *label, *arguments))
        self.assertEqual(summary['n_documents'], 2225)
        self.assertGreaterEqual(summary['evaluation']['accuracy'], .95)
        with open(self.folder / 'out/clusters.csv', newline='') as stream:
            rows = list(csv.DictReader(stream))
        self.assertEqual([row['id'] for row in rows], self.columns[0])
        dates = self.columns[4] if has_days else [date[:4] for date in self.columns[4]]
        self.assertEqual([row['date'][:len(date)] for row, date in zip(rows, dates)], dates)

    def test_every_format(self):
        self.write('bbc.csv', self.as_csv())
        self.succeed('vectorize', 'bbc.csv', '-o', 'X.mtx', '-q', '--label-field', 'category')
        self.expected = self.counts()
        self.write_sqlite('bbc.db')
        made = {'bbc.csv': self.as_csv, 'bbc.xlsx': self.as_xlsx, 'bbc.ods': self.as_ods,
                'bbc.feather': self.as_feather,
                **{f'{codec}.parquet': lambda codec=codec: self.as_parquet(codec)
                   for codec in ('none', 'snappy', 'zstd', 'gzip')}}
        for name, make in made.items():
            with self.subTest(name):
                self.write(name, make())
                self.check(name)
        with self.subTest('bbc.db'):
            self.check('bbc.db')
        for name, one in (('bbc.ris', as_ris), ('bbc.bib', as_bibtex), ('bbc.nbib', as_nbib)):
            with self.subTest(name):
                year = {'2004': 'PY  - 2004', 'bib': 'year = 2004', 'nbib': 'DP  - 2004 Mar 5'}
                kind = name.partition('.')[2]
                old = year['2004' if kind == 'ris' else kind]
                self.write(name, ''.join(
                    one(key, group, title, body).replace(old, old.replace('2004', date[:4]))
                    for key, title, body, group, date in self.articles))
                self.check(name, has_days=False)

    def test_json_with_vectors(self):
        if np is None:
            self.skipTest('numpy is missing')
        self.write('bbc.csv', self.as_csv())
        self.succeed('vectorize', 'bbc.csv', '-o', 'X.mtx', '-q', '--label-field', 'category')
        self.expected = self.counts()
        vectors = hashed_vectors(self.articles)
        self.write('bbc.jsonl', ''.join(
            json.dumps({**dict(zip(NAMES, row)), 'embedding': list(vector)}) + '\n'
            for row, vector in zip(self.articles, vectors.tolist())))
        self.check('bbc.jsonl')
        summary = json.loads(self.succeed('cluster', 'bbc.jsonl', '-k', 5, '-q', '--json',
                                          '--label-field', 'category', '--text-field', 'title,body',
                                          '--vector-field', 'embedding'))
        self.assertGreaterEqual(summary['evaluation']['accuracy'], .95)


if __name__ == '__main__':
    support.main()
