use std::fmt;
use std::ptr;

use manifact_sys as sys;

use crate::context::Context;
use crate::enums::words;
use crate::error::{checked, Error, Result, Status};
use crate::handle::{counted_handle, made, raw_or_null};
use crate::matrix::Matrix;
use crate::numbers::{count, length};
use crate::ranked::ranked_by;

counted_handle! {
    /// What is known about some of the documents: labels and pairs.
    Constraints, manifact_constraints, manifact_constraints_retain, manifact_constraints_free
}

/// A pair of documents: weight 1 is a must-link, -1 a cannot-link, between are weaker evidence.
///
/// In lists of [`Constraints::list`] and [`Model::violations`](crate::Model::violations) the fields
/// have the meaning that their kind says; `second` may be -1 there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// A document.
    pub first: i64,
    /// Another document.
    pub second: i64,
    /// From -1 to 1.
    pub weight: f64,
}

/// A word of a topic, for [`Constraints::labels_by_seeds`].
#[derive(Clone, Debug, PartialEq)]
pub struct Seed {
    /// The topic, from 0.
    pub topic: i32,
    /// Columns of the counts that a document must have all.
    pub columns: Vec<i64>,
    /// Above 0.
    pub weight: f64,
}

/// Labels of some documents from words of topics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedLabels {
    /// The topic of each document, or -1.
    pub labels: Vec<i32>,
    /// The documents with the words of each topic.
    pub matched: Vec<i64>,
    /// The documents of each topic that have the label.
    pub chosen: Vec<i64>,
}

words! {
    /// Kinds of entries that can be counted and listed.
    ConstraintKind {
        /// The given pairs, each once, with their mean weight.
        Pairs = MANIFACT_CONSTRAINTS_PAIRS,
        /// Pairs given both as must-link and as cannot-link.
        Contradictions = MANIFACT_CONSTRAINTS_CONTRADICTIONS,
        /// Cannot-links between documents that are connected by must-links and labels.
        Conflicts = MANIFACT_CONSTRAINTS_CONFLICTS,
        /// Labeled documents: `first` is the document, `second` its label.
        Labeled = MANIFACT_CONSTRAINTS_LABELED,
        /// Labels: `first` is the label, `second` the number of its documents.
        Classes = MANIFACT_CONSTRAINTS_CLASSES,
        /// Repetitions of pairs; counted, not listed.
        Repeated = MANIFACT_CONSTRAINTS_REPEATED,
    }
}

/// The pairs that a call lists: at most `limit`.
pub(crate) fn listed(
    limit: usize,
    call: impl FnOnce(i64, *mut i64, *mut i64, *mut f64, *mut i64) -> sys::manifact_status,
) -> Result<Vec<Pair>> {
    let (mut first, mut second, mut weights) = (vec![0; limit], vec![0; limit], vec![0.0; limit]);
    let mut found = 0;
    checked(call(
        length(limit),
        first.as_mut_ptr(),
        second.as_mut_ptr(),
        weights.as_mut_ptr(),
        &mut found,
    ))?;
    let pairs = first.iter().zip(&second).zip(&weights).take(count(found));
    Ok(pairs.map(|((&first, &second), &weight)| Pair { first, second, weight }).collect())
}

impl Constraints {
    /// Labels and pairs of `documents` documents. A label is a class >= 0, or -1 if it is not
    /// known; `labels` may be empty. Contradictions are no error
    /// (`manifact_constraints_create`): see [`list`](Constraints::list).
    pub fn new(
        context: &Context,
        documents: usize,
        labels: &[i32],
        pairs: &[Pair],
    ) -> Result<Constraints> {
        if !labels.is_empty() && labels.len() != documents {
            let message = format!("{} labels for {documents} documents", labels.len());
            return Err(Error::new(Status::Length, message));
        }
        let first: Vec<i64> = pairs.iter().map(|pair| pair.first).collect();
        let second: Vec<i64> = pairs.iter().map(|pair| pair.second).collect();
        let weights: Vec<f64> = pairs.iter().map(|pair| pair.weight).collect();
        let labels = if labels.is_empty() { ptr::null() } else { labels.as_ptr() };
        let mut out = ptr::null_mut();
        let status = unsafe {
            sys::manifact_constraints_create(
                context.as_raw(),
                length(documents),
                labels,
                first.as_ptr(),
                second.as_ptr(),
                weights.as_ptr(),
                length(pairs.len()),
                &mut out,
            )
        };
        made(out, Constraints::from_raw, || context.check(status))
    }

