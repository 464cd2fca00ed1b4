"""Texts: the example of the README, the vectorizer, topics, new documents."""
import contextlib
import copy
import io
import pathlib
import pickle
import re

import numpy as np
import pandas as pd
import pytest

import manifact
from manifact import metrics


def test_the_example_of_the_readme_runs(texts, classes):
    readme = pathlib.Path(__file__).parents[1] / 'README.md'
    code = re.search(r'```python\n(.*?)```', readme.read_text('utf-8'), re.S)[1]
    assert len(code.splitlines()) <= 10
    printed, names = io.StringIO(), {'texts': texts, 'new_texts': ['the rocket left its orbit']}
    with contextlib.redirect_stdout(printed):
        exec(code, names)
    assert len(printed.getvalue().splitlines()) == 3 + 1
    assert 'rocket' in printed.getvalue()


def test_the_example_of_the_repository_runs(texts):
    readme = pathlib.Path(__file__).resolve().parents[3] / 'README.md'
    if not readme.exists():
        pytest.skip('the package alone')
    code = re.search(r'```python\n(.*?)```', readme.read_text('utf-8'), re.S)[1]
    names = {'texts': texts, 'new_texts': texts[:4]}
    exec(code, names)
    assert names['topics'].n_clusters_ == 10


def test_texts_are_weighted_by_those_of_a_background(texts):
    plain, large = manifact.LCCF(3, seed=1), manifact.LCCF(3, seed=1)
    own = manifact.LCCF(3, seed=1).fit(texts, background=texts)
    assert own.model_.to_bytes() != b'' and np.array_equal(own.labels_, plain.fit(texts).labels_)
    assert np.array_equal(own.model_.memberships, plain.model_.memberships)
    large.fit(texts, background=['today people report year city'] * 300 + list(texts))
    assert not np.array_equal(large.model_.memberships, plain.model_.memberships)
    assert np.array_equal(large.predict(texts), large.labels_)
    X = manifact.Vectorizer().fit_transform(texts)
    by_counts = manifact.LCCF(3, seed=1).fit(X, background=X)
    assert np.array_equal(by_counts.labels_, plain.labels_)
    with pytest.raises(ValueError, match='give the counts'):
        manifact.LCCF(3).fit(X, background=texts)
    with pytest.raises(manifact.ManifactError, match='columns'):
        manifact.LCCF(3).fit(X, background=X[:, 1:])


def test_topics_of_texts(texts, classes):
    fitted = manifact.Auto(3).fit(texts)
    assert metrics.accuracy(classes, fitted.labels_) == 1
    for c, terms in enumerate(fitted.topics(5)):
        word = set(np.array(classes)[fitted.labels_ == c]).pop()
        from conftest import WORDS
        assert set(terms) <= set(WORDS[word].split())
    best = fitted.topics(5, score='concept', scores=True)[0]
    assert [score for _, score in best] == sorted((score for _, score in best), reverse=True)
    with pytest.raises(ValueError, match='score must be one of concept, lift, exclusivity'):
        fitted.topics(score='best')
    assert 'rocket' in fitted.get_term_names()


@pytest.mark.parametrize('kind', [tuple, np.array, pd.Series,
                                  lambda texts: np.array(texts, dtype=object)])
def test_every_kind_of_sequence_of_texts(texts, kind):
    expected = manifact.KMeans(3).fit(texts)
    found = manifact.KMeans(3).fit(kind(texts))
    assert found.model_.to_bytes() == expected.model_.to_bytes()


def test_missing_texts_are_empty_documents(texts):
    fitted = manifact.KMeans(3).fit([*texts, None, ''])
    assert list(fitted.labels_[-2:]) == [-1, -1]
    with pytest.raises(TypeError, match='but that of row 120 is of the type int'):
        manifact.KMeans(3).fit([*texts, 5])


def test_new_texts_are_assigned_also_after_pickling(texts):
    fitted = manifact.Auto(3).fit(texts)
    again = pickle.loads(pickle.dumps(fitted))
    for other in (fitted, again, copy.deepcopy(fitted), copy.copy(fitted)):
        np.testing.assert_array_equal(other.predict(texts), fitted.labels_)
        np.testing.assert_array_equal(other.transform(texts), fitted.transform(texts))
        assert other.topics() == fitted.topics()
    assert list(again.predict(['zzz'])) == [-1]
    np.testing.assert_allclose(fitted.transform(texts).sum(axis=1), 1)


def test_vectorizer(texts):
    vectorizer = manifact.Vectorizer(stop_words=['today', 'people'], stemming=True)
    counts = vectorizer.fit_transform(texts)
    terms = vectorizer.get_feature_names_out()
    assert counts.shape == (len(texts), len(terms)) and counts.has_sorted_indices
    assert 'today' not in terms and 'harbor' in terms
    new = ['harbors and harbor', 'nothing known']
    for other in (vectorizer, pickle.loads(pickle.dumps(vectorizer))):
        found = other.transform(new)
        assert found[0, list(terms).index('harbor')] == 2 and found[1].nnz == 0
        assert (other.transform(texts) != counts).nnz == 0
    with pytest.raises(ValueError, match='expected a list'):
        vectorizer.fit([[1, 2]])


def test_the_rules_for_words_of_an_estimator(texts):
    rules = manifact.Vectorizer(ngrams=2)
    fitted = manifact.KMeans(3, vectorizer=rules).fit(texts)
    names = fitted.vectorizer_.get_feature_names_out()
    assert any(' ' in name for name in names)
    np.testing.assert_array_equal(names, rules.fit(texts).get_feature_names_out())
    fitted.set_params(vectorizer__ngrams=1).fit(texts)
    assert not any(' ' in name for name in fitted.get_term_names())


def test_texts_beside_a_matrix(points, texts):
    X, classes = points
    fitted = manifact.KMeans(3).fit(X[:120], texts=texts)
    assert all(isinstance(term, str) for terms in fitted.topics(3) for term in terms)
    plain = manifact.KMeans(3).fit(X[:120])
    np.testing.assert_array_equal(fitted.labels_, plain.labels_)
    with pytest.raises(manifact.InvalidInput, match='150'):
        manifact.KMeans(3).fit(X, texts=texts)


def test_names_of_features(counts):
    X, _ = counts
    names = [f'feature {j}' for j in range(60)]
    plain = manifact.KMeans(3).fit(X)
    named = manifact.KMeans(3).fit(X, feature_names=names)
    frame = manifact.KMeans(3, weighting='tfidf').fit(pd.DataFrame(X.toarray(), columns=names))
    assert named.topics(4) == [[names[j] for j in terms] for terms in plain.topics(4)]
    assert plain.topics(4, names=names) == named.topics(4)
    assert set(sum(frame.topics(4), [])) <= set(names)
    assert list(plain.get_feature_names_out()) == ['kmeans0', 'kmeans1', 'kmeans2']
