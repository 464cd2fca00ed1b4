"""Clusters documents, and other feature vectors, by graph-regularized matrix factorization."""
from . import catalog, metrics
from ._arrow import Table
from ._library import (Cancelled, FileFailure, InvalidInput, ManifactError, ManifactWarning,
                       OutOfRange, TooLarge, __version__)
from ._living import weighted
from .graph import Graph, Suggestion, knn_graph, suggest_k
from .methods import *
from .methods import __all__ as _methods
from .model import Model
from .seeds import seed_labels
from .vectorizer import Vectorizer

__all__ = ['Cancelled', 'FileFailure', 'Graph', 'InvalidInput', 'ManifactError', 'ManifactWarning',
           'Model', 'OutOfRange', 'Suggestion', 'Table', 'TooLarge', 'Vectorizer', '__version__',
           'catalog', 'knn_graph', 'metrics', 'seed_labels', 'suggest_k', 'weighted', *_methods]
