"""Objects that export Arrow by the PyCapsule interface. Their structures are made here; with the
environment variable DUCKDB_LIBRARY, the file of libduckdb.so, DuckDB makes them too."""
import ctypes
import os

import numpy as np
import pytest

import manifact
from manifact import Auto, KMeans, Table, Vectorizer

POINTER = ctypes.POINTER
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


ArrowSchema._fields_ = [
    ('format', ctypes.c_char_p), ('name', ctypes.c_char_p), ('metadata', ctypes.c_char_p),
    ('flags', ctypes.c_int64), ('n_children', ctypes.c_int64),
    ('children', POINTER(POINTER(ArrowSchema))), ('dictionary', POINTER(ArrowSchema)),
    ('release', ctypes.c_void_p), ('private_data', ctypes.c_void_p)]
ArrowArray._fields_ = [
    ('length', ctypes.c_int64), ('null_count', ctypes.c_int64), ('offset', ctypes.c_int64),
    ('n_buffers', ctypes.c_int64), ('n_children', ctypes.c_int64),
    ('buffers', POINTER(ctypes.c_void_p)), ('children', POINTER(POINTER(ArrowArray))),
    ('dictionary', POINTER(ArrowArray)), ('release', ctypes.c_void_p),
    ('private_data', ctypes.c_void_p)]

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

alive, released = {}, []


@RELEASE
def release_schema(address):
    ArrowSchema.from_address(address).release = None
    released.append('schema')


@RELEASE
def release_array(address):
    ArrowArray.from_address(address).release = None
    released.append('array')


class Column:
    """A column, or a batch of columns, that exports Arrow."""

    def __init__(self, form, buffers, length, name='', children=()):
        self.form, self.buffers, self.length = form, buffers, length
        self.name, self.children = name, children

    def schema(self):
        below = [child.schema() for child in self.children]
        pointers = (POINTER(ArrowSchema) * len(below))(*map(ctypes.pointer, below))
        made = ArrowSchema(self.form.encode(), self.name.encode(), None, 2, len(below), pointers,
                           None, ctypes.cast(release_schema, ctypes.c_void_p), None)
        alive[ctypes.addressof(made)] = made, below, pointers
        return made

    def array(self):
        below = [child.array() for child in self.children]
        pointers = (POINTER(ArrowArray) * len(below))(*map(ctypes.pointer, below))
        buffers = (ctypes.c_void_p * len(self.buffers))(
            *(None if buffer is None else buffer.ctypes.data for buffer in self.buffers))
        made = ArrowArray(self.length, -1, 0, len(buffers), len(below), buffers, pointers, None,
                          ctypes.cast(release_array, ctypes.c_void_p), None)
        alive[ctypes.addressof(made)] = made, below, pointers, buffers, self.buffers
        return made

    def __arrow_c_array__(self, requested_schema=None):
        return (new_capsule(ctypes.addressof(self.schema()), b'arrow_schema', None),
                new_capsule(ctypes.addressof(self.array()), b'arrow_array', None))


def numbers(values, form='g', name='x'):
    values = np.asarray(values)
    return Column(form, [None, values], len(values), name)


def vectors(matrix, name='embedding'):
    flat = np.ascontiguousarray(matrix).ravel()
    inner = Column('f' if flat.dtype == np.float32 else 'g', [None, flat], len(flat), 'item')
    return Column(f'+w:{matrix.shape[1]}', [None], len(matrix), name, [inner])


def texts_column(texts, name='body'):
    parts = [(text or '').encode() for text in texts]
    offsets = np.zeros(len(parts) + 1, np.int32)
    np.cumsum([len(part) for part in parts], out=offsets[1:])
    present = np.packbits([text is not None for text in texts], bitorder='little')
    return Column('u', [present, offsets, np.frombuffer(b''.join(parts) or b' ', np.uint8)],
                  len(parts), name)


def batch(*columns):
    return Column('+s', [None], columns[0].length, '', columns)


def test_vectors_give_the_same_fit_as_an_array(points):
    X, classes = points
    for dtype in (np.float64, np.float32):
        array = X.astype(dtype)
        expected = KMeans(3, seed=1).fit(array)
        found = KMeans(3, seed=1).fit(vectors(array))
        assert np.array_equal(found.labels_, expected.labels_)
        assert found.n_features_in_ == 8 and not hasattr(found, 'feature_names_in_')
        assert np.array_equal(found.predict(vectors(array)), expected.predict(array))
        assert np.array_equal(KMeans(3, seed=1).fit_transform(vectors(array)),
                              KMeans(3, seed=1).fit_transform(array))
    assert manifact.metrics.accuracy(numbers(classes.astype(float)), found.labels_) == 1
    assert manifact.knn_graph(vectors(X), neighbors=5).n_edges == \
        manifact.knn_graph(X, neighbors=5).n_edges


def test_columns_of_numbers_have_their_names(points):
    X, _ = points
    frame = batch(*(numbers(np.ascontiguousarray(X[:, j]), name=f'f{j}') for j in range(8)))
    found = KMeans(3, seed=1).fit(frame)
    assert np.array_equal(found.labels_, KMeans(3, seed=1).fit(X).labels_)
    assert list(found.feature_names_in_) == [f'f{j}' for j in range(8)]
    turned = Table(frame).select(*(f'f{j}' for j in reversed(range(8))))
    assert np.array_equal(found.predict(turned), found.labels_)  # found by their names


