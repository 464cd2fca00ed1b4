"""The same bits as the command line, which MANIFACT names."""
import os
import subprocess

import numpy as np
import pytest
import scipy.io

import manifact

pytestmark = pytest.mark.skipif('MANIFACT' not in os.environ,
                                reason='MANIFACT does not name the program')


def fit(folder, *arguments):
    """(model, labels) of the program."""
    run = subprocess.run(
        [os.environ['MANIFACT'], 'cluster', *arguments, '-o', folder / 'out', '-q'],
        capture_output=True, text=True, cwd=folder)
    assert run.returncode == 0, run.stderr
    return (manifact.Model.load(folder / 'out/model.manifact'),
            np.loadtxt(folder / 'out/labels.txt', dtype=int))


def check(fitted, model, labels):
    np.testing.assert_array_equal(fitted.labels_, labels)
    np.testing.assert_array_equal(fitted.labels_, model.labels)
    np.testing.assert_array_equal(fitted.model_.memberships, model.memberships)
    np.testing.assert_array_equal(fitted.model_.history, model.history)
    assert [fitted.model_.top_terms(c) for c in range(3)] == \
        [model.top_terms(c) for c in range(3)]


def test_texts(tmp_path, texts):
    lines = ''.join(f'\t{text}\n' for text in texts)
    (tmp_path / 'texts.tsv').write_text(lines, 'utf-8')
    check(manifact.Auto(3).fit(texts), *fit(tmp_path, 'texts.tsv', '-k', '3'))


@pytest.mark.parametrize('kind, method', [(manifact.LCCF, 'lccf'), (manifact.DRCC, 'drcc')])
def test_counts(tmp_path, counts, kind, method):
    X, _ = counts
    scipy.io.mmwrite(tmp_path / 'X.mtx', X)
    fitted = kind(3, seed=7, neighbors=4).fit(X)
    check(fitted, *fit(tmp_path, 'X.mtx', '-k', '3', '-m', method, '-s', 'seed=7', '-s',
                       'neighbors=4'))
    np.testing.assert_array_equal(fitted.predict(X[:9]), fitted.predict(X)[:9])
