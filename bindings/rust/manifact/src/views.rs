use std::ffi::CStr;
use std::os::raw::c_char;

/// A view of `length` entries, which lives as long as the handle that `self` is; None for NULL.
///
/// # Safety
/// The pointer is NULL or that of a view of at least `length` entries of the handle.
pub(crate) unsafe fn slice<T, H: ?Sized>(
    _handle: &H,
    pointer: *const T,
    length: usize,
) -> Option<&[T]> {
    (!pointer.is_null()).then(|| unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// The same of text that ends with NUL; None also for text that is not UTF-8.
///
/// # Safety
/// The pointer is NULL or that of a text of the handle.
pub(crate) unsafe fn text<H: ?Sized>(_handle: &H, pointer: *const c_char) -> Option<&str> {
    if pointer.is_null() {
        return None;
    }
    unsafe { CStr::from_ptr(pointer) }.to_str().ok()
}

/// Texts one after the other, as the library takes them.
pub(crate) struct Texts {
    pub(crate) bytes: Vec<u8>,
    pub(crate) offsets: Vec<i64>,
}

impl Texts {
    pub(crate) fn new<S: AsRef<str>>(texts: &[S]) -> Texts {
        let size = texts.iter().map(|text| text.as_ref().len()).sum();
        let mut bytes = Vec::with_capacity(size);
        let mut offsets = Vec::with_capacity(texts.len() + 1);
        offsets.push(0);
        for text in texts {
            bytes.extend_from_slice(text.as_ref().as_bytes());
            offsets.push(crate::numbers::length(bytes.len()));
        }
        Texts { bytes, offsets }
    }

    /// Not NULL, also for no bytes.
    pub(crate) fn pointer(&self) -> *const c_char {
        self.bytes.as_ptr().cast()
    }
}