def test_texts_give_the_same_fit_as_a_list(texts, classes):
    expected = Auto(3, seed=1).fit(texts)
    column = texts_column(texts)
    assert np.array_equal(Auto(3, seed=1).fit(column).labels_, expected.labels_)
    assert np.array_equal(expected.predict(column), expected.predict(texts))
    counts = Vectorizer().fit(texts)
    assert (Vectorizer().fit_transform(column) != counts.transform(texts)).nnz == 0
    assert (counts.transform(column) != counts.transform(texts)).nnz == 0
    known = texts_column([name if i % 2 else None for i, name in enumerate(classes)], 'class')
    fit = manifact.RCF(3, seed=1).fit(column, known)
    assert list(fit.classes_) == sorted(set(classes))


def test_a_table_has_columns_of_all_kinds(texts, points):
    X, _ = points
    day = Column('tdD', [None, np.arange(120, dtype=np.int32)], 120, 'day')
    table = Table(batch(texts_column([None, *texts[1:]]), vectors(X[:120]), day))
    assert table.columns == ['body', 'embedding', 'day']
    assert table.types == ['texts', 'vectors', 'times']
    assert len(table) == 120
    assert table.texts('body') == [None, *texts[1:]]
    assert table.texts('day')[:2] == ['1970-01-01', '1970-01-02']
    assert table.numbers('day')[1] == 86400
    fit = KMeans(3, seed=1).fit(table.select('embedding'), texts=table.select('body'))
    assert np.array_equal(fit.labels_, KMeans(3, seed=1).fit(X[:120]).labels_)
    with pytest.raises(ValueError, match="3 columns: 'body' .texts., 'embedding' .vectors.*select"):
        KMeans(3).fit(table)
    with pytest.raises(KeyError, match="no columns 'title'"):
        table.select('title')
    with pytest.raises(TypeError, match='neither __arrow_c_stream__'):
        Table([1, 2])


def test_structures_are_released_once():
    released.clear()
    table = Table(batch(numbers([1., 2.])))
    assert released == ['schema']
    del table
    assert released == ['schema', 'array']
    released.clear()
    with pytest.raises(manifact.InvalidInput, match='format "what" is unknown'):
        Table(Column('what', [None], 1))
    assert sorted(released) == ['array', 'schema']
    # A capsule whose structure was moved is no table.
    schema, array = numbers([1.]).__arrow_c_array__()

    class Once:
        def __arrow_c_array__(self):
            return schema, array
    Table(Once())
    with pytest.raises(manifact.InvalidInput, match='released'):
        Table(Once())


class DuckDB:
    """The result of a query as one batch, exported by DuckDB itself."""

    def __init__(self, query):
        lib = ctypes.CDLL(os.environ['DUCKDB_LIBRARY'])
        database, connection = ctypes.c_void_p(), ctypes.c_void_p()
        assert lib.duckdb_open(None, ctypes.byref(database)) == 0
        assert lib.duckdb_connect(database, ctypes.byref(connection)) == 0
        self.lib, self.result = lib, ctypes.c_void_p()
        assert lib.duckdb_query_arrow(connection, query.encode(), ctypes.byref(self.result)) == 0

    def __arrow_c_array__(self, requested_schema=None):
        schema, array = ArrowSchema(), ArrowArray()
        to_schema, to_array = ctypes.pointer(schema), ctypes.pointer(array)
        assert self.lib.duckdb_query_arrow_schema(self.result, ctypes.byref(to_schema)) == 0
        assert self.lib.duckdb_query_arrow_array(self.result, ctypes.byref(to_array)) == 0
        alive[id(self)] = schema, array
        return (new_capsule(ctypes.addressof(schema), b'arrow_schema', None),
                new_capsule(ctypes.addressof(array), b'arrow_array', None))


@pytest.mark.skipif('DUCKDB_LIBRARY' not in os.environ,
                    reason='DUCKDB_LIBRARY does not name libduckdb.so')
def test_results_of_duckdb():
    table = Table(DuckDB("""
        select i::integer as number, i * 0.5 as half, 'text ' || i as text,
               (['red', 'green'])[1 + i % 2]::enum('red', 'green') as color,
               [i, i + 1]::float[] as list, [i, i + 1]::double[2] as vector,
               date '2024-01-31' + i::integer as day,
               timestamp '2024-01-31 12:00:00' as moment, i > 3 as large, sum(i) over () as total,
               case when i = 2 then null else i end as gap
        from range(6) t(i)"""))
    assert dict(zip(table.columns, table.types)) == {
        'number': 'numbers', 'half': 'numbers', 'text': 'texts', 'color': 'texts',
        'list': 'vectors', 'vector': 'vectors', 'day': 'times', 'moment': 'times',
        'large': 'numbers', 'total': 'numbers', 'gap': 'numbers'}
    assert table.numbers('number').tolist() == [0, 1, 2, 3, 4, 5]
    assert table.numbers('half').tolist() == [0, .5, 1, 1.5, 2, 2.5]
    assert table.numbers('large').tolist() == [0, 0, 0, 0, 1, 1]
    assert table.numbers('total').tolist() == [15] * 6
    assert np.isnan(table.numbers('gap')[2])
    assert table.texts('text') == [f'text {i}' for i in range(6)]
    assert table.texts('color')[:3] == ['red', 'green', 'red']
    assert table.texts('day')[1] == '2024-02-01'
    assert table.texts('moment')[0] == '2024-01-31 12:00:00'
    for name in ('list', 'vector'):
        assert len(set(KMeans(2, seed=1).fit(table.select(name)).labels_)) == 2
