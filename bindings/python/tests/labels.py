"""What a fit finds, for bindings/tests/cross_language.py, which says what is read
and printed: labels.py INPUT METHOD K [NAME=VALUE...] [-- INPUT...]"""
import itertools
import pathlib
import sys

import numpy as np
import scipy.sparse as sp

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import manifact


def read(path):
    lines = path.read_text('utf-8').splitlines()
    if path.suffix == '.txt':
        return lines
    if path.suffix == '.dense':
        return np.array([[float(value) for value in line.split()] for line in lines[1:]])
    rows = [[entry.split(':') for entry in line.split()] for line in lines[1:]]
    indptr = np.cumsum([0, *map(len, rows)])
    indices = [int(column) for row in rows for column, _ in row]
    values = [float(value) for row in rows for _, value in row]
    return sp.csr_matrix((values, indices, indptr), shape=tuple(map(int, lines[0].split())))


def bits(array):
    return np.asarray(array).astype('>f8').tobytes().hex()


def seeds(data, k):
    third = data.shape[1] // 3
    return np.concatenate(manifact.seed_labels(
        data, [[0], [third], [(2 * third, 2 * third + 1)]], k, [[1], [2], [1]]))


def drift(model, texts):
    return model.update([f'{text} tungsten' for text in texts[:6]]).drift().values()


def main(path, method, k, *options):
    kind, = (kind for kind in map(manifact.__dict__.get, manifact.methods.__all__)
             if kind._method == method)
    given = dict(option.split('=') for option in options)
    fitted = kind(int(k), **{name.replace('-', '_'): value for name, value in given.items()})
    data = read(pathlib.Path(path))
    fitted.fit(data)
    model = fitted.model_
    print(*fitted.labels_)
    print(bits(model.memberships))
    is_text = isinstance(data, list)
    if is_text or not model.has_additive_score:
        print('-')
    else:
        contributions, scores, rests = model.explain(data, 3)
        print(bits(scores) + bits(rests) + bits(contributions.data))
    tests = model.group_test(np.arange(len(fitted.labels_)) % 2)
    print(bits(np.stack([*tests.values()], 1)))
    print(*seeds(data, int(k)) if sp.issparse(data) else '-')
    print(' | '.join(model.titles) if is_text else '-')
    print(*drift(model, data) if is_text else '-')


for between, case in itertools.groupby(sys.argv[1:], '--'.__eq__):
    if not between:
        main(*case)
