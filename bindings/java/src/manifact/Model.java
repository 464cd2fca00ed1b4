package manifact;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.ByteArrayOutputStream;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The result of a fit: labels, factors, and the rule for new documents; immutable. */
public final class Model extends ModelMethods {
  private static final Cleaner VIEWS = Cleaner.create();
  private static final int INT32 = 1;
  private static final int DOUBLE = 4;

  private Model(Pointer pointer) {
    super(pointer);
  }

  static Model owned(Pointer pointer) {
    return pointer == null ? null : new Model(pointer);
  }

  /** An array of the model where the library has it, row by row. */
  private record Found(Pointer data, int type, long rows, long columns) {
    long length() {
      return data == null ? 0 : rows * columns;
    }
  }

  private static Found find(Scope scope, Pointer self, ModelArray which) {
    final Pointer data = scope.out();
    final Pointer type = scope.out();
    final Pointer rows = scope.out();
    final Pointer columns = scope.out();
    scope.check(
        Library.manifact_model_array(self, which.value, data, type, rows, columns));
    return new Found(
        data.getPointer(0), type.getInt(0), rows.getLong(0), columns.getLong(0));
  }

  /** An array of double, such as MEMBERSHIPS, row by row; a copy, empty if the model has none. */
  public double[] array(ModelArray which) {
    try (Scope scope = new Scope()) {
      final Found found = find(scope, scope.use(this), which);
      if (found.type() != DOUBLE && found.length() > 0)
        throw new IllegalArgumentException(which + " is an array of integers");
      return found.length() == 0 ? new double[0] : Scope.doubles(found.data(), found.length());
    }
  }

