"""The same clustering of the same data in every language, with explanations, tests of groups,
labels by seed words, titles and the drift of new texts, to the bit:
cross_language.py c=DRIVER [program=MANIFACT] [python=PYTHON] [r=R] [rust=CARGO] [go=GO]
[node=NODE] [java=JAVA]

A driver has the arguments INPUT METHOD K [NAME=VALUE...]; labels.c says what it reads and prints.
Those of Python, R, Node.js and Java, which start slowly, take several cases with "--" between them.
The driver of C is compared with those of the others, and with the labels of the program. The
drivers of R, Rust and Go are built in the folder cross-language of the current one; pkg-config
finds the library. Those of Node.js and Java find it by MANIFACT_ADDON, and by CLASSPATH and
JDK_JAVA_OPTIONS. A language that is not named is skipped.
"""
import functools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

BINDINGS = pathlib.Path(__file__).resolve().parents[1]
LANGUAGES = ('c', 'program', 'python', 'r', 'rust', 'go', 'node', 'java')
ALL_AT_ONCE = ('python', 'r', 'node', 'java')
LINES = 7  # of a case
BUILT = pathlib.Path('cross-language').resolve()
TOOLS = dict(argument.split('=', 1) for argument in sys.argv[1:])
WORDS = ('ship sail harbor wave anchor captain tide island', 'oven flour butter sugar recipe bake '
         'salt dinner', 'rocket orbit planet star moon launch engine comet')
CASES = (('counts.csr', 'auto', 3, {}), ('counts.csr', 'lccf', 4, {'seed': 7, 'neighbors': 4}),
         ('counts.csr', 'drcc', 3, {}), ('points.dense', 'ncut', 3, {'neighbors': 6}),
         ('points.dense', 'kmeans', 5, {'seed': 2}), ('texts.txt', 'auto', 3, {}))


