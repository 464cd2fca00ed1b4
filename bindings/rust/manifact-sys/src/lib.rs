//! Declarations of the C interface of libmanifact, as they are in
//! `manifact/manifact.h`, which documents them. The crate `manifact` has a safe interface.
#![allow(non_camel_case_types, non_snake_case, clippy::missing_safety_doc)]

use core::marker::{PhantomData, PhantomPinned};
use std::os::raw::{c_char, c_int, c_void};

include!("generated.rs");
