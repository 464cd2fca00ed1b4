"""The result of a fit."""
from __future__ import annotations

import os
from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ._library import ffi, lib, text_of
from ._matrix import DTYPES, csr_of, output
from ._session import Session, owned
from ._living import Living
from ._topics import SCORES, numbers_of, one_of
from ._types import Documents, Handle, Progress, Score
from ._values import whole_number


class Model(Living):
    """The result of a fit. It is immutable; its arrays are read-only views."""

    def __repr__(self):
        more = '' if self.status == 'OK' else f', {self.status}'
        return (f'Model({self.method}, documents {self.n_documents}, clusters {self.n_clusters}'
                f'{more})')

    def estimator(self) -> Any:
        """The estimator of the method of the model, fitted: with the options that were set, those
        of its vectorizer too, and what fit() makes of this model. A list of stop words holds for
        new documents, but the model does not tell whether there was one: before another fit() of
        texts it has to be set again, by set_params(vectorizer__stop_words=[...])."""
        from .base import Clusterer
        return Clusterer.of_model(self)

    # Files

    @classmethod
    def load(cls, path: str | os.PathLike) -> Model:
        """The model of a file that save() or the program wrote."""
        session = Session(1)
        return cls(session.make('model', lib.manifact_model_load, session.context,
                                os.fsencode(path)))

    def save(self, path: str | os.PathLike) -> None:
        """Saves the model to a file, which is complete or absent."""
        session = Session(1)
        session.call(lib.manifact_model_save, session.context, self._handle, os.fsencode(path))

    @classmethod
    def from_bytes(cls, data: bytes) -> Model:
        """The model of the bytes of to_bytes() or of a file."""
        session = Session(1)
        return cls(session.make('model', lib.manifact_model_load_memory, session.context,
                                ffi.from_buffer(data), len(data)))

    def to_bytes(self) -> bytes:
        """The bytes of the file that save() writes."""
        parts = []

        @ffi.callback('manifact_write_fn', error=1)
        def write(_, data, size):
            parts.append(bytes(ffi.buffer(data, size)))
            return 0

        session = Session(1)
        session.call(lib.manifact_model_write, session.context, self._handle, write, ffi.NULL)
        return b''.join(parts)

    def __reduce__(self):
        return Model.from_bytes, (self.to_bytes(),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    # What it holds

    def _view(self, function, *shape):
        data = function(self._handle)
        if data == ffi.NULL:
            return None
        kind = ffi.typeof(data).item.cname
        dtype: np.dtype = np.dtype(DTYPES[kind])
        # The view keeps the model alive: the function that frees nothing holds its handle.
        kept = ffi.gc(data, lambda _, handle=self._handle: None)
        size = int(np.prod(shape)) * dtype.itemsize
        array = np.frombuffer(ffi.buffer(kept, size), dtype).reshape(shape) if size else \
            np.empty(shape, dtype)
        array.flags.writeable = False
        return array

    @property
    def feature_names(self) -> list[str] | None:
        """The names of the features: the columns of the DataFrame or table of the fit, or the terms
        of texts. None if they have none."""
        handle = self.vectorizer
        if lib.manifact_model_feature_name(self._handle, 0) != ffi.NULL:
            return [text_of(lib.manifact_model_feature_name(self._handle, j))
                    for j in range(self.n_features)]
        if handle is None:
            return None
        return [text_of(lib.manifact_vectorizer_term(handle, j)) for j in range(self.n_features)]

    @property
    def method(self) -> str:
        return text_of(lib.manifact_model_method(self._handle))

    @property
    def status(self) -> str:
        """"OK", "ITERATION_LIMIT", "FEWER_CLUSTERS" or "NOT_CONVERGED"."""
        return text_of(lib.manifact_status_name(lib.manifact_model_status(self._handle)))

    @property
    def converged(self) -> bool:
        return bool(lib.manifact_model_converged(self._handle))

    @property
    def n_iter(self) -> int:
        return lib.manifact_model_iterations(self._handle)

    @property
    def objective(self) -> float:
        return lib.manifact_model_objective(self._handle)

    @property
    def history(self) -> np.ndarray:
        """The objective before the first update and after each."""
        return self._view(lambda handle: lib.manifact_model_history(handle, ffi.NULL),
                          self.n_iter + 1)

    @property
    def labels(self) -> np.ndarray:
        """The cluster of each document, -1 for none."""
        return self._view(lib.manifact_model_labels, self.n_documents)

    @property
    def sizes(self) -> np.ndarray:
        return self._view(lib.manifact_model_sizes, self.n_clusters)

    @property
    def memberships(self) -> np.ndarray:
        """V, documents x clusters."""
        return self._view(lib.manifact_model_memberships, self.n_documents, self.n_clusters)

    @property
    def associations(self) -> np.ndarray | None:
        """W, documents x clusters; None for methods without."""
        return self._view(lib.manifact_model_associations, self.n_documents, self.n_clusters)

    @property
    def basis(self) -> np.ndarray | None:
        """The basis, features x clusters; None for methods without."""
        return self._view(lib.manifact_model_basis, self.n_features, self.n_clusters)

    @property
    def centroids(self) -> np.ndarray:
        """The mean of the weighted, scaled documents of each cluster, features x clusters."""
        return self._view(lib.manifact_model_centroids, self.n_features, self.n_clusters)

    @property
    def cosines(self) -> np.ndarray:
        """The cosine of each document with the centroid of its cluster."""
        return self._view(lib.manifact_model_cosines, self.n_documents)

    @property
    def feature_labels(self) -> np.ndarray | None:
        """The cluster of each feature; None for methods other than co-clustering."""
        return self._view(lib.manifact_model_feature_labels, self.n_features)

    def option(self, name: str) -> str | None:
        """The value of an option that the model was fitted with, as text."""
        return text_of(lib.manifact_model_option(self._handle, name.replace('_', '-').encode()))

    @property
    def warnings(self) -> list[str]:
        return [text_of(lib.manifact_model_warning(self._handle, i))
                for i in range(lib.manifact_model_warning_count(self._handle))]

    @property
    def diagnostics(self) -> dict[str, str]:
        """Named properties of the fit."""
        found, session = {}, Session(1)
        for i in range(lib.manifact_model_diagnostic_count(self._handle)):
            name, value = ffi.new('const char **'), ffi.new('const char **')
            session.call(lib.manifact_model_diagnostic, self._handle, i, name, value)
            found[text_of(name[0])] = text_of(value[0])
        return found

    @property
    def vectorizer(self) -> Handle | None:
        """The handle of the vectorizer that made the features, None if there is none."""
        return self._vectorizer(lib.manifact_model_vectorizer)

    @property
    def _text_vectorizer(self):
        """The handle of the vectorizer of the texts: those that describe the clusters, or the
        documents."""
        return self._vectorizer(lib.manifact_model_text_vectorizer) or self.vectorizer

    def _vectorizer(self, function):
        view = function(self._handle)
        if view == ffi.NULL:
            return None
        return owned('vectorizer', lib.manifact_vectorizer_retain(
            ffi.cast('manifact_vectorizer *', view)))

    # What is computed from it

    def _filled(self, function, length, *shape):
        array, filled = output(int(np.prod(shape)))
        Session(1).call(function, self._handle, filled, length)
        return array.reshape(shape)

    def proportions(self) -> np.ndarray:
        """The memberships as shares that sum to 1 for each document, documents x clusters."""
        n, k = self.n_documents, self.n_clusters
        return self._filled(lib.manifact_model_proportions, n * k, n, k)

    def margins(self) -> np.ndarray:
        """The largest proportion of each document less the second largest."""
        return self._filled(lib.manifact_model_margins, self.n_documents, self.n_documents)

    def cohesion(self) -> np.ndarray:
        """The mean cosine of the documents of each cluster with its centroid."""
        return self._filled(lib.manifact_model_cohesion, self.n_clusters, self.n_clusters)

    def similarities(self) -> np.ndarray:
        """The cosines of the centroids, clusters x clusters."""
        k = self.n_clusters
        return self._filled(lib.manifact_model_similarities, k, k, k)

    def _best(self, function, first, count, kind='int64_t'):
        """The best of cluster first[0]."""
        first, count = (self._topic(first[0]), *first[1:]), whole_number(count, 'count', 0)
        indices, to_indices = output(count, kind)
        scores, to_scores = output(count)
        found = ffi.new('int64_t *')
        Session(1).call(function, self._handle, *first, count, to_indices, to_scores, found)
        return indices[:found[0]], scores[:found[0]]

    def top_features(self, cluster: int, count: int = 10, score: Score = 'exclusivity') -> \
            tuple[np.ndarray, np.ndarray]:
        """(indices, scores) of the terms that describe a cluster, the best first. They are
        features, or terms of the texts that were given to the fit; `score` is "exclusivity", "lift"
        or "concept"."""
        kind = one_of(SCORES, 'score', score)
        return self._best(lib.manifact_model_top_terms, (cluster, kind), count)

    def top_terms(self, cluster: int, count: int = 10, score: Score = 'exclusivity',
                  names: Sequence | np.ndarray | None = None) -> list[tuple[Any, float]]:
        """[(term, score)] of a cluster. `names` are those of the features if the model has none;
        without names the terms are the indices of the features."""
        indices, scores = self.top_features(cluster, count, score)
        handle = self._text_vectorizer
        found: list
        if names is not None:
            found = [names[i] for i in map(int, indices)]
        elif handle is not None:
            found = [text_of(lib.manifact_vectorizer_term(handle, i)) for i in indices]
        else:
            known = (text_of(lib.manifact_model_feature_name(self._handle, i)) for i in indices)
            found = [i if name is None else name for i, name in zip(map(int, indices), known)]
        return list(zip(found, map(float, scores)))

    def representatives(self, cluster: int, count: int = 10) -> tuple[np.ndarray, np.ndarray]:
        """(documents, cosines) nearest to the centroid of a cluster."""
        return self._best(lib.manifact_model_representatives, (cluster,), count)

    def violations(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(first, second, weights) of the constraints of the fit that the clusters violate; second
        is -1 for a labeled document outside the cluster of its class."""
        count = max(lib.manifact_model_violation_count(self._handle), 0)
        (first, to_first), (second, to_second) = output(count, 'int64_t'), output(count, 'int64_t')
        weights, to_weights = output(count)
        found = ffi.new('int64_t *')
        Session(1).call(lib.manifact_model_violations, self._handle, count, to_first, to_second,
                        to_weights, found)
        return first, second, weights

    # New documents

    def assign(self, X: Documents, threads: int = 0, progress: Progress = None) -> np.ndarray:
        """The cluster of each text or row of X, with the features of the fit: those of a
        DataFrame are found by their names if the model has names, others in its order."""
        session = Session(threads, progress)
        return self.assign_handle(session, *self._documents(session, X))

    @property
    def score_rule(self) -> str:
        """The score by which the model compares the clusters of a document, or why it is not a sum
        over features, so that explain() is refused."""
        return text_of(lib.manifact_model_score_rule(self._handle))

    @property
    def has_additive_score(self) -> bool:
        """Whether the score of a cluster is a sum over the features of a document."""
        return lib.manifact_model_has_additive_score(self._handle) == lib.MANIFACT_TRUE

    def explain(self, X: Documents, count: int = 0, topics: ArrayLike | None = None,
                threads: int = 0, progress: Progress = None) -> tuple[Any, np.ndarray, np.ndarray]:
        """(contributions, scores, rests): a sparse matrix, documents x features, of what each
        feature of a row of X adds to the score of its topic, the `count` largest of a row, 0 for
        all; the scores; and the part of each that belongs to no feature. A score is the rest plus
        all contributions. `topics`: those to explain, by default those of assign();
        -1 for none."""
        session = Session(threads, progress)
        handle, _kept = self._documents(session, X)
        rows = lib.manifact_matrix_rows(handle)
        (scores, to_scores), (rests, to_rests) = output(rows), output(rows)
        given, to_given = (None, ffi.NULL) if topics is None else numbers_of(topics, 'topics',
                                                                             np.int32)
        if given is not None and len(given) != rows:
            raise ValueError(f'topics has {len(given)} entries, but X has {rows} rows')
        out = session.make('matrix', lib.manifact_model_explain, session.context, self._handle,
                           handle, to_given, whole_number(count, 'count', 0), to_scores, to_rests,
                           rows)
        return csr_of(session, out), scores, rests

    def assign_handle(self, session: Session, handle: Handle, arrays: object = None) -> np.ndarray:
        rows = lib.manifact_matrix_rows(handle)
        labels, to_labels = output(rows, 'int32_t')
        session.call(lib.manifact_model_assign, session.context, self._handle, handle, to_labels,
                     ffi.NULL, rows)
        return labels

    def assign_proportions(self, X: Documents, min_membership: float = 0, threads: int = 0,
                           progress: Progress = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(labels, proportions, margins) of the rows of X."""
        session = Session(threads, progress)
        return self.proportions_handle(session, min_membership, *self._documents(session, X))

    def proportions_handle(self, session: Session, min_membership: float, handle: Handle,
                           arrays: object = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        rows = lib.manifact_matrix_rows(handle)
        labels, to_labels = output(rows, 'int32_t')
        proportions, to_proportions = output(rows * self.n_clusters)
        margins, to_margins = output(rows)
        session.call(lib.manifact_model_assign_proportions, session.context, self._handle, handle,
                     min_membership, to_labels, to_proportions, to_margins, rows)
        return labels, proportions.reshape(rows, self.n_clusters), margins
