use manifact_sys as sys;

use crate::context::Context;
use crate::error::{Error, Result, Status};
use crate::numbers::length;

/// How well a clustering agrees with known classes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The share of documents on the best matching of clusters to classes.
    pub accuracy: f64,
    /// The mutual information over the larger entropy.
    pub nmi: f64,
    /// The mutual information over the geometric mean of the entropies.
    pub nmi_sqrt: f64,
    /// The adjusted Rand index.
    pub ari: f64,
    /// The share of documents in the largest class of their cluster.
    pub purity: f64,
}

/// Compares a clustering with known classes; the class -1 is not known, the cluster -1 unassigned
/// (`manifact_evaluate`).
pub fn evaluate(context: &Context, truth: &[i32], predicted: &[i32]) -> Result<Evaluation> {
    if truth.len() != predicted.len() {
        let message = format!("{} classes and {} clusters", truth.len(), predicted.len());
        return Err(Error::new(Status::Length, message));
    }
    let mut all = [0.0; 5];
    let [accuracy, nmi, nmi_sqrt, ari, purity] = &mut all;
    context.check(unsafe {
        sys::manifact_evaluate(
            context.as_raw(),
            truth.as_ptr(),
            predicted.as_ptr(),
            length(truth.len()),
            accuracy,
            nmi,
            nmi_sqrt,
            ari,
            purity,
        )
    })?;
    let [accuracy, nmi, nmi_sqrt, ari, purity] = all;
    Ok(Evaluation { accuracy, nmi, nmi_sqrt, ari, purity })
}
