"""Explanations, labels from seed words, and tests of groups."""
import numpy as np
import pytest

import manifact


@pytest.fixture(scope='module')
def model(counts):
    return manifact.Auto(3).fit(counts[0]).model_


def test_contributions_add_up(model, counts):
    counts = counts[0]
    contributions, scores, rests = model.explain(counts)
    assert model.has_additive_score and 'ln p(c | x)' in model.score_rule
    sums = np.asarray(contributions.sum(axis=1)).ravel() + rests
    np.testing.assert_allclose(sums, scores, rtol=1e-12)
    some, again, _ = model.explain(counts, 2)
    assert (np.diff(some.indptr) <= 2).all() and (again == scores).all()
    none, zeros, _ = model.explain(counts, topics=np.full(counts.shape[0], -1))
    assert none.nnz == 0 and not zeros.any()
    with pytest.raises(ValueError, match='topics has 1 entries'):
        model.explain(counts, topics=[0])


def test_seed_words_become_labels(counts):
    counts = counts[0]
    known = manifact.Auto(3).fit_predict(counts)
    frequent = [np.asarray(counts[known == c].sum(axis=0)).ravel() -
                2 * np.asarray(counts[known != c].sum(axis=0)).ravel() for c in range(3)]
    seeds = [[int(np.argmax(scores))] for scores in frequent]
    labels, matched, chosen = manifact.seed_labels(counts, seeds)
    assert (matched >= chosen).all() and (chosen > 0).all()
    assert (labels[labels >= 0] == known[labels >= 0]).all()
    weighted = manifact.seed_labels(counts, seeds, 3, [[1], [1], [1]])
    assert (weighted[0] == labels).all()
    with pytest.raises(ValueError, match='shape'):
        manifact.seed_labels(counts, seeds, 3, [[1]])


def test_groups(model):
    differing, same = model.labels, np.arange(model.n_documents) // 3 % 2
    assert (model.group_test(differing)['adjusted'] < 1e-6).all()
    assert (model.group_test(same)['adjusted'] > .05).all()
    with pytest.raises(ValueError, match=f'groups has 2 entries, but the model has {len(same)} do'):
        model.group_test([0, 1])
    terms, scores = model.group_terms(-1, 0, differing, 5)
    assert len(terms) == 5 and (np.diff(scores) <= 0).all() and scores[-1] >= 1.96


def test_topics_live_on(model, counts):
    X = counts[0]
    rows = np.arange(model.n_documents)
    for given in (rows, None):
        found = model.compare(model, given)
        np.testing.assert_allclose(found['forward'], np.eye(3), atol=.5)
        assert found['partners'].tolist() == [0, 1, 2]
        assert found['changes_before'] == found['changes_after'] == ['stayed'] * 3
    merged = model.merge([0, 2])
    found = model.compare(merged, rows)
    assert found['changes_before'] == ['joined', 'stayed', 'joined']
    assert found['changes_after'] == ['joined', 'stayed']
    assert (model.common_documents(model) == -1).all()  # they have no names
    again = manifact.KMeans(3).fit(X, numbers_of=model)
    assert (again.labels_ == model.labels).mean() > .5
    labels, count = model.new_topics()
    assert count == 0 and (labels == model.labels).all()
    asked, margins = model.suggest_pairs(4)
    assert asked.shape == (4, 2) and (asked[:, 0] < asked[:, 1]).all() and len(margins) == 4
    again, _ = model.suggest_pairs(4, pairs=[(*pair, -1) for pair in asked])
    assert not {*map(tuple, again)} & {*map(tuple, asked)}
    named = model.rename_group([2, 0], 'both')
    assert named.group_name([0, 2]) == 'both' and named.group_name([0, 1]) == ''
    with pytest.raises(IndexError):
        named.group_name([0])
    joined, topics, common = model.join(model)
    assert topics.tolist() == [0, 1, 2] and common == 0
    assert joined.labels.tolist() == 2 * model.labels.tolist()
    with pytest.raises(ValueError, match='given twice'):
        model.compare(model, np.zeros(model.n_documents))
