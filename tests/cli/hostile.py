"""Hostile or endless input: names with terminal control characters, extreme JSON, lines without
end."""
import json
import os
import sqlite3
import subprocess
import unittest
import zipfile

import support
from support import ProgramTest, matrix_market, block_counts, topic_texts, tsv

STEERING = {b'\x1b[31m': r'\x1b[31m', b'\n': r'\n', b'\r': r'\r', b'\x7f': r'\u007f',
            b'\x07': r'\x07', b'\x9b': r'\x9b', b'\xc2\x9b': r'\u009b',
            '\u202e'.encode(): r'\u202e', b'\xff\xfe': r'\xff\xfe'}


class Names(ProgramTest):
    def run_raw(self, *arguments, stdin=b''):
        process = self.start(*arguments, stdin=subprocess.PIPE)
        out, err = process.communicate(stdin, timeout=support.PATIENCE)
        return process.returncode, out, err

    def expect_harmless(self, printed):
        for steering in STEERING:
            if steering not in (b'\n', b'\x9b'):
                self.assertNotIn(steering, printed)
        self.assertEqual(printed.decode(), printed.decode(errors='replace'))

    def expect_error(self, shown, *arguments, **options):
        code, out, err = self.run_raw(*arguments, **options)
        self.assertEqual((code, out), (1, b''), err)
        self.expect_harmless(err)
        self.assertEqual(err.count(b'\n'), 1, err)
        self.assertIn(shown.encode(), err)

    def test_every_error_shows_them_escaped(self):
        for steering, shown in STEERING.items():
            name = b'a' + steering + b'b'
            shown = f'a{shown}b'
            with self.subTest(shown):
                self.expect_error(shown, 'cluster', name, '-k', 2)
                self.expect_error(shown, 'cluster', name + b'.tsv', '-k', 2)
                k_shown = 'a b' if steering == b'\n' else shown
                self.expect_error(k_shown, 'cluster', name, '-k', name)
                self.expect_error(shown, name)
                self.expect_error(shown, 'options', name)
                self.expect_error(shown, 'cluster', '-', '-k', 2, '--stop-words', name,
                                  stdin=b'a\tb\n')
                path = os.path.join(os.fsencode(self.folder), name)
                with open(path, 'wb') as file:
                    file.write(b'\x1f\x8b\x08\x00damaged gzip data')
                self.expect_error(shown, 'cluster', name, '-k', 2, '--format', 'tsv')
                self.expect_error('gzip', 'cluster', name, '-k', 2, '--format', 'mtx')
                self.expect_error(shown, 'cluster', '-', '-k', 2, '-m', 'rcf', '--labels', name,
                                  stdin=b'1,2\n3,4\n')

    def test_warnings_show_them_escaped(self):
        (self.folder / 'mails').mkdir()
        for i, (label, text) in enumerate(topic_texts()):
            self.write(f'mails/{i}', text)
        for steering, shown in STEERING.items():
            with self.subTest(shown):
                path = os.path.join(os.fsencode(self.folder), b'mails/00' + steering)
                with open(path, 'wb') as file:
                    file.write(b'no text \0')
                code, out, err = self.run_raw('cluster', 'mails', '-k', 3)
                self.assertEqual(code, 0, err)
                self.assertIn(f'the first is 00{shown}; --filter'.encode(), err)
                self.expect_harmless(out + err)
                os.unlink(path)

    def test_tables_json_and_places_show_them_escaped_and_files_keep_them(self):
        word = 'x\u202ey\u0085z\x7f'
        self.write('counts.mtx', matrix_market(block_counts()))
        self.write('terms.txt', ''.join(f'{word}{i}\n' for i in range(18)))
        command = ['cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt']
        code, out, err = self.run_raw(*command, '-o', b'out\x1b[31m')
        self.assertEqual((code, err), (0, b''))
        self.assertIn(rb'x\u202ey\u0085z', out)
        self.assertIn(rb'Written to out\x1b[31m:', out)
        self.expect_harmless(out)
        code, out, _ = self.run_raw(*command, '--json')
        self.expect_harmless(out)
        terms = sum(json.loads(out)['top_terms'], [])
        self.assertTrue(all(term.startswith(word) for term in terms))
        self.write('a.jsonl', ''.join(json.dumps({'id': f'{word}{i}', 'text': text}) + '\n'
                                      for i, (_, text) in enumerate(topic_texts())))
        self.succeed('cluster', 'a.jsonl', '-k', 3, '-o', 'out', '-q')
        for command in (['topics', 'show', 'out/model.manifact', 0],
                        ['suggest-pairs', 'a.jsonl', '-k', 3, '-n', 3]):
            code, out, err = self.run_raw(*command)
            self.assertEqual((code, err), (0, b''))
            self.assertIn(rb'x\u202ey\u0085z', out)
            self.expect_harmless(out)
        self.assertIn(word.encode(), (self.folder / 'out/clusters.csv').read_bytes())


