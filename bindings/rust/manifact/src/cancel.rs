use std::fmt;
use std::ptr;

use manifact_sys as sys;

use crate::error::{checked, Result};
use crate::handle::counted_handle;

counted_handle! {
    /// A request to stop a call, from any thread or from a signal handler.
    ///
    /// It is set with [`Solver::set_cancel_token`](crate::Solver::set_cancel_token) or
    /// [`Context::set_cancel_token`](crate::Context::set_cancel_token) for the next call only. That
    /// call removes it when it ends, so that a late request does nothing.
    CancelToken, manifact_cancel_token, manifact_cancel_token_retain, manifact_cancel_token_free
}

impl CancelToken {
    /// A token that is set nowhere.
    pub fn new() -> Result<CancelToken> {
        let mut raw = ptr::null_mut();
        checked(unsafe { sys::manifact_cancel_token_create(&mut raw) })?;
        Ok(CancelToken::from_raw(raw))
    }

    /// Stops the calls that the token is set for: they soon return
    /// [`Status::Cancelled`](crate::Status::Cancelled).
    pub fn request(&self) {
        unsafe { sys::manifact_cancel_token_request(self.as_raw() as *mut _) }
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("CancelToken")
    }
}
