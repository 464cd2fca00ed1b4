"""The collections of the reference figures as the published experiments prepare them.

Text: tf ln(n/df) of the counts, unit rows; webace and cstr, too: so are the files that the DRCC and
CLGR papers use. Tables and images: the values as they are; a reference whose paper scales them does
so itself (unit_rows, min_max).
"""
import gzip

import numpy as np
import scipy.io
import scipy.sparse as sp

from . import inputs
from .inputs import SETS, TEXT


def unit_rows(X):
    """Rows of length 1; a zero row stays zero."""
    if sp.issparse(X):
        length = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel())
        return sp.csr_matrix(sp.diags(1 / np.where(length > 0, length, 1)) @ X)
    length = np.linalg.norm(X, axis=1, keepdims=True)
    return X / np.where(length > 0, length, 1)


def min_max(X):
    """Columns from 0 to 1; a constant column becomes 0."""
    if sp.issparse(X):
        return X
    width = X.max(axis=0) - X.min(axis=0)
    return (X - X.min(axis=0)) / np.where(width > 0, width, 1)


def tfidf(counts):
    counts = sp.csr_matrix(counts, dtype=float)
    df = np.bincount(counts.indices, minlength=counts.shape[1])
    counts = counts[:, df > 0] @ sp.diags(np.log(counts.shape[0] / df[df > 0]))
    return unit_rows(counts)


def load(data, name):
    """The rows and the classes, from 1, of a collection."""
    folder = data / SETS[name][0]
    with gzip.open(folder / 'X.mtx.gz') as stream:
        X = scipy.io.mmread(stream)
    classes = np.loadtxt(folder / 'labels.txt', dtype=int)
    rows = None
    if name == 'coil10':
        rows = inputs.coil10_rows(classes)
    if name in inputs.PARTS:
        rows = [row - 1 for row in inputs.spread(len(classes), inputs.DOCUMENTS)]
    if rows is not None:
        X, classes = X.tocsr()[rows] if sp.issparse(X) else X[rows], classes[rows]
    return (tfidf(X) if name in TEXT else np.asarray(X, dtype=float)), classes


class Case:
    """One collection; what several seeds or methods need is computed once."""

    def __init__(self, data, name):
        self.name, self.k = name, SETS[name][1]
        self.X, self.classes = load(data, name)
        self.is_text = sp.issparse(self.X)
        self.n = self.X.shape[0]
        self.kept = {}

    def once(self, key, make):
        if key not in self.kept:
            self.kept[key] = make()
        return self.kept[key]

    def unit(self):
        return self.once('unit', lambda: unit_rows(self.X))

    def known(self, seed):
        """Classes from 1 of the documents whose label is given, else 0."""
        return np.array(inputs.draw(self.classes.tolist(), seed))
