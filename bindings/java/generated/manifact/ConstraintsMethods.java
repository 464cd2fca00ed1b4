// Written by bindings/generate.
package manifact;

import com.sun.jna.Pointer;

/** The methods of {@link Constraints} that follow from the C interface. */
abstract class ConstraintsMethods extends Handle {
  ConstraintsMethods(Pointer pointer) {
    super(pointer);
  }

  /** The number of entries of a kind. manifact_constraints_count(). */
  public long count(ConstraintKind kind) {
    try (Scope scope = new Scope()) {
      return Library.manifact_constraints_count(scope.use(this), kind.value);
    }
  }

  /** What suggest() gives. */
  public record SuggestResult(long[] first, long[] second, double[] cosines) {}

  /** Pairs of documents to ask a person about next. manifact_constraints_suggest(). */
  public static SuggestResult suggest(Matrix X, long nClusters) {
    return suggest(X, (Constraints) null, nClusters, 0, 10, null);
  }

  /** The same with all arguments; the call may be null. */
  public static SuggestResult suggest(Matrix X, Constraints constraints, long nClusters, long seed,
      long count, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_first = scope.longs(count);
      final Pointer out_second = scope.longs(count);
      final Pointer out_cosines = scope.doubles(count);
      final Pointer out_found = scope.out();
      scope.check(Library.manifact_constraints_suggest(scope.context, scope.use(X),
          scope.use(constraints), nClusters, seed, count, out_first, out_second, out_cosines,
          out_found));
      final long found = out_found.getLong(0);
      return new SuggestResult(Scope.longs(out_first, found), Scope.longs(out_second, found),
          Scope.doubles(out_cosines, found));
    }
  }

  /** The number of documents, or -1 if the handle is not a set of constraints.
   * manifact_constraints_documents(). */
  public long documents() {
    try (Scope scope = new Scope()) {
      return Library.manifact_constraints_documents(scope.use(this));
    }
  }
}
