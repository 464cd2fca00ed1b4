"""Labels and pairs, starts, and measures."""
import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

import manifact
from manifact import metrics


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


def test_methods_without_labels_ignore_them(counts):
    X, classes = counts
    fitted = manifact.KMeans(3).fit(X, classes)
    assert not hasattr(fitted, 'classes_')
    assert fitted.model_.to_bytes() == manifact.KMeans(3).fit(X).model_.to_bytes()
    with pytest.raises(manifact.InvalidInput, match='constraints'):
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


@pytest.mark.parametrize('wrong, message', [
    ([0, 1], 'shape'), (np.full(150, 0.5), 'not whole'), (np.arange(150), 'more than the 3')])
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


def test_every_word_for_an_unknown_class_is_unknown():
    from manifact._labels import as_array, known_labels
    pandas = pytest.importorskip('pandas')
    nan = float('nan')
    for labels in (['a', nan, 'b'], ['a', None, 'b'], ['a', pandas.NA, 'b'],
                   np.array(['a', nan, 'b']),
                   np.array(['a', nan, 'b'], object), pandas.Categorical(['a', None, 'b']),
                   pandas.Series(['a', pandas.NA, 'b'], dtype='string'),
                   pandas.Series([1, pandas.NA, 2], dtype='Int64'), [1.0, nan, 2.0], [1, -1, 2]):
        assert known_labels(as_array(labels)).tolist() == [True, False, True], labels
        assert metrics.accuracy(labels, [5, 6, 7]) == 1
