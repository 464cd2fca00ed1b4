package manifact;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A sparse or dense matrix, whose rows are documents; immutable. */
public final class Matrix extends MatrixMethods {
  private static final int INT32 = 1;
  private static final int INT64 = 2;
  private static final int FLOAT = 3;
  private static final int DOUBLE = 4;
  private static final int BORROW = 1;
  /** What the library uses in place, by number. */
  private static final Map<Long, Object> LENT = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT = new AtomicLong(1);
  private static final Callbacks.BorrowRelease RELEASE =
      user -> LENT.remove(Pointer.nativeValue(user));

  private Matrix(Pointer pointer) {
    super(pointer);
  }

  static Matrix owned(Pointer pointer) {
    return pointer == null ? null : new Matrix(pointer);
  }

  /** An array in memory of C: its address and type. */
  private record Lent(Pointer pointer, int type, int length, Object owner) {}

  private static Lent lent(Buffer values, String name) {
    final int type = values instanceof IntBuffer ? INT32
        : values instanceof LongBuffer ? INT64
        : values instanceof FloatBuffer ? FLOAT
        : values instanceof DoubleBuffer ? DOUBLE : 0;
    if (type == 0) throw new IllegalArgumentException(name + " has entries of another type");
    final int size = type == INT32 || type == FLOAT ? Integer.BYTES : Long.BYTES;
    if (!values.isDirect()) return copied(values, type, size);
    if (order(values) != ByteOrder.nativeOrder())
      throw new IllegalArgumentException(name + " has another byte order than the machine");
    final Pointer start = Native.getDirectBufferPointer(values);
    return new Lent(start.share((long) values.position() * size), type, values.remaining(), values);
  }

  private static ByteOrder order(Buffer values) {
    if (values instanceof IntBuffer ints) return ints.order();
    if (values instanceof LongBuffer longs) return longs.order();
    if (values instanceof FloatBuffer floats) return floats.order();
    return ((DoubleBuffer) values).order();
  }

  private static Lent copied(Buffer values, int type, int size) {
    final int count = values.remaining();
    final Memory made = new Memory(Math.max(1, (long) count * size));
    final var bytes = made.getByteBuffer(0, made.size());
    if (values instanceof IntBuffer ints) bytes.asIntBuffer().put(ints.duplicate());
    if (values instanceof LongBuffer longs) bytes.asLongBuffer().put(longs.duplicate());
    if (values instanceof FloatBuffer floats) bytes.asFloatBuffer().put(floats.duplicate());
    if (values instanceof DoubleBuffer doubles) bytes.asDoubleBuffer().put(doubles.duplicate());
    return new Lent(made, type, count, made);
  }

  /** Keeps what is lent until the library calls RELEASE with the number. */
  private static Pointer lend(Object... owners) {
    final long number = NEXT.getAndIncrement();
    LENT.put(number, owners);
    return new Pointer(number);
  }

  /** The number of arrays that the library uses in place. */
  static int lentCount() {
    return LENT.size();
  }

  private static void require(boolean holds, String message) {
    if (!holds) throw new ManifactException(Status.ERROR_LENGTH, message);
  }

  /**
   * A sparse matrix in compressed rows, of buffers of int or long and of float or double. Direct
   * buffers are used in place, and must not change; others are copied.
   */
  public static Matrix csr(
      long rows, long columns, Buffer indptr, Buffer indices, Buffer values) {
    final Lent starts = lent(indptr, "indptr");
    final Lent at = lent(indices, "indices");
    final Lent entries = lent(values, "values");
    require(starts.length() == rows + 1,
        "indptr has " + starts.length() + " entries, not " + (rows + 1));
    require(at.length() == entries.length(),
        "indices has " + at.length() + " entries, values " + entries.length());
    try (Scope scope = Scope.withContext(null)) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_matrix_create_csr(scope.context, rows, columns,
          entries.length(), starts.pointer(), starts.type(), at.pointer(), at.type(), 0,
          entries.pointer(), entries.type(), BORROW, RELEASE,
          lend(starts.owner(), at.owner(), entries.owner()), out));
      return owned(out.getPointer(0));
    }
  }

  /** The same of arrays, which are copied. */
  public static Matrix csr(long rows, long columns, int[] indptr, int[] indices, double[] values) {
    return csr(rows, columns, IntBuffer.wrap(indptr), IntBuffer.wrap(indices),
        DoubleBuffer.wrap(values));
  }

  /** The same of values of float. */
  public static Matrix csr(long rows, long columns, int[] indptr, int[] indices, float[] values) {
    return csr(rows, columns, IntBuffer.wrap(indptr), IntBuffer.wrap(indices),
        FloatBuffer.wrap(values));
  }

  /** A sparse matrix in compressed columns, which is copied. */
  public static Matrix csc(long rows, long columns, Buffer indptr, Buffer indices, Buffer values) {
    final Lent starts = lent(indptr, "indptr");
    final Lent at = lent(indices, "indices");
    final Lent entries = lent(values, "values");
    require(starts.length() == columns + 1,
        "indptr has " + starts.length() + " entries, not " + (columns + 1));
    require(at.length() == entries.length(),
        "indices has " + at.length() + " entries, values " + entries.length());
    try (Scope scope = Scope.withContext(null)) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_matrix_create_csc(scope.context, rows, columns,
          entries.length(), starts.pointer(), starts.type(), at.pointer(), at.type(), 0,
          entries.pointer(), entries.type(), out));
      return owned(out.getPointer(0));
    } finally { // a pointer does not keep its buffer
      Reference.reachabilityFence(starts.owner());
      Reference.reachabilityFence(at.owner());
      Reference.reachabilityFence(entries.owner());
    }
  }

  /** A dense matrix, row by row, of float or double. A direct buffer is used in place. */
  public static Matrix dense(long rows, long columns, Buffer values) {
    final Lent entries = lent(values, "values");
    require(entries.length() == Math.multiplyExact(rows, columns),
        "values has " + entries.length() + " entries, not " + rows * columns);
    try (Scope scope = Scope.withContext(null)) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_matrix_create_dense(scope.context, rows, columns, columns, 1,
          entries.pointer(), entries.type(), BORROW, RELEASE, lend(entries.owner()), out));
      return owned(out.getPointer(0));
    }
  }

  /** The same of an array, which is copied. */
  public static Matrix dense(long rows, long columns, double[] values) {
    return dense(rows, columns, DoubleBuffer.wrap(values));
  }

  /** The rows of a sparse matrix. */
  public record Csr(long[] indptr, long[] indices, double[] values) {}

  /** A copy of the rows. */
  public Csr toCsr() {
    final long count = entries();
    final long rows = rows();
    try (Scope scope = new Scope()) {
      final Pointer indptr = scope.longs(rows + 1);
      final Pointer indices = scope.longs(count);
      final Pointer values = scope.doubles(count);
      scope.check(Library.manifact_matrix_copy_csr(
          scope.use(this), indptr, INT64, indices, INT64, values, DOUBLE, count));
      return new Csr(Scope.longs(indptr, rows + 1), Scope.longs(indices, count),
          Scope.doubles(values, count));
    }
  }

  /** Whether the values are stored as float. */
  public boolean isFloat() {
    try (Scope scope = new Scope()) {
      return Library.manifact_matrix_value_type(scope.use(this)) == FLOAT;
    }
  }

  /** The labels of the rows that the file of the matrix had, null if it had none. */
  public double[] rowLabels() {
    try (Scope scope = new Scope()) {
      final Pointer labels = Library.manifact_matrix_row_labels(scope.use(this));
      return labels == null ? null : Scope.doubles(labels, rows());
    }
  }
}
