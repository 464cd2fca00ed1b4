"""Graphs of nearest neighbors, and the number of clusters."""
from __future__ import annotations

from typing import Any, Literal

import numpy as np
import scipy.sparse as sp
from sklearn.utils import check_array

from ._arrow import is_arrow
from ._library import ffi, lib, text_of
from ._matrix import csr_of, matrix_of
from ._numeric import real_numbers
from ._session import Session
from ._topics import one_of
from ._types import Documents, Handle, Matrix, Progress
from ._values import whole_number
from .text import is_text, plain_texts
from .vectorizer import Vectorizer

WEIGHTS = {'cosine': lib.MANIFACT_WEIGHT_COSINE, 'binary': lib.MANIFACT_WEIGHT_BINARY,
           'heat': lib.MANIFACT_WEIGHT_HEAT, 'local-scaling': lib.MANIFACT_WEIGHT_LOCAL_SCALING}
RULES = {None: lib.MANIFACT_RULE_SYMMETRIC, 'or': lib.MANIFACT_RULE_OR,
         'mutual': lib.MANIFACT_RULE_MUTUAL}
METRICS = {'auto': lib.MANIFACT_METRIC_AUTO, 'cosine': lib.MANIFACT_METRIC_COSINE,
           'euclidean': lib.MANIFACT_METRIC_EUCLIDEAN}
SEARCHES = {'auto': lib.MANIFACT_SEARCH_AUTO, 'exact': lib.MANIFACT_SEARCH_EXACT,
            'approximate': lib.MANIFACT_SEARCH_APPROXIMATE}


def _checked(X):
    """Texts as they are, others as arrays of numbers."""
    X = plain_texts(X)
    if is_arrow(X) or is_text(X):
        return X
    return check_array(real_numbers(X), accept_sparse=('csr', 'csc'),
                       dtype=(np.float64, np.float32))


class Graph:
    """A symmetric weighted graph of the documents. It is immutable."""

    def __init__(self, handle: Handle):
        self._handle = handle

    @classmethod
    def from_matrix(cls, S: Matrix, rule: Literal['or', 'mutual'] | None = None) -> Graph:
        """A graph of a square matrix of weights >= 0. It must be symmetric, or `rule` is "or", the
        larger of two weights, or "mutual", the smaller."""
        session = Session()
        S = _checked(S)
        handle, _kept = matrix_of(session, S)
        return cls(session.make('graph', lib.manifact_graph_from_matrix, session.context, handle,
                                one_of(RULES, 'rule', rule)))

    def to_matrix(self) -> sp.csr_matrix:
        """The weights, a symmetric scipy.sparse.csr_matrix."""
        session = Session()
        return csr_of(session, session.make('matrix', lib.manifact_graph_to_matrix,
                                            session.context, self._handle))

    def __reduce__(self):
        return Graph.from_matrix, (self.to_matrix(),)

    @property
    def n_documents(self) -> int:
        return lib.manifact_graph_vertices(self._handle)

    @property
    def n_edges(self) -> int:
        return lib.manifact_graph_edges(self._handle)

    @property
    def n_components(self) -> int:
        return lib.manifact_graph_components(self._handle)

    @property
    def n_isolated(self) -> int:
        return lib.manifact_graph_isolated(self._handle)

    @property
    def metric(self) -> str:
        """"euclidean" if the neighbors were found by Euclidean distance, else "cosine"."""
        return {number: word for word, number in METRICS.items()}[
            lib.manifact_graph_metric(self._handle)]

    @property
    def recall(self) -> float:
        """The estimated share of the nearest neighbors that was found; 1 for an exact search."""
        out = ffi.new('double *')
        Session(1).call(lib.manifact_graph_search_info, self._handle, ffi.NULL, out, ffi.NULL)
        return out[0]


