package manifact;

import com.sun.jna.Pointer;
import java.util.List;

/** Labels and pairs of some documents; immutable. */
public final class Constraints extends ConstraintsMethods {
  private Constraints(Pointer pointer) {
    super(pointer);
  }

  static Constraints owned(Pointer pointer) {
    return pointer == null ? null : new Constraints(pointer);
  }

  /** A pair of documents: 1 for those that belong together, -1 for those that do not. */
  public record Pair(long first, long second, double weight) {}

  /** Labels, -1 if unknown, or null; and pairs. */
  public static Constraints create(long documents, int[] labels, List<Pair> pairs) {
    Scope.sameLength(labels, documents, "labels");
    try (Scope scope = Scope.withContext(null)) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_constraints_create(scope.context, documents,
          scope.array(labels), scope.array(pairs.stream().mapToLong(Pair::first).toArray()),
          scope.array(pairs.stream().mapToLong(Pair::second).toArray()),
          scope.array(pairs.stream().mapToDouble(Pair::weight).toArray()), pairs.size(), out));
      return owned(out.getPointer(0));
    }
  }

  /** The entries of a kind, such as contradictions. */
  public List<Pair> list(ConstraintKind kind) {
    final long count = count(kind);
    try (Scope scope = new Scope()) {
      final Pointer first = scope.longs(count);
      final Pointer second = scope.longs(count);
      final Pointer weights = scope.doubles(count);
      final Pointer found = scope.out();
      scope.check(Library.manifact_constraints_list(
          scope.use(this), kind.value, count, first, second, weights, found));
      return pairs(first, second, weights, found.getLong(0));
    }
  }

  static List<Pair> pairs(Pointer first, Pointer second, Pointer weights, long count) {
    return java.util.stream.LongStream.range(0, count)
        .mapToObj(i -> new Pair(first.getLong(i * Long.BYTES), second.getLong(i * Long.BYTES),
            weights.getDouble(i * Double.BYTES)))
        .toList();
  }
}
