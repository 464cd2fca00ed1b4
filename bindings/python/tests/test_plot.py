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
                               fitted.model_.map()[0][fitted.labels_ >= 0])
    titles = plot.topic_titles(fitted.model_)
    assert sorted(words_of(plot.tree(fitted, 'average').yaxis)) == sorted(titles)
