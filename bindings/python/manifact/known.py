"""What is known about some documents: labels, numbers of groups and pairs, for the library."""
from __future__ import annotations

import collections.abc
import decimal
import numbers
import warnings

import numpy as np
from sklearn.exceptions import DataConversionWarning

from ._arrow import is_arrow, label_values
from ._library import ManifactWarning, ffi, lib
from ._matrix import pointer
from ._values import is_missing, is_whole

# The words for a missing value, as the program has them (tools/manifact/readers/missing.def), and
# the marks for an unknown label.
_MISSING_WORDS = frozenset((
    'NA', 'N/A', 'n/a', '#N/A', '#NA', '#N/A N/A', 'NULL', 'Null', 'null', 'None', 'NaT', 'nat',
    '\\N', '<NA>', '[deleted]', '[removed]', '1.#QNAN', '-1.#IND',
    *(sign + nan for sign in ('', '-', '+') for nan in ('nan', 'NaN', 'NAN', 'Nan'))))
_MARKS = frozenset(('-', '?'))
_LABEL_WORDS = frozenset(('unknown', 'unlabeled', 'unlabelled', 'missing', '(blank)', '(none)',
                          '--', '.', '*'))  # in any case of letters
_ROWS = ('a row for each pair: [(i, j), ...] or [(i, j, weight), ...]; of columns, make rows by '
         'numpy.column_stack((first, second))')


def _objects(values):
    """The values as an array. NumPy would make the text 'nan' of a NaN in a list of names."""
    if hasattr(values, '__array__'):
        return np.asanyarray(values)
    return np.array(list(values), dtype=object)


def _labels_of(y, name):
    """The same for labels. h5py and NumPy's loadtxt() give texts as bytes."""
    if is_arrow(y):
        y = label_values(y)
    if isinstance(y, (collections.abc.Mapping, str, bytes)) or \
            not isinstance(y, collections.abc.Iterable) and not hasattr(y, '__array__'):
        raise ValueError(f'{name} is a {type(y).__name__}; expected a sequence of labels, one for '
                         'each document')
    y = _objects(y)
    if y.ndim == 2 and y.shape[1] == 1:
        _tell(f'{name} is a column of shape {y.shape}; it is taken as one label for each document',
              DataConversionWarning)
        y = y.reshape(-1) if isinstance(y, np.ma.MaskedArray) else np.asarray(y).reshape(-1)
    if y.dtype.kind not in 'SO':
        return y
    mask = np.ma.getmaskarray(y)
    listed = [label.decode('utf-8', 'replace') if isinstance(label, bytes) else
              float(label) if isinstance(label, decimal.Decimal) else label
              for label in np.asarray(y, object).ravel().tolist()]
    array = np.empty(len(listed), object)
    array[:] = listed
    return np.ma.masked_array(array.reshape(y.shape), mask) if mask.any() else \
        array.reshape(y.shape)


def classes_of(y, name, n=None, two_sided=True):
    """(the classes, the index of the class of each document as int32: -1 for unknown). Unknown are
    None, NaN, pandas.NA and NaT, masked entries, negative numbers, and the words that stand for
    them. -1 is a class if the only other label is 1 and labels may be `two_sided`, which clusters
    are not."""
    y = _labels_of(y, name)
    if y.ndim != 1 or n not in (None, len(y)):
        of_all = 'document' if n is None else f'of {n} documents'
        raise ValueError(f'{name} has shape {y.shape}; expected one label for each {of_all}')
    known = np.array([not is_missing(label) for label in y.tolist()], bool)
    known &= ~np.ma.getmaskarray(y)
    labels = np.asarray(y)[known].tolist()
    are_numbers = {_is_number(label) for label in labels if not _is_minus_one(label)}
    if len(are_numbers) > 1:
        raise ValueError(f'{name} holds both numbers and names')
    labels, is_class = (_named if False in are_numbers else _numbered)(labels, name,
                                                                              two_sided)
    known[known] = is_class
    codes = np.full(len(y), -1, np.int32)
    classes, codes[known] = np.unique(labels[is_class], return_inverse=True)
    return classes, codes


def _is_number(label):
    return isinstance(label, (numbers.Real, np.bool_))


def _is_minus_one(label):
    """Also of a text, as a program writes -1 in a list of names."""
    if isinstance(label, str) and label.strip()[:1] == '-':
        try:
            label = float(label)
        except ValueError:
            return False
    return _is_number(label) and label == -1


def _tell_of_two_sides(name, two_sided):
    _tell(f'the labels of {name} are -1 and 1, and -1 is ' +
          ('a class' if two_sided else 'unassigned; give clusters other numbers'))


def _numbered(labels, name, two_sided):
    """(the labels as an array, which of them are classes)"""
    labels = [-1 if _is_minus_one(label) else label for label in labels]
    array = np.asarray(labels)
    if array.dtype.kind == 'f':
        if not (np.isfinite(array) & (np.floor(array) == array)).all():
            raise ValueError(f'{name} holds numbers that are not whole, so they are no classes')
        array = whole(labels, name)
    if array.dtype.kind == 'i' and set(array.tolist()) == {-1, 1}:
        _tell_of_two_sides(name, two_sided)
        if two_sided:
            return array, np.full(array.shape, True)
    below = int((array < -1).sum())
    if below:
        _tell(f'{_counted(below)} of {name} below -1 and unknown')
    return array, array >= 0


