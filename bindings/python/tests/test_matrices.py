"""Matrices of every kind give the same clusters, and are not copied where the library can use them
in place."""
import pickle

import numpy as np
import pytest
import scipy.sparse as sp

import manifact
from manifact import _matrix
from manifact._library import ffi, lib
from manifact._session import Session


def with_long_indices(X):
    long = X.copy()
    long.indptr, long.indices = X.indptr.astype(np.int64), X.indices.astype(np.int64)
    return long


def sparse_kinds(X):
    unsorted = X.copy()
    for i in range(X.shape[0]):
        row = slice(*X.indptr[i:i + 2])
        unsorted.indices[row], unsorted.data[row] = X.indices[row][::-1], X.data[row][::-1]
    unsorted.has_sorted_indices = False
    return {'csr': X, 'int64 indices': with_long_indices(X), 'csc': X.tocsc(),
            'coo': X.tocoo(), 'integers': X.astype(np.int64), 'unsorted': unsorted,
            'array': sp.csr_array(X)}


def dense_kinds(X):
    wide = np.zeros((len(X), 3 * X.shape[1]))
    wide[:, ::3] = X
    return {'rows': X, 'columns': np.asfortranarray(X), 'strided': wide[:, ::3],
            'reversed': X[::-1].copy()[::-1], 'list': X.tolist(), 'swapped': X.astype('>f8')}


def test_every_sparse_kind(counts):
    X, _ = counts
    expected = manifact.LCCF(3).fit(X)
    for name, other in sparse_kinds(X).items():
        assert manifact.LCCF(3).fit(other).model_.to_bytes() == expected.model_.to_bytes(), name
        np.testing.assert_array_equal(expected.transform(other), expected.transform(X))


@pytest.mark.parametrize('dtype', [np.float32, np.float64])
def test_csc_with_long_indices(counts, dtype):
    X = counts[0].astype(dtype)
    long = with_long_indices(X.tocsc())
    checked = manifact.LCCF(3)._validated(long, reset=True)
    session = Session(1)
    handle, arrays = _matrix.matrix_of(session, checked)
    assert [array.dtype for array in arrays] == [np.int64, np.int64, dtype]
    for array, own in zip(arrays, (long.indptr, long.indices, long.data)):
        assert np.shares_memory(array, own)
    assert (_matrix.csr_of(session, handle) != X).nnz == 0
    for precision in ('double', 'float'):
        expected = manifact.LCCF(3, precision=precision).fit(X)
        fitted = manifact.LCCF(3, precision=precision).fit(long)
        assert fitted.model_.to_bytes() == expected.model_.to_bytes(), precision
        np.testing.assert_array_equal(expected.predict(long), expected.predict(X))
        np.testing.assert_array_equal(expected.transform(long), expected.transform(X))


def test_every_dense_kind(points):
    X, _ = points
    expected = manifact.LCCF(3).fit(X)
    for name, other in dense_kinds(X).items():
        assert manifact.LCCF(3).fit(other).model_.to_bytes() == expected.model_.to_bytes(), name
        np.testing.assert_array_equal(expected.predict(other), expected.predict(X))


def test_float_stays_float(points):
    X, classes = points
    single = X.astype(np.float32)
    fitted = manifact.KMeans(3, precision='auto').fit(single)
    assert manifact.metrics.accuracy(classes, fitted.labels_) > 0.95
    session = Session(1)
    for values in (single, sp.csr_matrix(single)):
        handle, kept = _matrix.matrix_of(session, values)
        assert kept[-1].dtype == np.float32
        assert lib.manifact_matrix_entries(handle) == single.size


def held(session):
    """The bytes that the library holds now, and held at most."""
    now, peak = ffi.new('int64_t *'), ffi.new('int64_t *')
    session.call(lib.manifact_context_memory, session.context, now, peak)
    return now[0], peak[0]


