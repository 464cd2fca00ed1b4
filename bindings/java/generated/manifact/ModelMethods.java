// Written by bindings/generate.
package manifact;

import com.sun.jna.Pointer;

/** The methods of {@link Model} that follow from the C interface. */
abstract class ModelMethods extends Handle {
  ModelMethods(Pointer pointer) {
    super(pointer);
  }

  /** n, the number of documents, or -1 if the handle is not a model.
   * manifact_model_documents(). */
  public long documents() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_documents(scope.use(this));
    }
  }

  /** m, the number of features, or -1 if the handle is not a model. manifact_model_features(). */
  public long features() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_features(scope.use(this));
    }
  }

  /** k, the number of requested clusters, empty ones included, or -1 if the handle is not a
   * model. manifact_model_clusters(). */
  public long clusters() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_clusters(scope.use(this));
    }
  }

  /** The number of updates made from the start that was kept, including its trial, or -1 if the
   * handle is not a model. manifact_model_iterations(). */
  public long iterations() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_iterations(scope.use(this));
    }
  }

  /** 1 if the tolerance was met, else 0. manifact_model_converged(). */
  public boolean converged() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_converged(scope.use(this)) != 0;
    }
  }

  /** The status that the fit returned, &gt;= 0. manifact_model_status(). */
  public Status status() {
    try (Scope scope = new Scope()) {
      return Status.of(Library.manifact_model_status(scope.use(this)));
    }
  }

  /** The final value of the objective, the last of the history. manifact_model_objective(). */
  public double objective() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_objective(scope.use(this));
    }
  }

  /** What topFeatures() gives. */
  public record TopFeaturesResult(long[] features, double[] scores) {}

  /** The `count` features with the highest score in a cluster, by decreasing score, ties by
   * lower index. manifact_model_top_features(). */
  public TopFeaturesResult topFeatures(long cluster) {
    return topFeatures(cluster, Score.EXCLUSIVITY, 10);
  }

  /** The same with all arguments. */
  public TopFeaturesResult topFeatures(long cluster, Score score, long count) {
    try (Scope scope = new Scope()) {
      final Pointer out_features = scope.longs(count);
      final Pointer out_scores = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_top_features(scope.use(this), cluster, score.value,
          count, out_features, out_scores, out_found));
      final long found = out_found.getLong(0);
      return new TopFeaturesResult(Scope.longs(out_features, found),
          Scope.doubles(out_scores, found));
    }
  }

  /** What topTerms() gives. */
  public record TopTermsResult(long[] terms, double[] scores) {}

  /** As manifact_model_top_features(), for the terms of the texts of
   * manifact_solver_set_texts(), with the indices of manifact_model_text_vectorizer().
   * manifact_model_top_terms(). */
  public TopTermsResult topTerms(long cluster) {
    return topTerms(cluster, Score.EXCLUSIVITY, 10);
  }

  /** The same with all arguments. */
  public TopTermsResult topTerms(long cluster, Score score, long count) {
    try (Scope scope = new Scope()) {
      final Pointer out_terms = scope.longs(count);
      final Pointer out_scores = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_top_terms(scope.use(this), cluster, score.value, count,
          out_terms, out_scores, out_found));
      final long found = out_found.getLong(0);
      return new TopTermsResult(Scope.longs(out_terms, found), Scope.doubles(out_scores, found));
    }
  }

  /** The cohesion of each cluster. manifact_model_cohesion(). */
  public double[] cohesion() {
    try (Scope scope = new Scope()) {
      final long nClusters = clusters();
      final Pointer out_cohesion = scope.doubles(nClusters);
      scope.check(Library.manifact_model_cohesion(scope.use(this), out_cohesion, nClusters));
      return Scope.doubles(out_cohesion, nClusters);
    }
  }

  /** The similarity of the clusters. manifact_model_similarities(). */
  public double[] similarities() {
    try (Scope scope = new Scope()) {
      final long nClusters = clusters();
      final Pointer out_cosines = scope.doubles(nClusters * nClusters);
      scope.check(Library.manifact_model_similarities(scope.use(this), out_cosines, nClusters));
      return Scope.doubles(out_cosines, nClusters * nClusters);
    }
  }

  /** What representatives() gives. */
  public record RepresentativesResult(long[] documents, double[] cosines) {}

  /** The `count` documents of a cluster nearest to its centroid by cosine, or by distance if
   * they are points (dense rows of any length), nearest first, ties by lower index.
   * manifact_model_representatives(). */
  public RepresentativesResult representatives(long cluster) {
    return representatives(cluster, 10);
  }

  /** The same with all arguments. */
  public RepresentativesResult representatives(long cluster, long count) {
    try (Scope scope = new Scope()) {
      final Pointer out_documents = scope.longs(count);
      final Pointer out_cosines = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_representatives(scope.use(this), cluster, count,
          out_documents, out_cosines, out_found));
      final long found = out_found.getLong(0);
      return new RepresentativesResult(Scope.longs(out_documents, found),
          Scope.doubles(out_cosines, found));
    }
  }

  /** What conceptDocuments() gives. */
  public record ConceptDocumentsResult(long[] documents, double[] weights) {}

  /** The `count` documents with the largest entries in column `cluster` of W, which form the
   * concept, largest first, ties by lower index. manifact_model_concept_documents(). */
  public ConceptDocumentsResult conceptDocuments(long cluster) {
    return conceptDocuments(cluster, 10);
  }

  /** The same with all arguments. */
  public ConceptDocumentsResult conceptDocuments(long cluster, long count) {
    try (Scope scope = new Scope()) {
      final Pointer out_documents = scope.longs(count);
      final Pointer out_weights = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_concept_documents(scope.use(this), cluster, count,
          out_documents, out_weights, out_found));
      final long found = out_found.getLong(0);
      return new ConceptDocumentsResult(Scope.longs(out_documents, found),
          Scope.doubles(out_weights, found));
    }
  }

  /** The memberships as proportions of the clusters. manifact_model_proportions(). */
  public double[] proportions() {
    try (Scope scope = new Scope()) {
      final long length = documents() * clusters();
      final Pointer out_proportions = scope.doubles(length);
      scope.check(Library.manifact_model_proportions(scope.use(this), out_proportions, length));
      return Scope.doubles(out_proportions, length);
    }
  }

  /** The same for the documents first. manifact_model_proportions_of(). */
  public double[] proportionsOf(long first) {
    return proportionsOf(first, 10);
  }

  /** The same with all arguments. */
  public double[] proportionsOf(long first, long count) {
    try (Scope scope = new Scope()) {
      final Pointer out_proportions = scope.doubles(count * clusters());
      scope.check(Library.manifact_model_proportions_of(scope.use(this), first, count,
          out_proportions));
      return Scope.doubles(out_proportions, count * clusters());
    }
  }

  /** The margin of each document. manifact_model_margins(). */
  public double[] margins() {
    try (Scope scope = new Scope()) {
      final long nDocuments = documents();
      final Pointer out_margins = scope.doubles(nDocuments);
      scope.check(Library.manifact_model_margins(scope.use(this), out_margins, nDocuments));
      return Scope.doubles(out_margins, nDocuments);
    }
  }

  /** What suggestLabels() gives. */
  public record SuggestLabelsResult(long[] documents, double[] margins) {}

  /** The documents whose labels to ask a person about next, to fit again with more labels
   * (manifact_constraints_create()). manifact_model_suggest_labels(). */
  public SuggestLabelsResult suggestLabels() {
    return suggestLabels((Matrix) null, (Constraints) null, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public SuggestLabelsResult suggestLabels(Matrix X, Constraints constraints, long count,
      Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_documents = scope.longs(count);
      final Pointer out_margins = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_suggest_labels(scope.context, scope.use(this),
          scope.use(X), scope.use(constraints), count, out_documents, out_margins, out_found));
      final long found = out_found.getLong(0);
      return new SuggestLabelsResult(Scope.longs(out_documents, found),
          Scope.doubles(out_margins, found));
    }
  }

  /** What suggestPairs() gives. */
  public record SuggestPairsResult(long[] first, long[] second, double[] margins) {}

  /** The pairs of documents to ask a person about next, to fit again with more pairs
   * (manifact_constraints_create()). manifact_model_suggest_pairs(). */
  public SuggestPairsResult suggestPairs() {
    return suggestPairs((Constraints) null, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public SuggestPairsResult suggestPairs(Constraints constraints, long count, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_first = scope.longs(count);
      final Pointer out_second = scope.longs(count);
      final Pointer out_margins = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_suggest_pairs(scope.context, scope.use(this),
          scope.use(constraints), count, out_first, out_second, out_margins, out_found));
      final long found = out_found.getLong(0);
      return new SuggestPairsResult(Scope.longs(out_first, found), Scope.longs(out_second, found),
          Scope.doubles(out_margins, found));
    }
  }

  /** The length of the vectors that the documents of the fit had beside their words, as new
   * ones may have (manifact_matrix_set_vectors()). manifact_model_vector_columns(). */
  public long vectorColumns() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_vector_columns(scope.use(this));
    }
  }

  /** The proportion of its cluster below which a document is left without a cluster.
   * manifact_model_min_membership(). */
  public double minMembership() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_min_membership(scope.use(this));
    }
  }

  /** What map() gives. */
  public record MapResult(double[] documents, double[] clusters) {}

  /** Positions on a map of the clusters, as the report of `manifact cluster` draws it.
   * manifact_model_map(). */
  public MapResult map() {
    try (Scope scope = new Scope()) {
      final long nDocuments = documents();
      final long nClusters = clusters();
      final Pointer out_documents = scope.doubles(nDocuments * 2);
      final Pointer out_clusters = scope.doubles(nClusters * 3);
      scope.check(Library.manifact_model_map(scope.use(this), out_documents, nDocuments,
          out_clusters, nClusters));
      return new MapResult(Scope.doubles(out_documents, nDocuments * 2),
          Scope.doubles(out_clusters, nClusters * 3));
    }
  }

  /** What positions() gives. */
  public record PositionsResult(double[] positions, double[] quality) {}

  /** Positions of the documents in the plane that preserve neighborhoods, as the report of
   * `manifact cluster` draws them. manifact_model_positions(). */
  public PositionsResult positions() {
    return positions((Matrix) null, null);
  }

  /** The same with all arguments; the call may be null. */
  public PositionsResult positions(Matrix X, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nDocuments = documents();
      final Pointer out_positions = scope.doubles(nDocuments * 2);
      final Pointer out_quality = scope.doubles(2);
      scope.check(Library.manifact_model_positions(scope.context, scope.use(this), scope.use(X),
          out_positions, nDocuments, out_quality));
      return new PositionsResult(Scope.doubles(out_positions, nDocuments * 2),
          Scope.doubles(out_quality, 2));
    }
  }

  /** What pointFeatures() gives. */
  public record PointFeaturesResult(double[] means, double[] scores, double[] overall) {}

  /** How the features of points differ between the clusters, in the units of the rows as they
   * were given. manifact_model_point_features(). */
  public PointFeaturesResult pointFeatures() {
    return pointFeatures((Matrix) null, null);
  }

  /** The same with all arguments; the call may be null. */
  public PointFeaturesResult pointFeatures(Matrix X, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nFeatures = features();
      final long nClusters = clusters();
      final Pointer out_means = scope.doubles(nFeatures * nClusters);
      final Pointer out_scores = scope.doubles(nFeatures * nClusters);
      final Pointer out_overall = scope.doubles(nFeatures * 2);
      scope.check(Library.manifact_model_point_features(scope.context, scope.use(this),
          scope.use(X), out_means, out_scores, out_overall, nFeatures, nClusters));
      return new PointFeaturesResult(Scope.doubles(out_means, nFeatures * nClusters),
          Scope.doubles(out_scores, nFeatures * nClusters),
          Scope.doubles(out_overall, nFeatures * 2));
    }
  }

  /** What scatter() gives. */
  public record ScatterResult(double[] places, double[] distances, double[] axes,
      double[] shares) {}

  /** Places of points (manifact_model_point_features()) on a scatter plot, as the report of
   * `manifact cluster` draws it, and their distances to the centers. manifact_model_scatter(). */
  public ScatterResult scatter() {
    return scatter((Matrix) null, null);
  }

  /** The same with all arguments; the call may be null. */
  public ScatterResult scatter(Matrix X, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nDocuments = documents();
      final long nFeatures = features();
      final Pointer out_places = scope.doubles(nDocuments * 2);
      final Pointer out_distances = scope.doubles(nDocuments);
      final Pointer out_axes = scope.doubles(nFeatures * 2);
      final Pointer out_shares = scope.doubles(2);
      scope.check(Library.manifact_model_scatter(scope.context, scope.use(this), scope.use(X),
          out_places, out_distances, nDocuments, out_axes, out_shares, nFeatures));
      return new ScatterResult(Scope.doubles(out_places, nDocuments * 2),
          Scope.doubles(out_distances, nDocuments), Scope.doubles(out_axes, nFeatures * 2),
          Scope.doubles(out_shares, 2));
    }
  }

  /** Feature clusters of the methods onmtf, rcc and drcc. manifact_model_feature_clusters(). */
  public long featureClusters() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_feature_clusters(scope.use(this));
    }
  }

  /** A measure of every block, 0 for an empty cluster. manifact_model_blocks(). */
  public double[] blocks() {
    return blocks(Block.LIFT);
  }

  /** The same with all arguments. */
  public double[] blocks(Block measure) {
    try (Scope scope = new Scope()) {
      final long nClusters = clusters();
      final long nFeatureClusters = featureClusters();
      final Pointer out_values = scope.doubles(nClusters * nFeatureClusters);
      scope.check(Library.manifact_model_blocks(scope.use(this), measure.value, out_values,
          nClusters, nFeatureClusters));
      return Scope.doubles(out_values, nClusters * nFeatureClusters);
    }
  }

  /** What featureClusterFeatures() gives. */
  public record FeatureClusterFeaturesResult(long[] features, double[] memberships) {}

  /** The `count` features of a feature cluster with the largest membership, by decreasing
   * membership, ties by lower index. manifact_model_feature_cluster_features(). */
  public FeatureClusterFeaturesResult featureClusterFeatures(long featureCluster) {
    return featureClusterFeatures(featureCluster, 10);
  }

  /** The same with all arguments. */
  public FeatureClusterFeaturesResult featureClusterFeatures(long featureCluster, long count) {
    try (Scope scope = new Scope()) {
      final Pointer out_features = scope.longs(count);
      final Pointer out_memberships = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_feature_cluster_features(scope.use(this), featureCluster,
          count, out_features, out_memberships, out_found));
      final long found = out_found.getLong(0);
      return new FeatureClusterFeaturesResult(Scope.longs(out_features, found),
          Scope.doubles(out_memberships, found));
    }
  }

  /** The name of the method. manifact_model_method(). */
  public String method() {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_model_method(scope.use(this)));
    }
  }

  /** The vectorizer that the model was fitted or loaded with, for the names of the features and
   * for manifact_vectorizer_transform(). manifact_model_vectorizer(). */
  public Vectorizer vectorizer() {
    try (Scope scope = new Scope()) {
      return Vectorizer.shared(Library.manifact_model_vectorizer(scope.use(this)));
    }
  }

  /** The name of a feature of the documents of the fit, counted from 0, "" for an empty one.
   * manifact_model_feature_name(). */
  public String featureName(long feature) {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_model_feature_name(scope.use(this), feature));
    }
  }

  /** The vectorizer of the texts that the model was fitted or loaded with, for the names of the
   * terms of manifact_model_top_terms(). manifact_model_text_vectorizer(). */
  public Vectorizer textVectorizer() {
    try (Scope scope = new Scope()) {
      return Vectorizer.shared(Library.manifact_model_text_vectorizer(scope.use(this)));
    }
  }

  /** What assign() gives. */
  public record AssignResult(int[] labels, double[] memberships) {}

  /** Assign new documents. manifact_model_assign(). */
  public AssignResult assign(Matrix X) {
    return assign(X, null);
  }

  /** The same with all arguments; the call may be null. */
  public AssignResult assign(Matrix X, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nRows = X.rows();
      final Pointer out_labels = scope.ints(nRows);
      final Pointer out_memberships = scope.doubles(nRows * clusters());
      scope.check(Library.manifact_model_assign(scope.context, scope.use(this), scope.use(X),
          out_labels, out_memberships, nRows));
      return new AssignResult(Scope.ints(out_labels, nRows),
          Scope.doubles(out_memberships, nRows * clusters()));
    }
  }

  /** What assignProportions() gives. */
  public record AssignProportionsResult(int[] labels, double[] proportions, double[] margins) {}

  /** As manifact_model_assign(), with the memberships as proportions of the clusters, as
   * manifact_model_proportions() gives them for the training documents.
   * manifact_model_assign_proportions(). */
  public AssignProportionsResult assignProportions(Matrix X) {
    return assignProportions(X, 0.0, null);
  }

  /** The same with all arguments; the call may be null. */
  public AssignProportionsResult assignProportions(Matrix X, double minMembership, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nRows = X.rows();
      final Pointer out_labels = scope.ints(nRows);
      final Pointer out_proportions = scope.doubles(nRows * clusters());
      final Pointer out_margins = scope.doubles(nRows);
      scope.check(Library.manifact_model_assign_proportions(scope.context, scope.use(this),
          scope.use(X), minMembership, out_labels, out_proportions, out_margins, nRows));
      return new AssignProportionsResult(Scope.ints(out_labels, nRows),
          Scope.doubles(out_proportions, nRows * clusters()), Scope.doubles(out_margins, nRows));
    }
  }

  /** The score by which the model compares the clusters of a document, in words and formulas,
   * or why it is not a sum over the features of the document. manifact_model_score_rule(). */
  public String scoreRule() {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_model_score_rule(scope.use(this)));
    }
  }

  /** Whether that score is a sum over the features, so that manifact_model_explain() works.
   * manifact_model_has_additive_score(). */
  public boolean hasAdditiveScore() {
    try (Scope scope = new Scope()) {
      return Library.manifact_model_has_additive_score(scope.use(this)) != 0;
    }
  }

  /** What explain() gives. */
  public record ExplainResult(double[] scores, double[] rests, Matrix matrix) {}

  /** Why documents are in their topics. manifact_model_explain(). */
  public ExplainResult explain(Matrix X) {
    return explain(X, (int[]) null, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public ExplainResult explain(Matrix X, int[] topics, long count, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nRows = X.rows();
      Scope.sameLength(topics, nRows, "topics");
      final Pointer out_scores = scope.doubles(nRows);
      final Pointer out_rests = scope.doubles(nRows);
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_explain(scope.context, scope.use(this), scope.use(X),
          scope.array(topics), count, out_scores, out_rests, nRows, out_out));
      return new ExplainResult(Scope.doubles(out_scores, nRows), Scope.doubles(out_rests, nRows),
          Matrix.owned(out_out.getPointer(0)));
    }
  }

  /** What assignExplained() gives. */
  public record AssignExplainedResult(int[] labels, double[] proportions, double[] margins,
      double[] scores, double[] rests, Matrix matrix) {}

  /** manifact_model_assign_proportions() and manifact_model_explain() of its labels at once.
   * manifact_model_assign_explained(). */
  public AssignExplainedResult assignExplained(Matrix X) {
    return assignExplained(X, 0.0, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public AssignExplainedResult assignExplained(Matrix X, double minMembership, long count,
      Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nRows = X.rows();
      final Pointer out_labels = scope.ints(nRows);
      final Pointer out_proportions = scope.doubles(nRows * clusters());
      final Pointer out_margins = scope.doubles(nRows);
      final Pointer out_scores = scope.doubles(nRows);
      final Pointer out_rests = scope.doubles(nRows);
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_assign_explained(scope.context, scope.use(this),
          scope.use(X), minMembership, out_labels, out_proportions, out_margins, count,
          out_scores, out_rests, nRows, out_out));
      return new AssignExplainedResult(Scope.ints(out_labels, nRows),
          Scope.doubles(out_proportions, nRows * clusters()), Scope.doubles(out_margins, nRows),
          Scope.doubles(out_scores, nRows), Scope.doubles(out_rests, nRows),
          Matrix.owned(out_out.getPointer(0)));
    }
  }

  /** Each of these makes a new model from a finished one, which stays as it is.
   * manifact_model_merge(). */
  public Model merge(long[] topics) {
    return merge(topics, (Matrix) null, null);
  }

  /** The same with all arguments; the call may be null. */
  public Model merge(long[] topics, Matrix X, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nTopics = Scope.length(topics);
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_merge(scope.context, scope.use(this),
          scope.array(topics), nTopics, scope.use(X), out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** Each of these makes a new model from a finished one, which stays as it is.
   * manifact_model_split(). */
  public Model split(long topic, long nParts) {
    return split(topic, nParts, (Matrix) null, null);
  }

  /** The same with all arguments; the call may be null. */
  public Model split(long topic, long nParts, Matrix X, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_split(scope.context, scope.use(this), topic, nParts,
          scope.use(X), out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** Each of these makes a new model from a finished one, which stays as it is.
   * manifact_model_hide(). */
  public Model hide(long[] topics) {
    return hide(topics, null);
  }

  /** The same with all arguments; the call may be null. */
  public Model hide(long[] topics, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nTopics = Scope.length(topics);
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_hide(scope.context, scope.use(this), scope.array(topics),
          nTopics, out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** Each of these makes a new model from a finished one, which stays as it is.
   * manifact_model_reduce(). */
  public Model reduce(long nClusters) {
    return reduce(Linkage.WARD, nClusters, (Matrix) null, null);
  }

  /** The same with all arguments; the call may be null. */
  public Model reduce(Linkage linkage, long nClusters, Matrix X, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_reduce(scope.context, scope.use(this), linkage.value,
          nClusters, scope.use(X), out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** Each of these makes a new model from a finished one, which stays as it is.
   * manifact_model_rename(). */
  public Model rename(long topic, String name) {
    return rename(topic, name, null);
  }

  /** The same with all arguments; the call may be null. */
  public Model rename(long topic, String name, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_rename(scope.context, scope.use(this), topic,
          Scope.text(name), out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** Each of these makes a new model from a finished one, which stays as it is.
   * manifact_model_rename_group(). */
  public Model renameGroup(long[] topics, String name) {
    return renameGroup(topics, name, null);
  }

  /** The same with all arguments; the call may be null. */
  public Model renameGroup(long[] topics, String name, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nTopics = Scope.length(topics);
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_rename_group(scope.context, scope.use(this),
          scope.array(topics), nTopics, Scope.text(name), out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** The name given to n_topics topics together by manifact_model_rename_group(), in any order,
   * "" if there is none. manifact_model_group_name(). */
  public String groupName(long[] topics) {
    try (Scope scope = new Scope()) {
      final long nTopics = Scope.length(topics);
      return Scope.string(Library.manifact_model_group_name(scope.use(this), scope.array(topics),
          nTopics));
    }
  }

  /** The name given to a topic by manifact_model_rename(), "" if there is none.
   * manifact_model_topic_name(). */
  public String topicName(long topic) {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_model_topic_name(scope.use(this), topic));
    }
  }

  /** The title of a topic, UTF-8. manifact_model_title(). */
  public String title(long topic) {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_model_title(scope.use(this), topic));
    }
  }

  /** The phrases of a topic, as manifact_model_title() gives them for a topic without a name.
   * manifact_model_phrases(). */
  public String phrases(long topic) {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_model_phrases(scope.use(this), topic));
    }
  }

  /** What newTopics() gives. */
  public record NewTopicsResult(int[] labels, long nTopics) {}

  /** New topics among the documents that updates have added to a model.
   * manifact_model_new_topics(). */
  public NewTopicsResult newTopics() {
    return newTopics(null);
  }

  /** The same with all arguments; the call may be null. */
  public NewTopicsResult newTopics(Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nDocuments = documents();
      final Pointer out_labels = scope.ints(nDocuments);
      final Pointer out_n_topics = scope.out();
      scope.check(Library.manifact_model_new_topics(scope.context, scope.use(this), out_labels,
          nDocuments, out_n_topics));
      return new NewTopicsResult(Scope.ints(out_labels, nDocuments), out_n_topics.getLong(0));
    }
  }

  /** What tree() gives. */
  public record TreeResult(long[] steps, double[] heights, long[] order) {}

  /** A tree over the k topics, in the space of the fit. manifact_model_tree(). */
  public TreeResult tree() {
    return tree(Linkage.WARD, null);
  }

  /** The same with all arguments; the call may be null. */
  public TreeResult tree(Linkage linkage, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nClusters = clusters();
      final Pointer out_steps = scope.longs(2 * (clusters() - 1));
      final Pointer out_heights = scope.doubles(clusters() - 1);
      final Pointer out_order = scope.longs(clusters());
      scope.check(Library.manifact_model_tree(scope.context, scope.use(this), linkage.value,
          out_steps, out_heights, out_order, nClusters));
      return new TreeResult(Scope.longs(out_steps, 2 * (clusters() - 1)),
          Scope.doubles(out_heights, clusters() - 1), Scope.longs(out_order, clusters()));
    }
  }

  /** The groups when that tree is cut into n_groups, 1. manifact_model_tree_cut(). */
  public int[] treeCut(long nGroups) {
    return treeCut(Linkage.WARD, nGroups, null);
  }

  /** The same with all arguments; the call may be null. */
  public int[] treeCut(Linkage linkage, long nGroups, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nClusters = clusters();
      final Pointer out_group = scope.ints(nClusters);
      scope.check(Library.manifact_model_tree_cut(scope.context, scope.use(this), linkage.value,
          nGroups, out_group, nClusters));
      return Scope.ints(out_group, nClusters);
    }
  }

  /** What topicNumbers() gives. */
  public record TopicNumbersResult(double[] coherence, double[] diversity, double[] separation,
      Weakness[] weakness) {}

  /** How good the topics are, from their `count` top terms by a score of
   * manifact_model_top_terms(). manifact_model_topic_numbers(). */
  public TopicNumbersResult topicNumbers() {
    return topicNumbers((Matrix) null, Score.EXCLUSIVITY, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public TopicNumbersResult topicNumbers(Matrix X, Score score, long count, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nClusters = clusters();
      final Pointer out_coherence = scope.doubles(nClusters);
      final Pointer out_diversity = scope.doubles(nClusters);
      final Pointer out_separation = scope.doubles(nClusters);
      final Pointer out_weakness = scope.ints(nClusters);
      scope.check(Library.manifact_model_topic_numbers(scope.context, scope.use(this),
          scope.use(X), score.value, count, out_coherence, out_diversity, out_separation,
          out_weakness, nClusters));
      return new TopicNumbersResult(Scope.doubles(out_coherence, nClusters),
          Scope.doubles(out_diversity, nClusters), Scope.doubles(out_separation, nClusters),
          Scope.words(Scope.ints(out_weakness, nClusters), Weakness::of, Weakness[]::new));
    }
  }

  /** The stability of the topics. manifact_model_stability(). */
  public double[] stability() {
    return stability((Matrix) null, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public double[] stability(Matrix X, long nSamples, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nClusters = clusters();
      final Pointer out_stability = scope.doubles(nClusters);
      scope.check(Library.manifact_model_stability(scope.context, scope.use(this), scope.use(X),
          nSamples, out_stability, nClusters));
      return Scope.doubles(out_stability, nClusters);
    }
  }

  /** The topics over time. manifact_model_timeline(). */
  public long[] timeline(int[] periods, long nPeriods) {
    try (Scope scope = new Scope()) {
      final long nDocuments = documents();
      final long nCounts = nPeriods * clusters();
      Scope.sameLength(periods, nDocuments, "periods");
      final Pointer out_counts = scope.longs(nPeriods * clusters());
      scope.check(Library.manifact_model_timeline(scope.use(this), scope.array(periods),
          nDocuments, nPeriods, out_counts, nCounts));
      return Scope.longs(out_counts, nPeriods * clusters());
    }
  }

  /** What trends() gives. */
  public record TrendsResult(long[] terms, double[] scores) {}

  /** The terms that become more frequent (or less, by `direction`) from period to period among
   * the documents of a topic, by the Cochran-Armitage test for trend. manifact_model_trends(). */
  public TrendsResult trends(int[] periods, long topic) {
    return trends((Matrix) null, periods, topic, Direction.RISING, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public TrendsResult trends(Matrix X, int[] periods, long topic, Direction direction, long count,
      Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nDocuments = documents();
      Scope.sameLength(periods, nDocuments, "periods");
      final Pointer out_terms = scope.longs(count);
      final Pointer out_scores = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_trends(scope.context, scope.use(this), scope.use(X),
          scope.array(periods), nDocuments, topic, direction.value, count, out_terms, out_scores,
          out_found));
      final long found = out_found.getLong(0);
      return new TrendsResult(Scope.longs(out_terms, found), Scope.doubles(out_scores, found));
    }
  }

  /** What groupTest() gives. */
  public record GroupTestResult(double[] statistics, double[] pValues, double[] adjusted,
      double[] expected) {}

  /** Whether the share of each topic differs between groups of documents, such as their
   * sources, by Pearson's chi-square test of the documents in and not in the topic, without a
   * correction for continuity. manifact_model_group_test(). */
  public GroupTestResult groupTest(int[] groups, long nGroups) {
    try (Scope scope = new Scope()) {
      final long nDocuments = documents();
      final long nClusters = clusters();
      Scope.sameLength(groups, nDocuments, "groups");
      final Pointer out_statistics = scope.doubles(nClusters);
      final Pointer out_p_values = scope.doubles(nClusters);
      final Pointer out_adjusted = scope.doubles(nClusters);
      final Pointer out_expected = scope.doubles(nClusters);
      scope.check(Library.manifact_model_group_test(scope.use(this), scope.array(groups),
          nDocuments, nGroups, out_statistics, out_p_values, out_adjusted, out_expected,
          nClusters));
      return new GroupTestResult(Scope.doubles(out_statistics, nClusters),
          Scope.doubles(out_p_values, nClusters), Scope.doubles(out_adjusted, nClusters),
          Scope.doubles(out_expected, nClusters));
    }
  }

  /** What groupTerms() gives. */
  public record GroupTermsResult(long[] terms, double[] scores) {}

  /** The terms that are typical of a group among the documents of a topic, compared with those
   * of the other groups. manifact_model_group_terms(). */
  public GroupTermsResult groupTerms(int[] groups, long topic, long group) {
    return groupTerms((Matrix) null, groups, topic, group, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public GroupTermsResult groupTerms(Matrix X, int[] groups, long topic, long group, long count,
      Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nDocuments = documents();
      Scope.sameLength(groups, nDocuments, "groups");
      final Pointer out_terms = scope.longs(count);
      final Pointer out_scores = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_model_group_terms(scope.context, scope.use(this), scope.use(X),
          scope.array(groups), nDocuments, topic, group, count, out_terms, out_scores,
          out_found));
      final long found = out_found.getLong(0);
      return new GroupTermsResult(Scope.longs(out_terms, found),
          Scope.doubles(out_scores, found));
    }
  }

  /** What commonDocuments() gives. */
  public record CommonDocumentsResult(long[] rows, long nCommon) {}

  /** Which documents two models have in common. manifact_model_common_documents(). */
  public CommonDocumentsResult commonDocuments(Model after) {
    try (Scope scope = Scope.withContext(null)) {
      final long nDocuments = documents();
      final Pointer out_rows = scope.longs(nDocuments);
      final Pointer out_n_common = scope.out();
      scope.check(Library.manifact_model_common_documents(scope.context, scope.use(this),
          scope.use(after), out_rows, nDocuments, out_n_common));
      return new CommonDocumentsResult(Scope.longs(out_rows, nDocuments),
          out_n_common.getLong(0));
    }
  }

  /** What compare() gives. */
  public record CompareResult(double[] forward, double[] backward, long[] partners,
      Change[] changesBefore, Change[] changesAfter) {}

  /** How the topics of an earlier model live on in a later one. manifact_model_compare(). */
  public CompareResult compare(Model after) {
    return compare(after, (long[]) null, null);
  }

  /** The same with all arguments; the call may be null. */
  public CompareResult compare(Model after, long[] rows, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long nDocuments = documents();
      final long nBefore = clusters();
      final long nAfter = after.clusters();
      Scope.sameLength(rows, nDocuments, "rows");
      final Pointer out_forward = scope.doubles(nBefore * nAfter);
      final Pointer out_backward = scope.doubles(nBefore * nAfter);
      final Pointer out_partners = scope.longs(nBefore);
      final Pointer out_changes_before = scope.ints(nBefore);
      final Pointer out_changes_after = scope.ints(nAfter);
      scope.check(Library.manifact_model_compare(scope.context, scope.use(this), scope.use(after),
          scope.array(rows), nDocuments, out_forward, out_backward, out_partners,
          out_changes_before, nBefore, out_changes_after, nAfter));
      return new CompareResult(Scope.doubles(out_forward, nBefore * nAfter),
          Scope.doubles(out_backward, nBefore * nAfter), Scope.longs(out_partners, nBefore),
          Scope.words(Scope.ints(out_changes_before, nBefore), Change::of, Change[]::new),
          Scope.words(Scope.ints(out_changes_after, nAfter), Change::of, Change[]::new));
    }
  }

  /** Save a model to a file. manifact_model_save(). */
  public void save(String path) {
    save(path, null);
  }

  /** The same with all arguments; the call may be null. */
  public void save(String path, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      scope.check(Library.manifact_model_save(scope.context, scope.use(this), Scope.text(path)));
    }
  }

  /** Load a model from a file. manifact_model_load(). */
  public static Model load(String path) {
    return load(path, null);
  }

  /** The same with all arguments; the call may be null. */
  public static Model load(String path, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_load(scope.context, Scope.text(path), out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** As manifact_model_load(), from `size` bytes in memory. manifact_model_load_memory(). */
  public static Model loadMemory(byte[] data) {
    return loadMemory(data, null);
  }

  /** The same with all arguments; the call may be null. */
  public static Model loadMemory(byte[] data, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long size = Scope.length(data);
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_model_load_memory(scope.context, scope.array(data), size,
          out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }
}
