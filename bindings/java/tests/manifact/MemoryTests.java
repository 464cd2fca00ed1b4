package manifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thousands of objects, closed or left to the garbage collector, take no memory for good. */
final class MemoryTests {
  private static final int ROUNDS = 8;
  private static final int FITS = 1000;
  private static final long LIMIT = 600L * FITS;

  private MemoryTests() {}

  private static void once(boolean isClosed) {
    final double[] values = new double[400];
    for (int i = 0; i < values.length; ++i) values[i] = i * 7919L % 13 + (i % 10 == i % 3 ? 1 : 0);
    final Matrix X = Matrix.dense(40, 10, values);
    final Solver solver = Solver.create("kmeans").set("seed", 1);
    final Model model = solver.fit(X, 3, new Call().onProgress(progress -> {}));
    if (isClosed) {
      X.close();
      solver.close();
      model.close();
    }
  }

  private static long resident() throws IOException {
    System.gc();
    final String pages = Files.readString(Path.of("/proc/self/statm")).split(" ")[1];
    return Long.parseLong(pages) * 4096;
  }

  static void testClosedObjectsAreFreed() throws IOException {
    final int before = Handle.live();
    final int lent = Matrix.lentCount();
    for (int i = 0; i < FITS; ++i) once(true);
    long grown = 0;
    for (int round = 0; round < ROUNDS; ++round) {
      final long start = resident();
      for (int i = 0; i < FITS; ++i) once(true);
      grown = resident() - start;
      System.out.println(grown / 1024 + " kB more after " + FITS + " fits");
      if (grown < LIMIT) break;
    }
    Tests.holds(grown < LIMIT, grown);
    Tests.holds(Handle.live() <= before, Handle.live());
    Tests.equal(lent, Matrix.lentCount());
  }

  static void testCollectedObjectsAreFreed() throws InterruptedException {
    final int before = Handle.live();
    for (int i = 0; i < FITS; ++i) once(false);
    for (int i = 0; i < 100 && Handle.live() > before; ++i) {
      System.gc();
      Thread.sleep(20);
    }
    Tests.holds(Handle.live() <= before, Handle.live() + " objects, not " + before);
  }
}
