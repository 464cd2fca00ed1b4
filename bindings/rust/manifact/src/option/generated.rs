// Written by bindings/generate from the tables of the program. DO NOT EDIT.

choices! {
    /// A method.
    Method {
        /// The default for documents: smoothed LSI start, then lccf by coordinate descent.
        Auto = "auto",
        /// Concept factorization: X' ~ X'W V'.
        Cf = "cf",
        /// Locally consistent concept factorization: X' ~ X'W V' with V smooth over the
        /// nearest-neighbor graph.
        Lccf = "lccf",
        /// Regularized concept factorization: lccf with labels, must-links and cannot-links.
        Rcf = "rcf",
        /// Lccf with known pairs in its graph: weight 1 for must-links, none for cannot-links.
        SemiLccf = "semi-lccf",
        /// Constrained concept factorization: labeled documents of one class share their
        /// memberships.
        Ccf = "ccf",
        /// Experimental: lccf with a penalty that fits memberships to labels (a reconstruction
        /// without the published formula).
        Gdcf = "gdcf",
        /// Experimental: lccf with must-links as additional edges (a reconstruction without the
        /// published formula).
        Cnpcf = "cnpcf",
        /// Lccf with a second graph that is learned from the factors: self-representation with
        /// adaptive neighbors.
        Srmcf = "srmcf",
        /// Non-negative matrix factorization: X ~ V U'.
        Nmf = "nmf",
        /// Graph-regularized non-negative matrix factorization: X ~ V U' with V smooth over the
        /// nearest-neighbor graph.
        Gnmf = "gnmf",
        /// Factorization of data of any sign with non-negative memberships: X ~ V Z'.
        SemiNmf = "semi-nmf",
        /// Orthogonal non-negative tri-factorization: X ~ V C G', documents and features together,
        /// without graphs.
        Onmtf = "onmtf",
        /// Regularized co-clustering: X ~ V C G' with only the graph of the documents.
        Rcc = "rcc",
        /// Dual regularized co-clustering: X ~ V C G', documents and features smooth over their
        /// nearest-neighbor graphs.
        Drcc = "drcc",
        /// Labels of some documents spread over the graph: the baseline for methods with labels.
        LabelPropagation = "label-propagation",
        /// The largest eigenvectors of the Gram matrix of the documents, or of a graph.
        AverageAssociation = "average-association",
        /// Ratio cut of the neighborhood graph: the smallest eigenvectors of its Laplacian.
        RatioCut = "ratio-cut",
        /// Normalized cut of the neighborhood graph.
        Ncut = "ncut",
        /// Symmetric non-negative matrix factorization of the nearest-neighbor graph: S ~ V V'.
        Symnmf = "symnmf",
        /// Clustering by local prediction: documents predicted from their neighbors by ridge
        /// regression.
        Cplr = "cplr",
        /// Clustering with local and global regularization: local prediction and a smooth graph.
        Clgr = "clgr",
        /// Clustering with adaptive neighbors: learns a graph that falls into k components.
        Can = "can",
        /// The same with distances in the space of a projection that is learned too.
        Pcan = "pcan",
        /// Sparse subspace clustering: documents as sparse combinations of others, and a cut of
        /// that graph.
        Ssc = "ssc",
        /// Sparse manifold clustering: documents as affine combinations of few nearby ones, and a
        /// cut of that graph.
        Smce = "smce",
        /// K-means: assigns documents to the nearest of k means, by Euclidean distance.
        Kmeans = "kmeans",
        /// Spherical k-means: assigns documents to the nearest of k directions, by cosine.
        SphericalKmeans = "spherical-kmeans",
        /// A Gaussian mixture on singular coordinates: soft memberships, by expectation
        /// maximization.
        Gmm = "gmm",
        /// Adaptive subspace iteration: alternates between clusters and a subspace of the features
        /// that separates them (reconstructed).
        Asi = "asi",
    }
}

