"""Every command of docs/formats.md runs on files of the names that it gives."""
import csv
import gzip
import io
import json
import pathlib
import re
import shlex
import sqlite3
import struct
import subprocess

import support
from cells import compressed, matrix_market
from column_files import BYTE_ARRAY, FLOAT, ArrowField, Column, arrow, parquet, texts, utf8
from literature import as_bibtex, as_nbib, as_ris
from spreadsheets import inline, xlsx
from support import topic_texts

try:
    import h5py
    import numpy as np
except ImportError:
    h5py = np = None

PAGE = pathlib.Path(__file__).resolve().parents[2] / 'docs/formats.md'
PAIRS = topic_texts()
N = len(PAIRS)
NAMES = ['id', 'title', 'body', 'day', 'url', 'text']


def row(i):
    label, text = PAIRS[i]
    return [f'd{i}', ' '.join(text.split()[:3]), text, f'2024-03-{i % 28 + 1:02}',
            f'http://x.org/{i}', text]


ROWS = [row(i) for i in range(N)]
VECTORS = [[i % 3 * 5 + i / N, i % 2 + i / N, -i / N] for i in range(N)]


def table(above=''):
    out = io.StringIO()
    out.write(above)
    csv.writer(out, lineterminator='\n').writerows([NAMES, *ROWS])
    return out.getvalue()


def npy(rows):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    head = head.ljust(117) + '\n'
    return (b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode()
            + b''.join(struct.pack('<d', value) for one in rows for value in one))


def column(name):
    return texts([one[NAMES.index(name)] for one in ROWS])


def references(one):
    return ''.join(one(f'7{i}', PAIRS[i][0], ROWS[i][1], ROWS[i][2]) for i in range(N))


