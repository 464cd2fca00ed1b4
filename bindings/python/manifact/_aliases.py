"""Names that users of scikit-learn expect: random_state and n_jobs for seed and threads,
components_ and cluster_centers_ for the factors of the model."""
from __future__ import annotations

import functools
import os
from typing import Any, Callable, TypeVar

import numpy as np
from sklearn.exceptions import NotFittedError

from ._values import is_whole, plain, whole_number


def seed_of(random_state):
    """The seed of a fit. A generator of NumPy gives each fit the next of its numbers."""
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31 - 1))
    seed = plain(random_state)
    if isinstance(seed, str) and seed.isdecimal():  # as for other options
        seed = int(seed)
    return whole_number(seed, 'seed (random_state)',
                        other=', a RandomState or a Generator of NumPy')


def _threads(n_jobs):
    """-1 is all cores, -2 all but one. fit() refuses other types."""
    count = plain(n_jobs)
    if not is_whole(count) or count > 0:
        return n_jobs
    return 0 if count in (-1, 0) else max(1, (os.cpu_count() or 1) + 1 + int(count))


_OWN_NAMES = {'random_state': ('seed', None), 'n_jobs': ('threads', _threads)}


def own_names(given: dict[str, Any]) -> dict[str, Any]:
    """The parameters by their own names."""
    found = {}
    for name, value in given.items():
        own, convert = _OWN_NAMES.get(name, (name, None))
        if own in found or (own != name and own in given):
            raise TypeError(f'{own} and {name} are the same parameter')
        found[own] = convert(value) if convert else value
    return found


A = TypeVar('A', bound='Aliases')


class Aliases:
    """For a class with the parameters seed and threads."""

    model_: Any
    seed: Any
    threads: Any

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if '__init__' not in cls.__dict__ or not hasattr(cls, '_method'):
            return
        init: Callable[..., None] = cls.__dict__['__init__']

        @functools.wraps(init)  # scikit-learn reads the signature of the wrapped one
        def made(self, *arguments, **given):
            init(self, *arguments, **own_names(given))
        setattr(cls, '__init__', made)

    def set_params(self: A, **params: Any) -> A:
        """Sets parameters, also by the names random_state and n_jobs."""
        return super().set_params(**own_names(params))  # type: ignore[misc]

    @property
    def random_state(self) -> Any:
        return self.seed

    @random_state.setter
    def random_state(self, value: Any) -> None:
        self.seed = value

    @property
    def n_jobs(self) -> Any:
        return -1 if self.threads == 0 else self.threads

    @n_jobs.setter
    def n_jobs(self, value: Any) -> None:
        self.threads = _threads(value)

    @property
    def cluster_centers_(self) -> np.ndarray:
        """The mean of the weighted, scaled documents of each cluster, clusters x features."""
        return self._fitted('cluster_centers_').centroids.T

    @property
    def components_(self) -> np.ndarray:
        """The basis of each cluster, or its mean for methods without a basis, clusters x
        features."""
        model = self._fitted('components_')
        return (model.centroids if model.basis is None else model.basis).T

    def _fitted(self, name):
        if not hasattr(self, 'model_'):
            raise NotFittedError(f'this {type(self).__name__} is not fitted: it has {name} after '
                                 'fit()')
        return self.model_
