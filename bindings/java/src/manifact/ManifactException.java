package manifact;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** The failure of a call: a status, and a sentence. The cause is the error of a file, if any. */
public final class ManifactException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int NO_ENTRY = 2;
  private static final int NO_ACCESS = 13;

  private final Status status;

  ManifactException(Status status, String message, int errno) {
    super(message, errno == 0 ? null : ofSystem(errno, message));
    this.status = status;
  }

  ManifactException(Status status, String message) {
    this(status, message, 0);
  }

  private static IOException ofSystem(int errno, String message) {
    if (errno == NO_ENTRY) return new NoSuchFileException(message);
    if (errno == NO_ACCESS) return new AccessDeniedException(message);
    return new IOException(message);
  }

  /** The kind of the failure, for example {@link Status#ERROR_OPTION}. */
  public Status status() {
    return status;
  }
}
