package manifact;

import com.sun.jna.Callback;
import com.sun.jna.Pointer;

/** The callbacks of the C interface. */
interface Callbacks {
  /** manifact_allocate_fn. */
  interface Allocate extends Callback {
    Pointer invoke(Pointer user, long size);
  }

  /** manifact_release_fn. */
  interface Release extends Callback {
    void invoke(Pointer user, Pointer pointer);
  }

  /** manifact_progress_fn. */
  interface Progress extends Callback {
    int invoke(Pointer user, Pointer stage, long done, long total, double objective,
        double change);
  }

  /** manifact_log_fn. */
  interface Log extends Callback {
    void invoke(Pointer user, int level, Pointer text);
  }

  /** manifact_runner_fn. */
  interface Runner extends Callback {
    void invoke(Pointer user, Pointer task, Pointer argument, long count);
  }

  /** manifact_write_fn. */
  interface Write extends Callback {
    int invoke(Pointer user, Pointer data, long size);
  }

  /** manifact_borrow_release_fn. */
  interface BorrowRelease extends Callback {
    void invoke(Pointer user);
  }
}
