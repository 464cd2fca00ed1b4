// Written by bindings/generate.
package manifact;

import com.sun.jna.Pointer;

/** The methods of {@link Solver} that follow from the C interface. */
abstract class SolverMethods extends Handle {
  SolverMethods(Pointer pointer) {
    super(pointer);
  }

  private Solver self() {
    return (Solver) this;
  }

  /** The name of the method. manifact_solver_method(). */
  public String method() {
    try (Scope scope = Scope.on(this, null)) {
      return Scope.string(Library.manifact_solver_method(scope.use(this)));
    }
  }

  /** Restore the default of an option, as if it had never been set. manifact_solver_reset(). */
  public Solver reset(String name) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_reset(scope.use(this), Scope.text(name)));
      return self();
    }
  }

  /** Use the given graph, with one vertex per document, instead of building one.
   * manifact_solver_set_graph(). */
  public Solver setGraph(Graph graph) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_graph(scope.use(this), scope.use(graph)));
      return self();
    }
  }

  /** As manifact_solver_set_graph(), for the graph of the features (one vertex per feature),
   * for methods that use one. manifact_solver_set_feature_graph(). */
  public Solver setFeatureGraph(Graph graph) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_feature_graph(scope.use(this), scope.use(graph)));
      return self();
    }
  }

  /** Set what is known about some of the documents, for methods that use it (rcf, semi-lccf,
   * ccf, label-propagation. manifact_solver_set_constraints(). */
  public Solver setConstraints(Constraints constraints) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_constraints(scope.use(this),
          scope.use(constraints)));
      return self();
    }
  }

  /** Set the finished vectorizer that made the features. manifact_solver_set_vectorizer(). */
  public Solver setVectorizer(Vectorizer vectorizer) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_vectorizer(scope.use(this), scope.use(vectorizer)));
      return self();
    }
  }

  /** Start from a clustering. manifact_solver_set_start_labels(). */
  public Solver setStartLabels(int[] labels) {
    try (Scope scope = Scope.on(this, null)) {
      final long n = Scope.length(labels);
      scope.check(Library.manifact_solver_set_start_labels(scope.use(this), scope.array(labels),
          n));
      return self();
    }
  }

  /** Start from W and V of a model of the same documents and clusters, for methods with X' ~
   * X'W V' (cf, lccf, rcf ...), for example to fit again with more constraints.
   * manifact_solver_set_start_model(). */
  public Solver setStartModel(Model model) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_start_model(scope.use(this), scope.use(model)));
      return self();
    }
  }

  /** Cluster the rows of X into n_clusters clusters. manifact_solver_fit(). */
  public Model fit(Matrix X, long nClusters) {
    return fit(X, nClusters, null);
  }

  /** The same with all arguments; the call may be null. */
  public Model fit(Matrix X, long nClusters, Call call) {
    try (Scope scope = Scope.on(this, Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_solver_fit(scope.use(this), scope.use(X), nClusters, out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** Refit the documents that a model keeps, with as many clusters as it has topics, or as the
   * start labels of the solver have, if these are more, for example after documents were added
   * or the model was edited. manifact_solver_refit(). */
  public Model refit(Model model) {
    return refit(model, null);
  }

  /** The same with all arguments; the call may be null. */
  public Model refit(Model model, Call call) {
    try (Scope scope = Scope.on(this, Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_solver_refit(scope.use(this), scope.use(model), out_out));
      return Model.owned(out_out.getPointer(0));
    }
  }

  /** What join() gives. */
  public record JoinResult(long[] topics, long nCommon, Model model) {}

  /** Join two models. manifact_solver_join(). */
  public JoinResult join(Model model, Model other) {
    return join(model, other, null);
  }

  /** The same with all arguments; the call may be null. */
  public JoinResult join(Model model, Model other, Call call) {
    try (Scope scope = Scope.on(this, Call.of(call))) {
      final long nTopics = other.clusters();
      final Pointer out_topics = scope.longs(nTopics);
      final Pointer out_n_common = scope.out();
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_solver_join(scope.use(this), scope.use(model),
          scope.use(other), out_topics, nTopics, out_n_common, out_out));
      return new JoinResult(Scope.longs(out_topics, nTopics), out_n_common.getLong(0),
          Model.owned(out_out.getPointer(0)));
    }
  }

  /** The graph of the documents that a fit of X by this solver would use.
   * manifact_solver_graph(). */
  public Graph graph(Matrix X) {
    return graph(X, null);
  }

  /** The same with all arguments; the call may be null. */
  public Graph graph(Matrix X, Call call) {
    try (Scope scope = Scope.on(this, Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_solver_graph(scope.use(this), scope.use(X), out_out));
      return Graph.owned(out_out.getPointer(0));
    }
  }

  /** Evaluate each number of clusters k = from. manifact_solver_suggest_k(). */
  public Suggestion suggestK(Matrix X, long from, long to) {
    return suggestK(X, from, to, null);
  }

  /** The same with all arguments; the call may be null. */
  public Suggestion suggestK(Matrix X, long from, long to, Call call) {
    try (Scope scope = Scope.on(this, Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_solver_suggest_k(scope.use(this), scope.use(X), from, to,
          out_out));
      return Suggestion.owned(out_out.getPointer(0));
    }
  }

  /** The topics of later fits and refits of the solver take the numbers of the topics of this
   * model that they are matched with by manifact_model_compare().
   * manifact_solver_set_numbers_of(). */
  public Solver setNumbersOf(Model model) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_numbers_of(scope.use(this), scope.use(model)));
      return self();
    }
  }
}
