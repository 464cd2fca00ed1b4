#!/usr/bin/python3
"""Accuracy of the factorizations of X, compared with k-means with one start on the same rows (needs
scipy).

    cocluster_acceptance.py MANIFACT DATA [SEEDS]     DATA contains cstr, webace, coil20, tdt2,
    20newsgroups; SEEDS: their number (5)

Mean accuracy and NMI (square root) over the seeds. cstr and webace are the tf-idf matrices of the
data sets; subsets of classes are weighted by tf-idf separately and restricted to the 1000 features
of largest document frequency."""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
import scipy.io
import scipy.sparse

program, data, seeds = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(
    sys.argv) > 3 else 5
AS_GIVEN = '-s weighting=none -s scaling=unit-rows'
BOTH = '-m drcc -s lambda=500 -s mu=500 '


def subset(corpus, classes, folder):
    """The documents of some or of the largest classes, with their 1000 most frequent terms."""
    X = scipy.sparse.csr_matrix(scipy.io.mmread(data / corpus / 'X.mtx.gz'))
    labels = numpy.loadtxt(data / corpus / 'labels.txt', dtype=int)
    if isinstance(classes, int):
        names, counts = numpy.unique(labels, return_counts=True)
        classes = names[numpy.argsort(-counts, kind='stable')[:classes]]
    rows = numpy.isin(labels, classes)
    X = X[rows]
    df = numpy.bincount(X.indices, minlength=X.shape[1])
    X = X[:, numpy.sort(numpy.argsort(-df, kind='stable')[:1000])]
    scipy.io.mmwrite(folder / 'X.mtx', X.astype(float))
    numpy.savetxt(folder / 'labels.txt', labels[rows], fmt='%d')
    return folder / 'X.mtx', folder / 'labels.txt', len(classes)


def mean_scores(matrix, labels, k, options, out):
    scores = []
    for seed in range(seeds):
        subprocess.run([program, 'cluster', matrix, '-k', str(k), '--seed', str(seed), '--threads',
                        '2', '--quiet', '-o', out, *options.split()], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = json.loads(subprocess.run([program, 'evaluate', labels, f'{out}/labels.txt',
                                           '--json'], check=True, capture_output=True).stdout)
        scores.append((found['accuracy'], found['nmi_sqrt']))
    return numpy.mean(scores, axis=0)


def report(name, matrix, labels, k, settings, common, out):
    for setting in [*settings, '-m kmeans -s restarts=1']:
        accuracy, nmi = mean_scores(matrix, labels, k, f'{setting} {common}', out)
        print(f'{name:22} {setting:66} accuracy {accuracy:.3f}  nmi {nmi:.3f}', flush=True)


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    out = folder / 'out'
    family = ['-m nmf', '-m gnmf', '-m semi-nmf', '-m onmtf', '-m rcc']
    for corpus, k in ('cstr', 4), ('webace', 20):
        report(corpus, data / corpus / 'X_tfidf.mtx.gz', data / corpus / 'labels.txt', k,
               [BOTH, '-m drcc', *family], AS_GIVEN, out)
    report('coil20', data / 'coil20' / 'X.mtx.gz', data / 'coil20' / 'labels.txt', 20,
           ['-m drcc -s lambda=1000 -s mu=1000 -s neighbors=5', '-m gnmf'], AS_GIVEN, out)
    report('rec.*, 1000 terms', *subset('20newsgroups', [8, 9, 10, 11], folder),
           ['-m drcc -s lambda=0 -s mu=0', '-m drcc'], '', out)
    report('tdt2, 10 classes', *subset('tdt2', 10, folder), ['-m rcc -s lambda=500'], '', out)
    report('tdt2', data / 'tdt2' / 'X.mtx.gz', data / 'tdt2' / 'labels.txt', 30, [BOTH, '-m drcc'],
           '-s min-df=3', out)
