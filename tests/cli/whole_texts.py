"""Texts that are too long for the report, in files beside it, and links of documents: read from
disk, as a page is opened, in a browser."""
import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import browser
import support
from support import PATIENCE, ProgramTest

WORDS = {'metal': 'iron copper zinc nickel cobalt silver titanium',
         'fruit': 'apple pear plum cherry quince banana apricot',
         'music': 'violin cello flute oboe harp piano trumpet',
         'sport': 'goal league striker keeper referee penalty coach'}
HOSTILE = '</script><img src=x onerror=owned=1><b>bold</b> ${owned=1} \u202egnp");owned=1;("'
MANY = 300
LINKS = ('https://example.org/{}?a=1#b', 'doi:10.1000/ab.{}<c>', 'HTTP://example.com/{}',
         '10.1234/xyz(%){}', 'https://dx.doi.org/10.5/{}', 'https://example.net/%20{}')
BAD_LINKS = ('javascript:owned=1', 'file:///etc/passwd', '//example.org', 'data:text/html,x',
             'https://exa mple.org/', 'http:///x', 'java\tscript:1', 'https://a/"><b>')


def is_long(i):
    return i % 3 == 0


def long_text(i):
    words = WORDS[list(WORDS)[i % 4]].split()
    parts = [' '.join(words[(j * p + i) % 7] for j in range(12)) + f' part {p}'
             for p in range(600 if is_long(i) else 3)]
    end = f'{HOSTILE} the end of {i}' if i % 6 == 0 else f'the end of {i}'
    return '\n\n'.join(parts) + f'\n{end}'


def link(i):
    return '' if i % 11 == 5 else LINKS[i % len(LINKS)].format(i)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.startswith('report'))


class Files(ProgramTest):
    """What is written, and what is told."""

    def table(self, name='long.csv', many=MANY, links=link):
        with open(self.folder / name, 'w', newline='', encoding='utf-8') as file:
            table = csv.writer(file)
            table.writerow(['id', 'text', 'url'])
            table.writerows([f'n{i}', long_text(i), links(i)] for i in range(many))
        return name

    def cluster(self, *arguments, code=0):
        """What it tells."""
        got, _, told = self.run_program('cluster', *arguments, '-k', '4', '--html', 'keep')
        self.assertEqual(got, code, told)
        return told

    def test_whole_texts_are_beside_the_page_and_go_with_it(self):
        self.table()
        told = self.cluster('long.csv', '-o', 'out')
        out = self.folder / 'out'
        self.assertIn('100 texts of more than 4000 characters: report.html has the beginnings, '
                      'and reads the whole texts (', told)
        self.assertIn(') from report-texts-1.js to report-texts-2.js beside it; --report small has '
                      'none', told)
        files = ['report-texts-1.js', 'report-texts-2.js']
        self.assertEqual(names_in(out), [*files, 'report.html'])
        first = (out / 'report-texts-1.js').read_bytes()
        self.cluster('long.csv', '-o', 'out')
        self.assertEqual((out / 'report-texts-1.js').read_bytes(), first)
        for size, names in (('small', ['report.html']), ('full', [*files, 'report.html']),
                            ('none', [])):
            told = self.cluster('long.csv', '-o', 'out', '--report', size)
            self.assertEqual(names_in(out), names)
            self.assertEqual('report-texts' in told, size == 'full')
        # Of another run: only its own are left, and the user's files stay.
        (out / 'report-texts-7.js').write_text('old')
        (out / 'report-texts-x.js').write_text('mine')
        self.assertIn('report-texts-x.js', self.cluster('long.csv', '-o', 'out',
                                                        code=1))
        self.assertEqual((out / 'report-texts-7.js').read_text(), 'old')
        self.cluster('long.csv', '-o', 'out', '--force')
        self.assertEqual(names_in(out), [*files, 'report-texts-x.js', 'report.html'])

    def test_the_temporary_file_is_in_the_folder_of_tmpdir(self):
        self.table()
        for folder, files in ((self.folder, True), (self.folder / 'none', False)):
            code, _, told = self.run_program('cluster', 'long.csv', '-k', '4', '--html', 'keep',
                                             '-o', 'out', env={**os.environ, 'TMPDIR': str(folder)})
            self.assertEqual(code, 0, told)
            self.assertEqual(len(names_in(self.folder / 'out')) > 1, files)

    def test_short_texts_and_models_need_no_files(self):
        with open(self.folder / 'short.csv', 'w', newline='', encoding='utf-8') as file:
            csv.writer(file).writerows(
                [['text']] + [[' '.join(long_text(i).split()[:20]) + ' \u2026']
                              for i in range(MANY)])
        self.cluster('short.csv', '-o', 'short')
        self.assertEqual(names_in(self.folder / 'short'), ['report.html'])
        self.table()
        self.cluster('long.csv', '-o', 'only.manifact')
        self.succeed('topics', 'reduce', 'only.manifact', '--to', '3', '-o', 'three')
        self.assertEqual(names_in(self.folder / 'three'), ['report.html'])

    def test_links_are_told_and_others_left_out(self):
        told = self.cluster(self.table(), '-o', 'out')
        self.assertIn('text: text, id: id, link: url', told)
        self.assertNotIn('left out', told)
        bad = self.table('bad.csv', 80, lambda i: BAD_LINKS[i % len(BAD_LINKS)])
        self.assertNotIn('link: ', self.cluster(bad))
        told = self.cluster(bad, '--link-field', 'url')
        self.assertIn('bad.csv: 80 links are neither http, https nor a DOI and left out; the first '
                      'is at line 2', told)
        self.assertIn('no field "web" (--link-field)',
                      self.cluster(bad, '--link-field', 'web', code=1))
        texts = [long_text(i)[:300] for i in range(40)]
        self.write('issues.jsonl', ''.join(
            json.dumps({'text': text, 'url': f'https://api.example.org/{i}',
                        'html_url': f'https://example.org/{i}'}) + '\n'
            for i, text in enumerate(texts)))
        self.assertIn('issues.jsonl: link: html_url', self.cluster('issues.jsonl'))
        self.assertIn('link: html_url', self.cluster('issues.jsonl', '--text-field', 'text'))
        self.assertNotIn('link: ', self.cluster('issues.jsonl', '--link-field', 'url'))
        self.write('nested.jsonl', ''.join(
            json.dumps({'text': text, 'link': {'href': f'https://example.org/{i}'}}) + '\n'
            for i, text in enumerate(texts)))
        told = self.cluster('nested.jsonl', '--link-field', 'link')
        self.assertIn('nested.jsonl: 40 links are neither', told)
        self.assertNotIn('left out', self.cluster('nested.jsonl', '--link-field', 'link.href'))
        self.write('numbers.csv', ''.join(f'{i},{i * i % 7}\n' for i in range(40)))
        self.assertIn(' applies to text, but numbers.csv is a matrix',
                      self.cluster('numbers.csv', '--link-field', '1', code=1))
        self.write('lines.txt', 'one line of text\nanother line\n' * 20)
        self.assertIn('--link-field applies to tables, JSON and Debian control data',
                      self.cluster('lines.txt', '--format', 'file', '--link-field', 'url', code=1))


