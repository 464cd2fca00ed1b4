"""The labels that methods with labels are given, drawn without NumPy: the tests use them, too."""
import random

SHARE = 0.05


def draw(classes, seed, share=SHARE):
    """A share of each class, at least one document; the others are 0."""
    source, known = random.Random(seed), [0] * len(classes)
    for c in sorted(set(classes)):
        members = [i for i, other in enumerate(classes) if other == c]
        for i in source.sample(members, max(1, round(share * len(members)))):
            known[i] = c
    return known
