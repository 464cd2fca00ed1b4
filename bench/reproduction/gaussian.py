"""Normalized cut of all pairs of rows, with the weights of a Gaussian, by SciPy.

The library cuts sparse graphs; here each row is linked with every other one, as in papers that
name a scale and no neighbors."""
import functools

from data import np


def weights(rows, scale):
    """exp(-d^2 / 2 scale^2) of all pairs."""
    X = np.zeros((len(rows), rows.columns))
    X[rows.of_row(), rows.indices] = rows.values
    squares = (X * X).sum(1)
    distances = np.maximum(squares[:, None] + squares - 2 * X @ X.T, 0)
    return np.exp(distances / (-2 * scale * scale))


@functools.lru_cache(maxsize=8)
def eigenvectors(rows, scale, count):
    """The first ones, their rows scaled to unit length. They are the same in all draws of a
    collection."""
    from scipy.sparse.linalg import eigsh
    S = weights(rows, scale)
    roots = S.sum(1)**-.5
    S *= roots[:, None]
    S *= roots
    _, V = eigsh(S, count, ncv=3 * count + 40, which='LA', tol=1e-4, v0=roots)
    return V / np.maximum(np.sqrt((V * V).sum(1, keepdims=True)), 1e-300)


def labels(inputs, seed, scale):
    """By k-means of the eigenvectors from one start."""
    import manifact
    return manifact.KMeans(inputs.clusters, seed=seed, restarts=1, scaling='none',
                           threads=1).fit(eigenvectors(inputs.X, scale, inputs.clusters)).labels_
