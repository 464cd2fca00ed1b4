use std::ffi::CString;
use std::os::raw::{c_int, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::Path;
use std::ptr;

use manifact_sys as sys;

use crate::context::Context;
use crate::error::{Error, Result, Status};
use crate::handle::made;
use crate::model::Model;

/// A path as the library takes it.
pub(crate) fn path_of(path: &Path) -> Result<CString> {
    #[cfg(unix)]
    let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
    #[cfg(not(unix))]
    let bytes = path.to_str().map(str::as_bytes).ok_or_else(|| {
        Error::new(Status::Argument, format!("{} is not a path in UTF-8", path.display()))
    })?;
    CString::new(bytes)
        .map_err(|_| Error::new(Status::Argument, format!("{} has a NUL byte", path.display())))
}

/// Appends to the Vec<u8> at `user`; not 0 if there is no memory.
unsafe extern "C" fn append(user: *mut c_void, data: *const c_void, size: usize) -> c_int {
    let written = catch_unwind(AssertUnwindSafe(|| {
        let bytes = unsafe { &mut *user.cast::<Vec<u8>>() };
        if bytes.try_reserve(size).is_err() {
            return false;
        }
        if size > 0 {
            bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(data.cast(), size) });
        }
        true
    }));
    c_int::from(!matches!(written, Ok(true)))
}

impl Model {
    /// Writes the model to a file, which is complete or absent (`manifact_model_save`).
    pub fn save(&self, context: &Context, path: impl AsRef<Path>) -> Result<()> {
        let path = path_of(path.as_ref())?;
        context.check(unsafe {
            sys::manifact_model_save(context.as_raw(), self.as_raw(), path.as_ptr())
        })?;
        Ok(())
    }

    /// Reads a model from a file of this or an earlier release.
    pub fn load(context: &Context, path: impl AsRef<Path>) -> Result<Model> {
        let path = path_of(path.as_ref())?;
        let mut out = ptr::null_mut();
        let status = unsafe { sys::manifact_model_load(context.as_raw(), path.as_ptr(), &mut out) };
        made(out, Model::from_raw, || context.check(status))
    }

    /// The bytes of the file of the model.
    pub fn to_bytes(&self, context: &Context) -> Result<Vec<u8>> {
        let mut bytes: Vec<u8> = Vec::new();
        let user = ptr::addr_of_mut!(bytes).cast();
        context.check(unsafe {
            sys::manifact_model_write(context.as_raw(), self.as_raw(), Some(append), user)
        })?;
        Ok(bytes)
    }

    /// The model of the bytes of a file.
    pub fn from_bytes(context: &Context, bytes: &[u8]) -> Result<Model> {
        let mut out = ptr::null_mut();
        let status = unsafe {
            let data = bytes.as_ptr().cast();
            sys::manifact_model_load_memory(context.as_raw(), data, bytes.len(), &mut out)
        };
        made(out, Model::from_raw, || context.check(status))
    }
}
