"""The method kmeans. Written by bindings/generate from the tables of the program."""
from __future__ import annotations

from typing import Callable, Literal

from ..base import Clusterer
from ..vectorizer import Vectorizer


class KMeans(Clusterer):
    """K-means: assigns documents to the nearest of k means, by Euclidean distance. Source: Lloyd
    1982; Arthur, Vassilvitskii 2007.

    Parameters of the default None have the default that is given below, or the one that a preset
    or dense data imply.

    Parameters
    ----------
    n_clusters : int or "auto", default 8
        number of clusters; "auto" takes that of suggest_k()
    vectorizer : Vectorizer, default Vectorizer()
        the rules for words, if the documents are texts
    progress : bool or callable, default None
        True: a bar of tqdm, if it is installed; or a function (stage, done, total, objective,
        change) whose true result cancels the fit
    seed : int, at least 0, default 0
        seed of every random choice
    threads : int, 0 to 1024, default 0
        number of threads; 0 = all cores; affects only the running time
    preset : one of "none", "paper", default "none"
        a named group of settings; options that are set explicitly take precedence (paper: as in the
        tables of the papers; auto: points for dense input that is neither of unit length nor
        counts, above 50 features only if clusters by cosines cut through groups, dense for other
        dense input, also in place of quality and best; methods with labels and pairs: pairs if
        there are no labels; rcf: quality for sparse data with labels, the settings of paper for
        other data with labels)
    weighting : one of "auto", "none", "tfidf", "log-tfidf", default "auto"
        weighting of counts: tf ln(n/df) or (1 + ln tf) ln(n/df); auto = weight sparse non-negative
        integers (log-tfidf for method auto, otherwise tfidf)
    scaling : one of "auto", "none", "unit-rows", "min-max", "z-score", default "auto"
        scale rows to unit length, or each feature to the range 0 to 1, or to mean 0 and standard
        deviation 1; auto = unit-rows for sparse input, none for dense input (can, pcan, ssc:
        min-max; auto, srmcf, symnmf, smce, graph cuts: z-score if their scales are very different)
    min_df : int, at least 1, default 1
        drop terms that occur in fewer documents; applies to counts (at least 50 terms are kept)
    max_df : float, 0 to 1, default 1
        drop terms that occur in a larger fraction of the documents; applies to counts (at least 50
        terms are kept)
    restarts : int, 1 to 100000, default 10
        number of starts; the one with the lowest objective is kept
    max_iterations : int, at least 0, default 300
        updates after the best start is chosen; spectral methods: rounds of the eigensolver; can,
        pcan: rounds of graph and eigenvectors
    outliers : float, 0 to 0.5, default 0
        share of the documents to leave without a cluster, those that fit their cluster least: by
        the cosine to its mean less that to the mean of all; dense data without unit rows: by the
        distance to its mean

    Other Parameters
    ----------------
    memory_budget : int, at least 1048576, default 2147483648
        largest size in bytes of any single array of a fit, and of all arrays of a neighbor search
        among dense documents; a fit that needs more fails and reports the size
    precision : one of "double", "float", "auto", default "double" (dense data: "auto")
        floating-point type of the factors; auto = float for a dense matrix of floats, and for
        sparse rows of unit length with 500000 entries or more, else double
    ncw : one of "none", "unit-graph", default "none"
        normalized-cut weighting with the graph transformed too (full, appendix B) or unchanged
        (unit-graph, as in the authors' program)
    ncw_power : float, 0 to 1, default 0.5
        exponent of the row sums of K in the weighting; 0.25 = half weighting
    trial_iterations : int, at least 0, default 0
        updates of each start before the best is chosen; 0 = max-iterations
    tolerance : float, 0 to 1, default 1e-05
        stop at this relative decrease of the objective; 0 = never; ignored with normalization
        final, per-update and unit-memberships; spectral methods: tolerance of the eigenvector
        residuals
    min_membership : float, 0 to 1, default 0
        leave a document without a cluster if its membership in that cluster is smaller (the
        memberships sum to 1)
    keep_data : bool or one of "no", "yes", default "yes"
        store the weighted documents and their names in the model; assign needs them for the graph
        term and for kernels, and the commands of topics to merge and split
    top_terms : int, 1 to 1000, default 10
        number of terms shown for each cluster; affects only the display
    term_score : one of "exclusivity", "lift", "concept", default "exclusivity"
        rank terms by weight in the concept and its share among all clusters, by weight times log
        lift against the corpus, or by weight in the concept; affects only the display
    """

    _method = 'kmeans'
    _first_expert = 'memory_budget'

    def __init__(self, n_clusters: int | Literal['auto'] = 8, *,
                 vectorizer: Vectorizer | None = None, progress: bool | Callable | None = None,
                 seed: int | None = None,
                 threads: int | None = None,
                 preset: Literal['none', 'paper'] | None = None,
                 weighting: Literal['auto', 'none', 'tfidf', 'log-tfidf'] | None = None,
                 scaling: Literal['auto', 'none', 'unit-rows', 'min-max', 'z-score'] | None = None,
                 min_df: int | None = None,
                 max_df: float | None = None,
                 restarts: int | None = None,
                 max_iterations: int | None = None,
                 outliers: float | None = None,
                 memory_budget: int | None = None,
                 precision: Literal['double', 'float', 'auto'] | None = None,
                 ncw: Literal['none', 'unit-graph'] | None = None,
                 ncw_power: float | None = None,
                 trial_iterations: int | None = None,
                 tolerance: float | None = None,
                 min_membership: float | None = None,
                 keep_data: bool | Literal['no', 'yes'] | None = None,
                 top_terms: int | None = None,
                 term_score: Literal['exclusivity', 'lift', 'concept'] | None = None):
        self.n_clusters = n_clusters
        self.vectorizer = vectorizer
        self.progress = progress
        self.seed = seed
        self.threads = threads
        self.preset = preset
        self.weighting = weighting
        self.scaling = scaling
        self.min_df = min_df
        self.max_df = max_df
        self.restarts = restarts
        self.max_iterations = max_iterations
        self.outliers = outliers
        self.memory_budget = memory_budget
        self.precision = precision
        self.ncw = ncw
        self.ncw_power = ncw_power
        self.trial_iterations = trial_iterations
        self.tolerance = tolerance
        self.min_membership = min_membership
        self.keep_data = keep_data
        self.top_terms = top_terms
        self.term_score = term_score