    /// Labels of the rows of `x`, which are counts, that clearly have the words of one of `topics`
    /// topics; `clusters` is the number of those of the fit (`manifact_seed_labels`).
    pub fn labels_by_seeds(
        context: &Context,
        x: &Matrix,
        seeds: &[Seed],
        topics: usize,
        clusters: usize,
    ) -> Result<SeedLabels> {
        let (mut terms, mut offsets) = (vec![], vec![0]);
        for seed in seeds {
            terms.extend_from_slice(&seed.columns);
            offsets.push(length(terms.len()));
        }
        let of_topic: Vec<i32> = seeds.iter().map(|seed| seed.topic).collect();
        let weights: Vec<f64> = seeds.iter().map(|seed| seed.weight).collect();
        let mut labels = vec![0; x.rows()];
        let (mut matched, mut chosen) = (vec![0; topics], vec![0; topics]);
        context.check(unsafe {
            sys::manifact_seed_labels(
                context.as_raw(),
                x.as_raw(),
                terms.as_ptr(),
                offsets.as_ptr(),
                of_topic.as_ptr(),
                weights.as_ptr(),
                length(seeds.len()),
                length(topics),
                length(clusters),
                labels.as_mut_ptr(),
                length(labels.len()),
                matched.as_mut_ptr(),
                chosen.as_mut_ptr(),
            )
        })?;
        Ok(SeedLabels { labels, matched, chosen })
    }

    /// The number of documents.
    pub fn documents(&self) -> usize {
        count(unsafe { sys::manifact_constraints_documents(self.as_raw()) })
    }

    /// The number of entries of a kind.
    pub fn count(&self, kind: ConstraintKind) -> usize {
        count(unsafe { sys::manifact_constraints_count(self.as_raw(), kind.code()) })
    }

    /// All entries of a kind.
    pub fn list(&self, kind: ConstraintKind) -> Result<Vec<Pair>> {
        listed(self.count(kind), |limit, first, second, weights, found| unsafe {
            let raw = self.as_raw();
            sys::manifact_constraints_list(raw, kind.code(), limit, first, second, weights, found)
        })
    }

    /// At most `limit` pairs to ask a person about next, best first, with their cosines as weights;
    /// `known` is what is known already (`manifact_constraints_suggest`).
    pub fn suggest(
        context: &Context,
        x: &Matrix,
        known: Option<&Constraints>,
        clusters: usize,
        seed: i64,
        limit: usize,
    ) -> Result<Vec<Pair>> {
        let mut seconds = vec![0; limit];
        let call = |number, first, cosines, found| unsafe {
            sys::manifact_constraints_suggest(
                context.as_raw(),
                x.as_raw(),
                raw_or_null!(known),
                length(clusters),
                seed,
                number,
                first,
                seconds.as_mut_ptr(),
                cosines,
                found,
            )
        };
        let firsts = ranked_by(limit, call, |status| context.check(status).map(|_| ()))?;
        let pairs = firsts.iter().zip(&seconds);
        Ok(pairs
            .map(|(first, &second)| Pair {
                first: length(first.index),
                second,
                weight: first.score,
            })
            .collect())
    }
}

impl fmt::Debug for Constraints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labeled = self.count(ConstraintKind::Labeled);
        let pairs = self.count(ConstraintKind::Pairs);
        write!(out, "Constraints({} documents: {labeled} labels, {pairs} pairs)", self.documents())
    }
}
