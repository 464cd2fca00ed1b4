"""The studies of docs/findings.md: what the papers do not measure. Each changes one thing in
several collections and fits several methods with their defaults."""
import dataclasses
import time
import typing

import data as inputs
from data import np


@dataclasses.dataclass
class Case:
    """What one fit gets. `scored`: the documents that count, all if None."""
    X: typing.Any
    truth: typing.Any
    k: int
    known: typing.Any = None
    pairs: typing.Any = None
    background: typing.Any = None
    scored: typing.Any = None
    options: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Study:
    name: str
    title: str
    about: str  # what was changed, and how
    values: list
    usual: typing.Any  # the value that the others are compared with
    methods: list  # with options
    make: typing.Callable  # of counts, classes, value and seed
    measure: str = 'nmi'
    agreement: bool = False  # with the labels of the usual value
    cost: bool = False
    collections: tuple = ('cstr', 'webace', 'rec')
    seeds: int = 3


def collection(folder, name, seed):
    """Counts and classes from 0; of 20 Newsgroups, 250 random documents of each of four groups."""
    if name == 'rec':
        X, labels = inputs.read(folder / '20newsgroups')
        names = (folder / '20newsgroups/classes.txt').read_text().split()
        random = np.random.default_rng([seed, 7])
        rows = np.concatenate([random.permutation(np.flatnonzero(labels == c + 1))[:250]
                               for c, group in enumerate(names) if group.startswith('rec.')])
        X, labels = X.take(np.sort(rows)), labels[np.sort(rows)]
        X = X.keep_columns(X.frequencies() > 1)
    else:
        X, labels = inputs.read(folder / name)
    return X, np.unique(labels, return_inverse=True)[1]


def clusters(labels):
    return len(np.unique(labels))


def wrong_number(X, labels, value, seed):
    return Case(X, labels, max(2, round(value * clusters(labels))))


def some_labels(labels, share, wrong, seed):
    """Classes of a share of each class, -1 elsewhere; a share of them is wrong."""
    random, known = np.random.default_rng([seed, 1]), np.full(len(labels), -1, np.int32)
    for c in np.unique(labels):
        own = random.permutation(np.flatnonzero(labels == c))
        known[own[:max(1, round(share * len(own)))]] = c
    given = random.permutation(np.flatnonzero(known >= 0))[:round(wrong * (known >= 0).sum())]
    k = clusters(labels)
    known[given] = (known[given] + 1 + random.integers(0, k - 1, len(given))) % k
    return known


def noisy_labels(X, labels, value, seed):
    known = some_labels(labels, .1, value, seed)
    return Case(X, labels, clusters(labels), known=known, scored=known < 0)


