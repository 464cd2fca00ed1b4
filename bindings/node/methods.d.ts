// Written by bindings/generate.

import { Call, Matrix, Graph, Constraints, Solver, Model, Vectorizer, Suggestion } from './index'

export type LogLevel = 'note' | 'warning'
export type ValueType = 'int32' | 'int64' | 'float' | 'double'
export type Ownership = 'copy' | 'borrow'
export type Format = 'auto' | 'matrix-market' | 'svmlight' | 'csv' | 'counts'
export type ColumnType = 'other' | 'numbers' | 'vectors' | 'texts' | 'times' | 'nulls'
export type GraphWeight = 'cosine' | 'binary' | 'heat' | 'local-scaling'
export type GraphRule = 'symmetric' | 'or' | 'mutual'
export type Search = 'none' | 'auto' | 'exact' | 'approximate'
export type Metric = 'cosine' | 'euclidean' | 'auto'
export type Gamma = 'row' | 'fixed'
export type ConstraintKind = 'pairs' | 'contradictions' | 'conflicts' | 'labeled' | 'classes' | 'repeated'
export type OptionType = 'int64' | 'double' | 'text' | 'bool'
export type Score = 'concept' | 'lift' | 'exclusivity'
export type Block = 'mass' | 'mean' | 'lift'
export type ModelArray = 'history' | 'labels' | 'sizes' | 'memberships' | 'associations' | 'basis' | 'centroids' | 'cosines' | 'feature-labels' | 'feature-sizes' | 'feature-memberships' | 'core'
export type Origin = 'unknown' | 'default' | 'preset' | 'data' | 'user'
export type Linkage = 'ward' | 'average'
export type Weakness = 'none' | 'empty' | 'small' | 'near-copy' | 'incoherent'
export type Direction = 'falling' | 'rising'
export type Change = 'stayed' | 'moved' | 'split' | 'joined' | 'appeared' | 'vanished'
export type Status = 'ok' | 'iteration-limit' | 'fewer-clusters' | 'contradictions' | 'not-converged' | 'error-null' | 'error-handle' | 'error-argument' | 'error-option' | 'error-length' | 'error-mismatch' | 'error-busy' | 'error-structure' | 'error-value' | 'error-empty' | 'error-format' | 'error-corrupt' | 'error-version' | 'error-numerics' | 'error-memory' | 'error-budget' | 'error-io' | 'error-threads' | 'error-feature' | 'error-cancelled' | 'error-internal'

export class MatrixMethods {
  /** Read a matrix from a file, plain or gzip (detected by its first bytes). manifact_matrix_read(). */
  static read(path: string, options?: { format?: Format } & Call): Promise<Matrix>
  /** Parse a matrix from `size` bytes in memory. manifact_matrix_parse(). */
  static parse(data: Uint8Array, name: string, options?: { format?: Format } & Call): Promise<Matrix>
  /** Write a matrix as Matrix Market coordinate real general, with the shortest decimal digits that are read back as the same double, compressed with gzip if the name ends in .gz. manifact_matrix_write(). */
  write(path: string, options?: Call): Promise<void>
  /** The number of rows, or -1 if the handle is not a matrix. manifact_matrix_rows(). */
  rows(): number
  /** The number of columns, or -1 if the handle is not a matrix. manifact_matrix_columns(). */
  columns(): number
  /** The number of stored entries, or -1 if the handle is not a matrix. manifact_matrix_entries(). */
  entries(): number
  /** 1 if the values of the matrix are a dense array, 0 if they are sparse or the handle is not a matrix. manifact_matrix_is_dense(). */
  isDense(): boolean
  /** The rows as a fit sees them, except for a power of two (see manifact_solver_fit()). manifact_matrix_weight(). */
  weight(weighting: string, scaling: string, options?: Call): Promise<Matrix>
  /** Names the features of a matrix. manifact_matrix_set_feature_names(). */
  setFeatureNames(texts: readonly string[] | null): this
  /** The name of a feature, counted from 0, of manifact_matrix_set_feature_names() or the header of a CSV file, "" for an empty one. manifact_matrix_feature_name(). */
  featureName(feature: number): string | null
  /** Gives each document a vector beside its words, such as the embedding of its text. manifact_matrix_set_vectors(). */
  setVectors(vectors: Matrix | null): this
  /** The length of these vectors, 0 if there are none. manifact_matrix_vector_columns(). */
  vectorColumns(): number
  /** The number of rows in which each feature is positive, as weighting counts them. manifact_matrix_document_frequencies(). */
  documentFrequencies(): number[]
  /** Weights the counts of a small collection by the document frequencies of a large one. manifact_matrix_set_background(). */
  setBackground(frequencies: BigInt64Array | Int32Array | readonly number[] | null, nDocuments: number): this
  /** The number of documents of that collection, 0 if there is none. manifact_matrix_background_documents(). */
  backgroundDocuments(): number
}

