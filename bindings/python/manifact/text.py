"""Text to counts of words."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.utils.validation import check_is_fitted

from ._arrow import is_arrow, is_text_column, table_of, text_views
from ._library import ffi, lib, text_of
from ._matrix import csr_of, matrix_of, output, pointer
from ._numeric import real_numbers
from ._session import Session, option_text
from ._signature import ShortSignature
from ._types import Handle, Texts
from ._values import is_missing, joined, plain
from .model import Model

V = TypeVar('V', bound='VectorizerBase')

_BATCH = 20000


def is_text(X):
    """Whether X is a list, tuple or array of texts, str or bytes, or a column of pandas or of
    Arrow. Texts may be missing, all of them too."""
    if is_arrow(X):
        return is_text_column(table_of(X))
    if not isinstance(X, (list, tuple)):
        if getattr(X, 'ndim', 0) != 1:
            return False
        kinds = 'OUSTf' if hasattr(X, 'iloc') else 'OUST'  # T: StringDType of NumPy 2
        if getattr(X.dtype, 'kind', 'O') not in kinds:  # f: pandas reads an empty column as NaN
            return False
    first = next((x for x in X if not is_missing(x)), None)
    return first is None or isinstance(first, (str, bytes))


def plain_texts(X):
    """Texts in another form as a list or a column: of a generator, a set of keys, a column of a
    table, or an array of one column. Others as they are; one text and a dictionary are refused."""
    if isinstance(X, (str, bytes)) or getattr(X, 'ndim', 1) == 0 and X.dtype.kind in 'OUS':
        raise ValueError('expected a list, array or column of texts, not one '
                         f'{type(X).__name__}; put it in a list')
    if not hasattr(X, 'toarray') and isinstance(X, Mapping):
        raise ValueError(f'expected documents, not a {type(X).__name__}; give its values, or '
                         'pandas.DataFrame() of it')
    if isinstance(X, (list, tuple)) and not X:
        raise ValueError('there are no documents: the list is empty')
    if is_arrow(X) or isinstance(X, (list, tuple)) or hasattr(X, 'toarray'):
        return X
    if getattr(X, 'ndim', 0) == 2 and X.shape[1] == 1:
        column = X.iloc[:, 0] if hasattr(X, 'iloc') else X[:, 0]
        is_number = getattr(column.dtype, 'kind', 'O') == 'f'  # a feature that is missing
        return column if not is_number and is_text(column) else X
    if not hasattr(X, 'ndim') and not hasattr(X, '__array__') and hasattr(X, '__iter__'):
        return plain_texts(list(X))
    return X


def checked_texts(X):
    """The same, or a table of Arrow, if they are texts."""
    X = table_of(X) if is_arrow(X) else plain_texts(X)  # a stream is read once
    if not is_text(X):
        if not is_arrow(X):
            real_numbers(X)  # says where there is text beside what is none
        raise ValueError('expected a list, array or column of texts')
    return X


def add_texts(session, handle, function, texts, of):
    if is_arrow(texts):
        session.call(function, handle, *text_views(session, texts), of=of)
        return
    texts = list(texts)
    for begin in range(0, len(texts), _BATCH):
        data, offsets = joined(texts[begin:begin + _BATCH], begin)
        session.call(function, handle, ffi.from_buffer(data),
                     ffi.cast('int64_t *', pointer(offsets)), len(offsets) - 1, of=of)


def in_order(names):
    """Names in the order of the columns, as they are given or of {name: column}."""
    if not isinstance(names, Mapping):
        return names
    if sorted(names.values()) != list(range(len(names))):
        raise ValueError('a dictionary of names must give each column from 0 on once')
    return sorted(names, key=names.__getitem__)


def from_terms(session, terms):
    """A vectorizer that names the features of a matrix. `terms`: in the order of the columns, or
    {term: column}."""
    data, offsets = joined([str(term) for term in in_order(terms)])
    return session.make('vectorizer', lib.manifact_vectorizer_from_terms, session.context,
                        ffi.from_buffer(data), ffi.cast('int64_t *', pointer(offsets)),
                        len(offsets) - 1)


def terms_of(handle):
    return [text_of(lib.manifact_vectorizer_term(handle, i))
            for i in range(lib.manifact_vectorizer_terms(handle))]


class VectorizerBase(ShortSignature, TransformerMixin, BaseEstimator):
    """What the generated class Vectorizer does with its options."""

    def _options(self):
        names = {name.replace('_', '-'): value for name, value in self.get_params(False).items()}
        names.pop('threads')
        return {name: value for name, value in names.items() if value is not None}

    def _options_of(self, handle: Handle = None) -> dict[str, str]:
        """{option: value, as text} of a handle of the library; without one, the defaults."""
        session = Session(1)
        if handle is None:
            handle = session.make('vectorizer', lib.manifact_vectorizer_create, session.context)
        found, size = {}, ffi.new('size_t *')
        for name in sorted(set(self.get_params(False)) - {'threads'}):
            option = name.replace('_', '-')
            session.call(lib.manifact_vectorizer_get_text_size, handle, option.encode(), size,
                         of='vectorizer')
            value = ffi.new('char[]', size[0])
            session.call(lib.manifact_vectorizer_get_text, handle, option.encode(), value, size[0],
                         of='vectorizer')
            found[option] = text_of(value)
        return found

    def count(self, session: Session, texts: Texts, solver: Handle = None) -> \
            tuple[Handle, Handle]:
        """(finished vectorizer, counts), both handles of the library. The limits of a solver apply
        where this vectorizer has none."""
        handle = session.make('vectorizer', lib.manifact_vectorizer_create, session.context)
        if solver is not None:
            session.call(lib.manifact_vectorizer_take_limits, handle, solver, of='vectorizer')
        for name, value in self._options().items():
            value = plain(value)
            if name == 'stop-words' and not isinstance(value, (str, bool)):
                add_texts(session, handle, lib.manifact_vectorizer_add_stop_words, value,
                          'vectorizer')
                continue
            session.call(lib.manifact_vectorizer_set_text, handle, name.encode(),
                         option_text(value).encode(), of='vectorizer')
        add_texts(session, handle, lib.manifact_vectorizer_add_many, texts, 'vectorizer')
        counts = session.make('matrix', lib.manifact_vectorizer_finish, handle, of='vectorizer')
        return handle, counts

    def fit_transform(self, X: Texts, y: object = None) -> sp.csr_matrix:
        """The counts of the texts X, a scipy.sparse.csr_matrix: texts x terms."""
        texts: Any = checked_texts(X)
        session = Session(self.threads or 0)
        self._handle, counts = self.count(session, texts)
        return csr_of(session, counts)

    def fitted(self: V, handle: Handle) -> V:
        """A copy that was fitted by the library."""
        made = clone(self)
        made._handle = handle
        return made

    @property
    def terms_(self) -> np.ndarray:
        """The terms, in the order of the columns."""
        check_is_fitted(self, '_handle')
        return np.array(terms_of(self._handle), dtype=object)

    def fit(self: V, X: Texts, y: object = None) -> V:
        """Fixes the vocabulary to that of the texts X."""
        self.fit_transform(X)
        return self

    def transform(self, X: Texts) -> sp.csr_matrix:
        """The counts of other texts by the same rules and vocabulary."""
        check_is_fitted(self, '_handle')
        session = Session(self.threads or 0)
        return csr_of(session, transformed(session, self._handle, X))

    def get_feature_names_out(self, input_features: object = None) -> np.ndarray:
        """The terms, in the order of the columns."""
        return self.terms_

    def __getstate__(self):
        state = super().__getstate__().copy()
        handle = state.pop('_handle', None)
        return state if handle is None else {**state, '_saved': _saved(handle)}

    def __setstate__(self, state):
        state = dict(state)
        saved = state.pop('_saved', None)
        super().__setstate__(state)
        if saved is not None:
            self._handle = Model.from_bytes(saved).vectorizer

    def _more_tags(self):  # until scikit-learn 1.5
        return {'X_types': ['string'], 'requires_y': False}

    def __sklearn_tags__(self):  # from scikit-learn 1.6 on
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        tags.target_tags.required = False
        return tags


def transformed(session, handle, texts):
    """The counts of texts by a finished vectorizer, a handle."""
    return counted(session, handle, texts)[0]


def counted(session, handle, texts):
    """transformed(), and the number of terms of each text, known to the vectorizer or not."""
    texts = checked_texts(texts)
    if is_arrow(texts):
        views = text_views(session, texts)
    else:
        data, offsets = joined(texts)
        views = (ffi.from_buffer(data), ffi.cast('int64_t *', pointer(offsets)), len(offsets) - 1)
    terms, to_terms = output(views[2], 'int64_t')
    return session.make('matrix', lib.manifact_vectorizer_transform_counted, session.context,
                        handle, *views, to_terms), terms


def _saved(handle):
    """A vectorizer as bytes: the library saves one within a model, here of one document."""
    session = Session(1)
    solver = session.solver('kmeans', {'keep-data': 'no', 'weighting': 'none'})
    session.call(lib.manifact_solver_set_vectorizer, solver, handle, of='solver')
    document = sp.csr_matrix(([1.0], ([0], [0])), shape=(1, lib.manifact_vectorizer_terms(handle)))
    matrix, _ = matrix_of(session, document)
    return Model(session.make('model', lib.manifact_solver_fit, solver, matrix, 1,
                              of='solver')).to_bytes()
