"""Calls of the library: handles, messages, progress and Ctrl-C."""
from __future__ import annotations

import threading
from typing import Any

from ._library import error_of, ffi, lib, text_of
from ._values import plain, whole_number

_running = threading.local()
_MESSAGES = {'context': lib.manifact_context_message, 'solver': lib.manifact_solver_message,
             'vectorizer': lib.manifact_vectorizer_message}
_FREE = {name: getattr(lib, f'manifact_{name}_free') for name in
         ('context', 'matrix', 'graph', 'constraints', 'solver', 'model', 'vectorizer',
          'suggestion', 'table')}


def owned(kind, pointer, size=0):
    """The handle, freed when the last reference to it is gone."""
    return ffi.gc(pointer, _FREE[kind], size)


def _keep_exception(_, exception, __):
    # Ctrl-C may be raised before the first line of the callback, so only the thread identifies
    # the call.
    _running.session.exception = exception
    return True


@ffi.callback('manifact_progress_fn', error=1, onerror=_keep_exception)
def _progress(_, stage, done, total, objective, change):
    return _running.session.report(stage, done, total, objective, change)


class Session:
    """A context, used by one thread. `progress` is None, True for a bar of tqdm if it is installed,
    or a function (stage, done, total, objective, change) whose true result cancels the call."""

    def __init__(self, threads=0, progress=None):
        out = ffi.new('manifact_context **')
        status = lib.manifact_context_create(out)
        if status < 0:
            raise error_of(status, 'a context cannot be created')
        self.context = owned('context', out[0])
        self.exception = None
        self.progress: Any = _bar() if progress is True else progress or None
        self.call(lib.manifact_context_set_threads, self.context,
                  whole_number(threads, 'threads'))
        self.call(lib.manifact_context_set_progress, self.context, _progress, ffi.NULL)

    def report(self, stage, done, total, objective, change):
        if self.progress is None:
            return 0
        return 1 if self.progress(text_of(stage), done, total, objective, change) else 0

    def call(self, function, *arguments, of=None):
        """The status of a call. `of` is the kind of the first argument if the library stores its
        message there; it stores the others in the context."""
        before, _running.session = getattr(_running, 'session', None), self
        try:
            status = function(*arguments)
        finally:
            _running.session = before
        if self.exception is not None:
            exception, self.exception = self.exception, None
            raise exception
        if status < 0:
            source = arguments[0] if of else self.context
            raise error_of(status, text_of(_MESSAGES[of or 'context'](source)),
                           0 if of else lib.manifact_context_errno(self.context))
        return status

    def make(self, kind, function, *arguments, of=None):
        """The new handle of a call whose last argument is `out`."""
        out = ffi.new(f'manifact_{kind} **')
        try:
            self.call(function, *arguments, out, of=of)
        finally:  # also if an exception came while the call ended with a result
            made = out[0] if out[0] == ffi.NULL else owned(kind, out[0])
        return made

    def solver(self, method, options):
        """A solver with options {name: value}."""
        made = self.make('solver', lib.manifact_solver_create, self.context, method.encode())
        for name, value in options.items():
            self.call(lib.manifact_solver_set_text, made, name.encode(),
                      option_text(value).encode(), of='solver')
        self.call(lib.manifact_solver_set_progress, made, _progress, ffi.NULL, of='solver')
        return made

    def close(self):
        """Ends the bar of tqdm, if there is one."""
        if hasattr(self.progress, 'close'):
            self.progress.close()


def option_text(value):
    """The text of the value of an option; True and False are the words yes and no."""
    value = plain(value)
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    return repr(value) if isinstance(value, float) else str(value)


def _bar():
    """A progress function that draws a bar, None without tqdm."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None

    class Bar:
        def __init__(self):
            self.bar, self.stage = None, None

        def __call__(self, stage, done, total, *_):
            if self.bar is None or stage != self.stage:
                self.close()
                self.bar, self.stage = tqdm(desc=stage or None, total=total or None), stage
            self.bar.total = total or None
            self.bar.update(done - self.bar.n)

        def close(self):
            if self.bar is not None:
                self.bar.close()
                self.bar = None

    return Bar()
