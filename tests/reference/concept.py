"""Concept factorization, X' ~ X'W V' with K = X X' and non-negative W and V (n x k).

cf     |X' - X'W V'|^2, rows of X times (K1)_i^-1/2 (Xu, Gong 2004), label = largest entry of V
lccf   cf + lambda tr(V'LV) in the form of the authors' program (Cai, He, Han 2011): order V, W;
       unit columns of V before the first and after every update; rows of X as they are; lambda
       100, 5 neighbors; k-means on unit rows of V
srmcf  |X' - X'W V'|^2 + l1 tr(R L_A R') + l2 tr(V'LV), R = W V', A the adaptive neighbors of the
       columns of R, computed anew after each update (SRMCF paper, eq. 17, 18, 25 to 28, with the
       symmetric A); l1 = l2 = 1, clusters + 2 adaptive neighbors, from the labels of pcan (tables)
       or of the normalized cut; k-means on V

cf and lccf: ten random starts of 30 updates, the best continues for 100. All have unit rows as in
the papers' experiments, except srmcf on tables and images.
"""
import numpy as np
import scipy.sparse as sp

from . import cuts, learned
from .graphs import cosine_kmeans, degrees, indicator, kmeans, knn_graph, nearest

FLOOR = 1e-10
LAMBDA, NEIGHBORS, UPDATES = 100, 5, 100


class Gram:
    """K = X X', not formed."""

    def __init__(self, X):
        self.X = X
        self.Xt = X.T.tocsr() if sp.issparse(X) else X.T.copy()

    def __matmul__(self, V):
        return self.X @ (self.Xt @ V)


def weighted(X):
    """Rows times (K1)_i^-1/2: normalized-cut weighting."""
    sums = Gram(X) @ np.ones(X.shape[0])
    g = 1 / np.sqrt(np.where(sums > 0, sums, np.inf))
    return sp.csr_matrix(sp.diags(g) @ X) if sp.issparse(X) else g[:, None] * X


def graph(case):
    return case.once('concept graph', lambda: knn_graph(case.X, NEIGHBORS))


def gram(case, is_weighted):
    return case.once(('gram', is_weighted),
                     lambda: Gram(weighted(case.unit()) if is_weighted else case.unit()))


def unit_columns(V, W):
    length = np.maximum(np.linalg.norm(V, axis=0), 1e-300)
    V /= length
    W *= length


def authors_updates(K, S, weight, W, V, rounds):
    """Updates of W and V in place; the value of the objective at the end."""
    D = degrees(S)[:, None]
    unit_columns(V, W)
    KW = K @ W
    for _ in range(rounds):
        V *= (KW + weight * (S @ V)) / np.maximum(V @ (W.T @ KW) + weight * D * V, FLOOR)
        W *= (K @ V) / np.maximum(KW @ (V.T @ V), FLOOR)
        unit_columns(V, W)
        KW = K @ W
    return (-2 * (V * KW).sum() + ((W.T @ KW) * (V.T @ V)).sum()
            + weight * (V * (D * V - S @ V)).sum())


def best_of_starts(K, S, weight, n, k, seed, starts=10, trial=30):
    random = np.random.RandomState(seed)
    best, factors = np.inf, None
    for _ in range(starts):
        W, V = random.rand(n, k), random.rand(n, k)
        value = authors_updates(K, S, weight, W, V, trial)
        if value < best:
            best, factors = value, (W, V)
    authors_updates(K, S, weight, *factors, UPDATES)
    return factors


def cf(case, seed):
    K = gram(case, True)
    W, V = best_of_starts(K, sp.csr_matrix((case.n, case.n)), 0, case.n, case.k, seed)
    lengths = np.sqrt((W * (K @ W)).sum(axis=0))
    return np.argmax(V * lengths, axis=1)


def lccf(case, seed):
    _, V = best_of_starts(gram(case, False), graph(case), LAMBDA, case.n, case.k, seed)
    return cosine_kmeans(V, case.k, seed)


def adaptive_graph(columns, d):
    """(A + A') / 2 with the weights of learned.even_weights for all neighbors but the last."""
    n, count = columns.shape
    A = sp.csr_matrix((learned.even_weights(d).ravel(), (np.repeat(np.arange(n), count - 1),
                                                         columns[:, :-1].ravel())), shape=(n, n))
    return (A + A.T).tocsr() / 2


def data_neighbors(case, count):
    if not case.is_text:
        return learned.euclidean_neighbors(case.X, count)
    columns, cosines = nearest(case.X, count)
    return columns, 2 - 2 * cosines


def srmcf_start(case, seed):
    return (learned.pcan if case.n < 1000 and not case.is_text else cuts.ncut)(case, seed)


def srmcf(case, seed):
    labels = srmcf_start(case, seed)
    return kmeans(case.once(('srmcf', labels.tobytes()), lambda: srmcf_memberships(case, labels)),
                  case.k, seed)


def srmcf_memberships(case, labels, l1=1, l2=1):
    K, S = Gram(case.X), knn_graph(case.X, NEIGHBORS, 'binary')
    D, neighbors = degrees(S)[:, None], min(case.k + 2, case.n - 2)
    V = indicator(labels, case.k) + 0.2
    W = V / np.maximum(V.sum(axis=0) - 0.2 * case.n, 1)
    A = adaptive_graph(*data_neighbors(case, neighbors + 1))
    for _ in range(UPDATES):
        DA = degrees(A)[:, None]
        W *= (K @ V + l1 * W @ (V.T @ (A @ V))) / np.maximum(
            (K @ W) @ (V.T @ V) + l1 * W @ (V.T @ (DA * V)), 1e-12)
        KW, G = K @ W, W.T @ W
        V *= (KW + l1 * (A @ V) @ G + l2 * (S @ V)) / np.maximum(
            V @ (W.T @ KW) + l1 * (DA * V) @ G + l2 * D * V, 1e-12)
        values, Q = np.linalg.eigh(W.T @ W)
        A = adaptive_graph(*learned.euclidean_neighbors(V @ Q * np.sqrt(np.maximum(values, 0)),
                                                        neighbors + 1))
    return V
