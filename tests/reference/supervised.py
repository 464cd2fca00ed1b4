"""Concept factorization with some labels (5 % of each class, drawn), and label propagation.

label_propagation   LabelSpreading of scikit-learn on the cosine graph of 5 neighbors, alpha 0.95
rcf        (RCF paper, eq. 11, 13, 19 to 22) the constraints F = (1-a)^2 (I-aS)^-1 Z (I-aS)^-1 of
           all labeled pairs adjust the graph: W (1 - |F|) + max(F, 0); a = 0.5, lambda 100
semi_lccf  the graph has weight 1 for pairs of equal labels and 0 for pairs of different ones
ccf        V = A Z: the documents of a labeled class share one row of Z
cnpcf, gdcf   reconstructions: the published formulas were not available

From random factors in (0,1), order U, V, u_c'K u_c = 1 after each of 100 updates, k-means on unit
rows of V. X has unit rows.
"""
import numpy as np
import scipy.sparse as sp
from sklearn.semi_supervised import LabelSpreading

from .concept import FLOOR, LAMBDA, UPDATES, gram, graph
from .graphs import cosine_kmeans, degrees, knn_graph


def label_propagation(case, seed):
    W = graph(case)
    known = case.known(seed)
    spread = LabelSpreading(kernel=lambda left, right: W.copy(), alpha=0.95, max_iter=1000,
                            tol=1e-6)
    spread.fit(np.arange(case.n)[:, None], np.where(known > 0, known, -1))
    return spread.transduction_ - 1


class Adjusted:
    """W (1 - |F|) + max(F, 0) without its diagonal, F = 2 P P' - s s' of P = (1-a) (I-aS)^-1 Y,
    s = P 1 and the labels Y."""

    def __init__(self, W, known, alpha=0.5):
        root = 1 / np.sqrt(np.maximum(degrees(W), 1e-300))
        S = sp.diags(root) @ W @ sp.diags(root)
        Y = (known[:, None] == np.unique(known[known > 0])).astype(float)
        P = Y.copy()
        for _ in range(60):
            P = alpha * (S @ P) + (1 - alpha) * Y
        s = P.sum(axis=1)
        scale = 1 / max(1, (s * s).max())
        F = ((2 * P @ P.T - np.outer(s, s)) * scale).astype(np.float32)
        edges = W.tocoo()
        keep = edges.data * (1 - np.abs(F[edges.row, edges.col]))
        self.sparse = sp.csr_matrix((keep, (edges.row, edges.col)), shape=W.shape)
        np.fill_diagonal(F, 0)
        self.added = np.maximum(F, 0, out=F)
        self.degrees = degrees(self.sparse) + self.added.sum(axis=1, dtype=float)

    def __matmul__(self, V):
        return self.sparse @ V + self.added @ V.astype(np.float32)


def linked(W, known, cannot_too):
    """W with weight 1 for pairs of equal labels, and, if asked for, 0 for the other pairs."""
    given = np.flatnonzero(known)
    W = W.tolil(copy=True)
    for i in given:
        same = given[(known[given] == known[i]) & (given != i)]
        if cannot_too:
            W[i, given] = 0
        W[i, same] = 1
    return W.tocsr()


def updates(case, S, degree, weight, seed):
    """V after the updates of U, V with the graph S."""
    K, random = gram(case, False), np.random.RandomState(seed)
    U, V = random.rand(case.n, case.k), random.rand(case.n, case.k)
    for _ in range(UPDATES):
        U *= (K @ V) / np.maximum((K @ U) @ (V.T @ V), FLOOR)
        KU = K @ U
        V *= (KU + weight * (S @ V)) / np.maximum(
            V @ (U.T @ KU) + weight * degree[:, None] * V, FLOOR)
        length = np.sqrt(np.maximum((U * KU).sum(axis=0), 1e-300))
        U, V = U / length, V * length
    return V


def rcf(case, seed):
    S = Adjusted(graph(case), case.known(seed))
    return cosine_kmeans(updates(case, S, S.degrees, LAMBDA, seed), case.k, seed)


def semi_lccf(case, seed):
    S = linked(graph(case), case.known(seed), True)
    return cosine_kmeans(updates(case, S, degrees(S), LAMBDA, seed), case.k, seed)


def ccf(case, seed):
    known, K = case.known(seed), gram(case, False)
    rows = np.where(known > 0, known - 1, known.max() + np.cumsum(known == 0) - 1)
    A = sp.csr_matrix((np.ones(case.n), (np.arange(case.n), rows)))
    counts, random = degrees(A.T)[:, None], np.random.RandomState(seed)
    U, Z = random.rand(case.n, case.k), random.rand(A.shape[1], case.k)
    for _ in range(UPDATES):
        V = A @ Z
        U *= (K @ V) / np.maximum((K @ U) @ (V.T @ V), FLOOR)
        KU = K @ U
        Z *= (A.T @ KU) / np.maximum(counts * (Z @ (U.T @ KU)), FLOOR)
    return cosine_kmeans((A @ Z) * np.sqrt((U * (K @ U)).sum(axis=0)), case.k, seed)


def cnpcf(case, seed):
    near = case.once('cnpcf graph', lambda: knn_graph(case.X, 3))
    S = near + 10 * linked(sp.csr_matrix(near.shape), case.known(seed), False)
    return cosine_kmeans(updates(case, S, degrees(S), 1, seed), case.k, seed)


def gdcf(case, seed, labels=0.5, weight=0.1):
    """|X' - X'U V'|^2 + labels |Q - V_l A|^2 + weight tr(V'LV), Q the labels, V_l their rows."""
    known, K, S = case.known(seed), gram(case, False), graph(case)
    given = known > 0
    Q = (known[given][:, None] == np.unique(known[given])).astype(float)
    D, random = degrees(S)[:, None], np.random.RandomState(seed)
    U, V, A = (random.rand(rows, case.k) for rows in (case.n, case.n, case.k))
    for _ in range(UPDATES):
        U *= (K @ V) / np.maximum((K @ U) @ (V.T @ V), FLOOR)
        KU = K @ U
        up, down = KU + weight * (S @ V), V @ (U.T @ KU) + weight * D * V
        up[given] += labels * Q @ A.T
        down[given] += labels * V[given] @ (A @ A.T)
        V *= up / np.maximum(down, FLOOR)
        A *= (V[given].T @ Q) / np.maximum(V[given].T @ V[given] @ A, FLOOR)
        length = np.sqrt(np.maximum((U * KU).sum(axis=0), 1e-300))
        U, V, A = U / length, V * length, A / length[:, None]
    return cosine_kmeans(V, case.k, seed)
