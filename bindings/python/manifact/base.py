"""What the generated estimators have in common."""
from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Mapping
from typing import Any, Sequence, TypeVar

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike
from sklearn.base import (BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin,
                          TransformerMixin)
from sklearn.utils.validation import check_is_fitted

from ._arrow import arrow_matrix, is_arrow, table_of
from ._checks import EXPECTED_FAILURES, NON_NEGATIVE
from ._library import ManifactError, ManifactWarning, ffi, lib
from ._matrix import give_background, give_vectors, matrix_of, name_features, pointer
from ._numeric import real_numbers
from ._session import Session
from ._signature import ShortSignature
from ._types import Documents, Labels, Matrix, Score, Texts
from ._values import plain, whole_number
from .graph import Graph, Suggestion
from .known import classes_of, constraints_of, whole
from .model import Model
from ._aliases import Aliases, seed_of
from ._living import keep_excerpts
from .text import checked_texts, from_terms, in_order, is_text, plain_texts, transformed
from .vectorizer import Vectorizer

C = TypeVar('C', bound='Clusterer')
# The parameters that are not options of the library.
_OWN = ('n_clusters', 'vectorizer', 'progress')


@functools.cache
def refusal_of_labels(method):
    """The sentence of the library if a method uses neither labels nor pairs, else None."""
    session = Session(1)
    one = constraints_of(session, 1, np.zeros(1, np.int32), None)
    try:
        session.call(lib.manifact_solver_set_constraints, session.solver(method, {}), one,
                     of='solver')
    except ManifactError as error:
        return error.message
    return None


