/// The value of an option: whole numbers, real numbers, booleans and text convert to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A real number.
    Real(f64),
    /// A boolean.
    Bool(bool),
    /// One of several words, or the text of a value of any type.
    Text(String),
}

macro_rules! conversions {
    ($($type:ty => $value:ident via $through:ty,)*) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Value {
                Value::$value(<$through>::from(value))
            }
        })*
    };
}

conversions! {
    i8 => Int via i64,
    i16 => Int via i64,
    i32 => Int via i64,
    i64 => Int via i64,
    u8 => Int via i64,
    u16 => Int via i64,
    u32 => Int via i64,
    f32 => Real via f64,
    f64 => Real via f64,
    bool => Bool via bool,
    &str => Text via String,
    String => Text via String,
    &String => Text via String,
}

impl From<usize> for Value {
    fn from(value: usize) -> Value {
        // A larger number is out of the bounds of every option.
        Value::Int(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

/// set() and the functions that read options, by the functions of one handle; `check` of the type
/// turns their status into a result.
macro_rules! option_access {
    ($name:ident $(<$life:lifetime>)?, $int:ident, $real:ident, $bool:ident, $text:ident,
     $reset:ident, $get_int:ident, $get_real:ident, $get_bool:ident, $get_text:ident,
     $text_size:ident) => {
        impl $(<$life>)? $name $(<$life>)? {
            /// Sets an option by its [key](crate::option) or by its name, in which "_" and "-" are
            /// the same. A value that the option does not take is an error and changes nothing.
            pub fn set<O: crate::option::Name>(
                &mut self,
                option: O,
                value: impl Into<O::Given>,
            ) -> crate::Result<&mut Self> {
                let raw = self.as_raw();
                let name = std::ffi::CString::new(option.option_name())?;
                let status = match value.into().into() {
                    crate::Value::Int(value) => unsafe {
                        manifact_sys::$int(raw, name.as_ptr(), value)
                    },
                    crate::Value::Real(value) => unsafe {
                        manifact_sys::$real(raw, name.as_ptr(), value)
                    },
                    crate::Value::Bool(value) => unsafe {
                        manifact_sys::$bool(raw, name.as_ptr(), value.into())
                    },
                    crate::Value::Text(value) => {
                        let value = std::ffi::CString::new(value)?;
                        unsafe { manifact_sys::$text(raw, name.as_ptr(), value.as_ptr()) }
                    }
                };
                self.check(status)?;
                Ok(self)
            }

            /// Restores the default of an option, as if it had never been set.
            pub fn reset(&mut self, name: &str) -> crate::Result<&mut Self> {
                let name = std::ffi::CString::new(name)?;
                self.check(unsafe { manifact_sys::$reset(self.as_raw(), name.as_ptr()) })?;
                Ok(self)
            }

            /// Restores the defaults of all options.
            pub fn reset_all(&mut self) -> crate::Result<&mut Self> {
                self.check(unsafe { manifact_sys::$reset(self.as_raw(), std::ptr::null()) })?;
                Ok(self)
            }

            /// The effective value of an option by its [key](crate::option).
            pub fn get<T: crate::option::Kind>(
                &self,
                option: crate::option::Key<T>,
            ) -> crate::Result<T> {
                T::read(self, option.name())
            }

            /// The effective value of an option that is a whole number.
            pub fn get_int(&self, name: &str) -> crate::Result<i64> {
                let name = std::ffi::CString::new(name)?;
                let mut value = 0;
                let status =
                    unsafe { manifact_sys::$get_int(self.as_raw(), name.as_ptr(), &mut value) };
                self.check(status)?;
                Ok(value)
            }

            /// The effective value of an option that is a number.
            pub fn get_real(&self, name: &str) -> crate::Result<f64> {
                let name = std::ffi::CString::new(name)?;
                let mut value = 0.0;
                let status =
                    unsafe { manifact_sys::$get_real(self.as_raw(), name.as_ptr(), &mut value) };
                self.check(status)?;
                Ok(value)
            }

            /// The effective value of a boolean option.
            pub fn get_bool(&self, name: &str) -> crate::Result<bool> {
                let name = std::ffi::CString::new(name)?;
                let mut value = 0;
                let status =
                    unsafe { manifact_sys::$get_bool(self.as_raw(), name.as_ptr(), &mut value) };
                self.check(status)?;
                Ok(value != 0)
            }

            /// The effective value of an option of any type, as text.
            pub fn get_text(&self, name: &str) -> crate::Result<String> {
                let name = std::ffi::CString::new(name)?;
                let mut size = 0;
                let status =
                    unsafe { manifact_sys::$text_size(self.as_raw(), name.as_ptr(), &mut size) };
                self.check(status)?;
                let mut buffer = vec![0u8; size];
                let status = unsafe {
                    let to = buffer.as_mut_ptr().cast();
                    manifact_sys::$get_text(self.as_raw(), name.as_ptr(), to, size)
                };
                self.check(status)?;
                buffer.pop(); // the NUL
                Ok(String::from_utf8_lossy(&buffer).into_owned())
            }
        }

        impl $(<$life>)? crate::option::Options for $name $(<$life>)? {
            fn get_int(&self, name: &str) -> crate::Result<i64> {
                self.get_int(name)
            }

            fn get_real(&self, name: &str) -> crate::Result<f64> {
                self.get_real(name)
            }

            fn get_bool(&self, name: &str) -> crate::Result<bool> {
                self.get_bool(name)
            }

            fn get_text(&self, name: &str) -> crate::Result<String> {
                self.get_text(name)
            }
        }
    };
}

pub(crate) use option_access;
