"""Neighborhood graphs and read-outs that the reference methods share."""
import numpy as np
import scipy.sparse as sp
from sklearn.cluster import KMeans

from .datasets import unit_rows

ROWS = 1024  # rows whose products with all rows are held at a time


def nearest(X, p):
    """Columns and similarities, n x p, of the p rows with the largest cosine, ties by number."""
    X = unit_rows(X)
    n = X.shape[0]
    p = min(p, n - 1)
    columns, values = np.empty((n, p), int), np.empty((n, p))
    for begin in range(0, n, ROWS):
        block = X[begin:begin + ROWS] @ X.T
        block = np.asarray(block.todense() if sp.issparse(block) else block)
        rows = np.arange(len(block))
        block[rows, begin + rows] = -np.inf
        # Equal to 12 digits counts as equal, so that rounding does not decide.
        order = np.argsort(-np.round(block, 12), axis=1, kind='stable')[:, :p] if n < 3000 else (
            largest(block, p))
        columns[begin:begin + ROWS] = order
        values[begin:begin + ROWS] = block[rows[:, None], order]
    return columns, np.minimum(values, 1)


def largest(block, p):
    """The columns of the p largest entries of each row; ties in any order."""
    rows = np.arange(len(block))[:, None]
    found = np.argpartition(-block, p, axis=1)[:, :p]
    return found[rows, np.argsort(-block[rows, found], axis=1, kind='stable')]


def graph_of(columns, weights):
    """The symmetric graph with the edges of either end; weights <= 0 are no edges."""
    n, p = columns.shape
    W = sp.csr_matrix((np.maximum(weights, 0).ravel(),
                       (np.repeat(np.arange(n), p), columns.ravel())), shape=(n, n))
    W.eliminate_zeros()
    return W.maximum(W.T).tocsr()


def knn_graph(X, p, weight='cosine'):
    """The cosine graph of the papers: weight `cosine`, `binary`, or `local` = exp(-d^2/(s s')) with
    the distances of unit rows, s the distance to the seventh neighbor (Zelnik-Manor, Perona)."""
    columns, cosines = nearest(X, p)
    if weight == 'cosine':
        return graph_of(columns, cosines)
    if weight == 'binary':
        return graph_of(columns, (cosines > 0).astype(float))
    distances = np.sqrt(np.maximum(2 - 2 * cosines, 0))
    s = distances[:, min(6, distances.shape[1] - 1)].copy()
    for i in np.flatnonzero(s < 1e-6):
        s[i] = distances[i][distances[i] > 0].min(initial=1)
    return graph_of(columns, np.where(cosines > 0,
                                      np.exp(-distances**2 / (s[:, None] * s[columns])), 0))


def squared_distances(X):
    """All of them, for a dense matrix or one with few rows."""
    X = np.asarray(X.todense() if sp.issparse(X) else X)
    square = (X * X).sum(axis=1)
    D = np.maximum(square[:, None] + square - 2 * X @ X.T, 0)
    np.fill_diagonal(D, 0)
    return D


def degrees(W):
    return np.asarray(W.sum(axis=1)).ravel()


def kmeans(rows, k, seed, starts=10):
    return KMeans(k, n_init=starts, random_state=seed).fit_predict(rows)


def cosine_kmeans(rows, k, seed, starts=10):
    return kmeans(unit_rows(rows), k, seed, starts)


def indicator(labels, k):
    F = np.zeros((len(labels), k))
    F[np.arange(len(labels)), labels] = 1
    return F


def rotated(Q, seed, starts=10):
    """Labels by the orthogonal rotation nearest to a partition (Yu, Shi 2003), best of several
    starting rows."""
    Z = unit_rows(Q)
    n, k = Z.shape
    best, labels = -np.inf, None
    for first in np.random.RandomState(seed).permutation(n)[:starts]:
        R, used = [Z[first]], np.zeros(n)
        for _ in range(k - 1):
            used += np.abs(Z @ R[-1])
            R.append(Z[np.argmin(used)])
        R, previous = np.array(R).T, 0
        for _ in range(100):
            found = np.argmax(Z @ R, axis=1)
            U, s, Vt = np.linalg.svd(indicator(found, k).T @ Z)
            if s.sum() > best:
                best, labels = s.sum(), found
            if abs(s.sum() - previous) < 1e-12 * n:
                break
            previous, R = s.sum(), Vt.T @ U.T
    return labels
