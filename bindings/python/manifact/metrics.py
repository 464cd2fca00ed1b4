"""Measures of a clustering against known classes."""
from __future__ import annotations

from numpy.typing import ArrayLike

from ._library import ffi, lib
from ._matrix import pointer
from ._session import Session
from ._types import Labels
from .known import classes_of

_NAMES = ('accuracy', 'nmi', 'nmi_sqrt', 'ari', 'purity')


def evaluate(truth: Labels, predicted: ArrayLike) -> dict[str, float]:
    """Accuracy, NMI, NMI by the geometric mean, ARI and purity.

    truth       the classes, numbers or names; -1, None, NaN or pandas.NA: not known, the document
                is left out; -1 is a class if the only other is 1, which a warning tells
    predicted   the clusters, numbers or names; -1, None, NaN or pandas.NA: unassigned, which is
                wrong in accuracy and purity, and a separate cluster in the other measures
    """
    (_, classes), (_, clusters) = classes_of(truth, 'truth'), classes_of(predicted, 'predicted',
                                                                         two_sided=False)
    if classes.shape != clusters.shape:
        raise ValueError(f'truth has shape {classes.shape} and predicted {clusters.shape}; '
                         'expected one class and one cluster for each document')
    out = [ffi.new('double *') for _ in _NAMES]
    session = Session(1)
    session.call(lib.manifact_evaluate, session.context, ffi.cast('int32_t *', pointer(classes)),
                 ffi.cast('int32_t *', pointer(clusters)), len(classes), *out)
    return {name: value[0] for name, value in zip(_NAMES, out)}


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
