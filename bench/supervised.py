#!/usr/bin/python3
"""Accuracy with partially labeled documents, or with pairs (needs scipy).

    bench/supervised.py MANIFACT DATA [--draws FOLDER] [--seeds 5] [--pairs [SET ...]]

DATA contains tdt2, 20newsgroups and reuters21578_raw, each with X.mtx.gz (counts) and labels.txt;
FOLDER contains the lists of labeled documents of given draws of tdt2 (classes.txt,
kKK_sS_tTT.txt). A share t of each class is labeled, at least one document. Prints accuracy and NMI
of all documents and the accuracy of the unlabeled ones, means over the seeds.

With --pairs instead: accuracy without constraints, and with 50, 200 and 1000 true pairs, drawn from
all pairs or half of them from the must-links (mean over the draws, then the least).
"""
import argparse
import gzip
import json
import pathlib
import re
import subprocess
import tempfile

import numpy
import scipy.io
import scipy.sparse

METHODS = {
    'rcf paper': ['-m', 'rcf', '-s', 'preset=paper'],
    'rcf': ['-m', 'rcf'],
    'label-propagation': ['-m', 'label-propagation'],
    'label-propagation, graph of quality': ['-m', 'label-propagation', '--weighting', 'log-tfidf',
                                            '-s', 'min-df=3', '-s', 'neighbors=15'],
    'rcf paper, graph of quality': ['-m', 'rcf', '-s', 'preset=paper', '--weighting', 'log-tfidf',
                                    '-s', 'min-df=3', '-s', 'neighbors=15'],
}


# Names of methods, and options after a colon.
PAIR_METHODS = ['auto', 'rcf', 'semi-lccf', 'ccf', 'cnpcf', 'gdcf']
PAIR_SETS = ['bbc_news', 'classic3', 'cstr', 'webace', 'tdt2']


class Bench:
    def __init__(self, manifact, scratch):
        self.manifact, self.scratch = manifact, pathlib.Path(scratch)

    def run(self, *arguments):
        return subprocess.run([self.manifact, *map(str, arguments)], check=True,
                              capture_output=True, text=True).stdout

    def evaluate(self, truth, found):
        numpy.savetxt(self.scratch / 'truth.txt', truth, fmt='%d')
        numpy.savetxt(self.scratch / 'found.txt', found, fmt='%d')
        return json.loads(self.run('evaluate', self.scratch / 'truth.txt',
                                   self.scratch / 'found.txt', '--json'))

    def labels(self, matrix, truth, *options):
        out = self.scratch / 'out'
        self.run('cluster', matrix, '-k', len(numpy.unique(truth)), '-q', '-o', out, *options)
        return numpy.loadtxt(out / 'labels.txt', dtype=int)

    def cluster(self, matrix, truth, known, options):
        """Accuracy and NMI of all documents and accuracy of the unlabeled ones, in percent."""
        numpy.savetxt(self.scratch / 'known.txt', known, fmt='%d')
        found = self.labels(matrix, truth, '--labels', self.scratch / 'known.txt', *options)
        every, rest = self.evaluate(truth,
                                    found), self.evaluate(truth[known == 0], found[known == 0])
        return [100 * every['accuracy'], 100 * every['nmi'], 100 * rest['accuracy']]


def draw(truth, share, seed):
    random, known = numpy.random.RandomState(seed), numpy.zeros_like(truth)
    for c in numpy.unique(truth):
        of_class = numpy.flatnonzero(truth == c)
        known[random.permutation(of_class)[:max(1, round(share * len(of_class)))]] = c
    return known


def own_draws(bench, data, seeds):
    for name, shares in ('tdt2', (0.02, 0.2)), ('20newsgroups',
                                                (0.02,)), ('reuters21578_raw', (0.02,)):
        truth = numpy.loadtxt(data / name / 'labels.txt', dtype=int)
        for share in shares:
            for method, options in METHODS.items():
                rows = [bench.cluster(data / name / 'X.mtx.gz', truth, draw(truth, share, seed),
                                      options) for seed in range(seeds)]
                mean = numpy.mean(rows, axis=0)
                print(
                    f'{name:18}t {100 * share:2.0f} %  {method:37}accuracy {mean[0]:.1f}  nmi '
                    f'{mean[1]:.1f}  unlabeled {mean[2]:.1f}', flush=True)