export class VectorizerMethods {
  /** Create a finished vectorizer with the given vocabulary. manifact_vectorizer_from_terms(). */
  static fromTerms(texts: readonly string[], options?: Call): Promise<Vectorizer>
  /** Restore the default of an option, as if it had never been set. manifact_vectorizer_reset(). */
  reset(name: string | null): this
  /** Set min-df and max-df to those of a solver. manifact_vectorizer_take_limits(). */
  takeLimits(solver: Solver): this
  /** Add stop words to the built-in ones, before the first document is added, in any number of calls. manifact_vectorizer_add_stop_words(). */
  addStopWords(texts: readonly string[]): this
  /** Add one document of `length` bytes (copied), or `count` documents, of which document i is bytes[offsets[i]. manifact_vectorizer_add(). */
  add(text: string, options?: Call): Promise<void>
  /** Add one document of `length` bytes (copied), or `count` documents, of which document i is bytes[offsets[i]. manifact_vectorizer_add_many(). */
  addMany(texts: readonly string[], options?: Call): Promise<void>
  /** Fix the vocabulary and return the counts. manifact_vectorizer_finish(). */
  finish(options?: Call): Promise<Matrix>
  /** The counts of new texts by the rules and the vocabulary of a finished vectorizer. manifact_vectorizer_transform(). */
  transform(texts: readonly string[], options?: Call): Promise<Matrix>
  /** As manifact_vectorizer_transform(), with the number of terms of each text, known or not. manifact_vectorizer_transform_counted(). */
  transformCounted(texts: readonly string[], options?: Call): Promise<{ terms: number[]; matrix: Matrix }>
  /** The number of documents added so far. manifact_vectorizer_documents(). */
  documents(): number
  /** The number of terms. manifact_vectorizer_terms(). */
  terms(): number
  /** The number of words counted, updated after each batch and when finished. manifact_vectorizer_tokens(). */
  tokens(): number
  /** The number of invalid UTF-8 parts that were replaced, updated after each batch and when finished. manifact_vectorizer_replaced(). */
  replaced(): number
  /** The name of a term as a NUL-terminated UTF-8 view. manifact_vectorizer_term(). */
  term(index: number): string | null
}

export class GraphMethods {
  /** MANIFACT_METRIC_EUCLIDEAN if the neighbors of the graph were found by Euclidean distance, else MANIFACT_METRIC_COSINE. manifact_graph_metric(). */
  metric(): Metric
  /** How the neighbors of a graph were found. manifact_graph_search_info(). */
  searchInfo(): { search: Search; recall: number; sampled: number }
  /** Adaptive neighbors of the n rows of X, by Euclidean distance. manifact_graph_adaptive(). */
  static adaptive(X: Matrix, neighbors: number, mode: Gamma, gamma: number, options?: { memoryBudget?: number } & Call): Promise<Graph>
  /** A graph from a square matrix of weights >= 0. manifact_graph_from_matrix(). */
  static fromMatrix(S: Matrix, rule: GraphRule, options?: Call): Promise<Graph>
  /** The weights as an n x n sparse matrix. manifact_graph_to_matrix(). */
  toMatrix(options?: Call): Promise<Matrix>
  /** The number of vertices, or -1 if the handle is not a graph. manifact_graph_vertices(). */
  vertices(): number
  /** The number of undirected edges, or -1 if the handle is not a graph. manifact_graph_edges(). */
  edges(): number
  /** The number of connected components, isolated vertices included, or -1 if the handle is not a graph. manifact_graph_components(). */
  components(): number
  /** The number of vertices without an edge, or -1 if the handle is not a graph. manifact_graph_isolated(). */
  isolated(): number
}

export class ConstraintsMethods {
  /** The number of entries of a kind. manifact_constraints_count(). */
  count(kind: ConstraintKind): number
  /** Pairs of documents to ask a person about next. manifact_constraints_suggest(). */
  static suggest(X: Matrix, nClusters: number, options?: { constraints?: Constraints | null; seed?: number; count?: number } & Call): Promise<{ first: number[]; second: number[]; cosines: Float64Array }>
  /** The number of documents, or -1 if the handle is not a set of constraints. manifact_constraints_documents(). */
  documents(): number
}

