"""Exact neighbors by cosine with scikit-learn on one corpus: graph_knn_sklearn.py FOLDER P [ROUNDS
[ROWS]]

The same weighting as graph_knn (tf ln(n/df), unit rows); ROWS queries spread over the corpus (all
by default), extrapolated to all."""
import statistics
import sys
import time

import numpy
import scipy.io
import scipy.sparse
from sklearn.neighbors import NearestNeighbors

folder, p = sys.argv[1], int(sys.argv[2])
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
X = scipy.sparse.csr_matrix(scipy.io.mmread(f'{folder}/X.mtx.gz'), dtype=float)
n = X.shape[0]
searched = min(n, int(sys.argv[4])) if len(sys.argv) > 4 else n
df = numpy.bincount(X.indices, minlength=X.shape[1])
X = scipy.sparse.csr_matrix(X @ scipy.sparse.diags(numpy.log(n / numpy.maximum(df, 1))))
norms = numpy.sqrt(numpy.asarray(X.multiply(X).sum(axis=1)).ravel())
X = scipy.sparse.csr_matrix(scipy.sparse.diags(1 / numpy.where(norms > 0, norms, 1)) @ X)
queries = X[numpy.arange(searched) * n // searched]
search = NearestNeighbors(n_neighbors=p + 1, metric='cosine', algorithm='brute').fit(X)
seconds = []
for _ in range(rounds):
    start = time.perf_counter()
    search.kneighbors(queries)
    seconds.append((time.perf_counter() - start) * n / searched)
print(
    f'{folder}: scikit-learn brute force {statistics.median(seconds):.3f} s (median of {rounds}, '
    f'from {searched} of {n} rows)')
