// Written by bindings/generate.
package manifact;

import com.sun.jna.Pointer;
import java.util.List;

/** The methods of {@link Matrix} that follow from the C interface. */
abstract class MatrixMethods extends Handle {
  MatrixMethods(Pointer pointer) {
    super(pointer);
  }

  /** Read a matrix from a file, plain or gzip (detected by its first bytes).
   * manifact_matrix_read(). */
  public static Matrix read(String path) {
    return read(path, Format.AUTO, null);
  }

  /** The same with all arguments; the call may be null. */
  public static Matrix read(String path, Format format, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_matrix_read(scope.context, Scope.text(path), format.value,
          out_out));
      return Matrix.owned(out_out.getPointer(0));
    }
  }

  /** Parse a matrix from `size` bytes in memory. manifact_matrix_parse(). */
  public static Matrix parse(byte[] data, String name) {
    return parse(data, name, Format.AUTO, null);
  }

  /** The same with all arguments; the call may be null. */
  public static Matrix parse(byte[] data, String name, Format format, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final long size = Scope.length(data);
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_matrix_parse(scope.context, scope.array(data), size,
          Scope.text(name), format.value, out_out));
      return Matrix.owned(out_out.getPointer(0));
    }
  }

  /** Write a matrix as Matrix Market coordinate real general, with the shortest decimal digits
   * that are read back as the same double, compressed with gzip if the name ends in .gz.
   * manifact_matrix_write(). */
  public void write(String path) {
    write(path, null);
  }

  /** The same with all arguments; the call may be null. */
  public void write(String path, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      scope.check(Library.manifact_matrix_write(scope.context, scope.use(this),
          Scope.text(path)));
    }
  }

  /** The number of rows, or -1 if the handle is not a matrix. manifact_matrix_rows(). */
  public long rows() {
    try (Scope scope = new Scope()) {
      return Library.manifact_matrix_rows(scope.use(this));
    }
  }

  /** The number of columns, or -1 if the handle is not a matrix. manifact_matrix_columns(). */
  public long columns() {
    try (Scope scope = new Scope()) {
      return Library.manifact_matrix_columns(scope.use(this));
    }
  }

  /** The number of stored entries, or -1 if the handle is not a matrix.
   * manifact_matrix_entries(). */
  public long entries() {
    try (Scope scope = new Scope()) {
      return Library.manifact_matrix_entries(scope.use(this));
    }
  }

  /** 1 if the values of the matrix are a dense array, 0 if they are sparse or the handle is not
   * a matrix. manifact_matrix_is_dense(). */
  public boolean isDense() {
    try (Scope scope = new Scope()) {
      return Library.manifact_matrix_is_dense(scope.use(this)) != 0;
    }
  }

  /** The rows as a fit sees them, except for a power of two (see manifact_solver_fit()).
   * manifact_matrix_weight(). */
  public Matrix weight(String weighting, String scaling) {
    return weight(weighting, scaling, null);
  }

  /** The same with all arguments; the call may be null. */
  public Matrix weight(String weighting, String scaling, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_matrix_weight(scope.context, scope.use(this),
          Scope.text(weighting), Scope.text(scaling), out_out));
      return Matrix.owned(out_out.getPointer(0));
    }
  }

  /** Names the features of a matrix. manifact_matrix_set_feature_names(). */
  public void setFeatureNames(List<String> texts) {
    try (Scope scope = Scope.withContext(null)) {
      final Scope.Texts textsOf = scope.texts(texts);
      final long nFeatures = textsOf.count();
      scope.check(Library.manifact_matrix_set_feature_names(scope.context, scope.use(this),
          textsOf.bytes(), textsOf.offsets(), nFeatures));
    }
  }

  /** The name of a feature, counted from 0, of manifact_matrix_set_feature_names() or the
   * header of a CSV file, "" for an empty one. manifact_matrix_feature_name(). */
  public String featureName(long feature) {
    try (Scope scope = new Scope()) {
      return Scope.string(Library.manifact_matrix_feature_name(scope.use(this), feature));
    }
  }

  /** Gives each document a vector beside its words, such as the embedding of its text.
   * manifact_matrix_set_vectors(). */
  public void setVectors(Matrix vectors) {
    try (Scope scope = Scope.withContext(null)) {
      scope.check(Library.manifact_matrix_set_vectors(scope.context, scope.use(this),
          scope.use(vectors)));
    }
  }

  /** The length of these vectors, 0 if there are none. manifact_matrix_vector_columns(). */
  public long vectorColumns() {
    try (Scope scope = new Scope()) {
      return Library.manifact_matrix_vector_columns(scope.use(this));
    }
  }

  /** The number of rows in which each feature is positive, as weighting counts them.
   * manifact_matrix_document_frequencies(). */
  public long[] documentFrequencies() {
    try (Scope scope = Scope.withContext(null)) {
      final long nFeatures = columns();
      final Pointer out_frequencies = scope.longs(nFeatures);
      scope.check(Library.manifact_matrix_document_frequencies(scope.context, scope.use(this),
          out_frequencies, nFeatures));
      return Scope.longs(out_frequencies, nFeatures);
    }
  }

  /** Weights the counts of a small collection by the document frequencies of a large one.
   * manifact_matrix_set_background(). */
  public void setBackground(long[] frequencies, long nDocuments) {
    try (Scope scope = Scope.withContext(null)) {
      final long nFeatures = Scope.length(frequencies);
      scope.check(Library.manifact_matrix_set_background(scope.context, scope.use(this),
          scope.array(frequencies), nFeatures, nDocuments));
    }
  }

  /** The number of documents of that collection, 0 if there is none.
   * manifact_matrix_background_documents(). */
  public long backgroundDocuments() {
    try (Scope scope = new Scope()) {
      return Library.manifact_matrix_background_documents(scope.use(this));
    }
  }
}
