"""What a model keeps and how it lives on: titles, columns, options, added documents, new fits."""
from __future__ import annotations

from typing import Any, Iterable, Mapping, Sequence, TypeVar

import numpy as np

from ._library import OutOfRange, ffi, lib, text_of
from ._matrix import csr_of, named_matrix_of, output, pointer
from ._session import Session
from ._topics import Topics, one_of
from ._types import Documents, Handle, Matrix, Progress
from ._values import joined, whole_number

L = TypeVar('L', bound='Living')

_ORIGINS = {lib.MANIFACT_ORIGIN_UNKNOWN: 'unknown', lib.MANIFACT_ORIGIN_DEFAULT: 'default',
            lib.MANIFACT_ORIGIN_PRESET: 'preset', lib.MANIFACT_ORIGIN_DATA: 'data',
            lib.MANIFACT_ORIGIN_USER: 'user'}
_BLOCKS = {'mass': lib.MANIFACT_BLOCK_MASS, 'mean': lib.MANIFACT_BLOCK_MEAN,
           'lift': lib.MANIFACT_BLOCK_LIFT}


def beginnings_of(texts: Iterable[Any]) -> list[Any]:
    """What excerpts are made of, so that long texts are not copied; the library cuts them."""
    beginnings = []
    for text in texts:
        head = text[:2000] if isinstance(text, (str, bytes)) else text
        beginnings.append(head if head is text or sum(map(len, head.split())) > 1000 else text)
    return beginnings


def keep_excerpts(session: Session, solver: Handle, texts: Iterable[Any]) -> None:
    """Gives a solver the column of texts that titles are made from, a list."""
    data, offsets = joined(beginnings_of(texts))
    session.call(lib.manifact_solver_set_column, solver, b'excerpt', ffi.from_buffer(data),
                 ffi.cast('int64_t *', pointer(offsets)), len(offsets) - 1, of='solver')


