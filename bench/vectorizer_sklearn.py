"""Vectorization compared with scikit-learn: vectorizer_sklearn.py LIBRARY DOCS.TSV.GZ [ROUNDS
[THREADS]]

DOCS.TSV.GZ contains label<TAB>text lines. Both use the same token rule, no stop words and no
stemming. First the vocabulary and the counts are compared (equal on ASCII text; otherwise the
differences are printed). Then TfidfVectorizer and the shared library LIBRARY (counting, finishing
and weighting with tf-idf and unit rows) are timed alternately; prints the medians of ROUNDS and
their ratio for 1 and for THREADS threads."""
import ctypes
import gzip
import statistics
import sys
import time

import numpy
import scipy.sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

C = ctypes
library = C.CDLL(sys.argv[1])
for text in ('vectorizer_term', 'vectorizer_message', 'context_message'):
    getattr(library, 'manifact_' + text).restype = C.c_char_p
for name in ('vectorizer_terms', 'matrix_rows', 'matrix_columns', 'matrix_entries'):
    getattr(library, 'manifact_' + name).restype = C.c_int64
OPTIONS = {'language': 'none', 'stop-words': 'none', 'addresses': 'words'}


def call(name, *arguments):
    status = getattr(library, 'manifact_' + name)(*arguments)
    if status < 0:
        sys.exit(f'manifact_{name}: status {status}')


class Ours:
    def __init__(self, threads):
        self.context = C.c_void_p()
        call('context_create', C.byref(self.context))
        call('context_set_threads', self.context, C.c_int64(threads))

    def counts(self, text, offsets):
        vectorizer, X = C.c_void_p(), C.c_void_p()
        call('vectorizer_create', self.context, C.byref(vectorizer))
        for option, value in OPTIONS.items():
            call('vectorizer_set_text', vectorizer, option.encode(), value.encode())
        call('vectorizer_add_many', vectorizer, text, offsets.ctypes.data_as(C.c_void_p),
             C.c_int64(len(offsets) - 1))
        call('vectorizer_finish', vectorizer, C.byref(X))
        return vectorizer, X

    def weighted(self, text, offsets):
        vectorizer, X = self.counts(text, offsets)
        Y = C.c_void_p()
        call('matrix_weight', self.context, X, b'tfidf', b'unit-rows', C.byref(Y))
        for matrix in (X, Y):
            library.manifact_matrix_free(matrix)
        library.manifact_vectorizer_free(vectorizer)

    def matrix(self, X):
        n, m, entries = (getattr(library, 'manifact_matrix_' + what)(X)
                         for what in ('rows', 'columns', 'entries'))
        indptr, indices = numpy.empty(n + 1, numpy.int64), numpy.empty(entries, numpy.int64)
        values = numpy.empty(entries)
        call('matrix_copy_csr', X, indptr.ctypes.data_as(C.c_void_p), 2,
             indices.ctypes.data_as(C.c_void_p), 2, values.ctypes.data_as(C.c_void_p), 4,
             C.c_int64(entries))
        return scipy.sparse.csr_matrix((values, indices, indptr), shape=(n, m))


def compare(documents, text, offsets):
    vectorizer, X = Ours(1).counts(text, offsets)
    terms = [library.manifact_vectorizer_term(vectorizer, C.c_int64(j)).decode()
             for j in range(library.manifact_vectorizer_terms(vectorizer))]
    X = Ours(1).matrix(X)
    reference = CountVectorizer()
    Y = reference.fit_transform(documents).tocsr()
    theirs = sorted(reference.vocabulary_, key=lambda term: term.encode())
    Y = Y[:, [reference.vocabulary_[term] for term in theirs]].tocsr()
    if terms == theirs and (X != Y).nnz == 0:
        print(f'{len(documents)} documents, {len(terms)} terms, {X.nnz} counts: equal')
        return
    ascii_only = all(document.isascii() for document in documents)
    differing = sorted(set(terms) ^ set(theirs))
    print(
        f'{len(terms)} terms here, {len(theirs)} in scikit-learn; {len(differing)} in only one: '
        f'{differing[:20]}')
    if ascii_only:
        sys.exit('different on ASCII text')


def timed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
threads = int(sys.argv[4]) if len(sys.argv) > 4 else 2
with gzip.open(sys.argv[2], 'rt', encoding='utf-8', newline='\n') as lines:
    documents = [line.rstrip('\n').split('\t', 1)[1] for line in lines]
pieces = [document.encode() for document in documents]
offsets = numpy.concatenate(([0],
                             numpy.cumsum([len(piece) for piece in pieces]))).astype(numpy.int64)
text = b''.join(pieces)
compare(documents, text, offsets)
plain = [document.encode('ascii', 'replace') for document in documents]
compare([piece.decode() for piece in plain], b''.join(plain),
        numpy.concatenate(([0], numpy.cumsum([len(piece) for piece in plain]))).astype(numpy.int64))
hosts = {count: Ours(count) for count in sorted({1, threads})}
seconds = {name: [] for name in ('scikit-learn', *hosts)}
for _ in range(rounds):
    seconds['scikit-learn'].append(timed(lambda: TfidfVectorizer().fit_transform(documents)))
    for count, host in hosts.items():
        seconds[count].append(timed(lambda: host.weighted(text, offsets)))
reference = statistics.median(seconds['scikit-learn'])
print(f'{len(text) / 1e6:.1f} MB, medians of {rounds}: scikit-learn {reference:.3f} s')
for count in hosts:
    ours = statistics.median(seconds[count])
    print(
        f'  {count} threads: {ours:.4f} s, {len(text) / 1e6 / ours:.0f} MB/s, '
        f'{reference / ours:.1f} times as fast')
