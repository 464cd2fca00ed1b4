#!/usr/bin/python3
"""Clusters of points: `auto` and its candidates beside other methods, as a Markdown table.

    bench/points_study.py MANIFACT DATA [--largest 6000] [--seed 0] [--families-only] [--no-sklearn]
    bench/points_study.py MANIFACT DATA --bayes 10

The second form: the accuracy of `auto` on 10 draws of each mixture beside that of the Bayes rule of
the mixture itself; the mean loss, the largest mean of one number of features, and of one draw.

Sets: DATA/points/*/NAME.data.gz with NAME.labels*.gz (skipped where absent), the tables uci_* of
DATA, and generated families. The number of clusters is given. A cell is the adjusted Rand index,
the best over the reference labels of a set; label 0 is noise and is left out. Below: the means,
and how many sets are more than .05 below `kmeans`. KMeans and GaussianMixture are those of
scikit-learn.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs, make_circles, make_moons
from sklearn.metrics import adjusted_rand_score
from sklearn.mixture import GaussianMixture

from coordinates import read_counts

METHODS = {'auto': [], 'dense': ['-s', 'preset=dense'], 'kmeans': ['-m', 'kmeans'],
           'gmm': ['-m', 'gmm'], 'can': ['-m', 'can'], 'ncut': ['-m', 'ncut']}


def batteries(data, largest):
    for path in sorted((data / 'points').glob('*/*.data.gz')):
        X = np.loadtxt(path, ndmin=2)
        stem = path.name[:-len('.data.gz')]
        if len(X) <= largest:
            yield stem, X, [np.loadtxt(labels, dtype=int)
                            for labels in sorted(path.parent.glob(f'{stem}.labels*.gz'))]


def tables(data):
    for folder in sorted(data.glob('uci_*')):
        X = np.asarray(read_counts(folder))
        yield folder.name, X if X.ndim == 2 else X.item().toarray(), [
            np.loadtxt(folder / 'labels.txt', dtype=int)]


class Mixture:
    """Round Gaussians: shares, centers, widths."""

    def __init__(self, sizes, centers, widths=None):
        self.sizes, self.centers = np.asarray(sizes, float), np.asarray(centers, float)
        self.widths = np.ones(len(sizes)) if widths is None else np.asarray(widths, float)

    def draw(self, rng, labels):
        noise = rng.normal(size=(len(labels), self.centers.shape[1]))
        return self.centers[labels] + noise * self.widths[labels][:, None]

    def bayes(self, X):
        d2 = ((X[:, None] - self.centers[None]) ** 2).sum(axis=2)
        return np.argmax(np.log(self.sizes) - X.shape[1] * np.log(self.widths)
                         - d2 / (2 * self.widths ** 2), axis=1)


def blobs_of(d, seed=None, n=400):
    """Four round groups of variance 1; the closest two centers are 5 apart."""
    rng = np.random.default_rng(d if seed is None else [d, seed])
    centers = rng.normal(size=(4, d))
    away = np.linalg.norm(centers[:, None] - centers[None], axis=2) + 1e9 * np.eye(4)
    mixture, labels = Mixture(np.ones(4), centers * 5 / away.min()), rng.integers(0, 4, n)
    return mixture.draw(rng, labels), labels, mixture


def customers(seed):
    """Groups of 600, 100 and 30 rows, and in odd ones of different width."""
    rng = np.random.default_rng(seed)
    sizes, away = [600, 100, 30], 6 + seed % 4
    mixture = Mixture(sizes, [(0, 0), (away, 0), (0, away)],
                      [2, .7, .7] if seed % 2 else [1, 1, 1])
    labels = np.repeat([0, 1, 2], sizes)
    return mixture.draw(rng, labels), labels, mixture


def at_origin(seed):
    """Three groups in 20 dimensions, one of them around the origin."""
    rng = np.random.default_rng(seed)
    centers = np.zeros((3, 20))
    centers[1, 0], centers[2, 1] = 6, 6 + seed % 3
    mixture, labels = Mixture(np.ones(3), centers), np.repeat([0, 1, 2], 200)
    return mixture.draw(rng, labels), labels, mixture


def spirals(seed):
    rng = np.random.default_rng(seed)
    t, labels = np.sqrt(rng.uniform(.05, 1, 900)) * 3 * np.pi, np.repeat([0, 1, 2], 300)
    angle = .6 * t + labels * 2 * np.pi / 3
    rows = (t * np.array([np.cos(angle), np.sin(angle)])).T
    return rows + .15 * rng.normal(size=(900, 2)), labels


def families():
    for s in range(3):
        yield f'circles {s}', *make_circles(500, factor=.5, noise=.05, random_state=s)
        yield f'moons {s}', *make_moons(500, noise=.05 + .05 * s, random_state=s)
        yield f'spirals {s}', *spirals(s)
        X, labels = make_blobs(n_samples=500, centers=3, random_state=170 + s)
        yield f'stretched {s}', X @ np.array([[.6, -.6], [-.4, .8]]), labels
        yield f'widths {s}', *make_blobs(n_samples=500, centers=3, cluster_std=[1, 2.5, .5],
                                         random_state=170 + s)
        yield f'origin {s}', *at_origin(s)[:2]
    for s in range(8):
        yield f'make_blobs {s}', *make_blobs(n_samples=500, centers=3, random_state=s)
    for d in (1, 2, 3, 5, 8, 10, 15, 20, 30, 50):
        yield f'blobs, {d} features', *blobs_of(d)[:2]
    for s in range(4):
        yield f'customers {s}', *customers(s)[:2]


def score(truths, k_labels):
    best = -1.0
    for truth in truths:
        known = truth > 0
        found = k_labels[len(set(truth[known]))]
        best = max(best, adjusted_rand_score(truth[known], found[known]))
    return best


def by_program(program, file, k, words, seed, out):
    done = subprocess.run([program, 'cluster', file, '-k', str(k), '--seed', str(seed), '-q',
                           '--force', '-o', out, *words], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return np.loadtxt(out / 'labels.txt', dtype=int), json.loads((out / 'summary.json').read_text())


def row_of(program, X, truths, seed, sklearn):
    counts = sorted({len(set(truth[truth > 0])) for truth in truths})
    scores, chosen, seconds = {}, set(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        np.save(folder / 'X.npy', X)
        for method, words in METHODS.items():
            found = {}
            for k in counts:
                found[k], summary = by_program(program, folder / 'X.npy', k, words, seed,
                                               folder / 'result')
                if method == 'auto':
                    chosen.add(summary['diagnostics'].get('clusters_of', 'dense'))
                    seconds += summary['seconds']
            scores[method] = score(truths, found)
    if sklearn:
        scores['KMeans'] = score(truths, {k: KMeans(k, n_init=10, random_state=seed).fit_predict(X)
                                          for k in counts})
        scores['GaussianMixture'] = score(truths, {
            k: GaussianMixture(k, random_state=seed).fit_predict(X) for k in counts})
    return scores, ', '.join(sorted(chosen)), seconds


def show(title, sets, arguments):
    rows, columns = [], None
    for name, X, truths in sets:
        X = np.asarray(X, dtype=float).reshape(len(X), -1)
        scores, chosen, seconds = row_of(arguments.manifact, X, truths, arguments.seed,
                                         not arguments.no_sklearn)
        if columns is None:
            columns = list(scores)
            print(f'\n{title}\n\n| | rows x features | {" | ".join(columns)} | chosen | s |')
            print('|---' * (len(columns) + 4) + '|')
        rows.append(scores)
        print(f'| `{name}` | {X.shape[0]} x {X.shape[1]} |',
              ' | '.join(f'{scores[c]:.3f}' for c in columns), f'| {chosen} | {seconds:.2f} |',
              flush=True)
    if not rows:
        print(f'\n{title}: no sets found')
        return
    print('| mean | |', ' | '.join(f'{np.mean([r[c] for r in rows]):.3f}' for c in columns),
          '| | |')
    print('| more than .05 below `kmeans` | |',
          ' | '.join(str(sum(r[c] < r['kmeans'] - .05 for r in rows)) for c in columns), '| | |')


def accuracy(labels, found):
    table = np.zeros((max(labels.max(), found.max()) + 1,) * 2)
    np.add.at(table, (labels, found), 1)
    return table[linear_sum_assignment(-table)].sum() / len(labels)


def losses(arguments, draw):
    """Accuracy of `auto` and of the Bayes rule, for each draw."""
    scores = []
    for s in range(arguments.seed, arguments.seed + arguments.bayes):
        X, labels, mixture = draw(s)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            np.save(folder / 'X.npy', X)
            found, _ = by_program(arguments.manifact, folder / 'X.npy', len(mixture.sizes), [],
                                  arguments.seed, folder / 'result')
        scores.append((accuracy(labels, found), np.mean(mixture.bayes(X) == labels)))
    return scores


def bayes(arguments):
    draws = {f'blobs, {first} to {first + 9} features':
             [lambda s, d=d: blobs_of(d, s) for d in range(first, first + 10)]
             for first in range(1, 50, 10)}
    draws |= {'customers': [customers], 'origin': [at_origin]}
    print('| | auto | Bayes | mean loss | of one number of features | of one draw |')
    print('|---' * 6 + '|')
    for name, kinds in draws.items():
        scores = np.array([losses(arguments, draw) for draw in kinds])
        auto, best = scores[..., 0], scores[..., 1]
        loss = best - auto
        print(f'| `{name}` | {auto.mean():.4f} | {best.mean():.4f} | {loss.mean():.4f} |'
              f' {loss.mean(axis=1).max():.4f} | {loss.max():.4f} |', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--largest', type=int, default=6000)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--families-only', action='store_true')
    parser.add_argument('--no-sklearn', action='store_true')
    parser.add_argument('--bayes', type=int, default=0, metavar='DRAWS')
    arguments = parser.parse_args()
    if arguments.bayes:
        return bayes(arguments)
    if not arguments.families_only:
        show('Batteries', batteries(arguments.data, arguments.largest), arguments)
        show('Tables', tables(arguments.data), arguments)
    show('Families', ((name, X, [np.asarray(y) + 1]) for name, X, y in families()), arguments)


if __name__ == '__main__':
    main()
