package manifact;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/** One call of the library: the memory and the objects that it uses, and where its errors are. */
final class Scope implements AutoCloseable {
  private static final Callbacks.Progress PROGRESS = Scope::onProgress;
  private static final ThreadLocal<Scope> RUNNING = new ThreadLocal<>();
  private static final int WORD = 8;

  final Pointer context;
  private final Handle target; // a solver or a vectorizer, whose message is that of the call
  private final boolean isOwn;
  private Pointer self; // of the target
  private boolean taken; // the target is
  private final List<Handle> held = new ArrayList<>();
  private final List<Memory> memory = new ArrayList<>();
  private Call call;
  private Scope outer;
  private Throwable thrown;

  Scope() {
    this(null, null, false);
  }

  private Scope(Pointer context, Handle target, boolean isOwn) {
    this.context = context;
    this.target = target;
    this.isOwn = isOwn;
  }

  /** A call that takes a context, which is its own. */
  static Scope withContext(Call call) {
    return new Scope(newContext(), null, true).begin(call);
  }

  /** A call of a solver or of a vectorizer. */
  static Scope on(Handle target, Call call) {
    return new Scope(target.ownContext(), target, false).begin(call);
  }

  static Pointer newContext() {
    try (Scope scope = new Scope()) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_context_create(out));
      return out.getPointer(0);
    }
  }

  /** Sets threads, token and progress; null: a call that cannot be stopped. */
  private Scope begin(Call given) {
    if (given == null) return this;
    // Its token and its progress are those of one call.
    if (target != null && !target.take())
      throw new ManifactException(Status.ERROR_BUSY, "another call uses the object");
    taken = target != null;
    try {
      self = use(target);
      final Pointer token = use(given.token());
      final boolean isSolver = target instanceof Solver;
      if (given.threads() >= 0)
        check(isSolver ? Library.manifact_solver_set_int64(self, text("threads"), given.threads())
                       : Library.manifact_context_set_threads(context, given.threads()));
      check(isSolver ? Library.manifact_solver_set_progress(self, PROGRESS, null)
                     : Library.manifact_context_set_progress(context, PROGRESS, null));
      call = given;
      check(isSolver ? Library.manifact_solver_set_cancel_token(self, token)
                     : Library.manifact_context_set_cancel_token(context, token));
      outer = RUNNING.get();
      RUNNING.set(this);
      // The library forgets what was requested before a token is set: in this order none is lost.
      if (given.token() != null && given.token().isRequested())
        throw new ManifactException(Status.ERROR_CANCELLED, "cancelled before it began");
      return this;
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private static int onProgress(
      Pointer user, Pointer stage, long done, long total, double objective, double change) {
    final Scope scope = RUNNING.get();
    if (scope == null) return 0;
    if (Thread.currentThread().isInterrupted()) return 1;
    if (scope.call.progress() == null) return 0;
    try {
      scope.call.progress().accept(new Progress(string(stage), done, total, objective, change));
      return 0;
    } catch (Throwable failed) { // must not cross the library
      scope.thrown = failed;
      return 1;
    }
  }

  /** Throws if the status is that of a failure. */
  void check(int status) {
    if (thrown instanceof RuntimeException exception) throw exception;
    if (thrown instanceof Error error) throw error;
    if (status >= 0) return;
    final Status kind = kindOf(status);
    String message = "";
    int errno = 0;
    if (kind != Status.ERROR_BUSY) { // whose message is that of another call
      message = targetMessage();
      if (message.isEmpty() && context != null) {
        message = string(Library.manifact_context_message(context));
        errno = Library.manifact_context_errno(context);
      }
    }
    if (message.isEmpty()) message = string(Library.manifact_status_text(status));
    throw new ManifactException(kind, message, errno);
  }

  /** A failure that only a newer library has is an internal one, with its sentence. */
  private static Status kindOf(int status) {
    for (Status constant : Status.values())
      if (constant.value == status) return constant;
    return Status.ERROR_INTERNAL;
  }

  private String targetMessage() {
    if (target == null) return "";
    if (self == null) self = use(target);
    return string(target instanceof Solver ? Library.manifact_solver_message(self)
                                           : Library.manifact_vectorizer_message(self));
  }

  @Override
  public void close() {
    if (call != null) {
      if (RUNNING.get() == this) RUNNING.set(outer);
      if (target instanceof Solver)
        Library.manifact_solver_set_progress(self, null, null);
      else if (!isOwn)
        Library.manifact_context_set_progress(context, null, null);
      call = null;
    }
    if (taken) target.give();
    if (isOwn) Library.manifact_context_free(context);
    held.forEach(Handle::release);
    memory.forEach(Memory::close);
    held.clear();
    memory.clear();
  }

  /** The pointer of an object until the end of the call; null for null. */
  Pointer use(Handle handle) {
    if (handle == null) return null;
    final Pointer pointer = handle.acquire();
    held.add(handle);
    return pointer;
  }

  // Memory of the call.

  private Memory allocate(long count, int size) {
    final Memory made = new Memory(Math.max(WORD, Math.multiplyExact(Math.max(0, count), size)));
    memory.add(made);
    return made;
  }

  /** Memory for one value that is given out. */
  Pointer out() {
    final Memory made = allocate(1, WORD);
    made.clear();
    return made;
  }

  Pointer ints(long count) {
    return allocate(count, Integer.BYTES);
  }

  Pointer longs(long count) {
    return allocate(count, Long.BYTES);
  }

  Pointer doubles(long count) {
    return allocate(count, Double.BYTES);
  }

  Pointer array(int[] values) {
    if (values == null) return null;
    final Memory made = allocate(values.length, Integer.BYTES);
    made.write(0, values, 0, values.length);
    return made;
  }

  Pointer array(long[] values) {
    if (values == null) return null;
    final Memory made = allocate(values.length, Long.BYTES);
    made.write(0, values, 0, values.length);
    return made;
  }

  Pointer array(double[] values) {
    if (values == null) return null;
    final Memory made = allocate(values.length, Double.BYTES);
    made.write(0, values, 0, values.length);
    return made;
  }

  Pointer array(byte[] values) {
    if (values == null) return null;
    final Memory made = allocate(values.length, 1);
    made.write(0, values, 0, values.length);
    return made;
  }

  /** An array of one pointer. */
  Pointer pointer(Pointer value) {
    final Memory made = allocate(1, WORD);
    made.setPointer(0, value);
    return made;
  }

  static int[] ints(Pointer pointer, long count) {
    return pointer.getIntArray(0, Math.toIntExact(count));
  }

  static long[] longs(Pointer pointer, long count) {
    return pointer.getLongArray(0, Math.toIntExact(count));
  }

  static double[] doubles(Pointer pointer, long count) {
    return pointer.getDoubleArray(0, Math.toIntExact(count));
  }

  static <T> T[] words(int[] values, IntFunction<T> of, IntFunction<T[]> array) {
    final T[] made = array.apply(values.length);
    for (int i = 0; i < values.length; ++i) made[i] = of.apply(values[i]);
    return made;
  }

  /** Texts one after the other. */
  record Texts(Pointer bytes, Pointer offsets, long count) {}

  Texts texts(List<String> texts) {
    if (texts == null) return new Texts(null, array(new long[1]), 0);
    final long[] offsets = new long[texts.size() + 1];
    final List<byte[]> parts = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); ++i) {
      final String text = Objects.requireNonNull(texts.get(i), "text " + i + " is null");
      parts.add(text.getBytes(StandardCharsets.UTF_8));
      offsets[i + 1] = offsets[i] + parts.get(i).length;
    }
    final Memory bytes = allocate(offsets[parts.size()], 1);
    for (int i = 0; i < parts.size(); ++i)
      bytes.write(offsets[i], parts.get(i), 0, parts.get(i).length);
    return new Texts(bytes, array(offsets), parts.size());
  }

  Texts one(String text) {
    final byte[] bytes =
        Objects.requireNonNull(text, "the text is null").getBytes(StandardCharsets.UTF_8);
    return new Texts(array(bytes), null, bytes.length);
  }

  /** A string that ends with NUL, null for null. */
  static byte[] text(String text) {
    if (text == null) return null;
    final byte[] bytes = (text + "\0").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i + 1 < bytes.length; ++i)
      if (bytes[i] == 0) throw new IllegalArgumentException("a string contains a NUL character");
    return bytes;
  }

  static String string(Pointer pointer) {
    return pointer == null ? null : pointer.getString(0, "UTF-8");
  }

  static IllegalStateException unknown(String kind, int value) {
    return new IllegalStateException("the library has a newer constant of " + kind + ": " + value);
  }

  static long length(Object array) {
    return array == null ? 0 : java.lang.reflect.Array.getLength(array);
  }

  static void sameLength(Object array, long length, String name) {
    if (array != null && length(array) != length)
      throw new ManifactException(Status.ERROR_LENGTH,
          name + " has " + length(array) + " entries, not " + length);
  }
}
