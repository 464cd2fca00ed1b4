"""k-means on dense points, by manifact and by scikit-learn:
kmeans_sklearn.py MANIFACT [N M K ROUNDS]

N points (7797) of M correlated features (617) around K overlapping centers (26), ten starts, one
thread on both sides, in turn. The time is the fit alone; prints medians and the sums of squares."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.environ['OMP_NUM_THREADS'] = os.environ['OPENBLAS_NUM_THREADS'] = '1'

import numpy
from sklearn.cluster import KMeans

program = sys.argv[1]
given = [int(value) for value in sys.argv[2:]]
n, m, k, rounds = given + [7797, 617, 26, 5][len(given):]
source = numpy.random.default_rng(1)
centers, loads = .6 * source.normal(size=(k, 60)), source.normal(size=(60, m)) / 10
X = centers[source.integers(k, size=n)] + source.normal(size=(n, 60))
X = X @ loads + .2 * source.normal(size=(n, m))

with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)
    numpy.save(place / 'X.npy', X)
    ours, theirs = [], []
    for seed in range(rounds):
        subprocess.run([program, 'cluster', place / 'X.npy', '-m', 'kmeans', '-k', str(k), '-q',
                        '--threads', '1', '--seed', str(seed), '-o', place / f'{seed}'], check=True)
        summary = json.loads((place / f'{seed}/summary.json').read_text())
        ours.append((summary['seconds'], summary['objective']))
        begin = time.perf_counter()
        fit = KMeans(k, n_init=10, random_state=seed).fit(X)
        theirs.append((time.perf_counter() - begin, fit.inertia_))

for name, runs in (('manifact', ours), ('scikit-learn', theirs)):
    seconds, squares = (statistics.median(column) for column in zip(*runs))
    print(f'{name}: {seconds:.2f} s, sum of squares {squares:.0f}')
print('ratio of the times: %.2f' % (statistics.median(a[0] / b[0] for a, b in zip(ours, theirs))))
