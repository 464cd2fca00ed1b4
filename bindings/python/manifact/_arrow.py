"""Columns of other libraries by the Arrow PyCapsule interface: Polars, PyArrow, DuckDB, others."""
from __future__ import annotations

import ctypes
from typing import Any, Sequence

import numpy as np

from ._library import ffi, lib, text_of
from ._session import Session

_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]

_TYPES = {lib.MANIFACT_COLUMN_OTHER: 'other', lib.MANIFACT_COLUMN_NUMBERS: 'numbers',
          lib.MANIFACT_COLUMN_VECTORS: 'vectors', lib.MANIFACT_COLUMN_TEXTS: 'texts',
          lib.MANIFACT_COLUMN_TIMES: 'times', lib.MANIFACT_COLUMN_NULLS: 'nulls'}


def _structure(capsule, name, kind):
    """A structure in a capsule. The library moves it: the capsule has nothing to release then."""
    return ffi.cast(f'struct {kind} *', _pointer_of(capsule, name))


def is_arrow(source):
    """Whether an object is a Table or exports Arrow. What pandas has goes through NumPy: its own
    export needs PyArrow."""
    if isinstance(source, Table):
        return True
    exports = hasattr(source, '__arrow_c_stream__') or hasattr(source, '__arrow_c_array__')
    return exports and not type(source).__module__.startswith('pandas')


class Table:
    """Columns of an object that exports Arrow (`__arrow_c_stream__` or `__arrow_c_array__`), which
    are not copied.

        table = manifact.Table(frame)
        topics = manifact.Auto(8).fit(table.select("body"))
        points = manifact.Auto(8).fit(table.select("embedding"))

    source    a data frame, a relation, a series or an array of Polars, PyArrow, DuckDB and others
    """

    def __init__(self, source: Any):
        session = Session(1)
        if hasattr(source, '__arrow_c_stream__'):
            capsule = source.__arrow_c_stream__()
            self._handle = session.make(
                'table', lib.manifact_table_from_arrow_stream, session.context,
                _structure(capsule, b'arrow_array_stream', 'ArrowArrayStream'))
        elif hasattr(source, '__arrow_c_array__'):
            schema, array = source.__arrow_c_array__()
            self._handle = session.make(
                'table', lib.manifact_table_from_arrow, session.context,
                _structure(schema, b'arrow_schema', 'ArrowSchema'),
                _structure(array, b'arrow_array', 'ArrowArray'))
        else:
            raise TypeError(f'a {type(source).__name__} has neither __arrow_c_stream__() nor '
                            '__arrow_c_array__()')
        self._chosen = list(range(lib.manifact_table_columns(self._handle)))

    def select(self, *names: str) -> Table:
        """The same table with some of the columns, in this order."""
        made = object.__new__(Table)
        made._handle, made._chosen = self._handle, [self._column(name) for name in names]
        return made

    def __len__(self) -> int:
        return lib.manifact_table_rows(self._handle)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [text_of(lib.manifact_table_column_name(self._handle, column))
                for column in self._chosen]

    @property
    def types(self) -> list[str]:
        """What each column holds: "numbers", "vectors", "texts", "times", "nulls", or "other" if it
        is not read."""
        return [_TYPES[lib.manifact_table_column_type(self._handle, column)]
                for column in self._chosen]

    def _column(self, name):
        found = [column for column, called in zip(self._chosen, self.columns) if called == name]
        if len(found) != 1:
            raise KeyError(f'{"no" if not found else "several"} columns {name!r}; there are '
                           f'{", ".join(map(repr, self.columns)) or "none"}')
        return found[0]

    def texts(self, name: str | None = None) -> list[str | None]:
        """A column as texts, None for a null. `name` may be left out if there is one column."""
        return _texts(Session(1), self, self._one(name))

    def numbers(self, name: str | None = None) -> np.ndarray:
        """A column of numbers, or of dates and times in seconds since 1970; NaN for a null."""
        session = Session(1)
        values = np.empty(len(self))
        session.call(lib.manifact_table_numbers, session.context, self._handle, self._one(name),
                     ffi.cast('double *', values.ctypes.data), len(self))
        return values

    def _one(self, name):
        if name is not None:
            return self._column(name)
        if len(self._chosen) != 1:
            raise ValueError(f'the table has {_listed(self)}; select one of them')
        return self._chosen[0]


def _listed(table):
    return f'{len(table.columns)} columns: ' + ', '.join(
        f'{name!r} ({kind})' for name, kind in zip(table.columns, table.types))


def table_of(source: Any) -> Table:
    return source if isinstance(source, Table) else Table(source)


def is_text_column(table):
    """Whether a table is one column of texts."""
    return table.types == ['texts']


def views_of_texts(session, table, column):
    """(bytes, offsets, count) as the functions of the library take them; views of the table."""
    data, offsets = ffi.new('const char **'), ffi.new('const int64_t **')
    session.call(lib.manifact_table_texts, session.context, table._handle, column, data, offsets)
    return data[0], offsets[0], len(table)


def _texts(session, table, column):
    data, offsets, count = views_of_texts(session, table, column)
    ends = np.frombuffer(ffi.buffer(offsets, 8 * (count + 1)), np.int64)
    whole = bytes(ffi.buffer(data + int(ends[0]), int(ends[-1] - ends[0])))
    texts: list[str | None] = [whole[begin:end].decode('utf-8', 'replace')
                               for begin, end in zip(ends[:-1] - ends[0], ends[1:] - ends[0])]
    nulls = ffi.new('int64_t *')
    session.call(lib.manifact_table_nulls, session.context, table._handle, column, nulls)
    return [text or None for text in texts] if nulls[0] else texts


def text_views(session, source):
    """views_of_texts() of what has to be one column of texts."""
    table = table_of(source)
    if not is_text_column(table):
        raise ValueError(f'expected one column of texts, but the table has {_listed(table)}; '
                         'select one')
    return views_of_texts(session, table, table._chosen[0])


def arrow_matrix(session, source):
    """(handle, the names of its columns or None) of a table of numbers and vectors."""
    table = table_of(source)
    if not set(table.types) <= {'numbers', 'vectors'}:
        raise ValueError('expected columns of numbers or vectors, or one column of texts, but the '
                         f'table has {_listed(table)}; select the features')
    columns = ffi.new('int64_t[]', table._chosen)
    handle = session.make('matrix', lib.manifact_table_matrix, session.context, table._handle,
                          columns, len(table._chosen))
    named = set(table.types) == {'numbers'} and all(table.columns)
    return handle, table.columns if named else None


def label_values(source: Any) -> Sequence[Any] | np.ndarray:
    """The labels in a table of one column: names, or numbers with NaN where they are missing."""
    table = table_of(source)
    column = table._one(None)
    kind = table.types[0]
    if kind == 'texts':
        return _texts(Session(1), table, column)
    if kind not in ('numbers', 'nulls'):
        raise ValueError(f'labels are numbers or texts, but the column has {kind}')
    return table.numbers()
