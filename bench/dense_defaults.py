#!/usr/bin/python3
"""`auto` on dense data beside scikit-learn's KMeans and `ncut`, as a Markdown table.

    bench/dense_defaults.py MANIFACT DATA [--seeds 3] [--sets uci_iris,...] ["option=value ..." ...]

The sets are the dense collections of DATA and singular coordinates of its text collections, which
stand for embeddings. A cell is accuracy / NMI (geometric mean) in percent, the mean over the seeds
0, 1, ...; each further argument is a column of `auto` with these options. KMeans runs with its ten
starts on the data as given.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile

import numpy as np
import scipy.sparse as sp
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import KMeans
from sklearn.metrics import normalized_mutual_info_score
from sklearn.utils.extmath import randomized_svd

from coordinates import read_counts, unit_rows

DENSE = ['coil20', 'uci_iris', 'uci_wine', 'uci_zoo', 'uci_balance_scale', 'uci_house_votes_84']
# Collections of text and the dimension of their coordinates.
TEXT = {'bbc_news': 100, 'classic3': 200, 'cstr': 100, 'webace': 200, 'rec': 100, 'tdt2': 300,
        '20newsgroups': 400}


def collection(data, name):
    """Rows and classes of a set."""
    folder = data / ('20newsgroups' if name == 'rec' else name)
    X, classes = read_counts(folder), np.loadtxt(folder / 'labels.txt', dtype=int)
    if name in DENSE:
        return np.asarray(X.todense() if sp.issparse(X) else X, dtype=float), classes
    if name == 'rec':
        names = (folder / 'classes.txt').read_text().split()
        own = np.isin(classes, [c for c, text in enumerate(names, 1) if text.startswith('rec.')])
        X, classes = sp.csr_matrix(X)[own], classes[own]
    X, kept = unit_rows(X)
    U, sigma, _ = randomized_svd(X, TEXT[name], n_iter=3, random_state=0)
    return (U * sigma).astype(np.float32), classes[kept]


def scores(truth, labels):
    labels = np.where(labels < 0, labels.max() + 1, labels)
    table = np.zeros((truth.max() + 1, labels.max() + 1))
    np.add.at(table, (truth, labels), 1)
    matched = table[linear_sum_assignment(-table)].sum() / len(truth)
    return matched, normalized_mutual_info_score(truth, labels, average_method='geometric')


def labels_of(program, file, k, method, options, seed, folder):
    words = [word for option in options for word in ('-s', option)]
    out = folder / 'result'
    subprocess.run([program, 'cluster', file, '-k', str(k), '-m', method, '--seed', str(seed), '-q',
                    '-o', out, *words], check=True)
    return np.loadtxt(out / 'labels.txt', dtype=int)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--sets', default=','.join([*DENSE, *TEXT]))
    parser.add_argument('settings', nargs='*')
    given = parser.parse_args()
    program = os.path.abspath(given.program)
    columns = [('auto', []), *((f'auto {s}', s.split()) for s in given.settings)]
    heads = [*(head for head, _ in columns), 'KMeans', 'ncut']
    print('| | ' + ' | '.join(heads) + ' |\n|' + '---|' * (len(heads) + 1))
    rows = []
    for name in given.sets.split(','):
        X, classes = collection(given.data, name)
        _, truth = np.unique(classes, return_inverse=True)
        k = int(truth.max()) + 1
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            file = folder / 'X.npy'
            np.save(file, X)
            runs = [[labels_of(program, file, k, 'auto', options, seed, folder)
                     for seed in range(given.seeds)] for _, options in columns]
            runs.append([KMeans(k, n_init=10, random_state=seed).fit_predict(X)
                         for seed in range(given.seeds)])
            runs.append([labels_of(program, file, k, 'ncut', [], seed, folder)
                         for seed in range(given.seeds)])
        cells = [np.mean([scores(truth, labels) for labels in run], axis=0) * 100 for run in runs]
        rows.append(cells)
        print(f'| `{name}`, {k} | ' + ' | '.join(f'{a:.1f} / {m:.1f}' for a, m in cells) + ' |',
              flush=True)
    means = np.mean(rows, axis=0)
    print('| mean | ' + ' | '.join(f'{a:.1f} / {m:.1f}' for a, m in means) + ' |')


if __name__ == '__main__':
    main()
