"""k-means on dense points, by manifact and by scikit-learn, both in Python:
kmeans_sklearn.py LIBRARY [N M K ROUNDS]

N points (7797) of M correlated features (617) around K overlapping centers (26), ten starts, one
thread on both sides, in turn. The time is the fit alone; prints medians and the sums of squares."""
import os
import pathlib
import statistics
import sys
import time

os.environ['OMP_NUM_THREADS'] = os.environ['OPENBLAS_NUM_THREADS'] = '1'
os.environ['MANIFACT_LIBRARY'] = sys.argv[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'bindings/python'))

import manifact
import numpy
import sklearn.cluster

given = [int(value) for value in sys.argv[2:]]
n, m, k, rounds = given + [7797, 617, 26, 5][len(given):]
source = numpy.random.default_rng(1)
centers, loads = .6 * source.normal(size=(k, 60)), source.normal(size=(60, m)) / 10
X = centers[source.integers(k, size=n)] + source.normal(size=(n, 60))
X = X @ loads + .2 * source.normal(size=(n, m))

METHODS = {'manifact': lambda seed: manifact.KMeans(k, n_jobs=1, random_state=seed),
           'scikit-learn': lambda seed: sklearn.cluster.KMeans(k, n_init=10, random_state=seed)}
seconds = {name: [] for name in METHODS}
squares = {name: [] for name in METHODS}
for seed in range(rounds):
    for name, method in METHODS.items():
        begin = time.perf_counter()
        labels = method(seed).fit(X).labels_
        seconds[name].append(time.perf_counter() - begin)
        squares[name].append(sum(((X[labels == c] - X[labels == c].mean(0))**2).sum()
                                 for c in set(labels)))

for name in METHODS:
    print(f'{name}: {statistics.median(seconds[name]):.2f} s,',
          f'sum of squares {statistics.median(squares[name]):.0f}')
ratio = statistics.median(a / b for a, b in zip(seconds['manifact'], seconds['scikit-learn']))
print(f'ratio of the times: {ratio:.2f}')
