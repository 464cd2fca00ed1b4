"""Factorizations of the data, X ~ F U' or X ~ F C G' with F (n x k) >= 0.

nmf       NMF of scikit-learn, label = largest entry of F with unit columns of U
gnmf      |X - F U'|^2 + lambda tr F'LF (Cai, He, Han, Huang 2011): order F, U; unit columns of U
          before the first and after the last update; lambda 100, cosine graph of 5 neighbors; ten
          random starts of 30 updates, the best continues for 100; k-means on F
semi_nmf  |X - F Z'|^2, Z any sign (Ding, Li, Jordan 2010)
onmtf     |X - F C G'|^2, all non-negative, F and G nearly orthonormal (Ding, Li, Peng, Park 2006)
drcc      |X - F S'G'|^2 + lambda tr F'LF + mu tr G'L'G, S any sign (DRCC paper, algorithm 1 with
          the square roots): unit columns of F and G after each update; lambda = mu = 500, 0/1
          cosine graphs of 10 neighbors; rcc: mu = 0

semi_nmf, onmtf, drcc, rcc: from k-means, 0/1 + 0.2; label = largest entry of F with unit columns.
gnmf, drcc, rcc: unit rows as in the experiments of the papers.
"""
import numpy as np
import scipy.sparse as sp
from sklearn.decomposition import NMF

from .datasets import unit_rows
from .graphs import degrees, indicator, kmeans, knn_graph

TINY = 1e-300


def positive(A):
    return (np.abs(A) + A) / 2


def negative(A):
    return (np.abs(A) - A) / 2


def unit_columns(F):
    return F / np.maximum(np.linalg.norm(F, axis=0), TINY)


def transposed(X):
    return X.T.tocsr() if sp.issparse(X) else X.T.copy()


def nmf(case, seed):
    model = NMF(case.k, random_state=seed, max_iter=500)
    F = model.fit_transform(case.X)
    return np.argmax(F * np.linalg.norm(model.components_, axis=1), axis=1)


def gnmf_updates(X, Xt, W, weight, F, U, rounds):
    """The updated factors and the objective without its constant."""
    length = np.linalg.norm(U, axis=0)
    U, F = U / length, F * length
    D = degrees(W)[:, None]
    for _ in range(rounds):
        F = F * (X @ U + weight * (W @ F)) / np.maximum(F @ (U.T @ U) + weight * D * F, 1e-10)
        XF = Xt @ F
        U = U * XF / np.maximum(U @ (F.T @ F), 1e-10)
    value = (-2 * (U * XF).sum() + ((U.T @ U) * (F.T @ F)).sum()
             + weight * (F * (D * F - W @ F)).sum())
    length = np.maximum(np.linalg.norm(U, axis=0), TINY)
    return F * length, U / length, value


def gnmf(case, seed, weight=100, starts=10, trial=30):
    X = case.unit()
    Xt = case.once('transposed', lambda: transposed(X))
    W = case.once('gnmf graph', lambda: knn_graph(X, 5))
    random = np.random.RandomState(seed)
    best = (None, None, np.inf)
    for _ in range(starts):
        tried = gnmf_updates(X, Xt, W, weight, random.rand(case.n, case.k),
                             random.rand(X.shape[1], case.k), trial)
        best = tried if tried[2] < best[2] else best
    return kmeans(gnmf_updates(X, Xt, W, weight, best[0], best[1], 100)[0], case.k, seed)


def start(rows, k, seed):
    """0/1 + 0.2 of k-means, k at most the number of different rows."""
    return indicator(kmeans(rows, k, seed), k) + 0.2


def row_start(case, rows, seed):
    return start(rows, case.k, seed)


def column_start(case, rows, seed):
    return case.once(('columns', rows is case.X, seed), lambda: start(
        unit_rows(transposed(rows)), min(case.k, rows.shape[1]), seed)).copy()


def semi_nmf(case, seed, rounds=100):
    X, Xt, F = case.X, transposed(case.X), row_start(case, case.X, seed)
    for _ in range(rounds):
        Z = np.linalg.lstsq(F.T @ F, (Xt @ F).T, rcond=None)[0].T
        A, B = X @ Z, Z.T @ Z
        F = F * np.sqrt((positive(A) + F @ negative(B))
                        / np.maximum(negative(A) + F @ positive(B), TINY))
    return np.argmax(unit_columns(F), axis=1)


def onmtf(case, seed, rounds=300):
    X, Xt = case.X, transposed(case.X)
    F, G = row_start(case, X, seed), column_start(case, X, seed)
    inverse = [np.linalg.pinv(H.T @ H) for H in (G, F)]
    S = np.maximum(inverse[0] @ (G.T @ (Xt @ F)) @ inverse[1], 1e-3)
    for _ in range(rounds):
        P = (Xt @ F) @ S.T
        G = G * np.sqrt(P / np.maximum(G @ (G.T @ P), TINY))
        A = (X @ G) @ S
        F = F * np.sqrt(A / np.maximum(F @ (F.T @ A), TINY))
        S = S * np.sqrt((G.T @ (Xt @ F)) / np.maximum((G.T @ G) @ S @ (F.T @ F), TINY))
    return np.argmax(unit_columns(F), axis=1)


def co_clustered(case, seed, weight, feature_weight, rounds=100):
    X = case.unit()
    Xt = case.once('transposed', lambda: transposed(X))
    W = case.once('drcc graph', lambda: knn_graph(X, 10, 'binary'))
    V = case.once('feature graph', lambda: feature_graph(Xt)) if feature_weight > 0 else (
        sp.csr_matrix((X.shape[1], X.shape[1])))
    F, G = (unit_columns(H) for H in (row_start(case, X, seed), column_start(case, X, seed)))
    for _ in range(rounds):
        S = np.linalg.pinv(G.T @ G) @ (G.T @ (Xt @ F)) @ np.linalg.pinv(F.T @ F)
        F = half_update(F, (X @ G) @ S, S.T @ (G.T @ G) @ S, W, weight)
        G = half_update(G, (Xt @ F) @ S.T, S @ (F.T @ F) @ S.T, V, feature_weight)
        F, G = unit_columns(F), unit_columns(G)
    return np.argmax(F, axis=1)


def half_update(F, A, B, W, weight):
    return F * np.sqrt((weight * (W @ F) + positive(A) + F @ negative(B)) / np.maximum(
        weight * degrees(W)[:, None] * F + negative(A) + F @ positive(B), TINY))


def feature_graph(Xt):
    """The cosine graph of the features; those of fewer than 3 documents have no edges."""
    frequent = np.asarray((Xt != 0).sum(axis=1)).ravel() >= 3
    W = knn_graph(Xt[frequent], 10, 'binary')
    place = sp.csr_matrix((np.ones(frequent.sum()), (np.flatnonzero(frequent),
                                                     np.arange(frequent.sum()))),
                          shape=(len(frequent), frequent.sum()))
    return (place @ W @ place.T).tocsr()


def rcc(case, seed):
    return co_clustered(case, seed, 500, 0)


def drcc(case, seed):
    return co_clustered(case, seed, 500, 500)
