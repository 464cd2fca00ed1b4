"""Changes of the topics of a model without another fit, and what describes them."""
from __future__ import annotations

import collections.abc
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ._library import InvalidInput, OutOfRange, ffi, lib, text_of
from ._matrix import matrix_of, output, pointer
from ._session import Session
from ._types import Handle, Linkage, Matrix, Score
from ._values import plain, utf8, whole_number
from .known import classes_of, constraints_of, whole

T = TypeVar('T', bound='Topics')

SCORES = {'concept': lib.MANIFACT_SCORE_CONCEPT, 'lift': lib.MANIFACT_SCORE_LIFT,
          'exclusivity': lib.MANIFACT_SCORE_EXCLUSIVITY}
LINKAGES = {'ward': lib.MANIFACT_LINKAGE_WARD, 'average': lib.MANIFACT_LINKAGE_AVERAGE}
WEAKNESSES = {lib.MANIFACT_WEAKNESS_NONE: None, lib.MANIFACT_WEAKNESS_EMPTY: 'empty',
              lib.MANIFACT_WEAKNESS_SMALL: 'small', lib.MANIFACT_WEAKNESS_NEAR_COPY: 'near copy',
              lib.MANIFACT_WEAKNESS_INCOHERENT: 'incoherent'}

CHANGES = {lib.MANIFACT_CHANGE_STAYED: 'stayed', lib.MANIFACT_CHANGE_MOVED: 'moved',
           lib.MANIFACT_CHANGE_SPLIT: 'split', lib.MANIFACT_CHANGE_JOINED: 'joined',
           lib.MANIFACT_CHANGE_APPEARED: 'appeared', lib.MANIFACT_CHANGE_VANISHED: 'vanished'}


def one_of(words, name, value):
    value = plain(value)
    if value not in words:
        known = ', '.join(str(word) for word in words)
        raise ValueError(f'{name} must be one of {known}, not {value!r}')
    return words[value]


def numbers_of(values, name, dtype=np.int64):
    array = whole(values, name, dtype, unknown=dtype is np.int32)
    return array, ffi.cast('int64_t *' if dtype is np.int64 else 'int32_t *', pointer(array))


def _is_one(topics):
    """Whether an argument is one topic. Sets and generators are several."""
    topics = plain(topics)
    return isinstance(topics, str) or not isinstance(topics, collections.abc.Iterable)


