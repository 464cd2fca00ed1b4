use std::ptr;

use manifact_sys as sys;

use crate::context::Context;
use crate::enums::Change;
use crate::error::Result;
use crate::model::Model;
use crate::numbers::{count, length};

/// How the topics of a model live on in a later one.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The share of each earlier topic that is in each later one, row by row.
    pub forward: Vec<f64>,
    /// The share of each later topic that comes from each earlier one, earlier x later.
    pub backward: Vec<f64>,
    /// The later topic that each earlier one is matched with, or -1.
    pub partners: Vec<i64>,
    /// What became of the earlier topics.
    pub before: Vec<Change>,
    /// What the later topics are.
    pub after: Vec<Change>,
}

impl Model {
    /// Of each document its row in a later model, or -1: documents with the same name, or without
    /// one with the same beginning (`manifact_model_common_documents`).
    pub fn common_documents(&self, context: &Context, later: &Model) -> Result<Vec<i64>> {
        let mut rows = vec![0; self.documents()];
        context.check(unsafe {
            sys::manifact_model_common_documents(
                context.as_raw(),
                self.as_raw(),
                later.as_raw(),
                rows.as_mut_ptr(),
                length(rows.len()),
                ptr::null_mut(),
            )
        })?;
        Ok(rows)
    }

    /// How the topics live on in a later model; `rows` as `common_documents()` gives them, or None:
    /// by terms (`manifact_model_compare`).
    pub fn compare(
        &self,
        context: &Context,
        later: &Model,
        rows: Option<&[i64]>,
    ) -> Result<Comparison> {
        let (k, l) = (self.clusters(), later.clusters());
        let (mut forward, mut backward) = (vec![0.0; k * l], vec![0.0; k * l]);
        let mut partners = vec![0; k];
        let (mut before, mut after) = (vec![0; k], vec![0; l]);
        let documents = rows.map_or(self.documents(), <[i64]>::len);
        context.check(unsafe {
            sys::manifact_model_compare(
                context.as_raw(),
                self.as_raw(),
                later.as_raw(),
                rows.map_or(ptr::null(), <[i64]>::as_ptr),
                length(documents),
                forward.as_mut_ptr(),
                backward.as_mut_ptr(),
                partners.as_mut_ptr(),
                before.as_mut_ptr(),
                length(k),
                after.as_mut_ptr(),
                length(l),
            )
        })?;
        let changes = |codes: Vec<i32>| codes.into_iter().filter_map(Change::from_code).collect();
        Ok(Comparison {
            forward,
            backward,
            partners,
            before: changes(before),
            after: changes(after),
        })
    }

    /// The topic of each document, and the number of new topics among those that updates have
    /// added (`manifact_model_new_topics`).
    pub fn new_topics(&self, context: &Context) -> Result<(Vec<i32>, usize)> {
        let mut labels = vec![0; self.documents()];
        let mut found = 0;
        context.check(unsafe {
            sys::manifact_model_new_topics(
                context.as_raw(),
                self.as_raw(),
                labels.as_mut_ptr(),
                length(labels.len()),
                &mut found,
            )
        })?;
        Ok((labels, count(found)))
    }
}
