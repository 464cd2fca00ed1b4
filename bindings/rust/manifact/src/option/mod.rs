//! The options with the types of their values, in place of names: the compiler finds a wrong name
//! or a value of another type.
//!
//! ```no_run
//! use manifact::{option, Context, Method, Solver};
//!
//! # fn main() -> manifact::Result<()> {
//! let context = Context::new()?;
//! let mut solver = Solver::new(&context, Method::Lccf)?;
//! solver.set(option::NEIGHBORS, 7)?.set(option::WEIGHTING, option::Weighting::Tfidf)?;
//! assert_eq!(solver.get(option::LAMBDA)?, solver.get_real("lambda")?);
//! # Ok(())
//! # }
//! ```
//!
//! A method does not have every option, and not every word of an option: the library answers then
//! as it does for names, with [`Status::Option`](crate::Status::Option).
use std::marker::PhantomData;

use crate::error::{Error, Result, Status};
use crate::options::Value;

/// An option whose values are of type `T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key<T> {
    name: &'static str,
    of: PhantomData<fn() -> T>,
}

impl<T> Key<T> {
    /// The name of the option.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// What names an option: a [`Key`], or the name itself.
pub trait Name {
    /// What sets the option; other types convert to it.
    type Given: Into<Value>;

    /// The name of the option.
    fn option_name(&self) -> &str;
}

impl<T: Kind> Name for Key<T> {
    type Given = T::Given;

    fn option_name(&self) -> &str {
        self.name
    }
}

macro_rules! names {
    ($($text:ty)*) => {
        $(impl Name for $text {
            type Given = Value;

            fn option_name(&self) -> &str {
                self
            }
        })*
    };
}

names! { &str &String String }

/// Reads the options of an object by their names.
pub trait Options {
    /// The effective value of an option that is a whole number.
    fn get_int(&self, name: &str) -> Result<i64>;
    /// The effective value of an option that is a number.
    fn get_real(&self, name: &str) -> Result<f64>;
    /// The effective value of a boolean option.
    fn get_bool(&self, name: &str) -> Result<bool>;
    /// The effective value of an option of any type, as text.
    fn get_text(&self, name: &str) -> Result<String>;
}

/// A type of the values of options.
pub trait Kind: Sized {
    /// What sets such an option; other types convert to it.
    type Given: Into<Value>;

    /// The effective value of an option of this type.
    fn read(options: &dyn Options, name: &str) -> Result<Self>;
}

/// A whole number of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole(i64);

/// A number of any type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real(f64);

macro_rules! numbers {
    ($made:ident from $through:ty: $($type:ty)*) => {
        $(impl From<$type> for $made {
            fn from(value: $type) -> $made {
                $made(<$through>::from(value))
            }
        })*
    };
}

numbers! { Whole from i64: i8 i16 i32 i64 u8 u16 u32 }
numbers! { Real from f64: i8 i16 i32 u8 u16 u32 f32 f64 }

impl From<usize> for Whole {
    fn from(value: usize) -> Whole {
        // A larger number is out of the bounds of every option.
        Whole(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<Whole> for Value {
    fn from(value: Whole) -> Value {
        Value::Int(value.0)
    }
}

impl From<Real> for Value {
    fn from(value: Real) -> Value {
        Value::Real(value.0)
    }
}

macro_rules! kinds {
    ($($kind:ty, $given:ty, $read:ident;)*) => {
        $(impl Kind for $kind {
            type Given = $given;

            fn read(options: &dyn Options, name: &str) -> Result<$kind> {
                options.$read(name)
            }
        })*
    };
}

kinds! {
    i64, Whole, get_int;
    f64, Real, get_real;
    bool, bool, get_bool;
}

/// The error of a word that this release of the crate does not know.
fn unknown(what: &str, word: &str) -> Error {
    Error::new(Status::Option, format!("{what} has no word {word:?}"))
}

/// Words as the values of a type.
macro_rules! choices {
    ($($(#[$text:meta])* $name:ident {
        $($(#[$word_text:meta])* $word:ident = $value:literal,)*
    })*) => {
        $($(#[$text])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = concat!("`", $value, "`")]
            ///
            $(#[$word_text])*
            $word,)*
        }

        impl $name {
            /// All of them that this release of the crate knows.
            pub const ALL: &'static [$name] = &[$($name::$word,)*];

            /// The word of the library.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$word => $value,)*
                }
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = Error;

            fn from_str(text: &str) -> Result<$name> {
                let mut all = $name::ALL.iter().copied();
                all.find(|one| one.as_str() == text).ok_or_else(|| unknown(stringify!($name), text))
            }
        }

        impl From<$name> for Value {
            fn from(value: $name) -> Value {
                Value::from(value.as_str())
            }
        }

        impl Kind for $name {
            type Given = $name;

            fn read(options: &dyn Options, name: &str) -> Result<$name> {
                options.get_text(name)?.parse()
            }
        })*
    };
}

macro_rules! keys {
    ($($(#[$text:meta])* $key:ident: $kind:ty = $name:literal,)*) => {
        $($(#[$text])*
        pub const $key: Key<$kind> = Key { name: $name, of: PhantomData };)*

        /// The names of all options.
        pub const NAMES: &[&str] = &[$($name,)*];
    };
}

include!("generated.rs");
