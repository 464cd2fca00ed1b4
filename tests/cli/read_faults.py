"""Calls of the operating system that fail or go short while inputs are read, at each place in turn:
an input is read whole or refused in one sentence."""
import email.message
import io
import shutil
import subprocess
import zipfile

import arrays
import support
from column_files import safetensors
from faults_support import Faulty, setUpModule
from format_examples import N, ROWS, VECTORS, ExampleFiles, h5py, table
from mat import dense as mat_array, mat
from spreadsheets import ods


def mail(i):
    one = email.message.Message()
    one['From'], one['Subject'], one['Date'] = 'a@x.org', ROWS[i][1], 'Tue, 5 Mar 2024 10:00:00 +0'
    one.set_payload(ROWS[i][2])
    return one.as_string()


class Reading(Faulty, ExampleFiles):
    def commands(self):
        text, numbers = ['--text-field', 'text'], ['-k', 3, '-m', 'kmeans']
        self.write('notes.csv', table())
        for name, program in (('gz', 'gzip'), ('xz', 'xz'), ('zst', 'zstd'), ('bz2', 'bzip2'),
                              ('lz4', 'lz4')):
            if shutil.which(program) is not None:
                packed = subprocess.run([program, '-c'], input=table().encode(), check=True,
                                        stdout=subprocess.PIPE).stdout
                self.write(f'notes.csv.{name}', packed)
                yield [f'notes.csv.{name}', *text, *numbers]
        yield ['notes.csv', *text, *numbers]
        yield ['export.csv', '--header-row', 4, *text, *numbers]
        yield ['news.parquet', *text, *numbers]
        yield ['docs.parquet', '--vector-field', 'embedding', *numbers]
        yield ['docs.arrows', *text, *numbers]
        yield ['tickets.xlsx', '--sheet', 2024, '--header-row', 3, *text, *numbers]
        yield ['news.db', '--text-field', 'body', *numbers]
        yield ['news.jsonl', *text, *numbers]
        yield ['news.mtx.gz', *numbers]
        yield ['embeddings.npy', *numbers]
        for name in ('refs.bib', 'pubmed.nbib', 'wos.ris', 'server.log'):
            yield [name, *numbers]
        yield ['notes.txt', '--format', 'lines', *numbers]
        yield ['chat.txt', '--format', 'whatsapp', *numbers]
        yield ['slack-export', *numbers]
        yield ['filtered_feature_bc_matrix', *numbers]
        if h5py is not None:
            yield ['cells.h5ad', *numbers]
        yield from self.more(numbers)

    def more(self, numbers):
        self.write('numbers.csv', support.csv(VECTORS))
        self.write('numbers.svm', support.svmlight([[abs(x) for x in row] for row in VECTORS]))
        self.write('numbers.npz', arrays.npz({'x': arrays.npy(VECTORS)}))
        self.write('numbers.mat', mat(mat_array('X', VECTORS)))
        self.write('numbers.fvecs', arrays.fvecs(VECTORS))
        self.write('numbers.safetensors', safetensors(
            x=('F64', [N, 3], b''.join(arrays.numbers(row, '<f8') for row in VECTORS))))
        for name in ('csv', 'svm', 'npz', 'mat', 'fvecs', 'safetensors'):
            yield [f'numbers.{name}', *numbers]
        self.succeed('convert', 'news.mtx.gz', 'news.counts')
        yield ['news.counts', *numbers]
        cells = ''.join('<table:table-row>' + ''.join(
            f'<table:table-cell office:value-type="string"><text:p>{text}</text:p>'
            '</table:table-cell>' for text in pair) + '</table:table-row>'
            for pair in [('id', 'text'), *((one[0], one[2]) for one in ROWS)])
        self.write('tickets.ods', ods(f'<table:table table:name="T">{cells}</table:table>'))
        yield ['tickets.ods', '--text-field', 'text', *numbers]
        texts = io.BytesIO()
        self.folder.joinpath('texts').mkdir()
        with zipfile.ZipFile(texts, 'w') as archive:
            for i, one in enumerate(ROWS):
                archive.writestr(f'{one[0]}.txt', one[2])
                kind = ('txt', 'html', 'eml')[i % 3]
                content = {'txt': one[2], 'html': f'<html><body><p>{one[2]}</p></body></html>',
                           'eml': mail(i)}[kind]
                self.write(f'texts/{one[0]}.{kind}', content)
        self.write('texts.zip', texts.getvalue())
        self.write('mails.mbox', ''.join(f'From a@x.org Tue Mar  5 10:00:00 2024\n{mail(i)}\n\n'
                                         for i in range(N)))
        for name in ('texts', 'texts.zip', 'mails.mbox'):
            yield [name, *numbers]

    def outcome(self, arguments, fault=None):
        shutil.rmtree(self.folder / 'out', ignore_errors=True)
        command = ['cluster', *arguments, '-q', '-o', 'out']
        if fault is None:
            self.succeed(*command)
            return self.labels('out/labels.txt')
        code, err, was_reached = self.run_faulty(fault, *command)
        if code != 0:
            self.expect_sentence(code, err, fault)
            self.assertFalse((self.folder / 'out').exists(), fault)
            return None
        return (self.labels('out/labels.txt'), was_reached)

    def test_a_failure_anywhere_is_told_or_changes_nothing(self):
        reached = 0
        for arguments in self.commands():
            right = self.outcome(arguments)

            def run(fault):
                nonlocal reached
                with self.subTest(f'{arguments[0]} {fault}'):
                    found = self.outcome(arguments, fault)
                    if found is None:
                        reached += 1
                        return True
                    self.assertEqual(found[0], right)
                    return found[1]
            for fault in ('read:EIO', 'open:EMFILE', 'seek:EIO', 'map:ENOMEM'):
                self.places(fault, run)
            for fault in ('read:short:0', 'read:EINTR:0'):
                run(fault)
        self.assertGreater(reached, 60)


if __name__ == '__main__':
    support.main()
