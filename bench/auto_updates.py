#!/usr/bin/python3
"""Whether the updates of `auto` improve on its start, and what could predict it: a Markdown table.

    bench/auto_updates.py MANIFACT DATA [--seed 0]

The sets are the text collections of DATA and, of each of the three largest, five sets of 4 to 12
classes drawn at random. A row has accuracy and NMI (geometric mean) of the start (preset=fast) and
of the result, in percent, and criteria that need no classes: the normalized cut of the graph of 15
neighbors, relative to that of the start; the change of its modularity; the change of the mean
cosine to the cluster's direction, in percent; and the share of documents that keep their cluster.
"""
import argparse
import gzip
import pathlib
import subprocess
import tempfile

import numpy as np
import scipy.sparse as sp

from coordinates import read_counts
from dense_defaults import scores

WHOLE = {'cstr': 4, 'webace': 20, 'classic3': 3, 'bbc_news': 5, 'tdt2': 30}
DRAWN = ['tdt2', '20newsgroups', 'reuters21578_raw']


def weighted(X):
    """log-tfidf, terms in at least 3 documents, unit rows."""
    frequencies = np.asarray((X > 0).sum(0)).ravel()
    X = X[:, frequencies >= 3].astype(float)
    X.data = 1 + np.log(X.data)
    X = X @ sp.diags(np.log(X.shape[0] / frequencies[frequencies >= 3]))
    lengths = np.sqrt(np.asarray(X.multiply(X).sum(1)).ravel())
    return sp.csr_matrix(sp.diags(1 / np.where(lengths > 0, lengths, 1)) @ X)


def graph_of(X, count=15):
    blocks = []
    for begin in range(0, X.shape[0], 1024):
        P = (X[begin:begin + 1024] @ X.T).toarray()
        P[np.arange(len(P)), begin + np.arange(len(P))] = 0
        P[P < -np.partition(-P, count, axis=1)[:, count - 1:count]] = 0
        blocks.append(sp.csr_matrix(P))
    S = sp.vstack(blocks, format='csr')
    return S.maximum(S.T)


def criteria(X, S, labels):
    """Normalized cut, modularity, mean cosine."""
    degrees, n = np.asarray(S.sum(1)).ravel(), len(labels)
    V = sp.csr_matrix((np.ones(n), (np.arange(n), labels - labels.min())))
    inner = (V.T @ S @ V).diagonal()
    volumes = V.T @ degrees
    kept = volumes > 0
    cut = (1 - inner[kept] / volumes[kept]).sum()
    modularity = (inner / degrees.sum() - (volumes / degrees.sum()) ** 2).sum()
    return np.array([cut, modularity, np.sqrt((X.T @ V).power(2).sum(0)).sum() / n])


def labels_of(program, file, k, seed, preset, folder):
    subprocess.run([program, 'cluster', file, '-k', str(k), '--seed', str(seed), '-q', '-s',
                    f'preset={preset}', '-o', folder / preset], check=True)
    return np.loadtxt(folder / preset / 'labels.txt', dtype=int)


def sets(data):
    for name, k in WHOLE.items():
        yield name, k, read_counts(data / name), np.loadtxt(data / name / 'labels.txt', dtype=int)
    rng = np.random.default_rng(5)
    for name in DRAWN:
        X, classes = read_counts(data / name), np.loadtxt(data / name / 'labels.txt', dtype=int)
        numbers, counts = np.unique(classes, return_counts=True)
        for r, k in enumerate((4, 6, 8, 10, 12)):
            rows = np.isin(classes, rng.choice(numbers[counts >= 20], k, replace=False))
            yield f'{name} {r}', k, sp.csr_matrix(X)[rows], classes[rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--seed', type=int, default=0)
    given = parser.parse_args()
    print('| | start | result | cut | modularity | cosine | kept |\n' + '|---' * 7 + '|')
    for name, k, X, classes in sets(given.data):
        truth = np.unique(classes, return_inverse=True)[1]
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            entries = sp.coo_matrix(X)
            with gzip.open(folder / 'X.mtx.gz', 'wt', compresslevel=1) as out:
                out.write('%%MatrixMarket matrix coordinate integer general\n')
                out.write(f'{X.shape[0]} {X.shape[1]} {entries.nnz}\n')
                out.writelines(f'{i + 1} {j + 1} {int(x)}\n'
                               for i, j, x in zip(entries.row, entries.col, entries.data))
            start, end = (labels_of(given.manifact, folder / 'X.mtx.gz', k, given.seed, preset,
                                    folder) for preset in ('fast', 'none'))
        Y = weighted(sp.csr_matrix(X))
        S = graph_of(Y)
        before, after = criteria(Y, S, start), criteria(Y, S, end)
        cells = ' | '.join('{:.1f} / {:.1f}'.format(*(100 * x for x in scores(truth, labels)))
                           for labels in (start, end))
        print(f'| `{name}`, {k} | {cells} | {after[0] / before[0]:.2f} | '
              f'{after[1] - before[1]:+.3f} | {100 * (after[2] - before[2]):+.2f} | '
              f'{scores(start - start.min(), end)[0]:.2f} |', flush=True)


if __name__ == '__main__':
    main()
