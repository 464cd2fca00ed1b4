"""Types of arguments that several functions take."""
from __future__ import annotations

from typing import Any, Callable, Literal, Optional, Sequence, Union

from numpy.typing import ArrayLike

# SciPy and pandas have no types of their own, and not every matrix that has the methods of one is
# of a class of theirs.
Matrix = Any
Documents = Any
# A class for each document, or None: numbers or names.
Labels = Union[Sequence[Any], ArrayLike]
Texts = Union[Sequence[Optional[str]], ArrayLike]
# An opaque pointer of cffi.
Handle = Any
Progress = Union[bool, Callable[[str, int, int, float, float], object], None]
Score = Literal['concept', 'lift', 'exclusivity']
Linkage = Literal['ward', 'average']
