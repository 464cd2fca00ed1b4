"""The shared library: where it is found, and how its failures become exceptions."""
from __future__ import annotations

import ctypes.util
import os
import pathlib
import sys
from typing import TYPE_CHECKING, Any

import cffi

if TYPE_CHECKING:
    from ._interface import Interface

_DECLARATIONS = pathlib.Path(__file__).with_name('_declarations.h').read_text('utf-8')
ABI = int(_DECLARATIONS.split('#define MANIFACT_ABI ', 1)[1].split()[0])

ffi: Any = cffi.FFI()
ffi.cdef(_DECLARATIONS)


def _open() -> Any:
    """MANIFACT_LIBRARY names the file of the library; else it is that of the wheel, or the system
    finds it by its soname."""
    named = os.environ.get('MANIFACT_LIBRARY')
    soname = f'libmanifact.{ABI}.dylib' if sys.platform == 'darwin' else f'libmanifact.so.{ABI}'
    of_wheel = pathlib.Path(__file__).with_name('_libraries') / soname
    tried = ((named,) if named else (str(of_wheel),) if of_wheel.exists() else
             (soname, ctypes.util.find_library('manifact')))
    reasons = []
    for name in filter(None, tried):
        try:
            return ffi.dlopen(name)
        except OSError as error:
            reasons.append(str(error))
    raise ImportError('the library of Manifact cannot be loaded; install it, or name its file in '
                      f'the environment variable MANIFACT_LIBRARY ({"; ".join(reasons)})')


def text_of(pointer):
    """A string of the library; None for NULL."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode('utf-8', 'replace')


lib: Interface = _open()
if not lib.manifact_abi_supported(ABI):
    raise ImportError(f'the library of Manifact has version {text_of(lib.manifact_version())}, '
                      f'which does not support ABI {ABI}')


__version__: str = text_of(lib.manifact_version())


class ManifactError(Exception):
    """A call of the library failed; `status` names the status, for example "ERROR_ARGUMENT"."""

    def __init__(self, message: str, status: str):
        super().__init__(message, status)
        self.message, self.status = message, status

    def __str__(self):
        return self.message


class InvalidInput(ManifactError, ValueError):
    """An argument, an option or the data are not valid."""


class OutOfRange(InvalidInput, IndexError):
    """There is no topic, edit or cluster of features of this number."""

    def __init__(self, message: str, status: str = 'ERROR_ARGUMENT'):
        super().__init__(message, status)


class TooLarge(ManifactError, MemoryError):
    """Out of memory, or more than the option memory-budget allows."""


class FileFailure(ManifactError, OSError):
    """A file cannot be opened, read or written. `errno` is that of the system, None if it has
    none; where Python has a class for it, the exception is that too: FileNotFoundError,
    PermissionError, IsADirectoryError and the others."""

    def __init__(self, message: str, status: str, error: int = 0):
        super().__init__(message, status)
        system: Any = (error, os.strerror(error)) if error else (None, None)
        self.errno, self.strerror = system

    def __reduce__(self):
        return _file_failure, (self.message, self.status, self.errno or 0)


# The classes of OSError by errno, as Python chooses them, each together with FileFailure.
_file_failures: dict[type[OSError], type[FileFailure]] = {}


def _file_failure(message, status, error):
    builtin = type(OSError(error, '')) if error else OSError
    if builtin is OSError:
        return FileFailure(message, status, error)
    if builtin not in _file_failures:
        _file_failures[builtin] = type('FileFailure', (FileFailure, builtin),
                                       {'__module__': 'manifact'})
    return _file_failures[builtin](message, status, error)


class Cancelled(ManifactError):
    """The progress callback stopped the call."""


class ManifactWarning(UserWarning):
    """A condition of a result worth knowing."""


def error_of(status, message, error=0):
    """The exception of a status; `error` is the errno of a file."""
    kind: type[ManifactError]
    name = text_of(lib.manifact_status_name(status))
    if status in (lib.MANIFACT_ERROR_MEMORY, lib.MANIFACT_ERROR_BUDGET):
        kind = TooLarge
    elif status == lib.MANIFACT_ERROR_IO:
        return _file_failure(message or name, name, error)
    elif status == lib.MANIFACT_ERROR_CANCELLED:
        kind = Cancelled
    else:
        kind = InvalidInput if -300 < status < 0 else ManifactError
    return kind(message or name, name)
