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
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import check_estimator

import manifact
from manifact._checks import EXPECTED_FAILURES, newer_failures
from manifact.base import Clusterer

CLASSES = [getattr(manifact, name) for name in manifact.methods.__all__]


# Until 1.5, scikit-learn asks the estimator for the failures that are expected.
IS_NEWER = hasattr(estimator_checks, 'estimator_checks_generator')


@pytest.mark.parametrize('kind', CLASSES)
def test_every_estimator_passes_the_checks_of_scikit_learn(kind):
    if IS_NEWER:
        check_estimator(kind(threads=1), expected_failed_checks=newer_failures(kind._method))
        return
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
    declared = newer_failures(kind._method) if IS_NEWER else EXPECTED_FAILURES[kind._method]
    monkeypatch.setitem(EXPECTED_FAILURES, kind._method, {})
    estimator = kind(threads=1)
    checks = (estimator_checks.estimator_checks_generator(estimator) if IS_NEWER
              else check_estimator(estimator, generate_only=True))
    failing = set()
    for estimator, check in checks:
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
        for name, parameter in inspect.signature(kind.__init__).parameters.items():
            assert name == 'self' or parameter.annotation is not parameter.empty
            assert name == 'self' or f'\n{name} : ' in description
    assert issubclass(manifact.LCCF, Clusterer)
    assert repr(manifact.LCCF(8, lambda_=3)) == 'LCCF(lambda_=3)'


def test_signatures_show_the_common_parameters():
    for kind in [*CLASSES, manifact.Vectorizer]:
        *shown, last = inspect.signature(kind).parameters.values()
        own = {'n_clusters', 'vectorizer', 'progress'}
        assert 8 <= len({parameter.name for parameter in shown} - own) <= 16
        assert (last.name, last.kind) == ('expert', last.VAR_KEYWORD)
        common, expert = inspect.getdoc(kind).split('\nOther Parameters\n')
        for name in kind._get_param_names():
            part = common if name in {parameter.name for parameter in shown} else expert
            assert f'\n{name} : ' in part

    class Own(manifact.LCCF):
        def __init__(self, n_clusters=2, mine=1):
            super().__init__(n_clusters, sweeps=mine)
            self.mine = mine

    assert list(inspect.signature(Own).parameters) == ['n_clusters', 'mine']
    inherited = type('Inherited', (manifact.LCCF,), {})
    assert inspect.signature(inherited) == inspect.signature(manifact.LCCF)


def test_expert_parameters_are_parameters_of_scikit_learn(counts):
    X, classes = counts
    first = manifact.LCCF(3, lambda_=2, update='mu', seed=1)
    assert first.get_params()['update'] == 'mu' and first.get_params()['sweeps'] is None
    assert repr(first) == "LCCF(lambda_=2, n_clusters=3, seed=1, update='mu')"
    second = clone(first).set_params(update='cd', sweeps=2)
    assert (second.update, second.sweeps, first.update) == ('cd', 2, 'mu')
    assert second.fit(X).model_.option('sweeps') == '2'
    search = GridSearchCV(manifact.LCCF(3, seed=1),
                          {'update_order': ['vw', 'wv'], 'sweeps': [1, 2]},
                          scoring='adjusted_rand_score', cv=2)
    search.fit(X, classes)
    assert len(search.cv_results_['params']) == 4
    assert set(search.best_estimator_.get_params()) == set(first.get_params())
    with pytest.raises(TypeError, match='swepes'):
        manifact.LCCF(3, swepes=2)


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
