use std::ffi::CString;
use std::ptr;

use manifact_sys as sys;

use crate::context::Context;
use crate::error::{checked, Error, Result, Status};
use crate::matrix::Matrix;
use crate::model::Model;
use crate::numbers::length;
use crate::views::Texts;

/// How far the documents that an update added are from those of the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drift {
    /// Their number.
    pub documents: i64,
    /// Those far from every topic.
    pub far: i64,
    /// Those of the far ones that have no topic.
    pub unassigned: i64,
    /// Their terms, known or not; -1 if they were not counted.
    pub terms: i64,
    /// Terms that the vocabulary does not have.
    pub unknown: i64,
}

/// More documents without a new fit.
impl Model {
    /// A new model with further documents, without a new fit. `terms` are their numbers of terms of
    /// [`Vectorizer::transform_counted`](crate::Vectorizer::transform_counted); `columns` are texts
    /// for the columns that the model keeps, each with one text a document.
    pub fn update<S: AsRef<str>>(
        &self,
        context: &Context,
        x: &Matrix,
        terms: Option<&[i64]>,
        columns: &[(&str, &[S])],
    ) -> Result<Model> {
        let rows = x.rows();
        let wrong = |name: &str, given: usize| {
            let message = format!("{name} has {given} entries for {rows} documents");
            Error::new(Status::Length, message)
        };
        if let Some(terms) = terms.filter(|terms| terms.len() != rows) {
            return Err(wrong("terms", terms.len()));
        }
        if let Some((name, texts)) = columns.iter().find(|(_, texts)| texts.len() != rows) {
            return Err(wrong(name, texts.len()));
        }
        let names = columns.iter().map(|(name, _)| CString::new(*name));
        let names = names.collect::<std::result::Result<Vec<_>, _>>()?;
        let texts: Vec<Texts> = columns.iter().map(|(_, texts)| Texts::new(texts)).collect();
        let raw_names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let bytes: Vec<_> = texts.iter().map(Texts::pointer).collect();
        let offsets: Vec<_> = texts.iter().map(|texts| texts.offsets.as_ptr()).collect();
        Model::edited(context, |out| unsafe {
            sys::manifact_model_update(
                context.as_raw(),
                self.as_raw(),
                x.as_raw(),
                terms.map_or(ptr::null(), <[i64]>::as_ptr),
                raw_names.as_ptr(),
                bytes.as_ptr(),
                offsets.as_ptr(),
                length(columns.len()),
                out,
            )
        })
    }

    /// The same with texts, whose terms are counted for [`drift`](Model::drift); the column
    /// "excerpt" of the model gets the texts unless `columns` have it.
    pub fn update_texts<S: AsRef<str>>(
        &self,
        context: &Context,
        texts: &[S],
        columns: &[(&str, &[S])],
    ) -> Result<Model> {
        let no_words = || Error::new(Status::Argument, "the model was not made from texts");
        let words = self.vectorizer().ok_or_else(no_words)?;
        let (x, terms) = words.transform_counted(context, texts)?;
        let mut all = columns.to_vec();
        let is_given = columns.iter().any(|(name, _)| *name == "excerpt");
        if !is_given && self.column("excerpt").is_ok() {
            all.push(("excerpt", texts));
        }
        self.update(context, &x, Some(&terms), &all)
    }

    /// The drift of an edit that is an update, by its index in [`edits`](Model::edits).
    pub fn drift(&self, edit: usize) -> Result<Drift> {
        let [mut documents, mut far, mut unassigned, mut terms, mut unknown] = [0; 5];
        checked(unsafe {
            sys::manifact_model_edit_drift(
                self.as_raw(),
                length(edit),
                &mut documents,
                &mut far,
                &mut unassigned,
                &mut terms,
                &mut unknown,
            )
        })?;
        Ok(Drift { documents, far, unassigned, terms, unknown })
    }
}
