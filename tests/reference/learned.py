"""Graphs learned from the data, dense matrices: for some thousand rows at most.

can   (Nie, Wang, Huang 2014) neighbors and eigenvectors in turn until the graph has k components;
      15 neighbors, each row keeps those of the data
pcan  the same with a projection to k - 1 dimensions that is learned, too; any row may become a
      neighbor; the first projection is that of the published program, the smallest eigenvectors of
      X'LX without the inverse of the scatter
ssc   (Elhamifar, Vidal 2013) rows as sparse combinations of the others, alpha = 20, all
      coefficients kept (rho = 1), normalized cut of |C| + |C|'
smce  (Elhamifar, Vidal 2011) affine combinations of 49 neighbors, lambda = 10, normalized cut

can and pcan: columns from 0 to 1, or unit rows for text. ssc and smce: the values as they are.
"""
import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from .datasets import min_max
from .graphs import cosine_kmeans, kmeans, squared_distances

ROUNDS = 30


def dense(X):
    return np.asarray(X.todense()) if sp.issparse(X) else X


def euclidean_neighbors(Y, count):
    """The nearest rows without the row itself, and their squared distances."""
    d, columns = cKDTree(Y).query(Y, count + 1)
    own = columns == np.arange(len(Y))[:, None]
    own[~own.any(axis=1), -1] = True
    return columns[~own].reshape(len(Y), count), d[~own].reshape(len(Y), count)**2


def even_weights(d):
    """(d_(q+1) - d_j) / (q d_(q+1) - sum of the q smallest) of the q + 1 smallest distances, in
    order; 1/q where that is 0 / 0."""
    q, top = d.shape[1] - 1, d[:, -1:]
    below = q * top - d[:, :-1].sum(axis=1, keepdims=True)
    even = below <= 1e-12 * np.maximum(q * top, d.max() * 1e-2)
    return np.where(even, 1 / q, (top - d[:, :-1]) / np.where(even, 1, below))


def on_simplex(U):
    """The Euclidean projection of each row on the simplex."""
    falling = -np.sort(-U, axis=1)
    excess = (np.cumsum(falling, axis=1) - 1) / np.arange(1, U.shape[1] + 1)
    rho = np.maximum((falling > excess).sum(axis=1), 1)
    return np.maximum(U - excess[np.arange(len(U)), rho - 1][:, None], 0)


class Adaptive:
    """The rounds of can (projection None) and pcan."""

    def __init__(self, X, k, neighbors=15):
        self.X, self.k, self.n = X, k, len(X)
        D = squared_distances(X)
        np.fill_diagonal(D, np.inf)
        q = min(neighbors, self.n - 2)
        self.columns = np.argsort(D, axis=1, kind='stable')[:, :q + 1]
        d = np.take_along_axis(D, self.columns, axis=1)
        self.gamma = ((q * d[:, -1] - d[:, :-1].sum(axis=1)) / 2).mean()
        self.columns = self.columns[:, :-1]
        self.A = np.zeros((self.n, self.n))
        np.put_along_axis(self.A, self.columns, even_weights(d), axis=1)

    def spectrum(self):
        """L, its smallest eigenvalues (one more than clusters) and eigenvectors."""
        S = (self.A + self.A.T) / 2
        L = np.diag(S.sum(axis=1)) - S
        values, F = scipy.linalg.eigh(L, subset_by_index=[0, self.k])
        return L, values, F[:, :self.k]

    def projected(self, L, scatter):
        quadratic = self.X.T @ L @ self.X
        _, P = scipy.linalg.eigh((quadratic + quadratic.T) / 2, scatter,
                                 subset_by_index=[0, min(self.k - 1, self.X.shape[1]) - 1])
        return self.X @ (P / np.linalg.norm(P, axis=0))

    def update(self, Y, F, strength, is_local):
        D = squared_distances(Y) + strength * squared_distances(F)
        if is_local:
            rows = on_simplex(-np.take_along_axis(D, self.columns, axis=1) / (2 * self.gamma))
            self.A[:] = 0
            np.put_along_axis(self.A, self.columns, rows, axis=1)
        else:
            self.A = on_simplex(-D / (2 * self.gamma))

    def run(self, has_projection):
        """The labels of the components, or the eigenvectors if there are not k components."""
        L, values, F = self.spectrum()
        centered = self.X - self.X.mean(axis=0)
        scatter = centered.T @ centered
        scatter += 1e-10 * np.trace(scatter) / len(scatter) * np.eye(len(scatter))
        Y = self.projected(L, None) if has_projection else self.X
        strength = self.gamma
        for _ in range(ROUNDS):
            self.update(Y, F, strength, not has_projection)
            L, values, found = self.spectrum()
            if has_projection:
                Y = self.projected(L, scatter)
            if values[:self.k].sum() > 1e-11:
                strength, F = 2 * strength, found
            elif values.sum() < 1e-11:
                strength /= 2
            else:
                F = found
                break
        count, labels = connected_components(sp.csr_matrix(self.A + self.A.T > 0))
        return labels if count == self.k else F


