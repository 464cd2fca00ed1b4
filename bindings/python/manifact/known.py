"""What is known about some documents, for the library."""
from __future__ import annotations

import numpy as np

from ._library import ffi, lib
from ._matrix import pointer


def constraints_of(session, n, labels, pairs):
    """A handle of constraints. `labels`: int32, -1 for unknown; or None. `pairs`: (first, second,
    weights) or (first, second), must-links; or None."""
    empty = np.empty(0, np.int64)
    first, second, *weights = pairs if pairs is not None else (empty, empty)
    first, second = (np.ascontiguousarray(a, np.int64).ravel() for a in (first, second))
    weights = weights[0] if weights and weights[0] is not None else 1.0
    weights = np.ascontiguousarray(np.broadcast_to(np.asarray(weights, np.float64), first.shape))
    if first.shape != second.shape:
        raise ValueError(f'pairs has {len(first)} first and {len(second)} second documents')
    to_labels = ffi.NULL
    if labels is not None:
        to_labels = ffi.cast('int32_t *', pointer(labels))
    return session.make('constraints', lib.manifact_constraints_create, session.context, n,
                        to_labels, ffi.cast('int64_t *', pointer(first)),
                        ffi.cast('int64_t *', pointer(second)),
                        ffi.cast('double *', pointer(weights)), len(first))