class Clusterer(Aliases, ShortSignature, ClassNamePrefixFeaturesOutMixin, ClusterMixin,
                TransformerMixin, BaseEstimator):
    """A method of the library as an estimator of scikit-learn.

    After fit() it has labels_, model_ (a Model), n_clusters_, n_iter_, n_features_in_, classes_ if
    there were labels, vectorizer_ if there were texts, and suggestion_ with n_clusters="auto".
    """

    _method: str
    labels_: np.ndarray
    model_: Model
    n_clusters_: int
    n_iter_: int
    n_features_in_: int
    classes_: np.ndarray
    vectorizer_: Vectorizer
    suggestion_: Suggestion

    def _repr_html_(self) -> str:
        """The map of the topics, in a notebook; before fit(), the parameters as scikit-learn
        shows them."""
        if hasattr(self, 'model_'):
            return self.model_._repr_html_()
        inherited = getattr(super(), '_repr_html_', None)  # a method, or a property that makes one
        return inherited() if callable(inherited) else _html_of(self)

    def _repr_mimebundle_(self, **kwargs):
        return {'text/plain': repr(self), 'text/html': self._repr_html_()}

    def _options(self):
        given = {name.rstrip('_').replace('_', '-'): value
                 for name, value in self.get_params(deep=False).items()
                 if name not in _OWN and value is not None}
        return {**given, 'seed': seed_of(self.seed)} if 'seed' in given else given

    def fit(self: C, X: Documents, y: Labels | None = None, *,
            pairs: ArrayLike | Sequence[Any] | None = None,
            texts: Texts | None = None, feature_names: ArrayLike | None = None,
            graph: Graph | Matrix | None = None, vectors: ArrayLike | None = None,
            start: Model | ArrayLike | tuple[ArrayLike, ...] | None = None,
             background: Documents | None = None, numbers_of: Model | None = None) -> C:
        """Clusters the rows of X.

        X              texts, or documents x features: CSR or CSC of SciPy, an array, a DataFrame;
                       a Table, or what exports Arrow, such as a data frame of Polars
        y              for methods with labels: the class of each document; -1, None, NaN or
                       pandas.NA if unknown. -1 is a class if the only other label is 1, which a
                       warning tells. Other methods warn that y is ignored
        pairs          for methods with constraints: rows (i, j) or (i, j, weight) of document
                       indices and a weight from -1 (cannot-link) to 1 (must-link, the default); or
                       a tuple of columns (first, second, weights), weights a number or an array
        texts          the texts of the documents, if X has features without names: they describe
                       the clusters
        feature_names  the names of the features, for topics(), in the order of the columns; or a
                       dictionary {name: column}, such as vocabulary_ of scikit-learn. Those of a
                       dictionary or a sparse X are terms: the model takes texts as well. A
                       DataFrame has its own
        graph          a Graph to use instead of one made from X
        vectors        a vector for each document beside its words, such as a sentence embedding:
                       the graph is of both, terms are those of the words
        start          labels, (V, W), (V,), or a Model to start from
        background     documents of a larger collection, as X is: texts, or counts with the same
                       columns. Counts are weighted by their document frequencies
        numbers_of     an earlier Model: clusters take the numbers of those that they live on from
        """
        session = Session(self._threads(), self.progress)
        try:
            solver = session.solver(self._method, self._options())
            handle, kept = self._input(session, solver, X, feature_names)
            beside = give_vectors(session, handle, vectors)
            if background is not None:
                others, lent = self._counted(session, background)
                give_background(session, handle, others)
                del lent
            n = lib.manifact_matrix_rows(handle)
            self._set_known(session, solver, n, y, pairs)
            if texts is not None:
                given: Any = checked_texts(texts)
                vectorizer, counts = self._vectorizer().count(session, given, solver)
                if not is_arrow(given):
                    keep_excerpts(session, solver, given)
                session.call(lib.manifact_solver_set_texts, solver, counts, vectorizer,
                             of='solver')
            if graph is not None:
                graph = graph if isinstance(graph, Graph) else Graph.from_matrix(graph)
                session.call(lib.manifact_solver_set_graph, solver, graph._handle, of='solver')
            if start is not None:
                _set_start(session, solver, start)
            if numbers_of is not None:
                session.call(lib.manifact_solver_set_numbers_of, solver, numbers_of._handle,
                             of='solver')
            k = self._clusters(session, solver, handle)
            made = session.make('model', lib.manifact_solver_fit, solver, handle, k, of='solver')
            del kept, beside
        finally:
            session.close()
        self._finish(Model(made))
        return self

    def __sklearn_is_fitted__(self):  # by default, a parameter named lambda_ would decide
        return hasattr(self, 'model_')

    def _threads(self):
        return 0 if self.threads is None else whole_number(self.threads, 'threads (n_jobs)')

    def _vectorizer(self):
        if self.vectorizer is None:
            return Vectorizer()
        if isinstance(self.vectorizer, Vectorizer):
            return self.vectorizer
        kind = type(self.vectorizer).__name__
        raise TypeError(
            f'vectorizer must be a manifact.Vectorizer, not of the type {kind}; another '
            'transformer of texts goes before the estimator, as in '
            f'sklearn.pipeline.make_pipeline(transformer, {type(self).__name__}())')

    def _input(self, session, solver, X, feature_names):
        """(matrix, what it borrows); the vectorizer of texts or names goes to the solver."""
        self.__dict__.pop('vectorizer_', None)
        rules = self._vectorizer()
        X = table_of(X) if is_arrow(X) else plain_texts(X)  # a stream is read once
        if is_text(X):
            vectorizer, handle = rules.count(session, X, solver)
            if not is_arrow(X):
                keep_excerpts(session, solver, X)
            self.vectorizer_ = rules.fitted(vectorizer)
            self.n_features_in_ = lib.manifact_matrix_columns(handle)
            self.__dict__.pop('feature_names_in_', None)
            session.call(lib.manifact_solver_set_vectorizer, solver, vectorizer, of='solver')
            return handle, None
        if is_arrow(X):
            return self._arrow_input(session, X, feature_names), None
        X = self._validated(X, reset=True)
        if feature_names is not None and (sp.issparse(X) or isinstance(feature_names, Mapping)):
            session.call(lib.manifact_solver_set_vectorizer, solver,
                         from_terms(session, feature_names), of='solver')
        names = feature_names if feature_names is not None else \
            getattr(self, 'feature_names_in_', None)
        handle, kept = matrix_of(session, X)
        if names is not None:
            name_features(session, handle, in_order(names))
        return handle, kept

    def _counted(self, session, X):
        """(the counts of other documents, what they borrow), by the vocabulary if X are texts."""
        X = plain_texts(X)
        if not is_text(X):
            return matrix_of(session, X)
        if not hasattr(self, 'vectorizer_'):
            raise ValueError('background holds texts, but X is a matrix: give the counts of the '
                             'texts')
        return transformed(session, self.vectorizer_._handle, X), None

    def _arrow_input(self, session, X, feature_names):
        handle, names = arrow_matrix(session, X)
        self.n_features_in_ = lib.manifact_matrix_columns(handle)
        self.__dict__.pop('feature_names_in_', None)
        if names is not None:
            self.feature_names_in_ = np.array(names, dtype=object)
        if feature_names is not None:
            name_features(session, handle, in_order(feature_names))
        return handle

    def _validated(self, X, reset):
        return validated(self, real_numbers(X), accept_sparse=('csr', 'csc'), reset=reset,
                         dtype=(np.float64, np.float32))

    def _set_known(self, session, solver, n, y, pairs):
        self.__dict__.pop('classes_', None)
        refusal = None if y is None else refusal_of_labels(self._method)
        if refusal is not None:  # a step of a pipeline is given y whether it uses it or not
            warnings.warn(f'y is ignored: {refusal}', ManifactWarning, stacklevel=3)
            y = None
        if y is None and pairs is None:
            return
        labels = None
        if y is not None:
            self.classes_, labels = classes_of(y, 'y', n)
        known = constraints_of(session, n, labels, pairs)
        session.call(lib.manifact_solver_set_constraints, solver, known, of='solver')

    def _clusters(self, session, solver, handle):
        n = lib.manifact_matrix_rows(handle)
        self.__dict__.pop('suggestion_', None)
        if plain(self.n_clusters) == 'auto':
            self.suggestion_ = Suggestion(session.make(
                'suggestion', lib.manifact_solver_suggest_k, solver, handle, 0, 0, of='solver'))
            return self.suggestion_.k
        k = whole_number(self.n_clusters, 'n_clusters', other=' or "auto"')
        if n < k:
            raise ValueError(f'n_samples={n} is less than n_clusters={k}')
        return k

    @staticmethod
    def of_model(model: Model) -> Clusterer:
        """See Model.estimator()."""
        from . import methods
        kind = next(kind for kind in vars(methods).values()
                    if inspect.isclass(kind) and getattr(kind, '_method', None) == model.method)
        names = {name.rstrip('_').replace('_', '-'): name for name in kind().get_params()}
        made = kind(**{names[name]: _value(text) for name, (text, origin) in
                       model.options().items() if origin == 'user' and name in names})
        made.n_clusters = model.n_clusters
        made.vectorizer = _rules_of(model)
        made._take(model)
        made.n_features_in_ = model.n_features
        if lib.manifact_model_feature_name(model._handle, 0) != ffi.NULL:
            made.feature_names_in_ = np.array(model.feature_names, dtype=object)
        if model.vectorizer is not None:
            made.vectorizer_ = made._vectorizer().fitted(model.vectorizer)
        return made

    def _take(self, model):
        self.model_ = model
        self.labels_ = model.labels
        self.n_clusters_ = self._n_features_out = model.n_clusters
        self.n_iter_ = max(model.n_iter, 1)

    def _finish(self, model):
        self._take(model)
        for warning in model.warnings:
            warnings.warn(warning, ManifactWarning, stacklevel=3)

    def fit_predict(self, X: Documents, y: Labels | None = None, **known: Any) -> np.ndarray:
        """The cluster of each document, after fit()."""
        return self.fit(X, y, **known).labels_

    def fit_transform(self, X: Documents, y: Labels | None = None, **known: Any) -> np.ndarray:
        """fit(), then transform() of the same documents. model_.proportions() are those of the fit
        itself."""
        X = table_of(X) if is_arrow(X) else plain_texts(X)  # a stream is read once
        return self.fit(X, y, **known).transform(X, vectors=known.get('vectors'))

    def _new(self, session, X):
        """(matrix, what it borrows) of new documents."""
        check_is_fitted(self, 'model_')
        X = table_of(X) if is_arrow(X) else plain_texts(X)
        if is_text(X):
            vectorizer = self.model_.vectorizer
            if vectorizer is None:
                raise ValueError('the model was fitted to a matrix, not to texts')
            return transformed(session, vectorizer, X), None
        if is_arrow(X):  # the library finds the features by their names
            return arrow_matrix(session, X)[0], None
        # scikit-learn compares the names of a DataFrame, also their order.
        return matrix_of(session, self._validated(X, reset=False))

    def _with_vectors(self, session, X, vectors):
        handle, kept = self._new(session, X)
        return handle, (kept, give_vectors(session, handle, vectors))

    def predict(self, X: Documents, vectors: ArrayLike | None = None) -> np.ndarray:
        """The cluster of each new document, -1 for none. `vectors`: those of the documents, if the
        fit had some."""
        check_is_fitted(self, 'model_')
        session = Session(self._threads(), self.progress)
        return self.model_.assign_handle(session, *self._with_vectors(session, X, vectors))

    def transform(self, X: Documents, vectors: ArrayLike | None = None) -> np.ndarray:
        """The proportions of the clusters in each new document, documents x clusters."""
        check_is_fitted(self, 'model_')
        session = Session(self._threads(), self.progress)
        return self.model_.proportions_handle(session, 0,
                                              *self._with_vectors(session, X, vectors))[1]

    def topics(self, count: int | None = None, score: Score | None = None,
               names: Sequence | np.ndarray | None = None, scores: bool = False) -> list[list[Any]]:
        """The terms that describe each cluster: a list of lists, of (term, score) with
        scores=True. `count`: of each cluster, by default the option top_terms. `names` are those of
        the features if the model has none."""
        check_is_fitted(self, 'model_')
        number = whole_number(count if count is not None else self.top_terms or 10, 'count', 0)
        by: Score = score or self.term_score or 'exclusivity'
        found = [self.model_.top_terms(c, number, by, names) for c in range(self.n_clusters_)]
        return found if scores else [[term for term, _ in terms] for terms in found]

    def get_term_names(self) -> np.ndarray | None:
        """The names of the features of the fit, None if they have none."""
        check_is_fitted(self, 'model_')
        names = self.model_.feature_names
        return None if names is None else np.array(names, dtype=object)

    def __sklearn_tags__(self):  # from scikit-learn 1.6 on
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = self._method in NON_NEGATIVE
        tags.input_tags.pairwise = getattr(self, 'kernel', None) == 'precomputed'
        return tags

    def _more_tags(self):  # until scikit-learn 1.5
        return {'requires_positive_X': self._method in NON_NEGATIVE,
                'pairwise': getattr(self, 'kernel', None) == 'precomputed',
                '_xfail_checks': EXPECTED_FAILURES.get(self._method, {})}


