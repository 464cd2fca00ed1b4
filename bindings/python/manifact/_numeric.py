"""Refuses data of which NumPy would make other numbers in silence, or which it refuses without
saying where they are."""
from __future__ import annotations

import datetime
import numbers

import numpy as np
import scipy.sparse as sp

from ._values import is_missing, joined

_DATES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
# What columns may hold that are no numbers: {in words: the remedy}
_REMEDIES = {
    'complex numbers': 'give their real parts, or both parts as columns (scikit-learn: Complex '
                       'data not supported)',
    'dates or times': 'convert them, for example to days, or drop them',
    'text': 'to cluster texts, give one column of them alone{example}; to cluster numbers, drop '
            'the text'}


def real_numbers(X, name='X'):
    """X, a list as an array, if its values are real numbers, or texts of numbers, which
    scikit-learn takes as well. Masked entries, complex numbers, dates and text are refused with
    their places; other values and shapes are left to the caller."""
    row_of = 'X[:, {}]'
    if isinstance(X, (list, tuple)) or getattr(X, 'ndim', 0) == 1 and X.dtype == object:
        X, row_of = _array_of(X, name), '[row[{}] for row in X]'
    if sp.issparse(X):
        columns = [('', '', np.empty(0, X.dtype))]  # some formats have no array of values
    elif getattr(X, 'ndim', 0) == 2 and hasattr(X, 'iloc'):
        columns = [(repr(label), f'frame[{label!r}]', X.iloc[:, j])
                   for j, (label, dtype) in enumerate(zip(X.columns, X.dtypes))
                   if getattr(dtype, 'kind', 'O') not in 'biuf']
    else:
        if not hasattr(getattr(X, 'dtype', None), 'kind'):
            X = np.asarray(X)
        _refuse_masked(X, name)
        by_column = X.ndim == 2 and X.dtype.kind in 'OUST'
        columns = [(str(j), row_of.format(j), X[:, j]) for j in range(X.shape[1])] if by_column \
            else [('', '', X)]
    found: dict[str, list[tuple[str, str]]] = {}
    for label, expression, values in columns:
        found.setdefault(_content(values), []).append((label, expression))
    for content, remedy in _REMEDIES.items():
        if content in found:
            labels = [label for label, _ in found[content] if label]
            shown = ', '.join(labels[:5]) + (' and others' if len(labels) > 5 else '')
            where = f'column{"s" * (len(labels) > 1)} {shown} of {name}' if labels else name
            example = f', as in fit({found[content][0][1]})' if labels and name == 'X' else ''
            raise ValueError(f'{where} hold{"s" * (len(labels) < 2)} {content}; '
                             f'{remedy.format(example=example)}')
    return X


def _array_of(rows, name):
    """A list as an array; what NumPy would change in it is refused."""
    rows = list(rows)
    if any(isinstance(row, (str, bytes)) for row in rows):
        joined(rows)  # names the row of other types
    if any(map(np.ma.isMaskedArray, rows)):
        return np.ma.array(rows)
    lists = [row for row in rows if isinstance(row, (list, tuple))]
    words = [word for row in lists for word in row if isinstance(word, str)]
    if words and len(words) == sum(map(len, lists)) and not all(map(_is_number, words)):
        raise ValueError(f'the rows of {name} are lists of texts; if they are the words of '
                         "documents, join them, as in fit([' '.join(row) for row in X]); if they "
                         'are columns, give one of them, as in fit([row[0] for row in X])')
    return np.asarray(rows)


def _refuse_masked(X, name):
    if not np.ma.isMaskedArray(X):
        return
    masked = np.ma.getmaskarray(X)
    if masked.any():
        first = np.unravel_index(masked.argmax(), masked.shape)
        place = ', '.join(f'{axis} {i}' for axis, i in zip(('row', 'column'), first))
        raise ValueError(f'{place} of {name} is masked; fill what is masked, or leave out its row '
                         'or column')


def _is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def _content(values):
    """A key of _REMEDIES, "" if there are numbers or what else is left to the caller."""
    kind = getattr(values.dtype, 'kind', 'O')
    if kind in 'cmM':
        return 'complex numbers' if kind == 'c' else 'dates or times'
    if kind not in 'OUST':
        return ''
    listed = np.ravel(values).tolist()
    types = set(map(type, listed))
    if any(map(_is_of_dates, types)) and not all(map(is_missing, listed)):
        return 'dates or times'
    if any(issubclass(t, numbers.Complex) and not issubclass(t, numbers.Real) for t in types):
        return 'complex numbers'
    if any(issubclass(t, (str, bytes)) for t in types) and not all(
            _is_number(value) for value in listed if isinstance(value, (str, bytes))):
        return 'text'
    return ''


def _is_of_dates(kind):
    return issubclass(kind, _DATES) or \
        kind.__module__.startswith('pandas') and kind.__name__ in ('Period', 'NaTType')
