"""The method nmf compared with scikit-learn's NMF on one corpus, in the same process, one after the
other: the time to the same objective, and the objective at the same time.

    nmf_sklearn.py LIBRARY X.mtx.gz [CLUSTERS [THREADS [ROUNDS [PRECISION]]]]

LIBRARY: libmanifact.so.

Both use the same counts, weighted by the library (tf-idf, unit rows). The reference is
NMF(init='nndsvd', max_iter=200), coordinate descent. The library runs with its defaults, including
random starts, and then continues; its time is from the call of the fit to the first report of an
objective as low as the final one of the reference. Medians over the rounds; round i has seed i.
"""
import ctypes
import statistics
import sys
import time
import warnings

import numpy
import scipy.sparse
from sklearn.decomposition import NMF

PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64,
                            ctypes.c_int64, ctypes.c_double, ctypes.c_double)


class Manifact:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        for name in ('context_message', 'solver_message'):
            getattr(self.lib, 'manifact_' + name).restype = ctypes.c_char_p
        for size in ('rows', 'columns', 'entries'):
            getattr(self.lib, 'manifact_matrix_' + size).restype = ctypes.c_int64
        self.context = ctypes.c_void_p()
        self.lib.manifact_context_create(ctypes.byref(self.context))

    def check(self, status, solver=None):
        if status < 0:
            raise RuntimeError(self.lib.manifact_solver_message(solver) if solver
                               else self.lib.manifact_context_message(self.context))

    def weighted(self, path):
        counts, X = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.lib.manifact_matrix_read(self.context, path.encode(), 0,
                                                 ctypes.byref(counts)))
        self.check(self.lib.manifact_matrix_weight(self.context, counts, b'tfidf', b'unit-rows',
                                                   ctypes.byref(X)))
        return X

    def as_scipy(self, X):
        rows, columns, entries = self.lib.manifact_matrix_rows(X), self.lib.manifact_matrix_columns(
            X), self.lib.manifact_matrix_entries(X)
        indptr, indices = numpy.empty(rows + 1, numpy.int32), numpy.empty(entries, numpy.int32)
        values = numpy.empty(entries)
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (indptr, indices, values)]
        self.check(self.lib.manifact_matrix_copy_csr(X, pointers[0], 1, pointers[1], 1, pointers[2],
                                                     4, ctypes.c_int64(entries)))
        return scipy.sparse.csr_matrix((values, indices, indptr), shape=(rows, columns))

    def from_scipy(self, X):
        matrix = ctypes.c_void_p()
        indptr, indices, values = X.indptr.astype('int64'), X.indices.astype('int64'), X.data
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (indptr, indices, values)]
        self.check(self.lib.manifact_matrix_create_csr(self.context, ctypes.c_int64(X.shape[0]),
                                                       ctypes.c_int64(X.shape[1]),
                                                       ctypes.c_int64(X.nnz), pointers[0], 2,
                                                       pointers[1], 2, 0, pointers[2], 4, 0, None,
                                                       None, ctypes.byref(matrix)))
        return matrix

    def course(self, X, clusters, settings, seconds):
        """(time, objective) of every report for `seconds` seconds."""
        solver, model, reports = ctypes.c_void_p(), ctypes.c_void_p(), []
        self.check(self.lib.manifact_solver_create(self.context, b'nmf', ctypes.byref(solver)))
        for name, value in {'weighting': 'none', 'scaling': 'none', 'tolerance': '0',
                            'max-iterations': '100000', **settings}.items():
            self.check(self.lib.manifact_solver_set_text(solver, name.encode(),
                                                         str(value).encode()), solver)
        begin = time.perf_counter()

        def report(_, stage, done, total, objective, change):
            now = time.perf_counter() - begin
            if objective == objective:
                reports.append((now, objective))
            return 1 if now > seconds else 0

        progress = PROGRESS(report)
        self.check(self.lib.manifact_solver_set_progress(solver, progress, None), solver)
        # ends by cancellation
        self.lib.manifact_solver_fit(solver, X, ctypes.c_int64(clusters), ctypes.byref(model))
        self.lib.manifact_model_free(model)
        self.lib.manifact_solver_free(solver)
        return reports


def peer(X, clusters, seed):
    """(seconds, objective) of scikit-learn."""
    begin = time.perf_counter()
    nmf = NMF(n_components=clusters, init='nndsvd', max_iter=200, random_state=seed)
    W = nmf.fit_transform(X)
    seconds, H = time.perf_counter() - begin, nmf.components_
    return seconds, X.multiply(X).sum() - 2 * (W * (X @ H.T)).sum() + (
        (W.T @ W) * (H @ H.T)).sum(), nmf.n_iter_


def main(library, path, clusters=30, threads=2, rounds=3, precision='double'):
    warnings.filterwarnings('ignore')  # about non-convergence in 200 iterations
    manifact, clusters, rounds = Manifact(library), int(clusters), int(rounds)
    X = manifact.weighted(path)
    sparse = manifact.as_scipy(X)
    print(
        f'{sparse.shape[0]} x {sparse.shape[1]}, {sparse.nnz} entries, {clusters} clusters, '
        f'{threads} threads')
    ratios, gains = [], []
    for seed in range(rounds):
        seconds, objective, iterations = peer(sparse, clusters, seed)
        settings = {'threads': threads, 'seed': seed, 'precision': precision}
        reports = manifact.course(X, clusters, settings, seconds)
        reached = next((t for t, value in reports if value <= objective), float('inf'))
        best = min(value for t, value in reports if t <= seconds)
        ratios.append(seconds / reached)
        gains.append(objective - best)
        print(f'scikit-learn {seconds:.2f} s, {iterations} iterations, objective {objective:.3f}; '
              f'manifact the same in {reached:.2f} s ({seconds / reached:.1f} x), {best:.3f} at '
              f'the same time')
    print(
        f'median: {statistics.median(ratios):.1f} x as fast to the same objective, lower by '
        f'{statistics.median(gains):.3f} at the same time')


if __name__ == '__main__':
    main(*sys.argv[1:])