class Json(ProgramTest):
    GOOD = ''.join(json.dumps({'text': text}) + '\n' for _, text in topic_texts())

    def test_numbers_beyond_double_are_one_sentence_with_file_and_line(self):
        for number in ('1e999', '-1e999', '9' * 400, '1' + '0' * 100_000):
            for line in ('{"text": "goal", "x": %s}', '{"text": %s}',
                         '{"text": "a", "x": [[{"y": %s}]]}', '{"text": "éééé go\udcff", "x": %s}'):
                text = self.GOOD + line % number + '\n'
                self.write('a.jsonl', text.encode(errors='surrogateescape'))
                for command in (['cluster', 'a.jsonl', '-k', 3],
                                ['vectorize', 'a.jsonl', '-o', 'X.mtx']):
                    with self.subTest((number[:10], line)):
                        words = 'a.jsonl, line 37: number overflow'
                        self.fail_with(1, command, words, number[:100])
        numbers = '"x": 1e308, "y": 1e-999, "z": 18446744073709551616'
        self.write('a.jsonl', self.GOOD + '{"text": "goal", %s}\n' % numbers)
        self.succeed('cluster', 'a.jsonl', '-k', 3)

    def test_deep_nesting_is_read_or_refused(self):
        depth = 300_000  # nested calls would overflow the stack
        for value, is_good in (('[' * depth + ']' * depth, True), ('[' * depth, False),
                               ('{"a":' * depth + '1' + '}' * depth, True),
                               ('{"a":' * depth, False),
                               ('[' * depth + '1e999' + ']' * depth, False)):
            self.write('a.jsonl', self.GOOD + '{"text": "goal", "x": ' + value + '}\n')
            if is_good:
                fields = ['--label-field', 'x', '--id-field', 'x.a.a']
                self.succeed('cluster', 'a.jsonl', '-k', 3, *fields)
            else:
                self.fail_with(1, ['cluster', 'a.jsonl', '-k', 3], 'a.jsonl, line 37')


@unittest.skipIf(support.is_sanitized(), 'sanitizers reserve all addresses')
class Sizes(ProgramTest):
    """Files that claim to be larger than they are, read with little memory."""
    LIMIT = 400 << 20

    def expect_refusal(self, name, content, *options, words=None):
        self.write(name, content)
        limit = f'import resource; resource.setrlimit(resource.RLIMIT_AS, ({self.LIMIT},) * 2)'
        script = f'{limit}; import os, sys; os.execv(sys.argv[1], sys.argv[1:])'
        words = words or ['graph', name, '-p', '1', '-o', 'G.mtx']
        command = [support.PROGRAM, *words, '-q', *options]
        run = subprocess.run(['/usr/bin/python3', '-c', script, *command], cwd=self.folder,
                             env={**os.environ, 'OPENBLAS_NUM_THREADS': '1'},
                             capture_output=True, text=True, timeout=support.PATIENCE)
        self.assertEqual((run.returncode, run.stderr.count('\n')), (1, 1), (name, run.stderr))
        self.assertIn(name, run.stderr)
        self.assertNotIn('memory', run.stderr)

    def test_claims_allocate_nothing(self):
        self.write('sound.mtx', matrix_market(block_counts()))
        self.succeed('graph', 'sound.mtx', '-p', 1, '-o', 'S.mtx')
        for n in (10 ** 9, 2 ** 31 - 1, 10 ** 12, 2 ** 62, 2 ** 64 - 1):
            for shape in (f'({n}, 2)', f'(2, {n})'):
                header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}\n"
                size = len(header).to_bytes(2, 'little')
                self.expect_refusal('a.npy', b'\x93NUMPY\1\0' + size + header.encode() + bytes(64))
            for count in (8 * n, 64):
                tensor = {'dtype': 'F32', 'shape': [n, 2], 'data_offsets': [0, count]}
                header = json.dumps({'t': tensor}).encode()
                self.expect_refusal('a.safetensors',
                                    len(header).to_bytes(8, 'little') + header + bytes(64))
            first = '%%MatrixMarket matrix '
            self.expect_refusal('a.mtx', f'{first}coordinate real general\n{n} 5 1\n1 1 1\n')
            self.expect_refusal('a.mtx', f'{first}coordinate real general\n5 5 {n}\n1 1 1\n')
            self.expect_refusal('a.mtx', f'{first}array real general\n{n} 2\n1\n1\n')
            rows = min(n, 2 ** 31 - 1)  # more than any matrix has is refused at once
            self.expect_refusal(
                'a.mtx', f'{first}coordinate real general\n{rows} 5 {100 * rows}\n1 1 1\n',
                words=['convert', 'a.mtx', 'X.counts'])
            self.expect_refusal('a.txt', f'{n}\n{n}\n{n}\n1 1 1\n', '--format', 'uci')
            if n < 2 ** 63:  # else it is a name and a number
                self.expect_refusal('a.vec', f'{n} {n}\na 1 2 3\n', '--format', 'word2vec')
            self.expect_refusal('a.svm', f'1 1:1 {n}:2\n')
        self.expect_refusal('a.fvecs', (10 ** 6).to_bytes(4, 'little') + bytes(400))


