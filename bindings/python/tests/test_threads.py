"""Estimators and handles in several threads and processes, and many fits."""
import concurrent.futures
import gc

import joblib
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import manifact
from manifact._session import Session


@pytest.mark.parametrize('backend', ['loky', 'threading'])
def test_a_search_of_a_pipeline_with_four_workers(backend, texts, classes):
    pipeline = clone(make_pipeline(manifact.Vectorizer(threads=1),
                                   manifact.LCCF(3, max_iterations=50, threads=1)))
    search = GridSearchCV(pipeline, {'lccf__neighbors': [3, 5], 'vectorizer__ngrams': [1, 2]},
                          scoring='adjusted_rand_score', cv=2)
    with joblib.parallel_backend(backend, n_jobs=4):
        search.fit(texts, classes)
    assert search.best_score_ > 0.9
    np.testing.assert_array_equal(search.predict(texts), search.best_estimator_.predict(texts))


def test_eight_threads_fit_and_assign_on_shared_handles(counts, texts):
    """A graph, a vectorizer and models are used by all threads at once, while each also fits."""
    X, _ = counts
    graph = manifact.knn_graph(X, 5, threads=1)
    of_counts = manifact.LCCF(3, threads=1).fit(X, graph=graph)
    of_texts = manifact.Auto(3, threads=1).fit(texts)
    labels, proportions = of_counts.labels_, of_counts.transform(X)
    topics = of_texts.predict(texts)

    def work(seed):
        for _ in range(5):
            fitted = manifact.LCCF(3, threads=1).fit(X, graph=graph)
            again = manifact.LCCF(3, threads=1, seed=seed).fit(X, start=of_counts.model_)
            assert (fitted.labels_ == labels).all() and again.n_clusters_ == 3
            assert (of_counts.transform(X) == proportions).all()
            assert (of_texts.predict(texts) == topics).all()
            assert of_counts.model_.merge([0, 1]).n_clusters == 2
        return True

    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        assert list(threads.map(work, range(8))) == [True] * 8


def test_many_fits_hold_nothing(counts, monkeypatch):
    """All sessions share a context here, whose counter then is that of the library."""
    from manifact._library import ffi, lib
    X, _ = counts
    shared = Session(1)
    plain = Session.__init__

    def with_shared_context(self, threads=0, progress=None):
        plain(self, 1, progress)
        self.context = shared.context

    monkeypatch.setattr(Session, '__init__', with_shared_context)
    held = ffi.new('int64_t *')

    def rounds(n):
        for _ in range(n):
            fitted = manifact.KMeans(3, threads=1).fit(X)
            fitted.predict(X)
            fitted.topics(3)
        del fitted
        gc.collect()
        shared.call(lib.manifact_context_memory, shared.context, held, ffi.NULL)
        return held[0]

    before = rounds(1)
    assert rounds(100) == before
    fitted = manifact.KMeans(3, threads=1).fit(X)
    shared.call(lib.manifact_context_memory, shared.context, held, ffi.NULL)
    assert held[0] > before and fitted.n_clusters_ == 3
