"""Results by default beside the recorded figures of published algorithms.

tests/reference/published.json holds the accuracy of a reference of each method, the mean of three
seeds, made by bench/against_published.py --references-only. A method passes if the mean over the
text sets, over the tables and over the images is each at most 2 percent below its reference. The
collections are small ones of the shared data; one that is absent is skipped with its figures.
"""
import concurrent.futures
import json
import pathlib
import statistics
import sys
import unittest

import support

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
from reference import labels

RECORD = json.loads((TESTS / 'reference/published.json').read_text())
KINDS = {'text': {'cstr': 4}, 'tables': {'iris': 3, 'wine': 3, 'zoo': 7}, 'images': {'coil20': 20}}
TABLES = 'uci_'  # what the folder of a table has before its name
LABELED = {'rcf', 'semi-lccf', 'ccf', 'gdcf', 'cnpcf', 'label-propagation'}
LOSS = 2.0


class Published(support.ProgramTest):
    def fit(self, method, folder, k, seed):
        """The accuracy in percent of one fit."""
        out, more = self.folder / f'{folder.name}-{seed}', []
        if method in LABELED:
            classes = [int(word) for word in (folder / 'labels.txt').read_text().split()]
            known = self.write(f'{out.name}.txt', ''.join(f'{label}\n' for label in
                                                          labels.draw(classes, seed)))
            more = ['--labels', known]
        self.succeed('cluster', folder / 'X.mtx.gz', '-k', k, '-m', method, '--seed', seed, '-q',
                     '-o', out, *more)
        found = self.succeed('evaluate', folder / 'labels.txt', out / 'labels.txt', '--json')
        return 100 * json.loads(found)['accuracy']

    def compare(self, method):
        figures, wrong, used = RECORD['figures'][method], [], 0
        for kind, sets in KINDS.items():
            folders = {name: support.SHARED / 'data' / (TABLES * (kind == 'tables') + name)
                       for name in sets if name in figures}
            folders = {name: path for name, path in folders.items() if path.is_dir()}
            jobs = [(method, path, sets[name], seed) for name, path in folders.items()
                    for seed in range(RECORD['seeds'])]
            if not jobs:
                continue
            used += 1
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                ours = statistics.mean(pool.map(lambda job: self.fit(*job), jobs))
            theirs = statistics.mean(figures[name][0] for name in folders)
            text = f'{method}, {kind}: {ours:.1f}, reference {theirs:.1f}'
            print(text, file=sys.stderr)
            wrong += [text] if ours < theirs - LOSS else []
        if not used:
            self.skipTest(f'no collections in {support.SHARED / "data"}')
        self.assertEqual(wrong, [])


def case_of(method):
    return lambda self: self.compare(method)


for name in RECORD['figures']:
    setattr(Published, f'test_{name.replace("-", "_")}', case_of(name))

if __name__ == '__main__':
    support.main()
