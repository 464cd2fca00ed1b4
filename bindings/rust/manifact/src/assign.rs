use std::ptr;

use manifact_sys as sys;

use crate::context::Context;
use crate::error::{Error, Result, Status};
use crate::handle::made;
use crate::matrix::Matrix;
use crate::model::Model;
use crate::numbers::length;

/// The clusters of new documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The cluster of each document, or -1.
    pub labels: Vec<i32>,
    /// documents x k, row by row.
    pub memberships: Vec<f64>,
}

/// The clusters of new documents with proportions.
#[derive(Clone, Debug, PartialEq)]
pub struct Proportions {
    /// The cluster of each document, or -1.
    pub labels: Vec<i32>,
    /// documents x k, row by row; the rows sum to 1, or to 0 without a known feature.
    pub proportions: Vec<f64>,
    /// The largest proportion less the second largest.
    pub margins: Vec<f64>,
}

/// Why documents are in their topics: a score is the rest plus all contributions of its row.
#[derive(Clone)]
pub struct Explanation {
    /// documents x features, sparse: the contributions of the features.
    pub contributions: Matrix,
    /// The score of the topic of each document.
    pub scores: Vec<f64>,
    /// The part of the score that no feature contributes.
    pub rests: Vec<f64>,
}

impl Model {
    /// The cluster of each new document, a row of `x` with the features of the fit
    /// (`manifact_model_assign`).
    pub fn labels_of(&self, context: &Context, x: &Matrix) -> Result<Vec<i32>> {
        let mut labels = vec![0; x.rows()];
        context.check(unsafe {
            let to = labels.as_mut_ptr();
            let (raw, rows) = (context.as_raw(), length(x.rows()));
            sys::manifact_model_assign(raw, self.as_raw(), x.as_raw(), to, ptr::null_mut(), rows)
        })?;
        Ok(labels)
    }

    /// The same with memberships.
    pub fn assign(&self, context: &Context, x: &Matrix) -> Result<Assignment> {
        let mut labels = vec![0; x.rows()];
        let mut memberships = vec![0.0; x.rows() * self.clusters()];
        context.check(unsafe {
            sys::manifact_model_assign(
                context.as_raw(),
                self.as_raw(),
                x.as_raw(),
                labels.as_mut_ptr(),
                memberships.as_mut_ptr(),
                length(x.rows()),
            )
        })?;
        Ok(Assignment { labels, memberships })
    }

    /// The same with proportions and margins; a document with a smaller proportion of its cluster
    /// than `min_membership` gets the label -1.
    pub fn assign_proportions(
        &self,
        context: &Context,
        x: &Matrix,
        min_membership: f64,
    ) -> Result<Proportions> {
        let mut labels = vec![0; x.rows()];
        let mut proportions = vec![0.0; x.rows() * self.clusters()];
        let mut margins = vec![0.0; x.rows()];
        context.check(unsafe {
            sys::manifact_model_assign_proportions(
                context.as_raw(),
                self.as_raw(),
                x.as_raw(),
                min_membership,
                labels.as_mut_ptr(),
                proportions.as_mut_ptr(),
                margins.as_mut_ptr(),
                length(x.rows()),
            )
        })?;
        Ok(Proportions { labels, proportions, margins })
    }

    /// The contributions of the features of documents to the scores of `topics`, of those of
    /// [`labels_of`](Model::labels_of) if that is `None`; at most `limit` of each document, 0 for
    /// all (`manifact_model_explain`).
    pub fn explain(
        &self,
        context: &Context,
        x: &Matrix,
        topics: Option<&[i32]>,
        limit: usize,
    ) -> Result<Explanation> {
        if topics.map_or(x.rows(), <[i32]>::len) != x.rows() {
            let message = format!("there must be {} topics, one for each document", x.rows());
            return Err(Error::new(Status::Length, message));
        }
        let (mut scores, mut rests) = (vec![0.0; x.rows()], vec![0.0; x.rows()]);
        let mut out = ptr::null_mut();
        let status = unsafe {
            sys::manifact_model_explain(
                context.as_raw(),
                self.as_raw(),
                x.as_raw(),
                topics.map_or(ptr::null(), <[i32]>::as_ptr),
                length(limit),
                scores.as_mut_ptr(),
                rests.as_mut_ptr(),
                length(x.rows()),
                &mut out,
            )
        };
        let contributions = made(out, Matrix::from_raw, || context.check(status))?;
        Ok(Explanation { contributions, scores, rests })
    }
}
