#!/usr/bin/python3
"""Updates against refits: accuracy over all documents, time and drift, as a Markdown table.

    bench/growth.py PROGRAM LIBRARY [--seeds 0,1,2] [--repeats 3] [--other INPUT]
      NAME=INPUT:K[:LABELS] ...

INPUT is lines label<TAB>text (.gz), or a matrix (.mtx.gz) with a file of labels. Of each seed a
random tenth of the documents is new: the others are fitted, and the new ones come last. Compared
are a fit of all documents, `manifact update`, and `manifact update --refit`.

The accuracy of the base is that of the fit of the old documents, over them.

Time of the library, in this process and on one thread: from texts or counts in memory to the
model; of the fit with counting all words, of the update with counting those of the new documents.
Time of the program: the whole command, writing a model or, for the fit, a folder. Each is the least
of --repeats runs. Far and unknown are the drift of the new documents; "other" that of as many
documents of --other, lines of text that have nothing to do with the collection.
"""
import argparse
import ctypes
import gzip
import pathlib
import random
import shutil
import subprocess
import tempfile
import time

import numpy
import scipy.io
import scipy.sparse

I64, VOID = ctypes.c_int64, ctypes.c_void_p


def least(run, times, prepare=lambda: None):
    """The last result, and the least time of a run in seconds, each after preparing it."""
    best = float('inf')
    for _ in range(times):
        prepare()
        begin = time.perf_counter()
        result = run()
        best = min(best, time.perf_counter() - begin)
    return result, best


class Library:
    def __init__(self, path):
        self.api = ctypes.CDLL(str(path))
        self.context = VOID()
        self.call('manifact_context_create', ctypes.byref(self.context))
        self.call('manifact_context_set_threads', self.context, I64(1))

    def call(self, name, *arguments):
        status = getattr(self.api, name)(*arguments)
        if status < 0:
            raise RuntimeError(f'{name}: status {status}')

    def made(self, name, *arguments):
        out = VOID()
        self.call(name, *arguments, ctypes.byref(out))
        return out

    def pointer(self, name, handle):
        function = getattr(self.api, name)
        function.restype = VOID
        return VOID(function(handle))

    def packed(self, texts):
        parts = [text.encode() for text in texts]
        offsets = numpy.zeros(len(parts) + 1, dtype=numpy.int64)
        offsets[1:] = numpy.cumsum([len(part) for part in parts])
        return b''.join(parts), offsets

    def matrix(self, X):
        return self.made('manifact_matrix_create_csr', self.context, I64(X.shape[0]),
                         I64(X.shape[1]), I64(X.nnz), X.indptr.ctypes.data_as(VOID), 2,
                         X.indices.ctypes.data_as(VOID), 2, 0, X.data.ctypes.data_as(VOID), 4, 0,
                         None, None)

    def fit(self, data, k):
        solver = self.made('manifact_solver_create', self.context, b'auto')
        self.call('manifact_solver_set_int64', solver, b'threads', I64(1))
        X = data
        if isinstance(data, tuple):
            vectorizer = self.made('manifact_vectorizer_create', self.context)
            self.call('manifact_vectorizer_take_limits', vectorizer, solver)
            self.call('manifact_vectorizer_add_many', vectorizer, data[0],
                      data[1].ctypes.data_as(VOID), I64(len(data[1]) - 1))
            X = self.made('manifact_vectorizer_finish', vectorizer)
            self.call('manifact_solver_set_vectorizer', solver, vectorizer)
        return self.made('manifact_solver_fit', solver, X, I64(k))

    def update(self, model, data):
        X, terms = data, None
        if isinstance(data, tuple):
            terms = numpy.zeros(len(data[1]) - 1, dtype=numpy.int64)
            X = self.made('manifact_vectorizer_transform_counted', self.context,
                          self.pointer('manifact_model_vectorizer', model), data[0],
                          data[1].ctypes.data_as(VOID), I64(len(terms)),
                          terms.ctypes.data_as(VOID))
            terms = terms.ctypes.data_as(VOID)
        return self.made('manifact_model_update', self.context, model, X, terms, None, None, None,
                         I64(0))

    def refit(self, model):
        solver = self.made('manifact_solver_create_from_model', self.context, model)
        self.call('manifact_solver_set_int64', solver, b'threads', I64(1))
        return self.made('manifact_solver_refit', solver, model)

    def accuracy(self, model, labels):
        pointer = self.pointer('manifact_model_labels', model)
        share = ctypes.c_double()
        self.call('manifact_evaluate', self.context, labels.ctypes.data_as(VOID), pointer,
                  I64(len(labels)), ctypes.byref(share), None, None, None, None)
        return share.value

    def drift(self, model):
        numbers = [I64() for _ in range(5)]
        self.call('manifact_model_edit_drift', model, I64(0), *map(ctypes.byref, numbers))
        documents, far, _, terms, unknown = [number.value for number in numbers]
        return far / documents, unknown / terms if terms > 0 else None