def draw_pairs(truth, count, half, seed):
    """Pairs of different documents with their relation; half: as many must- as cannot-links."""
    random, left = numpy.random.RandomState(seed), {1: count, -1: count}
    if half:
        left = {1: count // 2, -1: count - count // 2}
    pairs = []
    while len(pairs) < count:
        i, j = random.randint(len(truth), size=2)
        relation = 1 if truth[i] == truth[j] else -1
        if i == j or left[relation] == 0:
            continue
        left[relation] -= 1
        pairs.append((i, j, relation))
    return pairs


def pair_draws(bench, data, name, methods, seeds):
    matrix, truth = data / name / 'X.mtx.gz', numpy.loadtxt(data / name / 'labels.txt', dtype=int)
    file = bench.scratch / 'pairs.txt'

    def accuracy(method, *more):
        word, *options = method.split(':')
        options = [part for option in options for part in ('-s', option)]
        found = bench.labels(matrix, truth, '-m', word, *options, *more)
        return 100 * bench.evaluate(truth, found)['accuracy']

    for method in methods:
        line = f'{name:12}{method:12}none {accuracy(method):.1f}'
        for half in (False, True) if not method.startswith('auto') else ():
            line += '  half' if half else '  uniform'
            for count in 50, 200, 1000:
                rows = []
                for seed in range(seeds):
                    numpy.savetxt(file, draw_pairs(truth, count, half, seed), fmt='%d')
                    rows.append(accuracy(method, '--constraints', file))
                line += f'  {count}: {numpy.mean(rows):.1f} ({min(rows):.1f})'
        print(line, flush=True)


def known_draws(bench, data, folder):
    counts = scipy.io.mmread(gzip.open(data / 'tdt2/X.mtx.gz')).tocsr().astype(float)
    truth = numpy.loadtxt(data / 'tdt2/labels.txt', dtype=int)
    df = numpy.maximum(numpy.asarray((counts > 0).sum(axis=0)).ravel(), 1)
    X = counts @ scipy.sparse.diags(numpy.log(counts.shape[0] / df))
    X = scipy.sparse.diags(1 / numpy.sqrt(numpy.asarray(X.multiply(X).sum(axis=1)).ravel())) @ X
    for line in (folder / 'classes.txt').read_text().splitlines():
        match = re.match(r'k(\d+) s(\d+) .*classes (.*)', line)
        if not match:
            continue
        k, s = int(match[1]), int(match[2])
        keep = numpy.isin(truth, [int(c) for c in re.findall(r'\d+', match[3])])
        part = X[keep]
        scipy.io.mmwrite(bench.scratch / 'X.mtx', part[:, numpy.unique(part.indices)])
        for t in ('02', '20'):
            known = numpy.zeros_like(truth)
            listed = numpy.loadtxt(folder / f'k{k:02}_s{s}_t{t}.txt', dtype=int)
            known[listed] = truth[listed]
            for method in ('rcf', 'label-propagation'):
                row = bench.cluster(bench.scratch / 'X.mtx', truth[keep], known[keep],
                                    [*METHODS[method], '--weighting', 'none'])
                print(f'k {k:2} s {s} t {t}  {method:20}{row[0]:.1f} / {row[1]:.1f}', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--draws', type=pathlib.Path)
    parser.add_argument('--seeds', type=int, default=5)
    parser.add_argument('--pairs', nargs='*', metavar='SET', help='sets of DATA; none: ' +
                        ' '.join(PAIR_SETS))
    parser.add_argument('--methods', nargs='+', default=PAIR_METHODS, help='for --pairs: '
                        'NAME[:OPTION=VALUE...]')
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(arguments.manifact, scratch)
        if arguments.pairs is not None:
            for name in arguments.pairs or PAIR_SETS:
                pair_draws(bench, arguments.data, name, arguments.methods, arguments.seeds)
            return
        if arguments.draws:
            known_draws(bench, arguments.data, arguments.draws)
        if arguments.seeds:
            own_draws(bench, arguments.data, arguments.seeds)


main()
