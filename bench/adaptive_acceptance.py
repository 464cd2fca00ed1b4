#!/usr/bin/python3
"""Accuracy of srmcf on small data and draws of TDT2 (needs scipy and scikit-learn).

    bench/adaptive_acceptance.py LIBRARY DATA [--tdt2 4]      LIBRARY: libmanifact.so; DATA
    contains uci_iris, uci_wine, uci_zoo, uci_house_votes_84 and tdt2

Iris with unit rows from the best of ten k-means runs, after 0, 20 and 100 updates; iris, wine and
votes from single random k-means starts; these and zoo with the defaults of srmcf from three starts;
draws of five classes of TDT2 compared with lccf with the same options. k-means starts are those of
scikit-learn, the read-out is that of srmcf. Prints means and standard deviations over the starts,
in percent.
"""
import argparse
import ctypes
import gzip
import pathlib

import numpy
import scipy.io
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.neighbors import kneighbors_graph


class Library:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        for name in ('manifact_solver_message', 'manifact_context_message'):
            getattr(self.lib, name).restype = ctypes.c_char_p
        self.lib.manifact_model_labels.restype = ctypes.POINTER(ctypes.c_int32)
        self.context = ctypes.c_void_p()
        self.check(self.lib.manifact_context_create(ctypes.byref(self.context)))
        self.lib.manifact_context_set_threads(self.context, ctypes.c_int64(0))

    def check(self, status):
        if status < 0:
            raise RuntimeError(self.lib.manifact_context_message(self.context).decode())

    def matrix(self, X):
        out = ctypes.c_void_p()
        if scipy.sparse.issparse(X):
            X = X.tocsr()
            indptr, indices, values = X.indptr.astype('int64'), X.indices.astype(
                'int64'), X.data.astype('float64')
            self.check(self.lib.manifact_matrix_create_csr(self.context, ctypes.c_int64(X.shape[0]),
                                                           ctypes.c_int64(X.shape[1]),
                                                           ctypes.c_int64(X.nnz),
                                                           ctypes.c_void_p(indptr.ctypes.data), 2,
                                                           ctypes.c_void_p(indices.ctypes.data), 2,
                                                           0, ctypes.c_void_p(values.ctypes.data),
                                                           4, 0, None, None, ctypes.byref(out)))
        else:
            X = numpy.ascontiguousarray(X, dtype='float64')
            n, m = X.shape
            self.check(self.lib.manifact_matrix_create_dense(self.context, ctypes.c_int64(n),
                                                             ctypes.c_int64(m), ctypes.c_int64(m),
                                                             ctypes.c_int64(1),
                                                             ctypes.c_void_p(X.ctypes.data), 4, 0,
                                                             None, None, ctypes.byref(out)))
        return out

    def fit(self, method, X, k, labels=None, edges=None, **options):
        solver, model, graph = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        matrix = self.matrix(X)
        self.check(self.lib.manifact_solver_create(self.context, method.encode(),
                                                   ctypes.byref(solver)))
        for name, value in options.items():
            if self.lib.manifact_solver_set_text(solver, name.replace('_', '-').encode(),
                                                 str(value).encode()) < 0:
                raise RuntimeError(self.lib.manifact_solver_message(solver).decode())
        if labels is not None:
            labels = numpy.ascontiguousarray(labels, dtype='int32')
            self.lib.manifact_solver_set_start_labels(solver, ctypes.c_void_p(labels.ctypes.data),
                                                      ctypes.c_int64(len(labels)))
        if edges is not None:
            S = self.matrix(edges)
            self.check(self.lib.manifact_graph_from_matrix(self.context, S, 1, ctypes.byref(graph)))
            self.lib.manifact_solver_set_graph(solver, graph)
            self.lib.manifact_matrix_free(S)
        if self.lib.manifact_solver_fit(solver, matrix, ctypes.c_int64(k), ctypes.byref(model)) < 0:
            raise RuntimeError(self.lib.manifact_solver_message(solver).decode())
        found = numpy.ctypeslib.as_array(self.lib.manifact_model_labels(model),
                                         (X.shape[0],)).copy()
        self.lib.manifact_model_free(model)
        self.lib.manifact_solver_free(solver)
        self.lib.manifact_graph_free(graph)
        self.lib.manifact_matrix_free(matrix)
        return found

    def score(self, truth, found):
        accuracy, nmi = ctypes.c_double(), ctypes.c_double()
        truth = numpy.ascontiguousarray(truth, dtype='int32')
        found = numpy.ascontiguousarray(found, dtype='int32')
        self.check(self.lib.manifact_evaluate(self.context, ctypes.c_void_p(truth.ctypes.data),
                                              ctypes.c_void_p(found.ctypes.data),
                                              ctypes.c_int64(len(truth)),
                                              ctypes.byref(accuracy), ctypes.byref(nmi), None, None,
                                              None))
        return 100 * accuracy.value, 100 * nmi.value


