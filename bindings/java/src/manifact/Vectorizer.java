package manifact;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Counts the terms of texts. Set options, addMany(), then finish(); or fitTransform(), which does
 * both. A finished one is immutable; before, it serves one call at a time.
 */
public final class Vectorizer extends VectorizerMethods {
  private Vectorizer(Pointer pointer) {
    super(pointer);
  }

  static Vectorizer owned(Pointer pointer) {
    return pointer == null ? null : new Vectorizer(pointer);
  }

  static Vectorizer shared(Pointer view) {
    return view == null ? null : owned(Library.manifact_vectorizer_retain(view));
  }

  /** With the default rules: English words, no stemming, single words. */
  public static Vectorizer create() {
    final Pointer context = Scope.newContext();
    try (Scope scope = new Scope()) {
      final Pointer out = scope.out();
      final int status = Library.manifact_vectorizer_create(context, out);
      if (status < 0) Library.manifact_context_free(context);
      scope.check(status);
      final Vectorizer made = owned(out.getPointer(0));
      made.keep(context);
      return made;
    }
  }

  /** Sets an option: a Boolean, an Integer or Long, a Double, or a String, which is parsed. */
  public Vectorizer set(String name, Object value) {
    Objects.requireNonNull(value, name + " is null");
    try (Scope scope = Scope.on(this, null)) {
      final Pointer self = scope.use(this);
      final byte[] called = Scope.text(name);
      if (value instanceof Boolean flag)
        scope.check(Library.manifact_vectorizer_set_bool(self, called, flag ? 1 : 0));
      else if (value instanceof Double number)
        scope.check(Library.manifact_vectorizer_set_double(self, called, number));
      else if (value instanceof Long || value instanceof Integer)
        scope.check(Library.manifact_vectorizer_set_int64(
            self, called, ((Number) value).longValue()));
      else
        scope.check(Library.manifact_vectorizer_set_text(
            self, called, Scope.text(value.toString())));
    }
    return this;
  }

  /** Sets several. */
  public Vectorizer set(Map<String, ?> options) {
    options.forEach(this::set);
    return this;
  }

  /** The value of an option, as text. */
  public String get(String name) {
    try (Scope scope = Scope.on(this, null)) {
      final Pointer self = scope.use(this);
      final Pointer size = scope.out();
      scope.check(Library.manifact_vectorizer_get_text_size(self, Scope.text(name), size));
      final Pointer buffer = scope.array(new byte[Math.toIntExact(size.getLong(0))]);
      scope.check(Library.manifact_vectorizer_get_text(
          self, Scope.text(name), buffer, size.getLong(0)));
      return buffer.getString(0, StandardCharsets.UTF_8.name());
    }
  }

  /** Adds texts and finishes: the counts, documents x terms. */
  public Matrix fitTransform(List<String> texts) {
    return fitTransform(texts, null);
  }

  /** The same; the call may be null. */
  public Matrix fitTransform(List<String> texts, Call call) {
    addMany(texts, call);
    return finish(call);
  }
}
