#!/usr/bin/python3
"""The default of rcf with labels of some documents (needs numpy, scipy and scikit-learn).

    bench/label_study.py MANIFACT DATA [--sets SET ...] [--shares 0.01 ...] [--draws 3]

DATA contains folders with X.mtx.gz (counts) and labels.txt. A share of each class is labeled, at
least one document. Prints the accuracy of the unlabeled documents, means over the draws: of rcf
without its refinement, of rcf, and of multinomial logistic regression of the labeled documents on
log tf-idf (scikit-learn, C=30, at most 60 iterations); then seconds of rcf without and with it.
"""
import argparse
import gzip
import os
import pathlib
import subprocess
import tempfile
import time
import warnings

os.environ['OPENBLAS_NUM_THREADS'] = '1'

import numpy
import scipy.io
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize

SETS = ['cstr', 'webace', 'bbc_news', 'classic3', 'tdt2', '20newsgroups', 'reuters21578_raw']


def log_tfidf(counts):
    frequency = numpy.diff(counts.tocsc().indptr)
    X = counts[:, frequency >= 3].astype(float)
    X.data = 1 + numpy.log(X.data)
    return normalize(X.multiply(numpy.log(X.shape[0] / frequency[frequency >= 3])).tocsr())


def draw(y, share, seed):
    random, labeled = numpy.random.default_rng(seed), numpy.zeros(len(y), bool)
    for c in numpy.unique(y):
        of_class = numpy.flatnonzero(y == c)
        count = max(1, round(share * len(of_class)))
        labeled[random.choice(of_class, count, replace=False)] = True
    return labeled


def rcf(manifact, folder, y, labeled, *options):
    """Labels and seconds. Cluster c is the class with label c + 1."""
    numpy.savetxt(folder / 'labels.txt', numpy.where(labeled, y + 1, 0), fmt='%d')
    begin = time.monotonic()
    subprocess.run([manifact, 'cluster', folder / 'X.mtx', '-m', 'rcf', '-k', str(y.max() + 1),
                    '-q', '-o', folder / 'out', '--labels', folder / 'labels.txt', '--threads', '1',
                    *options], check=True, capture_output=True)
    return numpy.loadtxt(folder / 'out/labels.txt', dtype=int), time.monotonic() - begin


def study(manifact, folder, y, X, labeled):
    plain, plain_seconds = rcf(manifact, folder, y, labeled, '-s', 'refine=none')
    refined, refined_seconds = rcf(manifact, folder, y, labeled)
    regression = LogisticRegression(C=30, max_iter=60).fit(X[labeled], y[labeled]).predict(X)
    accuracies = [(found == y)[~labeled].mean() for found in (plain, refined, regression)]
    return [*accuracies, plain_seconds, refined_seconds]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--sets', nargs='+', default=SETS)
    parser.add_argument('--shares', nargs='+', type=float, default=[0.01, 0.02, 0.05, 0.2])
    parser.add_argument('--draws', type=int, default=3)
    arguments = parser.parse_args()
    warnings.filterwarnings('ignore')  # the regression ends by its iterations
    print('| set | labels | refine=none | rcf | logistic regression | s, none | s, rcf |')
    print('|---|---|---|---|---|---|---|')
    for name in arguments.sets:
        with gzip.open(arguments.data / name / 'X.mtx.gz') as file:
            counts = scipy.io.mmread(file).tocsr()
        truth = numpy.loadtxt(arguments.data / name / 'labels.txt', dtype=int)
        y, X = numpy.unique(truth, return_inverse=True)[1], log_tfidf(counts)
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            scipy.io.mmwrite(folder / 'X.mtx', counts)
            for share in arguments.shares:
                rows = [study(arguments.manifact, folder, y, X, draw(y, share, seed))
                        for seed in range(arguments.draws)]
                mean = numpy.mean(rows, axis=0)
                print(f'| `{name}` | {100 * share:g} % | ' +
                      ' | '.join(f'{x:.3f}' for x in mean[:3]) + ' | ' +
                      ' | '.join(f'{x:.1f}' for x in mean[3:]) + ' |', flush=True)


if __name__ == '__main__':
    main()
