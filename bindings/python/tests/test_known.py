"""Labels and pairs, starts, and measures."""
import decimal
import pathlib
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import DataConversionWarning
from sklearn.metrics import adjusted_rand_score

import manifact
from manifact import metrics
from manifact.known import _LABEL_WORDS, _MISSING_WORDS, classes_of, pairs_of


def some_of(classes, share=10):
    """Labels of one document in `share`, -1 for the others."""
    return np.where(np.arange(len(classes)) % share == 0, classes, -1)


@pytest.mark.parametrize('kind', [manifact.RCF, manifact.SemiLCCF, manifact.LabelPropagation])
def test_class_0_is_a_class(kind, counts):
    X, classes = counts
    known = some_of(classes, 7)
    assert set(known) == {-1, 0, 1, 2}
    fitted = kind(3).fit(X, known)
    # Cluster c is that of the c-th smallest class.
    assert list(fitted.classes_) == [0, 1, 2]
    assert (fitted.labels_ == classes).mean() > 0.9
    for other in (known.astype(float), np.where(known < 0, np.nan, known),
                  np.where(known < 0, -5, known)):
        np.testing.assert_array_equal(kind(3).fit(X, other).labels_, fitted.labels_)


def test_classes_with_names(texts, classes):
    known = [name if i % 6 == 0 or i % 6 == 1 or i % 6 == 2 else None
             for i, name in enumerate(classes)]
    fitted = manifact.RCF(3).fit(texts, known)
    assert list(fitted.classes_) == ['kitchen', 'sea', 'space']
    assert metrics.accuracy(classes, fitted.labels_) > 0.95
    assert (fitted.classes_[fitted.labels_] == classes).mean() > 0.95


@pytest.mark.parametrize('unknown', [None, np.nan, pd.NA, pd.NaT, -1, '', '-1'])
@pytest.mark.parametrize('made', [
    list, lambda labels: np.array(labels, object), lambda labels: pd.Series(labels, dtype=object)])
def test_unknown_among_names(texts, classes, unknown, made):
    known = made([name if i % 2 == 0 else unknown for i, name in enumerate(classes)])
    fitted = manifact.RCF(3).fit(texts, known)
    assert list(fitted.classes_) == ['kitchen', 'sea', 'space']
    assert metrics.evaluate(known, fitted.labels_) == \
        metrics.evaluate(classes[::2], fitted.labels_[::2])


def test_columns_of_pandas_with_unknown_labels(counts):
    X, classes = counts
    expected = manifact.RCF(3).fit(X, some_of(classes)).labels_
    numbers = pd.Series(classes, dtype='Int64').where(np.arange(150) % 10 == 0)
    names = numbers.map({0: 'a', 1: 'b', 2: 'c'})
    for known in (numbers, names.astype('string'), names.astype('category'),
                  numbers.astype('float64'), np.ma.masked_array(classes, np.arange(150) % 10 > 0)):
        np.testing.assert_array_equal(manifact.RCF(3).fit(X, known).labels_, expected)
        assert metrics.accuracy(known, classes) == 1


def test_words_for_unknown_are_told(counts):
    X, classes = counts
    names = np.array(['a', 'b', 'c', np.nan])  # NumPy makes the text 'nan'
    known = names[some_of(classes)]
    with pytest.warns(manifact.ManifactWarning, match="135 labels of y unknown: 'nan'"):
        fitted = manifact.RCF(3).fit(X, known)
    assert list(fitted.classes_) == ['a', 'b', 'c']
    with pytest.warns(manifact.ManifactWarning, match="135 labels of truth unknown: 'nan'"):
        assert metrics.purity(known, classes) == 1


def test_labels_of_other_types():
    names = [b'a', b'', b'b', 'Zürich'.encode(), None]
    classes, codes = classes_of(names, 'y')
    assert (list(classes), codes.tolist()) == (['Zürich', 'a', 'b'], [1, -1, 2, 0, -1])
    assert list(classes_of(np.array([b'a', b'b', b'']), 'y')[1]) == [0, 1, -1]
    classes, codes = classes_of([decimal.Decimal(k) for k in (2, -1, 3)], 'y')
    assert (list(classes), codes.tolist()) == ([2, 3], [0, -1, 1])
    for y, kind in (({0: 'a'}, 'dict'), ('ab', 'str'), (3, 'int')):
        with pytest.raises(ValueError, match=f'y is a {kind}; expected a sequence of labels'):
            classes_of(y, 'y')


