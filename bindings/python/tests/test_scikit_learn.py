"""What newer releases of scikit-learn expect, and names that its users know."""
import enum
import functools
import types

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.utils import validation

import manifact

X = np.random.default_rng(0).random((60, 5)) + np.repeat(np.eye(3, 5) * 4, 20, axis=0)


@pytest.fixture
def newer(monkeypatch):
    """scikit-learn without _validate_data and with tags as objects, as from 1.7 on."""
    if not hasattr(BaseEstimator, '_validate_data'):
        return  # it is
    check = BaseEstimator._validate_data
    monkeypatch.delattr(BaseEstimator, '_validate_data')
    monkeypatch.setattr(validation, 'validate_data', check, raising=False)
    monkeypatch.setattr(BaseEstimator, '__sklearn_tags__', lambda self: types.SimpleNamespace(
        input_tags=types.SimpleNamespace(sparse=False, positive_only=False, pairwise=False,
                                         string=False, two_d_array=True),
        target_tags=types.SimpleNamespace(required=True)), raising=False)


def test_a_newer_scikit_learn(newer):
    fitted = manifact.KMeans(3).fit(X)
    assert (fitted.predict(X) == fitted.labels_).all()
    with pytest.raises(ValueError, match='features'):
        fitted.predict(X[:, :3])
    tags = manifact.NMF().__sklearn_tags__().input_tags
    assert tags.sparse and tags.positive_only and not tags.pairwise
    assert not manifact.LCCF().__sklearn_tags__().input_tags.positive_only
    assert manifact.CF(kernel='precomputed').__sklearn_tags__().input_tags.pairwise
    tags = manifact.Vectorizer().__sklearn_tags__()
    assert tags.input_tags.string and not tags.target_tags.required


def test_the_installed_scikit_learn():
    assert hasattr(BaseEstimator, '_validate_data') or hasattr(validation, 'validate_data')
    html = manifact.LCCF()._repr_html_()
    assert '<' in html and 'LCCF' in html, sklearn.__version__


def test_names_of_parameters():
    made = manifact.LCCF(3, random_state=7, n_jobs=-1)
    assert (made.seed, made.threads, made.random_state, made.n_jobs) == (7, 0, 7, -1)
    assert made.get_params()['seed'] == 7 and 'random_state' not in made.get_params()
    assert clone(made).seed == 7
    made.set_params(random_state=8, n_jobs=2)
    assert (made.seed, made.threads) == (8, 2)
    made.random_state, made.n_jobs = 9, None
    assert (made.seed, made.threads) == (9, None)
    assert manifact.LCCF(n_jobs=-2).threads >= 1
    same = functools.partial(manifact.LCCF, 3)
    assert (same(seed=5).fit(X).model_.memberships ==
            same(random_state=5).fit(X).model_.memberships).all()
    with pytest.raises(TypeError, match='the same parameter'):
        manifact.LCCF(seed=1, random_state=2)
    with pytest.raises((TypeError, ValueError)):
        manifact.LCCF(nonsense=1)


def test_names_of_results():
    for name in ('cluster_centers_', 'components_'):
        with pytest.raises(NotFittedError, match=f'KMeans is not fitted: it has {name} after fit'):
            getattr(manifact.KMeans(3), name)
        assert not hasattr(manifact.KMeans(3), name)
    fitted = manifact.KMeans(3, weighting='none', scaling='none').fit(X)
    means = np.array([X[fitted.labels_ == c].mean(axis=0) for c in range(3)])
    np.testing.assert_allclose(fitted.cluster_centers_, means)
    np.testing.assert_allclose(fitted.components_, means)
    factors = manifact.NMF(3).fit(X)
    assert (factors.components_ == factors.model_.basis.T).all()
    assert factors.components_.shape == (3, factors.n_features_in_)


def test_a_search_over_values_of_numpy():
    grid = {'keep_data': np.array([True, False]), 'scaling': np.array(['none', 'unit-rows'])}
    search = GridSearchCV(manifact.KMeans(3), grid, cv=2, scoring=lambda *_: 0, error_score='raise')
    fitted = search.fit(X).best_estimator_
    assert fitted.model_.option('keep-data') == 'yes'
    words = enum.Enum('words', {'k': 'auto', 'score': 'lift'})
    chosen = manifact.NCut(words.k, term_score=words.score).fit(X)
    assert chosen.n_clusters_ == chosen.suggestion_.k
    assert chosen.topics(2) == chosen.topics(2, score='lift')
    texts = ['one cat', 'a dog'] * 4
    rules = manifact.Vectorizer(stop_words=np.str_('none'))
    assert 'a' not in rules.fit(texts).terms_ and 'cat' in rules.terms_


@pytest.mark.parametrize('kind', [np.random.RandomState, np.random.default_rng])
def test_a_generator_gives_each_fit_a_seed(kind):
    made = manifact.LCCF(3, random_state=kind(3))
    seeds = [clone(made).fit(X).model_.option('seed') for _ in range(2)]
    assert seeds[0] == seeds[1]  # each clone has a copy of the generator
    first, second = (made.fit(X).model_.option('seed') for _ in range(2))
    assert first == seeds[0] != second and int(second) >= 0
    same = manifact.LCCF(3, seed=int(first)).fit(X)
    assert same.model_.memberships.tobytes() == clone(
        manifact.LCCF(3, random_state=kind(3))).fit(X).model_.memberships.tobytes()


@pytest.mark.parametrize('given, name', [
    ({'seed': 'x'}, r'seed \(random_state\)'), ({'random_state': [1]}, r'seed \(random_state\)'),
    ({'random_state': True}, r'seed \(random_state\)'), ({'seed': 1.5}, r'seed \(random_state\)'),
    ({'threads': 'x'}, r'threads \(n_jobs\)'), ({'n_jobs': 'x'}, r'threads \(n_jobs\)'),
    ({'n_jobs': [2]}, r'threads \(n_jobs\)'), ({'threads': True}, r'threads \(n_jobs\)'),
    ({'n_clusters': True}, 'n_clusters'), ({'n_clusters': 2.5}, 'n_clusters'),
    ({'n_clusters': [3]}, 'n_clusters')])
def test_numbers_are_checked_by_the_fit(given, name):
    made = manifact.LCCF(**given)  # as scikit-learn asks, without a check
    with pytest.raises(ValueError, match=f'^{name} must be a whole number'):
        made.fit(X)


def test_whole_numbers_may_be_floats():
    fitted = manifact.LCCF(n_clusters=3.0, seed=2.0, threads=np.float64(1)).fit(X)
    expected = manifact.LCCF(3, seed=2, threads=1).fit(X)
    assert fitted.n_clusters_ == 3 and fitted.model_.labels.tolist() == expected.labels_.tolist()


@pytest.mark.parametrize('given', [CountVectorizer(), 'x', manifact.Vectorizer])
@pytest.mark.parametrize('documents', [X, ['a cat', 'a dog', 'a fish']])
def test_another_vectorizer_is_refused(given, documents):
    with pytest.raises(TypeError, match=f'manifact.Vectorizer, not of the type '
                                        f'{type(given).__name__};.*make_pipeline'):
        manifact.LCCF(2, vectorizer=given).fit(documents)