choices! {
    /// Values of the option `precision`.
    Precision {
        Double = "double", Float = "float", Auto = "auto",
    }
    /// Values of the option `preset`.
    Preset {
        None = "none", Fast = "fast", Quality = "quality", Best = "best", Dense = "dense", Points =
        "points", Paper = "paper", Pairs = "pairs", Text = "text",
    }
    /// Values of the option `weighting`.
    Weighting {
        Auto = "auto", None = "none", Tfidf = "tfidf", LogTfidf = "log-tfidf",
    }
    /// Values of the option `scaling`.
    Scaling {
        Auto = "auto", None = "none", UnitRows = "unit-rows", MinMax = "min-max", ZScore =
        "z-score",
    }
    /// Values of the option `graph-weight`.
    GraphWeight {
        Cosine = "cosine", Binary = "binary", Heat = "heat", LocalScaling = "local-scaling",
    }
    /// Values of the option `metric`.
    Metric {
        Auto = "auto", Cosine = "cosine", Euclidean = "euclidean",
    }
    /// Values of the option `graph-rule`.
    GraphRule {
        Or = "or", Mutual = "mutual",
    }
    /// Values of the option `kernel`.
    Kernel {
        Linear = "linear", Polynomial = "polynomial", Rbf = "rbf", Precomputed = "precomputed",
    }
    /// Values of the option `split`.
    Split {
        Auto = "auto", Exact = "exact", Factored = "factored",
    }
    /// Values of the option `graph-search`.
    GraphSearch {
        Auto = "auto", Exact = "exact", Approximate = "approximate",
    }
    /// Values of the option `lambda-scale`.
    LambdaScale {
        Absolute = "absolute", Relative = "relative",
    }
    /// Values of the option `normalization`.
    Normalization {
        ScaleInvariant = "scale-invariant", Final = "final", PerUpdate = "per-update",
        UnitMemberships = "unit-memberships", None = "none",
    }
    /// Values of the option `ncw`.
    Ncw {
        None = "none", UnitGraph = "unit-graph", Full = "full",
    }
    /// Values of the option `update`.
    Update {
        Mu = "mu", Cd = "cd", Auto = "auto", Hals = "hals",
    }
    /// Values of the option `update-order`.
    UpdateOrder {
        Vw = "vw", Wv = "wv",
    }
    /// Values of the option `floor`.
    Floor {
        Relative = "relative", Reference = "reference",
    }
    /// Values of the option `start`.
    Start {
        Random = "random", Kmeans = "kmeans", Lsi = "lsi", Merge = "merge", Ncut = "ncut", Given =
        "given", Propagation = "propagation", Mixture = "mixture", Can = "can", Svd = "svd",
    }
    /// Values of the option `readout`.
    Readout {
        Argmax = "argmax", CosineKmeans = "cosine-kmeans", Kmeans = "kmeans", Rotation = "rotation",
    }
    /// Values of the option `refine`.
    Refine {
        None = "none", Sizes = "sizes", Logistic = "logistic", Cut = "cut",
    }
    /// Values of the option `select`.
    Select {
        None = "none", Views = "views",
    }
    /// Values of the option `out-of-sample`.
    OutOfSample {
        Exact = "exact", Iterative = "iterative", Centroid = "centroid", Predictor = "predictor",
    }
    /// Values of the option `term-score`.
    TermScore {
        Exclusivity = "exclusivity", Lift = "lift", Concept = "concept",
    }
    /// Values of the option `duplicates`.
    Duplicates {
        Collapse = "collapse", Keep = "keep",
    }
    /// Values of the option `propagation-solver`.
    PropagationSolver {
        Auto = "auto", Cholesky = "cholesky", Cg = "cg",
    }
    /// Values of the option `gamma`.
    Gamma {
        Row = "row", Fixed = "fixed",
    }
    /// Values of the option `variant`.
    Variant {
        ScaleFree = "scale-free", Paper = "paper", Raw = "raw", Local = "local", Global = "global",
    }
    /// Values of the option `affinity`.
    Affinity {
        Graph = "graph", Gram = "gram",
    }
    /// Values of the option `first-projection`.
    FirstProjection {
        Relative = "relative", Absolute = "absolute",
    }
    /// Values of the option `covariance`.
    Covariance {
        Diagonal = "diagonal", Shared = "shared", Full = "full", Auto = "auto",
    }
    /// Values of the option `language`.
    Language {
        Auto = "auto", None = "none", Mixed = "mixed", Arabic = "arabic", Armenian = "armenian",
        Basque = "basque", Catalan = "catalan", Chinese = "chinese", Danish = "danish", Dutch =
        "dutch", English = "english", Finnish = "finnish", French = "french", German = "german",
        Greek = "greek", Hindi = "hindi", Hungarian = "hungarian", Indonesian = "indonesian", Irish
        = "irish", Italian = "italian", Japanese = "japanese", Lithuanian = "lithuanian", Nepali =
        "nepali", Norwegian = "norwegian", Portuguese = "portuguese", Romanian = "romanian", Russian
        = "russian", Serbian = "serbian", Spanish = "spanish", Swedish = "swedish", Tamil = "tamil",
        Turkish = "turkish", Yiddish = "yiddish",
    }
    /// Values of the option `stop-words`.
    StopWords {
        Auto = "auto", None = "none",
    }
    /// Values of the option `accents`.
    Accents {
        Keep = "keep", Remove = "remove",
    }
    /// Values of the option `numbers`.
    Numbers {
        Keep = "keep", Drop = "drop",
    }
    /// Values of the option `segmentation`.
    Segmentation {
        Auto = "auto", Dictionary = "dictionary", Pairs = "pairs",
    }
    /// Values of the option `underscores`.
    Underscores {
        Trim = "trim", Keep = "keep",
    }
    /// Values of the option `addresses`.
    Addresses {
        Whole = "whole", Words = "words", Drop = "drop",
    }
}

