"""The method rcf. Written by bindings/generate from the tables of the program."""
from __future__ import annotations

from typing import Callable, Literal

from ..base import Clusterer
from ..vectorizer import Vectorizer


class RCF(Clusterer):
    """Regularized concept factorization: lccf with labels, must-links and cannot-links. Source: Yan
    et al. 2017 (RCF paper), eqs 11, 13, 19, 20.

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
    preset : one of "none", "paper", "quality", "pairs", default "none"
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
    neighbors : int, at least 1, default 5
        number of nearest neighbors of each document in the graph
    metric : one of "auto", "cosine", "euclidean", default "auto"
        neighbors by the largest cosine or the smallest Euclidean distance; auto = euclidean for
        dense data with fewer than 50 features whose rows differ in length, of methods that cluster
        the graph itself, else cosine
    kernel : one of "linear", "polynomial", "rbf", "precomputed", default "linear"
        x.y, (x.y + offset)^degree, exp(-|x - y|^2 / 2 b^2), or the input is itself the kernel
        matrix, documents x documents
    lambda_ : float, at least 0, default 100 (dense data: 500)
        strength of the graph regularization (rcc, drcc: relative to the mean square length of the
        documents, as is mu); smce: weight of the sparsity of the coefficients
    start : one of "random", "kmeans", "lsi", "merge", "ncut", "propagation", "mixture", "given",
            default "propagation"
        initial factors: uniform random; k-means on the documents (kmeans), on their smoothed
        singular coordinates (lsi), the same with three times the clusters, of which the closest are
        merged (merge), or on the eigenvectors of the graph (ncut); labels spread over the graph
        (propagation), combined with document content (mixture); non-negative parts of the singular
        vectors (svd); the components of a graph of adaptive neighbors (can); or factors from the
        caller (given)
    restarts : int, 1 to 100000, default 1
        number of starts; the one with the lowest objective is kept
    max_iterations : int, at least 0, default 100
        updates after the best start is chosen; spectral methods: rounds of the eigensolver; can,
        pcan: rounds of graph and eigenvectors
    outliers : float, 0 to 0.5, default 0
        share of the documents to leave without a cluster, those that fit their cluster least: by
        the cosine to its mean less that to the mean of all; dense data without unit rows: by the
        distance to its mean
    alpha : float, 0 to 1, default 0.5
        how far constraints spread over the graph: the fraction that each step keeps; above 0.97
        constraints blur over the whole graph

    Other Parameters
    ----------------
    memory_budget : int, at least 1048576, default 2147483648
        largest size in bytes of any single array of a fit, and of all arrays of a neighbor search
        among dense documents; a fit that needs more fails and reports the size
    precision : one of "double", "float", "auto", default "double"
        floating-point type of the factors; auto = float for a dense matrix of floats, and for
        sparse rows of unit length with 500000 entries or more, else double
    graph_weight : one of "cosine", "binary", "heat", "local-scaling", default "cosine"
        weights of the edges
    graph_rule : one of "or", "mutual", default "or"
        connect two documents if either is a neighbor of the other (or), or only if both are
        (mutual)
    bandwidth : float, at least 0, default 0
        b of exp(-d^2 / 2 b^2) in heat weights and the rbf kernel; 0 = the mean distance over the
        edges (graph) or the root mean square distance over all pairs (kernel)
    degree : int, at least 1, default 2
        degree of the polynomial kernel
    offset : float, at least 0, default 0
        offset of the polynomial kernel
    split : one of "auto", "exact", "factored", default "auto"
        how update=mu splits a kernel with negative values: max(+-K, 0), or by the signs of the data
        (linear kernel); auto = exact for up to 2048 documents
    graph_search : one of "auto", "exact", "approximate", default "auto"
        neighbor search: exact, or approximate, which is faster but misses some neighbors; auto =
        approximate for 100000 documents or more, 50000 if they are dense, with a warning
    search_recall : float, 0.5 to 1, default 0.95
        target recall of the approximate neighbor search
    lambda_scale : one of "absolute", "relative", default "absolute"
        relative divides lambda by the mean degree of the graph
    normalization : one of "scale-invariant", "final", "per-update", "unit-memberships", "none",
            default "per-update"
        a scale-invariant objective, or the scale fixed as in the papers, for reproduction (srmcf:
        none, or unit-memberships = unit columns of V after each update)
    ncw : one of "none", "unit-graph", "full", default "none"
        normalized-cut weighting with the graph transformed too (full, appendix B) or unchanged
        (unit-graph, as in the authors' program)
    ncw_power : float, 0 to 1, default 0.5
        exponent of the row sums of K in the weighting; 0.25 = half weighting
    update : one of "mu", "cd", "auto", default "mu"
        update rule: mu = multiplicative; cd = coordinate descent (linear kernel); auto = cd for the
        linear kernel with normalization scale-invariant or none, otherwise mu; hals = hierarchical
        alternating least squares (nmf)
    update_order : one of "vw", "wv", default "wv"
        which factor is updated first
    floor : one of "relative", "reference", default "relative"
        floor of denominators: 1e-16 of the largest in the row, or 1e-10 as in the authors' program
    merge_exponent : float, 0 to 1, default 0.5
        start=merge: exponent of the sizes in the distance of two clusters; 1 = Ward's criterion, 0
        = the distance of the means
    trial_iterations : int, at least 0, default 30
        updates of each start before the best is chosen; 0 = max-iterations
    tolerance : float, 0 to 1, default 1e-05
        stop at this relative decrease of the objective; 0 = never; ignored with normalization
        final, per-update and unit-memberships; spectral methods: tolerance of the eigenvector
        residuals
    kkt_tolerance : float, 0 to 1, default 0
        stop at this residual of the KKT conditions, evaluated every 5 updates; 0 = never
    sweeps : int, 1 to 1000, default 3
        passes over the columns of each row per update under update=cd
    extrapolation : float, 0 to 0.99, default 0
        initial weight of the momentum of W and V between updates; reduced if the objective would
        rise; 0 = none
    svd_rank : int, 0 to 100000, default 0
        number of singular values for start=lsi; 0 = twice the clusters, at most 200
    smoothing : int, 0 to 100000, default 0
        random-walk steps over the graph that smooth the coordinates of start=lsi
    readout : one of "argmax", "cosine-kmeans", "kmeans", default "cosine-kmeans"
        how memberships become labels; rotation = the orthogonal rotation nearest to a partition
    readout_starts : int, 1 to 100000, default 5
        number of k-means starts in the read-out, in start=lsi and ncut, and in the initial clusters
        of co-clustering; start=lsi with readout=argmax makes fewer for more than 20000 documents
    refine : one of "none", "logistic", default "none"
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
    out_of_sample : one of "exact", "iterative", default "exact"
        assign new documents by exact non-negative least squares, or by the paper's updates of their
        rows (linear kernel); spectral methods: to the nearest mean direction (centroid), by local
        prediction from their neighbors (predictor), or by their rows of the eigenvectors (exact,
        with affinity=gram)
    top_terms : int, 1 to 1000, default 10
        number of terms shown for each cluster; affects only the display
    term_score : one of "exclusivity", "lift", "concept", default "exclusivity"
        rank terms by weight in the concept and its share among all clusters, by weight times log
        lift against the corpus, or by weight in the concept; affects only the display
    start_alpha : float, 0 to 1, default 0.95
        same as alpha, for start=propagation and mixture
    propagation_top : int, at least 0, default 20
        number of edges that constraints may add to each document, strongest first; exact adds all
        (with labels alone these need not be stored)
    propagation_solver : one of "auto", "cholesky", "cg", default "auto"
        how constraints are propagated: sparse factorization (cholesky), conjugate gradients (cg),
        or the one with the lower estimated cost (auto)
    closure : bool or one of "no", "yes", default "no"
        whether pairs implied by chains of must-links, and by cannot-links between the chained
        groups, are added as constraints
    vector_weight : float, 0 to 1, default 0.25
        the share of the vectors of the documents in the neighbor graph and in the refinement of
        auto; 0 = words alone; of no effect without vectors
    """

    _method = 'rcf'
    _first_expert = 'memory_budget'

    def __init__(self, n_clusters: int | Literal['auto'] = 8, *,
                 vectorizer: Vectorizer | None = None, progress: bool | Callable | None = None,
                 seed: int | None = None,
                 threads: int | None = None,
                 preset: Literal['none', 'paper', 'quality', 'pairs'] | None = None,
                 weighting: Literal['auto', 'none', 'tfidf', 'log-tfidf'] | None = None,
                 scaling: Literal['auto', 'none', 'unit-rows', 'min-max', 'z-score'] | None = None,
                 min_df: int | None = None,
                 max_df: float | None = None,
                 neighbors: int | None = None,
                 metric: Literal['auto', 'cosine', 'euclidean'] | None = None,
                 kernel: Literal['linear', 'polynomial', 'rbf', 'precomputed'] | None = None,
                 lambda_: float | None = None,
                 start: Literal['random', 'kmeans', 'lsi', 'merge', 'ncut', 'propagation',
                     'mixture', 'given'] | None = None,
                 restarts: int | None = None,
                 max_iterations: int | None = None,
                 outliers: float | None = None,
                 alpha: float | None = None,
                 memory_budget: int | None = None,
                 precision: Literal['double', 'float', 'auto'] | None = None,
                 graph_weight: Literal['cosine', 'binary', 'heat', 'local-scaling'] | None = None,
                 graph_rule: Literal['or', 'mutual'] | None = None,
                 bandwidth: float | None = None,
                 degree: int | None = None,
                 offset: float | None = None,
                 split: Literal['auto', 'exact', 'factored'] | None = None,
                 graph_search: Literal['auto', 'exact', 'approximate'] | None = None,
                 search_recall: float | None = None,
                 lambda_scale: Literal['absolute', 'relative'] | None = None,
                 normalization: Literal['scale-invariant', 'final', 'per-update',
                     'unit-memberships', 'none'] | None = None,
                 ncw: Literal['none', 'unit-graph', 'full'] | None = None,
                 ncw_power: float | None = None,
                 update: Literal['mu', 'cd', 'auto'] | None = None,
                 update_order: Literal['vw', 'wv'] | None = None,
                 floor: Literal['relative', 'reference'] | None = None,
                 merge_exponent: float | None = None,
                 trial_iterations: int | None = None,
                 tolerance: float | None = None,
                 kkt_tolerance: float | None = None,
                 sweeps: int | None = None,
                 extrapolation: float | None = None,
                 svd_rank: int | None = None,
                 smoothing: int | None = None,
                 readout: Literal['argmax', 'cosine-kmeans', 'kmeans'] | None = None,
                 readout_starts: int | None = None,
                 refine: Literal['none', 'logistic'] | None = None,
                 min_membership: float | None = None,
                 keep_data: bool | Literal['no', 'yes'] | None = None,
                 out_of_sample: Literal['exact', 'iterative'] | None = None,
                 top_terms: int | None = None,
                 term_score: Literal['exclusivity', 'lift', 'concept'] | None = None,
                 start_alpha: float | None = None,
                 propagation_top: int | None = None,
                 propagation_solver: Literal['auto', 'cholesky', 'cg'] | None = None,
                 closure: bool | Literal['no', 'yes'] | None = None,
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
        self.kernel = kernel
        self.lambda_ = lambda_
        self.start = start
        self.restarts = restarts
        self.max_iterations = max_iterations
        self.outliers = outliers
        self.alpha = alpha
        self.memory_budget = memory_budget
        self.precision = precision
        self.graph_weight = graph_weight
        self.graph_rule = graph_rule
        self.bandwidth = bandwidth
        self.degree = degree
        self.offset = offset
        self.split = split
        self.graph_search = graph_search
        self.search_recall = search_recall
        self.lambda_scale = lambda_scale
        self.normalization = normalization
        self.ncw = ncw
        self.ncw_power = ncw_power
        self.update = update
        self.update_order = update_order
        self.floor = floor
        self.merge_exponent = merge_exponent
        self.trial_iterations = trial_iterations
        self.tolerance = tolerance
        self.kkt_tolerance = kkt_tolerance
        self.sweeps = sweeps
        self.extrapolation = extrapolation
        self.svd_rank = svd_rank
        self.smoothing = smoothing
        self.readout = readout
        self.readout_starts = readout_starts
        self.refine = refine
        self.min_membership = min_membership
        self.keep_data = keep_data
        self.out_of_sample = out_of_sample
        self.top_terms = top_terms
        self.term_score = term_score
        self.start_alpha = start_alpha
        self.propagation_top = propagation_top
        self.propagation_solver = propagation_solver
        self.closure = closure
        self.vector_weight = vector_weight