class ExampleFiles(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.make()

    def make(self):
        fields = ['title', 'body', 'url', 'text']
        vectors = Column('embedding', FLOAT, VECTORS)
        self.write('export.csv', table('Export\n2024-03-05\n"all, of them",\n'))
        self.write('news.parquet', parquet([Column(name, BYTE_ARRAY, column(name), converted=0)
                                            for name in fields]))
        self.write('docs.parquet', parquet([Column('id', BYTE_ARRAY, column('id'), converted=0),
                                            vectors]))
        self.write('docs.arrows', arrow([ArrowField('text', 5, {}, [
            ([N], utf8([one[-1] for one in ROWS]))])]))
        sheet = inline(['Tickets'], [None, None], NAMES, *ROWS)
        self.write('tickets.xlsx', xlsx([sheet, sheet], sheets=(('2023', ''), ('2024', ''))))
        with sqlite3.connect(self.folder / 'news.db') as database:
            database.execute('create table articles (id, title, body, day)')
            database.executemany('insert into articles values (?, ?, ?, ?)',
                                 [one[:4] for one in ROWS])
        database.close()
        self.write('reviews.jsonl', ''.join(
            json.dumps({'url': one[4], 'text': one[5], 'embedding': vector}) + '\n'
            for one, vector in zip(ROWS, VECTORS)))
        self.write('news.jsonl', ''.join(json.dumps({'text': one[5]}) + '\n' for one in ROWS))
        self.write('news.mtx.gz', gzip.compress(matrix_market(
            [[(i * 5 + j) % 4 for j in range(9)] for i in range(N)]).encode()))
        self.write('embeddings.npy', npy(VECTORS))
        self.write('refs.bib', references(as_bibtex))
        self.write('pubmed.nbib', references(as_nbib))
        self.write('wos.ris', references(as_ris))
        self.write('server.log', ''.join(f'2024-03-05 10:00:{i % 60:02} INFO {one[5]}\n'
                                         for i, one in enumerate(ROWS)))
        self.write('notes.txt', ''.join(one[5] + '\n' for one in ROWS))
        self.write('chat.txt', ''.join(f'05/03/24, 10:{i % 60:02} - Ann: {one[5]}\n'
                                       for i, one in enumerate(ROWS)))
        self.write('git.log', ''.join(
            f'commit {i:040x}\nAuthor: Ann <a@x.org>\nDate:   Tue Mar 5 10:00:00 2024 +0100\n\n'
            f'    {one[5]}\n\n' for i, one in enumerate(ROWS)))
        for channel in ('general', 'random'):
            self.folder.joinpath('slack-export', channel).mkdir(parents=True)
            self.write(f'slack-export/{channel}/2024-03-05.json', json.dumps([
                {'type': 'message', 'user': 'U1', 'ts': f'{1709630000 + i}.0001', 'text': one[5]}
                for i, one in enumerate(ROWS)]))
        for name in ('channels', 'users'):
            self.write(f'slack-export/{name}.json', json.dumps([
                {'id': 'U1', 'name': 'general', 'real_name': 'Ann'}]))
        self.write_cells()

    def write_cells(self):
        cells = [[(i * 7 + j * 3) % 5 if j % 3 == i % 3 else 0 for j in range(12)]
                 for i in range(N)]
        genes = [list(one) for one in zip(*cells)]
        self.folder.joinpath('filtered_feature_bc_matrix').mkdir()
        for name, text in (('matrix.mtx', matrix_market(genes)),
                           ('barcodes.tsv', ''.join(f'B{i}\n' for i in range(N))),
                           ('features.tsv', ''.join(f'E{j}\tG{j}\tGene\n' for j in range(12)))):
            self.write(f'filtered_feature_bc_matrix/{name}.gz', gzip.compress(text.encode()))
        self.write('GSM1_matrix.mtx.gz', gzip.compress(matrix_market(genes).encode()))
        if h5py is None:
            return
        starts, indices, values = compressed(cells)
        with h5py.File(self.folder / 'cells.h5ad', 'w') as file:
            file.attrs.update({'encoding-type': 'anndata', 'encoding-version': '0.1.0'})
            X = file.create_group('X')
            X.attrs.update({'encoding-type': 'csr_matrix', 'encoding-version': '0.1.0',
                            'shape': [N, 12]})
            X['data'], X['indices'] = np.array(values, 'f4'), np.array(indices, 'i4')
            X['indptr'] = np.array(starts, 'i4')
            file.create_group('obsm')['X_pca'] = np.array(VECTORS)
            for name, size in (('obs', N), ('var', 12)):
                group = file.create_group(name)
                group.attrs.update({'encoding-type': 'dataframe', '_index': '_index',
                                    'encoding-version': '0.2.0'})
                group.create_dataset('_index', data=[f'{name}{i}' for i in range(size)],
                                     dtype=h5py.string_dtype())
            file['obs'].create_dataset('cell_type', data=[f't{i % 3}' for i in range(N)],
                                       dtype=h5py.string_dtype())


class Examples(ExampleFiles):
    def program(self, command):
        force = ' --force' if command[1] == 'cluster' else ''
        return f'{shlex.quote(str(support.PROGRAM))} {command[1]}{force} -q '

    def test_every_command(self):
        commands = re.findall(r'^    ((?:manifact|cat|git) .*)$', PAGE.read_text('utf-8'), re.M)
        self.assertGreater(len(commands), 18)
        for command in commands:
            with self.subTest(command):
                if 'h5ad' in command and h5py is None:
                    continue
                line = re.sub(r'manifact (\w+) ', self.program, command.replace(
                    'git log', 'cat git.log'))
                run = subprocess.run(['bash', '-c', 'set -o pipefail; ' + line], cwd=self.folder,
                                     capture_output=True, text=True, timeout=120, check=False)
                self.assertEqual(run.returncode, 0, run.stderr)
                if '-o out' in command:
                    labels = (self.folder / 'out/labels.txt').read_text().split()
                    copies = 2 if ' wos.ris' in command or 'slack' in command else 1
                    self.assertEqual(len(labels), copies * N)


if __name__ == '__main__':
    support.main()
