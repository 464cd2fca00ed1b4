use crate::error::{checked, Result};
use crate::numbers::count;

/// An index with its score, in a list by decreasing score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The index of a feature, a term or a document.
    pub index: usize,
    /// Its score.
    pub score: f64,
}

/// The list that a call fills: at most `limit` indices and scores, and their number.
pub(crate) fn ranked(
    limit: usize,
    call: impl FnOnce(i64, *mut i64, *mut f64, *mut i64) -> manifact_sys::manifact_status,
) -> Result<Vec<Ranked>> {
    ranked_by(limit, call, |status| checked(status).map(|_| ()))
}

/// The same with the check of a context.
pub(crate) fn ranked_by(
    limit: usize,
    call: impl FnOnce(i64, *mut i64, *mut f64, *mut i64) -> manifact_sys::manifact_status,
    check: impl FnOnce(manifact_sys::manifact_status) -> Result<()>,
) -> Result<Vec<Ranked>> {
    let (mut indices, mut scores) = (vec![0i64; limit], vec![0.0; limit]);
    let mut found = 0;
    let number = crate::numbers::length(limit);
    check(call(number, indices.as_mut_ptr(), scores.as_mut_ptr(), &mut found))?;
    let pairs = indices.iter().zip(&scores).take(count(found));
    Ok(pairs.map(|(&index, &score)| Ranked { index: count(index), score }).collect())
}
