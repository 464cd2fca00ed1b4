"""Measures of a clustering against known classes."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._labels import as_array, is_unknown
from ._library import ffi, lib
from ._matrix import pointer
from ._session import Session
from ._types import Labels

_NAMES = ('accuracy', 'nmi', 'nmi_sqrt', 'ari', 'purity')


def evaluate(truth: Labels, predicted: ArrayLike) -> dict[str, float]:
    """Accuracy, NMI, NMI by the geometric mean, ARI and purity.

    truth       the classes, numbers or names; -1, None, NaN, pd.NA: not known, the document is
                left out
    predicted   the clusters, whole numbers; -1: unassigned
    """
    given = as_array(truth)
    if given.dtype.kind not in 'iu':
        numbers: dict[Any, int] = {}
        given = np.asarray([-1 if is_unknown(c) else numbers.setdefault(c, len(numbers))
                            for c in given.tolist()])
    classes, clusters = _numbered(given), _numbered(np.asarray(predicted))
    if classes.ndim != 1 or classes.shape != clusters.shape:
        raise ValueError(f'truth has shape {classes.shape} and predicted {clusters.shape}; '
                         'expected one class and one cluster for each document')
    out = [ffi.new('double *') for _ in _NAMES]
    session = Session(1)
    session.call(lib.manifact_evaluate, session.context, ffi.cast('int32_t *', pointer(classes)),
                 ffi.cast('int32_t *', pointer(clusters)), len(classes), *out)
    return {name: value[0] for name, value in zip(_NAMES, out)}


def _numbered(labels):
    """The labels as int32: as they are, or if some are larger numbered in their order; -1 stays."""
    labels = labels.astype(np.int64, casting='unsafe')
    if labels.size and max(-labels.min(), labels.max()) >= 2**31:
        known = labels != -1
        labels[known] = np.unique(labels[known], return_inverse=True)[1]
    return np.ascontiguousarray(labels, np.int32)


def accuracy(truth: Labels, predicted: ArrayLike) -> float:
    """The share of documents on the best one-to-one matching of clusters to classes."""
    return evaluate(truth, predicted)['accuracy']


def nmi(truth: Labels, predicted: ArrayLike) -> float:
    """Mutual information over the larger of the two entropies."""
    return evaluate(truth, predicted)['nmi']


def ari(truth: Labels, predicted: ArrayLike) -> float:
    """The adjusted Rand index."""
    return evaluate(truth, predicted)['ari']


def purity(truth: Labels, predicted: ArrayLike) -> float:
    """The share of documents in the largest class of their cluster."""
    return evaluate(truth, predicted)['purity']