def _named(labels, name, two_sided):
    is_side = [_is_minus_one(label) for label in labels]
    words = ['' if label is None else str(label).strip() for label in labels]
    unknown = np.array([isinstance(label, str) and
                        (word == '' or word in _MARKS or word in _MISSING_WORDS or
                         word.lower() in _LABEL_WORDS)
                        for label, word in zip(labels, words)], bool)
    told = [word for word, is_unknown in zip(words, unknown) if is_unknown and word]
    if told:
        shown = ', '.join(map(repr, sorted(set(told))))
        _tell(f'{_counted(len(told))} of {name} unknown: {shown}')
    others = {word for word, no, side in zip(words, unknown, is_side) if not no and not side}
    is_class = ~unknown
    has_two_sides = any(is_side) and others == {'1'}
    if has_two_sides:
        _tell_of_two_sides(name, two_sided)
    if not has_two_sides or not two_sided:
        is_class &= ~np.array(is_side, bool)
    if all(isinstance(label, str) for label in labels):
        return np.array(labels, dtype=str), is_class
    array = np.empty(len(labels), object)
    array[:] = labels
    return array, is_class


def _counted(count):
    return '1 label' if count == 1 else f'{count} labels'


def _tell(sentence, kind=ManifactWarning):
    warnings.warn(sentence, kind, stacklevel=6)


def whole(values, name, dtype=np.int64, unknown=False):
    """Whole numbers as a contiguous array of integers; with `unknown`, missing ones are -1."""
    values = _objects(values)
    if values.dtype.kind not in 'iu':
        listed = np.ma.asarray(values).tolist()  # None where it is masked
        if unknown:
            listed = [-1 if is_missing(value) else value for value in listed]
        if not all(is_whole(value) for value in listed):
            raise ValueError(f'{name} must be whole numbers' +
                             (', -1 or NaN if they are not known' if unknown else ''))
        values = np.array([int(value) for value in listed], object).reshape(values.shape)
    limits = np.iinfo(dtype)
    if values.size and (values.min() < limits.min or values.max() > limits.max):
        raise ValueError(f'{name} must be whole numbers of {limits.bits} bits')
    return np.ascontiguousarray(values, dtype)


def pairs_of(pairs):
    """(first, second, weights) of pairs that are given as rows, or as a tuple of the columns first,
    second and weights. What could be both is refused."""
    if hasattr(pairs, 'toarray'):
        raise ValueError(f'pairs must be {_ROWS}, not a sparse matrix')
    if hasattr(pairs, '__array__'):
        return _of_table(np.asarray(pairs))
    if isinstance(pairs, (dict, str)):
        raise ValueError(f'pairs must be {_ROWS}, not a {type(pairs).__name__}')
    listed = list(pairs)
    if not listed:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
    lengths = [len(row) if np.ndim(row) == 1 else -1 for row in listed]
    are_rows = lengths[0] in (2, 3) and len(set(lengths)) == 1
    # Rows have no more than three entries, so that only the columns of two or three pairs look as
    # rows do.
    are_columns = isinstance(pairs, tuple) and len(listed) in (2, 3) and \
        lengths[0] == lengths[1] >= 0 and (len(listed) == 2 or lengths[2] in (-1, lengths[0]))
    if are_rows and are_columns:
        raise ValueError(f'pairs is a tuple that may hold {len(listed)} pairs or the columns of '
                         f'{lengths[0]}; give a list with {_ROWS}')
    if are_columns:
        return _of_columns(*listed)
    if isinstance(pairs, tuple) and len(listed) in (2, 3) and min(lengths[:2]) >= 0 and \
            not are_rows:
        raise ValueError(f'pairs has {lengths[0]} first and {lengths[1]} second documents')
    if not are_rows:
        raise ValueError(f'pairs must be {_ROWS}')
    return _of_columns(*zip(*listed))


def _of_table(table):
    if table.ndim != 2 or table.shape[1] not in (2, 3):
        raise ValueError(f'pairs has shape {table.shape}; expected {_ROWS}')
    return _of_columns(*table.T)


def _of_columns(first, second, weights=None):
    first, second = (whole(side, 'the documents of pairs') for side in (first, second))
    weights = np.asarray(1.0 if weights is None else weights, np.float64)
    if weights.ndim > 0 and weights.shape != first.shape:
        raise ValueError(f'pairs has {len(first)} pairs and {weights.size} weights')
    return first, second, np.ascontiguousarray(np.broadcast_to(weights, first.shape))


def constraints_of(session, n, labels, pairs):
    """A handle of constraints. `labels`: int32, -1 for unknown; or None. `pairs`: as pairs_of()
    takes them, or None."""
    first, second, weights = pairs_of([] if pairs is None else pairs)
    to_labels = ffi.NULL
    if labels is not None:
        to_labels = ffi.cast('int32_t *', pointer(labels))
    return session.make('constraints', lib.manifact_constraints_create, session.context, n,
                        to_labels, ffi.cast('int64_t *', pointer(first)),
                        ffi.cast('int64_t *', pointer(second)),
                        ffi.cast('double *', pointer(weights)), len(first))
