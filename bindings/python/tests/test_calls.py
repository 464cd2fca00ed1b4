"""Progress, Ctrl-C, threads and memory of calls of the library."""
import enum
import errno
import gc
import os
import pickle
import signal
import sys
import threading
import types

import numpy as np
import pytest
import scipy.sparse as sp

import manifact
from manifact._matrix import matrix_of
from manifact._session import Session


@pytest.fixture(scope='module')
def large():
    """A fit of these takes seconds: 3000 documents with 60 of 3000 terms each, 30 clusters."""
    draw = np.random.default_rng(0)
    indices = np.concatenate([draw.choice(3000, 60, replace=False) for _ in range(3000)])
    return sp.csr_matrix((draw.poisson(2, indices.size) + 1.0, indices,
                          np.arange(0, indices.size + 1, 60)), shape=(3000, 3000))


def endless():
    return manifact.LCCF(30, tolerance=0, max_iterations=10**6, restarts=1, threads=1)


def test_progress(counts):
    calls = []
    manifact.LCCF(3, progress=lambda *call: calls.append(call)).fit(counts[0])
    assert {'graph', 'fit'} <= {stage for stage, *_ in calls}
    objectives = [call[3] for call in calls if call[0] == 'fit']
    assert len(objectives) > 5 and np.isfinite(objectives[1:]).all()  # none before the first update


def test_a_true_result_cancels(large):
    def stop(stage, *_):
        return stage == 'fit'

    with pytest.raises(manifact.Cancelled):
        endless().set_params(progress=stop).fit(large)


def test_an_exception_of_the_callback_ends_the_fit(large):
    def fail(*_):
        raise KeyError('the callback')

    estimator = endless().set_params(progress=fail)
    with pytest.raises(KeyError, match='the callback'):
        estimator.fit(large)
    assert not hasattr(estimator, 'labels_')
    manifact.KMeans(3).fit(large[:50])


def test_ctrl_c(large):
    """The signal comes while the library runs: its handler runs within the progress callback."""
    started = threading.Event()

    def interrupt():
        assert started.wait(60)
        os.kill(os.getpid(), signal.SIGINT)

    # A shell starts what runs in the background with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            endless().set_params(progress=lambda *_: started.set()).fit(large)
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_run_during_a_fit(large):
    """Another thread ends the fit, which it could not if the interpreter were not free."""
    seen = []

    def count():
        while len(seen) < 50:
            seen.append(len(seen))
            threading.Event().wait(0.001)

    other = threading.Thread(target=count)
    with pytest.raises(manifact.Cancelled):
        other.start()
        endless().set_params(progress=lambda *_: len(seen) >= 50).fit(large)
    other.join()


def test_bars(counts, monkeypatch):
    bars = []

    class Bar:
        def __init__(self, desc, total):
            self.desc, self.total, self.n, self.closed = desc, total, 0, False
            bars.append(self)

        def update(self, steps):
            self.n += steps

        def close(self):
            self.closed = True

    monkeypatch.setitem(sys.modules, 'tqdm', types.ModuleType('tqdm'))
    monkeypatch.setitem(sys.modules, 'tqdm.auto', types.SimpleNamespace(tqdm=Bar))
    manifact.LCCF(3, progress=True).fit(counts[0])
    assert 'fit' in [bar.desc for bar in bars] and all(bar.closed for bar in bars)
    monkeypatch.setitem(sys.modules, 'tqdm.auto', None)
    manifact.LCCF(3, progress=True).fit(counts[0])


def resident():
    with open('/proc/self/statm', encoding='ascii') as numbers:
        return int(numbers.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')


@pytest.mark.skipif(not os.path.exists('/proc/self/statm'), reason='needs /proc')
@pytest.mark.skipif('LD_PRELOAD' in os.environ, reason='a sanitizer keeps freed memory')
def test_nothing_leaks(counts):
    X = counts[0]

    def rounds(n):
        for _ in range(n):
            fitted = manifact.KMeans(3, threads=1).fit(X)
            fitted.predict(X)
            fitted.topics(3)
        gc.collect()
        return resident()

    before = rounds(100)
    assert rounds(300) - before < 300 * 1000  # the memberships alone of a fit are 3600 bytes


def test_failures_of_files_are_those_of_python(counts, tmp_path):
    model = manifact.KMeans(3).fit(counts[0]).model_
    with pytest.raises(FileNotFoundError, match='missing') as missing:
        manifact.Model.load(tmp_path / 'missing.manifact')
    assert isinstance(missing.value, manifact.FileFailure)
    assert missing.value.errno == errno.ENOENT and missing.value.status == 'ERROR_IO'
    with pytest.raises(IsADirectoryError):
        manifact.Model.load(tmp_path)
    with pytest.raises(IsADirectoryError):
        model.save(tmp_path)
    with pytest.raises(FileNotFoundError):
        model.save(tmp_path / 'no' / 'model.manifact')
    again = pickle.loads(pickle.dumps(missing.value))
    assert isinstance(again, FileNotFoundError) and again.errno == errno.ENOENT
    assert str(again) == str(missing.value)


@pytest.mark.skipif(os.geteuid() == 0, reason='root may read every file')
def test_a_file_without_permission(tmp_path):
    path = tmp_path / 'model.manifact'
    path.write_bytes(b'')
    path.chmod(0)
    with pytest.raises(PermissionError):
        manifact.Model.load(path)


def test_a_value_that_is_not_finite_is_named_by_row_and_column():
    X = sp.csr_matrix(([1.0, np.nan, 2.0], [1, 3, 0], [0, 2, 2, 3]), shape=(3, 4))
    for same in (X, X.tocsc()):
        with pytest.raises(manifact.InvalidInput, match='row 0, column 3 is NaN'):
            matrix_of(Session(1), same)


def test_options_as_text():
    from manifact._session import option_text
    assert option_text(True) == 'yes'
    assert option_text(False) == 'no'
    assert option_text(np.float32(0.5)) == '0.5'
    assert option_text(1e-30) == '1e-30'
    assert option_text(np.int64(7)) == '7'
    assert option_text(np.True_) == option_text(np.array(True)) == 'yes'
    assert option_text(np.str_('tfidf')) == 'tfidf'
    words = enum.Enum('words', {'weighting': 'tfidf', 'keep': False})
    assert (option_text(words.weighting), option_text(words.keep)) == ('tfidf', 'no')
    assert Session(1).solver('lccf', {'lambda': 1e5, 'neighbors': 7.0})
