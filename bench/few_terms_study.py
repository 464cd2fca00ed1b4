#!/usr/bin/python3
"""Local predictors on collections of 1,000 terms, as a Markdown table: docs/methods/clgr.md.

    bench/few_terms_study.py MANIFACT DATA ["METHOD option=value ..." ...]
    bench/few_terms_study.py MANIFACT DATA --draws N SEED ["METHOD option=value ..." ...]

DATA is the folder of collections. cstr and webace are taken as they are; of others the terms that
have the most mutual information with the classes (mi) or are in the most documents (df) are kept.
A cell is the accuracy in percent for the seed 0, k given. Without METHODs: the rows of the page.
With --draws: N draws of each of five kinds, of random classes and 900 to 2000 documents, by a seed.
"""
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy.io
import scipy.sparse
from scipy.optimize import linear_sum_assignment

TERMS = 1000
SETS = [('cstr', None, ''), ('webace', None, ''), ('20newsgroups', [8, 9, 10, 11], 'mi'),
        ('20newsgroups', [8, 9, 10, 11], 'df'), ('20newsgroups', [2, 3, 4, 5], 'mi'),
        ('20newsgroups', [2, 9, 13, 19], 'mi'), ('reuters21578_raw', 8, 'mi'),
        ('bbc_news', None, 'mi'), ('bbc_news', None, 'df'), ('classic3', None, 'mi'),
        ('classic3', None, 'df')]
ROWS = ['clgr', 'clgr neighbors=80 readout=cosine-kmeans',
        'clgr neighbors=20 readout=cosine-kmeans', 'clgr neighbors=40 readout=rotation',
        'clgr neighbors=80 readout=rotation', 'drcc', 'drcc lambda=500', 'drcc preset=paper']


def information(X, y):
    """The mutual information of each term, present or not, with the class."""
    present, n = (X > 0).astype(float), X.shape[0]
    df, sums = np.asarray(present.sum(0)).ravel(), np.zeros(X.shape[1])
    for c in np.unique(y):
        inside = y == c
        together = np.asarray(present[inside].sum(0)).ravel()
        for count, marginal in ((together, df), (inside.sum() - together, n - df)):
            p, independent = count / n, marginal / n * inside.mean()
            some = p > 0
            sums[some] += p[some] * np.log(p[some] / independent[some])
    return sums


def collection(data, name, classes, terms):
    X = scipy.io.mmread(data / name / 'X.mtx.gz').tocsr()
    y = np.loadtxt(data / name / 'labels.txt', dtype=int)
    if isinstance(classes, int):
        classes = np.argsort(-np.bincount(y))[:classes]
    if classes is not None:
        X, y = X[np.isin(y, classes)], y[np.isin(y, classes)]
    if terms:
        X = with_terms(X, y, terms)
    return X, np.unique(y, return_inverse=True)[1]


KINDS = [('20newsgroups', 3, 8), ('reuters21578_raw', 4, 9), ('tdt2', 4, 12),
         ('bbc_news', 5, 6), ('20newsgroups', 4, 5)]  # and the bounds of the number of classes


def drawn(data, count, seed):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        for source, least, end in KINDS:
            y = np.loadtxt(data / source / 'labels.txt', dtype=int)
            k, terms = int(rng.integers(least, end)), ['mi', 'df'][rng.integers(2)]
            most = int(rng.integers(900, 2000))
            classes = rng.choice(np.flatnonzero(np.bincount(y) >= 60), k, replace=False)
            X = scipy.io.mmread(data / source / 'X.mtx.gz').tocsr()
            X, y = X[np.isin(y, classes)], y[np.isin(y, classes)]
            if len(y) > most:
                rows = np.sort(rng.choice(len(y), most, replace=False))
                X, y = X[rows], y[rows]
            X = with_terms(X, y, terms)
            yield f'{source} {k} {len(y)} {terms}', X, np.unique(y, return_inverse=True)[1]


def with_terms(X, y, terms):
    weight = information(X, y) if terms == 'mi' else np.asarray((X > 0).sum(0)).ravel()
    return X[:, np.sort(np.argsort(-weight)[:TERMS])]


def accuracy(y, found):
    table = np.zeros((y.max() + 1, found.max() + 2))
    np.add.at(table, (y, found), 1)
    rows, columns = linear_sum_assignment(-table[:, :-1])
    return 100 * table[rows, columns].sum() / len(y)


def main():
    program, data = sys.argv[1], pathlib.Path(sys.argv[2])
    given = sys.argv[3:]
    if given[:1] == ['--draws']:
        count, seed, *given = map(str, given[1:])
        sets = drawn(data, int(count), int(seed))
    else:
        sets = ((' '.join(str(x) for x in one if x), *collection(data, *one)) for one in SETS)
    table = {row: [] for row in given or ROWS}
    names = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for title, X, y in sets:
            names.append(title)
            scipy.io.mmwrite(folder / 'X.mtx', scipy.sparse.csr_matrix(X).astype(int))
            for row, cells in table.items():
                method, *settings = row.split()
                words = [word for setting in settings for word in ('-s', setting)]
                subprocess.run([program, 'cluster', folder / 'X.mtx', '-k', str(y.max() + 1), '-m',
                                method, *words, '--force', '-q', '-o', folder / 'result'],
                               check=True)
                cells.append(accuracy(y, np.loadtxt(folder / 'result/labels.txt', dtype=int)))
                print(names[-1], row, f'{cells[-1]:.1f}', file=sys.stderr)
    print('| |', ' | '.join(names), '| mean |\n' + '|---' * (len(names) + 2) + '|')
    for row, cells in table.items():
        print(f'| `{row}` |', ' | '.join(f'{cell:.1f}' for cell in cells),
              f'| {np.mean(cells):.1f} |')


if __name__ == '__main__':
    main()
