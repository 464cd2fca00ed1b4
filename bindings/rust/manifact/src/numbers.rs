use manifact_sys as sys;

mod sealed {
    pub trait Sealed {}
}

/// A type of the indices of a sparse matrix: i32 or i64.
pub trait Index: Copy + Default + Send + Sync + sealed::Sealed + 'static {
    #[doc(hidden)]
    const TYPE: sys::manifact_value_type;
}

/// A type of the values of a matrix: f32 or f64.
pub trait Number: Copy + Default + Send + Sync + sealed::Sealed + 'static {
    #[doc(hidden)]
    const TYPE: sys::manifact_value_type;
}

macro_rules! types {
    ($($trait:ident for $type:ty = $constant:ident,)*) => {
        $(impl sealed::Sealed for $type {}
        impl $trait for $type {
            const TYPE: sys::manifact_value_type = sys::$constant;
        })*
    };
}

types! {
    Index for i32 = MANIFACT_INT32,
    Index for i64 = MANIFACT_INT64,
    Number for f32 = MANIFACT_FLOAT,
    Number for f64 = MANIFACT_DOUBLE,
}

/// A length as the library takes it; slices are never longer.
pub(crate) fn length(slice_length: usize) -> i64 {
    i64::try_from(slice_length).expect("a length below 2^63")
}

/// A number of entries as the library returns it; 0 instead of its -1.
pub(crate) fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}
