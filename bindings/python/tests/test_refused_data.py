"""Data that are no numbers or no texts: each refusal says where they are, and what to do."""
import datetime
import decimal
import re

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import manifact

POINTS = np.random.default_rng(0).random((30, 3)) + np.repeat(np.eye(3) * 4, 10, axis=0)
DAYS = pd.date_range('2020', periods=30)
MIXED = pd.DataFrame({'size': range(30), 'said': ['hello world'] * 30})
MODEL = manifact.KMeans(3).fit(POINTS).model_
# Every way of data into the library.
WAYS = {'fit': lambda X: manifact.KMeans(3).fit(X),
        'assign': MODEL.assign,
        'knn_graph': manifact.knn_graph,
        'vectors': lambda X: manifact.KMeans(3).fit(POINTS, vectors=X),
        'start': lambda X: manifact.CF(3).fit(POINTS, start=(X,))}


def with_mask():
    masked = np.ma.masked_array(POINTS, False)
    masked[7, 2] = np.ma.masked
    return masked


@pytest.mark.parametrize('way', WAYS)
@pytest.mark.parametrize('wrong, message', [
    (with_mask(), 'row 7, column 2 of .* is masked'),
    (list(with_mask()), 'row 7, column 2 of .* is masked'),
    (POINTS + 5j, 'holds? complex numbers.*Complex data not supported'),
    (pd.DataFrame(POINTS + 5j, columns=list('abc')), "columns 'a', 'b', 'c' of .* hold complex"),
    (pd.DataFrame({'size': POINTS[:, 0], 'day': DAYS}),
     "column 'day' of .* holds dates or times; convert them, for example to days, or drop them"),
    (pd.DataFrame({'day': DAYS - DAYS[3]}), "column 'day' of .* holds dates"),
    (pd.DataFrame({'day': [*DAYS[:29], pd.NaT]}), "column 'day' of .* holds dates"),
    (np.array([[1, None], [2, datetime.date(2020, 1, 1)]] * 15), 'column 1 of .* holds dates'),
    (DAYS.values[:, None], 'holds dates'),
])
def test_what_would_become_other_numbers_is_refused(way, wrong, message):
    with pytest.raises(ValueError, match=message):
        WAYS[way](wrong)


def test_complex_sparse_numbers_are_refused():
    for way in ('fit', 'assign', 'knn_graph'):
        with pytest.raises(ValueError, match='X holds complex numbers'):
            WAYS[way](sp.csr_matrix(POINTS + 5j))


def test_what_is_complete_is_accepted():
    expected = MODEL.labels
    for same in (np.ma.masked_array(POINTS, False), pd.DataFrame(POINTS).astype(object),
                 POINTS.astype(str), POINTS.astype(str).tolist(), sp.lil_matrix(POINTS)):
        np.testing.assert_array_equal(manifact.KMeans(3).fit(same).labels_, expected)


@pytest.mark.parametrize('way', ['fit', 'assign', 'knn_graph'])
@pytest.mark.parametrize('wrong, message', [
    (MIXED, "column 'said' of X holds text; .* give one column .*, as in fit(frame['said'])"),
    (MIXED.astype({'said': 'string'}), "column 'said' of X holds text"),
    (MIXED.astype({'said': 'category'}), "column 'said' of X holds text"),
    (MIXED[['said']].assign(place='a b'), "columns 'said', 'place' of X hold text"),
    (MIXED.to_numpy(), 'column 1 of X holds text; .*, as in fit(X[:, 1])'),
    ([[1, 'a b']] * 30, 'column 1 of X holds text; .*, as in fit([row[1] for row in X])'),
    ([['some', 'words'], ['others']], "join them, as in fit([' '.join(row) for row in X])"),
    ({'said': ['a b']}, 'expected documents, not a dict'),
    (np.array('a text'), 'not one ndarray; put it in a list'),
])
def test_texts_beside_numbers_are_named(way, wrong, message):
    pattern = re.escape(message).replace(r'\.\*', '.*')
    with pytest.raises(ValueError, match=pattern):
        WAYS[way](wrong)


def test_columns_given_as_texts_are_named():
    for call in (manifact.Vectorizer().fit, lambda frame: manifact.KMeans(3).fit(
            POINTS, texts=frame)):
        with pytest.raises(ValueError, match="column 'said' of X holds text"):
            call(MIXED)


@pytest.mark.parametrize('texts, row, kind', [
    (['a b', 'c d', 5], 2, 'int'), ([5, 'a b'], 0, 'int'), (pd.Series(['a b', [1]]), 1, 'list'),
    (pd.Series([5, 'a b']), 0, 'int'), (['a'] * 20001 + [5.5], 20001, 'float')])
def test_a_value_among_texts_is_named_by_its_row(texts, row, kind):
    with pytest.raises(TypeError, match='each text must be a str or bytes, but that of '
                                        f'row {row} is of the type {kind}'):
        manifact.KMeans(1).fit(texts)


def test_masked_texts_are_missing():
    masked = np.ma.masked_array(['a cat', 'a dog', 'a fish'], [False, True, False])
    assert manifact.Vectorizer().fit_transform(masked).sum(axis=1).tolist() == [[1], [0], [1]]


def test_what_else_has_no_numbers_is_named():
    frame = pd.DataFrame({'a': np.arange(6.0), 'p': pd.period_range('2020', periods=6, freq='D')})
    with pytest.raises(ValueError, match="column 'p' of X holds dates or times"):
        manifact.KMeans(2).fit(frame)
    with pytest.raises(ValueError, match='lists of texts'):
        manifact.KMeans(2).fit([['2020', 'x'], ['oven', 'flour', 'yeast']])


def test_objects_are_judged_by_their_types():
    values = np.array([[0.5, 1], [2, decimal.Decimal(3)], [8, True], [9, 7.0]], object)
    assert manifact.KMeans(2, seed=1).fit(values).labels_.tolist()[2:] in ([0, 0], [1, 1])
