"""The same clustering of the same data in every language, to the bit:
cross_language.py LANGUAGE=COMMAND... [LANGUAGE-build=COMMAND] [LANGUAGE-needs=PATH]

Each command is a driver with the arguments INPUT METHOD K [NAME=VALUE...]; labels.c says what it
reads and prints. "program" is the program itself, whose labels are compared. All are compared with
the driver of C, which is required. A language is skipped if it has no driver, or if the path that
it needs does not exist, since the test of its package makes it. -build runs before the driver.
"""
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import unittest

LANGUAGES = ('c', 'program', 'python', 'r', 'rust', 'go')
COMMANDS = dict(argument.split('=', 1) for argument in sys.argv[1:])
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
    texts = [' '.join(draw.choices(WORDS[i % 3].split(), k=9) + ['été', 'today'][i % 2:])
             for i in range(90)] + ['']
    (folder / 'texts.txt').write_text('\n'.join(texts) + '\n', 'utf-8')
    (folder / 'texts.tsv').write_text(''.join(f'\t{text}\n' for text in texts), 'utf-8')


class CrossLanguage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        write_inputs(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def run_driver(self, language, case):
        """(labels, memberships) as the driver prints them."""
        data, method, k, options = case
        command = [*shlex.split(COMMANDS[language]), self.folder / data, method, str(k),
                   *(f'{name}={value}' for name, value in options.items())]
        run = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, f'{language}: {run.stderr}')
        labels, memberships = run.stdout.splitlines()
        return labels.split(), memberships

    def run_program(self, case):
        data, method, k, options = case
        name = data.replace('.csr', '.mtx').replace('.dense', '.csv').replace('.txt', '.tsv')
        settings = [word for item in options.items() for word in ('-s', '{}={}'.format(*item))]
        run = subprocess.run([COMMANDS['program'], 'cluster', name, '-m', method, '-k', str(k),
                              '-q', *settings, '-o', 'out'], cwd=self.folder,
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return (self.folder / 'out/labels.txt').read_text().split()

    def compare(self, language):
        if language not in COMMANDS:
            self.skipTest(f'no driver of {language}')
        needed = COMMANDS.get(language + '-needs')
        if needed is not None and not os.path.exists(needed):
            self.skipTest(f'{needed} is missing: the test "{language}" makes it')
        if language + '-build' in COMMANDS:
            subprocess.run(shlex.split(COMMANDS[language + '-build']), check=True)
        for case in CASES:
            with self.subTest(case=case):
                labels, memberships = self.run_driver('c', case)
                k = case[2]
                self.assertEqual(len(memberships), 16 * k * len(labels))
                self.assertEqual({*labels} - {'-1'}, {str(c) for c in range(k)})
                if language == 'program':
                    self.assertEqual(self.run_program(case), labels)
                elif language != 'c':
                    self.assertEqual(self.run_driver(language, case), (labels, memberships))


for _language in LANGUAGES:
    setattr(CrossLanguage, f'test_{_language}',
            lambda self, language=_language: self.compare(language))

if __name__ == '__main__':
    os.environ.setdefault('PYTHONDONTWRITEBYTECODE', '1')
    unittest.main(argv=sys.argv[:1])
