"""Cuts of neighborhood graphs.

ncut                 SpectralClustering of scikit-learn (Shi, Malik 2000; k-means)
ratio_cut            the smallest eigenvectors of L = D - W of the same graph, k-means
average_association  the largest eigenvectors of X X', k-means on unit rows
symnmf               (Kuang, Ding, Park 2012) |A - H H'|^2, H >= 0, A = D^-1/2 W D^-1/2 with local
                     scaling and floor(log2 n) + 1 neighbors
cplr, clgr           (CLGR paper, eq. 26 to 28) the smallest eigenvectors of
                     (I-P)'(I-P) + lambda L, P the ridge predictors of each row from its neighbors;
                     rotation to labels; 20 neighbors, both parameters 0.1; cplr: lambda = 0

ncut, ratio_cut: 0/1 graph of 10 neighbors. Cosines throughout.
"""
import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse.linalg import eigsh, svds
from sklearn.cluster import SpectralClustering

from .graphs import cosine_kmeans, degrees, kmeans, knn_graph, nearest, rotated

SMALL = 1500  # up to here the eigenproblems are dense


def laplacian(W):
    return (sp.diags(degrees(W)) - W).tocsr()


def smallest(M, k, shift=None):
    if M.shape[0] <= SMALL:
        return scipy.linalg.eigh(M.toarray(), subset_by_index=[0, k - 1])[1]
    start = np.random.RandomState(0).rand(M.shape[0])
    if shift is not None:
        return eigsh(M.tocsc(), k, sigma=shift, v0=start)[1]
    return eigsh(M, k, which='SA', ncv=3 * k + 30, v0=start, tol=1e-6, maxiter=20000)[1]


def binary_graph(case):
    return case.once('binary graph', lambda: knn_graph(case.X, 10, 'binary'))


def ncut(case, seed):
    return SpectralClustering(case.k, affinity='precomputed',
                              random_state=seed).fit_predict(binary_graph(case))


def ratio_cut(case, seed):
    Q = case.once('ratio cut', lambda: smallest(laplacian(binary_graph(case)), case.k, -1e-2))
    return kmeans(Q, case.k, seed)


def average_association(case, seed):
    U = case.once('left vectors', lambda: svds(case.X, case.k, random_state=0)[0])
    return cosine_kmeans(U, case.k, seed)


def symnmf(case, seed, rounds=200):
    count = int(np.log2(case.n)) + 1
    W = case.once('symnmf graph', lambda: knn_graph(case.X, count, 'local'))
    root = sp.diags(1 / np.sqrt(np.maximum(degrees(W), 1e-300)))
    A, k = (root @ W @ root).tocsr(), case.k
    H = 2 * np.sqrt(A.mean() / k) * np.random.RandomState(seed).rand(case.n, k)
    other, alpha = H.copy(), A.max()**2
    for _ in range(rounds):  # |A - H G'|^2 + alpha |H - G|^2, column by column, in turn
        for left, right in ((H, other), (other, H)):
            gram, target = right.T @ right, A @ right + alpha * right
            for j in range(k):
                rest = left @ gram[:, j] - left[:, j] * gram[j, j]
                left[:, j] = np.maximum(target[:, j] - rest, 0) / (gram[j, j] + alpha)
    return np.argmax(H, axis=1)


def local_predictors(X, columns, cosines, ridge=0.1):
    """P, n x n: row i holds (G + ridge q I)^-1 g of its q neighbors."""
    n, q = columns.shape
    K = X @ X.T
    K = K.toarray() if sp.issparse(K) else K
    gram = K[columns[:, :, None], columns[:, None, :]]
    linked = cosines > 0
    gram *= linked[:, :, None] & linked[:, None, :]
    counts = linked.sum(axis=1)
    weights = np.linalg.solve(gram + (ridge * np.maximum(counts, 1))[:, None, None] * np.eye(q),
                              (cosines * linked)[:, :, None])[:, :, 0]
    return sp.csr_matrix((weights.ravel(), (np.repeat(np.arange(n), q), columns.ravel())),
                         shape=(n, n))


def regularized(case, weight, neighbors=20):
    columns, cosines = case.once('20 neighbors', lambda: nearest(case.X, neighbors))
    P = case.once('predictors', lambda: local_predictors(case.unit(), columns, cosines))
    R = sp.identity(case.n) - P
    M = R.T @ R
    if weight > 0:
        M = M + weight * laplacian(knn_graph(case.X, neighbors, 'local'))
    return smallest(M.tocsr(), case.k)


def cplr(case, seed):
    return rotated(case.once('cplr', lambda: regularized(case, 0)), seed)


def clgr(case, seed):
    return rotated(case.once('clgr', lambda: regularized(case, 0.1)), seed)