def scaled(case):
    return dense(case.X) if case.is_text else min_max(case.X)


def adaptive_labels(case, seed, has_projection):
    found = case.once(('adaptive', has_projection),
                      lambda: Adaptive(scaled(case), case.k).run(has_projection))
    return found if found.ndim == 1 else kmeans(found, case.k, seed)


def can(case, seed):
    return adaptive_labels(case, seed, False)


def pcan(case, seed):
    return adaptive_labels(case, seed, True)


def cut(W, k):
    """Coordinates of the normalized cut of a dense graph."""
    root = 1 / np.sqrt(np.maximum(W.sum(axis=1), 1e-300))
    N = root[:, None] * W * root
    return scipy.linalg.eigh(N, subset_by_index=[len(W) - k, len(W) - 1])[1]


def sparse_coefficients(X, alpha=20, rounds=200):
    """min |C|_1 + mu/2 |X - C X|^2, diag C = 0, by ADMM (rows are samples)."""
    G = X @ X.T
    off = np.abs(G - np.diag(np.diag(G)))
    mu, rho = alpha / off.max(axis=1).min(), alpha
    inverse = np.linalg.inv(mu * G + rho * np.eye(len(G)))
    C, dual = np.zeros_like(G), np.zeros_like(G)
    for _ in range(rounds):
        Z = inverse @ (mu * G + rho * C - dual)
        np.fill_diagonal(Z, 0)
        moved = Z + dual / rho
        C = np.sign(moved) * np.maximum(np.abs(moved) - 1 / rho, 0)
        np.fill_diagonal(C, 0)
        dual += rho * (Z - C)
        if np.abs(Z - C).max() < 2e-4:
            break
    return C


def ssc_coordinates(case):
    C = np.abs(sparse_coefficients(dense(case.X)))
    C /= np.maximum(C.max(axis=0), 1e-300)
    return cut(C + C.T, case.k)


def ssc(case, seed):
    return cosine_kmeans(case.once('ssc', lambda: ssc_coordinates(case)), case.k, seed, 20)


def smce_coordinates(case, weight=10, count=49, mu=10):
    D = squared_distances(dense(case.X))
    n = len(D)
    np.fill_diagonal(D, np.inf)
    columns = np.argsort(D, axis=1, kind='stable')[:, :min(count, n - 1)]
    np.fill_diagonal(D, 0)
    d2 = np.take_along_axis(D, columns, axis=1)
    d = np.sqrt(np.where(d2 > 0, d2, np.where(d2 > 0, d2, np.inf).min(axis=1, keepdims=True)))
    between = D[columns[:, :, None], columns[:, None, :]]
    gram = (d2[:, :, None] + d2[:, None, :] - between) / 2 / (d[:, :, None] * d[:, None, :])
    inverse = np.linalg.inv(gram + mu * (np.eye(d.shape[1]) + 1))
    threshold = weight * d / d.sum(axis=1, keepdims=True)
    C, dual, sum_dual = np.zeros_like(d), np.zeros_like(d), np.zeros((n, 1))
    for step in range(1, 3001):
        Z = (inverse @ (mu * C - dual + sum_dual + mu)[:, :, None])[:, :, 0]
        moved = mu * Z + dual
        C = np.sign(moved) * np.maximum(np.abs(moved) - threshold, 0) / mu
        gap, total = Z - C, 1 - Z.sum(axis=1, keepdims=True)
        dual += mu * gap
        sum_dual += mu * total
        if step % 20 == 0 and max(np.abs(gap).max(), np.abs(total).max()) < 1e-5:
            break
    weights = np.abs(C) / d
    weights /= np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
    order = np.argsort(-weights, axis=1, kind='stable')
    above = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
    kept = np.take_along_axis(weights, order, axis=1) * (
        np.hstack([np.zeros((n, 1)), above[:, :-1]]) < 0.95)
    W = np.zeros((n, n))
    np.put_along_axis(W, np.take_along_axis(columns, order, axis=1), kept, axis=1)
    return cut(np.maximum(W, W.T), case.k)


def smce(case, seed):
    return cosine_kmeans(case.once('smce', lambda: smce_coordinates(case)), case.k, seed, 20)