def test_words_for_unknown_are_those_of_the_program():
    source = pathlib.Path(__file__).resolve().parents[3] / 'tools/manifact/readers/missing.def'
    if not source.exists():
        pytest.skip('the package alone')
    words, of_labels = set(), set()
    for form, word in re.findall(r'^MISSING\((\w+), "(.*)"\)$', source.read_text(), re.M):
        if form == 'plain_label':  # a text in Python is as one in quotes
            continue
        if form == 'label':
            of_labels.add(word)
            continue
        signs = ('', '-', '+') if form == 'with_sign' else ('',)
        words |= {sign + word.replace('\\\\', '\\') for sign in signs}
    assert len(words) > 20
    assert words == _MISSING_WORDS
    assert of_labels == _LABEL_WORDS
    in_r = (source.parents[3] / 'bindings/r/R/data.R').read_text()
    for name, expected in (('missing_words', words), ('label_words', of_labels)):
        listed = re.search(name + r' <- c\((.*?)\)\n', in_r, re.S).group(1)
        signed = 'outer(c("", "-", "+"), c("nan", "NaN", "NAN", "Nan"), paste0)'
        given = set(re.findall(r'"((?:[^"\\]|\\.)*)"', listed.replace(signed, '')))
        given = {word.replace('\\\\', '\\') for word in given}
        if signed in listed:
            given |= {sign + nan for sign in ('', '-', '+') for nan in ('nan', 'NaN', 'NAN', 'Nan')}
        assert given == expected, name
    for word in words | of_labels | {'?', '-', ' NA ', 'Unknown'}:
        with pytest.warns(manifact.ManifactWarning, match='1 label of y unknown'):
            classes, codes = classes_of(['a', 'b', word], 'y')
        assert (list(classes), codes.tolist()) == (['a', 'b'], [0, 1, -1])


def test_minus_one_beside_one_is_a_class():
    for labels in ([-1, 1, -1, None], [-1.0, 1.0, -1.0, np.nan], ['-1', '1', '-1', 'NA']):
        with pytest.warns(manifact.ManifactWarning, match='labels of y are -1 and 1, and -1 is a'):
            classes, codes = classes_of(labels, 'y')
        assert codes.tolist() == [0, 1, 0, -1]
        assert [float(name) for name in classes] == [-1, 1]
    for labels in ([-1, 1, 0], [-1, 1, 2], [-1, -1], ['-1', '1', 'x'], ['-1.0', 'x', 'y']):
        _, codes = classes_of(labels, 'y')
        assert codes[0] == -1


def test_predicted_clusters_may_be_missing(counts):
    _, classes = counts
    missing = np.where(np.arange(150) < 30, np.nan, classes)
    assert metrics.evaluate(classes, missing) == \
        metrics.evaluate(classes, np.where(np.arange(150) < 30, -1, classes))
    assert metrics.accuracy(classes, np.array(['x', 'y', 'z'])[classes]) == 1
    with pytest.raises(ValueError, match='not whole'):
        metrics.accuracy(classes, classes + 0.5)


@pytest.mark.parametrize('predicted', [
    np.array([1, 1, -1, -1], np.int32), [1.0, 1.0, -1.0, np.nan], ['1', '1', '-1', None]])
def test_predicted_minus_one_is_never_a_cluster(predicted):
    with pytest.warns(manifact.ManifactWarning, match='of predicted .* -1 is unassigned'):
        assert metrics.accuracy([0, 0, 1, 1], predicted) == 0.5
    with pytest.warns(manifact.ManifactWarning, match='labels of truth are -1 and 1'):
        assert metrics.accuracy([-1, -1, 1, 1], predicted) == 0.5


@pytest.mark.parametrize('made', [
    lambda y: y[:, None], lambda y: pd.DataFrame({'class': y}), lambda y: y[:, None].tolist(),
    lambda y: np.array(['a', 'b', 'c'])[y][:, None],
    lambda y: np.ma.masked_array(y[:, None], y[:, None] == -1)])
