use std::any::Any;
use std::cell::RefCell;
use std::ffi::CStr;
use std::ops::ControlFlow;
use std::os::raw::{c_char, c_int, c_void};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

use manifact_sys as sys;

/// How far a call is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// What the call is doing, for example "graph" or "fit"; may be empty.
    pub stage: &'a str,
    /// Steps done in the stage.
    pub done: i64,
    /// Steps in all of the stage, or 0 if their number is not known.
    pub total: i64,
    /// The value of the objective; NaN outside of fitting.
    pub objective: f64,
    /// The relative decrease of the objective in the last step; NaN outside of fitting.
    pub change: f64,
}

/// How important a log message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    /// For information.
    Note,
    /// Worth a look.
    Warning,
}

pub(crate) type ProgressFn = Box<dyn FnMut(&Progress<'_>) -> ControlFlow<()> + Send>;
pub(crate) type LogFn = Box<dyn Fn(LogLevel, &str) + Send + Sync>;

thread_local! {
    /// The panic of a closure that a call of this thread has called: the library calls them on the
    /// thread of the call.
    static PANIC: RefCell<Option<Box<dyn Any + Send>>> = RefCell::new(None);
}

/// Continues the panic of a closure; for the end of each call that may call one.
pub(crate) fn resume_panic() {
    if let Some(panic) = PANIC.with(|panic| panic.borrow_mut().take()) {
        resume_unwind(panic);
    }
}

/// The result of a closure; None if it panics, or if an earlier one of this call did.
fn guarded<R>(function: impl FnOnce() -> R) -> Option<R> {
    PANIC.with(|panic| {
        if panic.borrow().is_some() {
            return None;
        }
        catch_unwind(AssertUnwindSafe(function))
            .map_err(|payload| *panic.borrow_mut() = Some(payload))
            .ok()
    })
}

/// A progress closure at an address that stays the same, since the library has it, too.
pub(crate) struct ProgressCallback(*mut ProgressFn);

// The closure is Send, and nothing else refers to it.
unsafe impl Send for ProgressCallback {}

impl ProgressCallback {
    pub(crate) fn new(function: ProgressFn) -> ProgressCallback {
        ProgressCallback(Box::into_raw(Box::new(function)))
    }

    pub(crate) fn user(&self) -> *mut c_void {
        self.0.cast()
    }
}

impl Drop for ProgressCallback {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(self.0) });
    }
}

/// Text of the library that lives during a callback.
unsafe fn text<'a>(pointer: *const c_char) -> std::borrow::Cow<'a, str> {
    if pointer.is_null() {
        return "".into();
    }
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy()
}

/// `user` is that of a [`ProgressCallback`].
pub(crate) unsafe extern "C" fn progress(
    user: *mut c_void,
    stage: *const c_char,
    done: i64,
    total: i64,
    objective: f64,
    change: f64,
) -> c_int {
    let function = unsafe { &mut *user.cast::<ProgressFn>() };
    let stage = unsafe { text(stage) };
    let report = Progress { stage: &stage, done, total, objective, change };
    match guarded(|| function(&report)) {
        Some(ControlFlow::Continue(())) => 0,
        _ => 1,
    }
}

/// `user` points to a [`LogFn`].
pub(crate) unsafe extern "C" fn log(
    user: *mut c_void,
    level: sys::manifact_log_level,
    message: *const c_char,
) {
    let function = unsafe { &*user.cast::<LogFn>() };
    let level = match level {
        sys::MANIFACT_LOG_NOTE => LogLevel::Note,
        _ => LogLevel::Warning,
    };
    let message = unsafe { text(message) };
    guarded(|| function(level, &message));
}
