package manifact;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Clustering of documents, and of other feature vectors, by matrix factorization. */
public final class Manifact {
  private Manifact() {}

  /** Clusters texts by the method "auto". */
  public static Model cluster(List<String> texts, long clusters) {
    return cluster("auto", texts, clusters, null);
  }

  /**
   * Clusters texts by a method with its default options: counts their words, fits, and gives the
   * model the vocabulary and the texts, from which the titles of the topics are made.
   */
  public static Model cluster(String method, List<String> texts, long clusters, Call call) {
    try (Solver solver = Solver.create(method); Vectorizer words = Vectorizer.create();
         Matrix counts = words.fitTransform(texts, call)) {
      solver.setVectorizer(words).setColumn("excerpt", texts);
      return solver.fit(counts, clusters, call);
    }
  }

  /** How well clusters agree with classes. */
  public record Evaluation(double accuracy, double nmi, double nmiSqrt, double ari,
      double purity) {}

  /** Compares clusters with classes. */
  public static Evaluation evaluate(int[] truth, int[] predicted) {
    Objects.requireNonNull(truth, "truth is null");
    Objects.requireNonNull(predicted, "predicted is null");
    Scope.sameLength(predicted, truth.length, "predicted");
    try (Scope scope = Scope.withContext(null)) {
      final Pointer[] outs = new Pointer[5];
      for (int i = 0; i < outs.length; ++i) outs[i] = scope.out();
      scope.check(Library.manifact_evaluate(scope.context, scope.array(truth),
          scope.array(predicted), truth.length, outs[0], outs[1], outs[2], outs[3], outs[4]));
      return new Evaluation(outs[0].getDouble(0), outs[1].getDouble(0), outs[2].getDouble(0),
          outs[3].getDouble(0), outs[4].getDouble(0));
    }
  }

  /** Features that are typical of a topic. */
  public record Seed(int topic, long[] features, double weight) {}

  /** Labels of some documents, and how many documents of each topic were matched and chosen. */
  public record SeedLabels(int[] labels, long[] matched, long[] chosen) {}

  /** Labels some documents by the features of topics. */
  public static SeedLabels seedLabels(Matrix X, List<Seed> seeds, long topics, long clusters) {
    final long[] offsets = new long[seeds.size() + 1];
    for (int i = 0; i < seeds.size(); ++i)
      offsets[i + 1] = offsets[i] + seeds.get(i).features().length;
    final long rows = X.rows();
    try (Scope scope = Scope.withContext(null)) {
      final Pointer labels = scope.ints(rows);
      final Pointer matched = scope.longs(topics);
      final Pointer chosen = scope.longs(topics);
      scope.check(Library.manifact_seed_labels(scope.context, scope.use(X),
          scope.array(seeds.stream().flatMapToLong(s -> java.util.Arrays.stream(s.features()))
              .toArray()),
          scope.array(offsets), scope.array(seeds.stream().mapToInt(Seed::topic).toArray()),
          scope.array(seeds.stream().mapToDouble(Seed::weight).toArray()), seeds.size(), topics,
          clusters, labels, rows, matched, chosen));
      return new SeedLabels(Scope.ints(labels, rows), Scope.longs(matched, topics),
          Scope.longs(chosen, topics));
    }
  }

  /** A method: its name, what it does, where it comes from. */
  public record Method(String name, String summary, String reference) {}

  /** All methods. */
  public static List<Method> methods() {
    final List<Method> found = new ArrayList<>();
    try (Scope scope = new Scope()) {
      final Pointer name = scope.out();
      final Pointer summary = scope.out();
      final Pointer reference = scope.out();
      for (long i = 0; i < Library.manifact_method_count(); ++i) {
        scope.check(Library.manifact_method_info(i, name, summary, reference));
        found.add(new Method(Scope.string(name.getPointer(0)),
            Scope.string(summary.getPointer(0)), Scope.string(reference.getPointer(0))));
      }
    }
    return found;
  }

  /** An option of a method; words: its values, if it is one of several words. */
  public record Option(String name, OptionType type, double minimum, double maximum,
      String words, String fallback, String denseDefault, String summary, boolean isExpert) {}

  /** The options of a method. */
  public static List<Option> options(String method) {
    final List<Option> found = new ArrayList<>();
    try (Scope scope = new Scope()) {
      final byte[] of = Scope.text(method);
      final Pointer[] outs = new Pointer[7];
      for (int i = 0; i < outs.length; ++i) outs[i] = scope.out();
      for (long i = 0; i < Library.manifact_option_count(); ++i) {
        scope.check(Library.manifact_option_info(
            i, outs[0], outs[1], outs[2], outs[3], outs[4], outs[5], outs[6]));
        final String name = Scope.string(outs[0].getPointer(0));
        final byte[] called = Scope.text(name);
        if (Library.manifact_method_uses_option(of, called) == 0) continue;
        found.add(new Option(name, OptionType.of(outs[1].getInt(0)), outs[2].getDouble(0),
            outs[3].getDouble(0), Scope.string(Library.manifact_method_option_words(of, called)),
            Scope.string(outs[5].getPointer(0)),
            Scope.string(Library.manifact_method_dense_default(of, called)),
            Scope.string(outs[6].getPointer(0)), Library.manifact_option_is_expert(called) != 0));
      }
    }
    return found;
  }

  /** The version of the library. */
  public static String version() {
    return Scope.string(Library.manifact_version());
  }

  /** Whether the library was built with an optional part, such as "icu". */
  public static boolean hasFeature(String name) {
    return Library.manifact_has_feature(Scope.text(name)) != 0;
  }
}
