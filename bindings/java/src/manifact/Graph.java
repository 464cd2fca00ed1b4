package manifact;

import com.sun.jna.Pointer;

/** A graph of documents; immutable. */
public final class Graph extends GraphMethods {
  private Graph(Pointer pointer) {
    super(pointer);
  }

  static Graph owned(Pointer pointer) {
    return pointer == null ? null : new Graph(pointer);
  }

  /** How neighbors are searched and weighted. */
  public static final class Knn {
    private Metric metric = Metric.AUTO;
    private GraphWeight weight = GraphWeight.COSINE;
    private GraphRule rule = GraphRule.OR;
    private Search search = Search.AUTO;
    private double bandwidth;
    private double recall = 0.95;
    private long seed;

    /** The defaults: cosines, an edge if one of two is a neighbor of the other. */
    public Knn() {}

    /** How near two documents are. */
    public Knn metric(Metric value) {
      metric = value;
      return this;
    }

    /** How edges are weighted, with a bandwidth for HEAT. */
    public Knn weight(GraphWeight value, double width) {
      weight = value;
      bandwidth = width;
      return this;
    }

    /** Which neighbor relations become edges. */
    public Knn rule(GraphRule value) {
      rule = value;
      return this;
    }

    /** How neighbors are searched; recall and seed of an approximate search. */
    public Knn search(Search value, double share, long start) {
      search = value;
      recall = share;
      seed = start;
      return this;
    }
  }

  /** The graph of the nearest neighbors of each row. */
  public static Graph knn(Matrix X, long neighbors) {
    return knn(X, neighbors, new Knn(), null);
  }

  /** The same with all arguments; the call may be null. */
  public static Graph knn(Matrix X, long neighbors, Knn how, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_graph_knn_metric(scope.context, scope.use(X), neighbors,
          how.metric.value, how.weight.value, how.rule.value, how.bandwidth, how.search.value,
          how.recall, how.seed, out));
      return owned(out.getPointer(0));
    }
  }
}
