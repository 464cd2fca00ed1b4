"""Collections of counts as weighted unit rows: what the benchmarks of dense data are made from."""
import numpy as np
import scipy.io
import scipy.sparse as sp


def unit_rows(X):
    """Unit rows of (1 + ln tf) ln(n / df), and the numbers of the rows that are not empty."""
    X = sp.csr_matrix(X, dtype=np.float32)
    df = np.maximum(1, np.bincount(X.indices, minlength=X.shape[1]))
    X.data = 1 + np.log(X.data)
    X = X @ sp.diags(np.log(X.shape[0] / df).astype(np.float32))
    norms = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel())
    X = sp.csr_matrix(sp.diags((1 / np.maximum(norms, 1e-30)).astype(np.float32)) @ X)
    kept = np.flatnonzero(norms > 0)
    return X[kept], kept


def read_counts(folder):
    return scipy.io.mmread(f'{folder}/X.mtx.gz')
