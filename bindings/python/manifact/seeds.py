"""Labels of some documents from words of which the topic is known."""
from __future__ import annotations

from typing import Iterable, Sequence

import numpy as np

from ._library import ffi, lib
from ._matrix import matrix_of, output, pointer
from ._session import Session
from ._types import Matrix


def seed_labels(X: Matrix, topics: Iterable[Sequence], n_clusters: int | None = None,
                weights: Sequence[Sequence[float]] | None = None,
                threads: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(labels, matched, chosen): the topic of the documents that clearly have its words, -1 for the
    others, to be given to fit() as y; and for each topic the documents with its words and those
    that have the label. X: counts, documents x features. `topics`: the seeds of each topic, columns
    of X, or tuples of columns that a document must have all; `weights` has their shape.
    `n_clusters`: the topics of the fit, by default as many as there are here."""
    lists = [[tuple(seed) if np.ndim(seed) else (int(seed),) for seed in topic] for topic in topics]
    seeds = [seed for topic in lists for seed in topic]
    of_topic = np.array([t for t, topic in enumerate(lists) for _ in topic], np.int32)
    terms = np.array([column for seed in seeds for column in seed], np.int64)
    offsets = np.zeros(len(seeds) + 1, np.int64)
    np.cumsum([len(seed) for seed in seeds], out=offsets[1:])
    given = None
    if weights is not None:
        if [len(row) for row in weights] != [len(topic) for topic in lists]:
            raise ValueError('weights must have the shape of topics')
        given = np.array([weight for row in weights for weight in row], np.float64)
    session = Session(threads)
    handle, _kept = matrix_of(session, X)
    rows = lib.manifact_matrix_rows(handle)
    labels, to_labels = output(rows, 'int32_t')
    (matched, to_matched), (chosen, to_chosen) = (output(len(lists), 'int64_t') for _ in range(2))
    session.call(lib.manifact_seed_labels, session.context, handle,
                 ffi.cast('int64_t *', pointer(terms)), ffi.cast('int64_t *', pointer(offsets)),
                 ffi.cast('int32_t *', pointer(of_topic)),
                 ffi.NULL if given is None else ffi.cast('double *', pointer(given)), len(seeds),
                 len(lists), len(lists) if n_clusters is None else n_clusters, to_labels, rows,
                 to_matched, to_chosen)
    return labels, matched, chosen