@pytest.mark.parametrize('dtype', [np.float32, np.float64])
def test_arrays_are_not_copied(dtype):
    dense = np.ones((1000, 500), dtype)
    sparse = sp.csr_matrix(dense)
    for X in (dense, dense[:, :300], sparse, with_long_indices(sparse)):
        session = Session(1)
        handle, kept = _matrix.matrix_of(session, X)
        assert held(session)[1] < 0.05 * dense.nbytes
        data = X.data if sp.issparse(X) else X
        assert any(np.shares_memory(array, data) for array in kept)
        del handle
        assert held(session)[0] < 1000


def test_changed_arrays_do_not_change_a_model(points):
    X = points[0].copy()
    fitted = manifact.LCCF(3).fit(X)
    before = fitted.model_.to_bytes(), fitted.predict(points[0])
    X[:] = 0
    assert fitted.model_.to_bytes() == before[0]
    np.testing.assert_array_equal(fitted.predict(points[0]), before[1])


def test_views_keep_their_model_alive(counts):
    views = [manifact.NMF(3).fit(counts[0]).model_.memberships for _ in range(20)]
    assert all((view == views[0]).all() and not view.flags.writeable for view in views)


@pytest.mark.parametrize('wrong, message', [
    (sp.csr_matrix((0, 3)), 'sample'), ([[1, np.nan]] * 9, 'NaN'),
    (np.zeros((9, 3)), 'zeros?|empty'), (np.ones((2, 3)), 'n_samples=2'),
    ('text', 'not one str'),
])
def test_bad_matrices_are_value_errors(wrong, message):
    with pytest.raises(ValueError, match=message):
        manifact.LCCF(3).fit(wrong)


def test_options_are_checked_by_the_library(counts):
    with pytest.raises(manifact.InvalidInput, match='neighbors') as caught:
        manifact.LCCF(3, neighbors=0).fit(counts[0])
    assert caught.value.status == 'ERROR_OPTION'
    with pytest.raises(manifact.InvalidInput, match='nearest'):
        manifact.LCCF(3, weighting='nearest').fit(counts[0])
    for number in (2.5, '3', 0):
        with pytest.raises(ValueError, match='clusters'):
            manifact.LCCF(number).fit(counts[0])
    fitted = manifact.LCCF(3, lambda_=2, keep_data=False, tolerance=np.float64(1e-3)).fit(counts[0])
    model = fitted.model_
    assert [model.option(name) for name in ('lambda', 'keep_data', 'tolerance', 'neighbors')] == \
        ['2', 'no', '0.001', '5']
    assert model.option('nothing') is None


def test_graphs(counts):
    X, _ = counts
    graph = manifact.knn_graph(X, 4, weight='binary', rule='mutual')
    S = graph.to_matrix()
    assert (S != S.T).nnz == 0 and S.nnz == 2 * graph.n_edges and graph.recall == 1
    assert (pickle.loads(pickle.dumps(graph)).to_matrix() != S).nnz == 0
    own, other = manifact.NCut(3).fit(X, graph=graph), manifact.NCut(3).fit(X, graph=S)
    np.testing.assert_array_equal(own.model_.memberships, other.model_.memberships)
    assert not np.array_equal(own.model_.memberships, manifact.NCut(3).fit(X).model_.memberships)
    with pytest.raises(ValueError, match='weight must be one of cosine, binary'):
        manifact.knn_graph(X, weight='near')
    with pytest.raises(manifact.InvalidInput):
        manifact.KMeans(3).fit(X, graph=graph)


def test_numbers_of_clusters(counts):
    X, classes = counts
    suggestion = manifact.suggest_k(X, 2, 6)
    assert suggestion.k == 3 and [row['k'] for row in suggestion.rows] == [2, 3, 4, 5, 6]
    fitted = manifact.NCut('auto').fit(X)
    assert fitted.n_clusters_ == fitted.suggestion_.k
    with pytest.raises(ValueError, match='from'):
        manifact.suggest_k(X, 9, 6)
