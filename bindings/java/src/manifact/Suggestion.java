package manifact;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;

/** What {@link Solver#suggestK} found. */
public final class Suggestion extends Handle {
  private Suggestion(Pointer pointer) {
    super(pointer);
  }

  static Suggestion owned(Pointer pointer) {
    return pointer == null ? null : new Suggestion(pointer);
  }

  /** The suggested number of clusters. */
  public long k() {
    try (Scope scope = new Scope()) {
      return Library.manifact_suggestion_k(scope.use(this));
    }
  }

  /** Why this number. */
  public String reason() {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_suggestion_reason(scope.use(this)));
    }
  }

  /** What was found of a number of clusters; NaN for what was not computed. */
  public record Row(long k, double eigenvalue, double gap, double stability, double score,
      Status status, String why) {}

  /** What was found of each number. */
  public List<Row> rows() {
    final List<Row> rows = new ArrayList<>();
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      final Pointer[] outs = new Pointer[7];
      for (int i = 0; i < outs.length; ++i) outs[i] = scope.out();
      for (long i = 0; i < Library.manifact_suggestion_count(self); ++i) {
        scope.check(Library.manifact_suggestion_row(
            self, i, outs[0], outs[1], outs[2], outs[3], outs[4], outs[5], outs[6]));
        rows.add(new Row(outs[0].getLong(0), outs[1].getDouble(0), outs[2].getDouble(0),
            outs[3].getDouble(0), outs[4].getDouble(0), Status.of(outs[5].getInt(0)),
            Scope.string(outs[6].getPointer(0))));
      }
    }
    return rows;
  }

  /** Sentences about the data. */
  public List<String> warnings() {
    final List<String> found = new ArrayList<>();
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      for (long i = 0; i < Library.manifact_suggestion_warning_count(self); ++i)
        found.add(Scope.string(Library.manifact_suggestion_warning(self, i)));
    }
    return found;
  }
}
