"""The map of a model as SVG in a page: what notebooks show. No script, and nothing is fetched."""
from __future__ import annotations

import html

import numpy as np

from ._library import InvalidInput

MOST_DOCUMENTS = 20000
WIDTH, HEIGHT, MARGIN = 720, 480, 24


def placed_documents(model):
    """(positions, labels) of the documents that have a place: of the positions that preserve
    neighborhoods, else, without the documents, of the map of discs."""
    try:
        places = model.positions()
    except InvalidInput:
        places = np.where(model.labels[:, None] < 0, np.nan, model.map()[0])
    known = np.isfinite(places[:, 0])
    return places[known], model.labels[known]


def free_labels(wanted, width_of, height):
    """The labels of (x, y, text) that overlap none before them, in the order given."""
    kept: list = []
    boxes: list = []
    for x, y, text in wanted:
        half = width_of(text) / 2
        box = (x - half, y - height / 2, x + half, y + height / 2)
        if all(box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or
               other[3] <= box[1] for other in boxes):
            boxes.append(box)
            kept.append((x, y, text))
    return kept


def wanted_labels(model, places, labels, titles):
    """(x, y, title) in the middle of each topic, the largest first."""
    wanted = []
    for topic in np.argsort(-np.asarray(model.sizes), kind='stable'):
        own = places[labels == topic]
        if len(own):
            middle = np.median(own, axis=0)
            x, y = own[np.argmin(((own - middle) ** 2).sum(axis=1))]
            wanted.append((x, y, titles[topic]))
    return wanted


def color_of(topic):
    return '#888' if topic < 0 else f'hsl({topic * 137.508 % 360:.0f} 55% {45 + topic % 3 * 8}%)'


def picture(model) -> str:
    from .plot import topic_titles
    titles = [title if len(title) <= 40 else title[:39] + '…' for title in topic_titles(model)]
    places, labels = placed_documents(model)
    step = max(1, -(-len(places) // MOST_DOCUMENTS))
    low, high = (places.min(axis=0), places.max(axis=0)) if len(places) else (np.zeros(2),) * 2
    room = np.array([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN])
    size = max(*((high - low) / room), 1e-9)
    shift = np.array([WIDTH, HEIGHT]) / 2 - (low + high) / 2 / size
    drawn = places / size + shift
    parts = []
    shown, of_shown = drawn[::step], labels[::step]
    for topic in np.unique(of_shown):
        path = ''.join(f'M{x:.0f} {y:.0f}h0' for x, y in shown[of_shown == topic])
        parts.append(f'<path d="{path}" stroke="{color_of(topic)}"/>')
    texts = [f'<text x="{x:.0f}" y="{y:.0f}">{html.escape(text)}</text>' for x, y, text in
             free_labels(wanted_labels(model, drawn, labels, titles), lambda t: 7 * len(t) + 6, 16)]
    dot = 4 if len(shown) < 3000 else 2
    caption = (f'{model.n_documents:,} documents in {model.n_clusters} topics, {model.method}' +
               (f'; {len(shown):,} of them drawn' if len(shown) < model.n_documents else ''))
    return (f'<figure style="margin:0"><svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'role="img" aria-label="Map of {html.escape(caption)}" '
            'style="max-width:100%;background:#fff">'
            f'<g fill="none" stroke-width="{dot}" stroke-linecap="round" stroke-opacity="0.6">'
            f'{"".join(parts)}</g><g font-family="sans-serif" font-size="12" font-weight="600" '
            'text-anchor="middle" dominant-baseline="central" fill="#1d1f24" stroke="#fff" '
            f'stroke-width="3" paint-order="stroke" stroke-linejoin="round">{"".join(texts)}</g>'
            f'</svg><figcaption>{html.escape(caption)}</figcaption></figure>')
