use std::ffi::CString;
use std::ptr;

use manifact_sys as sys;

use crate::constraints::{Constraints, Pair};
use crate::context::Context;
use crate::enums::{Direction, Linkage, Score, Weakness};
use crate::error::{checked, Error, Result, Status};
use crate::handle::{made, raw_or_null};
use crate::matrix::Matrix;
use crate::model::Model;
use crate::numbers::{count, length};
use crate::ranked::{ranked_by, Ranked};
use crate::views;

/// An edit that leads from the fit to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit<'a> {
    /// What was done, such as "merge 3 7".
    pub text: &'a str,
    /// The new number of each topic, -1: hidden; of a topic that is split, that of its first part.
    pub map: &'a [i64],
}

/// A tree over the topics: from groups of one topic each, the two nearest are joined until one is
/// left.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The two groups of each step: a topic, or k + s for the group made by step s.
    pub steps: Vec<(i64, i64)>,
    /// The distances of the steps.
    pub heights: Vec<f64>,
    /// The topics from left to right.
    pub order: Vec<i64>,
}

/// Whether the share of a topic differs between groups of documents; NaN if there is nothing to
/// compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupTest {
    /// Pearson's chi-square.
    pub statistic: f64,
    /// Its p.
    pub p: f64,
    /// p adjusted for all topics by Holm's method.
    pub adjusted: f64,
    /// The least expected count; below 5, p is rough.
    pub expected: f64,
}

/// How good a topic is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopicNumbers {
    /// How much more often its top terms occur together than by chance, -1 to 1.
    pub coherence: f64,
    /// The share of its top terms that are top terms of no other topic.
    pub diversity: f64,
    /// 1 - the largest cosine to the centroid of another topic.
    pub separation: f64,
    /// Why it is weak, if it is.
    pub weakness: Weakness,
}

/// Where documents are asked for: `x` has those of the fit, in the same order and units, for a
/// model that does not keep them; else None.
impl Model {
    pub(crate) fn edited(
        context: &Context,
        call: impl FnOnce(*mut *mut sys::manifact_model) -> sys::manifact_status,
    ) -> Result<Model> {
        let mut out = ptr::null_mut();
        let status = call(&mut out);
        made(out, Model::from_raw, || context.check(status))
    }

    /// A new model with two or more topics joined.
    pub fn merge(&self, context: &Context, topics: &[i64], x: Option<&Matrix>) -> Result<Model> {
        Model::edited(context, |out| unsafe {
            let (raw, number) = (context.as_raw(), length(topics.len()));
            let x = raw_or_null!(x);
            sys::manifact_model_merge(raw, self.as_raw(), topics.as_ptr(), number, x, out)
        })
    }

    /// A new model with a topic divided into parts.
    pub fn split(
        &self,
        context: &Context,
        topic: usize,
        parts: usize,
        x: Option<&Matrix>,
    ) -> Result<Model> {
        Model::edited(context, |out| unsafe {
            let (raw, topic, parts) = (context.as_raw(), length(topic), length(parts));
            sys::manifact_model_split(raw, self.as_raw(), topic, parts, raw_or_null!(x), out)
        })
    }

    /// A new model without some topics, whose documents become unassigned.
    pub fn hide(&self, context: &Context, topics: &[i64]) -> Result<Model> {
        Model::edited(context, |out| unsafe {
            let (raw, number) = (context.as_raw(), length(topics.len()));
            sys::manifact_model_hide(raw, self.as_raw(), topics.as_ptr(), number, out)
        })
    }

    /// A new model whose topics are merged along the tree until `clusters` are left.
    pub fn reduce(
        &self,
        context: &Context,
        linkage: Linkage,
        clusters: usize,
        x: Option<&Matrix>,
    ) -> Result<Model> {
        Model::edited(context, |out| unsafe {
            let (raw, linkage, clusters) = (context.as_raw(), linkage.code(), length(clusters));
            sys::manifact_model_reduce(raw, self.as_raw(), linkage, clusters, raw_or_null!(x), out)
        })
    }

    /// A new model with a name for a topic; "" removes it.
    pub fn rename(&self, context: &Context, topic: usize, name: &str) -> Result<Model> {
        let name = CString::new(name)?;
        Model::edited(context, |out| unsafe {
            let (raw, topic) = (context.as_raw(), length(topic));
            sys::manifact_model_rename(raw, self.as_raw(), topic, name.as_ptr(), out)
        })
    }

    /// A new model with a name for topics together, such as a parent in the tree; "" removes it.
    pub fn rename_group(&self, context: &Context, topics: &[i64], name: &str) -> Result<Model> {
        let name = CString::new(name)?;
        Model::edited(context, |out| unsafe {
            let (raw, number, name) = (context.as_raw(), length(topics.len()), name.as_ptr());
            sys::manifact_model_rename_group(raw, self.as_raw(), topics.as_ptr(), number, name, out)
        })
    }

