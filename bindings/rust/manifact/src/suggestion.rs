use std::fmt;
use std::ptr;

use manifact_sys as sys;

use crate::error::{checked, Result, Status};
use crate::handle::counted_handle;
use crate::numbers::count;
use crate::views;

counted_handle! {
    /// The evaluation of a range of numbers of clusters.
    Suggestion, manifact_suggestion, manifact_suggestion_retain, manifact_suggestion_free
}

/// The evaluation of one number of clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SuggestionRow<'a> {
    /// The number of clusters.
    pub k: usize,
    /// The k-th smallest eigenvalue of the normalized Laplacian.
    pub eigenvalue: f64,
    /// The relative gap to the next one.
    pub gap: f64,
    /// The similarity of the clusterings of samples; NaN if it was not computed.
    pub stability: f64,
    /// The score that decides; NaN if the stability was not computed.
    pub score: f64,
    /// Whether this k was evaluated.
    pub status: Status,
    /// Why it was not, or why the numbers are incomplete; else empty.
    pub why: &'a str,
}

impl Suggestion {
    /// The suggested number of clusters.
    pub fn k(&self) -> usize {
        count(unsafe { sys::manifact_suggestion_k(self.as_raw()) })
    }

    /// The reason, one sentence.
    pub fn reason(&self) -> &str {
        let reason = unsafe { sys::manifact_suggestion_reason(self.as_raw()) };
        unsafe { views::text(self, reason) }.unwrap_or("")
    }

    /// The evaluations of all numbers of the range.
    pub fn rows(&self) -> Result<Vec<SuggestionRow<'_>>> {
        let number = unsafe { sys::manifact_suggestion_count(self.as_raw()) };
        (0..number).map(|index| self.row(index)).collect()
    }

    fn row(&self, index: i64) -> Result<SuggestionRow<'_>> {
        let (mut k, mut status, mut why) = (0, 0, ptr::null());
        let [mut eigenvalue, mut gap, mut stability, mut score] = [0.0; 4];
        checked(unsafe {
            sys::manifact_suggestion_row(
                self.as_raw(),
                index,
                &mut k,
                &mut eigenvalue,
                &mut gap,
                &mut stability,
                &mut score,
                &mut status,
                &mut why,
            )
        })?;
        let why = unsafe { views::text(self, why) }.unwrap_or("");
        let status = Status::from_raw(status);
        Ok(SuggestionRow { k: count(k), eigenvalue, gap, stability, score, status, why })
    }

    /// Warnings about the data, the graph and the search.
    pub fn warnings(&self) -> Vec<&str> {
        let number = unsafe { sys::manifact_suggestion_warning_count(self.as_raw()) };
        let text = |index| unsafe {
            views::text(self, sys::manifact_suggestion_warning(self.as_raw(), index))
        };
        (0..number).filter_map(text).collect()
    }
}

impl fmt::Debug for Suggestion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Suggestion(k = {})", self.k())
    }
}
