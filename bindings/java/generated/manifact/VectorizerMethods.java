// Written by bindings/generate.
package manifact;

import com.sun.jna.Pointer;
import java.util.List;

/** The methods of {@link Vectorizer} that follow from the C interface. */
abstract class VectorizerMethods extends Handle {
  VectorizerMethods(Pointer pointer) {
    super(pointer);
  }

  private Vectorizer self() {
    return (Vectorizer) this;
  }

  /** Create a finished vectorizer with the given vocabulary. manifact_vectorizer_from_terms(). */
  public static Vectorizer fromTerms(List<String> texts) {
    return fromTerms(texts, null);
  }

  /** The same with all arguments; the call may be null. */
  public static Vectorizer fromTerms(List<String> texts, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Scope.Texts textsOf = scope.texts(texts);
      final long count = textsOf.count();
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_vectorizer_from_terms(scope.context, textsOf.bytes(),
          textsOf.offsets(), count, out_out));
      return Vectorizer.owned(out_out.getPointer(0));
    }
  }

  /** Restore the default of an option, as if it had never been set.
   * manifact_vectorizer_reset(). */
  public Vectorizer reset(String name) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_vectorizer_reset(scope.use(this), Scope.text(name)));
      return self();
    }
  }

  /** Set min-df and max-df to those of a solver. manifact_vectorizer_take_limits(). */
  public Vectorizer takeLimits(Solver solver) {
    try (Scope scope = Scope.on(this, null)) {
      scope.check(Library.manifact_vectorizer_take_limits(scope.use(this), scope.use(solver)));
      return self();
    }
  }

  /** Add stop words to the built-in ones, before the first document is added, in any number of
   * calls. manifact_vectorizer_add_stop_words(). */
  public Vectorizer addStopWords(List<String> texts) {
    try (Scope scope = Scope.on(this, null)) {
      final Scope.Texts textsOf = scope.texts(texts);
      final long count = textsOf.count();
      scope.check(Library.manifact_vectorizer_add_stop_words(scope.use(this), textsOf.bytes(),
          textsOf.offsets(), count));
      return self();
    }
  }

  /** Add one document of `length` bytes (copied), or `count` documents, of which document i is
   * bytes[offsets[i]. manifact_vectorizer_add(). */
  public void add(String text) {
    add(text, null);
  }

  /** The same with all arguments; the call may be null. */
  public void add(String text, Call call) {
    try (Scope scope = Scope.on(this, Call.of(call))) {
      final Scope.Texts textOf = scope.one(text);
      final long length = textOf.count();
      scope.check(Library.manifact_vectorizer_add(scope.use(this), textOf.bytes(), length));
    }
  }

  /** Add one document of `length` bytes (copied), or `count` documents, of which document i is
   * bytes[offsets[i]. manifact_vectorizer_add_many(). */
  public void addMany(List<String> texts) {
    addMany(texts, null);
  }

  /** The same with all arguments; the call may be null. */
  public void addMany(List<String> texts, Call call) {
    try (Scope scope = Scope.on(this, Call.of(call))) {
      final Scope.Texts textsOf = scope.texts(texts);
      final long count = textsOf.count();
      scope.check(Library.manifact_vectorizer_add_many(scope.use(this), textsOf.bytes(),
          textsOf.offsets(), count));
    }
  }

  /** Fix the vocabulary and return the counts. manifact_vectorizer_finish(). */
  public Matrix finish() {
    return finish(null);
  }

  /** The same with all arguments; the call may be null. */
  public Matrix finish(Call call) {
    try (Scope scope = Scope.on(this, Call.of(call))) {
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_vectorizer_finish(scope.use(this), out_out));
      return Matrix.owned(out_out.getPointer(0));
    }
  }

  /** The counts of new texts by the rules and the vocabulary of a finished vectorizer.
   * manifact_vectorizer_transform(). */
  public Matrix transform(List<String> texts) {
    return transform(texts, null);
  }

  /** The same with all arguments; the call may be null. */
  public Matrix transform(List<String> texts, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Scope.Texts textsOf = scope.texts(texts);
      final long count = textsOf.count();
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_vectorizer_transform(scope.context, scope.use(this),
          textsOf.bytes(), textsOf.offsets(), count, out_out));
      return Matrix.owned(out_out.getPointer(0));
    }
  }

  /** What transformCounted() gives. */
  public record TransformCountedResult(long[] terms, Matrix matrix) {}

  /** As manifact_vectorizer_transform(), with the number of terms of each text, known or not.
   * manifact_vectorizer_transform_counted(). */
  public TransformCountedResult transformCounted(List<String> texts) {
    return transformCounted(texts, null);
  }

  /** The same with all arguments; the call may be null. */
  public TransformCountedResult transformCounted(List<String> texts, Call call) {
    try (Scope scope = Scope.withContext(Call.of(call))) {
      final Scope.Texts textsOf = scope.texts(texts);
      final long count = textsOf.count();
      final Pointer out_terms = scope.longs(count);
      final Pointer out_out = scope.out();
      scope.check(Library.manifact_vectorizer_transform_counted(scope.context, scope.use(this),
          textsOf.bytes(), textsOf.offsets(), count, out_terms, out_out));
      return new TransformCountedResult(Scope.longs(out_terms, count),
          Matrix.owned(out_out.getPointer(0)));
    }
  }

  /** The number of documents added so far. manifact_vectorizer_documents(). */
  public long documents() {
    try (Scope scope = Scope.on(this, null)) {
      return Library.manifact_vectorizer_documents(scope.use(this));
    }
  }

  /** The number of terms. manifact_vectorizer_terms(). */
  public long terms() {
    try (Scope scope = Scope.on(this, null)) {
      return Library.manifact_vectorizer_terms(scope.use(this));
    }
  }

  /** The number of words counted, updated after each batch and when finished.
   * manifact_vectorizer_tokens(). */
  public long tokens() {
    try (Scope scope = Scope.on(this, null)) {
      return Library.manifact_vectorizer_tokens(scope.use(this));
    }
  }

  /** The number of invalid UTF-8 parts that were replaced, updated after each batch and when
   * finished. manifact_vectorizer_replaced(). */
  public long replaced() {
    try (Scope scope = Scope.on(this, null)) {
      return Library.manifact_vectorizer_replaced(scope.use(this));
    }
  }

  /** The name of a term as a NUL-terminated UTF-8 view. manifact_vectorizer_term(). */
  public String term(long index) {
    try (Scope scope = Scope.on(this, null)) {
      return Scope.string(Library.manifact_vectorizer_term(scope.use(this), index));
    }
  }
}
