"""What values are: whole numbers, texts, missing ones."""
from __future__ import annotations

import enum
import numbers

import numpy as np


def plain(value):
    """A value out of a scalar of NumPy or an Enum."""
    if isinstance(value, enum.Enum):
        value = value.value
    return value.item() if hasattr(value, 'item') and getattr(value, 'ndim', -1) == 0 else value


def is_whole(value):
    if isinstance(value, numbers.Integral):  # of any size
        return not isinstance(value, bool)
    return isinstance(value, numbers.Real) and float(value).is_integer()


def whole_number(value, name, least=None, other=''):
    """The argument `name` as an int, at least `least`. `other`: what it may be besides."""
    number = plain(value)
    if not is_whole(number) or least is not None and number < least:
        limit = '' if least is None else f', at least {least}'
        raise ValueError(f'{name} must be a whole number{limit}{other}, not {_shown(number)}')
    return int(number)


def utf8(value, name):
    """The argument `name`, a str, as the library takes it."""
    if not isinstance(value, str):
        raise TypeError(f'{name} must be a str, not {_shown(value)}')
    return value.encode()


def _shown(value):
    is_short = isinstance(value, (numbers.Number, str, type(None)))
    return repr(value) if is_short else f'of the type {type(value).__name__}'


def is_missing(value):
    """Whether a text or a label is None, NaN, masked, or NA or NaT of pandas."""
    if value is None or value is np.ma.masked:
        return True
    try:
        return bool(value != value)
    except TypeError:  # comparisons with pandas.NA give NA, which is neither true nor false
        return True
    except ValueError:  # an array of several numbers
        return False


def joined(texts, first=0):
    """(bytes, offsets) of a list of str: the texts one after the other, in UTF-8. `first` is the
    row of the first one."""
    parts = [_encoded(text, row) for row, text in enumerate(texts, first)]
    offsets = np.zeros(len(parts) + 1, np.int64)
    np.cumsum([len(part) for part in parts], out=offsets[1:])
    return b''.join(parts), offsets


def _encoded(text, row):
    if isinstance(text, bytes):
        return text
    if isinstance(text, str):
        return text.encode('utf-8', 'replace')
    if is_missing(text):  # an empty document
        return b''
    raise TypeError(f'each text must be a str or bytes, but that of row {row} is of the type '
                    f'{type(text).__name__}')
