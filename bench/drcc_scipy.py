"""One sweep of drcc compared with the same sweep in scipy and numpy, in the same process.

    drcc_scipy.py LIBRARY X.mtx.gz [CLUSTERS [THREADS [SWEEPS]]]       LIBRARY: libmanifact.so

Counts are weighted by tf-idf with unit rows, without terms in fewer than 3 documents; CLUSTERS (30)
on both sides, both graphs with 10 neighbors, both penalties 500. The time of the library is the
median time between two reports of the objective. The reference starts from the final factors of the
library, with X stored by rows and by columns; the objectives are compared to verify that both do
the same. The caller sets the number of BLAS threads.
"""
import ctypes
import statistics
import sys
import time

import numpy
import scipy.sparse

from nmf_sklearn import PROGRESS, Manifact


def graph(manifact, X, neighbors):
    """The 0/1 graph of the rows of a scipy matrix, built by the library."""
    lib, found, out = manifact.lib, ctypes.c_void_p(), ctypes.c_void_p()
    manifact.check(lib.manifact_graph_knn(manifact.context, manifact.from_scipy(X),
                                          ctypes.c_int64(neighbors), 2, 1, ctypes.c_double(0), 2,
                                          ctypes.c_double(1), ctypes.c_int64(0),
                                          ctypes.byref(found)))
    manifact.check(lib.manifact_graph_to_matrix(manifact.context, found, ctypes.byref(out)))
    return manifact.as_scipy(out)


def unit(F):
    lengths = numpy.sqrt((F * F).sum(axis=0))
    return F / numpy.where(lengths > 0, lengths, 1)


class Peer:
    """The recommended sweep: square roots, tangential term, unit columns."""

    def __init__(self, X, W_F, W_G, strength):
        self.X, self.Xt, self.strength = X, X.T.tocsr(), strength
        self.graphs = [(W, numpy.asarray(W.sum(axis=1))) for W in (W_F, W_G)]
        self.square = X.multiply(X).sum()

    def core(self, F, G):
        return numpy.linalg.solve(G.T @ G, G.T @ (self.Xt @ F)) @ numpy.linalg.inv(F.T @ F)

    def half(self, F, A, B, side):
        W, degrees = self.graphs[side]
        WF, DF = W @ F, degrees * F
        rho = ((DF - WF) * F).sum(axis=0) / (F * F).sum(axis=0)
        up = self.strength * (WF + F * rho) + numpy.maximum(A, 0) + F @ numpy.maximum(-B, 0)
        return F * numpy.sqrt(up / numpy.maximum(self.strength * DF + numpy.maximum(-A, 0)
                                                 + F @ numpy.maximum(B, 0), 1e-300))

    def sweep(self, F, G):
        S = self.core(F, G)
        F = self.half(F, (self.X @ G) @ S, S.T @ (G.T @ G) @ S, 0)
        G = self.half(G, (self.Xt @ F) @ S.T, S @ (F.T @ F) @ S.T, 1)
        return unit(F), unit(G)

    def objective(self, F, G):
        S, value = self.core(F, G), self.square
        value += -2 * ((G.T @ (self.Xt @ F)) * S).sum() + ((G.T @ G @ S) * (S @ (F.T @ F))).sum()
        for (W, degrees), A in zip(self.graphs, (F, G)):
            value += self.strength * ((degrees * A - W @ A) * A).sum()
        return value


def main(library, path, clusters=30, threads=2, sweeps=20):
    manifact, clusters, sweeps = Manifact(library), int(clusters), int(sweeps)
    lib, times, values = manifact.lib, [], []
    counts, solver, model = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    for name in ('memberships', 'feature_memberships'):
        getattr(lib, 'manifact_model_' + name).restype = ctypes.POINTER(ctypes.c_double)
    manifact.check(lib.manifact_matrix_read(manifact.context, path.encode(), 0,
                                            ctypes.byref(counts)))
    raw = manifact.as_scipy(counts)
    raw = raw[:, numpy.asarray((raw > 0).sum(axis=0)).ravel() >= 3].tocsr()
    df = numpy.asarray((raw > 0).sum(axis=0)).ravel()
    X = raw @ scipy.sparse.diags(numpy.log(raw.shape[0] / df))
    X = (scipy.sparse.diags(1 / numpy.sqrt(numpy.asarray(
        X.multiply(X).sum(axis=1)).ravel())) @ X).tocsr()
    matrix = manifact.from_scipy(X)

    def report(_, stage, done, total, objective, change):
        if objective == objective:
            times.append(time.perf_counter())
            values.append(objective)
        return 0

    progress = PROGRESS(report)
    manifact.check(lib.manifact_solver_create(manifact.context, b'drcc', ctypes.byref(solver)))
    settings = {'weighting': 'none', 'scaling': 'none', 'mu': '500', 'tolerance': '0',
                'readout-starts': '1', 'threads': str(threads),
                'max-iterations': str(sweeps)}
    for name, value in settings.items():
        manifact.check(lib.manifact_solver_set_text(solver, name.encode(), value.encode()),
                       solver)
    lib.manifact_solver_set_progress(solver, progress, None)
    manifact.check(lib.manifact_solver_fit(solver, matrix, ctypes.c_int64(clusters),
                                           ctypes.byref(model)), solver)
    ours = statistics.median(b - a for a, b in zip(times, times[1:]))
    F, G = (numpy.ctypeslib.as_array(getattr(lib, 'manifact_model_' + name)(model),
                                     shape=(rows, clusters)).copy()
            for name, rows in (('memberships', X.shape[0]), ('feature_memberships', X.shape[1])))
    frequent = X.multiply(1.0).tocsr()
    peer = Peer(X, graph(manifact, X, 10), graph(manifact, frequent.T.tocsr(), 10), 500)
    print(
        f'{X.shape[0]} x {X.shape[1]}, {X.nnz} entries, {clusters} x {clusters} clusters, '
        f'{threads} threads')
    print(f'objective {values[-1]:.9f}, reference {peer.objective(F, G):.9f}')
    laps = []
    for _ in range(max(3, sweeps // 4)):
        begin, cpu = time.perf_counter(), time.process_time()
        F, G = peer.sweep(F, G)
        laps.append((time.perf_counter() - begin, time.process_time() - cpu))
    seconds, cpu = (statistics.median(lap) for lap in zip(*laps))
    print(
        f'a sweep: {ours:.4f} s, scipy {seconds:.4f} s ({cpu:.4f} s processor time): '
        f'{seconds / ours:.1f} x as fast')


if __name__ == '__main__':
    main(*sys.argv[1:])
