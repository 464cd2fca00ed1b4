"""Matrices of NumPy and SciPy to the library, and back."""
from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from ._arrow import arrow_matrix, is_arrow
from ._library import ffi, lib
from ._numeric import real_numbers
from ._values import joined

_TYPES = {np.dtype(np.int32): lib.MANIFACT_INT32, np.dtype(np.int64): lib.MANIFACT_INT64,
          np.dtype(np.float32): lib.MANIFACT_FLOAT, np.dtype(np.float64): lib.MANIFACT_DOUBLE}

DTYPES = {'double': np.float64, 'int64_t': np.int64, 'int32_t': np.int32}


def pointer(array):
    """The address of the entries of an array, which must outlive the use of the pointer."""
    return ffi.cast('void *', array.ctypes.data)


def output(size, kind='double'):
    """(array, pointer for the library) of an array to be filled."""
    array = np.empty(size, DTYPES[kind])
    return array, ffi.cast(f'{kind} *', pointer(array))


def matrix_of(session, X):
    """(handle, the arrays that it borrows). The arrays are used in place where the library can;
    they must stay alive and unchanged as long as the handle. A model that keeps its documents
    copies them."""
    if is_arrow(X):
        return arrow_matrix(session, X)[0], None
    X = real_numbers(X)
    if not sp.issparse(X):
        return _dense(session, np.asarray(X))
    create: Any
    ownership: tuple
    if X.format == 'csc':
        create, ownership = lib.manifact_matrix_create_csc, ()
    else:
        X = X.tocsr()
        create = lib.manifact_matrix_create_csr
        ownership = lib.MANIFACT_BORROW, ffi.NULL, ffi.NULL
    values = _real(X.data)
    indptr, indices = (array if array.dtype in _TYPES else array.astype(np.int64)
                       for array in (X.indptr, X.indices))
    arrays = [np.ascontiguousarray(array) for array in (indptr, indices, values)]
    handle = session.make('matrix', create, session.context, *X.shape, len(values),
                          pointer(arrays[0]), _TYPES[indptr.dtype], pointer(arrays[1]),
                          _TYPES[indices.dtype], 0, pointer(arrays[2]), _TYPES[values.dtype],
                          *ownership)
    return handle, arrays


def name_features(session, handle, names):
    """Names the features of a matrix, so that the library finds them by name."""
    data, offsets = joined([str(name) for name in names])
    session.call(lib.manifact_matrix_set_feature_names, session.context, handle,
                 ffi.from_buffer(data), ffi.cast('int64_t *', pointer(offsets)), len(offsets) - 1)


def give_vectors(session, handle, vectors):
    """Gives each document a vector beside its words. Returns what the matrix borrows."""
    if vectors is None:
        return None
    rows, arrays = matrix_of(session, np.asarray(real_numbers(vectors, 'vectors')))
    session.call(lib.manifact_matrix_set_vectors, session.context, handle, rows)
    return arrays


def give_background(session, handle, counts):
    """Weights the counts by the document frequencies of others with the same columns."""
    n = lib.manifact_matrix_columns(counts)
    frequencies, pointer_to = output(n, 'int64_t')
    session.call(lib.manifact_matrix_document_frequencies, session.context, counts, pointer_to, n)
    session.call(lib.manifact_matrix_set_background, session.context, handle, pointer_to, n,
                 lib.manifact_matrix_rows(counts))
    del frequencies


def column_names(X):
    """The names of the columns of a DataFrame if all are str, else None."""
    names = list(getattr(X, 'columns', ()))
    return names if names and all(isinstance(name, str) for name in names) else None


def named_matrix_of(session, X):
    """matrix_of(), with the names of the columns of a DataFrame."""
    names = None if is_arrow(X) else column_names(X)
    handle, arrays = matrix_of(session, X)
    if names is not None:
        name_features(session, handle, names)
    return handle, arrays


def _real(values):
    return values if values.dtype in (np.float32, np.float64) else values.astype(np.float64)


def _dense(session, X):
    if X.ndim != 2:
        raise ValueError(f'expected documents x features, an array of 2 dimensions, not {X.ndim}')
    values = _real(X)
    if not values.flags.aligned or any(s <= 0 or s % values.itemsize for s in values.strides) or \
            not values.dtype.isnative:
        values = np.ascontiguousarray(values, values.dtype.newbyteorder('='))
    # The stride of an axis of length 1 may be anything.
    row, column = (s // values.itemsize for s in values.strides)
    handle = session.make('matrix', lib.manifact_matrix_create_dense, session.context,
                          *values.shape, row if len(values) > 1 else max(values.shape[1], 1),
                          column if values.shape[1] > 1 else 1, pointer(values),
                          _TYPES[values.dtype], lib.MANIFACT_BORROW, ffi.NULL, ffi.NULL)
    return handle, [values]


def csr_of(session, handle):
    """A matrix of the library as scipy.sparse.csr_matrix."""
    shape = lib.manifact_matrix_rows(handle), lib.manifact_matrix_columns(handle)
    entries = lib.manifact_matrix_entries(handle)
    integer = np.int32 if max(entries, *shape) < 2**31 else np.int64
    indptr, indices = np.empty(shape[0] + 1, integer), np.empty(entries, integer)
    values = np.empty(entries)
    kind = _TYPES[indices.dtype]
    session.call(lib.manifact_matrix_copy_csr, handle, pointer(indptr), kind, pointer(indices),
                 kind, pointer(values), lib.MANIFACT_DOUBLE, entries)
    return sp.csr_matrix((values, indices, indptr), shape=shape)
