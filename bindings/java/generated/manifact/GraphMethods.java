// Written by bindings/generate.
package manifact;

import com.sun.jna.Pointer;

/** The methods of {@link Graph} that follow from the C interface. */
abstract class GraphMethods extends Handle {
  GraphMethods(Pointer pointer) {
    super(pointer);
  }

  /** MANIFACT_METRIC_EUCLIDEAN if the neighbors of the graph were found by Euclidean distance,
   * else MANIFACT_METRIC_COSINE. manifact_graph_metric(). */
  public Metric metric() {
    try (Scope scope = new Scope()) {
      return Metric.of(Library.manifact_graph_metric(scope.use(this)));
    }
  }

  /** What searchInfo() gives. */
  public record SearchInfoResult(Search search, double recall, long sampled) {}

  /** How the neighbors of a graph were found. manifact_graph_search_info(). */
  public SearchInfoResult searchInfo() {
    try (Scope scope = new Scope()) {
      final Pointer out_search = scope.out();
      final Pointer out_recall = scope.out();
      final Pointer out_sampled = scope.out();
      scope.check(Library.manifact_graph_search_info(scope.use(this), out_search, out_recall,
          out_sampled));
      return new SearchInfoResult(Search.of(out_search.getInt(0)), out_recall.getDouble(0),
          out_sampled.getLong(0));
    }
  }

  /** Adaptive neighbors of the n rows of X, by Euclidean distance. manifact_graph_adaptive(). */
  public static Graph adaptive(Matrix X, long neighbors, Gamma mode, double gamma) {
    return adaptive(X, neighbors, mode, gamma, 0, null);
  }

  /** The same with all arguments; the call may be null. */
  public static Graph adaptive(Matrix X, long neighbors, Gamma mode, double gamma,
      long memoryBudget, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_graph_adaptive(scope.context, scope.use(X), neighbors,
          mode.value, gamma, memoryBudget, out_out));
      return Graph.owned(out_out.getPointer(0));
    }
  }

  /** A graph from a square matrix of weights &gt;= 0. manifact_graph_from_matrix(). */
  public static Graph fromMatrix(Matrix S, GraphRule rule) {
    return fromMatrix(S, rule, null);
  }

  /** The same with all arguments; the call may be null. */
  public static Graph fromMatrix(Matrix S, GraphRule rule, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_graph_from_matrix(scope.context, scope.use(S), rule.value,
          out_out));
      return Graph.owned(out_out.getPointer(0));
    }
  }

  /** The weights as an n x n sparse matrix. manifact_graph_to_matrix(). */
  public Matrix toMatrix() {
    return toMatrix(null);
  }

  /** The same with all arguments; the call may be null. */
  public Matrix toMatrix(Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_graph_to_matrix(scope.context, scope.use(this), out_out));
      return Matrix.owned(out_out.getPointer(0));
    }
  }

  /** The number of vertices, or -1 if the handle is not a graph. manifact_graph_vertices(). */
  public long vertices() {
    try (Scope scope = new Scope()) {
      return Library.manifact_graph_vertices(scope.use(this));
    }
  }

  /** The number of undirected edges, or -1 if the handle is not a graph.
   * manifact_graph_edges(). */
  public long edges() {
    try (Scope scope = new Scope()) {
      return Library.manifact_graph_edges(scope.use(this));
    }
  }

  /** The number of connected components, isolated vertices included, or -1 if the handle is not
   * a graph. manifact_graph_components(). */
  public long components() {
    try (Scope scope = new Scope()) {
      return Library.manifact_graph_components(scope.use(this));
    }
  }

  /** The number of vertices without an edge, or -1 if the handle is not a graph.
   * manifact_graph_isolated(). */
  public long isolated() {
    try (Scope scope = new Scope()) {
      return Library.manifact_graph_isolated(scope.use(this));
    }
  }
}