def validated(estimator, X, **how):
    """X as an array or a sparse matrix, by the check that this scikit-learn has."""
    try:
        from sklearn.utils.validation import validate_data  # from 1.6 on
    except ImportError:
        return estimator._validate_data(X, **how)
    return validate_data(estimator, X, **how)


def _value(text):
    """The value of an option as Python has it."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {'yes': True, 'no': False}.get(text, text)


def _rules_of(model):
    """A Vectorizer with the options of that of the texts of a model; None if it has no texts."""
    handle = model._text_vectorizer
    if handle is None or lib.manifact_vectorizer_documents(handle) == 0:  # names of features
        return None
    usual, found = Vectorizer()._options_of(), Vectorizer()._options_of(handle)
    return Vectorizer(**{name.replace('-', '_'): _value(text) for name, text in found.items()
                         if text != usual[name] and text != model.option(name)})


def _html_of(estimator):
    from sklearn.utils import estimator_html_repr
    return estimator_html_repr(estimator)


def _set_start(session, solver, start):
    if isinstance(start, Model):
        session.call(lib.manifact_solver_set_start_model, solver, start._handle, of='solver')
    elif isinstance(start, tuple):
        V, *W = (np.ascontiguousarray(real_numbers(factor, 'the start'), np.float64)
                 for factor in start)
        if V.ndim != 2 or any(factor.shape != V.shape for factor in W):
            raise ValueError('V and W of the start must have the same shape, documents x clusters')
        to_W = ffi.cast('double *', pointer(W[0])) if W else ffi.NULL
        session.call(lib.manifact_solver_set_start_factors, solver, to_W,
                     ffi.cast('double *', pointer(V)), *V.shape, of='solver')
    else:
        labels = whole(start, 'the labels of the start', np.int32, unknown=True)
        session.call(lib.manifact_solver_set_start_labels, solver,
                     ffi.cast('int32_t *', pointer(labels)), len(labels), of='solver')
