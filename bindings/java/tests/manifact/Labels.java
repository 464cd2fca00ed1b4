package manifact;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What a fit finds, for the test across languages, whose driver in C says what is read and printed:
 * Labels INPUT METHOD K [NAME=VALUE...] [-- INPUT...].
 */
final class Labels {
  private Labels() {}

  private static String bits(DoubleBuffer values) {
    final StringBuilder made = new StringBuilder();
    for (int i = 0; i < values.limit(); ++i)
      made.append(String.format("%016x", Double.doubleToRawLongBits(values.get(i))));
    return made.toString();
  }

  private static String bits(double... values) {
    return bits(DoubleBuffer.wrap(values));
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  private static Matrix matrix(boolean isDense, List<String> lines) {
    final String[] size = lines.get(0).split(" ");
    final int rows = Integer.parseInt(size[0]);
    final int columns = Integer.parseInt(size[1]);
    final List<String[]> parts = lines.stream().skip(1)
        .map(line -> line.isBlank() ? new String[0] : line.strip().split(" ")).toList();
    final int count = parts.stream().mapToInt(row -> row.length).sum();
    final DoubleBuffer values = direct(count * Double.BYTES).asDoubleBuffer();
    final IntBuffer indices = direct(count * Integer.BYTES).asIntBuffer();
    final IntBuffer indptr = direct((rows + 1) * Integer.BYTES).asIntBuffer();
    indptr.put(0);
    for (String[] row : parts) {
      for (String entry : row) {
        final int at = entry.indexOf(':');
        values.put(Double.parseDouble(entry.substring(at + 1)));
        if (!isDense) indices.put(Integer.parseInt(entry.substring(0, at)));
      }
      indptr.put(values.position());
    }
    if (isDense) return Matrix.dense(rows, columns, values.rewind());
    return Matrix.csr(rows, columns, indptr.rewind(), indices.rewind(), values.rewind());
  }

  private static String explanation(Model model, Matrix X) {
    final Model.ExplainResult found = model.explain(X, null, 3, null);
    return bits(found.scores()) + bits(found.rests()) + bits(found.matrix().toCsr().values());
  }

  private static String groups(Model model) {
    final int[] groups = IntStream.range(0, model.labels().length).map(i -> i % 2).toArray();
    final Model.GroupTestResult tests = model.groupTest(groups, 2);
    return IntStream.range(0, tests.statistics().length)
        .mapToObj(c -> bits(tests.statistics()[c], tests.pValues()[c], tests.adjusted()[c],
            tests.expected()[c]))
        .collect(Collectors.joining());
  }

  private static String seeds(Matrix X, long k) {
    final long third = X.columns() / 3;
    final Manifact.SeedLabels found = Manifact.seedLabels(X,
        List.of(new Manifact.Seed(0, new long[] {0}, 1),
            new Manifact.Seed(1, new long[] {third}, 2),
            new Manifact.Seed(2, new long[] {2 * third, 2 * third + 1}, 1)),
        3, k);
    return LongStream.concat(Arrays.stream(found.labels()).asLongStream(),
            LongStream.concat(Arrays.stream(found.matched()), Arrays.stream(found.chosen())))
        .mapToObj(Long::toString).collect(Collectors.joining(" "));
  }

  private static String titles(Model model) {
    return LongStream.range(0, model.clusters()).mapToObj(model::title)
        .collect(Collectors.joining(" | "));
  }

  private static String drift(Model model, List<String> lines) {
    final Model.Drift drift =
        model.update(lines.stream().limit(6).map(line -> line + " tungsten").toList()).drift(0);
    return LongStream.of(drift.documents(), drift.far(), drift.unassigned(), drift.terms(),
            drift.unknown()).mapToObj(Long::toString).collect(Collectors.joining(" "));
  }

  private static void print(String input, String method, long k, List<String> options)
      throws IOException {
    final Solver solver = Solver.create(method);
    for (String option : options)
      solver.set(option.split("=")[0], option.split("=")[1]);
    final List<String> lines = Files.readAllLines(Path.of(input));
    final boolean isText = input.endsWith(".txt");
    final Matrix X;
    if (isText) {
      final Vectorizer words = Vectorizer.create();
      X = words.fitTransform(lines);
      solver.setVectorizer(words);
      solver.setColumn("excerpt", lines);
    } else {
      X = matrix(input.endsWith(".dense"), lines);
    }
    final Model model = solver.fit(X, k);
    System.out.println(Arrays.stream(model.labels()).mapToObj(Integer::toString)
        .collect(Collectors.joining(" ")));
    System.out.println(bits(model.view(ModelArray.MEMBERSHIPS)));
    System.out.println(isText || !model.hasAdditiveScore() ? "-" : explanation(model, X));
    System.out.println(groups(model));
    System.out.println(input.endsWith(".csr") ? seeds(X, k) : "-");
    System.out.println(isText ? titles(model) : "-");
    System.out.println(isText ? drift(model, lines) : "-");
  }

  public static void main(String[] arguments) throws IOException {
    List<String> words = List.of(arguments);
    while (!words.isEmpty()) {
      final int next = words.indexOf("--");
      final List<String> one = next < 0 ? words : words.subList(0, next);
      print(one.get(0), one.get(1), Long.parseLong(one.get(2)), one.subList(3, one.size()));
      words = next < 0 ? List.of() : words.subList(next + 1, words.size());
    }
  }
}