def read(folder):
    with gzip.open(folder / 'X.mtx.gz') as file:
        return scipy.io.mmread(file), numpy.loadtxt(folder / 'labels.txt', dtype=int)


def unit_rows(X):
    return X / numpy.sqrt((X * X).sum(1, keepdims=True))


def min_max(X):
    return (X - X.min(0)) / numpy.maximum(X.max(0) - X.min(0), 1e-300)


def shown(scores):
    accuracy, nmi = numpy.mean(scores, 0)
    return f'{accuracy:.2f} +- {numpy.std(scores, 0)[0]:.2f} / {nmi:.2f}'


def best_start(library, X, truth):
    start = KMeans(3, n_init=10, random_state=0).fit_predict(X)
    print('iris, unit rows, the best of ten k-means: %.2f / %.2f' % library.score(truth, start))
    for updates in 20, 100:
        scores = [library.score(truth,
                                library.fit('srmcf', X, 3, start, scaling='none', tolerance=0,
                                            max_iterations=updates, adaptive_neighbors=k,
                                                   adaptive_weight=l1)) for k in (2, 4, 7)
                                                   for l1 in (1e-4, 1e-2, 1, 100)]
        print(f'  srmcf, {updates} updates, 12 settings: {shown(scores)}')


def random_starts(library, name, X, truth, draws):
    k, scores, first, cosine = len(numpy.unique(truth)), [], [], []
    edges = kneighbors_graph(X, 5)  # Euclidean; that of the library is by cosine
    for seed in range(draws):
        start = KMeans(k, init='random', n_init=1, random_state=seed).fit_predict(X)
        first.append(library.score(truth, start))
        options = {'scaling': 'none', 'tolerance': 0, 'max_iterations': 100,
                   'adaptive_neighbors': 5, 'adaptive_weight': 1, 'lambda': 0.1}
        scores.append(library.score(truth, library.fit('srmcf', X, k, start, edges, **options)))
        cosine.append(library.score(truth, library.fit('srmcf', X, k, start, **options)))
    print(
        f'{name}, {draws} random k-means starts: {shown(first)}; srmcf, 100 updates: '
        f'{shown(scores)}, on the cosine graph {shown(cosine)}')


def default_starts(library, data):
    for name in 'uci_iris', 'uci_wine', 'uci_zoo', 'uci_house_votes_84':
        X, truth = read(data / name)
        k = len(numpy.unique(truth))
        of = {start: library.score(truth, library.fit('srmcf', X, k, start=start))
              for start in ('can', 'ncut', 'kmeans')}
        print(f'{name}, srmcf with its defaults: '
              + '; '.join(f'start={start} {a:.2f} / {nmi:.2f}' for start, (a, nmi) in of.items()))


def text_draws(library, folder, draws):
    X, truth = read(folder)
    X, random, scores = X.tocsr(), numpy.random.RandomState(0), {'srmcf': [], 'lccf': []}
    for _ in range(draws):
        of = numpy.isin(truth, random.permutation(30)[:5] + 1)
        common = {'graph_weight': 'binary', 'start': 'ncut', 'normalization': 'none',
                  'readout': 'kmeans', 'readout_starts': 10, 'tolerance': 0, 'max_iterations': 150}
        scores['srmcf'].append(library.score(truth[of], library.fit('srmcf', X[of], 5, **common)))
        scores['lccf'].append(library.score(truth[of],
                                            library.fit('srmcf', X[of], 5, adaptive_weight=0,
                                                        **common)))
    for method, values in scores.items():
        print(f'TDT2, {draws} draws of 5 classes, ncut start, {method}: {shown(values)}')


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('library')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--tdt2', type=int, default=4)
    arguments = parser.parse_args()
    library = Library(arguments.library)
    X, truth = read(arguments.data / 'uci_iris')
    best_start(library, unit_rows(X), truth)
    random_starts(library, 'iris, unit rows', unit_rows(X), truth, 10)
    X, truth = read(arguments.data / 'uci_wine')
    random_starts(library, 'wine, min-max', min_max(X), truth, 10)
    X, truth = read(arguments.data / 'uci_house_votes_84')
    random_starts(library, 'votes, n 0, ? 1/2, y 1', (X + 1) / 2, truth, 4)
    default_starts(library, arguments.data)
    text_draws(library, arguments.data / 'tdt2', arguments.tdt2)


if __name__ == '__main__':
    main()
