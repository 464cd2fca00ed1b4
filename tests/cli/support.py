"""For the tests of the built program: a folder for each test, generated matrices, and functions
that run the program. MANIFACT is its path."""
import array
import base64
import functools
import gzip
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ['MANIFACT']
SHARED = pathlib.Path(os.environ.get('MANIFACT_SHARED')
                      or pathlib.Path(__file__).resolve().parents[3] / 'shared')
PATIENCE = 240  # seconds until a program counts as hung

RESULTS = ['clusters.csv', 'labels.txt', 'model.manifact', 'report.html', 'summary.json',
           'topics.json', 'tree.json']
SUMMARY_KEYS = (
    'version method options settings origins seed n_documents n_terms n_clusters sizes titles '
    'top_terms representatives topic_numbers objective iterations converged status seconds '
    'peak_bytes warnings diagnostics').split()


@functools.cache
def is_sanitized():
    return b'__asan_init' in pathlib.Path(PROGRAM).read_bytes()


def all_or_few(everything, few):
    """A size: everything, or less under sanitizers, where it runs the same code."""
    return few if is_sanitized() else everything


def default_signals():
    """For the child process: a background job starts with Ctrl-C ignored, which the program would
    respect."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def block_counts(n_blocks=3, documents=12, words=6):
    """Rows of counts: the documents of a block share its words, and one word belongs to two blocks.
    The block of row i is i % n_blocks."""
    rows = []
    for i in range(n_blocks * documents):
        row = [0] * (n_blocks * words)
        block = i % n_blocks
        for j in range(words):
            row[block * words + j] = 1 + (i * 7 + j * 5) % 4 if (i + j) % 4 else 0
        row[((block + 1) % n_blocks) * words] += 1 if i % 5 == 0 else 0
        rows.append(row)
    return rows


TOPICS = {'cooking': 'oven flour butter sugar recipe pastry dough',
          'football': 'goal league striker referee match penalty keeper',
          'space': 'orbit rocket lunar probe comet telescope nebula'}


def topic_texts(documents=12):
    """(label, text) pairs of clearly separated topics: each text has words from the seven of
    its topic, and one common word."""
    pairs = []
    for i in range(documents * len(TOPICS)):
        label = sorted(TOPICS)[i % len(TOPICS)]
        words = TOPICS[label].split()
        pairs.append((label, ' '.join(words[(i // 3 + 2 * j) % 7] for j in range(5)) + ' today'))
    return pairs


def tsv(pairs):
    return ''.join(f'{label}\t{text}\n' for label, text in pairs)


def matrix_market(rows):
    entries = [(i, j, x) for i, row in enumerate(rows, 1) for j, x in enumerate(row, 1) if x]
    lines = ['%%MatrixMarket matrix coordinate integer general',
             f'{len(rows)} {len(rows[0])} {len(entries)}']
    return '\n'.join(lines + ['%d %d %s' % entry for entry in entries]) + '\n'


def svmlight(rows):
    return ''.join('0 ' + ' '.join(f'{j}:{x}' for j, x in enumerate(row, 1) if x or j == len(row))
                   + '\n' for row in rows)


def csv(rows):
    return ''.join(','.join(map(str, row)) + '\n' for row in rows)


def same_groups(left, right):
    return len(left) == len(right) and len(set(zip(left,
                                                   right))) == len(set(left)) == len(set(right))


def unpacked(column):
    """A column of the page of the report: numbers in base64, or compressed texts."""
    if not isinstance(column, str):
        return column
    kind, _, text = column.partition(':')
    content = base64.b64decode(text, validate=True)
    if kind in ('gzip', 'plain'):
        content = gzip.decompress(content) if kind == 'gzip' else content
        return content.decode('utf-8').split('\0')[:-1]
    numbers = array.array({'i16': 'h', 'u16': 'H', 'i32': 'i', 'f32': 'f'}[kind], content)
    if sys.byteorder == 'big':
        numbers.byteswap()
    return list(numbers)


def page_data(page):
    """The data of report.html, with the columns of the documents as lists."""
    blocks = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert len(blocks) == 1, len(blocks)
    data = json.loads(blocks[0])
    data['documents'] = {name: unpacked(column) for name, column in data['documents'].items()}
    return data


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='manifact-cli-')
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def shared(self, name):
        """A file or folder of the shared data; without it, the test is skipped."""
        path = SHARED / 'data' / name
        if not path.exists():
            self.skipTest(f'{path} is missing; set MANIFACT_SHARED to the folder that holds data/')
        return path

    def counts(self, **shape):
        return self.write('counts.mtx', matrix_market(block_counts(**shape)))

    def start(self, *arguments, **options):
        options = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE,
                   'stderr': subprocess.PIPE, **options}
        options.setdefault('cwd', self.folder)
        words = [word if isinstance(word, bytes) else str(word) for word in arguments]
        return subprocess.Popen([PROGRAM, *words], preexec_fn=default_signals, **options)

    def run_program(self, *arguments, stdin=b'', **options):
        process = self.start(*arguments, stdin=subprocess.PIPE, **options)
        try:
            out, err = process.communicate(stdin, timeout=PATIENCE)
        finally:
            process.kill()
        return process.returncode, (out or b'').decode(errors='replace'), (err
                                                                           or b'').decode(
                                                                               errors='replace')

    def succeed(self, *arguments, **options):
        code, out, err = self.run_program(*arguments, **options)
        self.assertEqual(code, 0, err)
        return out

    def skip_without(self, library, name, content, *arguments):
        """Skips the test if the program was built without the library that the file needs."""
        self.write(name, content)
        err = self.run_program('vectorize', name, '-o', 'X.mtx', *arguments)[2]
        for path in self.folder.glob('[xX].*'):
            path.unlink()
        if library in err:
            self.skipTest(f'the program was built without {library}')

    def listing(self):
        return sorted((str(path.relative_to(self.folder)), path.read_bytes() if path.is_file()
                       else b'') for path in self.folder.rglob('*'))

    def fail_with(self, code, arguments, *parts, **options):
        """One line on stderr that holds the parts, nothing on stdout, nothing written."""
        before = self.listing()
        got, out, err = self.run_program(*arguments, **options)
        self.assertEqual(got, code, err)
        self.assertEqual(out, '')
        self.assertRegex(err, r'\Amanifact: [^\n]+\n\Z')
        for part in parts:
            self.assertIn(part, err)
        self.assertEqual(self.listing(), before)

    def labels(self, path):
        return [int(line) for line in (self.folder / path).read_text().split()]


def main():
    """As unittest.main(), but with meson's exit code for "skipped" when nothing ran."""
    program = unittest.main(exit=False, verbosity=2)
    result = program.result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(77 if result.testsRun == len(result.skipped) else 0)