@unittest.skipIf(browser.CHROMIUM is None or support.is_sanitized(),
                 'needs chromium, and the plain build')
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.results = pathlib.Path(cls.home.name)
        with open(cls.results / 'long.csv', 'w', newline='', encoding='utf-8') as file:
            table = csv.writer(file)
            table.writerow(['id', 'text', 'url'])
            table.writerows([f'n{i}', long_text(i), link(i)] for i in range(MANY))
        subprocess.run([support.PROGRAM, 'cluster', 'long.csv', '-k', '4', '-q', '--html', 'keep',
                        '-o', 'out'], cwd=cls.results, check=True, timeout=PATIENCE)
        cls.page = browser.Browser(cls.results, PATIENCE)

    @classmethod
    def tearDownClass(cls):
        cls.page.close()
        cls.home.cleanup()

    def setUp(self):
        self.page.wrong.clear()

    def open(self, folder='out'):
        self.page.size(1400, 1000)
        self.page.open(self.results / folder / 'report.html')
        self.page.wait('reading.isDone')

    def shown(self, row):
        self.page.run(f'choose(null, {row})')
        return self.page.run('document.querySelector("#chosen .whole").innerText')

    def test_a_click_reads_the_whole_text_from_its_file(self):
        self.open()
        page = self.page
        self.assertEqual(page.run('files.read.size'), 0)
        row = next(i for i in range(MANY) if is_long(i) and i % 6 == 0 and i > 0)
        self.shown(row)
        page.wait(f'document.querySelector("#chosen .whole").innerText.includes("end of {row}")')
        text = page.run('document.querySelector("#chosen .whole").textContent')
        given = long_text(row).replace('\u202e', '\ufffd')  # as all marks of direction
        self.assertEqual(text, given)
        self.assertTrue(self.shown(row + 3).endswith(f'end of {row + 3}'))  # at once
        self.assertEqual(page.run('document.querySelectorAll("script[src]").length'), 1)
        self.assertTrue(self.shown(1).endswith('the end of 1'))
        page.run(f'location.hash = "#document-{row}"')
        page.wait('document.querySelector("#list tr.here .excerpt") !== null')
        page.wait(f'document.querySelector("#list tr.here .excerpt").innerText'
                  f'.includes("end of {row}")')
        self.assertIn('the first 4,000 characters of their texts, not the rest of long ones',
                      page.run('byId("documents-hint").textContent'))
        self.assertEqual(page.run('document.querySelectorAll("main b, main img").length'), 0)
        self.assertFalse(page.run('"owned" in window'))
        self.assertEqual(page.wrong, [])

    def test_the_page_alone_says_what_is_missing_and_where_it_should_be(self):
        alone = self.results / 'alone'
        alone.mkdir()
        shutil.copy(self.results / 'out/report.html', alone)
        self.open('alone')
        page = self.page
        beginning = self.shown(3)
        self.assertIn(long_text(3)[:50], beginning)
        missing = 'The whole text is missing: it is in the file report-texts-1.js, which must be ' \
            'in the folder of this page.'
        page.wait('document.querySelector("#chosen .note button") !== null')
        self.assertIn(missing, page.run('document.querySelector("#chosen .note").textContent'))
        self.assertIn(missing, self.shown(6))
        # Of another report, or broken.
        for content, sentence in (('reportTexts("0", 0, "plain:");', 'belongs to another report'),
                                  ('', missing), ('(', missing)):
            (alone / 'report-texts-1.js').write_text(content)
            page.press('#chosen .note button')
            page.wait(f'!files.waiting.size && document.querySelector("#chosen .note")'
                      f'.textContent.includes({sentence!r})')
        shutil.copy(self.results / 'out/report-texts-1.js', alone)
        page.press('#chosen .note button')
        page.wait('document.querySelector("#chosen .whole").innerText.includes("end of 6")')
        self.assertFalse(page.run('"owned" in window'))

    def test_no_other_script_may_run(self):
        self.open()
        self.page.run('''(() => {
            const inline = document.createElement('script');
            inline.textContent = 'owned = 1';
            const other = document.createElement('script');
            other.src = 'report-texts-1.js';
            document.head.append(inline, other);
            const image = document.createElement('img');
            image.setAttribute('onerror', 'owned = 1');
            image.src = 'data:,x';
            document.body.append(image);
        })()''')
        self.page.settle()
        self.assertFalse(self.page.run('"owned" in window'))
        self.assertTrue(any('Content Security Policy' in one for one in self.page.wrong),
                        self.page.wrong)

    def test_links_are_in_the_list_beside_the_map_and_in_the_table(self):
        self.open()
        page = self.page
        for row in (0, 1, 2, 3, 4, 5):
            self.shown(row)
            href = page.run('document.querySelector("#chosen a.address")?.href ?? ""')
            wanted = {0: 'https://example.org/0?a=1#b', 1: 'https://doi.org/10.1000/ab.1%3Cc%3E',
                      2: 'http://example.com/2', 3: 'https://doi.org/10.1234/xyz(%25)3',
                      4: 'https://dx.doi.org/10.5/4', 5: ''}
            self.assertEqual(href, wanted[row])
        self.shown(2)
        self.assertEqual(page.run('document.querySelector("#chosen a.address").rel'),
                         'noreferrer noopener')
        self.assertEqual(page.run('document.querySelector("#chosen a.address").textContent'),
                         'Open at example.com')
        self.assertEqual(page.run('[...document.querySelectorAll("#list a.address")].length'),
                         50 - sum(link(i) == '' for i in range(50)))
        self.assertEqual(page.run('document.querySelector("#list a.address").ariaLabel'),
                         'Open n0 at example.org')
        page.run('select({search: "violin"}); saveSelection()')
        rows = list(csv.DictReader(io.StringIO(page.download('selection.csv').decode())))
        self.assertEqual(len(rows), MANY / 4)
        for row in rows:
            i = int(row['document'])
            self.assertEqual(bool(row['link']), bool(link(i)))
            if i % len(LINKS) == 0:
                self.assertEqual(row['link'], link(i))
        # The program leaves out what is no address; neither does the page show it.
        page.run('reading.links[0] = "javascript:owned=1"; choose(null, 0)')
        self.assertIsNone(page.run('document.querySelector("#chosen a.address")'))
        self.assertEqual(page.wrong, [])


if __name__ == '__main__':
    support.main()