export class SolverMethods {
  /** The name of the method. manifact_solver_method(). */
  method(): string | null
  /** Restore the default of an option, as if it had never been set. manifact_solver_reset(). */
  reset(name: string | null): this
  /** Use the given graph, with one vertex per document, instead of building one. manifact_solver_set_graph(). */
  setGraph(graph: Graph | null): this
  /** As manifact_solver_set_graph(), for the graph of the features (one vertex per feature), for methods that use one. manifact_solver_set_feature_graph(). */
  setFeatureGraph(graph: Graph | null): this
  /** Set what is known about some of the documents, for methods that use it (rcf, semi-lccf, ccf, label-propagation. manifact_solver_set_constraints(). */
  setConstraints(constraints: Constraints | null): this
  /** Set the finished vectorizer that made the features. manifact_solver_set_vectorizer(). */
  setVectorizer(vectorizer: Vectorizer | null): this
  /** Start from a clustering. manifact_solver_set_start_labels(). */
  setStartLabels(labels: Int32Array | readonly number[] | null): this
  /** Start from W and V of a model of the same documents and clusters, for methods with X' ~ X'W V' (cf, lccf, rcf ...), for example to fit again with more constraints. manifact_solver_set_start_model(). */
  setStartModel(model: Model | null): this
  /** Cluster the rows of X into n_clusters clusters. manifact_solver_fit(). */
  fit(X: Matrix, nClusters: number, options?: Call): Promise<Model>
  /** Refit the documents that a model keeps, with as many clusters as it has topics, or as the start labels of the solver have, if these are more, for example after documents were added or the model was edited. manifact_solver_refit(). */
  refit(model: Model, options?: Call): Promise<Model>
  /** Join two models. manifact_solver_join(). */
  join(model: Model, other: Model, options?: Call): Promise<{ topics: number[]; nCommon: number; model: Model }>
  /** The graph of the documents that a fit of X by this solver would use. manifact_solver_graph(). */
  graph(X: Matrix, options?: Call): Promise<Graph>
  /** Evaluate each number of clusters k = from. manifact_solver_suggest_k(). */
  suggestK(X: Matrix, from: number, to: number, options?: Call): Promise<Suggestion>
  /** The topics of later fits and refits of the solver take the numbers of the topics of this model that they are matched with by manifact_model_compare(). manifact_solver_set_numbers_of(). */
  setNumbersOf(model: Model | null): this
}

