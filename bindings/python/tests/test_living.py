"""Titles, options and columns of models, later documents, and texts in every form."""
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import manifact

WORDS = ('iron copper zinc nickel cobalt silver titanium',
         'apple pear plum cherry quince banana fig',
         'goal league striker keeper referee penalty coach')
TEXTS = [' '.join(WORDS[i % 3].split()[(i // 3 + j) % 7] for j in range(5)) for i in range(90)]


@pytest.fixture(scope='module')
def model():
    return manifact.LCCF(3, neighbors=10).fit(TEXTS).model_


def test_titles_are_of_the_topics(model):
    for topic, title in enumerate(model.titles):
        words = set(title.replace(',', ' ').split())
        of = {next(w for w in range(3) if word in WORDS[w].split()) for word in words}
        documents = np.flatnonzero(model.labels == topic)
        assert of == {documents[0] % 3}, title
    assert model.rename(1, 'sea').titles[1] == 'sea'
    assert model.column_names == ['excerpt'] and model.column('excerpt') == TEXTS
    assert model.column('nothing') is None
    for wrong in (-1, 3):
        with pytest.raises(IndexError, match=f'no topic {wrong}: 0 to 2'):
            model.title(wrong)


def test_options_have_origins(model):
    options = model.options()
    assert options['neighbors'] == ('10', 'user') and options['seed'][1] == 'default'
    assert {origin for _, origin in options.values()} <= {'user', 'preset', 'data', 'default'}
    assert model.min_membership == 0 and model.n_vector_features == 0


def test_the_catalog_is_that_of_the_classes():
    names = manifact.catalog.methods()
    assert {getattr(manifact, name)._method for name in manifact.methods.__all__} == set(names)
    assert all(one['summary'] for one in names.values())
    for name in manifact.methods.__all__:
        kind = getattr(manifact, name)
        parameters = {key.rstrip('_').replace('_', '-') for key in kind().get_params()}
        own = set(manifact.catalog.options(kind._method))
        assert own == parameters - {'n-clusters', 'vectorizer', 'progress'}, name
    words = manifact.catalog.options('lccf')['weighting']
    assert 'tfidf' in words['words'] and words['minimum'] is None
    number = manifact.catalog.options('lccf')['lambda']
    assert number['minimum'] == 0 and number['words'] is None
    with pytest.raises(ValueError, match='no method'):
        manifact.catalog.options('nothing')
    assert manifact.catalog.has_feature('nothing') is False


def test_documents_are_added_and_fitted_again(model):
    news = [f'{text} tungsten' for text in TEXTS[:6]]
    grown = model.update(news)
    assert grown.n_documents == 96 and model.n_documents == 90
    assert (grown.labels[:90] == model.labels).all()
    assert (grown.labels[90:] == model.labels[:6]).all()
    assert grown.column('excerpt')[90:] == news
    drift = grown.drift()
    assert drift['documents'] == 6 and 0 <= drift['far'] <= 6 and drift['unassigned'] == 0
    assert (drift['terms'], drift['unknown']) == (36, 6)  # tungsten, once in each
    strange = model.update(pd.Series(['tungsten vanadium iron', None])).drift()
    assert (strange['documents'], strange['terms'], strange['unknown']) == (2, 3, 2)
    rows = model.update(manifact.Vectorizer().fit(TEXTS).transform(news)).drift()
    assert {**drift, 'terms': None, 'unknown': None} == rows  # the words of rows are not known
    assert model.rename(0, 'x').drift() is None
    with pytest.raises(IndexError, match=r'the model has no edit: .* update\(\) has added'):
        model.drift()
    with pytest.raises(IndexError, match='no edit 5: the model has 1'):
        grown.drift(5)
    again = grown.refit()
    assert again.n_documents == 96 and again.titles[0]
    with pytest.raises(ValueError, match='has 1 texts'):
        model.update(news, {'excerpt': ['one']})


def test_a_loaded_model_classifies_texts(model, tmp_path):
    model.save(tmp_path / 'm.manifact')
    loaded = manifact.Model.load(tmp_path / 'm.manifact')
    assert (loaded.assign(TEXTS) == model.labels).all()
    labels, shares, margins = loaded.assign_proportions(TEXTS[:4])
    assert (labels == model.labels[:4]).all() and shares.shape == (4, 3) and len(margins) == 4
    assert loaded.explain(TEXTS[:4], 2)[0].shape[0] == 4
    with pytest.raises(FileNotFoundError):
        manifact.Model.load(tmp_path / 'none')
    points = manifact.KMeans(2).fit(np.random.default_rng(0).random((20, 3))).model_
    with pytest.raises(ValueError, match='to a matrix, not to texts'):
        points.assign(TEXTS)


def test_topics_out_of_range(model):
    periods = [0] * 90
    for call in (lambda: model.merge([0, 9]), lambda: model.split(3), lambda: model.hide([-1]),
                 lambda: model.rename(3, 'x'), lambda: model.topic_name(3),
                 lambda: model.rename_group([0, 3], 'x'), lambda: model.group_name([3, 0]),
                 lambda: model.group_name([3]), lambda: model.rename_group([-2, 1], 'x'),
                 lambda: model.phrases(3), lambda: model.trends(3, periods),
                 lambda: model.group_terms(-2, 0, periods), lambda: model.top_features(3),
                 lambda: model.representatives(-1), lambda: model.title(3)):
        with pytest.raises(IndexError, match='there is no topic .*: 0 to 2') as problem:
            call()
        assert isinstance(problem.value, manifact.OutOfRange)
        assert isinstance(problem.value, manifact.ManifactError)
    for call in (model.group_name, lambda topics: model.rename_group(topics, 'x')):
        for few in ([1], []):
            with pytest.raises(manifact.OutOfRange, match='at least two topics'):
                call(few)
    assert model.rename_group([2, 0], 'x').group_name([0, 2]) == 'x'


def test_an_estimator_of_a_model(model):
    made = manifact.Model.from_bytes(model.to_bytes()).estimator()
    assert isinstance(made, manifact.LCCF) and made.neighbors == 10 and made.n_clusters == 3
    assert (made.predict(TEXTS) == model.labels).all() and made.topics(3)
    assert (made.labels_ == model.labels).all() and made.n_features_in_ == 21
    assert (made.fit(TEXTS).model_.memberships == model.memberships).all()
    assert {name for name, value in made.vectorizer.get_params().items()
            if value is not None} <= {'segmentation'}  # of a file: the one of its words
    frame = pd.DataFrame(np.random.default_rng(0).random((30, 3)), columns=['a', 'b', 'c'])
    fitted = manifact.KMeans(2, scaling='none').fit(frame)
    again = fitted.model_.estimator()
    assert (again.predict(frame) == fitted.predict(frame)).all()
    assert list(again.feature_names_in_) == ['a', 'b', 'c'] and again.scaling == 'none'
    assert again.vectorizer is None and manifact.methods.LCCF is type(made)


def test_an_estimator_of_a_model_counts_by_its_rules():
    texts = [f'the {text} and {number % 4}' for number, text in enumerate(TEXTS)]
    rules = {'stop_words': 'none', 'min_df': 8, 'ngrams': 2, 'max_df': .9, 'stemming': True}
    fitted = manifact.LCCF(3, neighbors=10, vectorizer=manifact.Vectorizer(**rules)).fit(texts)
    for model in (fitted.model_, manifact.Model.from_bytes(fitted.model_.to_bytes())):
        made = model.estimator()
        given = made.vectorizer.get_params()
        assert {name: given[name] for name in rules} == rules and given['accents'] is None
        assert (made.vectorizer_.transform(texts) != fitted.vectorizer_.transform(texts)).nnz == 0
        assert made.fit(texts).model_.feature_names == fitted.model_.feature_names
        assert (made.model_.memberships == fitted.model_.memberships).all()
    counts, names = fitted.vectorizer_.transform(texts), fitted.get_term_names()
    described = manifact.LCCF(3, neighbors=10, vectorizer=manifact.Vectorizer(min_df=9)).fit(
        counts.toarray(), texts=texts)
    assert described.model_.estimator().vectorizer.min_df == 9
    named = manifact.LCCF(3, neighbors=10).fit(counts, feature_names=names).model_
    for model in (named, manifact.Model.from_bytes(named.to_bytes())):
        assert model.estimator().vectorizer is None


FORMS = {'tuple': tuple, 'generator': lambda texts: (text for text in texts),
         'keys': lambda texts: dict.fromkeys(texts).keys() if len(set(texts)) == len(texts) else
         iter(texts), 'array': np.array, 'objects': lambda texts: np.array(texts, object),
         'column': lambda texts: np.array(texts, object)[:, None], 'series': pd.Series,
         'frame': lambda texts: pd.DataFrame({'text': texts}),
         'string series': lambda texts: pd.Series(texts, dtype='string'),
         'index': pd.Index, 'bytes': lambda texts: [text.encode() for text in texts]}


@pytest.mark.parametrize('form', FORMS)
def test_texts_in_every_form(model, form):
    fitted = manifact.LCCF(3, neighbors=10).fit(FORMS[form](TEXTS))
    assert (fitted.labels_ == model.labels).all()
    assert fitted.model_.titles == model.titles
    assert (fitted.predict(FORMS[form](TEXTS)) == model.labels).all()
    assert (model.assign(FORMS[form](TEXTS)) == model.labels).all()
    counts = manifact.Vectorizer().fit_transform(FORMS[form](TEXTS))
    assert (counts != manifact.Vectorizer().fit_transform(TEXTS)).nnz == 0
    shares = manifact.LCCF(3, neighbors=10).fit_transform(FORMS[form](TEXTS))
    assert (shares.argmax(axis=1) == model.labels).all()


@pytest.mark.parametrize('missing', [None, float('nan'), np.nan, pd.NA, pd.NaT])
@pytest.mark.parametrize('place', [0, 40, 89])
def test_missing_texts_anywhere(missing, place):
    texts = [*TEXTS[:place], missing, *TEXTS[place:]]
    with pytest.warns(manifact.ManifactWarning, match='empty'):
        labels = manifact.LCCF(3, neighbors=10).fit(texts).labels_
    assert labels[place] == -1 and (np.delete(labels, place) >= 0).all()


@pytest.mark.parametrize('form', [
    list, tuple, iter, pd.Series, lambda texts: np.array(texts, object),
    lambda texts: pd.Series(texts, dtype='string'), lambda texts: pd.DataFrame({'text': texts})])
def test_texts_that_are_all_missing(model, form):
    texts = [None, None]
    assert (model.assign(form(texts)) == [-1, -1]).all()
    assert (model.estimator().predict(form(texts)) == [-1, -1]).all()
    drift = model.update(form(texts)).drift()
    assert (drift['documents'], drift['unassigned'], drift['terms']) == (2, 2, 0)
    counts = manifact.Vectorizer().fit(TEXTS).transform(form(texts))
    assert counts.shape == (2, 21) and counts.nnz == 0
    with pytest.raises(ValueError, match='no term'):
        manifact.LCCF(2).fit(form(texts))


def test_a_column_of_nothing_is_texts_or_a_feature(model):
    column = pd.Series([np.nan, np.nan])  # as pandas reads a column without a value
    assert (model.assign(column) == [-1, -1]).all()
    with pytest.raises(ValueError, match='NaN'):
        manifact.KMeans(1).fit(column.to_frame())


def test_no_documents_are_refused(model):
    for empty in ([], (), iter([])):
        for call in (manifact.LCCF(2).fit, model.assign, model.update, model.estimator().predict,
                     manifact.Vectorizer().fit, manifact.Vectorizer().fit(TEXTS).transform):
            with pytest.raises(ValueError, match='there are no documents'):
                call(empty)
    for call in (model.assign, model.update):
        with pytest.raises(ValueError, match='2 dimensions, not 1'):
            call([1.5, 2.5])
    rows = [np.arange(3.) + i for i in range(4)]
    points = manifact.KMeans(2).fit(np.array(rows)).model_
    assert (points.assign(rows) == points.labels).all()


def test_one_text_is_refused(model):
    for wrong in ('one text', b'one text'):
        for call in (manifact.LCCF(2).fit, model.assign, manifact.Vectorizer().fit_transform,
                     manifact.suggest_k, manifact.knn_graph, model.update):
            with pytest.raises(ValueError, match='put it in a list'):
                call(wrong)
    with pytest.raises(TypeError, match='each text must be a str or bytes, but that of row 1'):
        manifact.LCCF(2).fit(['a text', 3])


def test_numbers_of_topics_and_graphs_of_texts(model):
    assert manifact.suggest_k(TEXTS, 2, 6).k == 3
    graph = manifact.knn_graph(TEXTS, 4)
    counts = manifact.Vectorizer().fit_transform(TEXTS)
    same = manifact.knn_graph(manifact.weighted(counts, 'tfidf', 'unit-rows'), 4)
    assert (graph.to_matrix() != same.to_matrix()).nnz == 0
    assert (manifact.LCCF(3).fit(TEXTS, graph=graph).labels_ == model.labels).all()


def test_a_frame_of_the_documents(model):
    frame = model.to_frame()
    assert list(frame.columns) == ['topic', 'title', 'membership', 'margin', 'excerpt']
    assert (frame['topic'] == model.labels).all() and list(frame['excerpt']) == TEXTS
    assert (frame['title'] == [model.titles[label] for label in model.labels]).all()
    np.testing.assert_array_equal(frame['membership'], model.proportions().max(axis=1))
    with pytest.warns(manifact.ManifactWarning):
        one = manifact.KMeans(3).fit([*TEXTS, '']).model_.to_frame().iloc[-1]
    assert (one['topic'], one['title'], one['membership']) == (-1, '', 0)


def test_clusters_of_features():
    blocks = sp.csr_matrix(np.kron(np.eye(3), np.ones((10, 6))) + np.eye(30, 18) * .1)
    model = manifact.ONMTF(3).fit(blocks).model_
    assert model.n_feature_clusters == 3 and model.feature_sizes.sum() == 18
    assert model.feature_memberships.shape == (18, 3) and model.core.shape == (3, 3)
    assert (model.feature_sizes == np.bincount(model.feature_labels, minlength=3)).all()
    mass = model.blocks('mass')
    assert mass.shape == (3, 3) and np.isfinite(mass).all()
    for cluster in range(3):
        found, memberships = model.feature_cluster_features(cluster, 6)
        assert (model.feature_labels[found] == cluster).all()
        assert (np.diff(memberships) <= 0).all()
    with pytest.raises(IndexError, match='no cluster of features 3'):
        model.feature_cluster_features(3)
    with pytest.raises(ValueError, match='measure must be one of'):
        model.blocks('x')


def test_documents_of_concepts(model):
    documents, weights = model.concept_documents(0, 5)
    assert len(documents) == 5 and (np.diff(weights) <= 0).all()
    assert (model.labels[documents] == 0).all()
    with pytest.raises(IndexError):
        model.concept_documents(3)
    assert manifact.KMeans(2).fit(TEXTS).model_.n_feature_clusters == 0
    for call in (model.blocks, lambda: model.feature_cluster_features(0)):
        with pytest.raises(manifact.OutOfRange, match='clusters? of features'):
            call()
    with pytest.raises(manifact.OutOfRange, match='the method lccf makes none'):
        model.blocks('mass')