def noisy_pairs(X, labels, value, seed):
    """As many random pairs as documents, half of them of one class; a share has the wrong sign."""
    random, n = np.random.default_rng([seed, 2]), len(labels)
    first, second = random.integers(0, n, (2, 40 * n))
    same = labels[first] == labels[second]
    rows = np.concatenate([np.flatnonzero(of & (first < second))[:n // 2]
                           for of in (same, ~same)])
    rows = rows[np.unique(first[rows] * n + second[rows], return_index=True)[1]]
    weights = np.where(same[rows], 1, -1)
    weights = np.where(random.random(len(rows)) < value, -weights, weights)
    return Case(X, labels, clusters(labels),
                pairs=(first[rows], second[rows], weights.astype(float)))


def duplicates(X, labels, value, seed):
    """A twentieth of the documents is there several times; the documents themselves are scored."""
    random, n = np.random.default_rng([seed, 3]), len(labels)
    copied = random.permutation(n)[:n // 20]
    rows = np.concatenate([np.arange(n), np.repeat(copied, value)])
    return Case(X.take(rows), labels[rows], clusters(labels), scored=slice(0, n))


def unequal(X, labels, value, seed):
    """Four classes; each has `value` times the documents of the one before."""
    random = np.random.default_rng([seed, 4])
    classes = random.permutation(inputs.largest_classes(labels, 4))
    sizes = np.array([(labels == c).sum() for c in classes])
    parts = value**np.arange(4.0)
    sizes = np.maximum(4, (parts * min(sizes / parts)).astype(int))
    rows = np.sort(np.concatenate([random.permutation(np.flatnonzero(labels == c))[:size]
                                   for c, size in zip(classes, sizes)]))
    return Case(X.take(rows), labels[rows], 4)


def fewer_features(X, labels, value, seed):
    random = np.random.default_rng([seed, 5])
    kept = np.zeros(X.columns, bool)
    kept[random.permutation(X.columns)[:max(2, round(value * X.columns))]] = True
    return Case(X.keep_columns(kept), labels, clusters(labels))


def frequencies(X, labels, value, seed):
    """40 documents of each class, weighted by the frequencies of all documents or of their own."""
    random = np.random.default_rng([seed, 6])
    rows = np.sort(np.concatenate([random.permutation(np.flatnonzero(labels == c))[:40]
                                   for c in np.unique(labels)]))
    background = (X.frequencies(), len(X)) if value == 'collection' else None
    return Case(X.take(rows), labels[rows], clusters(labels), background=background)


def few_classes(X, labels, value, seed):
    """100 documents of each of three classes, weighted likewise."""
    random = np.random.default_rng([seed, 8])
    names, sizes = np.unique(labels, return_counts=True)
    rows = np.sort(np.concatenate([random.permutation(np.flatnonzero(labels == c))[:100]
                                   for c in random.choice(names[sizes > 50], 3, replace=False)]))
    background = (X.frequencies(), len(X)) if value == 'collection' else None
    return Case(X.take(rows), labels[rows], 3, background=background)


def precision(X, labels, value, seed):
    return Case(X, labels, clusters(labels), options={'precision': value})


def storage(X, labels, value, seed):
    if value == 'dense':
        rows = np.zeros((len(X), X.columns))
        rows[X.of_row(), X.indices] = X.values
        X = rows
    return Case(X, labels, clusters(labels), options={'weighting': 'tfidf'})


UNKNOWN = ['auto', 'lccf', 'ncut', 'nmf', 'kmeans']
STUDIES = {study.name: study for study in [
    Study('k', 'A wrong number of clusters', 'k times the number of classes', [.5, 1, 1.5, 2], 1,
          UNKNOWN, wrong_number),
    Study('labels', 'Wrong labels', 'a tenth of each class has labels, of which a share is wrong; '
          'the others are scored', [0, .1, .2, .4], 0,
          ['rcf', 'semi-lccf', 'ccf', 'label-propagation'], noisy_labels, 'accuracy'),
    Study('pairs', 'Wrong pairs', 'as many pairs as documents, half of them must-links; of a share '
          'the sign is wrong', [0, .1, .2, .4], 0, ['rcf', 'semi-lccf'], noisy_pairs, 'accuracy',
          collections=('cstr', 'rec')),
    Study('duplicates', 'Duplicates', 'copies of a twentieth of the documents; the documents '
          'without copies are scored', [0, 1, 5, 20], 0, UNKNOWN, duplicates),
    Study('unequal', 'Unequal classes', 'four classes, each with this many times the documents of '
          'the one before', [1, 2, 4], 1, UNKNOWN, unequal),
    Study('features', 'Few features', 'a share of the terms, chosen by chance',
          [.01, .03, .1, .3, 1], 1, UNKNOWN, fewer_features),
    Study('frequencies', 'Document frequencies of a subset', '40 documents of each class, weighted '
          'by the frequencies of these documents or of the whole collection',
          ['subset', 'collection'], 'subset', ['auto', 'lccf', 'kmeans'], frequencies, 'accuracy'),
    Study('classes', 'Document frequencies of few classes', '100 documents of each of three random '
          'classes, weighted by the frequencies of these documents or of the whole collection',
          ['subset', 'collection'], 'subset', ['auto', 'lccf', 'kmeans'], few_classes, 'accuracy',
          collections=('tdt2', 'reuters21578_raw', '20newsgroups'), seeds=10),
    Study('precision', 'Single precision', 'the factors in float or double', ['double', 'float'],
          'double', ['auto', 'lccf', 'nmf'], precision, agreement=True, cost=True),
    Study('storage', 'Dense storage', 'the same counts as a sparse and as a dense matrix, with '
          'weighting=tfidf',
          ['sparse', 'dense'], 'sparse', ['auto', 'lccf', 'nmf'], storage, agreement=True,
          cost=True),
]}


def fit(case, method, seed):
    """(labels, seconds of a processor) of one fit with one thread."""
    import run
    from manifact import _library, _matrix, _session, known, model
    session, lib, ffi = _session.Session(1), _library.lib, _library.ffi
    solver = session.solver(method, {'seed': seed, 'keep-data': 'no', **case.options})
    matrix, kept = run.matrix_for(session, case.X)
    if case.background is not None:
        counts, documents = case.background
        counts = np.ascontiguousarray(counts, np.int64)
        session.call(lib.manifact_matrix_set_background, session.context, matrix,
                     ffi.cast('int64_t *', _matrix.pointer(counts)), len(counts), documents)
    if case.known is not None or case.pairs is not None:
        given = known.constraints_of(session, len(case.truth), case.known, case.pairs)
        session.call(lib.manifact_solver_set_constraints, solver, given, of='solver')
    begin = time.thread_time()
    made = session.make('model', lib.manifact_solver_fit, solver, matrix, case.k, of='solver')
    seconds = time.thread_time() - begin
    del kept
    return model.Model(made).labels, seconds


def run_study(study, folder, name, seed):
    """{method: {value: [accuracy, nmi, ari, seconds, agreement or None]}}"""
    from manifact import metrics
    X, labels = collection(folder, name, seed)
    found, usual = {}, {}
    for value in sorted(study.values, key=lambda one: one != study.usual):
        case = study.make(X, labels, value, seed)
        for method in study.methods:
            clusters_of, seconds = fit(case, method, seed)
            usual.setdefault(method, clusters_of)
            scored = slice(None) if case.scored is None else case.scored
            scores = metrics.evaluate(case.truth[scored], clusters_of[scored])
            agreement = metrics.ari(usual[method], clusters_of) if study.agreement else None
            found.setdefault(method, {})[str(value)] = [
                *(round(scores[key], 5) for key in ('accuracy', 'nmi', 'ari')), round(seconds, 4),
                None if agreement is None else round(agreement, 5)]
    return found
