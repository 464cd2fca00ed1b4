#!/usr/bin/python3
"""Words with vectors beside them, against words alone: a Markdown table.

    bench/vectors_study.py MANIFACT DATA [--seeds 3] [--weights 0.1 0.25 0.5 1]

The vectors are made from words that the clustering does not see. `vocabulary`: the documents have
one random half of the terms, and the vectors are the truncated SVD, of rank 100, of the positive
pointwise mutual information (PPMI) of the other half. `documents`: one half of the documents is
clustered, and the vector of a document is the mean of vectors of its words, weighted by (1 + ln tf)
idf, that come from the PPMI of the other half. `random`: numbers without meaning. A cell is
accuracy / NMI (geometric mean) in percent, the mean over the seeds.
"""
import argparse
import pathlib
import subprocess
import tempfile

import numpy as np
import scipy.io
import scipy.sparse as sp
from scipy.sparse.linalg import svds

from coordinates import read_counts
from dense_defaults import scores

RANK = 100


def ppmi(X):
    P = X / X.sum()
    rows, columns = (np.asarray(P.sum(axis)).ravel() for axis in (1, 0))
    P = P.tocoo()
    values = np.maximum(np.log(P.data / (rows[P.row] * columns[P.col])), 0)
    return sp.csr_matrix((values, (P.row, P.col)), shape=P.shape)


def factors(A):
    u, s, _ = svds(A, k=min(RANK, min(A.shape) - 1), random_state=0)
    return u * np.sqrt(s)


def by_vocabulary(X, labels, rng):
    first = rng.random(X.shape[1]) < 0.5
    rest = X[:, ~first]
    return X[:, first], factors(ppmi(rest[:, np.asarray((rest > 0).sum(0)).ravel() >= 3])), labels


def by_documents(X, labels, rng):
    first = rng.random(X.shape[0]) < 0.5
    rest = X[~first]
    words = factors(ppmi(rest).T.tocsr())
    idf = np.log((rest.shape[0] + 1) / (np.asarray((rest > 0).sum(0)).ravel() + 1))
    weighted = X[first].astype(float)
    weighted.data = 1 + np.log(weighted.data)
    return X[first], weighted @ sp.diags(idf) @ words, labels[first]


def at_random(X, labels, rng):
    return X, rng.standard_normal((X.shape[0], RANK)), labels


def sets(data):
    def read(name):
        return sp.csr_matrix(read_counts(data / name)), np.loadtxt(data / name / 'labels.txt', int)

    for name in ('bbc_news', 'classic3', 'cstr', 'webace'):
        yield (name, *read(name))
    X, labels = read('reuters21578_raw')
    largest = np.isin(labels, np.argsort(-np.bincount(labels))[:10])
    yield 'reuters, 10 largest', X[largest], labels[largest]
    for draw, (name, count, share) in enumerate(
            [('20newsgroups', 8, 0.4), ('20newsgroups', 8, 0.4), ('tdt2', 12, 0.6)]):
        X, labels = read(name)
        rng = np.random.default_rng(draw)
        kept = np.isin(labels, rng.choice(np.unique(labels), count, replace=False))
        kept &= rng.random(len(labels)) < share
        yield f'{name}, {count} classes ({draw})', X[kept], labels[kept]


def labels_of(manifact, file, k, seed, folder, options):
    subprocess.run([manifact, 'cluster', file, '-k', str(k), '-q', '-o', folder / 'r', '--force',
                    '--seed', str(seed), *options], check=True, stdout=subprocess.DEVNULL)
    return np.loadtxt(folder / 'r' / 'labels.txt', dtype=int)


def row(manifact, X, vectors, labels, arguments):
    k = len(np.unique(labels))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        words, beside = folder / 'X.mtx', folder / 'e.npy'
        scipy.io.mmwrite(words, X.tocoo(), field='integer')
        np.save(beside, vectors.astype(np.float32))
        runs = [(words, [])] + [(words, ['--vectors', beside, '-s', f'vector-weight={weight}'])
                                for weight in arguments.weights]
        if arguments.alone:
            runs.append((beside, []))
        for file, options in runs:
            yield 100 * np.mean([scores(labels, labels_of(manifact, file, k, seed, folder, options))
                                 for seed in range(arguments.seeds)], 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--weights', nargs='+', default=['0.1', '0.25', '0.5', '1'])
    parser.add_argument('--kinds', nargs='+', default=['vocabulary', 'documents'])
    parser.add_argument('--only', nargs='+')
    parser.add_argument('--alone', action='store_true', help='the vectors alone as well')
    arguments = parser.parse_args()
    kinds = {'vocabulary': by_vocabulary, 'documents': by_documents, 'random': at_random}
    heads = ['words'] + arguments.weights + (['vectors'] if arguments.alone else [])
    print('| | vectors of | ' + ' | '.join(heads) + ' |\n' + '|---' * (len(heads) + 2) + '|')
    all_cells = []
    for name, X, labels in sets(arguments.data):
        if arguments.only and name not in arguments.only:
            continue
        for kind in arguments.kinds:
            part, vectors, classes = kinds[kind](X.tocsr(), labels, np.random.default_rng(0))
            cells = list(row(arguments.manifact, part, vectors, classes, arguments))
            all_cells.append(cells)
            print(f'| `{name}` | {kind} | ' +
                  ' | '.join(f'{a:.1f} / {b:.1f}' for a, b in cells) + ' |', flush=True)
    mean = np.mean(all_cells, 0)
    print('| mean | | ' + ' | '.join(f'{a:.1f} / {b:.1f}' for a, b in mean) + ' |')
    worst = np.min(np.array(all_cells) - np.array(all_cells)[:, :1], 0)
    print('| largest loss | | ' + ' | '.join(f'{a:+.1f} / {b:+.1f}' for a, b in worst) + ' |')


if __name__ == '__main__':
    main()
