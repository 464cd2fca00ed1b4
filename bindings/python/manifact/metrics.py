"""Measures of a clustering against known classes."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ._library import ffi, lib
from ._matrix import pointer
from ._session import Session
from ._types import Labels

_NAMES = ('accuracy', 'nmi', 'nmi_sqrt', 'ari', 'purity')


def evaluate(truth: Labels, predicted: ArrayLike) -> dict[str, float]:
    """Accuracy, NMI, NMI by the geometric mean, ARI and purity.

    truth       the classes, numbers or names; -1 or None: not known, the document is left out
    predicted   the clusters, whole numbers; -1: unassigned
    """
    truth = np.asarray(truth)
    if truth.dtype.kind not in 'iu':
        classes = {}
        truth = [-1 if c is None or c != c or c == -1 else classes.setdefault(c, len(classes))
                 for c in truth.tolist()]
    truth, predicted = _numbered(np.asarray(truth)), _numbered(np.asarray(predicted))
    if truth.ndim != 1 or truth.shape != predicted.shape:
        raise ValueError(f'truth has shape {truth.shape} and predicted {predicted.shape}; expected '
                         'one class and one cluster for each document')
    out = [ffi.new('double *') for _ in _NAMES]
    session = Session(1)
    session.call(lib.manifact_evaluate, session.context, ffi.cast('int32_t *', pointer(truth)),
                 ffi.cast('int32_t *', pointer(predicted)), len(truth), *out)
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