def write_inputs(folder):
    """Counts, points whose coordinates are multiples of 1/64, and texts, with one document that is
    empty; for the program also in formats that it reads."""
    draw = random.Random(5)
    counts = [[draw.choice((1, 2, 3)) if draw.random() < (.5 if j // 20 == i % 3 else .05) else 0
               for j in range(60)] for i in range(90)]
    rows = [' '.join(f'{j}:{value}' for j, value in enumerate(row) if value) for row in counts]
    (folder / 'counts.csr').write_text('\n'.join(['90 60', *rows]) + '\n')
    entries = [f'{i + 1} {j + 1} {value}' for i, row in enumerate(counts)
               for j, value in enumerate(row) if value]
    (folder / 'counts.mtx').write_text('\n'.join([
        '%%MatrixMarket matrix coordinate real general', f'90 60 {len(entries)}', *entries]) + '\n')
    points = [[(draw.randrange(-64, 64) + 256 * (j == i % 3)) / 64 for j in range(5)]
              for i in range(90)]
    lines = [' '.join(map(str, row)) for row in points]
    (folder / 'points.dense').write_text('\n'.join(['90 5', *lines]) + '\n')
    (folder / 'points.csv').write_text('\n'.join(lines).replace(' ', ',') + '\n')
    # The last words of a text of 60 are beyond what titles are made from.
    texts = ['  '.join(draw.choices(WORDS[i % 3].split(), k=9 + 51 * (i % 5 == 0)) +
                       ['été', 'today'][i % 2:] + ['\x07late arrival'] * (i % 5 == 0))
             for i in range(90)] + ['']
    (folder / 'texts.txt').write_text('\n'.join(texts) + '\n', 'utf-8')
    (folder / 'texts.tsv').write_text(''.join(f'\t{text}\n' for text in texts), 'utf-8')


def run(command, **settings):
    done = subprocess.run(command, capture_output=True, text=True, **settings)
    if done.returncode != 0:
        raise AssertionError(f'{command}: {done.stderr or done.stdout}')
    return done.stdout


def copy_of(source):
    """A copy of a package: its tools write beside the sources."""
    copy = BUILT / 'sources' / source
    shutil.rmtree(copy, ignore_errors=True)
    return shutil.copytree(BINDINGS / source, copy)


def driver_of_r(tool):
    library = BUILT / 'library'
    library.mkdir(parents=True, exist_ok=True)
    flags = BUILT / 'Makevars'
    flags.write_text('CFLAGS = -O0\n')  # the test of the package compiles it as users do
    run([tool, 'CMD', 'INSTALL', '--no-docs', '--no-byte-compile', '--no-test-load',
         f'--library={library}', copy_of('r')],
        env={**os.environ, 'R_MAKEVARS_USER': str(flags)})
    return ['env', f'R_LIBS={library}', tool, '--vanilla', '--no-echo',
            f'--file={BINDINGS}/r/tests/support/labels.R', '--args']


def driver_of_rust(tool):
    target = BUILT / 'target'
    # The rustc of a cargo is beside it. CARGO_HOME keeps away the settings of the user.
    environment = {**os.environ, 'CARGO_HOME': str(BUILT / 'home'),
                   'CARGO_TARGET_DIR': str(target),
                   'CARGO_PROFILE_DEV_DEBUG': '0', 'CARGO_INCREMENTAL': '0',
                   'PATH': os.pathsep.join([os.path.dirname(tool), os.environ['PATH']])}
    run([tool, 'build', '--offline', '--quiet', '--example', 'labels'], cwd=copy_of('rust'),
        env=environment)
    return [target / 'debug/examples/labels']


def driver_of_go(tool):
    driver = BUILT / 'labels-go'
    run([tool, 'build', '-o', driver, './examples/labels'], cwd=BINDINGS / 'go')
    return [driver]


@functools.lru_cache(None)
def driver(language):
    tool = TOOLS[language]
    make = {'c': lambda tool: [tool], 'r': driver_of_r, 'rust': driver_of_rust, 'go': driver_of_go,
            'python': lambda tool: [tool, BINDINGS / 'python/tests/labels.py'],
            'node': lambda tool: [tool, BINDINGS / 'node/test/support/labels.js'],
            'java': lambda tool: [tool, 'manifact.Labels']}[language]
    return make(tool)


class CrossLanguage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        write_inputs(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_driver(self, language):
        """(labels, memberships, explanations, group tests, labels of seeds, titles, drift) of each
        case, as the driver prints them."""
        cases = [[self.folder / data, method, str(k),
                  *(f'{name}={value}' for name, value in options.items())]
                 for data, method, k, options in CASES]
        if language in ALL_AT_ONCE:
            cases = [functools.reduce(lambda words, case: [*words, '--', *case], cases)]
        lines = ''.join(run([*driver(language), *case]) for case in cases).splitlines()
        self.assertEqual(len(lines), LINES * len(CASES), [line[:60] for line in lines])
        return [(labels.split(), *others) for labels, *others in zip(*[iter(lines)] * LINES)]

    def run_program(self, case):
        data, method, k, options = case
        name = data.replace('.csr', '.mtx').replace('.dense', '.csv').replace('.txt', '.tsv')
        settings = [word for item in options.items() for word in ('-s', '{}={}'.format(*item))]
        run([TOOLS['program'], 'cluster', name, '-m', method, '-k', str(k), '-q', *settings,
             '-o', 'out'], cwd=self.folder)
        topics = json.loads((self.folder / 'out/topics.json').read_text('utf-8'))
        return ((self.folder / 'out/labels.txt').read_text().split(),
                ' | '.join(topic['title'] for topic in topics) if data == 'texts.txt' else '-')

    def compare(self, language):
        if language not in TOOLS:
            self.skipTest(f'{language} was not found')
        expected = self.run_driver('c')
        found = None if language in ('c', 'program') else self.run_driver(language)
        for i, (case, lines) in enumerate(zip(CASES, expected)):
            labels, memberships, explanations, tests, seeds, titles, drift = lines
            with self.subTest(case=case):
                k = case[2]
                self.assertEqual(len(memberships), 16 * k * len(labels))
                self.assertEqual({*labels} - {'-1'}, {str(c) for c in range(k)})
                self.assertEqual(len(tests), 16 * 4 * k)
                self.assertEqual(seeds != '-', case[0] == 'counts.csr')
                self.assertEqual(titles.count(' | '), (k - 1) * (case[0] == 'texts.txt'))
                if case[0] == 'texts.txt':
                    added, far, unassigned, terms, unknown = map(int, drift.split())
                    self.assertEqual((added, unassigned), (6, 0))
                    self.assertTrue(0 <= far <= 6 <= unknown < terms, drift)
                self.assertTrue(case[1] != 'auto' or case[0] == 'texts.txt' or
                                len(explanations) > 32 * len(labels))
                if language == 'program':
                    self.assertEqual(self.run_program(case), (labels, titles))
                elif found is not None:
                    self.assertEqual(found[i], lines)


for _language in LANGUAGES:
    setattr(CrossLanguage, f'test_{_language}',
            lambda self, language=_language: self.compare(language))

if __name__ == '__main__':
    if 'c' not in TOOLS:
        sys.exit('cross_language.py needs the driver of C')
    unittest.main(argv=sys.argv[:1], verbosity=2)
