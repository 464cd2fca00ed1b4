/// A counted handle: released when dropped, shared by clones.
macro_rules! counted_handle {
    ($(#[$text:meta])* $name:ident, $type:ident, $retain:ident, $free:ident) => {
        $(#[$text])*
        pub struct $name {
            raw: std::ptr::NonNull<manifact_sys::$type>,
        }

        // The header: such handles do not change, are counted, and may be used by several threads
        // at once.
        unsafe impl Send for $name {}
        unsafe impl Sync for $name {}

        impl $name {
            /// Takes over the caller's reference. The pointer must not be null.
            #[allow(dead_code)]
            pub(crate) fn from_raw(raw: *mut manifact_sys::$type) -> $name {
                let raw = std::ptr::NonNull::new(raw).expect("a handle after success");
                $name { raw }
            }

            #[allow(dead_code)]
            pub(crate) fn as_raw(&self) -> *const manifact_sys::$type {
                self.raw.as_ptr()
            }
        }

        impl Clone for $name {
            fn clone(&self) -> $name {
                $name::from_raw(unsafe { manifact_sys::$retain(self.raw.as_ptr()) })
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                unsafe { manifact_sys::$free(self.raw.as_ptr()) }
            }
        }
    };
}

pub(crate) use counted_handle;

/// The handle that a call has made. It has its owner before `check`, in which a panic of a closure
/// may go on although the call succeeded.
pub(crate) fn made<T, H>(
    out: *mut T,
    own: impl FnOnce(*mut T) -> H,
    check: impl FnOnce() -> crate::Result<crate::Status>,
) -> crate::Result<H> {
    let handle = (!out.is_null()).then(|| own(out));
    check()?;
    Ok(handle.expect("a handle after success"))
}

/// The raw handle of an optional argument.
macro_rules! raw_or_null {
    ($handle:expr) => {
        $handle.map_or(std::ptr::null(), |handle| handle.as_raw())
    };
}

pub(crate) use raw_or_null;
