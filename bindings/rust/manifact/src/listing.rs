use std::ffi::CString;
use std::os::raw::c_char;
use std::ptr;

use manifact_sys as sys;

use crate::enums::words;
use crate::error::{checked, static_text, Result};

/// The version of the library, for example "0.2.0".
pub fn version() -> &'static str {
    static_text(unsafe { sys::manifact_version() })
}

/// The version as 10000 major + 100 minor + patch.
pub fn version_number() -> i32 {
    unsafe { sys::manifact_version_number() }
}

/// Whether the library was built with an optional part: "gzip", "stemming", "icu" or "cld2".
pub fn has_feature(name: &str) -> bool {
    CString::new(name)
        .map_or(false, |name| unsafe { sys::manifact_has_feature(name.as_ptr()) != 0 })
}

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodInfo {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Paper and equation.
    pub reference: &'static str,
}

/// All methods.
pub fn methods() -> Result<Vec<MethodInfo>> {
    let number = unsafe { sys::manifact_method_count() };
    (0..number)
        .map(|index| {
            let [mut name, mut summary, mut reference] = [ptr::null::<c_char>(); 3];
            checked(unsafe {
                sys::manifact_method_info(index, &mut name, &mut summary, &mut reference)
            })?;
            Ok(MethodInfo {
                name: static_text(name),
                summary: static_text(summary),
                reference: static_text(reference),
            })
        })
        .collect()
}

words! {
    /// The type of an option.
    OptionType {
        /// A whole number.
        Int = MANIFACT_TYPE_INT64,
        /// A real number.
        Real = MANIFACT_TYPE_DOUBLE,
        /// One of several words.
        Text = MANIFACT_TYPE_TEXT,
        /// "no" or "yes".
        Bool = MANIFACT_TYPE_BOOL,
    }
}

/// An option.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub kind: OptionType,
    /// The smallest number.
    pub minimum: f64,
    /// The largest number.
    pub maximum: f64,
    /// The words that it takes.
    pub words: Vec<&'static str>,
    /// The default of methods that do not define another.
    pub fallback: &'static str,
    /// Its meaning.
    pub summary: &'static str,
    /// Whether it is not among the common options of a method, at most 16.
    pub expert: bool,
}

/// All options.
pub fn options() -> Result<Vec<OptionInfo>> {
    let number = unsafe { sys::manifact_option_count() };
    (0..number).map(option_at).collect()
}

fn option_at(index: i64) -> Result<OptionInfo> {
    let [mut name, mut words, mut fallback, mut summary] = [ptr::null::<c_char>(); 4];
    let (mut kind, mut minimum, mut maximum) = (0, 0.0, 0.0);
    checked(unsafe {
        sys::manifact_option_info(
            index,
            &mut name,
            &mut kind,
            &mut minimum,
            &mut maximum,
            &mut words,
            &mut fallback,
            &mut summary,
        )
    })?;
    Ok(OptionInfo {
        name: static_text(name),
        kind: OptionType::from_code(kind).unwrap_or(OptionType::Text),
        minimum,
        maximum,
        words: static_text(words).split_whitespace().collect(),
        fallback: static_text(fallback),
        summary: static_text(summary),
        expert: unsafe { sys::manifact_option_is_expert(name) != 0 },
    })
}

/// Whether a method uses an option; the method "vectorizer" stands for the vectorizer.
pub fn method_uses(method: &str, option: &str) -> bool {
    match (CString::new(method), CString::new(option)) {
        (Ok(method), Ok(option)) => unsafe {
            sys::manifact_method_uses_option(method.as_ptr(), option.as_ptr()) != 0
        },
        _ => false,
    }
}

/// A static string about an option of a method.
fn about(
    method: &str,
    option: &str,
    call: unsafe extern "C" fn(*const c_char, *const c_char) -> *const c_char,
) -> Option<&'static str> {
    let (method, option) = (CString::new(method).ok()?, CString::new(option).ok()?);
    let text = unsafe { call(method.as_ptr(), option.as_ptr()) };
    (!text.is_null()).then(|| static_text(text))
}

/// The words that a method accepts for an option; empty for numbers without words.
pub fn option_words(method: &str, option: &str) -> Vec<&'static str> {
    let words = about(method, option, sys::manifact_method_option_words);
    words.unwrap_or("").split_whitespace().collect()
}

/// The default of an option that a method takes for dense data, if it differs.
pub fn dense_default(method: &str, option: &str) -> Option<&'static str> {
    about(method, option, sys::manifact_method_dense_default)
}
