package manifact;

import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Errors, progress, and calls that are stopped. */
final class CallTests {
  private static final List<String> TEXTS = Texts.make(90);
  private static final Map<String, Object> ENDLESS =
      Map.of("max-iterations", 1_000_000, "tolerance", 0.0);

  private CallTests() {}

  static void testErrors() throws Exception {
    final ManifactException option = Tests.thrown(ManifactException.class,
        () -> Solver.create("lccf").set("neighbors", "many"));
    Tests.equal(Status.ERROR_OPTION, option.status());
    Tests.equal("option 'neighbors' takes an integer, not 'many'", option.getMessage());
    final ManifactException file =
        Tests.thrown(ManifactException.class, () -> Model.load("/nothing/there"));
    Tests.equal(Status.ERROR_IO, file.status());
    Tests.holds(file.getCause() instanceof NoSuchFileException, file.getCause());
    Tests.thrown(IllegalArgumentException.class, () -> Solver.create("lccf\0"));
    Tests.equal(Status.ERROR_NULL, Tests.thrown(ManifactException.class,
        () -> Solver.create("lccf").fit(null, 3)).status());
  }

  static void testProgressIsOnTheThreadOfTheCall() {
    final Thread here = Thread.currentThread();
    final List<String> stages = new ArrayList<>();
    try (Model model = Manifact.cluster("auto", TEXTS, 3, new Call().threads(2).onProgress(
             progress -> {
               Tests.equal(here, Thread.currentThread());
               if (!stages.contains(progress.stage())) stages.add(progress.stage());
             }))) {
      Tests.holds(stages.size() >= 2, stages);
      Tests.equal(3L, model.clusters());
    }
  }

  static void testExceptionOfProgressStopsTheCall() throws Exception {
    Tests.equal("enough", Tests.thrown(ArithmeticException.class, () -> fit(new Call().onProgress(
        progress -> { throw new ArithmeticException("enough"); }))).getMessage());
  }

  private static void fit(Call call) {
    try (Matrix X = Vectorizer.create().fitTransform(TEXTS);
         Solver solver = Solver.create("lccf").set(ENDLESS)) {
      solver.fit(X, 3, call).close();
    }
  }

  static void testTokenStopsTheCall() throws Exception {
    try (CancelToken stop = CancelToken.create()) {
      Tests.equal(Status.ERROR_CANCELLED, Tests.thrown(ManifactException.class,
          () -> fit(new Call().cancel(stop).onProgress(progress -> stop.request()))).status());
    }
  }

  static void testRequestBeforeTheCallStopsIt() throws Exception {
    try (CancelToken stop = CancelToken.create()) {
      stop.request();
      for (int i = 0; i < 2; ++i)
        Tests.equal(Status.ERROR_CANCELLED, Tests.thrown(ManifactException.class,
            () -> fit(new Call().cancel(stop))).status());
    }
  }

  static void testFutureStopsTheCall() throws Exception {
    final ExecutorService pool = Executors.newSingleThreadExecutor();
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    final CompletableFuture<Void> future = Call.supply(pool, call -> {
      try {
        fit(call.onProgress(progress -> begun.countDown()));
      } finally {
        ended.countDown();
      }
      return null;
    });
    begun.await();
    future.cancel(true);
    ended.await();
    Tests.thrown(CancellationException.class, future::get);
    pool.shutdown();
    Tests.holds(pool.awaitTermination(60, TimeUnit.SECONDS), "the pool");
  }

  static void testInterruptStopsTheCall() throws Exception {
    Tests.equal(Status.ERROR_CANCELLED, Tests.thrown(ManifactException.class,
        () -> fit(new Call().onProgress(progress -> Thread.currentThread().interrupt())))
        .status());
    Tests.holds(Thread.interrupted(), "the thread is not interrupted any more");
  }

  static void testSolverServesOneCallAtATime() throws Exception {
    try (Matrix X = Vectorizer.create().fitTransform(TEXTS);
         Solver solver = Solver.create("lccf").set(ENDLESS)) {
      Tests.equal(Status.ERROR_BUSY, Tests.thrown(ManifactException.class,
          () -> solver.fit(X, 3, new Call().onProgress(progress -> solver.fit(X, 3)))).status());
      solver.set("max-iterations", 3);
      solver.fit(X, 3).close();
    }
  }

  static void testAnotherCallOfASolverLeavesTheFirst() throws Exception {
    final ExecutorService pool = Executors.newSingleThreadExecutor();
    final CountDownLatch begun = new CountDownLatch(1);
    try (Matrix X = Vectorizer.create().fitTransform(TEXTS);
         Solver solver = Solver.create("lccf").set(ENDLESS);
         CancelToken stop = CancelToken.create()) {
      final var first = pool.submit(() -> Tests.thrown(ManifactException.class, () -> solver.fit(
          X, 3, new Call().cancel(stop).onProgress(progress -> begun.countDown()))).status());
      begun.await();
      Tests.equal(Status.ERROR_BUSY, Tests.thrown(ManifactException.class,
          () -> solver.fit(X, 3, new Call().cancel(CancelToken.create()))).status());
      stop.request(); // is still that of the first call
      Tests.equal(Status.ERROR_CANCELLED, first.get());
    }
    pool.shutdown();
  }

  static void testNullIsNamed() throws Exception {
    Tests.equal("text 1 is null", Tests.thrown(NullPointerException.class,
        () -> Manifact.cluster(Arrays.asList("a text", null), 2)).getMessage());
    Tests.equal("truth is null", Tests.thrown(NullPointerException.class,
        () -> Manifact.evaluate(null, new int[1])).getMessage());
    Tests.equal("seed is null", Tests.thrown(NullPointerException.class,
        () -> Solver.create("lccf").set("seed", null)).getMessage());
  }

  static void testCloseDuringACall() {
    final Matrix X = Vectorizer.create().fitTransform(TEXTS);
    final Solver solver = Solver.create("lccf");
    try (Model model = solver.fit(X, 3, new Call().onProgress(progress -> {
      X.close();
      solver.close();
    }))) {
      Tests.equal(90L, model.documents());
    }
  }
}
