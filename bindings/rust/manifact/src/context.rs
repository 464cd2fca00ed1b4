use std::cell::RefCell;
use std::ffi::CStr;
use std::fmt;
use std::ops::ControlFlow;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use manifact_sys as sys;

use crate::callbacks::{self, LogFn, LogLevel, Progress, ProgressCallback};
use crate::cancel::CancelToken;
use crate::error::{Error, Result, Status};
use crate::handle::raw_or_null;

/// Threads, progress, log and memory of the calls that take it.
///
/// It may move to another thread but not be shared by several. What is made with it stays valid
/// when it is dropped.
pub struct Context {
    raw: NonNull<sys::manifact_context>,
    progress: RefCell<Option<ProgressCallback>>,
    log: RefCell<Option<Arc<LogFn>>>,
}

// The header: a context serves one call at a time, from any thread. The closures are Send.
unsafe impl Send for Context {}

/// The bytes that the allocator of a context holds for all handles made with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The bytes held now.
    pub now: i64,
    /// The largest number of bytes held so far.
    pub peak: i64,
}

impl Context {
    /// A context with one thread, without log.
    pub fn new() -> Result<Context> {
        let mut raw = ptr::null_mut();
        let status = unsafe { sys::manifact_context_create(&mut raw) };
        match NonNull::new(raw) {
            Some(raw) if status >= 0 => {
                Ok(Context { raw, progress: RefCell::new(None), log: RefCell::new(None) })
            }
            _ => Err(Error::of_call(status, None)),
        }
    }

    pub(crate) fn as_raw(&self) -> *mut sys::manifact_context {
        self.raw.as_ptr()
    }

    /// The status of a call with this context; a panic of a closure goes on here.
    pub(crate) fn check(&self, status: sys::manifact_status) -> Result<Status> {
        callbacks::resume_panic();
        if status >= 0 {
            return Ok(Status::from_raw(status));
        }
        let errno = if status == sys::MANIFACT_ERROR_IO {
            unsafe { sys::manifact_context_errno(self.as_raw()) }
        } else {
            0
        };
        Err(Error::of_call(status, self.message(status)).with_errno(errno))
    }

    fn message(&self, status: sys::manifact_status) -> Option<String> {
        if status == sys::MANIFACT_ERROR_BUSY {
            return None;
        }
        let text = unsafe { sys::manifact_context_message(self.as_raw()) };
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    }

    /// The number of threads of calls with this context, and of solvers made with it from now on: 1
    /// by default, 0 = all cores. Results do not depend on it (`manifact_context_set_threads`).
    pub fn set_threads(&self, threads: i64) -> Result<()> {
        self.check(unsafe { sys::manifact_context_set_threads(self.as_raw(), threads) })?;
        Ok(())
    }

    /// Called during long calls with this context, on their thread;
    /// [`ControlFlow::Break`] stops the call with [`Status::Cancelled`].
    /// A [`Solver`](crate::Solver) has its own.
    pub fn set_progress(
        &self,
        function: impl FnMut(&Progress<'_>) -> ControlFlow<()> + Send + 'static,
    ) -> Result<()> {
        let callback = ProgressCallback::new(Box::new(function));
        let user = callback.user();
        self.check(unsafe {
            sys::manifact_context_set_progress(self.as_raw(), Some(callbacks::progress), user)
        })?;
        self.progress.replace(Some(callback));
        Ok(())
    }

    /// Removes the closure of [`set_progress`](Context::set_progress).
    pub fn clear_progress(&self) -> Result<()> {
        self.check(unsafe {
            sys::manifact_context_set_progress(self.as_raw(), None, ptr::null_mut())
        })?;
        self.progress.replace(None);
        Ok(())
    }

    /// Called with each note and warning of calls with this context, and of solvers made with it
    /// from now on, on the thread of the call.
    pub fn set_log(&self, function: impl Fn(LogLevel, &str) + Send + Sync + 'static) -> Result<()> {
        let callback: Arc<LogFn> = Arc::new(Box::new(function));
        let user = Arc::as_ptr(&callback) as *mut _;
        self.check(unsafe {
            sys::manifact_context_set_log(self.as_raw(), Some(callbacks::log), user)
        })?;
        self.log.replace(Some(callback));
        Ok(())
    }

    /// The log closure, which a solver made now calls as well.
    pub(crate) fn shared_log(&self) -> Option<Arc<LogFn>> {
        self.log.borrow().clone()
    }

    /// Removes the closure of [`set_log`](Context::set_log).
    pub fn clear_log(&self) -> Result<()> {
        self.check(unsafe { sys::manifact_context_set_log(self.as_raw(), None, ptr::null_mut()) })?;
        self.log.replace(None);
        Ok(())
    }

    /// Sets the token that stops the next call with this context; None removes it.
    pub fn set_cancel_token(&self, token: Option<&CancelToken>) -> Result<()> {
        self.check(unsafe {
            sys::manifact_context_set_cancel_token(self.as_raw(), raw_or_null!(token))
        })?;
        Ok(())
    }

    /// The memory of all handles made with this context, models and matrices included.
    pub fn memory(&self) -> Result<Memory> {
        let mut memory = Memory { now: 0, peak: 0 };
        let status = unsafe {
            sys::manifact_context_memory(self.as_raw(), &mut memory.now, &mut memory.peak)
        };
        crate::error::checked(status)?;
        Ok(memory)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // No call runs: they borrow the context, and builders of vectorizers do, too.
        unsafe { sys::manifact_context_free(self.as_raw()) }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Context")
    }
}
