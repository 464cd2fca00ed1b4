#!/usr/bin/python3
"""The default method where it is hardest (needs numpy, scipy and scikit-learn).

    bench/default_limits.py MANIFACT DATA [--cases CASE ...] [--seeds 3] [--pipelines NAME ...]

DATA as for default_study.py, and bbc_news/docs.tsv.gz. Cases:

    two        two classes: all pairs of bbc_news, classic3 and cstr, five drawn pairs of
               20newsgroups, tdt2 and reuters21578_raw (classes of 50 documents or more)
    titles     the first five words of each document of bbc_news, which are its title
    wrong k    half and twice the number of classes
    unequal    five or six classes, each half as large as the one before
    draws      ten draws of 3 to 12 classes of 20newsgroups, tdt2 and reuters21578_raw (of 50
               documents or more), of each at most 300 documents

Prints accuracy / NMI (mutual information over the larger entropy) in percent, means over the seeds
(one for a pair or a draw). With a wrong k the accuracy is that of the matched clusters.
"""
import argparse
import gzip
import itertools
import pathlib
import tempfile

from default_study import PIPELINES, Study, read

import numpy
import scipy.io

DRAWN = ['20newsgroups', 'tdt2', 'reuters21578_raw']
TITLE_WORDS = 5


def classes_of(X, y, classes):
    kept = numpy.isin(y, classes)
    return X[kept], y[kept]


def two(data, _):
    for name in 'bbc_news', 'classic3', 'cstr':
        X, y = read(data, name)
        for pair in itertools.combinations(numpy.unique(y), 2):
            yield name, *classes_of(X, y, pair), 2, 1
    for name in DRAWN:
        X, y = read(data, name)
        random = numpy.random.default_rng(0)
        large = [c for c in numpy.unique(y) if (y == c).sum() >= 50]
        for _ in range(5):
            yield name, *classes_of(X, y, random.choice(large, 2, replace=False)), 2, 1


def titles(data, seeds):
    from sklearn.feature_extraction.text import CountVectorizer
    with gzip.open(data / 'bbc_news/docs.tsv.gz', 'rt', encoding='utf-8') as file:
        rows = [line.rstrip('\n').split('\t', 1) for line in file]
    texts = [' '.join(text.split()[:TITLE_WORDS]) for _, text in rows]
    y = numpy.unique([label for label, _ in rows], return_inverse=True)[1] + 1
    X = CountVectorizer(stop_words='english').fit_transform(texts)
    yield 'bbc_news, titles', X, y, 5, seeds


def wrong_k(data, seeds):
    for name in 'bbc_news', 'cstr', 'classic3', 'webace', 'rec':
        X, y = read(data, name)
        k = len(numpy.unique(y))
        for asked in max(2, k // 2), 2 * k:
            yield f'{name}, k = {asked} for {k}', X, y, asked, seeds


def unequal(data, seeds):
    for name in 'bbc_news', 'rec', 'classic3', *DRAWN[:2]:
        X, y = read(data, name)
        for draw in range(2 if name in DRAWN else 1):
            random = numpy.random.default_rng(draw)
            classes = random.permutation(numpy.unique(y))[:6]
            most = min((y == c).sum() * 2**order for order, c in enumerate(classes))
            kept = numpy.concatenate([
                random.choice(numpy.flatnonzero(y == c), most // 2**order, replace=False)
                for order, c in enumerate(classes)])
            label = f'{name}, {"/".join(str(most // 2**order) for order in range(len(classes)))}'
            yield label, X[numpy.sort(kept)], y[numpy.sort(kept)], len(classes), seeds


def draws(data, _):
    for order, name in enumerate(DRAWN):
        X, y = read(data, name)
        random = numpy.random.default_rng([2026, order])
        large = [c for c in numpy.unique(y) if (y == c).sum() >= 50]
        for _ in range(10):
            classes = random.choice(large, random.integers(3, 13), replace=False)
            kept = numpy.sort(numpy.concatenate([
                random.permutation(numpy.flatnonzero(y == c))[:300] for c in classes]))
            yield f'{name}, draws', X[kept], y[kept], len(classes), 1


CASES = {'two': two, 'titles': titles, 'wrong k': wrong_k, 'unequal': unequal, 'draws': draws}


def measure(study, scratch, case, arguments):
    """Rows of label, then accuracy and NMI of each pipeline; cases of one label are averaged."""
    rows = {}
    for label, X, y, k, seeds in CASES[case](arguments.data, arguments.seeds):
        used = numpy.diff(X.tocsr().indptr) > 0
        X, y = X.tocsr()[used], y[used]
        matrix = pathlib.Path(scratch) / 'X.mtx'
        scipy.io.mmwrite(matrix, X)
        found = [[study.scores(y, study.labels(X, matrix, k, name, seed)[0])
                  for seed in range(seeds)] for name in arguments.pipelines]
        rows.setdefault(label, []).append(100 * numpy.mean(found, axis=1))
    return {label: (numpy.mean(found, axis=0), numpy.min(found, axis=0), len(found))
            for label, found in rows.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--cases', nargs='+', default=list(CASES), choices=CASES)
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--pipelines', nargs='+', choices=PIPELINES,
                        default=['auto', 'quality', 'svd + k-means', 'ncut'])
    arguments = parser.parse_args()
    print('| | ' + ' | '.join(arguments.pipelines) + ' |')
    print('|---' * (len(arguments.pipelines) + 1) + '|')
    with tempfile.TemporaryDirectory() as scratch:
        study = Study(arguments.manifact, scratch)
        for case in arguments.cases:
            for label, (mean, least, count) in measure(study, scratch, case, arguments).items():
                if count > 1: label += f', mean of {count}'
                print(f'| `{label}` | ' + ' | '.join(f'{a:.1f} / {b:.1f}' for a, b in mean) + ' |',
                      flush=True)
                if count > 1:
                    print('| least | ' + ' | '.join(f'{a:.1f} / {b:.1f}' for a, b in least) + ' |',
                          flush=True)


if __name__ == '__main__':
    main()
