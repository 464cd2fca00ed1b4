package manifact;

import com.sun.jna.Pointer;

/** Stops calls that were given it, from any thread. */
public final class CancelToken extends Handle {
  private CancelToken(Pointer pointer) {
    super(pointer);
  }

  /** Makes a token. */
  public static CancelToken create() {
    try (Scope scope = new Scope()) {
      final Pointer out = scope.out();
      scope.check(Library.manifact_cancel_token_create(out));
      return new CancelToken(out.getPointer(0));
    }
  }

  /** Stops the call that runs, or the next one, with {@link Status#ERROR_CANCELLED}. */
  public void request() {
    try (Scope scope = new Scope()) {
      Library.manifact_cancel_token_request(scope.use(this));
    }
  }
}