def test_a_column_of_labels_is_taken_with_a_warning(counts, made):
    X, classes = counts
    expected = manifact.RCF(3).fit(X, classes).labels_
    with pytest.warns(DataConversionWarning, match=r'y is a column of shape \(150, 1\)'):
        np.testing.assert_array_equal(manifact.RCF(3).fit(X, made(classes)).labels_, expected)
    with pytest.warns(DataConversionWarning, match='truth is a column'):
        assert metrics.accuracy(made(classes), classes) == 1
    with pytest.raises(ValueError, match='shape'):
        manifact.RCF(3).fit(X, np.column_stack([classes, classes]))


def test_missing_texts_are_empty(texts):
    given = [pd.NA, None, np.nan, *texts]
    fitted = manifact.KMeans(3).fit(pd.Series(given, dtype=object))
    assert list(fitted.labels_[:3]) == [-1, -1, -1] and (fitted.labels_[3:] >= 0).all()


def test_methods_without_labels_say_that_they_ignore_them(counts):
    X, classes = counts
    with pytest.warns(manifact.ManifactWarning, match="y is ignored: .*'kmeans'"):
        fitted = manifact.KMeans(3).fit(X, classes)
    assert not hasattr(fitted, 'classes_')
    assert fitted.model_.to_bytes() == manifact.KMeans(3).fit(X).model_.to_bytes()
    with pytest.raises(manifact.InvalidInput, match='does not use labels or pairs'):
        manifact.KMeans(3).fit(X, pairs=([0], [1]))


def test_pairs(counts):
    X, classes = counts
    first, second = np.arange(0, 60), np.arange(1, 61)
    weights = np.where(classes[first] == classes[second], 1, -1)
    fitted = manifact.RCF(3).fit(X, pairs=(first, second, weights))
    assert metrics.accuracy(classes, fitted.labels_) > 0.9
    wrong = manifact.RCF(3).fit(X, pairs=([0, 0], [1, 2], -1)).model_
    a, b, c = wrong.violations()
    assert len(a) == len(b) == len(c) == sum(
        wrong.labels[0] == wrong.labels[j] for j in (1, 2))
    with pytest.raises(manifact.InvalidInput, match='150'):
        manifact.RCF(3).fit(X, pairs=([0], [150]))
    with pytest.raises(ValueError, match='1 first and 2 second'):
        manifact.RCF(3).fit(X, pairs=([0], [1, 2]))


@pytest.mark.parametrize('pairs, rows', [
    ([(0, 1), (2, 3)], [(0, 1, 1), (2, 3, 1)]),
    ([[0, 1], [2, 3], [4, 5]], [(0, 1, 1), (2, 3, 1), (4, 5, 1)]),
    (np.array([[0, 1], [2, 3]]), [(0, 1, 1), (2, 3, 1)]),
    (((0, 1), (2, 3), (4, 5), (6, 7)), [(0, 1, 1), (2, 3, 1), (4, 5, 1), (6, 7, 1)]),
    (((4, 2),), [(4, 2, 1)]),
    ({(0, 1)}, [(0, 1, 1)]),
    (zip([0, 2], [1, 3]), [(0, 1, 1), (2, 3, 1)]),
    ([(0, 1, -1), (2, 3, 0.5)], [(0, 1, -1), (2, 3, 0.5)]),
    (np.array([[0, 1, -1], [2, 3, 0.5]]), [(0, 1, -1), (2, 3, 0.5)]),
    (pd.DataFrame({'i': [0, 2], 'j': [1, 3]}), [(0, 1, 1), (2, 3, 1)]),
    (([0], [1]), [(0, 1, 1)]),
    (([0, 0], [1, 2], -1), [(0, 1, -1), (0, 2, -1)]),
    ((np.arange(4), np.arange(4) + 1), [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1)]),
    (([0, 0, 1, 2], [1, 2, 2, 3], [1, 1, -1, 0.5]),
     [(0, 1, 1), (0, 2, 1), (1, 2, -1), (2, 3, 0.5)]),
    ([], []), (((), ()), [])])
def test_pairs_are_rows(pairs, rows):
    assert list(zip(*pairs_of(pairs))) == rows


