"""The authors' LCCF.m under Octave: the file is not distributed here; `--octave` names its folder.

It states no terms beside its author and version; it is run, unchanged, in a temporary folder."""
import os
import pathlib
import shutil
import subprocess
import tempfile

from data import np

FILE = 'LCCF.m'
OPTIONS = {'error': 1e-5, 'maxIter': 100., 'nRepeat': 10., 'minIter': 30., 'meanFitRatio': .1,
           'alpha': 100.}
CALL = """load('in.mat');
rand('twister', {seed});
[U, V] = LCCF(K, k, W, options, [], []);
save('-7', 'out.mat', 'V');
"""


def neighbors(K, count=5):
    """The symmetric graph of weight 1 of nearest neighbors by cosine: rows have unit length."""
    S = K.copy()
    np.fill_diagonal(S, -1)
    W = np.zeros_like(K)
    nearest = np.argsort(-S, axis=1, kind='stable')[:, :count]
    np.put_along_axis(W, nearest, 1, axis=1)
    return np.maximum(W, W.T)


def memberships(inputs, seed):
    """V of the authors' program with ten starts, on rows with normalized-cut weights."""
    import scipy.io
    import scipy.sparse as sparse
    rows = inputs.X
    X = sparse.csr_matrix((rows.values, rows.indices, rows.indptr),
                          shape=(len(rows), rows.columns))
    K = (X @ X.T).toarray()
    scale = K.sum(1)**-.5
    with tempfile.TemporaryDirectory(prefix='reproduce-') as name:
        folder = pathlib.Path(name)
        shutil.copy(pathlib.Path(os.environ['REPRODUCE_OCTAVE']) / FILE, folder)
        scipy.io.savemat(folder / 'in.mat', {
            'K': K * scale[:, None] * scale, 'W': sparse.csc_matrix(neighbors(K)),
            'k': float(inputs.clusters), 'options': OPTIONS})
        (folder / 'run.m').write_text(CALL.format(seed=seed))
        subprocess.run(['octave-cli', '-q', 'run.m'], cwd=folder, check=True, capture_output=True)
        return scipy.io.loadmat(folder / 'out.mat')['V']


def labels(inputs, seed):
    """By k-means of the rows of V, scaled to unit length, as in the paper."""
    import manifact
    V = memberships(inputs, seed)
    V = V / np.maximum(np.sqrt((V * V).sum(1, keepdims=True)), 1e-300)
    return manifact.KMeans(inputs.clusters, seed=seed, restarts=10, scaling='none',
                           threads=1).fit(V).labels_
