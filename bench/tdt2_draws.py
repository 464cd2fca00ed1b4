#!/usr/bin/python3
"""Accuracy on subsets of TDT2: 50 draws of 2, 4, 6, 8 and 10 of its 30 classes (needs scipy).

    bench/tdt2_draws.py MANIFACT FOLDER      FOLDER contains X.mtx.gz (counts) and labels.txt

Documents are weighted by tf-idf with the idf of the whole corpus and unit rows. One seed per draw.
Prints the mean accuracy and NMI of each setting.
"""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import scipy.io
import scipy.sparse

DRAWS = '''
20 2 | 30 9 | 11 6 | 10 24 | 22 17 | 16 28 | 16 26 | 9 4 | 26 29 | 21 9
19 22 10 6 | 7 20 12 30 | 5 8 20 27 | 29 5 18 3 | 17 9 25 14 | 7 25 6 10 | 3 23 30 29 | 28 5 8 20
1 17 10 7 | 17 9 4 11
8 1 15 6 24 25 | 22 20 21 8 1 27 | 30 8 5 27 26 25 | 29 13 11 2 6 30 | 30 5 1 11 7 29
24 3 6 19 27 20 | 21 28 1 29 13 18
17 18 14 20 25 30 | 10 14 23 19 8 30 | 19 23 5 29 18 21
15 29 1 9 22 14 2 6 | 8 10 7 12 13 2 9 3 | 17 4 9 11 24 13 3 29 | 20 21 11 9 14 26 5 25
29 16 4 12 21 10 19 28
6 12 5 3 29 21 1 7 | 14 11 16 25 20 24 8 5 | 14 16 13 17 27 15 24 23 | 19 10 20 30 8 9 11 12
12 5 17 21 10 2 8 9
16 21 13 5 28 6 29 15 12 20 | 6 25 21 23 5 19 3 1 14 13 | 29 17 11 24 30 20 9 18 23 13
13 7 23 19 29 24 14 5 27 8
29 26 21 1 3 5 16 4 11 19 | 10 12 24 8 18 13 26 23 25 2 | 26 18 27 7 8 11 24 17 15 5
17 26 6 22 18 25 20 3 13 2
4 3 14 6 8 20 29 30 28 12 | 7 28 16 24 14 2 8 25 26 18'''
SETTINGS = {
    'lccf end ncw': '-m lccf -s normalization=final -s ncw=unit-graph',
    'lccf end': '-m lccf -s normalization=final',
    'lccf authors ncw': '-m lccf -s normalization=unit-memberships -s ncw=unit-graph',
    'lccf si, lambda 1, restarts': '-m lccf',
    'cf ncw, one start': '-m cf -s restarts=1 -s max-iterations=100',
    'cf ncw, restarts': '-m cf',
    'cf ncw, restarts, mu': '-m cf -s update=mu',
    'auto': '-m auto',
    'auto quality': '-m auto -s preset=quality',
    'kmeans': '-m kmeans -s restarts=4',
}


def main(manifact, folder):
    counts = scipy.io.mmread(gzip.open(folder / 'X.mtx.gz')).tocsr().astype(float)
    labels = numpy.loadtxt(folder / 'labels.txt', dtype=int)
    df = numpy.maximum(numpy.asarray((counts > 0).sum(axis=0)).ravel(), 1)
    X = counts @ scipy.sparse.diags(numpy.log(counts.shape[0] / df))
    X = scipy.sparse.diags(1 / numpy.sqrt(numpy.asarray(X.multiply(X).sum(axis=1)).ravel())) @ X
    found = {name: [] for name in SETTINGS}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        draws = [[int(c) for c in draw.split()] for line in DRAWS.strip().splitlines()
                 for draw in line.split('|')]
        for draw in draws:
            keep = numpy.isin(labels, draw)
            part = X[keep]
            scipy.io.mmwrite(scratch / 'X.mtx', part[:, numpy.unique(part.indices)])
            numpy.savetxt(scratch / 'truth.txt', labels[keep], fmt='%d')
            for name, setting in SETTINGS.items():
                options = [*setting.split(), '--weighting', 'none', '--quiet', '-o',
                           scratch / 'out']
                subprocess.run([manifact, 'cluster', scratch / 'X.mtx', '-k', str(len(draw)),
                                *options], check=True)
                scores = subprocess.check_output([manifact, 'evaluate', scratch / 'truth.txt',
                                                  scratch / 'out/labels.txt', '--json'])
                found[name].append(json.loads(scores))
            print('.', end='', flush=True)
    print()
    for name, scores in found.items():
        accuracy, nmi = ([score[key] for score in scores] for key in ('accuracy', 'nmi'))
        error = numpy.std(accuracy, ddof=1) / len(accuracy) ** 0.5
        print(
            f'{name:30} accuracy {numpy.mean(accuracy):.3f} (s.e. {error:.3f}, worst '
            f'{min(accuracy):.3f})  nmi {numpy.mean(nmi):.3f}')


main(sys.argv[1], pathlib.Path(sys.argv[2]))
