#!/usr/bin/python3
"""Small collections weighted by the document frequencies of a large one: docs/topics/weighting.md.

    bench/idf_study.py MANIFACT DATA [--draws 10] [--collection reuters21578_raw]

A draw has all documents of k random classes of at least 10 documents, k = 2 to 10, or at most
--most of them. Each is clustered with its own frequencies and with --idf-from the whole collection,
k given, seed 0. Prints accuracy and normalized mutual information (over the larger entropy) in
percent, the mean over all draws and, for the difference, the standard error over draws.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy.io
from scipy.optimize import linear_sum_assignment

METHODS = ['lccf', 'lccf ncw=none', 'kmeans', 'ncut', 'auto']


def table_of(y, found):
    table = np.zeros((y.max() + 1, found.max() + 2))
    np.add.at(table, (y, found), 1)
    return table


def accuracy(y, found):
    table = table_of(y, found)
    rows, columns = linear_sum_assignment(-table[:, :-1])
    return 100 * table[rows, columns].sum() / len(y)


def entropy(p):
    p = p[p > 0] / p.sum()
    return -(p * np.log(p)).sum()


def information(y, found):
    table = table_of(y, found)
    a, b, both = entropy(table.sum(1)), entropy(table.sum(0)), entropy(table.ravel())
    return 100 * (a + b - both) / max(a, b) if max(a, b) > 0 else 0


def draws(X, y, count, most):
    classes = np.flatnonzero(np.bincount(y) >= 10)
    for k in range(2, 11):
        for draw in range(count):
            rng = np.random.default_rng([k, draw])
            rows = np.flatnonzero(np.isin(y, rng.choice(classes, k, replace=False)))
            if len(rows) > most:
                rows = np.sort(rng.choice(rows, most, replace=False))
            yield X[rows], np.unique(y[rows], return_inverse=True)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('program')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--draws', type=int, default=10)
    parser.add_argument('--most', type=int, default=10**9)
    parser.add_argument('--collection', default='reuters21578_raw')
    parser.add_argument('--methods', nargs='*', default=METHODS)
    given = parser.parse_args()
    source = given.data / given.collection
    X = scipy.io.mmread(source / 'X.mtx.gz').tocsr()
    y = np.loadtxt(source / 'labels.txt', dtype=int)
    found = {(method, whole): [] for method in given.methods for whole in (False, True)}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for draw, (part, classes) in enumerate(draws(X, y, given.draws, given.most)):
            k = classes.max() + 1
            scipy.io.mmwrite(folder / 'X.mtx', part.astype(int))
            for (method, whole), cells in found.items():
                word, *settings = method.split()
                options = [text for setting in settings for text in ('-s', setting)]
                if whole:
                    options += ['--idf-from', source / 'X.mtx.gz']
                subprocess.run([given.program, 'cluster', folder / 'X.mtx', '-k', str(k), '-m',
                                word, *options, '--force', '-q', '-o', folder / 'result'],
                               check=True)
                labels = np.loadtxt(folder / 'result/labels.txt', dtype=int)
                cells.append((accuracy(classes, labels), information(classes, labels)))
                print(draw, k, len(classes), method, whole,
                      '{:.1f} {:.1f}'.format(*cells[-1]), file=sys.stderr)
    print(f'| {given.collection}, {9 * given.draws} draws | own frequencies | whole collection |'
          ' gain |\n|---|---|---|---|')
    for method in given.methods:
        own, whole = (np.array(found[method, which]) for which in (False, True))
        gain = whole - own
        error = gain.std(axis=0, ddof=1) / np.sqrt(len(gain)) if len(gain) > 1 else [0, 0]
        print(f'| `{method}` |', ' / '.join(f'{x:.1f}' for x in own.mean(axis=0)), '|',
              ' / '.join(f'{x:.1f}' for x in whole.mean(axis=0)), '|',
              ' / '.join(f'{x:+.1f} ± {e:.1f}' for x, e in zip(gain.mean(axis=0), error)), '|')


if __name__ == '__main__':
    main()
