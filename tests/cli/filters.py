"""Filters: the recommended commands with the real programs, members of archives, programs that are
too slow, several at the same time."""
import ast
import re
import shutil
import subprocess
import zipfile

import support
from text import AS_WRITTEN, TextTest

SCRIPT = '''#!/bin/sh
# Prints its file if its name has the ending, as programs do that recognize formats by it.
case "$1" in *.docx) cat "$1" ;; *) exit 1 ;; esac
'''


class Filters(TextTest):
    def setUp(self):
        super().setUp()
        self.write('convert', SCRIPT)
        (self.folder / 'convert').chmod(0o755)
        (self.folder / 'docs').mkdir()

    def archive(self, name, files):
        self.skip_without('libarchive', 'x.zip', b'')
        with zipfile.ZipFile(self.folder / name, 'w') as archive:
            for file, text in files.items():
                archive.writestr(file, text)

    def test_members_of_archives_have_their_ending(self):
        texts = {f'{i:02}.docx' if i % 3 else f'{i:02}.txt': f'oven{i}' for i in range(20)}
        self.archive('a.zip', texts)
        for threads in (1, 4):
            ids, _, _, counts = self.read('a.zip', '--filter', 'docx=./convert {}', '--threads',
                                          threads)
            self.assertEqual(ids, list(texts))
            self.assertEqual(sorted(counts), sorted((name, text) for name, text in texts.items()))
        for name, text in texts.items():
            self.write(f'docs/{name}', text)
        self.assertEqual(self.read('docs', '--filter', 'docx=./convert {}', '--threads', 3)[0],
                         sorted(texts))

    def test_no_temporary_file_stays(self):
        (self.folder / 'tmp').mkdir()
        self.archive('a.zip', {'a.docx': 'oven', 'b.docx': 'goal'})
        environment = {'TMPDIR': str(self.folder / 'tmp'), 'PATH': '/usr/bin:/bin'}
        for command in ('docx=./convert {}', 'docx=false {}'):
            self.run_program('vectorize', 'a.zip', '-o', 'X.mtx', '--filter', command,
                             env=environment)
            self.assertEqual(list((self.folder / 'tmp').iterdir()), [])

    def test_names_of_files_do_not_steer_commands(self):
        self.write('print', """#!/usr/bin/python3
import pathlib
import sys
with open('given', 'a', encoding='utf-8', errors='surrogateescape') as given:
    print(ascii(sys.argv[1:]), file=given)
print('oven', *pathlib.Path(sys.argv[2]).read_text().split())
""")
        (self.folder / 'print').chmod(0o755)
        names = ['-rf', '--help', '$(touch made)', '`touch made`', ';touch made;', '|touch made',
                 '&& touch made', '> made', 'a b', 'a\nc', "'", '"', '\\', '*', '~', '{}', '$HOME',
                 '\udcff', '=', '-']
        folder = self.folder / '-docs'
        folder.mkdir()
        for i, name in enumerate(names):
            (folder / (name + '.docx')).write_text(f'word{i}')
        command = ['--filter', "docx=./print --of={}:{} {} '$(touch made)'"]
        words = self.words('./-docs', *command)
        self.assertEqual(sorted(words), sorted(f'oven word{i}' for i in range(len(names))))
        given = {tuple(ast.literal_eval(line))
                 for line in (self.folder / 'given').read_text().splitlines()}
        paths = [f'./-docs/{name}.docx' for name in names]
        self.assertEqual(given, {(f'--of={path}:{path}', path, '$(touch made)') for path in paths})
        self.assertFalse((self.folder / 'made').exists())
        # A folder whose own name begins as an option does.
        (self.folder / 'given').unlink()
        self.succeed('vectorize', *AS_WRITTEN, *command, '--', '-docs')
        self.assertEqual(len(self.written()[0]), len(names))
        self.assertFalse((self.folder / 'made').exists())
        for line in (self.folder / 'given').read_text().splitlines():
            self.assertTrue(ast.literal_eval(line)[1].startswith('./-docs/'), line)

    def test_two_time_outs_end_the_run(self):
        for i in range(6):
            self.write(f'docs/{i}.pdf', 'oven')
        self.write('slow', '#!/bin/sh\ncase "$1" in *3.pdf) sleep 600 ;; *) cat "$1" ;; esac\n')
        (self.folder / 'slow').chmod(0o755)
        self.write('slower', '#!/bin/sh\nsleep 600\n')
        (self.folder / 'slower').chmod(0o755)
        self.fail_with(1, ['vectorize', 'docs', '-q', '-o', 'X.mtx', '--filter', 'pdf=./slower {}',
                           '--filter-seconds', '0.2', '--threads', 2],
                       '--filter pdf: ./slower was not finished after 0.2 s for 0.pdf and for '
                       '1.pdf')
        code, _, err = self.run_program('vectorize', 'docs', '-o', 'X.mtx', '--filter',
                                        'pdf=./slow {}', '--filter-seconds', '5')
        self.assertEqual(code, 0, err)
        self.assertIn('not finished after 5 s', err)
        for bad in ('0', '-1', 'nan', 'x'):
            self.assertEqual(self.run_program('vectorize', 'docs', '-o', 'Y.mtx',
                                              '--filter-seconds', bad)[0], 1)

    def test_a_folder_names_the_commands(self):
        self.write('docs/a.txt', 'oven')
        office = b'PK\3\4' + bytes(22) + b'\x08\0\0\0mimetype'
        for name, content in (('b.DOCX', office), ('c.pdf', b'%PDF-1.7\n1 0 obj\n'),
                              ('d.rtf', b'{\\rtf1 a}'), ('e.odt', office), ('g.bin', b'a\0b'),
                              ('f.doc', b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0')):
            self.write(f'docs/{name}', content)
        err = self.run_program('vectorize', 'docs', '-o', 'X.mtx')[2]
        for command in ("docx='pandoc -t plain {}'", "pdf='pdftotext {} -'", "doc='catdoc {}'",
                        "rtf='pandoc -f rtf -t plain {}'", "odt='pandoc -t plain {}'"):
            self.assertIn('--filter ' + command, err)

    def test_recommended_commands_with_the_real_programs(self):
        if shutil.which('pandoc') is None:
            self.skipTest('pandoc is missing; scripts/packages test installs it')
        source = '# Oven\n\nflour *butter*\n'
        for ending in ('docx', 'odt', 'epub', 'rtf'):
            path = self.folder / f'docs/a.{ending}'
            subprocess.run(['pandoc', '-s', '-o', path], input=source.encode(), check=True)
            code, _, err = self.run_program('vectorize', path, '-o', 'X.mtx')
            self.assertEqual(code, 1)
            self.assertIn('--filter', err)
        err = self.run_program('vectorize', 'docs', '-o', 'X.mtx')[2]
        commands = re.findall(r"--filter (\w+)='([^']*)'", err)
        self.assertEqual([ending for ending, _ in commands], ['docx', 'epub', 'odt', 'rtf'])
        filters = [word for ending, command in commands
                   for word in ('--filter', f'{ending}={command}')]
        self.archive('a.zip', {path.name: path.read_bytes()
                               for path in sorted((self.folder / 'docs').iterdir())})
        for name in ('docs', 'a.zip'):
            for words in self.words(name, *filters):
                self.assertLessEqual({'oven', 'flour', 'butter'}, set(words.split()))
                self.assertLessEqual(len(words.split()), 4)


if __name__ == '__main__':
    support.main()
