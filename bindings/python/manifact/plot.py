"""Pictures of a model, by matplotlib. Each function takes a Model or a fitted estimator and axes to
draw on, by default new ones, and returns the axes."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._picture import placed_documents, wanted_labels
from ._types import Linkage
from .base import Clusterer
from .model import Model

Axes = Any  # of matplotlib, which is imported when it is used


def _prepared(model, ax):
    if ax is None:
        import matplotlib.pyplot as plt
        ax = plt.subplots()[1]
    return getattr(model, 'model_', model), ax


def topic_titles(model: Model, count: int = 3) -> list[str]:
    """The name of each topic, or its first terms."""
    return [model.topic_name(c) or
            ', '.join(str(term) for term, _ in model.top_terms(c, count)) or str(c)
            for c in range(model.n_clusters)]


def sizes(model: Model | Clusterer, ax: Axes | None = None) -> Axes:
    """The number of documents of each topic, as bars."""
    model, ax = _prepared(model, ax)
    ax.barh(np.arange(model.n_clusters), model.sizes)
    ax.set_yticks(np.arange(model.n_clusters), topic_titles(model))
    ax.invert_yaxis()
    ax.set_xlabel('documents')
    return ax


def history(model: Model | Clusterer, ax: Axes | None = None) -> Axes:
    """The objective after each update."""
    model, ax = _prepared(model, ax)
    ax.plot(np.arange(len(model.history)), model.history)
    ax.set_xlabel('update')
    ax.set_ylabel('objective')
    return ax


def map(model: Model | Clusterer, ax: Axes | None = None) -> Axes:
    """The documents at Model.positions(), and the titles of the topics, largest first, as far as
    they do not overlap."""
    model, ax = _prepared(model, ax)
    places, labels = placed_documents(model)
    ax.scatter(*places.T, s=4, c=labels, cmap='tab20', alpha=0.6, linewidths=0)
    ax.set_aspect('equal')
    ax.set_axis_off()
    ax.figure.canvas.draw()
    boxes: list = []
    for x, y, title in wanted_labels(model, places, labels, topic_titles(model)):
        note = ax.annotate(title, (x, y), ha='center', va='center', fontweight='bold', fontsize=8)
        box = note.get_window_extent()
        if any(box.overlaps(other) for other in boxes):
            note.remove()
        else:
            boxes.append(box)
    return ax


def tree(model: Model | Clusterer, linkage: Linkage = 'ward', ax: Axes | None = None) -> Axes:
    """The tree of the topics of Model.tree(), as a dendrogram."""
    from scipy.cluster.hierarchy import dendrogram
    model, ax = _prepared(model, ax)
    steps, heights, _ = model.tree(linkage)
    k = model.n_clusters
    leaves = np.ones(2 * k - 1)
    for step, pair in enumerate(steps):
        leaves[k + step] = leaves[pair].sum()
    rows = np.column_stack([steps, heights, leaves[k:]])
    dendrogram(rows, orientation='right', labels=topic_titles(model), ax=ax)
    ax.set_xlabel('distance')
    return ax
