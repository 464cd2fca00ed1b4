"""Data of the tests. The library is found as in any use of the package: by its soname, or by
MANIFACT_LIBRARY."""
import pathlib
import random
import sys

import numpy as np
import pytest
import scipy.sparse as sp

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

WORDS = {'sea': 'ship sail harbor wave anchor captain tide island storm port',
         'kitchen': 'oven flour butter sugar recipe bake salt dinner spoon plate',
         'space': 'rocket orbit planet star moon launch engine comet signal probe'}


def make_texts(n=120, seed=0):
    """(texts, names of their topics)"""
    draw = random.Random(seed)
    classes = [list(WORDS)[i % 3] for i in range(n)]
    common = 'today people report year city'.split()
    return [' '.join(draw.choices(WORDS[c].split(), k=12) + draw.choices(common, k=5))
            for c in classes], classes


@pytest.fixture(scope='session')
def texts():
    return make_texts()[0]


@pytest.fixture(scope='session')
def classes():
    return make_texts()[1]


@pytest.fixture(scope='session')
def counts():
    """A CSR matrix of counts of three blocks of features, with its classes."""
    draw = np.random.default_rng(0)
    classes = np.arange(150) % 3
    rates = np.full((150, 60), 0.2)
    for c in range(3):
        rates[classes == c, 20 * c:20 * (c + 1)] = 2
    return sp.csr_matrix(draw.poisson(rates).astype(float)), classes


@pytest.fixture(scope='session')
def points():
    """Dense points around three means, with their classes."""
    draw = np.random.default_rng(1)
    classes = np.arange(150) % 3
    return draw.normal(size=(150, 8)) + 5 * np.eye(8)[classes], classes
