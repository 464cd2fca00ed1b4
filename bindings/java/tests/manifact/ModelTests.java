package manifact;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Fits, models, and what they are made from. */
final class ModelTests {
  private static final List<String> TEXTS = Texts.make(90);

  private ModelTests() {}

  static void testTopicsOfTexts() {
    try (Model model = Manifact.cluster(TEXTS, 3)) {
      final int[] truth = IntStream.range(0, 90).map(i -> i % 3).toArray();
      Tests.equal(1.0, Manifact.evaluate(truth, model.labels()).accuracy());
      Tests.equal(new long[] {30, 30, 30}, model.sizes());
      Tests.equal(4, model.terms(0, 4).size());
      Tests.holds(model.title(0).contains(", "), model.title(0));
      final int[] of = model.assign(List.of("a comet in orbit", "flour and sugar"));
      Tests.equal(new int[] {model.labels()[0], model.labels()[1]}, of);
      Tests.equal(List.of("excerpt"), model.columnNames());
      Tests.equal(TEXTS, model.column("excerpt"));
    }
  }

  static void testNewTextsMoveIntoAModel() {
    final List<String> news = List.of("a comet in orbit tungsten", "flour and sweet sugar");
    try (Model model = Manifact.cluster(TEXTS, 3); Model grown = model.update(news)) {
      Tests.equal(news, grown.column("excerpt").subList(90, 92));
      final Model.Drift drift = grown.drift(0);
      Tests.equal(2L, drift.documents());
      Tests.holds(drift.unknown() >= 1 && drift.unknown() < drift.terms(), drift.toString());
    }
  }

