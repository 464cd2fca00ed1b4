#!/usr/bin/python3
"""Coherence and diversity of the top ten terms by each term score, as a Markdown table.

    bench/topic_quality.py MANIFACT [--top 10] NAME=INPUT:K ...

INPUT is text as manifact cluster reads it, K the number of topics. Coherence is the mean over the
topics of the mean normalized pointwise mutual information of all pairs of their top terms (Bouma
2009), with the share of the documents of INPUT itself that have a term, or both, as probability,
and -1 for a pair that never occurs together. Diversity is the share of distinct terms among the
top terms of all topics (Dieng, Ruiz, Blei 2020).
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy
import scipy.io

SCORES = ['exclusivity', 'lift', 'concept']


def occurrences(program, source, folder):
    """Which terms occur in which documents, and the column of each term."""
    counts = folder / 'counts.mtx'
    subprocess.run([program, 'vectorize', source, '-o', counts, '-q'], check=True)
    X = scipy.io.mmread(counts).tocsc()
    X.data = numpy.ones_like(X.data, dtype=float)
    terms = (folder / 'counts.terms.txt').read_text().splitlines()
    return X, {term: column for column, term in enumerate(terms)}


def coherence(X, columns):
    """The mean over the pairs of columns."""
    both = (X[:, columns].T @ X[:, columns]).toarray() / X.shape[0]
    alone, values = numpy.diag(both), []
    for a in range(len(columns)):
        for b in range(a):
            p = both[a, b]
            if p in (0, 1):
                values.append(-1 if p == 0 else 1)
            else:
                values.append(numpy.log(p / (alone[a] * alone[b])) / -numpy.log(p))
    return numpy.mean(values)


def top_terms(program, source, k, score, top, folder):
    subprocess.run([program, 'cluster', source, '-k', k, '-q', '-o', folder / 'topics', '--force',
                    '-s', f'term-score={score}', '-s', f'top-terms={top}'], check=True)
    return json.loads((folder / 'topics/summary.json').read_text())['top_terms']


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('cases', nargs='+', metavar='NAME=INPUT:K')
    parser.add_argument('--top', default='10')
    arguments = parser.parse_args()
    print('| |', ' | '.join(f'`{score}`' for score in SCORES), '|')
    print('|---' * (1 + len(SCORES)) + '|')
    for case in arguments.cases:
        name, place = case.split('=', 1)
        source, k = place.rsplit(':', 1)
        cells = []
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            X, column = occurrences(arguments.program, source, folder)
            for score in SCORES:
                topics = top_terms(arguments.program, source, k, score, arguments.top, folder)
                values = [coherence(X, [column[term] for term in terms]) for terms in topics]
                words = [term for terms in topics for term in terms]
                cells.append(f'{numpy.mean(values):.3f} / {len(set(words)) / len(words):.3f}')
        print(f'| {name}, {k} topics |', ' | '.join(cells), '|', flush=True)


if __name__ == '__main__':
    main()
