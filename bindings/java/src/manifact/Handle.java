package manifact;

import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An object of the library. close() frees it, at the end of the calls that use it; later calls
 * throw IllegalStateException. The garbage collector frees what is not closed, without knowing its
 * size.
 */
public abstract class Handle implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicInteger LIVE = new AtomicInteger();

  private final State state;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final Cleaner.Cleanable cleanable;

  Handle(Pointer pointer) {
    state = new State(pointer, freeing(getClass()));
    cleanable = CLEANER.register(this, state);
    LIVE.incrementAndGet();
  }

  private static Consumer<Pointer> freeing(Class<?> kind) {
    final Map<Class<?>, Consumer<Pointer>> all =
        Map.of(Matrix.class, Library::manifact_matrix_free, Graph.class,
            Library::manifact_graph_free, Constraints.class, Library::manifact_constraints_free,
            Vectorizer.class, Library::manifact_vectorizer_free, Solver.class,
            Library::manifact_solver_free, Model.class, Library::manifact_model_free,
            Suggestion.class, Library::manifact_suggestion_free, CancelToken.class,
            Library::manifact_cancel_token_free);
    return all.get(kind);
  }

  /** What is freed, by close() or when nothing refers to the object any more. */
  private static final class State implements Runnable {
    private Pointer pointer;
    private final Consumer<Pointer> free;
    private Pointer context; // that of a vectorizer
    private int uses;
    private boolean closed;

    State(Pointer pointer, Consumer<Pointer> free) {
      this.pointer = pointer;
      this.free = free;
    }

    @Override
    public synchronized void run() {
      closed = true;
      if (uses == 0) freeNow();
    }

    private void freeNow() {
      if (pointer == null) return;
      free.accept(pointer);
      if (context != null) Library.manifact_context_free(context);
      pointer = null;
      LIVE.decrementAndGet();
    }
  }

  /** The pointer, which stays valid until release(). */
  final Pointer acquire() {
    synchronized (state) {
      if (state.closed) throw new IllegalStateException("the object is closed");
      ++state.uses;
      return state.pointer;
    }
  }

  final void release() {
    synchronized (state) {
      if (--state.uses == 0 && state.closed) state.freeNow();
    }
  }

  /** Takes an object that serves one call at a time; false while another call has it. */
  final boolean take() {
    return busy.compareAndSet(false, true);
  }

  final void give() {
    busy.set(false);
  }

  final void keep(Pointer context) {
    state.context = context;
  }

  final Pointer ownContext() {
    return state.context;
  }

  /** The number of objects that are not freed. */
  static int live() {
    return LIVE.get();
  }

  @Override
  public void close() {
    cleanable.clean();
  }
}
