"""The method ncut. Written by bindings/generate from the tables of the program."""
from __future__ import annotations

from typing import Callable, Literal

from ..base import Clusterer
from ..vectorizer import Vectorizer


class NCut(Clusterer):
    """Normalized cut of the neighborhood graph. Source: Shi, Malik 2000; Yu, Shi 2003.

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
    min_df : int, at least 1, default 2
        drop terms that occur in fewer documents; applies to counts (at least 50 terms are kept)
    max_df : float, 0 to 1, default 1
        drop terms that occur in a larger fraction of the documents; applies to counts (at least 50
        terms are kept)
    neighbors : int, at least 1, default 40 (dense data: 7)
        number of nearest neighbors of each document in the graph
    metric : one of "auto", "cosine", "euclidean", default "auto"
        neighbors by the largest cosine or the smallest Euclidean distance; auto = euclidean for
        dense data with fewer than 50 features whose rows differ in length, of methods that cluster
        the graph itself, else cosine
    max_iterations : int, at least 0, default 300
        updates after the best start is chosen; spectral methods: rounds of the eigensolver; can,
        pcan: rounds of graph and eigenvectors
    outliers : float, 0 to 0.5, default 0
        share of the documents to leave without a cluster, those that fit their cluster least: by
        the cosine to its mean less that to the mean of all; dense data without unit rows: by the
        distance to its mean
    affinity : one of "graph", "gram", default "graph"
        the matrix that is cut: the neighborhood graph, or the Gram matrix of the documents

    Other Parameters
    ----------------
    memory_budget : int, at least 1048576, default 2147483648
        largest size in bytes of any single array of a fit, and of all arrays of a neighbor search
        among dense documents; a fit that needs more fails and reports the size
    precision : one of "double", "float", "auto", default "double"
        floating-point type of the factors; auto = float for a dense matrix of floats, and for
        sparse rows of unit length with 500000 entries or more, else double
    graph_weight : one of "cosine", "binary", "heat", "local-scaling", default "local-scaling"
        weights of the edges
    graph_rule : one of "or", "mutual", default "or"
        connect two documents if either is a neighbor of the other (or), or only if both are
        (mutual)
    bandwidth : float, at least 0, default 0
        b of exp(-d^2 / 2 b^2) in heat weights and the rbf kernel; 0 = the mean distance over the
        edges (graph) or the root mean square distance over all pairs (kernel)
    graph_search : one of "auto", "exact", "approximate", default "auto"
        neighbor search: exact, or approximate, which is faster but misses some neighbors; auto =
        approximate for 100000 documents or more, 50000 if they are dense, with a warning
    search_recall : float, 0.5 to 1, default 0.95
        target recall of the approximate neighbor search
    tolerance : float, 0 to 1, default 1e-05
        stop at this relative decrease of the objective; 0 = never; ignored with normalization
        final, per-update and unit-memberships; spectral methods: tolerance of the eigenvector
        residuals
    readout : one of "cosine-kmeans", "kmeans", "rotation", default "rotation"
        how memberships become labels; rotation = the orthogonal rotation nearest to a partition
    readout_starts : int, 1 to 100000, default 10
        number of k-means starts in the read-out, in start=lsi and ncut, and in the initial clusters
        of co-clustering; start=lsi with readout=argmax makes fewer for more than 20000 documents
    refine : one of "none", "cut", default "cut" (dense data: "none")
        after the read-out, on rows of unit length: sizes = three rounds that reassign documents to
        the mean directions of the clusters, with a term for their sizes; logistic = a logistic
        regression of the given labels and, with a small weight, of the labels found; cut =
        documents move to the cluster of a neighbor as long as that lowers the cut, for any rows;
        sizes and cut are not taken where more than a tenth of the documents would move, sizes with
        vectors always
    min_membership : float, 0 to 1, default 0
        leave a document without a cluster if its membership in that cluster is smaller (the
        memberships sum to 1)
    keep_data : bool or one of "no", "yes", default "yes"
        store the weighted documents and their names in the model; assign needs them for the graph
        term and for kernels, and the commands of topics to merge and split
    out_of_sample : one of "exact", "centroid", "predictor", default "centroid" (dense data:
            "predictor")
        assign new documents by exact non-negative least squares, or by the paper's updates of their
        rows (linear kernel); spectral methods: to the nearest mean direction (centroid), by local
        prediction from their neighbors (predictor), or by their rows of the eigenvectors (exact,
        with affinity=gram)
    top_terms : int, 1 to 1000, default 10
        number of terms shown for each cluster; affects only the display
    term_score : one of "exclusivity", "lift", "concept", default "exclusivity"
        rank terms by weight in the concept and its share among all clusters, by weight times log
        lift against the corpus, or by weight in the concept; affects only the display
    local_ridge : float, at least 1e-12, default 0.1
        ridge parameter of the local predictors, multiplied by the number of neighbors
    duplicates : one of "collapse", "keep", default "collapse"
        whether equal documents share one vertex of the graph or have one each
    vector_weight : float, 0 to 1, default 0.25
        the share of the vectors of the documents in the neighbor graph and in the refinement of
        auto; 0 = words alone; of no effect without vectors
    """

    _method = 'ncut'
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
                 neighbors: int | None = None,
                 metric: Literal['auto', 'cosine', 'euclidean'] | None = None,
                 max_iterations: int | None = None,
                 outliers: float | None = None,
                 affinity: Literal['graph', 'gram'] | None = None,
                 memory_budget: int | None = None,
                 precision: Literal['double', 'float', 'auto'] | None = None,
                 graph_weight: Literal['cosine', 'binary', 'heat', 'local-scaling'] | None = None,
                 graph_rule: Literal['or', 'mutual'] | None = None,
                 bandwidth: float | None = None,
                 graph_search: Literal['auto', 'exact', 'approximate'] | None = None,
                 search_recall: float | None = None,
                 tolerance: float | None = None,
                 readout: Literal['cosine-kmeans', 'kmeans', 'rotation'] | None = None,
                 readout_starts: int | None = None,
                 refine: Literal['none', 'cut'] | None = None,
                 min_membership: float | None = None,
                 keep_data: bool | Literal['no', 'yes'] | None = None,
                 out_of_sample: Literal['exact', 'centroid', 'predictor'] | None = None,
                 top_terms: int | None = None,
                 term_score: Literal['exclusivity', 'lift', 'concept'] | None = None,
                 local_ridge: float | None = None,
                 duplicates: Literal['collapse', 'keep'] | None = None,
                 vector_weight: float | None = None):
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
        self.neighbors = neighbors
        self.metric = metric
        self.max_iterations = max_iterations
        self.outliers = outliers
        self.affinity = affinity
        self.memory_budget = memory_budget
        self.precision = precision
        self.graph_weight = graph_weight
        self.graph_rule = graph_rule
        self.bandwidth = bandwidth
        self.graph_search = graph_search
        self.search_recall = search_recall
        self.tolerance = tolerance
        self.readout = readout
        self.readout_starts = readout_starts
        self.refine = refine
        self.min_membership = min_membership
        self.keep_data = keep_data
        self.out_of_sample = out_of_sample
        self.top_terms = top_terms
        self.term_score = term_score
        self.local_ridge = local_ridge
        self.duplicates = duplicates
        self.vector_weight = vector_weight