keys! {
    /// Seed of every random choice.
    SEED: i64 = "seed",
    /// Number of threads; 0 = all cores; affects only the running time.
    THREADS: i64 = "threads",
    /// Largest size in bytes of any single array of a fit, and of all arrays of a neighbor search
    /// among dense documents; a fit that needs more fails and reports the size.
    MEMORY_BUDGET: i64 = "memory-budget",
    /// Floating-point type of the factors; auto = float for a dense matrix of floats, and for
    /// sparse rows of unit length with 500000 entries or more, else double.
    PRECISION: Precision = "precision",
    /// A named group of settings; options that are set explicitly take precedence (paper: as in the
    /// tables of the papers; auto: points for dense input that is neither of unit length nor
    /// counts, above 50 features only if clusters by cosines cut through groups, dense for other
    /// dense input, also in place of quality and best; methods with labels and pairs: pairs if
    /// there are no labels; rcf: quality for sparse data with labels, the settings of paper for
    /// other data with labels).
    PRESET: Preset = "preset",
    /// Weighting of counts: tf ln(n/df) or (1 + ln tf) ln(n/df); auto = weight sparse non-negative
    /// integers (log-tfidf for method auto, otherwise tfidf).
    WEIGHTING: Weighting = "weighting",
    /// Scale rows to unit length, or each feature to the range 0 to 1, or to mean 0 and standard
    /// deviation 1; auto = unit-rows for sparse input, none for dense input (can, pcan, ssc:
    /// min-max; auto, srmcf, symnmf, smce, graph cuts: z-score if their scales are very different).
    SCALING: Scaling = "scaling",
    /// Drop terms that occur in fewer documents; applies to counts (at least 50 terms are kept).
    MIN_DF: i64 = "min-df",
    /// Drop terms that occur in a larger fraction of the documents; applies to counts (at least 50
    /// terms are kept).
    MAX_DF: f64 = "max-df",
    /// Number of nearest neighbors of each document in the graph.
    NEIGHBORS: i64 = "neighbors",
    /// Weights of the edges.
    GRAPH_WEIGHT: GraphWeight = "graph-weight",
    /// Neighbors by the largest cosine or the smallest Euclidean distance; auto = euclidean for
    /// dense data with fewer than 50 features whose rows differ in length, of methods that cluster
    /// the graph itself, else cosine.
    METRIC: Metric = "metric",
    /// Connect two documents if either is a neighbor of the other (or), or only if both are
    /// (mutual).
    GRAPH_RULE: GraphRule = "graph-rule",
    /// B of exp(-d^2 / 2 b^2) in heat weights and the rbf kernel; 0 = the mean distance over the
    /// edges (graph) or the root mean square distance over all pairs (kernel).
    BANDWIDTH: f64 = "bandwidth",
    /// X.y, (x.y + offset)^degree, exp(-|x - y|^2 / 2 b^2), or the input is itself the kernel
    /// matrix, documents x documents.
    KERNEL: Kernel = "kernel",
    /// Degree of the polynomial kernel.
    DEGREE: i64 = "degree",
    /// Offset of the polynomial kernel.
    OFFSET: f64 = "offset",
    /// How update=mu splits a kernel with negative values: max(+-K, 0), or by the signs of the data
    /// (linear kernel); auto = exact for up to 2048 documents.
    SPLIT: Split = "split",
    /// Neighbor search: exact, or approximate, which is faster but misses some neighbors; auto =
    /// approximate for 100000 documents or more, 50000 if they are dense, with a warning.
    GRAPH_SEARCH: GraphSearch = "graph-search",
    /// Target recall of the approximate neighbor search.
    SEARCH_RECALL: f64 = "search-recall",
    /// Strength of the graph regularization (rcc, drcc: relative to the mean square length of the
    /// documents, as is mu); smce: weight of the sparsity of the coefficients.
    LAMBDA: f64 = "lambda",
    /// Relative divides lambda by the mean degree of the graph.
    LAMBDA_SCALE: LambdaScale = "lambda-scale",
    /// A scale-invariant objective, or the scale fixed as in the papers, for reproduction (srmcf:
    /// none, or unit-memberships = unit columns of V after each update).
    NORMALIZATION: Normalization = "normalization",
    /// Normalized-cut weighting with the graph transformed too (full, appendix B) or unchanged
    /// (unit-graph, as in the authors' program).
    NCW: Ncw = "ncw",
    /// Exponent of the row sums of K in the weighting; 0.25 = half weighting.
    NCW_POWER: f64 = "ncw-power",
    /// Update rule: mu = multiplicative; cd = coordinate descent (linear kernel); auto = cd for the
    /// linear kernel with normalization scale-invariant or none, otherwise mu; hals = hierarchical
    /// alternating least squares (nmf).
    UPDATE: Update = "update",
    /// Which factor is updated first.
    UPDATE_ORDER: UpdateOrder = "update-order",
    /// Floor of denominators: 1e-16 of the largest in the row, or 1e-10 as in the authors' program.
    FLOOR: Floor = "floor",
    /// Initial factors: uniform random; k-means on the documents (kmeans), on their smoothed
    /// singular coordinates (lsi), the same with three times the clusters, of which the closest are
    /// merged (merge), or on the eigenvectors of the graph (ncut); labels spread over the graph
    /// (propagation), combined with document content (mixture); non-negative parts of the singular
    /// vectors (svd); the components of a graph of adaptive neighbors (can); or factors from the
    /// caller (given).
    START: Start = "start",
    /// Start=merge: exponent of the sizes in the distance of two clusters; 1 = Ward's criterion, 0
    /// = the distance of the means.
    MERGE_EXPONENT: f64 = "merge-exponent",
    /// Number of starts; the one with the lowest objective is kept.
    RESTARTS: i64 = "restarts",
    /// Updates of each start before the best is chosen; 0 = max-iterations.
    TRIAL_ITERATIONS: i64 = "trial-iterations",
    /// Updates after the best start is chosen; spectral methods: rounds of the eigensolver; can,
    /// pcan: rounds of graph and eigenvectors.
    MAX_ITERATIONS: i64 = "max-iterations",
    /// Stop at this relative decrease of the objective; 0 = never; ignored with normalization
    /// final, per-update and unit-memberships; spectral methods: tolerance of the eigenvector
    /// residuals.
    TOLERANCE: f64 = "tolerance",
    /// Stop at this residual of the KKT conditions, evaluated every 5 updates; 0 = never.
    KKT_TOLERANCE: f64 = "kkt-tolerance",
    /// Passes over the columns of each row per update under update=cd.
    SWEEPS: i64 = "sweeps",
    /// Initial weight of the momentum of W and V between updates; reduced if the objective would
    /// rise; 0 = none.
    EXTRAPOLATION: f64 = "extrapolation",
    /// Number of singular values for start=lsi; 0 = twice the clusters, at most 200.
    SVD_RANK: i64 = "svd-rank",
    /// Random-walk steps over the graph that smooth the coordinates of start=lsi.
    SMOOTHING: i64 = "smoothing",
    /// How memberships become labels; rotation = the orthogonal rotation nearest to a partition.
    READOUT: Readout = "readout",
    /// Number of k-means starts in the read-out, in start=lsi and ncut, and in the initial clusters
    /// of co-clustering; start=lsi with readout=argmax makes fewer for more than 20000 documents.
    READOUT_STARTS: i64 = "readout-starts",
    /// After the read-out, on rows of unit length: sizes = three rounds that reassign documents to
    /// the mean directions of the clusters, with a term for their sizes; logistic = a logistic
    /// regression of the given labels and, with a small weight, of the labels found; cut =
    /// documents move to the cluster of a neighbor as long as that lowers the cut, for any rows;
    /// sizes and cut are not taken where more than a tenth of the documents would move, sizes with
    /// vectors always.
    REFINE: Refine = "refine",
    /// Views = choose between start=lsi with the updates and start=merge without, by the agreement
    /// of clusterings by two halves of the terms.
    SELECT: Select = "select",
    /// Share of the documents to leave without a cluster, those that fit their cluster least: by
    /// the cosine to its mean less that to the mean of all; dense data without unit rows: by the
    /// distance to its mean.
    OUTLIERS: f64 = "outliers",
    /// Leave a document without a cluster if its membership in that cluster is smaller (the
    /// memberships sum to 1).
    MIN_MEMBERSHIP: f64 = "min-membership",
    /// Store the weighted documents and their names in the model; assign needs them for the graph
    /// term and for kernels, and the commands of topics to merge and split.
    KEEP_DATA: bool = "keep-data",
    /// Assign new documents by exact non-negative least squares, or by the paper's updates of their
    /// rows (linear kernel); spectral methods: to the nearest mean direction (centroid), by local
    /// prediction from their neighbors (predictor), or by their rows of the eigenvectors (exact,
    /// with affinity=gram).
    OUT_OF_SAMPLE: OutOfSample = "out-of-sample",
    /// Number of terms shown for each cluster; affects only the display.
    TOP_TERMS: i64 = "top-terms",
    /// Rank terms by weight in the concept and its share among all clusters, by weight times log
    /// lift against the corpus, or by weight in the concept; affects only the display.
    TERM_SCORE: TermScore = "term-score",
    /// Whether equal documents share one vertex of the graph or have one each.
    DUPLICATES: Duplicates = "duplicates",
    /// The share of the vectors of the documents in the neighbor graph and in the refinement of
    /// auto; 0 = words alone; of no effect without vectors.
    VECTOR_WEIGHT: f64 = "vector-weight",
    /// How far constraints spread over the graph: the fraction that each step keeps; above 0.97
    /// constraints blur over the whole graph.
    ALPHA: f64 = "alpha",
    /// Same as alpha, for start=propagation and mixture.
    START_ALPHA: f64 = "start-alpha",
    /// Number of edges that constraints may add to each document, strongest first; exact adds all
    /// (with labels alone these need not be stored).
    PROPAGATION_TOP: i64 = "propagation-top",
    /// How constraints are propagated: sparse factorization (cholesky), conjugate gradients (cg),
    /// or the one with the lower estimated cost (auto).
    PROPAGATION_SOLVER: PropagationSolver = "propagation-solver",
    /// Whether pairs implied by chains of must-links, and by cannot-links between the chained
    /// groups, are added as constraints.
    CLOSURE: bool = "closure",
    /// Strength of the second regularization: of the feature graph (rcc, drcc), of the labels
    /// (gdcf, experimental), of the must-links (cnpcf, experimental).
    MU: f64 = "mu",
    /// Number of neighbors that each document selects again in the space of the factors; 0 =
    /// clusters + 2.
    ADAPTIVE_NEIGHBORS: i64 = "adaptive-neighbors",
    /// Lambda_1, strength of the regularization by adaptive neighbors; values far above the number
    /// of documents keep the result at the start.
    ADAPTIVE_WEIGHT: f64 = "adaptive-weight",
    /// Adaptive neighbors: the same number for each document (row), or one gamma for all documents,
    /// which determines the numbers (fixed).
    GAMMA: Gamma = "gamma",
    /// Lambda_3 = lambda_1 gamma / 2 for gamma=fixed; 0 = from the mean gamma after one update.
    ADAPTIVE_RIDGE: f64 = "adaptive-ridge",
    /// Updates between two selections of adaptive neighbors; 0 = keep the neighbors in the data.
    REFRESH: i64 = "refresh",
    /// Number of feature clusters in co-clustering; 0 = as many as document clusters.
    FEATURE_CLUSTERS: i64 = "feature-clusters",
    /// Co-clustering: the scale-free objective, which never rises in practice; unit columns after
    /// each update, as in the paper; or no normalization; can, pcan: each document is connected
    /// only to its first neighbors (local), or to any document (global).
    VARIANT: Variant = "variant",
    /// Number of nearest neighbors of each feature in the feature graph; 0 = same as neighbors.
    FEATURE_NEIGHBORS: i64 = "feature-neighbors",
    /// Weights of the edges of the feature graph.
    FEATURE_GRAPH_WEIGHT: GraphWeight = "feature-graph-weight",
    /// Features that occur in fewer documents get no edges in the feature graph.
    FEATURE_MIN_DF: i64 = "feature-min-df",
    /// Ridge parameter of the local predictors, multiplied by the number of neighbors.
    LOCAL_RIDGE: f64 = "local-ridge",
    /// The matrix that is cut: the neighborhood graph, or the Gram matrix of the documents.
    AFFINITY: Affinity = "affinity",
    /// Can, pcan: how evenly a document is connected to its neighbors; 0 = the mean over documents
    /// of the values that give each exactly its number of neighbors.
    SIMPLEX_GAMMA: f64 = "simplex-gamma",
    /// Pcan: number of dimensions of the projection; 0 = clusters - 1.
    PROJECTION: i64 = "projection",
    /// Pcan: directions of least spread over the edges of the initial graph, relative to the spread
    /// of all documents, or absolute, as in the published program.
    FIRST_PROJECTION: FirstProjection = "first-projection",
    /// Ssc: weight of the reconstruction error, relative to the smallest weight at which every
    /// document has a nonzero coefficient.
    FIDELITY: f64 = "fidelity",
    /// Ssc: whether the coefficients of a document sum to 1, for subspaces that do not contain the
    /// origin.
    AFFINE: bool = "affine",
    /// Ssc, smce: fraction of the absolute coefficients of a document that its largest ones retain.
    MASS: f64 = "mass",
    /// Number of singular coordinates; 0 = as many as clusters, at least 10, or 30 of dense data
    /// (gmm); four times as many, at least 100, or 50 of dense data (asi).
    COMPONENTS: i64 = "components",
    /// Covariance of a mixture: one diagonal per cluster, one full matrix shared by all clusters,
    /// or one full matrix per cluster; auto = the one with the best BIC.
    COVARIANCE: Covariance = "covariance",
    /// Smallest variance of a mixture, as a fraction of that of the coordinate over all documents.
    VARIANCE_FLOOR: f64 = "variance-floor",
    /// Language of the stemming and of the built-in stop words; auto = the language of most of the
    /// first texts (CLD2), mixed = stop words of the language of each text, no stemming.
    LANGUAGE: Language = "language",
    /// Auto omits the built-in stop words of the language; stop words that the caller adds always
    /// apply.
    STOP_WORDS: StopWords = "stop-words",
    /// Merges words with the same stem into one term, named by the most frequent of them.
    STEMMING: bool = "stemming",
    /// Remove strips accents from letters.
    ACCENTS: Accents = "accents",
    /// Drop omits words that consist only of the digits 0 to 9.
    NUMBERS: Numbers = "numbers",
    /// Longest sequence of words that forms a term.
    NGRAMS: i64 = "ngrams",
    /// Minimum number of characters of a word.
    WORD_LENGTH: i64 = "word-length",
    /// Words of text written without spaces: by the dictionaries of ICU (dictionary), or each pair
    /// of neighboring characters (pairs); auto = dictionary if this build has ICU.
    SEGMENTATION: Segmentation = "segmentation",
    /// Trim removes underscores at both ends of a word, which mark emphasis, and omits words
    /// without a letter or digit.
    UNDERSCORES: Underscores = "underscores",
    /// URLs and e-mail addresses: one term each, the host of a URL or the address (whole), their
    /// words, or none (drop).
    ADDRESSES: Addresses = "addresses",
}
