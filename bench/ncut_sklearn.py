"""The normalized cut of one graph, by manifact and by scikit-learn: ncut_sklearn.py MANIFACT FOLDER
K [P [ROUNDS]]

MANIFACT is the program, FOLDER contains X.mtx.gz and labels.txt. The graph is built by manifact: P
neighbors (40), local scaling, equal documents kept. Both sides receive it as a file or a matrix and
run on two threads; the time of manifact includes reading the documents and the graph, that of
scikit-learn only the fit. The value of a cut is the mean over clusters of (weight of the edges that
leave the cluster) / (its degree). Then manifact alone, including the graph, for ncut and clgr."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault('OPENBLAS_NUM_THREADS', '2')

import numpy
import scipy.io
import scipy.sparse
from sklearn.cluster import SpectralClustering

program, folder, k = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
p = sys.argv[4] if len(sys.argv) > 4 else '40'
rounds = int(sys.argv[5]) if len(sys.argv) > 5 else 3


def run(*arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True,
                          text=True).stdout


def cut_value(W, labels):
    degree = numpy.asarray(W.sum(axis=1)).ravel()
    clusters = scipy.sparse.csr_matrix((numpy.ones(len(labels)),
                                        (numpy.arange(len(labels)), labels)))
    inside, volume = (clusters.T @ W @ clusters).diagonal(), clusters.T @ degree
    return float(numpy.mean(1 - inside[volume > 0] / volume[volume > 0]))


with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)

    def clustered(*options):
        seconds = []
        for _ in range(rounds):
            start = time.perf_counter()
            run('cluster', folder / 'X.mtx.gz', '-k', k, '--threads', 2, '--quiet', '-o',
                scratch / 'out', *options)
            seconds.append(time.perf_counter() - start)
        scores = json.loads(run('evaluate', folder / 'labels.txt', scratch / 'out/labels.txt',
                                '--json'))
        return numpy.loadtxt(scratch / 'out/labels.txt',
                             dtype=int), statistics.median(seconds), scores

    def print_row(name, seconds, scores, extra=''):
        print(
            f"{name}: {seconds:.2f} s (median of {rounds}), accuracy {scores['accuracy']:.4f}, "
            f"nmi_sqrt {scores['nmi_sqrt']:.4f}{extra}")

    run('graph', folder / 'X.mtx.gz', '-p', p, '--weight', 'local-scaling', '-o', scratch / 'S.mtx')
    W = scipy.sparse.csr_matrix(scipy.io.mmread(scratch / 'S.mtx'), dtype=float)
    degrees = numpy.asarray(W.sum(axis=1)).ravel()
    assert (degrees > 0).all(), ('this graph has isolated documents, which scikit-learn does not '
                                 'set apart')
    labels, ours, scores = clustered('-m', 'ncut', '--graph', scratch / 'S.mtx')
    print_row('manifact ncut, graph given', ours, scores, f', cut {cut_value(W, labels):.6f}')
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        theirs = SpectralClustering(k, affinity='precomputed', assign_labels='cluster_qr',
                                    random_state=0).fit(W).labels_
        seconds.append(time.perf_counter() - start)
    numpy.savetxt(scratch / 'theirs.txt', theirs, fmt='%d')
    print_row('scikit-learn, graph given', statistics.median(seconds),
         json.loads(run('evaluate', folder / 'labels.txt', scratch / 'theirs.txt', '--json')),
         f', cut {cut_value(W, theirs):.6f}')
    print(f'ratio {statistics.median(seconds) / ours:.2f}')
    for method in ('ncut', 'clgr'):
        _, alone, scores = clustered('-m', method, '-s', f'neighbors={p}')
        print_row(f'manifact {method}, graph included', alone, scores)
