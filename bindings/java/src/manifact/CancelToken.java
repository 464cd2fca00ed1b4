package manifact;

import com.sun.jna.Pointer;

/** Stops calls that were given it, from any thread. */
public final class CancelToken extends Handle {
  private volatile boolean requested;

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

  /**
   * Stops the calls that were given it, those that run and those that are still to begin, with
   * {@link Status#ERROR_CANCELLED}. A token that was requested stays so.
   */
  public void request() {
    requested = true;
    try (Scope scope = new Scope()) {
      Library.manifact_cancel_token_request(scope.use(this));
    }
  }

  boolean isRequested() {
    return requested;
  }
}