    /// The name given to topics together.
    pub fn group_name(&self, topics: &[i64]) -> Option<&str> {
        let (first, number) = (topics.as_ptr(), length(topics.len()));
        let name = unsafe { sys::manifact_model_group_name(self.as_raw(), first, number) };
        unsafe { views::text(self, name) }
    }

    /// The name given to a topic.
    pub fn topic_name(&self, topic: usize) -> Option<&str> {
        let name = unsafe { sys::manifact_model_topic_name(self.as_raw(), length(topic)) };
        unsafe { views::text(self, name) }
    }

    /// The title of a topic: its name, or phrases that are typical of its documents.
    pub fn title(&self, topic: usize) -> Option<&str> {
        let title = unsafe { sys::manifact_model_title(self.as_raw(), length(topic)) };
        unsafe { views::text(self, title) }
    }

    /// The phrases of the documents of a topic: its title if it has no name.
    pub fn phrases(&self, topic: usize) -> Option<&str> {
        let phrases = unsafe { sys::manifact_model_phrases(self.as_raw(), length(topic)) };
        unsafe { views::text(self, phrases) }
    }

    /// At most `limit` documents whose labels to ask a person about next, the first one first, with
    /// their margins as scores; `x` as for merge, `known` is what is known already
    /// (`manifact_model_suggest_labels`).
    pub fn suggest_labels(
        &self,
        context: &Context,
        x: Option<&Matrix>,
        known: Option<&Constraints>,
        limit: usize,
    ) -> Result<Vec<Ranked>> {
        let call = |number, documents, margins, found| unsafe {
            sys::manifact_model_suggest_labels(
                context.as_raw(),
                self.as_raw(),
                raw_or_null!(x),
                raw_or_null!(known),
                number,
                documents,
                margins,
                found,
            )
        };
        ranked_by(limit, call, |status| context.check(status).map(|_| ()))
    }

