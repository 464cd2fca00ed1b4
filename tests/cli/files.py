"""Folders, archives, pages, filters: what is read, what is skipped and named, what is refused."""
import gzip
import io
import os
import pathlib
import signal
import tarfile
import time
import zipfile

import support
from support import topic_texts
from terminal import TerminalTest
from text import TextTest

PAIRS = topic_texts()
PAGE = ('<!DOCTYPE html><html><head><title>oven</title><style>b {}</style><script>"rocket"</script>'
        '</head><body><h1>flour</h1><ul><li>butter<li>su<em>gar</em></ul><br>caf&eacute;</body>')


def zipped(files, **options):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def tarred(files, mode):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, content in files.items():
            content = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


class Archives(TextTest):
    def setUp(self):
        super().setUp()
        self.skip_without('libarchive', 'x.zip', b'')
        self.skip_without('libxml2', 'x.html', b'<html>')

    FILES = {f'{label}/{i:02}é.txt': text for i, (label, text) in enumerate(PAIRS)}

    def test_archives_are_folders(self):
        for name, content in self.FILES.items():
            (self.folder / 'docs' / name).parent.mkdir(parents=True, exist_ok=True)
            self.write(f'docs/{name}', content)
        expected = self.read('docs')
        files = dict(sorted(self.FILES.items()))
        for name, content in (('a.zip', zipped(files)), ('a.tar', tarred(files, 'w')),
                              ('a.tar.gz', tarred(files, 'w:gz')), ('a.tgz', tarred(files, 'w:gz')),
                              ('a.tar.xz', tarred(files, 'w:xz')),
                              ('a.tar.bz2', tarred(files, 'w:bz2'))):
            with self.subTest(name):
                self.write(name, content)
                self.assertEqual(self.read(name), expected)
                kind = 'zip' if name == 'a.zip' else 'tar'
                self.assertEqual(self.read('-', '--format', kind, stdin=content), expected)
                self.assertEqual(self.read('-', stdin=content), expected)

    def test_hidden_files_and_binary_files_are_skipped(self):
        files = {'a/b.txt': 'oven', 'a/.hidden': 'goal', '__MACOSX/a/b.txt': 'match',
                 'a/c.png': b'\x89PNG\0\0', 'a/d.html': PAGE, 'a/': ''}
        self.write('a.zip', zipped(files))
        ids, labels, terms, _ = self.read('a.zip')
        self.assertEqual((ids, labels), (['a/b.txt', 'a/d.html'], ['a', 'a']))
        self.assertEqual(terms, ['butter', 'café', 'flour', 'oven', 'sugar'])
        err = self.run_program('vectorize', 'a.zip', '-o', 'X.mtx')[2]
        self.assertIn('1 file of a.zip skipped as binary, the first is a/c.png', err)
        self.assertIn('2 names of a.zip skipped because the name begins with a dot, the first is '
                      'a/.hidden', err)

    def test_paths_that_lead_out_of_an_archive_are_names(self):
        files = {'/etc/a.txt': 'oven', '../../b.txt': 'goal', 'c/../d.txt': 'match',
                 '../.e/f.txt': 'orbit', 'C:\\g.txt': 'rocket'}
        for name, content in (('a.zip', zipped(files)), ('a.tar', tarred(files, 'w'))):
            with self.subTest(name):
                self.write(name, content)
                ids, _, terms, _ = self.read(name)
                self.assertEqual(ids[:3], ['/etc/a.txt', '../../b.txt', 'c/../d.txt'])
                self.assertEqual(terms, ['goal', 'match', 'oven', 'rocket'])
                for path in ('../../b.txt', '../.e', 'c', 'd.txt'):
                    self.assertFalse((self.folder / path).exists(), path)
                err = self.run_program('vectorize', name, '-o', 'X.mtx')[2]
                self.assertIn(f'1 name of {name} skipped because the name begins with a dot', err)

    def test_links_and_devices_are_skipped_and_counted(self):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode='w') as archive:
            for name, kind in (('a.txt', tarfile.REGTYPE), ('b', tarfile.SYMTYPE),
                               ('c', tarfile.LNKTYPE), ('d', tarfile.FIFOTYPE),
                               ('e', tarfile.DIRTYPE)):
                info = tarfile.TarInfo(name)
                info.type, info.linkname = kind, 'a.txt'
                info.size = 4 if kind == tarfile.REGTYPE else 0
                archive.addfile(info, io.BytesIO(b'oven'))
        self.write('a.tar', out.getvalue())
        (self.folder / 'docs').mkdir()
        self.write('docs/a.txt', 'oven')
        os.symlink('.', self.folder / 'docs/b')
        os.mkfifo(self.folder / 'docs/c')
        for name, count in (('a.tar', 3), ('docs', 2)):
            self.assertEqual(self.words(name), ['oven'])
            err = self.run_program('vectorize', name, '-o', 'X.mtx')[2]
            self.assertIn(f'{count} names of {name} skipped as links, devices or pipes, the first '
                          'is b', err)

    def test_documents_of_other_programs_are_named(self):
        word = zipped({'[Content_Types].xml': '<x/>', 'word/document.xml': '<w>oven</w>'})
        contents = {'a.docx': word, 'b.pdf': b'%PDF-1.4\noven flour\n', 'c.rtf': b'{\\rtf1 oven}'}
        (self.folder / 'docs').mkdir()
        self.write('docs/d.txt', 'goal match')
        for name, content in contents.items():
            self.write(name, content)
            self.write('docs/' + name, content)
            self.fail_with(1, ['cluster', name, '-k', 2], name, '--filter ' + name[2:])
        self.write('x.xlsx', zipped({'[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<w/>'}))
        self.fail_with(1, ['cluster', 'x.xlsx', '-k', 2], 'x.xlsx is a damaged spreadsheet')
        self.assertEqual(self.words('docs'), ['goal match'])
        err = self.run_program('vectorize', 'docs', '-o', 'X.mtx')[2]
        for part in ('office document or e-book (docx, xlsx, odt, epub), the first is a.docx',
                     'PDF, the first is b.pdf', 'RTF, the first is c.rtf'):
            self.assertIn('1 file of docs skipped as ' + part, err)

    def test_damaged_archives_and_bombs_are_refused(self):
        whole = zipped(self.FILES)
        self.write('cut.zip', whole[:len(whole) // 2])
        self.fail_with(1, ['cluster', 'cut.zip', '-k', 2, '-q'], 'cut.zip')
        self.write('cut.tar.gz', tarred(self.FILES, 'w:gz')[:-200])
        self.fail_with(1, ['cluster', 'cut.tar.gz', '-k', 2, '-q'], 'cut.tar.gz')
        self.write('no.zip', 'oven flour')
        self.fail_with(1, ['cluster', 'no.zip', '-k', 2], 'no.zip cannot be read as an archive')
        self.write('bomb.zip', zipped({'a.txt': b'a ' * (150 << 20)}))
        self.fail_with(1, ['cluster', 'bomb.zip', '-k', 2, '-q'], 'bomb.zip')

    def test_damage_and_bombs_beside_the_texts_are_refused(self):
        files = {'a.txt': 'oven flour', 'b.txt': 'goal match', 'c.txt': 'orbit rocket'}
        header = bytearray(tarred(files, 'w'))
        header[1024] ^= 1  # of the second file
        checksum = bytearray(tarred(files, 'w:gz'))
        checksum[-8] ^= 1
        hidden = tarred({**files, '.hidden': bytes(300 << 20)}, 'w:bz2')
        for name, content, expected in (
                ('a.tar', header, ' cannot be read as an archive'),
                ('a.tar.gz', checksum, ' contains damaged gzip data'),
                ('a.tar.bz2', hidden, ' expands to more than 200 times its size'),
                ('b.tar.gz', gzip.compress(tarred(files, 'w:gz')), ' is compressed more than once'),
                ('cut.tar.xz', tarred(files, 'w:xz')[:-20], ' cannot be decompressed')):
            with self.subTest(name):
                self.write(name, bytes(content))
                self.fail_with(1, ['cluster', name, '-k', 2, '-q'], name + expected)
                self.fail_with(1, ['cluster', '-', '--format', 'tar', '-k', 2, '-q'],
                               'standard input' + expected, stdin=bytes(content))


class Damaged(TextTest):
    def test_a_damaged_file_of_a_folder_is_skipped_and_named(self):
        (self.folder / 'docs').mkdir()
        packed = gzip.compress(b'oven flour butter sugar')
        for name, content in (('a.gz', packed[:-9]), ('b.gz', packed), ('c', b'goal'),
                              ('d.gz', packed[:12] + b'\xff' + packed[13:])):
            self.write('docs/' + name, content)
        self.assertEqual(self.words('docs'), ['butter flour oven sugar', 'goal'])
        self.assertIn('2 files of docs skipped because of damaged gzip data, the first is a.gz',
                      self.run_program('vectorize', 'docs', '-o', 'X.mtx')[2])
        self.fail_with(1, ['cluster', 'docs/a.gz', '-k', 1, '--format', 'file'], 'docs/a.gz',
                       'gzip')
        for name in 'b.gz', 'c':
            (self.folder / 'docs' / name).unlink()
        self.fail_with(1, ['cluster', 'docs', '-k', 1, '-q'], 'docs contains no documents')


class Pages(TextTest):
    def test_tables_in_archives_are_named(self):
        self.write('a.zip', zipped({'a.csv': 'id,text\n1,oven\n2,goal\n', 'b.txt': 'match'}))
        err = self.run_program('vectorize', 'a.zip', '-o', 'X.mtx')[2]
        self.assertIn('1 file of a.zip (table or JSON) read as one document, the first is '
                      'a.csv', err)
        self.assertIn('unzip -p a.zip a.csv | manifact cluster -', err)

    def test_a_damaged_entry_is_refused_by_name(self):
        content = bytearray(zipped({'a.txt': 'oven flour butter sugar', 'b.txt': 'goal match'}))
        entry = zipfile.ZipFile(io.BytesIO(content)).getinfo('a.txt')
        content[entry.header_offset + 30 + len('a.txt') + 3] ^= 0xff
        self.write('a.zip', bytes(content))
        self.fail_with(1, ['cluster', 'a.zip', '-k', 2], 'a.zip: a.txt cannot be read')

    def test_links_in_archives_are_skipped(self):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode='w') as archive:
            info = tarfile.TarInfo('a.txt')
            info.size = 10
            archive.addfile(info, io.BytesIO(b'oven flour'))
            for kind in (tarfile.LNKTYPE, tarfile.SYMTYPE):
                link = tarfile.TarInfo(f'b{kind.decode()}.txt')
                link.type, link.linkname = kind, 'a.txt'
                archive.addfile(link)
        self.write('a.tar', out.getvalue())
        self.assertEqual(self.words('a.tar'), ['flour oven'])

    def test_encodings_of_files_are_distinguished(self):
        (self.folder / 'docs').mkdir()
        self.write('docs/a.txt', 'größe oven'.encode('utf-16'))
        for name in 'bc':
            self.write(f'docs/{name}.txt', 'größe flour'.encode('latin-1'))
        err = self.run_program('vectorize', 'docs', '-o', 'X.mtx')[2]
        self.assertIn('1 file of docs read as UTF-16, the first is a.txt', err)
        self.assertIn('2 files of docs read as Latin-1 (Windows-1252), the first is b.txt', err)

    def test_one_invalid_byte_spoils_no_other_character_of_a_page(self):
        self.skip_without('libxml2', 'x.html', b'<html>')
        self.write('a.html', b'<html><title>o\xff</title><p>' + 'größe café'.encode())
        self.assertEqual(self.words('a.html'), ['café grösse o'])
        self.assertIn('1 invalid UTF-8 sequence replaced',
                      self.run_program('vectorize', 'a.html', '-o', 'X.mtx')[2])

    def test_pages_lose_their_tags(self):
        self.skip_without('libxml2', 'x.html', b'<html>')
        self.write('a.html', PAGE)
        self.assertEqual(self.words('a.html'), ['butter café flour oven sugar'])
        self.assertEqual(self.words('-', stdin=PAGE.encode()), ['butter café flour oven sugar'])
        latin = '<html><meta charset="iso-8859-2"><p>żółw łódź'.encode('iso-8859-2')
        self.write('b.html', latin)
        self.assertEqual(self.words('b.html'), ['łódź żółw'])
        self.write('deep.html', '<div>' * 100000 + 'oven <b' + '<' * 1000 + ' flour')
        self.assertIn('oven', self.words('deep.html')[0])
        self.write('c.md', '# Oven\n\n* **flour** [butter](https://example.org)\n')
        self.assertIn('flour', self.words('c.md')[0])


class Filters(TerminalTest, TextTest):
    def docs(self):
        (self.folder / 'docs').mkdir()
        self.write('docs/a.txt', 'oven')
        self.write('docs/b c.pdf', b'\0%PDF')
        self.write('docs/d.PDF', b'\0%PDF')

    def test_a_filter_reads_the_files_of_its_ending(self):
        self.docs()
        self.write('convert', '#!/bin/sh\nprintf "flour $1" | tr / " "\nexec 1>&-\n')
        os.chmod(self.folder / 'convert', 0o755)
        run = ['docs', '--filter', "pdf=./convert {}"]
        self.assertEqual(self.words(*run), ['oven', 'b c docs flour pdf', 'd docs flour pdf'])
        self.skip_without('libarchive', 'x.zip', b'')
        self.write('a.zip', zipped({'x.pdf': 'goal match', 'y.txt': 'league'}))
        self.assertEqual(self.words('a.zip', '--filter', 'pdf=tr a-z b-za {}'), ['league'])
        self.assertEqual(self.words('a.zip', '--filter', 'pdf=cat "{}"'),
                         ['goal match', 'league'])
        self.assertEqual(self.words('docs/b c.pdf', '--filter', "pdf='./convert' {}"),
                         ['b c docs flour pdf'])
        err = self.run_program('vectorize', 'docs', '-o', 'X.mtx')[2]
        self.assertIn('2 files of docs skipped as PDF', err)
        self.assertIn("--filter pdf='pdftotext {} -'", err)

    def test_no_shell_reads_the_command(self):
        self.docs()
        self.words('docs', '--filter', 'pdf=echo {} ; touch owned > owned $(touch owned)')
        self.assertFalse((self.folder / 'owned').exists())

    def test_filters_that_fail(self):
        self.docs()
        code, _, err = self.run_program('vectorize', 'docs', '-o', 'X.mtx', '--filter',
                                        'pdf=false {}')
        self.assertEqual(code, 0)
        self.assertIn('2 files of docs skipped because the filter failed, the first is b c.pdf '
                      '(exit code 1)', err)
        self.fail_with(1, ['vectorize', 'docs', '-q', '-o', 'Y.mtx', '--filter', 'pdf=no-such {}'],
                       'cannot run no-such')
        for bad in ('pdf', 'pdf=', '=cat {}', 'pdf=cat', "pdf=cat '{}"):
            self.fail_with(1, ['vectorize', 'docs', '-o', 'Y.mtx', '--filter', bad],
                           f'--filter {bad}', 'pdftotext')

    def test_ctrl_c_ends_a_filter(self):
        self.docs()
        process = self.start('cluster', 'docs', '-k', 2, '-o', 'out', '--filter',
                             'pdf=sh -c "sleep 61.25" {}')
        self.addCleanup(process.kill)
        for _ in range(10 * support.PATIENCE):
            if any(line.startswith(b'sleep') for line in self.sleepers()):
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        # The program ends 0.8 s after the signal at the latest (terminal/interrupts.cpp).
        out, err = process.communicate(timeout=5)
        self.assertEqual(process.returncode, 130, err)
        self.assertFalse((self.folder / 'out').exists())
        for _ in range(200):  # a killed process may take a moment to disappear
            if not self.sleepers():
                break
            time.sleep(0.1)
        self.assertFalse(self.sleepers())

    def sleepers(self):
        """The processes that sleep as long as the filter above."""
        found = []
        for path in pathlib.Path('/proc').glob('[0-9]*/cmdline'):
            try:
                line = path.read_bytes()
            except OSError:  # it has ended
                continue
            if b'sleep' in line and b'61.25' in line:
                found.append(line)
        return found


if __name__ == '__main__':
    support.main()
