#!/usr/bin/python3
"""Pairs beside labels, and what to ask for next (needs numpy, scipy and scikit-learn).

    bench/active_study.py MANIFACT DATA [--sets SET ...] [--parts PART ...] [--draws 3]

DATA as for label_study.py. Accuracies in percent, means over the draws. Parts:

    both       labels of 2 % of each class and true pairs of random documents: rcf with the labels
               alone, with 200 pairs, with 100 and 100 must-links (200, half), with 1000, with 200
               by preset=paper, and with 200 pairs alone. Of the unlabeled documents
    pairs      ccf with 200 true pairs: of random documents, and those that suggest-pairs asks for,
               ten at a time. Of all documents; then the shares of must-links
    documents  rcf with labels of 1 % of each class and of as many other documents: random ones,
               those with the least difference of the two largest memberships, and random ones of
               the half with the least difference. Of the documents that no choice could take
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import tempfile

from label_study import draw

import numpy
import scipy.io

SETS = ['cstr', 'webace', 'bbc_news', 'classic3']


class Study:
    def __init__(self, manifact, folder, y):
        self.manifact, self.folder, self.y = manifact, folder, y
        self.matrix, self.k = folder / 'X.mtx', str(y.max() + 1)

    def run(self, *arguments):
        return subprocess.run([self.manifact, *map(str, arguments)], check=True,
                              capture_output=True, text=True).stdout

    def cluster(self, labeled, pairs, *options):
        given = self.given(labeled, pairs)
        self.run('cluster', self.matrix, '-k', self.k, '-q', '-o', self.folder / 'out', '--threads',
                 1, *given, *options)
        return numpy.loadtxt(self.folder / 'out/labels.txt', dtype=int)

    def given(self, labeled, pairs):
        files = []
        if labeled is not None:
            numpy.savetxt(self.folder / 'known.txt', numpy.where(labeled, self.y + 1, 0), fmt='%d')
            files += ['--labels', self.folder / 'known.txt']
        if len(pairs) > 0:
            numpy.savetxt(self.folder / 'pairs.txt', pairs, fmt='%d')
            files += ['--constraints', self.folder / 'pairs.txt']
        return files

    def answered(self, pairs):
        return [(i, j, 1 if self.y[i] == self.y[j] else -1) for i, j in pairs]

    def random_pairs(self, count, seed):
        random = numpy.random.default_rng(1000 + seed)
        return self.answered(random.choice(len(self.y), 2, replace=False) for _ in range(count))

    def half_must_links(self, count, seed):
        """Half of them pairs of random documents, half must-links."""
        random, pairs = numpy.random.default_rng(3000 + seed), self.random_pairs(count // 2, seed)
        while len(pairs) < count:
            pairs += [p for p in self.answered([random.choice(len(self.y), 2, replace=False)])
                      if p[2] > 0]
        return pairs

    def asked_pairs(self, count, seed):
        pairs = []
        while len(pairs) < count:
            found = json.loads(self.run('suggest-pairs', self.matrix, '-k', self.k, '-n', 10, '-q',
                                        '--seed', seed, '--weighting', 'log-tfidf', '--json',
                                        *self.given(None, pairs)))
            found = found if isinstance(found, list) else found['pairs']
            if not found: break
            pairs += self.answered((p['first'], p['second']) for p in found)
        return pairs[:count]

    def matched(self, found, counted=slice(None)):
        from scipy.optimize import linear_sum_assignment
        y, found = self.y[counted], found[counted]
        table = numpy.zeros((self.y.max() + 1, found.max() + 1))
        numpy.add.at(table, (y[found >= 0], found[found >= 0]), 1)
        return table[linear_sum_assignment(-table)].sum() / len(y)

    def both(self, seed):
        labeled, few = draw(self.y, 0.02, seed), self.random_pairs(200, seed)
        given = [[], few, self.half_must_links(200, seed), self.random_pairs(1000, seed)]
        fits = [self.cluster(labeled, pairs, '-m', 'rcf') for pairs in given]
        fits.append(self.cluster(labeled, few, '-m', 'rcf', '-s', 'preset=paper'))
        alone = self.cluster(None, few, '-m', 'rcf')
        return [(found == self.y)[~labeled].mean() for found in fits
               ] + [self.matched(alone, ~labeled)]

    def pairs(self, seed):
        row = [self.random_pairs(200, seed), self.asked_pairs(200, seed)]
        return [self.matched(self.cluster(None, pairs, '-m', 'ccf')) for pairs in row
               ] + [numpy.mean([p[2] > 0 for p in pairs]) for pairs in row]

    def documents(self, seed):
        labeled = draw(self.y, 0.01, seed)
        self.cluster(labeled, [], '-m', 'rcf')
        table = numpy.genfromtxt(self.folder / 'out/clusters.csv', delimiter=',', names=True)
        margin, random = table['margin'], numpy.random.default_rng(2000 + seed)
        count, free = labeled.sum(), numpy.flatnonzero(~labeled)
        by_margin = free[numpy.argsort(margin[free], kind='stable')]
        choices = [random.choice(free, count, replace=False), by_margin[:count],
                   random.choice(by_margin[:len(free) // 2], count, replace=False)]
        rest = ~labeled
        for choice in choices: rest[choice] = False
        accuracies = []
        for choice in choices:
            more = labeled.copy()
            more[choice] = True
            accuracies.append((self.cluster(more, [], '-m', 'rcf') == self.y)[rest].mean())
        return accuracies


HEADS = {
    'both': ['labels', '200', '200, half', '1000', '200, paper', '200 alone'],
    'pairs': ['random', 'asked', 'must-links, random', 'must-links, asked'],
    'documents': ['random', 'least difference', 'random of the lower half'],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--sets', nargs='+', default=SETS)
    parser.add_argument('--parts', nargs='+', default=list(HEADS), choices=HEADS)
    parser.add_argument('--draws', type=int, default=3)
    arguments = parser.parse_args()
    for part in arguments.parts:
        print(f'\n| {part} | ' + ' | '.join(HEADS[part]) + ' |')
        print('|---' * (len(HEADS[part]) + 1) + '|')
        for name in arguments.sets:
            with gzip.open(arguments.data / name / 'X.mtx.gz') as file:
                counts = scipy.io.mmread(file)
            truth = numpy.loadtxt(arguments.data / name / 'labels.txt', dtype=int)
            y = numpy.unique(truth, return_inverse=True)[1]
            with tempfile.TemporaryDirectory() as scratch:
                study = Study(arguments.manifact, pathlib.Path(scratch), y)
                scipy.io.mmwrite(study.matrix, counts)
                rows = [getattr(study, part)(seed) for seed in range(arguments.draws)]
            mean = 100 * numpy.mean(rows, axis=0)
            print(f'| `{name}` | ' + ' | '.join(f'{x:.1f}' for x in mean) + ' |', flush=True)


if __name__ == '__main__':
    main()