  static void testFilesAndBytes() throws Exception {
    final Path file = Files.createTempFile("manifact", ".model");
    try (Model model = Manifact.cluster(TEXTS, 3)) {
      model.save(file.toString());
      Tests.equal(Files.readAllBytes(file), model.toBytes());
      try (Model loaded = Model.load(file.toString());
           Model again = Model.loadMemory(model.toBytes())) {
        Tests.equal(model.labels(), loaded.labels());
        Tests.equal(model.title(2), again.title(2));
      }
    } finally {
      Files.delete(file);
    }
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  static void testMatricesInPlaceAndCopied() throws Exception {
    final int[] indptr = {0, 2, 3, 4, 6};
    final int[] indices = {0, 1, 0, 2, 1, 2};
    final double[] values = {3, 1, 2, 2, 1, 4};
    final IntBuffer starts = direct(20).asIntBuffer().put(indptr).rewind();
    final IntBuffer at = direct(24).asIntBuffer().put(indices).rewind();
    final DoubleBuffer entries = direct(56).asDoubleBuffer().put(9).put(values).position(1);
    final int before = Matrix.lentCount();
    try (Matrix copied = Matrix.csr(4, 3, indptr, indices, values);
         Matrix floats = Matrix.csr(4, 3, indptr, indices, new float[] {3, 1, 2, 2, 1, 4});
         Matrix lent = Matrix.csr(4, 3, starts, at, entries);
         Matrix dense = Matrix.dense(2, 2, FloatBuffer.wrap(new float[] {1, 2, 3, 4}));
         Matrix columns = Matrix.csc(2, 2, LongBuffer.wrap(new long[] {0, 1, 2}),
             LongBuffer.wrap(new long[] {1, 0}), DoubleBuffer.wrap(new double[] {5, 6}))) {
      for (Matrix X : List.of(copied, floats, lent)) {
        Tests.equal(values, X.toCsr().values());
        Tests.equal(new long[] {0, 2, 3, 4, 6}, X.toCsr().indptr());
        try (Solver solver = Solver.create("kmeans").set(Map.of("seed", 1, "weighting", "none"));
             Model model = solver.fit(X, 2)) {
          Tests.equal(new int[] {0, 0, 1, 1}, model.labels());
        }
      }
      Tests.holds(floats.isFloat() && !lent.isFloat() && dense.isDense(), "types");
      Tests.equal(new long[] {1, 0}, columns.toCsr().indices());
    }
    Tests.equal(before, Matrix.lentCount());
    Tests.equal(Status.ERROR_LENGTH,
        Tests.thrown(ManifactException.class, () -> Matrix.dense(2, 2, values)).status());
    Tests.equal(Status.ERROR_STRUCTURE, Tests.thrown(ManifactException.class,
        () -> Matrix.csr(1, 1, new int[] {0, 1}, new int[] {7}, new double[] {1})).status());
    final DoubleBuffer swapped = ByteBuffer.allocateDirect(8)
        .order(ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN
                                                               : ByteOrder.BIG_ENDIAN)
        .asDoubleBuffer();
    Tests.thrown(IllegalArgumentException.class, () -> Matrix.dense(1, 1, swapped));
    Tests.equal(before, Matrix.lentCount());
  }

  static void testViewKeepsTheModel() throws Exception {
    final Model model = Manifact.cluster(TEXTS, 3);
    final DoubleBuffer view = model.view(ModelArray.MEMBERSHIPS);
    final double[] copy = model.memberships();
    model.close();
    Tests.thrown(IllegalStateException.class, model::labels);
    for (int i = 0; i < copy.length; ++i) Tests.equal(copy[i], view.get(i));
    Tests.thrown(ReadOnlyBufferException.class, () -> view.put(0, 1));
  }

  static void testWhatAModelTells() {
    try (Model model = Manifact.cluster(TEXTS, 3)) {
      Tests.equal(3, model.cohesion().length);
      Tests.equal(9, model.similarities().length);
      Tests.equal(model.option("preset"), model.options().get("preset"));
      Tests.equal(model.options().keySet(), model.optionOrigins().keySet());
      Tests.holds(!model.diagnostics().isEmpty(), "diagnostics");
      try (Model merged = model.merge(new long[] {0, 1}); Model named = merged.rename(0, "été")) {
        Tests.equal(2L, merged.clusters());
        Tests.equal(3, merged.edits().get(0).map().length);
        Tests.equal("été", named.topicName(0));
        Tests.equal(3, model.compare(merged).changesBefore().length);
      }
      Tests.equal(2, model.tree().heights().length);
      Tests.equal(Weakness.NONE, model.topicNumbers().weakness()[0]);
      Tests.equal(2, model.representatives(0, 2).documents().length);
      Tests.equal(Status.ERROR_ARGUMENT, thrownStatus(() -> model.representatives(99)));
    }
  }

  private static Status thrownStatus(Tests.Block block) {
    try {
      return Tests.thrown(ManifactException.class, block).status();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  static void testUpdateAndExplain() {
    try (Vectorizer words = Vectorizer.create(); Matrix X = words.fitTransform(TEXTS);
         Solver solver = Solver.create("lccf").set("neighbors", 5).setVectorizer(words);
         Model model = solver.fit(X, 3)) {
      final var counted = words.transformCounted(List.of("a comet in orbit", "flour and sugar"));
      try (Model grown = model.update(counted.matrix(), counted.terms(), null)) {
        Tests.equal(92L, grown.documents());
        Tests.equal(2L, grown.drift(0).documents());
      }
      Tests.equal(Status.ERROR_LENGTH, thrownStatus(() -> model.groupTest(new int[2], 2)));
      Tests.equal(Status.ERROR_LENGTH, thrownStatus(() -> model.timeline(new int[91], 2)));
      final var explained = model.explain(X, null, 2, null);
      Tests.equal(90, explained.scores().length);
      Tests.equal(90L, explained.matrix().rows());
    }
  }

  static void testGraphsConstraintsAndSuggestions() {
    try (Matrix X = Vectorizer.create().fitTransform(TEXTS); Graph graph = Graph.knn(X, 5);
         Constraints pairs = Constraints.create(90, null, List.of(
             new Constraints.Pair(0, 3, 1), new Constraints.Pair(0, 1, -1)));
         Solver solver = Solver.create("rcf").setGraph(graph).setConstraints(pairs);
         Model model = solver.fit(X, 3);
         Suggestion suggestion = Solver.create("auto").suggestK(X, 2, 5)) {
      Tests.equal(90L, graph.vertices());
      Tests.equal(Search.EXACT, graph.searchInfo().search());
      Tests.equal(2, pairs.list(ConstraintKind.PAIRS).size());
      Tests.equal(List.of(), model.violations());
      Tests.equal(3L, suggestion.k());
      Tests.equal(4, suggestion.rows().size());
    }
  }

  static void testListing() {
    Tests.holds(Manifact.methods().stream().anyMatch(m -> m.name().equals("lccf")), "lccf");
    Tests.equal(OptionType.DOUBLE, Manifact.options("lccf").stream()
        .filter(option -> option.name().equals("lambda")).findFirst().orElseThrow().type());
  }
}
