"""Signatures that show the parameters most users choose."""
from __future__ import annotations

import inspect
from typing import Any


class ShortSignature:
    """The signature of a class ends with the parameter before `_first_expert`, and `**expert` for
    those that follow in __init__().

    __init__() itself names and types them all: scikit-learn reads it for get_params(),
    set_params(), clone() and the grids of a search, and so do type checkers.
    """

    _first_expert: str

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if '_first_expert' in vars(cls):
            full = inspect.signature(vars(cls)['__init__'])
            _, *parameters = full.parameters.values()
            names = [parameter.name for parameter in parameters]
            expert = inspect.Parameter('expert', inspect.Parameter.VAR_KEYWORD, annotation='Any')
            short = full.replace(
                parameters=[*parameters[:names.index(cls._first_expert)], expert])
            setattr(cls, '__signature__', short)
        elif '__init__' in vars(cls):  # of a user's class
            setattr(cls, '__signature__', None)