def knn_graph(X: Documents, neighbors: int = 5, *,
              metric: Literal['auto', 'cosine', 'euclidean'] = 'cosine',
              weight: Literal['cosine', 'binary', 'heat', 'local-scaling'] | None = None,
              rule: Literal['or', 'mutual'] = 'or', bandwidth: float = 0.0,
              search: Literal['auto', 'exact', 'approximate'] = 'auto', recall: float = 0.95,
              seed: int = 0, threads: int = 0, progress: Progress = None) -> Graph:
    """The graph of the nearest neighbors of each row of X, or of texts, whose counts are weighted
    (tf-idf).

    metric      "cosine", "euclidean" (distance), or "auto": the distance for dense rows of fewer
                than 50 columns whose lengths differ
    weight      "cosine", "binary", "heat" or "local-scaling", the default of a Euclidean distance
    rule        "or" (an edge if either is a neighbor of the other) or "mutual"
    bandwidth   of the heat weight; 0 = the mean distance over all edges
    search      "auto", "exact" or "approximate", with the aim `recall` and a seed
    """
    X = _checked(X)
    session = Session(threads, progress)
    weight = weight or ('local-scaling' if metric == 'euclidean' else 'cosine')
    try:
        handle, _kept = _weighted_counts(session, X) if is_text(X) else matrix_of(session, X)
        return Graph(session.make(
            'graph', lib.manifact_graph_knn_metric, session.context, handle,
            whole_number(neighbors, 'neighbors'),
            one_of(METRICS, 'metric', metric), one_of(WEIGHTS, 'weight', weight),
            one_of(RULES, 'rule', rule), bandwidth,
            one_of(SEARCHES, 'search', search), recall,
            whole_number(seed, 'seed', 0)))
    finally:
        session.close()


def _weighted_counts(session, texts):
    _vectorizer, counts = Vectorizer().count(session, texts)
    return session.make('matrix', lib.manifact_matrix_weight, session.context, counts, b'tfidf',
                        b'unit-rows'), None


class Suggestion:
    """A suggested number of clusters."""

    k: int
    reason: str
    warnings: list[str]
    rows: list[dict[str, Any]]

    def __init__(self, handle: Handle):
        self.k = int(lib.manifact_suggestion_k(handle))
        self.reason = text_of(lib.manifact_suggestion_reason(handle))
        self.warnings = [text_of(lib.manifact_suggestion_warning(handle, i))
                         for i in range(lib.manifact_suggestion_warning_count(handle))]
        self.rows = [_row(handle, i) for i in range(lib.manifact_suggestion_count(handle))]

    def __repr__(self):
        return f'Suggestion(k={self.k}): {self.reason}'


def _row(handle, index):
    """{k, eigenvalue, gap, stability, score, status, why} of one number of clusters."""
    k, status, why = ffi.new('int64_t *'), ffi.new('int *'), ffi.new('const char **')
    numbers = {name: ffi.new('double *') for name in ('eigenvalue', 'gap', 'stability', 'score')}
    Session(1).call(lib.manifact_suggestion_row, handle, index, k, *numbers.values(), status, why)
    return {'k': k[0], **{name: out[0] for name, out in numbers.items()},
            'status': text_of(lib.manifact_status_name(status[0])), 'why': text_of(why[0])}


def suggest_k(X: Documents, start: int = 0, stop: int = 0, *, options: dict[str, Any] | None = None,
              threads: int = 0, progress: Progress = None) -> Suggestion:
    """The Suggestion of a number of clusters for the rows of X, or for texts, from `start` to
    `stop`; 0: from 2 to 40. `options` are those of the method ncut, such as {"neighbors": 10}."""
    X = _checked(X)
    session = Session(threads, progress)
    try:
        options = {'threads': threads, **(options or {})}
        solver = session.solver('ncut', {name.replace('_', '-'): value
                                         for name, value in options.items()})
        if is_text(X):
            _vectorizer, handle = Vectorizer().count(session, X, solver)
        else:
            handle, _kept = matrix_of(session, X)
        return Suggestion(session.make('suggestion', lib.manifact_solver_suggest_k, solver, handle,
                                       whole_number(start, 'start'), whole_number(stop, 'stop'),
                                       of='solver'))
    finally:
        session.close()
