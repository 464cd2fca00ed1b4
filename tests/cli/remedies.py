"""The commands that messages print run as they are printed, whatever the names of files are."""
import gzip
import json
import os
import re
import sqlite3
import struct
import subprocess
import unittest
import zipfile

import support
from remedies_support import RemedyTest
from support import topic_texts, tsv

# Blanks, quotes, an option, an assignment of awk, a variable, patterns, and characters that a
# message escapes: a tab, an escape sequence, a byte that is no UTF-8.
NAMES = ('a b', "it's", '"x"', '-n', 'k=3', '$(touch run)', '*', 'a\\b%s', 'ta\tb', '\x1b[1m',
         'caf\udce9', 'two\n\n')
ENTRIES = ('1 2 5\n1 7 2\n1 9 1\n2 2 4\n2 8 1\n2 9 3\n3 1 1\n3 2 6\n3 4 2\n4 1 1\n4 3 5\n4 5 1\n'
           '5 3 7\n5 4 1\n5 5 2\n6 3 3\n6 5 1\n6 6 4\n7 3 1\n7 6 2\n')


# plink takes half of the memory, which Meson would have filled.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != 'MALLOC_PERTURB_'}


def given(name):
    """A name as an argument of the program."""
    return f'./{name}' if name.startswith('-') else name


