"""The methods and options of the library."""
from __future__ import annotations

from typing import Any

from ._library import ffi, lib, text_of
from ._session import Session

__all__ = ['has_feature', 'methods', 'options']


def methods() -> dict[str, dict[str, str]]:
    """{method: {"summary", "reference"}}, in the order of the documentation."""
    found, session = {}, Session(1)
    name, summary, reference = (ffi.new('const char **') for _ in range(3))
    for i in range(lib.manifact_method_count()):
        session.call(lib.manifact_method_info, i, name, summary, reference)
        found[text_of(name[0])] = {'summary': text_of(summary[0]),
                                   'reference': text_of(reference[0]) or ''}
    return found


def options(method: str) -> dict[str, dict[str, Any]]:
    """{option: {"summary", "default", "minimum", "maximum", "words", "expert"}} of a method, or of
    "vectorizer". The minimum and maximum of words are None, and so are the words of numbers;
    "dense_default" is that for dense data, where it differs."""
    if method != 'vectorizer' and method not in methods():
        raise ValueError(f'there is no method {method!r}; methods() has all')
    found, session, key = {}, Session(1), method.encode()
    name, words, fallback, summary = (ffi.new('const char **') for _ in range(4))
    least, most = ffi.new('double *'), ffi.new('double *')
    kind = ffi.new('manifact_option_type *')
    for i in range(lib.manifact_option_count()):
        session.call(lib.manifact_option_info, i, name, kind, least, most, words, fallback,
                     summary)
        if lib.manifact_method_uses_option(key, name[0]) != lib.MANIFACT_TRUE:
            continue
        own = text_of(lib.manifact_method_option_words(key, name[0])) or text_of(words[0])
        one = {'summary': text_of(summary[0]), 'default': text_of(fallback[0]),
               'minimum': None if own else least[0], 'maximum': None if own else most[0],
               'words': own.split() if own else None,
               'expert': bool(lib.manifact_option_is_expert(name[0]))}
        dense = text_of(lib.manifact_method_dense_default(key, name[0]))
        if dense is not None:
            one['dense_default'] = dense
        found[text_of(name[0])] = one
    return found


def has_feature(name: str) -> bool:
    """Whether the library was built with an optional part, such as "cld2" or "icu"."""
    return lib.manifact_has_feature(name.encode()) == lib.MANIFACT_TRUE