@pytest.mark.parametrize('wrong, message', [
    (([0, 1], [2, 3]), 'may hold 2 pairs or the columns of 2'),
    (((0, 1), (2, 3)), 'may hold 2 pairs'),
    ((np.array([0, 1, 1]), np.array([2, 3, 0])), 'may hold 2 pairs or the columns of 3'),
    (([0, 1, 0], [2, 3, 0], [1, 1, 1]), 'may hold 3 pairs'),
    ([np.arange(5), np.arange(5)], 'a row for each pair'),
    (np.zeros((2, 5), int), r'shape \(2, 5\); expected a row for each pair'),
    (np.zeros(4, int), 'shape'),
    ([0, 1], 'a row for each pair'), ((0, 1), 'a row for each pair'),
    ([(0, 1), (2, 3, 1)], 'a row for each pair'),
    ([(0, 1.5)], 'whole numbers'), ([('0', '1')], 'whole numbers'), ([(0, None)], 'whole numbers'),
    ({'first': [0], 'second': [1]}, 'not a dict')])
def test_ambiguous_pairs_are_refused(counts, wrong, message):
    with pytest.raises(ValueError, match=message):
        manifact.RCF(3).fit(counts[0], pairs=wrong)


@pytest.mark.parametrize('wrong, message', [
    ([0, 1], 'shape'), (np.full(150, 0.5), 'not whole'), (np.arange(150), 'more than the 3'),
    (np.full(150, np.inf), 'not whole'), ([0, 'a'] * 75, 'both numbers and names')])
def test_bad_labels(counts, wrong, message):
    with pytest.raises(ValueError, match=message):
        manifact.RCF(3).fit(counts[0], wrong)


def test_starts(counts):
    X, classes = counts
    first = manifact.CF(3).fit(X, start=classes)
    assert first.model_.option('start') == 'given'
    model = first.model_
    W, V = model.associations, model.memberships
    factors, again = manifact.CF(3).fit(X, start=(V, W)), manifact.CF(3).fit(X, start=model)
    np.testing.assert_array_equal(factors.labels_, again.labels_)
    assert again.model_.history[0] <= first.model_.history[0]
    assert manifact.CF(3).fit(X, start=(V,)).model_.option('start') == 'given'
    with pytest.raises(ValueError, match='same shape'):
        manifact.CF(3).fit(X, start=(V, W[:5]))
    missing = np.where(np.arange(150) < 5, np.nan, classes)
    np.testing.assert_array_equal(
        manifact.CF(3).fit(X, start=missing).labels_,
        manifact.CF(3).fit(X, start=np.where(np.arange(150) < 5, -1, classes)).labels_)
    with pytest.raises(ValueError, match='whole numbers'):
        manifact.CF(3).fit(X, start=classes + 0.5)


def test_measures(counts):
    _, classes = counts
    other = (classes + (np.arange(150) < 20)) % 3
    found = metrics.evaluate(classes, other)
    assert found['ari'] == pytest.approx(adjusted_rand_score(classes, other), abs=1e-12)
    assert found['accuracy'] == pytest.approx(130 / 150)
    names = np.array(['a', 'b', 'c'], dtype=object)[classes]
    assert metrics.evaluate(names, other) == found
    names[:20] = None
    assert metrics.purity(names, other) == 1
    with pytest.raises(ValueError, match='shape'):
        metrics.nmi([0, 1], [0])


@pytest.mark.filterwarnings("ignore:1 label of .* unknown")
def test_every_word_for_an_unknown_class_is_unknown():
    nan = float('nan')
    for labels in (['a', nan, 'b'], ['a', None, 'b'], ['a', pd.NA, 'b'], np.array(['a', nan, 'b']),
                   np.array(['a', nan, 'b'], object), pd.Categorical(['a', None, 'b']),
                   pd.Series(['a', pd.NA, 'b'], dtype='string'),
                   pd.Series([1, pd.NA, 2], dtype='Int64'), [1.0, nan, 2.0], [1, -1, 2]):
        assert classes_of(labels, 'y')[1].tolist() == [0, -1, 1], labels
        assert metrics.accuracy(labels, [5, 6, 7]) == 1