class Remedies(RemedyTest):
    def test_entries_of_a_sparse_matrix(self):
        self.need('awk')
        for name in NAMES:
            with self.subTest(name):
                self.write(name, ENTRIES)
                self.shell(self.command(r'convert it: (awk .*)$', 'cluster', given(name), '-k', 2))
                self.succeed('convert', given(f'{name}.mtx'), 'X.mtx')
                lines = (self.folder / 'X.mtx').read_text().splitlines()
                self.assertEqual([line for line in lines if line[0] != '%'][0], '7 9 20')

    def test_entries_below_a_header(self):
        self.need('awk')
        self.write('a b.csv', 'user,item,rating\n' + ENTRIES.replace(' ', ','))
        self.shell(self.command(r'convert it: (awk .*)$', 'cluster', 'a b.csv', '-k', 2))
        self.succeed('convert', 'a b.csv.mtx', 'X.mtx')
        self.assertEqual((self.folder / 'X.mtx').read_text().splitlines()[1], '7 9 20')

    def test_standard_input_has_the_word_of_a_file(self):
        command = self.command(r'convert it: (awk .*)$', 'cluster', '-', '-k', 2,
                               stdin=ENTRIES.encode())
        self.assertTrue(command.endswith("' FILE FILE > FILE.mtx"), command)

    def test_a_compressed_file_is_decompressed_first(self):
        self.need('awk', 'gunzip')
        self.write('a b.gz', gzip.compress(ENTRIES.encode()))
        self.shell(self.command(r'convert it: (gunzip -k .* && awk .*)$', 'cluster', 'a b.gz',
                                '-k', 2))
        self.succeed('convert', 'a b.mtx', 'X.mtx')
        vcf = '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\n'
        self.write('v.vcf.gz', gzip.compress(vcf.encode()))
        self.command(r'(gunzip -k v.vcf.gz && plink1.9 --vcf v.vcf --const-fid .*)$', 'cluster',
                     'v.vcf.gz', '-k', 2)
        # By the content, whatever the name is.
        self.write('a b.data', gzip.compress(ENTRIES.encode()))
        self.shell(self.command(r'convert it: (zcat .* && awk .*)$', 'cluster', 'a b.data', '-k',
                                2))
        self.succeed('convert', 'a b.data.plain.mtx', 'Y.mtx')
        self.assertEqual((self.folder / 'Y.mtx').read_text(), (self.folder / 'X.mtx').read_text())
        self.write('plain.gz', ENTRIES)
        self.command(r'convert it: (awk .* plain.gz plain.gz > plain.gz.mtx)$', 'cluster',
                     'plain.gz', '-k', 2)

    def test_what_needs_random_access_is_decompressed(self):
        self.need('gzip')
        for name, content, kind in (('-a b.npz', b'PK\3\4' + bytes(30), 'npz'),
                                    ("it's.mat", b'MATLAB 5.0 MAT-file' + bytes(200), 'mat')):
            self.write(name, gzip.compress(content))
            said = self.said('cluster', given(name), '-k', 2)
            if 'without' in said:  # the library
                continue
            command = re.search(fr'decompress it first: (gzip .*) > NEW.{kind}$', said, re.M)
            self.assertTrue(command, said)
            self.shell(command.group(1) + ' > out')
            self.assertEqual((self.folder / 'out').read_bytes(), content)

    def test_formats_that_other_programs_read(self):
        images = struct.pack('>4B3I8B', 0, 0, 8, 3, 2, 2, 2, *range(1, 9))
        arff = '@relation r\n@attribute x numeric\n@attribute y numeric\n@data\n1,2\n3,5\n'
        self.need('awk', 'python3')
        has_numpy = subprocess.run(['python3', '-c', 'import numpy'], capture_output=True,
                                   check=False).returncode == 0
        for name in ("it's a b", '-n', 'ta\tb'):
            with self.subTest(name):
                self.write(name, arff)
                self.shell(self.command(r'convert it: (awk .*)$', 'cluster', given(name), '-k',
                                        2))
                self.assertEqual((self.folder / f'{name}.csv').read_text(),
                                 'x,y\n1,2\n3,5\n')
                self.write(name, images)
                command = self.command(r'convert it: (python3 .*)$', 'cluster', given(name), '-k',
                                       2)
                if has_numpy:
                    self.shell(command)
                    self.succeed('convert', given(f'{name}.npy'), 'X.mtx')
                    self.assertEqual((self.folder / 'X.mtx').read_text().splitlines()[1:],
                                     ['2 4 8'] + [f'{i // 4 + 1} {i % 4 + 1} {i + 1}'
                                                  for i in range(8)])

    def test_objects_of_r(self):
        self.need('Rscript')
        for name, compress in (("it's a b.rds", 'FALSE'), ('packed.rds', 'TRUE')):
            subprocess.run(['Rscript', '-e', 'saveRDS(data.frame(x = c(1, 3), y = c(2, 5)), '
                            f'commandArgs(TRUE), compress = {compress})', name], cwd=self.folder,
                           check=True, capture_output=True)
            self.shell(self.command(r'convert it: (Rscript .*)$', 'cluster', name, '-k', 2))
            self.assertEqual((self.folder / f'{name}.csv').read_text(), '"x","y"\n1,2\n3,5\n')

    def test_variants_of_samples(self):
        self.need('plink1.9')
        lines = ['##fileformat=VCF', '\t'.join(['#CHROM', 'POS', 'ID', 'REF', 'ALT', 'QUAL',
                                                'FILTER', 'INFO', 'FORMAT', 'A_1', 'B', 'C'])]
        lines += ['\t'.join(['1', str(100 + i), f'r{i}', 'A', 'G', '.', '.', '.', 'GT', '0/1',
                             '0/0', './.' if i == 1 else '1/1']) for i in range(3)]
        name = "-it's a b.vcf"
        self.write(name, '\n'.join(lines) + '\n')
        command = self.command(r'more frequent allele: (plink1.9 .*)$', 'cluster', f'./{name}',
                               '-k', 2)
        done = subprocess.run(['sh', '-c', command], cwd=self.folder, capture_output=True,
                              timeout=PATIENCE, check=False, env=ENVIRONMENT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len((self.folder / f'{name}.csv').read_text().splitlines()), 4)

    def test_lines_that_are_removed(self):
        table = 'w,h\n1,2\n2,(cm)\n3,4\n1,3\n2,2\n3,1\n4,4\n5,5\n'
        wanted = table.replace('2,(cm)\n', '')
        for name in NAMES[:-1]:
            with self.subTest(name):
                self.write(name, table)
                self.shell(self.command(r'remove the line \((sed 3d .*) > NEW\)', 'cluster',
                                        given(name), '-k', 2, '-m', 'kmeans') + ' > out')
                self.assertEqual((self.folder / 'out').read_text(), wanted)
        self.write('a b.csv.gz', gzip.compress(table.encode()))
        self.shell(self.command(r'remove the line \((zcat .*) > NEW\)', 'cluster', 'a b.csv.gz',
                                '-k', 2, '-m', 'kmeans') + ' > out')
        self.assertEqual((self.folder / 'out').read_text(), wanted)
        self.assertNotIn('sed', self.said('cluster', '-', '-k', 2, '-m', 'kmeans',
                                          stdin=table.encode()))

    def test_columns_and_records_of_json(self):
        self.need('jq')
        texts = ['oven flour', 'goal team', 'bank money']
        for name in NAMES[:-1]:
            field = f'te"x\'t {name}'
            with self.subTest(name):
                self.write(name, json.dumps({'text': texts, 'n': [1, 2, 3]}))
                self.shell(self.command(r'convert it: (jq .*?) > NEW.jsonl;', 'vectorize',
                                        given(name), '-o', 'X.mtx') + ' > out')
                records = [json.loads(line) for line in
                           (self.folder / 'out').read_text().splitlines()]
                self.assertEqual([record['text'] for record in records], texts)
                self.write(name, json.dumps({field: [{'text': text} for text in texts]}))
                out = self.shell(self.command(r'extract them with (jq .*?)(?:; |$)', 'vectorize',
                                              given(name), '-o', 'X.mtx'))
                self.assertEqual([json.loads(line)['text'] for line in out.splitlines()], texts)
                self.write(name, json.dumps({'id': 'a', 'text': texts[0]}) + '\n' +
                           json.dumps([{'text': text} for text in texts]) + '\n')
                out = self.shell(self.command(r'an array \((jq .*) converts', 'vectorize',
                                              given(name), '--format', 'jsonl', '-o', 'X.mtx'))
                self.assertEqual([json.loads(line)['text'] for line in out.splitlines()],
                                 [texts[0], *texts])
        self.write('a b', gzip.compress(json.dumps({'text': texts, 'n': [1, 2, 3]}).encode()))
        self.shell(self.command(r'convert it: (zcat .* \| jq .*?) > NEW.jsonl;', 'vectorize', 'a b',
                                '-o', 'X.mtx') + ' > out')
        self.assertEqual(len((self.folder / 'out').read_text().splitlines()), 3)

    def test_fields_are_words(self):
        self.write('a.csv', "x,my class,it's\n" + ''.join(
            f'{i},{"ab"[i % 2]},{"cd"[i % 2]}\n' for i in range(8)))
        options = self.command(r'(--skip-fields .*) leaves them out', 'cluster', 'a.csv', '-k', 2,
                               '-m', 'kmeans', '--format', 'csv')
        self.shell(f'manifact cluster a.csv -k 2 -m kmeans --format csv -q {options}')

    def test_files_beside_the_documents(self):
        rows = ''.join(f'{i % 2 * 9 + i * .1},{i % 2 * 7}\n' for i in range(6))
        self.write('a.csv', rows)
        for name in ('a b', "it's", '-n'):
            self.write(name, 'is_food\n' + 'x\ny\n' * 3)
            self.shell(self.command(r'remove it: (tail .*) > NEW', 'cluster', 'a.csv', '-k', 2,
                                    '-m', 'rcf', '--labels', given(name)) + ' > out')
            self.assertEqual((self.folder / 'out').read_text(), 'x\ny\n' * 3)
            self.write(name, 'width,3\nheight,3\n')
            self.shell(self.command(r'keep the terms: (cut .*) > NEW', 'cluster', 'a.csv', '-k', 2,
                                    '--terms', given(name)) + ' > out')
            self.assertEqual((self.folder / 'out').read_text(), 'width\nheight\n')
            self.write(name, gzip.compress(b'is_food\n' + b'x\ny\n' * 3))
            self.shell(self.command(r'remove it: (zcat .* \| tail .*) > NEW', 'cluster', 'a.csv',
                                    '-k', 2, '-m', 'rcf', '--labels', given(name)) + ' > out')
            self.assertEqual((self.folder / 'out').read_text(), 'x\ny\n' * 3)
            self.write(name, ''.join(f'p{i};{"xy"[i % 2]}\n' for i in range(6)))
            self.write('found.txt', '0\n1\n' * 3)
            self.shell(self.command(r'the second: (cut .*) > NEW', 'evaluate', 'found.txt',
                                    given(name)) + ' > out')
            self.assertEqual((self.folder / 'out').read_text(), 'x\ny\n' * 3)

    def test_names_and_counts_are_cut(self):
        counts = ''.join(f'word{i}\t{i}\n' for i in range(8))
        for name, content in (('a b', counts.encode()), ("it's", gzip.compress(counts.encode()))):
            self.write(name, content)
            out = self.shell(self.command(r'and ((?:zcat .* \| )?cut -f1.*) gives the names',
                                          'cluster', name, '--format', 'tsv', '-k', 2))
            self.assertEqual(out.split(), [f'word{i}' for i in range(8)])

    def test_a_compressed_database(self):
        self.need('gzip')
        with sqlite3.connect(self.folder / 'a.db') as database:
            database.execute('create table t (x)')
        content = (self.folder / 'a.db').read_bytes()
        self.write("it's a b.db", gzip.compress(content))
        self.shell(self.command(r'decompress it first: (gzip .*) > NEW.db$', 'cluster',
                                "it's a b.db", '--format', 'sqlite', '-k', 2) + ' > out')
        self.assertEqual((self.folder / 'out').read_bytes(), content)

    def test_tables_in_an_archive(self):
        self.need('unzip')
        table = 'id,text\n' + ''.join(f'{i},{text}\n' for i, (_, text) in enumerate(topic_texts()))
        for name, member in (("it's a b.zip", 'a [1].csv'), ('-n.zip', '-x*.csv')):
            with zipfile.ZipFile(self.folder / name, 'w') as archive:
                archive.writestr('notes.txt', topic_texts()[0][1])
                archive.writestr(member, table)
                archive.writestr('other.txt', topic_texts()[1][1])
            command = self.command(r': (unzip -p .*) \| manifact cluster -$', 'vectorize',
                                   given(name), '-o', 'X.mtx')
            self.assertEqual(self.shell(command), table)

    def test_what_follows_a_fit(self):
        self.write('a b.tsv', tsv(topic_texts()))
        for output in ("it's a b.manifact", '-n'):
            said = self.said('cluster', 'a b.tsv', '-k', 3, '-o', given(output))
            assign = re.search(r'new documents: (manifact assign .*) NEW$', said, re.M).group(1)
            self.assertEqual(len(self.shell(f"{assign} 'a b.tsv' -o - -q").split()), 36)
        listing = self.command(r'its topics, (manifact topics list .*), or', 'cluster', 'a b.tsv',
                               '-k', 3, '-o', "it's a b.manifact")
        self.assertIn('top terms', self.shell(listing))
        vectorize = self.command(r'is text: (manifact vectorize .*) counts', 'convert', 'a b.tsv',
                                 './-n.mtx')
        self.shell(vectorize + ' -q')
        self.assertTrue((self.folder / '-n.mtx').exists())

    def test_lines_that_are_followed(self):
        self.need('zcat')
        self.write('texts.tsv', tsv(topic_texts()))
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-o', 'MODEL')
        text = topic_texts()[0][1] + '\n'
        self.write("it's a b", gzip.compress(text.encode()))
        command = self.command(r'UTF-8: (zcat .*)$', 'assign', 'MODEL/model.manifact', "it's a b",
                               '--follow').replace('MODEL', 'MODEL/model.manifact')
        self.assertIn('topic', json.loads(self.shell(command)))


support.main()