class Collection:
    def __init__(self, case):
        self.name, place = case.split('=', 1)
        source, k, *labels = place.split(':')
        self.k, self.is_text = int(k), not labels
        if self.is_text:
            lines = gzip.open(source, 'rt').read().splitlines()
            self.labels, self.documents = zip(*(line.split('\t', 1) for line in lines))
        elif '.mtx' not in source:
            raise SystemExit(f'{case}: {source} is text with its own labels; a file of labels goes '
                             'with a matrix (.mtx, .mtx.gz)')
        else:
            self.documents = scipy.io.mmread(source).tocsr().astype(float)
            self.documents.indptr = self.documents.indptr.astype('int64')
            self.documents.indices = self.documents.indices.astype('int64')
            self.labels = pathlib.Path(labels[0]).read_text().split()
        names = sorted(set(self.labels))
        self.labels = numpy.array([names.index(label) for label in self.labels], dtype='int32')

    def split(self, seed):
        """The numbers of the old documents and of the new ones."""
        order = list(range(len(self.labels)))
        random.Random(seed).shuffle(order)
        count = len(order) // 10
        return sorted(order[count:]), sorted(order[:count])

    def part(self, library, numbers):
        """Some documents as the library takes them, and the arrays that must live as long."""
        if self.is_text:
            return library.packed([self.documents[i] for i in numbers]), None
        rows = self.documents[numbers]
        rows.indptr, rows.indices = rows.indptr.astype('int64'), rows.indices.astype('int64')
        return library.matrix(rows), rows

    def write(self, folder, name, numbers):
        if self.is_text:
            path = folder / f'{name}.tsv'
            path.write_text(''.join(f'{self.labels[i]}\t{self.documents[i]}\n' for i in numbers))
        else:
            path = folder / f'{name}.mtx'
            scipy.io.mmwrite(path, self.documents[numbers].astype(int))
        return path


def times_of_commands(arguments, collection, old, new):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        paths = {name: collection.write(folder, name, numbers)
                 for name, numbers in (('old', old), ('new', new), ('all', old + new))}

        def run(*words):
            command = [arguments.program, *map(str, words), '-q', '--threads', '1']
            subprocess.run(command, check=True)

        run('cluster', paths['old'], '-k', collection.k, '-o', folder / 'fit')
        model = folder / 'fit/model.manifact'
        commands = [('cluster', paths['all'], '-k', collection.k, '-o', folder / 'all'),
                    ('update', model, paths['new'], '-o', folder / 'new.manifact'),
                    ('update', model, paths['new'], '--refit', '-o', folder / 'new.manifact')]
        outputs = folder / 'all', folder / 'new.manifact'

        def remove_outputs():
            shutil.rmtree(outputs[0], ignore_errors=True)
            outputs[1].unlink(missing_ok=True)

        return [least(lambda command=command: run(*command), arguments.repeats, remove_outputs)[1]
                for command in commands]


def compare(library, arguments, collection, seed):
    old, new = collection.split(seed)
    labels = collection.labels[old + new]
    parts = [collection.part(library, numbers) for numbers in (old, new, old + new)]
    (first, _), (added, _), (everything, _) = parts
    fit, fit_time = least(lambda: library.fit(everything, collection.k), arguments.repeats)
    base = library.fit(first, collection.k)
    grown, update_time = least(lambda: library.update(base, added), arguments.repeats)
    warm, warm_time = least(lambda: library.refit(grown), arguments.repeats)
    drift = list(library.drift(grown))
    if collection.is_text and arguments.other:
        lines = gzip.open(arguments.other, 'rt').read().splitlines()[:len(new)]
        strangers = library.packed([line.split('\t', 1)[1] for line in lines])
        drift += library.drift(library.update(base, strangers))
    accuracies = [library.accuracy(base, collection.labels[old])]
    accuracies += [library.accuracy(model, labels) for model in (fit, grown, warm)]
    times = [fit_time, update_time, update_time + warm_time]
    return accuracies + times + times_of_commands(arguments, collection, old, new) + drift


def cell(value, digits):
    return '' if value is None else f'{value:.{digits}f}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('library')
    parser.add_argument('cases', nargs='+', metavar='NAME=INPUT:K[:LABELS]')
    parser.add_argument('--seeds', default='0,1,2')
    parser.add_argument('--repeats', type=int, default=3)
    parser.add_argument('--other', metavar='INPUT')
    arguments = parser.parse_args()
    library = Library(arguments.library)
    columns = ['', 'seed', 'accuracy, base']
    columns += [f'{what} {name}' for what in ('accuracy,', 'library,', 'command,')
                              for name in ('fit', 'update', '`--refit`')]
    print('|', ' | '.join(columns + ['far', 'unknown', 'other far', 'other unknown']), '|')
    print('|---' * (len(columns) + 4) + '|')
    for collection in map(Collection, arguments.cases):
        for seed in arguments.seeds.split(','):
            values = compare(library, arguments, collection, int(seed))
            values += [None] * (14 - len(values))
            digits = [4] * 4 + [3] * 10
            print('|', collection.name, '|', seed, '|',
                  ' | '.join(map(cell, values, digits)), '|', flush=True)


if __name__ == '__main__':
    main()
