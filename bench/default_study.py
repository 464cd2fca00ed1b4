#!/usr/bin/python3
"""The default method on labeled collections of text (needs numpy, scipy and scikit-learn).

    bench/default_study.py MANIFACT DATA [--sets SET ...] [--seeds 3] [--pipelines NAME ...]

DATA contains folders with X.mtx.gz (counts) and labels.txt; the set rec is the groups 8 to 11 of
20newsgroups, and reuters10 the ten largest classes of reuters21578_raw. Prints accuracy / NMI
(mutual information over the larger entropy) in percent and their least, means over the seeds, and
of one fit with one thread the CPU seconds and the peak memory in MB.
"""
import argparse
import gzip
import json
import os
import pathlib
import resource
import subprocess
import tempfile

os.environ['OPENBLAS_NUM_THREADS'] = '1'

import numpy
import scipy.io

PIPELINES = {
    'auto': ['-m', 'auto'],
    'auto without sizes': ['-m', 'auto', '-s', 'refine=none'],
    'fast': ['-m', 'auto', '-s', 'preset=fast'],
    'quality': ['-m', 'auto', '-s', 'preset=quality'],
    'quality, exponent .5': ['-m', 'auto', '-s', 'preset=quality', '-s', 'merge-exponent=0.5'],
    'best': ['-m', 'auto', '-s', 'preset=best'],
    'svd + k-means': None,
    'ncut': ['-m', 'ncut'],
}
SETS = ['bbc_news', 'classic3', 'cstr', 'rec', 'webace', 'reuters10', 'tdt2', '20newsgroups']
PARTS = {'rec': ('20newsgroups', 8, 11), 'reuters10': ('reuters21578_raw', 1, 10)}  # classes


def read(data, name):
    source, first, last = PARTS.get(name, (name, None, None))
    folder = data / source
    with gzip.open(folder / 'X.mtx.gz') as file:
        X = scipy.io.mmread(file).tocsr()
    y = numpy.loadtxt(folder / 'labels.txt', dtype=int)
    if first is not None:
        kept = (y >= first) & (y <= last)
        X, y = X[kept], y[kept]
    return X, y


def seconds():
    own, children = (resource.getrusage(who)
                     for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def svd_kmeans(X, k, seed):
    from sklearn.cluster import KMeans
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.preprocessing import normalize
    X = X[:, numpy.diff(X.tocsc().indptr) >= 3]
    X = TfidfTransformer(sublinear_tf=True).fit_transform(X)
    Z = TruncatedSVD(min(100, X.shape[1] - 1), random_state=seed).fit_transform(X)
    return KMeans(k, n_init=10, random_state=seed).fit_predict(normalize(Z))


class Study:
    def __init__(self, manifact, scratch):
        self.manifact, self.scratch = manifact, pathlib.Path(scratch)

    def run(self, *arguments):
        return subprocess.run([self.manifact, *map(str, arguments)], check=True,
                              capture_output=True, text=True).stdout

    def labels(self, X, matrix, k, pipeline, seed):
        """The labels of one fit, its choice if it made one, and its peak memory in bytes."""
        if PIPELINES[pipeline] is None:
            return svd_kmeans(X, k, seed), '', numpy.nan
        out = self.scratch / 'out'
        self.run('cluster', matrix, '-k', k, '-q', '-o', out, '--threads', 1, '--seed', seed,
                 *PIPELINES[pipeline])
        report = json.loads((out / 'summary.json').read_text())
        choice = report.get('diagnostics', {}).get('view_choice', '')
        return numpy.loadtxt(out / 'labels.txt', dtype=int), choice, report['peak_bytes']

    def scores(self, truth, found):
        numpy.savetxt(self.scratch / 'truth.txt', truth, fmt='%d')
        numpy.savetxt(self.scratch / 'found.txt', found, fmt='%d')
        scores = json.loads(self.run('evaluate', self.scratch / 'truth.txt',
                                     self.scratch / 'found.txt', '--json'))
        return scores['accuracy'], scores['nmi']

    def row(self, X, y, matrix, pipeline, seeds):
        k, scores, choices, costs = len(numpy.unique(y)), [], [], []
        for seed in range(seeds):
            begin = seconds()
            found, choice, peak = self.labels(X, matrix, k, pipeline, seed)
            costs.append((seconds() - begin, peak / 1e6))
            scores.append(self.scores(y, found))
            choices.append(choice)
        return Row(100 * numpy.array(scores), numpy.mean(costs, axis=0), choices)


class Row:
    def __init__(self, scores, costs, choices):
        self.mean, self.least = numpy.mean(scores, axis=0), numpy.min(scores, axis=0)
        self.costs, self.choices = costs, choices

    def __str__(self):
        both = ' | '.join(f'{a:.1f} / {b:.1f}' for a, b in (self.mean, self.least))
        return f'{both} | {self.costs[0]:.2f} | {self.costs[1]:.0f} | {" ".join(self.choices)} |'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--sets', nargs='+', default=SETS)
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--pipelines', nargs='+', default=list(PIPELINES), choices=PIPELINES)
    arguments = parser.parse_args()
    print('| set | pipeline | accuracy / NMI | least | CPU s | MB | choices |\n' + '|---' * 7 + '|')
    all_rows = {}
    with tempfile.TemporaryDirectory() as scratch:
        study = Study(arguments.manifact, scratch)
        for name in arguments.sets:
            X, y = read(arguments.data, name)
            matrix = pathlib.Path(scratch) / 'X.mtx'
            scipy.io.mmwrite(matrix, X)
            for pipeline in arguments.pipelines:
                row = study.row(X, y, matrix, pipeline, arguments.seeds)
                all_rows.setdefault(pipeline, []).append(row)
                print(f'| {name} | {pipeline} | {row}', flush=True)
    for pipeline, rows in all_rows.items():
        accuracy, nmi = numpy.mean([row.mean for row in rows], axis=0)
        spent = numpy.mean([row.costs[0] for row in rows])
        print(f'| mean | {pipeline} | {accuracy:.1f} / {nmi:.1f} | | {spent:.1f} | | |')


if __name__ == '__main__':
    main()
