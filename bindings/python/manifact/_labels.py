"""Labels of documents as people have them: numbers, names, and what stands for an unknown class."""
from __future__ import annotations

import numpy as np


def is_unknown(label):
    """None, NaN, NaT and pd.NA, also as the names that str() makes of them; -1; an empty name."""
    if label is None or type(label).__name__ in ('NAType', 'NaTType'):
        return True
    if isinstance(label, str):
        return label in ('', 'nan', 'NaT', '<NA>')
    return bool(label != label or label == -1)


def as_array(labels):
    """The labels of a list, an array, or a column of pandas (its categories are names); with
    objects as they are where numpy would turn NaN beside names into the name 'nan'."""
    if isinstance(labels, np.ndarray):
        return labels
    listed = labels.tolist() if hasattr(labels, 'tolist') else list(labels)
    if all(isinstance(label, (int, float, np.number)) or np.ndim(label) > 0 for label in listed):
        return np.asarray(listed)
    array = np.empty(len(listed), object)
    array[:] = listed
    return array


def known_labels(labels):
    """Whether each label of an array is known."""
    return np.array([not is_unknown(label) for label in labels.tolist()], bool)