export class ModelMethods {
  /** n, the number of documents, or -1 if the handle is not a model. manifact_model_documents(). */
  documents(): number
  /** m, the number of features, or -1 if the handle is not a model. manifact_model_features(). */
  features(): number
  /** k, the number of requested clusters, empty ones included, or -1 if the handle is not a model. manifact_model_clusters(). */
  clusters(): number
  /** The number of updates made from the start that was kept, including its trial, or -1 if the handle is not a model. manifact_model_iterations(). */
  iterations(): number
  /** 1 if the tolerance was met, else 0. manifact_model_converged(). */
  converged(): boolean
  /** The status that the fit returned, >= 0. manifact_model_status(). */
  status(): Status
  /** The final value of the objective, the last of the history. manifact_model_objective(). */
  objective(): number
  /** The `count` features with the highest score in a cluster, by decreasing score, ties by lower index. manifact_model_top_features(). */
  topFeatures(cluster: number, options?: { score?: Score; count?: number }): { features: number[]; scores: Float64Array }
  /** As manifact_model_top_features(), for the terms of the texts of manifact_solver_set_texts(), with the indices of manifact_model_text_vectorizer(). manifact_model_top_terms(). */
  topTerms(cluster: number, options?: { score?: Score; count?: number }): { terms: number[]; scores: Float64Array }
  /** The cohesion of each cluster. manifact_model_cohesion(). */
  cohesion(): Float64Array
  /** The similarity of the clusters. manifact_model_similarities(). */
  similarities(): Float64Array
  /** The `count` documents of a cluster nearest to its centroid by cosine, or by distance if they are points (dense rows of any length), nearest first, ties by lower index. manifact_model_representatives(). */
  representatives(cluster: number, options?: { count?: number }): { documents: number[]; cosines: Float64Array }
  /** The `count` documents with the largest entries in column `cluster` of W, which form the concept, largest first, ties by lower index. manifact_model_concept_documents(). */
  conceptDocuments(cluster: number, options?: { count?: number }): { documents: number[]; weights: Float64Array }
  /** The memberships as proportions of the clusters. manifact_model_proportions(). */
  proportions(): Float64Array
  /** The same for the documents first. manifact_model_proportions_of(). */
  proportionsOf(first: number, options?: { count?: number }): Float64Array
  /** The margin of each document. manifact_model_margins(). */
  margins(): Float64Array
  /** The documents whose labels to ask a person about next, to fit again with more labels (manifact_constraints_create()). manifact_model_suggest_labels(). */
  suggestLabels(options?: { X?: Matrix | null; constraints?: Constraints | null; count?: number } & Call): Promise<{ documents: number[]; margins: Float64Array }>
  /** The pairs of documents to ask a person about next, to fit again with more pairs (manifact_constraints_create()). manifact_model_suggest_pairs(). */
  suggestPairs(options?: { constraints?: Constraints | null; count?: number } & Call): Promise<{ first: number[]; second: number[]; margins: Float64Array }>
  /** The length of the vectors that the documents of the fit had beside their words, as new ones may have (manifact_matrix_set_vectors()). manifact_model_vector_columns(). */
  vectorColumns(): number
  /** The proportion of its cluster below which a document is left without a cluster. manifact_model_min_membership(). */
  minMembership(): number
  /** Positions on a map of the clusters, as the report of `manifact cluster` draws it. manifact_model_map(). */
  map(): { documents: Float64Array; clusters: Float64Array }
  /** Positions of the documents in the plane that preserve neighborhoods, as the report of `manifact cluster` draws them. manifact_model_positions(). */
  positions(options?: { X?: Matrix | null } & Call): Promise<{ positions: Float64Array; quality: Float64Array }>
  /** How the features of points differ between the clusters, in the units of the rows as they were given. manifact_model_point_features(). */
  pointFeatures(options?: { X?: Matrix | null } & Call): Promise<{ means: Float64Array; scores: Float64Array; overall: Float64Array }>
  /** Places of points (manifact_model_point_features()) on a scatter plot, as the report of `manifact cluster` draws it, and their distances to the centers. manifact_model_scatter(). */
  scatter(options?: { X?: Matrix | null } & Call): Promise<{ places: Float64Array; distances: Float64Array; axes: Float64Array; shares: Float64Array }>
  /** Feature clusters of the methods onmtf, rcc and drcc. manifact_model_feature_clusters(). */
  featureClusters(): number
  /** A measure of every block, 0 for an empty cluster. manifact_model_blocks(). */
  blocks(options?: { measure?: Block }): Float64Array
  /** The `count` features of a feature cluster with the largest membership, by decreasing membership, ties by lower index. manifact_model_feature_cluster_features(). */
  featureClusterFeatures(featureCluster: number, options?: { count?: number }): { features: number[]; memberships: Float64Array }
  /** The name of the method. manifact_model_method(). */
  method(): string
  /** The vectorizer that the model was fitted or loaded with, for the names of the features and for manifact_vectorizer_transform(). manifact_model_vectorizer(). */
  vectorizer(): Vectorizer | null
  /** The name of a feature of the documents of the fit, counted from 0, "" for an empty one. manifact_model_feature_name(). */
  featureName(feature: number): string | null
  /** The vectorizer of the texts that the model was fitted or loaded with, for the names of the terms of manifact_model_top_terms(). manifact_model_text_vectorizer(). */
  textVectorizer(): Vectorizer | null
  /** As manifact_model_assign(), with the memberships as proportions of the clusters, as manifact_model_proportions() gives them for the training documents. manifact_model_assign_proportions(). */
  assignProportions(X: Matrix, options?: { minMembership?: number } & Call): Promise<{ labels: Int32Array; proportions: Float64Array; margins: Float64Array }>
  /** The score by which the model compares the clusters of a document, in words and formulas, or why it is not a sum over the features of the document. manifact_model_score_rule(). */
  scoreRule(): string | null
  /** Whether that score is a sum over the features, so that manifact_model_explain() works. manifact_model_has_additive_score(). */
  hasAdditiveScore(): boolean
  /** Why documents are in their topics. manifact_model_explain(). */
  explain(X: Matrix, options?: { topics?: Int32Array | readonly number[] | null; count?: number } & Call): Promise<{ scores: Float64Array; rests: Float64Array; matrix: Matrix }>
  /** manifact_model_assign_proportions() and manifact_model_explain() of its labels at once. manifact_model_assign_explained(). */
  assignExplained(X: Matrix, options?: { minMembership?: number; count?: number } & Call): Promise<{ labels: Int32Array; proportions: Float64Array; margins: Float64Array; scores: Float64Array; rests: Float64Array; matrix: Matrix }>
  /** Each of these makes a new model from a finished one, which stays as it is. manifact_model_merge(). */
  merge(topics: BigInt64Array | Int32Array | readonly number[], options?: { X?: Matrix | null } & Call): Promise<Model>
  /** Each of these makes a new model from a finished one, which stays as it is. manifact_model_split(). */
  split(topic: number, nParts: number, options?: { X?: Matrix | null } & Call): Promise<Model>
  /** Each of these makes a new model from a finished one, which stays as it is. manifact_model_hide(). */
  hide(topics: BigInt64Array | Int32Array | readonly number[], options?: Call): Promise<Model>
  /** Each of these makes a new model from a finished one, which stays as it is. manifact_model_reduce(). */
  reduce(nClusters: number, options?: { linkage?: Linkage; X?: Matrix | null } & Call): Promise<Model>
  /** Each of these makes a new model from a finished one, which stays as it is. manifact_model_rename(). */
  rename(topic: number, name: string, options?: Call): Promise<Model>
  /** Each of these makes a new model from a finished one, which stays as it is. manifact_model_rename_group(). */
  renameGroup(topics: BigInt64Array | Int32Array | readonly number[], name: string, options?: Call): Promise<Model>
  /** The name given to n_topics topics together by manifact_model_rename_group(), in any order, "" if there is none. manifact_model_group_name(). */
  groupName(topics: BigInt64Array | Int32Array | readonly number[]): string | null
  /** The name given to a topic by manifact_model_rename(), "" if there is none. manifact_model_topic_name(). */
  topicName(topic: number): string | null
  /** The title of a topic, UTF-8. manifact_model_title(). */
  title(topic: number): string | null
  /** The phrases of a topic, as manifact_model_title() gives them for a topic without a name. manifact_model_phrases(). */
  phrases(topic: number): string | null
  /** New topics among the documents that updates have added to a model. manifact_model_new_topics(). */
  newTopics(options?: Call): Promise<{ labels: Int32Array; nTopics: number }>
  /** A tree over the k topics, in the space of the fit. manifact_model_tree(). */
  tree(options?: { linkage?: Linkage } & Call): Promise<{ steps: number[]; heights: Float64Array; order: number[] }>
  /** The groups when that tree is cut into n_groups, 1. manifact_model_tree_cut(). */
  treeCut(nGroups: number, options?: { linkage?: Linkage } & Call): Promise<Int32Array>
  /** How good the topics are, from their `count` top terms by a score of manifact_model_top_terms(). manifact_model_topic_numbers(). */
  topicNumbers(options?: { X?: Matrix | null; score?: Score; count?: number } & Call): Promise<{ coherence: Float64Array; diversity: Float64Array; separation: Float64Array; weakness: Weakness[] }>
  /** The stability of the topics. manifact_model_stability(). */
  stability(options?: { X?: Matrix | null; nSamples?: number } & Call): Promise<Float64Array>
  /** The topics over time. manifact_model_timeline(). */
  timeline(periods: Int32Array | readonly number[], nPeriods: number): number[]
  /** The terms that become more frequent (or less, by `direction`) from period to period among the documents of a topic, by the Cochran-Armitage test for trend. manifact_model_trends(). */
  trends(periods: Int32Array | readonly number[], topic: number, options?: { X?: Matrix | null; direction?: Direction; count?: number } & Call): Promise<{ terms: number[]; scores: Float64Array }>
  /** Whether the share of each topic differs between groups of documents, such as their sources, by Pearson's chi-square test of the documents in and not in the topic, without a correction for continuity. manifact_model_group_test(). */
  groupTest(groups: Int32Array | readonly number[], nGroups: number): { statistics: Float64Array; pValues: Float64Array; adjusted: Float64Array; expected: Float64Array }
  /** The terms that are typical of a group among the documents of a topic, compared with those of the other groups. manifact_model_group_terms(). */
  groupTerms(groups: Int32Array | readonly number[], topic: number, group: number, options?: { X?: Matrix | null; count?: number } & Call): Promise<{ terms: number[]; scores: Float64Array }>
  /** Which documents two models have in common. manifact_model_common_documents(). */
  commonDocuments(after: Model): { rows: number[]; nCommon: number }
  /** How the topics of an earlier model live on in a later one. manifact_model_compare(). */
  compare(after: Model, options?: { rows?: BigInt64Array | Int32Array | readonly number[] | null } & Call): Promise<{ forward: Float64Array; backward: Float64Array; partners: number[]; changesBefore: Change[]; changesAfter: Change[] }>
  /** Save a model to a file. manifact_model_save(). */
  save(path: string, options?: Call): Promise<void>
  /** Load a model from a file. manifact_model_load(). */
  static load(path: string, options?: Call): Promise<Model>
  /** As manifact_model_load(), from `size` bytes in memory. manifact_model_load_memory(). */
  static loadMemory(data: Uint8Array, options?: Call): Promise<Model>
}