class Entities(ProgramTest):
    """XML whose own entities expand a thousandfold, or name a file."""
    LAUGHS = '<!ENTITY a "lol lol lol lol">' + ''.join(
        f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))

    def types(self, root):
        self.write('secret', 'password')
        return (f'<!DOCTYPE {root} [{self.LAUGHS}<!ENTITY x "&j;">]>',
                f'<!DOCTYPE {root} [<!ENTITY x SYSTEM "file://{self.folder}/secret">]>',
                f'<!DOCTYPE {root} [<!ENTITY % x SYSTEM "file://{self.folder}/secret">%x;]>')

    def test_literature(self):
        self.skip_without('libxml2', 'x.xml', '<PubmedArticleSet></PubmedArticleSet>')
        article = ('<PubmedArticle><MedlineCitation><PMID>{}</PMID><Article><ArticleTitle>oven &x;'
                   '</ArticleTitle></Article></MedlineCitation></PubmedArticle>')
        for declared in self.types('PubmedArticleSet'):
            self.write('a.xml', '<?xml version="1.0"?>' + declared + '<PubmedArticleSet>' +
                       ''.join(map(article.format, range(3))) + '</PubmedArticleSet>')
            self.fail_with(1, ['vectorize', 'a.xml', '-o', 'X.mtx', '-q'], 'a.xml, line 1')

    def test_spreadsheets(self):
        self.skip_without('libzip', 'x.ods', b'PK\3\4')
        for declared in self.types('office:document-content'):
            with zipfile.ZipFile(self.folder / 'a.ods', 'w') as archive:
                archive.writestr('mimetype', 'application/vnd.oasis.opendocument.spreadsheet')
                archive.writestr('content.xml', declared + '<office:document-content/>')
            self.fail_with(1, ['vectorize', 'a.ods', '-o', 'X.mtx', '-q'],
                           'a document type is declared')

    def test_pages(self):
        self.skip_without('libxml2', 'x.html', '<html><body><p>oven</p></body></html>')
        for declared in self.types('html'):
            self.write('a.xhtml', '<?xml version="1.0"?>' + declared + '<html '
                       'xmlns="http://www.w3.org/1999/xhtml"><body><p>oven &x; flour</p></body>'
                       '</html>')
            self.succeed('vectorize', 'a.xhtml', '-o', 'X.mtx')
            terms = (self.folder / 'X.terms.txt').read_text().split()
            self.assertTrue({'oven', 'flour'} <= set(terms), terms)
            self.assertFalse({'password', 'lol'} & set(terms), terms)


class Databases(ProgramTest):
    def write_view(self, query):
        self.skip_without('libsqlite3', 'x.db', b'SQLite format 3\0')
        path = self.folder / 'a.db'
        with sqlite3.connect(path) as database:
            database.execute('create view texts as ' + query)
        database.close()

    def test_a_view_without_end_is_refused(self):
        self.write_view("with recursive r(n) as (select 1 union all select n + 1 from r) "
                        "select n, printf('%.*c', 5000000, 'x') body from r")
        self.fail_with(1, ['vectorize', 'a.db', '-o', 'X.mtx', '-q'],
                       'a.db expands to more than 200 times its size; choose rows with --query')

    def test_a_value_longer_than_any_file_is_refused(self):
        self.write_view('select 1 n, hex(zeroblob(300000000)) body')
        self.fail_with(1, ['vectorize', 'a.db', '-o', 'X.mtx', '-q'], 'a.db cannot be read',
                       'too big')

    def test_functions_of_a_view_do_not_reach_out(self):
        self.write_view("select 'oven' body, load_extension('evil')")
        self.fail_with(1, ['vectorize', 'a.db', '-o', 'X.mtx', '-q'], 'a.db cannot be read',
                       'unsafe use of load_extension()')


@unittest.skipIf(support.is_sanitized(), 'gigabytes of input take too long under sanitizers')
class Endless(ProgramTest):
    def test_an_endless_line_is_refused(self):
        self.fail_with(1, ['cluster', '/dev/zero', '-k', 2, '--format', 'mtx'],
                       '/dev/zero', 'line 1', 'longer than 1')

    def test_a_pipe_without_line_ends_is_refused(self):
        process = self.start('cluster', '-', '-k', 2, stdin=subprocess.PIPE)
        block, sent = b'1,' * (1 << 19), 0
        try:
            while sent < 3 << 30:
                sent += process.stdin.write(block)
        except BrokenPipeError:
            pass
        _, err = process.communicate(timeout=support.PATIENCE)
        self.assertEqual((process.returncode, err.count(b'\n')), (1, 1), err)
        self.assertIn('standard input, line 1 is longer than 1 GB', err.decode())
        self.assertLess(sent, 3 << 30)


if __name__ == '__main__':
    support.main()
