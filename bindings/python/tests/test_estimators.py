"""The estimators within scikit-learn."""
import inspect
import json
import os
import subprocess
import warnings

import joblib
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import SkipTestWarning
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import manifact
from manifact._checks import EXPECTED_FAILURES
from manifact.base import Clusterer

CLASSES = [getattr(manifact, name) for name in manifact.methods.__all__]


@pytest.mark.parametrize('kind', CLASSES)
def test_every_estimator_passes_the_checks_of_scikit_learn(kind):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        check_estimator(kind(threads=1))
    skipped = {str(w.message) for w in caught if w.category is SkipTestWarning}
    expected = EXPECTED_FAILURES.get(kind._method, {})
    assert all(any(reason in message for reason in expected.values()) for message in skipped)


def fails(check, estimator):
    try:
        check(estimator)
    except Exception:  # checks raise exceptions of many classes
        return True
    return False


@pytest.mark.parametrize('kind', [kind for kind in CLASSES if kind._method in EXPECTED_FAILURES])
def test_what_is_declared_to_fail_fails(kind, monkeypatch):
    declared = EXPECTED_FAILURES[kind._method]
    monkeypatch.setitem(EXPECTED_FAILURES, kind._method, {})
    failing = set()
    for estimator, check in check_estimator(kind(threads=1), generate_only=True):
        if check.func.__name__ in declared and fails(check, estimator):
            failing.add(check.func.__name__)
    assert failing == set(declared)


@pytest.mark.skipif('MANIFACT' not in os.environ, reason='MANIFACT does not name the program')
def test_every_method_and_option_has_its_class_and_parameter():
    def listing(*arguments):
        run = subprocess.run([os.environ['MANIFACT'], *arguments, '--json'], check=True,
                             capture_output=True)
        return [row['name'] for row in json.loads(run.stdout)]

    assert [kind._method for kind in CLASSES] == listing('methods')
    for method in ('auto', 'lccf', 'drcc', 'gmm'):
        kind, = (kind for kind in CLASSES if kind._method == method)
        names = [name.rstrip('_').replace('_', '-') for name in kind._get_param_names()]
        assert set(names) - {'n-clusters', 'vectorizer', 'progress'} == \
            set(listing('options', method))


def test_parameters_are_typed_and_described():
    for kind in [*CLASSES, manifact.Vectorizer]:
        description = inspect.getdoc(kind)  # indented alike by every version of Python
        for name, parameter in inspect.signature(kind).parameters.items():
            assert parameter.annotation is not parameter.empty
            assert f'\n{name} : ' in description
    assert issubclass(manifact.LCCF, Clusterer)
    assert repr(manifact.LCCF(8, lambda_=3)) == 'LCCF(lambda_=3)'


def test_pipeline_and_search(texts, classes):
    pipeline = make_pipeline(manifact.Vectorizer(), manifact.NMF(3))
    np.testing.assert_array_equal(pipeline.fit_predict(texts), pipeline.predict(texts))
    search = GridSearchCV(manifact.LCCF(3), {'lambda_': [0.1, 10], 'neighbors': [3, 5]},
                          scoring='adjusted_rand_score', cv=2)
    search.fit(manifact.Vectorizer().fit_transform(texts), classes)
    assert search.best_score_ > 0.9 and len(search.cv_results_['params']) == 4


def test_clone_keeps_the_parameters():
    first = manifact.LCCF(4, neighbors=7, vectorizer=manifact.Vectorizer(ngrams=2))
    second = clone(first)
    assert second.get_params()['vectorizer__ngrams'] == 2
    assert second.vectorizer is not first.vectorizer and second.neighbors == 7


@pytest.mark.parametrize('backend, jobs', [('threading', 8), ('loky', 4)])
def test_fits_in_parallel(backend, jobs, counts):
    X, _ = counts
    expected = [manifact.NMF(3, seed=seed, threads=1).fit(X).model_.to_bytes() for seed in range(8)]
    fits = joblib.Parallel(n_jobs=jobs, backend=backend)(
        joblib.delayed(manifact.NMF(3, seed=seed, threads=1).fit)(X) for seed in range(8))
    assert [fitted.model_.to_bytes() for fitted in fits] == expected


def test_threads_share_a_fitted_estimator(counts):
    X, _ = counts
    fitted = manifact.LCCF(3).fit(X)
    expected = fitted.transform(X)
    found = joblib.Parallel(n_jobs=8, backend='threading')(
        joblib.delayed(fitted.transform)(X) for _ in range(40))
    assert all((one == expected).all() for one in found)
