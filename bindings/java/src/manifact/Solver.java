package manifact;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A method with its options. It serves one call at a time. */
public final class Solver extends SolverMethods {
  private Solver(Pointer pointer) {
    super(pointer);
  }

  static Solver owned(Pointer pointer) {
    return pointer == null ? null : new Solver(pointer);
  }

  /** A method, for example "auto", with its defaults. */
  public static Solver create(String method) {
    try (Scope scope = Scope.withContext(null)) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_solver_create(scope.context, Scope.text(method), out));
      return owned(out.getPointer(0));
    }
  }

  /** With the method and the options of a model. */
  public static Solver of(Model model) {
    try (Scope scope = Scope.withContext(null)) {
      final Pointer out = scope.out();
      scope.check(
          Library.manifact_solver_create_from_model(scope.context, scope.use(model), out));
      return owned(out.getPointer(0));
    }
  }

  /** Sets an option: a Boolean, an Integer or Long, a Double, or a String, which is parsed. */
  public Solver set(String name, Object value) {
    Objects.requireNonNull(value, name + " is null");
    try (Scope scope = Scope.on(this, null)) {
      final Pointer self = scope.use(this);
      final byte[] called = Scope.text(name);
      if (value instanceof Boolean flag)
        scope.check(Library.manifact_solver_set_bool(self, called, flag ? 1 : 0));
      else if (value instanceof Double number)
        scope.check(Library.manifact_solver_set_double(self, called, number));
      else if (value instanceof Long || value instanceof Integer)
        scope.check(
            Library.manifact_solver_set_int64(self, called, ((Number) value).longValue()));
      else
        scope.check(
            Library.manifact_solver_set_text(self, called, Scope.text(value.toString())));
    }
    return this;
  }

  /** Sets several. */
  public Solver set(Map<String, ?> options) {
    options.forEach(this::set);
    return this;
  }

  /** The value of an option, as text. */
  public String get(String name) {
    try (Scope scope = Scope.on(this, null)) {
      final Pointer self = scope.use(this);
      final Pointer size = scope.out();
      scope.check(Library.manifact_solver_get_text_size(self, Scope.text(name), size));
      final Pointer buffer = scope.array(new byte[Math.toIntExact(size.getLong(0))]);
      scope.check(Library.manifact_solver_get_text(
          self, Scope.text(name), buffer, size.getLong(0)));
      return buffer.getString(0, StandardCharsets.UTF_8.name());
    }
  }

  /** Counts and vectorizer of texts of the documents, which describe clusters of vectors. */
  public Solver setTexts(Matrix counts, Vectorizer vectorizer) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_texts(
          scope.use(this), scope.use(counts), scope.use(vectorizer)));
    }
    return this;
  }

  /** A text of each document, such as its date, which models keep; null removes them. */
  public Solver setColumn(String name, List<String> texts) {
    try (Scope scope = Scope.on(this, null)) {
      final Scope.Texts joined = scope.texts(texts);
      scope.check(Library.manifact_solver_set_column(scope.use(this), Scope.text(name),
          joined.bytes(), joined.offsets(), joined.count()));
    }
    return this;
  }

  /** W and V, documents x clusters, row by row; null for none. */
  public Solver setStartFactors(long documents, long clusters, double[] W, double[] V) {
    Scope.sameLength(W, documents * clusters, "W");
    Scope.sameLength(V, documents * clusters, "V");
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_start_factors(
          scope.use(this), scope.array(W), scope.array(V), documents, clusters));
    }
    return this;
  }

  /** G, features x feature clusters, row by row; null for none. */
  public Solver setStartFeatures(long features, long clusters, double[] G) {
    Scope.sameLength(G, features * clusters, "G");
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_solver_set_start_features(
          scope.use(this), scope.array(G), features, clusters));
    }
    return this;
  }
}