  /** The same without a copy: a buffer that can only be read, and keeps the model. */
  public DoubleBuffer view(ModelArray which) {
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      final Found found = find(scope, self, which);
      if (found.length() == 0) return DoubleBuffer.allocate(0).asReadOnlyBuffer();
      if (found.type() != DOUBLE)
        throw new IllegalArgumentException(which + " is an array of integers");
      if (found.length() > Integer.MAX_VALUE / Double.BYTES)
        throw new IllegalArgumentException(which + " has " + found.length()
            + " entries, more than a buffer; array() copies them");
      final ByteBuffer bytes =
          found.data().getByteBuffer(0, found.length() * Double.BYTES);
      final Pointer shared = Library.manifact_model_retain(self);
      VIEWS.register(bytes, () -> Library.manifact_model_free(shared));
      return bytes.order(ByteOrder.nativeOrder()).asDoubleBuffer().asReadOnlyBuffer();
    }
  }

  private int[] ints(ModelArray which) {
    try (Scope scope = new Scope()) {
      final Found found = find(scope, scope.use(this), which);
      return found.length() == 0 || found.type() != INT32
          ? new int[0] : Scope.ints(found.data(), found.length());
    }
  }

  private long[] longs(ModelArray which) {
    try (Scope scope = new Scope()) {
      final Found found = find(scope, scope.use(this), which);
      return found.length() == 0 ? new long[0] : Scope.longs(found.data(), found.length());
    }
  }

  /** The cluster of each document, -1 for none. */
  public int[] labels() {
    return ints(ModelArray.LABELS);
  }

  /** The number of documents of each cluster. */
  public long[] sizes() {
    return longs(ModelArray.SIZES);
  }

  /** The feature cluster of each feature, of a co-clustering. */
  public int[] featureLabels() {
    return ints(ModelArray.FEATURE_LABELS);
  }

  /** The number of features of each feature cluster, of a co-clustering. */
  public long[] featureSizes() {
    return longs(ModelArray.FEATURE_SIZES);
  }

  /** V, documents x clusters, row by row. */
  public double[] memberships() {
    return array(ModelArray.MEMBERSHIPS);
  }

  /** A term of a topic. */
  public record Term(String term, double score) {}

  /** The terms of a topic, the best first. */
  public List<Term> terms(long topic, int count) {
    final TopTermsResult top = topTerms(topic, Score.EXCLUSIVITY, count);
    final List<Term> found = new ArrayList<>();
    final Vectorizer ofTexts = textVectorizer();
    try (Vectorizer words = ofTexts != null ? ofTexts : vectorizer()) {
      for (int i = 0; i < top.terms().length; ++i) {
        final long at = top.terms()[i];
        String name = words == null ? featureName(at) : words.term(at);
        if (name == null) name = Long.toString(at);
        found.add(new Term(name, top.scores()[i]));
      }
    }
    return found;
  }

  /** The topic of each new text, -1 for none, by the words that the model was fitted with. */
  public int[] assign(List<String> texts) {
    return assign(texts, null);
  }

  /** The same; the call may be null. */
  public int[] assign(List<String> texts, Call call) {
    try (Vectorizer words = vectorizer()) {
      if (words == null)
        throw new ManifactException(
            Status.ERROR_ARGUMENT, "the model was not made from texts");
      try (Matrix counts = words.transform(texts, call)) {
        return assign(counts, call).labels();
      }
    }
  }

  /** One of the entries that are asked for by number: a name and a value. */
  private interface Entry {
    int get(Pointer self, long index, Pointer name, Pointer value);
  }

  private Map<String, String> named(java.util.function.ToLongFunction<Pointer> count, Entry entry) {
    final Map<String, String> found = new LinkedHashMap<>();
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      final Pointer name = scope.out();
      final Pointer value = scope.out();
      for (long i = 0; i < count.applyAsLong(self); ++i) {
        scope.check(entry.get(self, i, name, value));
        found.put(
            Scope.string(name.getPointer(0)), Scope.string(value.getPointer(0)));
      }
    }
    return found;
  }

  /** The options of the fit, as text. */
  public Map<String, String> options() {
    return named(Library::manifact_model_option_count, Library::manifact_model_option_at);
  }

  /** One of them, or null. */
  public String option(String name) {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_model_option(scope.use(this), Scope.text(name)));
    }
  }

  /** Where the value of each option comes from. */
  public Map<String, Origin> optionOrigins() {
    final Map<String, Origin> found = new LinkedHashMap<>();
    long i = 0;
    for (String name : options().keySet())
      try (Scope scope = new Scope()) {
        final Pointer origin = scope.out();
        scope.check(Library.manifact_model_option_origin(
            scope.use(this), i++, origin, scope.out()));
        found.put(name, Origin.of(origin.getInt(0)));
      }
    return found;
  }

  /** Named properties of the fit, as text. */
  public Map<String, String> diagnostics() {
    return named(Library::manifact_model_diagnostic_count, Library::manifact_model_diagnostic);
  }

  /** Sentences about the data and the fit. */
  public List<String> warnings() {
    final List<String> found = new ArrayList<>();
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      for (long i = 0; i < Library.manifact_model_warning_count(self); ++i)
        found.add(Scope.string(Library.manifact_model_warning(self, i)));
    }
    return found;
  }

  /** Pairs of the constraints that the labels violate. */
  public List<Constraints.Pair> violations() {
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      final long count = Math.max(0, Library.manifact_model_violation_count(self));
      final Pointer first = scope.longs(count);
      final Pointer second = scope.longs(count);
      final Pointer weights = scope.doubles(count);
      final Pointer found = scope.out();
      scope.check(Library.manifact_model_violations(self, count, first, second, weights, found));
      return Constraints.pairs(first, second, weights, found.getLong(0));
    }
  }

  /** A change since the fit; map: the topic that each one became. */
  public record Edit(String text, long[] map) {}

  /** The changes since the fit. */
  public List<Edit> edits() {
    final List<Edit> found = new ArrayList<>();
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      final Pointer text = scope.out();
      final Pointer map = scope.out();
      final Pointer before = scope.out();
      for (long i = 0; i < Library.manifact_model_edit_count(self); ++i) {
        scope.check(Library.manifact_model_edit(self, i, text, map, before));
        final Pointer data = map.getPointer(0);
        found.add(new Edit(Scope.string(text.getPointer(0)),
            data == null ? new long[0] : Scope.longs(data, before.getLong(0))));
      }
    }
    return found;
  }

  /** How far the documents of an update are from the topics. */
  public record Drift(long documents, long far, long unassigned, long terms, long unknown) {}

  /** The drift of an edit, by its number among edits(), that is an update. */
  public Drift drift(long edit) {
    try (Scope scope = new Scope()) {
      final Pointer[] outs = new Pointer[5];
      for (int i = 0; i < outs.length; ++i) outs[i] = scope.out();
      scope.check(Library.manifact_model_edit_drift(
          scope.use(this), edit, outs[0], outs[1], outs[2], outs[3], outs[4]));
      return new Drift(outs[0].getLong(0), outs[1].getLong(0), outs[2].getLong(0),
          outs[3].getLong(0), outs[4].getLong(0));
    }
  }

  /** A model with the rows of X added; terms: how many each row has, or null. */
  public Model update(Matrix X, long[] terms, Call call) {
    Scope.sameLength(terms, X.rows(), "terms");
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_model_update(scope.context, scope.use(this), scope.use(X),
          scope.array(terms), null, null, null, 0, out));
      return owned(out.getPointer(0));
    }
  }

  /** A model with the texts added; drift() counts their terms. The column "excerpt" of the model
   * gets them. */
  public Model update(List<String> texts) {
    return update(texts, null);
  }

  /** The same; the call may be null. */
  public Model update(List<String> texts, Call call) {
    try (Vectorizer words = vectorizer()) {
      if (words == null)
        throw new ManifactException(
            Status.ERROR_ARGUMENT, "the model was not made from texts");
      final Vectorizer.TransformCountedResult counted = words.transformCounted(texts, call);
      try (Matrix counts = counted.matrix();
          Scope scope = Scope.withContext(Call.of(call))) {
        final Scope.Texts excerpts = scope.texts(texts);
        final long columns = columnNames().contains("excerpt") ? 1 : 0;
        final Pointer out = scope.out();
        scope.check(Library.manifact_model_update(scope.context, scope.use(this),
            scope.use(counts), scope.array(counted.terms()),
            scope.pointer(scope.array(Scope.text("excerpt"))), scope.pointer(excerpts.bytes()),
            scope.pointer(excerpts.offsets()), columns, out));
        return owned(out.getPointer(0));
      }
    }
  }

  /** The names of the columns of texts that the documents have. */
  public List<String> columnNames() {
    final List<String> names = new ArrayList<>();
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      for (long i = 0;; ++i) {
        final Pointer name = Library.manifact_model_column_name(self, i);
        if (name == null) return names;
        names.add(Scope.string(name));
      }
    }
  }

  /** The text of each document in a column. */
  public List<String> column(String name) {
    final List<String> texts = new ArrayList<>();
    try (Scope scope = new Scope()) {
      final Pointer self = scope.use(this);
      final Pointer bytes = scope.out();
      final Pointer ends = scope.out();
      scope.check(Library.manifact_model_column(self, Scope.text(name), bytes, ends));
      long start = 0;
      for (long end : Scope.longs(ends.getPointer(0), documents())) {
        texts.add(new String(
            bytes.getPointer(0).getByteArray(start, Math.toIntExact(end - start)),
            StandardCharsets.UTF_8));
        start = end;
      }
    }
    return texts;
  }

  /** The model as bytes, which loadMemory() reads. */
  public byte[] toBytes() {
    final ByteArrayOutputStream made = new ByteArrayOutputStream();
    final Callbacks.Write write = (user, data, size) -> {
      made.writeBytes(data.getByteArray(0, Math.toIntExact(size)));
      return 0;
    };
    try (Scope scope = Scope.withContext(Call.of(null))) {
      scope.check(
          Library.manifact_model_write(scope.context, scope.use(this), write, null));
    }
    return made.toByteArray();
  }
}
