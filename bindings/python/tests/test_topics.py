"""Changes of topics, and their descriptions."""
import pathlib
import re

import numpy as np
import pytest
import scipy.cluster.hierarchy as hierarchy

import manifact


@pytest.fixture(scope='module')
def model(texts):
    return manifact.Auto(3).fit(texts).model_


def test_edits(model):
    merged = model.merge([0, 2])
    assert merged.n_clusters == 2 and (merged.labels == np.where(model.labels == 1, 1, 0)).all()
    assert merged.edits == [('merge 0 2', [0, 1, 0])]
    assert merged.split(0, 2).n_clusters == 3
    hidden = model.hide([1])
    assert ((hidden.labels == -1) == (model.labels == 1)).all()
    named = model.rename(2, 'été')
    assert named.topic_name(2) == 'été' and named.topic_name(0) == '' and model.edits == []
    assert manifact.Model.from_bytes(named.to_bytes()).topic_name(2) == 'été'
    with pytest.raises(IndexError, match='no topic 3'):
        named.topic_name(3)
    for function in (model.top_features, model.top_terms, model.representatives):
        with pytest.raises(IndexError, match='there is no topic 3: 0 to 2'):
            function(3)
        with pytest.raises(IndexError, match='there is no topic -1: 0 to 2'):
            function(-1)
    for wrong in ([0.5, 1], [0, None], ['0', '1']):
        with pytest.raises(ValueError, match='topics must be whole numbers'):
            model.merge(wrong)
    assert model.reduce(2).n_clusters == 2
    with pytest.raises(manifact.InvalidInput, match='there is no topic 7: 0 to 2'):
        model.merge([0, 7])


def test_the_readme_names_all_that_a_model_has():
    readme = (pathlib.Path(__file__).parents[1] / 'README.md').read_text('utf-8')
    named = set(re.findall(r'[`.(](\w+)[`(]', readme))
    public = {name for name in dir(manifact.Model)
              if not name.startswith('_') and not name.endswith('_handle')}
    assert len(public) > 60 and public <= named, public - named


def test_arguments_are_named(model, counts):
    whole = 'must be a whole number'
    for call in (model.top_terms, model.top_features, model.representatives, model.title,
                 model.topic_name, model.phrases, model.split, model.concept_documents):
        for topic in ('a', 1.5, None, [1, 2]):
            with pytest.raises(ValueError, match=f'the topic {whole}, not'):
                call(topic)
    for call in (model.top_terms, model.top_features, model.representatives):
        for count in (-1, 'a', 2.5):
            with pytest.raises(ValueError, match=f'count {whole}, at least 0, not {count!r}'):
                call(0, count)
        assert len(call(0, 3)[0]) > 0 and call(1.0, 2.0) is not None
    for call, name in ((lambda: model.split(0, 'a'), 'parts'), (lambda: model.drift([1]), 'edit'),
                       (lambda: model.reduce('a'), 'n_clusters'),
                       (lambda: model.tree_cut('a'), 'n_groups'),
                       (lambda: model.stability('a'), 'samples'),
                       (lambda: model.assign(['a'], threads='a'), 'threads'),
                       (lambda: model.suggest_labels(-1), 'count'),
                       (lambda: model.suggest_pairs(-1), 'count'),
                       (lambda: manifact.knn_graph(counts[0], 'a'), 'neighbors'),
                       (lambda: manifact.knn_graph(counts[0], seed='a'), 'seed'),
                       (lambda: manifact.suggest_k(counts[0], 'a'), 'start')):
        with pytest.raises(ValueError, match=f'^{name} {whole}'):
            call()
    with pytest.raises(ValueError, match=r'topics must be a list .*merge\(\[0, 1\]\)'):
        model.merge(0, 9)
    assert model.hide(1).to_bytes() == model.hide([1]).to_bytes()
    assert model.merge({0, 1}).to_bytes() == model.merge(i for i in (0, 1)).to_bytes() == \
        model.merge([0, 1]).to_bytes()
    with pytest.raises(IndexError, match='there is no topic 9'):
        model.hide(9)
    for call in (lambda: model.rename(0, None), lambda: model.rename_group([0, 1], None)):
        with pytest.raises(TypeError, match='name must be a str, not None'):
            call()
    fitted = manifact.KMeans(3, top_terms=2).fit(counts[0])
    assert fitted.model_.top_terms(0, 0) == [] and fitted.topics(0) == [[], [], []]
    assert [len(terms) for terms in fitted.topics()] == [2, 2, 2]
    with pytest.raises(ValueError, match=f'count {whole}, at least 0, not -1'):
        fitted.topics(-1)


def test_models_show_what_they_are(model, counts):
    assert repr(model) == 'Model(auto, documents 120, clusters 3)'
    short = manifact.LCCF(3, max_iterations=1).fit(counts[0]).model_
    assert repr(short) == 'Model(lccf, documents 150, clusters 3, ITERATION_LIMIT)'


def test_tree(model):
    steps, heights, order = model.tree('average')
    assert sorted(order) == [0, 1, 2] and (np.diff(heights) >= 0).all()
    rows = np.column_stack([steps, heights, [2, 3]])
    assert hierarchy.is_valid_linkage(rows)
    assert len(set(model.tree_cut(2))) == 2
    with pytest.raises(ValueError, match='linkage must be one of ward, average'):
        model.tree('single')


def test_descriptions(model, texts, counts):
    quality = model.topic_quality()
    assert (quality['diversity'] > 0.5).all() and len(quality['weakness']) == 3
    assert model.margins().shape == (120,) and model.cohesion().shape == (3,)
    np.testing.assert_allclose(np.diag(model.similarities()), 1)
    np.testing.assert_allclose(model.proportions().sum(axis=1), 1)
    documents, clusters = model.map()
    assert documents.shape == (120, 2) and clusters.shape == (3, 3)
    assert model.stability(3).min() > 0.9
    periods = np.arange(120) // 40
    assert (model.timeline(periods).sum(axis=1) == 40).all()
    with pytest.raises(ValueError, match='periods has 119 entries, but the model has 120 docum'):
        model.timeline(periods[1:])
    growing = manifact.Vectorizer().fit(texts)
    later = [text + (' new' if i > 60 else '') for i, text in enumerate(texts)]
    fitted = manifact.Auto(3).fit(later)
    terms, scores = fitted.model_.trends(0, np.arange(120) // 12)
    assert fitted.get_term_names()[terms[0]] == 'new' and scores[0] > 4.5
    assert growing.get_feature_names_out().tolist() == sorted(growing.get_feature_names_out())
    nearest, cosines = model.representatives(1, 4)
    assert (model.labels[nearest] == 1).all() and (np.diff(cosines) <= 0).all()
    blocks = manifact.DRCC(3).fit(counts[0]).model_
    assert blocks.feature_labels.shape == (60,) and model.feature_labels is None


def test_files(model, tmp_path):
    model.save(tmp_path / 'a.manifact')
    assert (tmp_path / 'a.manifact').read_bytes() == model.to_bytes()
    assert manifact.Model.load(tmp_path / 'a.manifact').to_bytes() == model.to_bytes()
    with pytest.raises(OSError, match='missing'):
        manifact.Model.load(tmp_path / 'missing')
    with pytest.raises(ValueError):
        manifact.Model.from_bytes(b'no model')
    damaged = bytearray(model.to_bytes())
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(manifact.InvalidInput) as caught:
        manifact.Model.from_bytes(bytes(damaged))
    assert caught.value.status == 'ERROR_CORRUPT'
