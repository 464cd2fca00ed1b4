package manifact;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How a call that takes long runs: its threads, what gets its progress, what stops it. A call
 * also stops when its thread is interrupted, as by the shutdownNow() of an executor.
 */
public final class Call {
  private long threads = -1;
  private Consumer<Progress> progress;
  private CancelToken token;

  /** A call on one thread, which nobody watches. */
  public Call() {}

  static Call of(Call given) {
    return given == null ? new Call() : given;
  }

  /** The number of threads, 0 for all cores. No result depends on it. */
  public Call threads(long count) {
    threads = count;
    return this;
  }

  /**
   * A function that is called on the thread of the call as it advances. An exception of it stops
   * the call and is thrown by it.
   */
  public Call onProgress(Consumer<Progress> function) {
    progress = function;
    return this;
  }

  /** A token that stops the call. */
  public Call cancel(CancelToken stop) {
    token = stop;
    return this;
  }

  /**
   * Runs a function on an executor, for example {@code Call.supply(pool, call -> solver.fit(X, 9,
   * call))}. The cancel() of the future stops the call of the library.
   */
  public static <T> CompletableFuture<T> supply(Executor executor, Function<Call, T> function) {
    final CancelToken stop = CancelToken.create();
    final CompletableFuture<T> future = new CompletableFuture<>() {
      @Override
      public boolean cancel(boolean mayInterrupt) {
        if (!isDone()) requestQuietly(stop);
        return super.cancel(mayInterrupt);
      }
    };
    executor.execute(() -> {
      try (stop) {
        if (!future.isDone()) future.complete(function.apply(new Call().cancel(stop)));
      } catch (Throwable thrown) {
        future.completeExceptionally(thrown);
      }
    });
    return future;
  }

  private static void requestQuietly(CancelToken stop) {
    try {
      stop.request();
    } catch (IllegalStateException closed) {
      // The call has ended.
    }
  }

  long threads() {
    return threads;
  }

  Consumer<Progress> progress() {
    return progress;
  }

  CancelToken token() {
    return token;
  }
}