class Topics:
    """The part of Model about topics, which are its clusters."""

    def __init__(self, handle: Handle):
        self._handle = handle

    @property
    def n_documents(self) -> int:
        return lib.manifact_model_documents(self._handle)

    @property
    def n_clusters(self) -> int:
        return lib.manifact_model_clusters(self._handle)

    def _topic(self, topic, least=0):
        topic = whole_number(topic, 'the topic')
        if not least <= topic < self.n_clusters:
            raise OutOfRange(f'there is no topic {topic}: 0 to {self.n_clusters - 1}')
        return topic

    def _topics(self, topics):
        """(an array, its pointer) of one topic or several."""
        several = [topics] if _is_one(topics) else list(topics)
        array, numbers = numbers_of(several, 'topics')
        for topic in array.tolist():
            self._topic(topic)
        return array, numbers

    def _edited(self, function, *arguments, X=None, takes_X=True):
        session = Session()
        handle, _kept = (ffi.NULL, None) if X is None else matrix_of(session, X)
        return type(self)(session.make('model', function, session.context, self._handle,
                                       *arguments, *([handle] if takes_X else [])))

    def merge(self: T, topics: ArrayLike, X: Matrix = None) -> T:
        """A model in which the topics are one. X: the documents of the fit, if the model does not
        keep them."""
        if _is_one(topics):
            raise ValueError('topics must be a list of those that become one, as in merge([0, 1])')
        array, numbers = self._topics(topics)
        return self._edited(lib.manifact_model_merge, numbers, len(array), X=X)

    def split(self: T, topic: int, parts: int = 2, X: Matrix = None) -> T:
        """A model in which a topic is divided."""
        return self._edited(lib.manifact_model_split, self._topic(topic),
                            whole_number(parts, 'parts'), X=X)

    def hide(self: T, topics: ArrayLike) -> T:
        """A model without one topic or several, whose documents become unassigned."""
        array, numbers = self._topics(topics)
        return self._edited(lib.manifact_model_hide, numbers, len(array), takes_X=False)

    def reduce(self: T, n_clusters: int, linkage: Linkage = 'ward', X: Matrix = None) -> T:
        """A model whose topics are merged along tree() until n_clusters are left."""
        return self._edited(lib.manifact_model_reduce, one_of(LINKAGES, 'linkage', linkage),
                            whole_number(n_clusters, 'n_clusters'), X=X)

    def rename(self: T, topic: int, name: str) -> T:
        """A model in which a topic has a name."""
        return self._edited(lib.manifact_model_rename, self._topic(topic), utf8(name, 'name'),
                            takes_X=False)

    def topic_name(self, topic: int) -> str:
        """The name given to a topic by rename(), "" if there is none."""
        return text_of(lib.manifact_model_topic_name(self._handle, self._topic(topic)))

    def rename_group(self: T, topics: ArrayLike, name: str) -> T:
        """A model in which topics together, such as a parent in tree(), have a name."""
        array, numbers = self._group(topics)
        return self._edited(lib.manifact_model_rename_group, numbers, len(array),
                            utf8(name, 'name'), takes_X=False)

    def group_name(self, topics: ArrayLike) -> str:
        """The name given to topics together by rename_group(), "" if there is none."""
        array, numbers = self._group(topics)
        return text_of(lib.manifact_model_group_name(self._handle, numbers, len(array)))

    def _group(self, topics):
        array, numbers = self._topics(topics)
        if len(array) < 2:
            raise OutOfRange('a group has at least two topics')
        return array, numbers

    def phrases(self, topic: int) -> str:
        """The phrases of the documents of a topic, its title if it has no name."""
        return text_of(lib.manifact_model_phrases(self._handle, self._topic(topic)))

    def suggest_labels(self, count: int = 1, y: ArrayLike | None = None,
                       pairs: ArrayLike | None = None,
                       X: Matrix = None) -> tuple[np.ndarray, np.ndarray]:
        """(documents, margins) whose labels to ask a person about next, the first one first. `y`
        and `pairs`: what is known already, as for fit(). X: the documents of the fit, if the model
        does not keep them."""
        session = Session()
        handle, _kept = (ffi.NULL, None) if X is None else matrix_of(session, X)
        codes = None if y is None else classes_of(y, 'y', self.n_documents)[1]
        known = ffi.NULL if codes is None and pairs is None else constraints_of(
            session, self.n_documents, codes, pairs)
        count = whole_number(count, 'count', 0)
        (documents, to_documents), (margins, to_margins) = output(count, 'int64_t'), output(count)
        found = ffi.new('int64_t *')
        session.call(lib.manifact_model_suggest_labels, session.context, self._handle, handle,
                     known, count, to_documents, to_margins, found)
        return documents[:found[0]], margins[:found[0]]

    def suggest_pairs(self, count: int = 1, y: ArrayLike | None = None,
                      pairs: ArrayLike | None = None) -> tuple[np.ndarray, np.ndarray]:
        """(pairs, margins): pairs of documents, count x 2, to ask a person about next, the first
        one first, and the margin of the document in doubt. `y` and `pairs`: what is known."""
        session = Session()
        codes = None if y is None else classes_of(y, 'y', self.n_documents)[1]
        known = ffi.NULL if codes is None and pairs is None else constraints_of(
            session, self.n_documents, codes, pairs)
        count = whole_number(count, 'count', 0)
        (first, to_first), (second, to_second) = output(count, 'int64_t'), output(count, 'int64_t')
        margins, to_margins = output(count)
        found = ffi.new('int64_t *')
        session.call(lib.manifact_model_suggest_pairs, session.context, self._handle, known, count,
                     to_first, to_second, to_margins, found)
        return np.column_stack([first, second])[:found[0]], margins[:found[0]]

    @property
    def edits(self) -> list[tuple[str, list[int]]]:
        """[(what was done, the new number of each topic before it)]"""
        found = []
        for i in range(lib.manifact_model_edit_count(self._handle)):
            text, to, n = ffi.new('const char **'), ffi.new('const int64_t **'), \
                ffi.new('int64_t *')
            Session(1).call(lib.manifact_model_edit, self._handle, i, text, to, n)
            found.append((text_of(text[0]), ffi.unpack(to[0], n[0])))
        return found

    def tree(self, linkage: Linkage = 'ward') -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(steps, heights, order): the two groups that each step joins, as in a linkage of SciPy,
        the distances, and the topics with similar ones beside each other."""
        k, session = self.n_clusters, Session()
        (steps, to_steps), (heights, to_heights) = output(2 * (k - 1), 'int64_t'), output(k - 1)
        order, to_order = output(k, 'int64_t')
        session.call(lib.manifact_model_tree, session.context, self._handle,
                     one_of(LINKAGES, 'linkage', linkage), to_steps, to_heights, to_order, k)
        return steps.reshape(-1, 2), heights, order

    def tree_cut(self, n_groups: int, linkage: Linkage = 'ward') -> np.ndarray:
        """The group of each topic when the tree is cut into n_groups."""
        groups, to_groups = output(self.n_clusters, 'int32_t')
        session = Session()
        session.call(lib.manifact_model_tree_cut, session.context, self._handle,
                     one_of(LINKAGES, 'linkage', linkage), whole_number(n_groups, 'n_groups'),
                     to_groups, self.n_clusters)
        return groups

    def topic_quality(self, X: Matrix = None, count: int = 10,
                      score: Score = 'exclusivity') -> dict[str, Any]:
        """{"coherence", "diversity", "separation", "weakness"} of the topics, by their top terms.
        X: counts of the terms, by default the documents that the model keeps."""
        k, session = self.n_clusters, Session()
        handle, _kept = (ffi.NULL, None) if X is None else matrix_of(session, X)
        arrays = {name: output(k) for name in ('coherence', 'diversity', 'separation')}
        weakness, to_weakness = output(k, 'int32_t')
        session.call(lib.manifact_model_topic_numbers, session.context, self._handle, handle,
                     one_of(SCORES, 'score', score), whole_number(count, 'count', 0),
                     *(to for _, to in arrays.values()), to_weakness, k)
        return {**{name: array for name, (array, _) in arrays.items()},
                'weakness': [WEAKNESSES.get(number) for number in weakness.tolist()]}

    def stability(self, samples: int = 10, X: Matrix = None) -> np.ndarray:
        """How reliably each topic recurs in samples of the documents, 0 .. 1. X: as in
        merge()."""
        session = Session()
        handle, _kept = (ffi.NULL, None) if X is None else matrix_of(session, X)
        found, to_found = output(self.n_clusters)
        session.call(lib.manifact_model_stability, session.context, self._handle, handle,
                     whole_number(samples, 'samples', 1), to_found, self.n_clusters)
        return found

    def _of_documents(self, values, name):
        """numbers_of(), of which each document has one."""
        array, numbers = numbers_of(values, name, np.int32)
        if len(array) != self.n_documents:
            raise InvalidInput(f'{name} has {len(array)} entries, but the model has '
                               f'{self.n_documents} documents', 'ERROR_LENGTH')
        return array, numbers

    def timeline(self, periods: ArrayLike) -> np.ndarray:
        """The documents of each topic in each period, periods x topics. `periods`: the period of
        each document from 0, -1 if it is not known."""
        array, numbers = self._of_documents(periods, 'periods')
        n_periods = int(array.max(initial=0)) + 1
        counts, to_counts = output(n_periods * self.n_clusters, 'int64_t')
        Session(1).call(lib.manifact_model_timeline, self._handle, numbers, len(array), n_periods,
                        to_counts, counts.size)
        return counts.reshape(n_periods, -1)

    def trends(self, topic: int, periods: ArrayLike, direction: Literal[1, -1] = 1,
               count: int = 10, X: Matrix = None) -> tuple[np.ndarray, np.ndarray]:
        """(terms, scores) that become more (direction 1) or less frequent (-1) among the documents
        of a topic: indices of features, and |z| of a test for a trend."""
        session = Session()
        handle, _kept = (ffi.NULL, None) if X is None else matrix_of(session, X)
        array, numbers = numbers_of(periods, 'periods', np.int32)
        count = whole_number(count, 'count', 0)
        (terms, to_terms), (scores, to_scores) = output(count, 'int64_t'), output(count)
        found = ffi.new('int64_t *')
        session.call(lib.manifact_model_trends, session.context, self._handle, handle, numbers,
                     len(array), self._topic(topic), whole_number(direction, 'direction'), count,
                     to_terms, to_scores, found)
        return terms[:found[0]], scores[:found[0]]

    def positions(self, X: Matrix = None) -> np.ndarray:
        """x, y of each document, placed so that neighbors stay neighbors; NaN for a document
        without features. X: the documents, for a model that does not keep them."""
        return self._positions(X)[0]

    def map_quality(self, X: Matrix = None) -> tuple[float, float]:
        """(trustworthiness, continuity) of these positions at 15 neighbors, 0 to 1."""
        return self._positions(X)[1]

    def _positions(self, X):
        session, n = Session(), self.n_documents
        handle, _kept = (ffi.NULL, None) if X is None else matrix_of(session, X)
        (positions, to_positions), (quality, to_quality) = output(2 * n), output(2)
        session.call(lib.manifact_model_positions, session.context, self._handle, handle,
                     to_positions, n, to_quality)
        return positions.reshape(n, 2), (float(quality[0]), float(quality[1]))

    def _repr_html_(self) -> str:
        """The map, in a notebook: below 1 MB for any number of documents."""
        from ._picture import picture
        return picture(self)

    def group_test(self, groups: ArrayLike) -> dict[str, np.ndarray]:
        """{"statistic", "p_value", "adjusted", "expected"} of each topic: whether its share differs
        between groups of documents, by Pearson's chi-square test, with p adjusted for all topics by
        Holm's method; p is rough where the least expected count is below 5. NaN if there is nothing
        to compare. `groups`: the group of each document from 0, -1 if it is not known; timeline()
        counts the documents."""
        array, numbers = self._of_documents(groups, 'groups')
        names = ('statistic', 'p_value', 'adjusted', 'expected')
        arrays = {name: output(self.n_clusters) for name in names}
        Session(1).call(lib.manifact_model_group_test, self._handle, numbers, len(array),
                        int(array.max(initial=-1)) + 1, *(to for _, to in arrays.values()),
                        self.n_clusters)
        return {name: array for name, (array, _) in arrays.items()}

    def group_terms(self, topic: int, group: int, groups: ArrayLike, count: int = 10,
                    X: Matrix = None) -> tuple[np.ndarray, np.ndarray]:
        """(terms, scores) that are typical of a group among the documents of a topic, -1 for all
        documents: indices of features, and log-odds with an informative prior over their standard
        deviation. X: counts of the terms, by default the documents that the model keeps."""
        session = Session()
        handle, _kept = (ffi.NULL, None) if X is None else matrix_of(session, X)
        array, numbers = numbers_of(groups, 'groups', np.int32)
        count = whole_number(count, 'count', 0)
        (terms, to_terms), (scores, to_scores) = output(count, 'int64_t'), output(count)
        found = ffi.new('int64_t *')
        session.call(lib.manifact_model_group_terms, session.context, self._handle, handle, numbers,
                     len(array), self._topic(topic, -1), whole_number(group, 'group'), count,
                     to_terms, to_scores, found)
        return terms[:found[0]], scores[:found[0]]

    def map(self) -> tuple[np.ndarray, np.ndarray]:
        """(documents, clusters): x, y of each document, and x, y, radius of each cluster, on a map
        of the clusters."""
        n, k = self.n_documents, self.n_clusters
        (documents, to_documents), (clusters, to_clusters) = output(2 * n), output(3 * k)
        Session(1).call(lib.manifact_model_map, self._handle, to_documents, n, to_clusters, k)
        return documents.reshape(n, 2), clusters.reshape(k, 3)

    def common_documents(self, later: 'Topics') -> np.ndarray:
        """Of each document its row in a later model, or -1: those with the same name, or without
        one with the same beginning."""
        rows, to_rows = output(self.n_documents, 'int64_t')
        session = Session()
        session.call(lib.manifact_model_common_documents, session.context, self._handle,
                     later._handle, to_rows, self.n_documents, ffi.NULL)
        return rows

    def compare(self, later: 'Topics', rows: ArrayLike | None = None) -> dict[str, Any]:
        """How the topics live on in a later model: {"forward", "backward": the shares of the
        earlier and of the later topics, earlier x later, "partners": the later topic matched with
        each, or -1, "changes_before", "changes_after": "stayed", "moved", "split", "joined",
        "appeared", "vanished"}. rows: of each document its row in the later model, or -1, as
        common_documents(); by default topics are compared by their terms."""
        k, n_after, session = self.n_clusters, later.n_clusters, Session()
        array = None if rows is None else whole(rows, 'rows', np.int64, unknown=True)
        numbers = ffi.NULL if array is None else ffi.cast('int64_t *', pointer(array))
        forward, to_forward = output(k * n_after)
        backward, to_backward = output(k * n_after)
        partners, to_partners = output(k, 'int64_t')
        before, to_before = output(k, 'int32_t')
        after, to_after = output(n_after, 'int32_t')
        session.call(lib.manifact_model_compare, session.context, self._handle, later._handle,
                     numbers, self.n_documents if array is None else len(array), to_forward,
                     to_backward, to_partners, to_before, k, to_after, n_after)
        return {'forward': forward.reshape(k, n_after), 'backward': backward.reshape(k, n_after),
                'partners': partners, 'changes_before': [CHANGES[each] for each in before.tolist()],
                'changes_after': [CHANGES[each] for each in after.tolist()]}

    def join(self: T, other: 'Topics') -> tuple[T, np.ndarray, int]:
        """(model, topics, common): a fit of the documents of both models together, of each topic of
        the other model its number there, or -1 if all of its documents are in topics of this one,
        and the number of documents of both. The method and the options are those of this model."""
        session = Session()
        solver = session.make('solver', lib.manifact_solver_create_from_model, session.context,
                              self._handle)
        topics, to_topics = output(other.n_clusters, 'int64_t')
        common = ffi.new('int64_t *')
        made = session.make('model', lib.manifact_solver_join, solver, self._handle, other._handle,
                            to_topics, other.n_clusters, common, of='solver')
        return type(self)(made), topics, common[0]

    def new_topics(self) -> tuple[np.ndarray, int]:
        """(labels, number): the topic of each document, with the number of new topics among the
        documents that update() has added; these have the numbers n_clusters and more."""
        labels, to_labels = output(self.n_documents, 'int32_t')
        found, session = ffi.new('int64_t *'), Session()
        session.call(lib.manifact_model_new_topics, session.context, self._handle, to_labels,
                     self.n_documents, found)
        return labels, found[0]