    /// At most `limit` pairs of documents to ask a person about next, the first one first, with the
    /// margins of the documents in doubt as weights; `known` is what is known already
    /// (`manifact_model_suggest_pairs`).
    pub fn suggest_pairs(
        &self,
        context: &Context,
        known: Option<&Constraints>,
        limit: usize,
    ) -> Result<Vec<Pair>> {
        let mut seconds = vec![0; limit];
        let call = |number, first, margins, found| unsafe {
            sys::manifact_model_suggest_pairs(
                context.as_raw(),
                self.as_raw(),
                raw_or_null!(known),
                number,
                first,
                seconds.as_mut_ptr(),
                margins,
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

    /// The edits that lead from the fit to the model, the first one first.
    pub fn edits(&self) -> Result<Vec<Edit<'_>>> {
        let number = unsafe { sys::manifact_model_edit_count(self.as_raw()) };
        let edit = |index| {
            let (mut text, mut map, mut before) = (ptr::null(), ptr::null(), 0);
            checked(unsafe {
                let raw = self.as_raw();
                sys::manifact_model_edit(raw, index, &mut text, &mut map, &mut before)
            })?;
            Ok(Edit {
                text: unsafe { views::text(self, text) }.unwrap_or(""),
                map: unsafe { views::slice(self, map, count(before)) }.unwrap_or(&[]),
            })
        };
        (0..number).map(edit).collect()
    }

    /// The tree over the topics.
    pub fn tree(&self, context: &Context, linkage: Linkage) -> Result<Tree> {
        let k = self.clusters();
        let (mut steps, mut heights) = (vec![0; 2 * (k - 1)], vec![0.0; k - 1]);
        let mut order = vec![0; k];
        context.check(unsafe {
            sys::manifact_model_tree(
                context.as_raw(),
                self.as_raw(),
                linkage.code(),
                steps.as_mut_ptr(),
                heights.as_mut_ptr(),
                order.as_mut_ptr(),
                length(k),
            )
        })?;
        let steps = steps.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        Ok(Tree { steps, heights, order })
    }

    /// The group of each topic when the tree is cut into `groups`.
    pub fn tree_cut(&self, context: &Context, linkage: Linkage, groups: usize) -> Result<Vec<i32>> {
        let mut group = vec![0; self.clusters()];
        context.check(unsafe {
            let (to, k) = (group.as_mut_ptr(), length(group.len()));
            let (raw, linkage, groups) = (context.as_raw(), linkage.code(), length(groups));
            sys::manifact_model_tree_cut(raw, self.as_raw(), linkage, groups, to, k)
        })?;
        Ok(group)
    }

    /// How good the topics are, by their `limit` top terms; `x` has the documents to count the
    /// terms in, None: the sparse documents that the model keeps.
    pub fn topic_numbers(
        &self,
        context: &Context,
        x: Option<&Matrix>,
        score: Score,
        limit: usize,
    ) -> Result<Vec<TopicNumbers>> {
        let k = self.clusters();
        let [mut coherence, mut diversity, mut separation] = [(); 3].map(|()| vec![0.0; k]);
        let mut weakness = vec![0; k];
        context.check(unsafe {
            sys::manifact_model_topic_numbers(
                context.as_raw(),
                self.as_raw(),
                raw_or_null!(x),
                score.code(),
                length(limit),
                coherence.as_mut_ptr(),
                diversity.as_mut_ptr(),
                separation.as_mut_ptr(),
                weakness.as_mut_ptr(),
                length(k),
            )
        })?;
        let numbers = |c| TopicNumbers {
            coherence: coherence[c],
            diversity: diversity[c],
            separation: separation[c],
            weakness: Weakness::from_code(weakness[c]).unwrap_or(Weakness::None),
        };
        Ok((0..k).map(numbers).collect())
    }

    /// How reliably each topic recurs in `samples` samples of the documents.
    pub fn stability(
        &self,
        context: &Context,
        x: Option<&Matrix>,
        samples: usize,
    ) -> Result<Vec<f64>> {
        let mut stability = vec![0.0; self.clusters()];
        context.check(unsafe {
            let (to, k) = (stability.as_mut_ptr(), length(stability.len()));
            let (raw, x, samples) = (context.as_raw(), raw_or_null!(x), length(samples));
            sys::manifact_model_stability(raw, self.as_raw(), x, samples, to, k)
        })?;
        Ok(stability)
    }

    /// The documents of each topic in each period, periods x k; `periods` has that of each
    /// document, from 0, or -1 if it is not known.
    pub fn timeline(&self, periods: &[i32], number: usize) -> Result<Vec<i64>> {
        self.check_documents("periods", periods.len())?;
        let mut counts = vec![0; number.saturating_mul(self.clusters())];
        checked(unsafe {
            sys::manifact_model_timeline(
                self.as_raw(),
                periods.as_ptr(),
                length(periods.len()),
                length(number),
                counts.as_mut_ptr(),
                length(counts.len()),
            )
        })?;
        Ok(counts)
    }

    /// A call without a context has no message.
    fn check_documents(&self, name: &str, given: usize) -> Result<()> {
        let n = self.documents();
        if given == n {
            return Ok(());
        }
        let message = format!("{name} has {given} entries, but the model has {n} documents");
        Err(Error::new(Status::Length, message))
    }

    /// Tests of all topics; `groups` has the group of each document, from 0 to `number` - 1, or -1
    /// if it is not known (`manifact_model_group_test`).
    pub fn group_tests(&self, groups: &[i32], number: usize) -> Result<Vec<GroupTest>> {
        self.check_documents("groups", groups.len())?;
        let k = self.clusters();
        let (mut statistics, mut p) = (vec![0.0; k], vec![0.0; k]);
        let (mut adjusted, mut expected) = (vec![0.0; k], vec![0.0; k]);
        checked(unsafe {
            sys::manifact_model_group_test(
                self.as_raw(),
                groups.as_ptr(),
                length(groups.len()),
                length(number),
                statistics.as_mut_ptr(),
                p.as_mut_ptr(),
                adjusted.as_mut_ptr(),
                expected.as_mut_ptr(),
                length(k),
            )
        })?;
        let test = |c: usize| GroupTest {
            statistic: statistics[c],
            p: p[c],
            adjusted: adjusted[c],
            expected: expected[c],
        };
        Ok((0..k).map(test).collect())
    }

    /// The terms that are typical of a group among the documents of a topic, at most `limit`
    /// (`manifact_model_group_terms`).
    pub fn group_terms(
        &self,
        context: &Context,
        x: Option<&Matrix>,
        groups: &[i32],
        topic: usize,
        group: usize,
        limit: usize,
    ) -> Result<Vec<Ranked>> {
        let call = |number, terms, scores, found| unsafe {
            sys::manifact_model_group_terms(
                context.as_raw(),
                self.as_raw(),
                raw_or_null!(x),
                groups.as_ptr(),
                length(groups.len()),
                length(topic),
                length(group),
                number,
                terms,
                scores,
                found,
            )
        };
        ranked_by(limit, call, |status| context.check(status).map(|_| ()))
    }

    /// The terms of a topic that become more or less frequent from period to period, at most
    /// `limit` (`manifact_model_trends`).
    pub fn trends(
        &self,
        context: &Context,
        x: Option<&Matrix>,
        periods: &[i32],
        topic: usize,
        direction: Direction,
        limit: usize,
    ) -> Result<Vec<Ranked>> {
        let call = |number, terms, scores, found| unsafe {
            sys::manifact_model_trends(
                context.as_raw(),
                self.as_raw(),
                raw_or_null!(x),
                periods.as_ptr(),
                length(periods.len()),
                length(topic),
                direction.code(),
                number,
                terms,
                scores,
                found,
            )
        };
        ranked_by(limit, call, |status| context.check(status).map(|_| ()))
    }
}
