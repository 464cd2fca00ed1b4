"""The names of features: columns of a DataFrame, in models and for new documents."""
import pickle
import warnings

import manifact
import numpy as np
import pandas as pd
import pytest

NAMES = ['width', 'length', 'depth', 'mass', 'age', 'price', 'speed', 'angle']


@pytest.fixture
def frame(points):
    return pd.DataFrame(points[0], columns=NAMES)


def test_a_frame_names_the_features(frame):
    fitted = manifact.KMeans(3).fit(frame)
    assert list(fitted.feature_names_in_) == fitted.model_.feature_names == NAMES
    assert list(fitted.get_term_names()) == NAMES
    assert set(sum(fitted.topics(2), [])) <= set(NAMES)
    assert pickle.loads(pickle.dumps(fitted)).model_.feature_names == NAMES
    with pytest.raises(ValueError, match='fitted to a matrix, not to texts'):
        fitted.predict(['a text'])


def test_the_order_is_checked_as_scikit_learn_does(frame):
    fitted = manifact.KMeans(3).fit(frame)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        np.testing.assert_array_equal(fitted.predict(frame), fitted.labels_)
    with pytest.raises(ValueError, match='feature names should match'):
        fitted.predict(frame[NAMES[::-1]])
    with pytest.raises(ValueError, match='feature names should match'):
        fitted.transform(frame.rename(columns={'width': 'breadth'}))
    with pytest.warns(UserWarning, match='does not have valid feature names'):
        np.testing.assert_array_equal(fitted.predict(frame.to_numpy()), fitted.labels_)


def test_a_model_finds_columns_by_name(frame, tmp_path):
    fitted = manifact.KMeans(3).fit(frame)
    fitted.model_.save(tmp_path / 'a.manifact')
    model = manifact.Model.load(tmp_path / 'a.manifact')
    turned = frame[NAMES[::-1]].assign(other=1e6)
    np.testing.assert_array_equal(model.assign(turned), fitted.labels_)
    np.testing.assert_array_equal(model.assign_proportions(turned)[0], fitted.labels_)
    np.testing.assert_array_equal(model.assign(frame.to_numpy()), fitted.labels_)
    with pytest.raises(manifact.ManifactError, match="missing: 'width'.*mean 'widht'"):
        model.assign(frame.rename(columns={'width': 'widht'}))


def test_columns_without_names(points):
    X, _ = points
    plain = manifact.KMeans(3).fit(X)
    assert plain.model_.feature_names is None and plain.get_term_names() is None
    numbered = manifact.KMeans(3).fit(pd.DataFrame(X))
    assert numbered.model_.feature_names is None
    assert numbered.model_.to_bytes() == plain.model_.to_bytes()


def test_names_of_counts_are_terms(counts):
    X, _ = counts
    names = [f'word{j}' for j in range(60)]
    fitted = manifact.KMeans(3).fit(X, feature_names=names)
    assert fitted.model_.feature_names == names
    assert fitted.predict(['word1 word2 word3']) == fitted.predict(
        [[float(1 <= j <= 3) for j in range(60)]])
    dense = manifact.KMeans(3).fit(X.toarray(), feature_names=names)
    assert dense.model_.feature_names == names and dense.model_.vectorizer is None
    dictionary = {name: j for j, name in enumerate(names)}
    dense = manifact.KMeans(3).fit(X.toarray(), feature_names=dictionary)
    assert dense.model_.feature_names == names and dense.model_.vectorizer is not None
