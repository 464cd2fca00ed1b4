#!/usr/bin/python3
"""The metric of the neighbor graph on images and embeddings, as a Markdown table.

    bench/metric_study.py MANIFACT DATA [--seeds 3] [--sets coil20,...] [--methods gnmf,...]

The sets are those of bench/dense_defaults.py, and scikit-learn's digits and iris. A cell is
accuracy / NMI (geometric mean) in percent, the mean over the seeds 0, 1, ...; "-" where a method
refuses the data.
"""
import argparse
import os
import pathlib
import tempfile

import numpy as np
from sklearn.datasets import load_digits

from dense_defaults import collection, labels_of, scores

METHODS = ('ncut', 'clgr', 'gnmf', 'lccf', 'rcf', 'drcc')
METRICS = ('cosine', 'euclidean', 'auto')


def rows_of(data, name):
    if name != 'digits':
        return collection(data, name)
    digits = load_digits()
    return digits.data, digits.target + 1


def cell_of(program, file, k, method, metric, truth, seeds, folder):
    found = []
    for seed in range(seeds):
        out = folder / 'result'
        try:
            labels = labels_of(program, file, k, method, [f'metric={metric}'], seed, folder)
        except Exception:  # the method refuses the data
            return '-'
        finally:
            for path in out.glob('*') if out.exists() else []:
                path.unlink()
            if out.exists():
                out.rmdir()
        found.append(scores(truth, labels))
    accuracy, information = np.mean(found, axis=0) * 100
    return f'{accuracy:.1f} / {information:.1f}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--sets', default='coil20,digits,bbc_news,classic3,cstr,webace')
    parser.add_argument('--methods', default=','.join(METHODS))
    given = parser.parse_args()
    program = os.path.abspath(given.program)
    print('| | |', ' | '.join(METRICS), '|\n' + '|---' * (2 + len(METRICS)) + '|')
    for name in given.sets.split(','):
        X, classes = rows_of(given.data, name)
        _, truth = np.unique(classes, return_inverse=True)
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            np.save(folder / 'X.npy', X)
            for method in given.methods.split(','):
                cells = [cell_of(program, folder / 'X.npy', int(truth.max()) + 1, method, metric,
                                 truth, given.seeds, folder) for metric in METRICS]
                print(f'| `{name}` | `{method}` |', ' | '.join(cells), '|', flush=True)


if __name__ == '__main__':
    main()