class Living(Topics):
    """The part of Model about its texts, its options, and later documents."""

    @property
    def n_features(self) -> int:
        return lib.manifact_model_features(self._handle)

    def title(self, topic: int) -> str:
        """The title of a topic: the name that rename() gave it, else phrases of its texts, else its
        terms; "" for a topic of features without names."""
        return text_of(lib.manifact_model_title(self._handle, self._topic(topic))) or ''

    @property
    def titles(self) -> list[str]:
        return [self.title(topic) for topic in range(self.n_clusters)]

    def column(self, name: str) -> list[str] | None:
        """A text that the model keeps of each document, such as "id" or "excerpt"; None if it does
        not keep it."""
        data, ends = ffi.new('const char **'), ffi.new('const int64_t **')
        if lib.manifact_model_column(self._handle, name.encode(), data, ends) < 0:
            return None
        offsets = [0, *ffi.unpack(ends[0], self.n_documents)] if self.n_documents else [0]
        content = bytes(ffi.buffer(data[0], offsets[-1])) if offsets[-1] else b''
        return [content[begin:end].decode('utf-8', 'replace')
                for begin, end in zip(offsets, offsets[1:])]

    @property
    def column_names(self) -> list[str]:
        names: list[str] = []
        while (name := lib.manifact_model_column_name(self._handle, len(names))) != ffi.NULL:
            names.append(text_of(name))
        return names

    def options(self) -> dict[str, tuple[str, str]]:
        """{option: (value, origin)} of the fit; the origin is "user", "preset", "data", "default"
        or "unknown"."""
        found, session = {}, Session(1)
        name, value, origin = ffi.new('const char **'), ffi.new('const char **'), \
            ffi.new('manifact_origin *')
        for i in range(lib.manifact_model_option_count(self._handle)):
            session.call(lib.manifact_model_option_at, self._handle, i, name, value)
            session.call(lib.manifact_model_option_origin, self._handle, i, origin, ffi.NULL)
            found[text_of(name[0])] = text_of(value[0]), _ORIGINS[origin[0]]
        return found

    @property
    def min_membership(self) -> float:
        """New documents with a smaller membership get no cluster."""
        return lib.manifact_model_min_membership(self._handle)

    @property
    def n_vector_features(self) -> int:
        """The length of the vectors that the documents had beside their words, 0 for none."""
        return lib.manifact_model_vector_columns(self._handle)

    # New documents

    def _documents(self, session, X):
        """(matrix, what it borrows) of texts or of rows."""
        return self._counted(session, X)[:2]

    def _counted(self, session, X):
        """_documents(), and the number of terms of each text, None for rows."""
        from .text import counted, is_text, plain_texts
        X = plain_texts(X)
        if not is_text(X):
            return *named_matrix_of(session, X), None
        vectorizer = getattr(self, 'vectorizer')
        if vectorizer is None:
            raise ValueError('the model was fitted to a matrix, not to texts')
        counts, terms = counted(session, vectorizer, X)
        return counts, None, terms

    def update(self: L, X: Documents, columns: Mapping[str, Sequence[str]] | None = None,
               threads: int = 0, progress: Progress = None) -> L:
        """A model with the documents X added to their topics, without another fit; drift() says how
        well they fit. columns: the texts of the columns that the model keeps, such as
        {"id": [...]}; those of "excerpt" are made of texts."""
        from .text import is_text, plain_texts
        session = Session(threads, progress)
        X = plain_texts(X)
        given: dict[str, Sequence[str]] = dict(columns or {})
        if is_text(X) and 'excerpt' in self.column_names:
            given.setdefault('excerpt', beginnings_of(X))
        handle, _kept, terms = self._counted(session, X)
        packed = [(name.encode(), *joined(list(texts))) for name, texts in given.items()]
        for name, _, offsets in packed:
            if len(offsets) - 1 != lib.manifact_matrix_rows(handle):
                raise ValueError(f'the column {name.decode()!r} has {len(offsets) - 1} texts, but '
                                 f'X has {lib.manifact_matrix_rows(handle)} documents')
        names = [ffi.new('char[]', name) for name, _, _ in packed]
        texts = [ffi.from_buffer(data) for _, data, _ in packed]
        starts = [ffi.cast('int64_t *', pointer(offsets)) for _, _, offsets in packed]
        made = session.make(
            'model', lib.manifact_model_update, session.context, self._handle, handle,
            ffi.NULL if terms is None else ffi.cast('int64_t *', pointer(terms)),
            ffi.new('const char *[]', names), ffi.new('const char *[]', texts),
            ffi.new('const int64_t *[]', starts), len(packed))
        return type(self)(made)

    def drift(self, edit: int = -1) -> dict[str, int | None] | None:
        """{"documents", "far", "unassigned", "terms", "unknown"} of an update(), an entry of
        edits: added documents, those far from their topic or without one, their words, and words
        outside the vocabulary. The last two are None if the words were not counted: of an update
        with rows instead of texts. None if the entry is no update."""
        count = lib.manifact_model_edit_count(self._handle)
        edit = whole_number(edit, 'edit')
        index = edit + count if edit < 0 else edit
        if count == 0:
            raise OutOfRange('the model has no edit: drift() is of one to which update() has added '
                             'documents')
        if not 0 <= index < count:
            raise OutOfRange(f'there is no edit {edit}: the model has {count}')
        out = ffi.new('int64_t[5]')
        status = lib.manifact_model_edit_drift(self._handle, index, *(out + i for i in range(5)))
        names = ('documents', 'far', 'unassigned', 'terms', 'unknown')
        if status < 0:
            return None
        found: dict[str, int | None] = dict(zip(names, ffi.unpack(out, 5)))
        if found['terms'] == -1:
            found.update(terms=None, unknown=None)
        return found

    def refit(self: L, threads: int = 0, progress: Progress = None) -> L:
        """Another fit of the documents that the model keeps, with its method and options, from its
        topics: after edits and updates."""
        session = Session(threads, progress)
        solver = session.make('solver', lib.manifact_solver_create_from_model, session.context,
                              self._handle)
        return type(self)(session.make('model', lib.manifact_solver_refit, solver, self._handle,
                                       of='solver'))

    def to_frame(self) -> Any:
        """A pandas.DataFrame of the documents: topic, title, membership, margin, and the columns
        that the model keeps."""
        import pandas
        labels = np.asarray(getattr(self, 'labels'))
        titles = [*self.titles, '']
        shares = getattr(self, 'proportions')()
        frame = {'topic': labels, 'title': [titles[label] for label in labels],
                 'membership': np.where(labels < 0, 0, shares[np.arange(len(labels)), labels]),
                 'margin': getattr(self, 'margins')()}
        for name in self.column_names:
            if name != 'fields':
                frame[name] = self.column(name)
        return pandas.DataFrame(frame)

    # Clusters of features, of methods for co-clustering

    @property
    def n_feature_clusters(self) -> int:
        """The number of clusters of the features, 0 for other methods."""
        return lib.manifact_model_feature_clusters(self._handle)

    def _array(self, function, kind, *shape):
        data = function(self._handle)
        if data == ffi.NULL:
            return None
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        return np.frombuffer(ffi.buffer(data, size), kind).reshape(shape).copy()

    @property
    def feature_sizes(self) -> np.ndarray | None:
        """The number of features of each cluster of features."""
        return self._array(lib.manifact_model_feature_sizes, np.int64, self.n_feature_clusters)

    @property
    def feature_memberships(self) -> np.ndarray | None:
        """The membership of each feature in each cluster of features."""
        return self._array(lib.manifact_model_feature_memberships, np.float64, self.n_features,
                           self.n_feature_clusters)

    @property
    def core(self) -> np.ndarray | None:
        """The matrix between the factors, clusters of documents x clusters of features."""
        return self._array(lib.manifact_model_core, np.float64, self.n_clusters,
                           self.n_feature_clusters)

    def blocks(self, measure: str = 'lift') -> np.ndarray:
        """The "mass", "mean" or "lift" of the data in each block, clusters of documents x clusters
        of features."""
        shape = self.n_clusters, self.n_feature_clusters
        if not shape[1]:
            raise OutOfRange('there are no clusters of features: the method '
                             f'{getattr(self, "method")} makes none')
        values, to_values = output(shape[0] * shape[1])
        Session(1).call(lib.manifact_model_blocks, self._handle,
                        one_of(_BLOCKS, 'measure', measure), to_values, *shape)
        return values.reshape(shape)

    def _ranked(self, function, index, count):
        count = whole_number(count, 'count', 0)
        indices, to_indices = output(count, 'int64_t')
        values, to_values = output(count)
        found = ffi.new('int64_t *')
        Session(1).call(function, self._handle, index, count, to_indices, to_values, found)
        return indices[:found[0]], values[:found[0]]

    def feature_cluster_features(self, feature_cluster: int, count: int = 10) -> \
            tuple[np.ndarray, np.ndarray]:
        """(features, memberships) of a cluster of features, the largest first."""
        feature_cluster = whole_number(feature_cluster, 'feature_cluster')
        if not 0 <= feature_cluster < self.n_feature_clusters:
            raise OutOfRange(f'there is no cluster of features {feature_cluster}: the model has '
                             f'{self.n_feature_clusters}')
        return self._ranked(lib.manifact_model_feature_cluster_features, feature_cluster, count)

    def concept_documents(self, cluster: int, count: int = 10) -> tuple[np.ndarray, np.ndarray]:
        """(documents, weights) that make up the concept of a cluster, of methods with
        associations."""
        return self._ranked(lib.manifact_model_concept_documents, self._topic(cluster), count)


def weighted(X: Matrix, weighting: str = 'tfidf', scaling: str = 'unit-rows') -> Any:
    """The rows of X as the methods weight and scale them, a scipy.sparse.csr_matrix."""
    session = Session()
    handle, _kept = named_matrix_of(session, X)
    made = session.make('matrix', lib.manifact_matrix_weight, session.context, handle,
                        weighting.encode(), scaling.encode())
    return csr_of(session, made)
