"""Writes dense rows that stand for embeddings of documents, as float32 .npy.

    dense_data.py FOLDER ROWS COLUMNS OUT.npy [SEED]

FOLDER holds X.mtx.gz (counts). The rows are unit rows of (1 + ln tf) ln(n / df), projected on the
leading singular vectors (of 100,000 rows drawn at random), in an order drawn at random. If more
rows are requested than there are, rows are repeated with Gaussian noise of a quarter of their norm.
"""
import sys

import numpy as np
from sklearn.utils.extmath import randomized_svd

from coordinates import read_counts, unit_rows

folder, rows, columns, out = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
random = np.random.default_rng(int(sys.argv[5]) if len(sys.argv) > 5 else 0)
X, kept = unit_rows(read_counts(folder))
X = X[random.permutation(len(kept))]
_, _, Vt = randomized_svd(X[:100_000], columns, n_iter=3, random_state=0)
take = np.arange(rows) % X.shape[0]
A = np.empty((rows, columns), np.float32)
for begin in range(0, rows, 50_000):
    part = take[begin : begin + 50_000]
    A[begin : begin + len(part)] = X[part] @ Vt.T
    again = np.arange(begin, begin + len(part)) >= X.shape[0]
    noise = random.standard_normal((int(again.sum()), columns), dtype=np.float32)
    size = np.linalg.norm(A[begin : begin + len(part)][again], axis=1, keepdims=True)
    A[begin : begin + len(part)][again] += noise * (0.25 / columns**0.5) * size
np.save(out, A)
