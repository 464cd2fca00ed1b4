"""The pictures show what the model holds."""
import numpy as np
import pytest

import manifact

matplotlib = pytest.importorskip('matplotlib')
matplotlib.use('Agg')


@pytest.fixture(scope='module')
def fitted(texts):
    return manifact.Auto(4).fit(texts)


def words_of(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def test_sizes_and_history(fitted):
    from manifact import plot
    model = fitted.model_
    ax = plot.sizes(fitted)
    assert [bar.get_width() for bar in ax.patches] == model.sizes.tolist()
    assert words_of(ax.yaxis)[0] == ', '.join(fitted.topics(3)[0])
    assert plot.sizes(model.rename(0, 'first'), ax=ax) is ax
    np.testing.assert_array_equal(plot.history(model).lines[0].get_ydata(), model.history)


def test_map_and_tree(fitted):
    from manifact import plot
    points, = plot.map(fitted).collections
    np.testing.assert_allclose(points.get_offsets(),
                               fitted.model_.positions()[fitted.labels_ >= 0])
    titles = plot.topic_titles(fitted.model_)
    boxes = [text.get_window_extent() for text in points.axes.texts]
    assert 0 < len(boxes) <= len(titles)
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert sorted(words_of(plot.tree(fitted, 'average').yaxis)) == sorted(titles)


def test_a_notebook_shows_the_map(fitted):
    shown = fitted._repr_mimebundle_()['text/html']
    assert shown == fitted.model_._repr_html_() and shown.startswith('<figure')
    assert len(shown) < 1000000 and shown.count('<path') == 4
    named = fitted.model_.rename(0, '<script>alert(1)</script>')._repr_html_()
    assert '<script' not in named and '&lt;script&gt;' in named
    assert 'sk-' in manifact.Auto(3)._repr_html_()
    assert all(0 <= value <= 1 or value != value for value in fitted.model_.map_quality())


def test_a_map_of_many_documents_is_small():
    points = np.random.default_rng(0).normal(size=(30000, 3)) + 5
    shown = manifact.KMeans(3).fit(points).model_._repr_html_()
    assert len(shown) < 1000000 and '15,000 of them drawn' in shown
