use std::ffi::{CStr, NulError};
use std::fmt;

use manifact_sys as sys;

/// The result of a call that can fail.
pub type Result<T> = std::result::Result<T, Error>;

macro_rules! statuses {
    ($($(#[$text:meta])* $name:ident = $constant:ident,)*) => {
        /// The status of a call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Status {
            $($(#[$text])* $name,)*
            /// A status of a later release.
            Other(i32),
        }

        impl Status {
            pub(crate) fn from_raw(status: sys::manifact_status) -> Status {
                match status {
                    $(sys::$constant => Status::$name,)*
                    other => Status::Other(other),
                }
            }

            /// The number of the status, negative for a failure.
            pub fn code(self) -> i32 {
                match self {
                    $(Status::$name => sys::$constant,)*
                    Status::Other(other) => other,
                }
            }
        }
    };
}

statuses! {
    /// Success.
    Ok = MANIFACT_OK,
    /// A result: max-iterations was reached before the tolerance was met.
    IterationLimit = MANIFACT_ITERATION_LIMIT,
    /// A result: some of the requested clusters are empty.
    FewerClusters = MANIFACT_FEWER_CLUSTERS,
    /// A result: some constraints contradict each other.
    Contradictions = MANIFACT_CONTRADICTIONS,
    /// A result: eigenvectors or an adaptive graph did not converge.
    NotConverged = MANIFACT_NOT_CONVERGED,
    /// A required pointer is null.
    Null = MANIFACT_ERROR_NULL,
    /// Not a handle of this kind.
    Handle = MANIFACT_ERROR_HANDLE,
    /// An argument is out of its bounds.
    Argument = MANIFACT_ERROR_ARGUMENT,
    /// An unknown option, method or word, or a value outside the bounds of the option.
    Option = MANIFACT_ERROR_OPTION,
    /// An array is not as long as the data require.
    Length = MANIFACT_ERROR_LENGTH,
    /// Two inputs differ in their number of documents, features or clusters.
    Mismatch = MANIFACT_ERROR_MISMATCH,
    /// The context or solver is in use by another call, or by the one whose callback this is.
    Busy = MANIFACT_ERROR_BUSY,
    /// A sparse matrix or a graph is malformed.
    Structure = MANIFACT_ERROR_STRUCTURE,
    /// A value is NaN or infinite, or negative where that is not allowed.
    Value = MANIFACT_ERROR_VALUE,
    /// No rows, no columns, or only zeros.
    Empty = MANIFACT_ERROR_EMPTY,
    /// A file does not follow its format.
    Format = MANIFACT_ERROR_FORMAT,
    /// A damaged model file.
    Corrupt = MANIFACT_ERROR_CORRUPT,
    /// A file of a later, incompatible release.
    Version = MANIFACT_ERROR_VERSION,
    /// A value became infinite or NaN, or a linear system could not be solved.
    Numerics = MANIFACT_ERROR_NUMERICS,
    /// Out of memory.
    Memory = MANIFACT_ERROR_MEMORY,
    /// More memory than the option memory-budget allows would be needed.
    Budget = MANIFACT_ERROR_BUDGET,
    /// A file cannot be opened, read or written.
    Io = MANIFACT_ERROR_IO,
    /// Threads cannot be started.
    Threads = MANIFACT_ERROR_THREADS,
    /// The library was built without the feature.
    Feature = MANIFACT_ERROR_FEATURE,
    /// Stopped by a progress closure or a cancel token.
    Cancelled = MANIFACT_ERROR_CANCELLED,
    /// A bug in the library.
    Internal = MANIFACT_ERROR_INTERNAL,
}

impl Status {
    /// The name of the status, for example "ITERATION_LIMIT".
    pub fn name(self) -> &'static str {
        static_text(unsafe { sys::manifact_status_name(self.code()) })
    }

    /// What the status means, one sentence.
    pub fn text(self) -> &'static str {
        static_text(unsafe { sys::manifact_status_text(self.code()) })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.text())
    }
}

/// A static string of the library.
pub(crate) fn static_text(text: *const std::os::raw::c_char) -> &'static str {
    if text.is_null() {
        return "";
    }
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("")
}

/// A failure: its status, and a sentence that names what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
    system: Option<i32>,
}

impl Error {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Error {
        Error { status, message: message.into(), system: None }
    }

    /// Of a call that stores no sentence, or with the sentence that it stored.
    pub(crate) fn of_call(status: sys::manifact_status, message: Option<String>) -> Error {
        let status = Status::from_raw(status);
        let message = message.filter(|text| !text.is_empty());
        let message = message.unwrap_or_else(|| status.text().to_string());
        Error { status, message, system: None }
    }

    /// The error with the errno of the system; 0 for none.
    pub(crate) fn with_errno(mut self, errno: i32) -> Error {
        self.system = (errno != 0).then_some(errno);
        self
    }

    /// The status of the failed call.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The kind of the failure of the system, if a file cannot be opened, read or written:
    /// `error.io_kind() == Some(std::io::ErrorKind::NotFound)`.
    pub fn io_kind(&self) -> Option<std::io::ErrorKind> {
        self.raw_os_error().map(|errno| std::io::Error::from_raw_os_error(errno).kind())
    }

    /// The errno of that failure.
    pub fn raw_os_error(&self) -> Option<i32> {
        self.system
    }

    /// The sentence that describes the failure.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<NulError> for Error {
    fn from(error: NulError) -> Error {
        let place = error.nul_position();
        Error::new(Status::Argument, format!("byte {place} of a text is NUL"))
    }
}

/// The status of a call that stores no sentence.
pub(crate) fn checked(status: sys::manifact_status) -> Result<Status> {
    if status < 0 {
        return Err(Error::of_call(status, None));
    }
    Ok(Status::from_raw(status))
}
