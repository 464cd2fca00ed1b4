use std::ffi::CStr;
use std::fmt;
use std::ptr;

use manifact_sys as sys;

use crate::callbacks;
use crate::context::Context;
use crate::error::{Error, Result, Status};
use crate::handle::{counted_handle, made};
use crate::matrix::Matrix;
use crate::numbers::{count, length};
use crate::options::option_access;
use crate::solver::Solver;
use crate::views::{self, Texts};

counted_handle! {
    /// The rules for words, and a vocabulary: text to counts.
    Vectorizer, manifact_vectorizer, manifact_vectorizer_retain, manifact_vectorizer_free
}

/// A vectorizer that documents are added to: set options, add documents, finish.
pub struct VectorizerBuilder<'context> {
    // Not shared, unlike a finished one. Calls use the context, too.
    raw: Option<Vectorizer>,
    context: &'context Context,
}

impl<'context> VectorizerBuilder<'context> {
    fn as_raw(&self) -> *mut sys::manifact_vectorizer {
        // Only finish() takes it.
        self.raw.as_ref().map_or(ptr::null_mut(), |raw| raw.as_raw() as *mut _)
    }

    fn check(&self, status: sys::manifact_status) -> Result<Status> {
        callbacks::resume_panic();
        if status >= 0 {
            return Ok(Status::from_raw(status));
        }
        let text = unsafe { sys::manifact_vectorizer_message(self.as_raw()) };
        let message = (!text.is_null() && status != sys::MANIFACT_ERROR_BUSY)
            .then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned());
        Err(Error::of_call(status, message))
    }

    /// The context of the vectorizer.
    pub fn context(&self) -> &'context Context {
        self.context
    }

    /// Sets min-df and max-df to those of a solver, so that words that a fit would drop use no
    /// memory.
    pub fn take_limits(&mut self, solver: &Solver) -> Result<&mut Self> {
        self.check(unsafe {
            sys::manifact_vectorizer_take_limits(self.as_raw(), solver.as_raw())
        })?;
        Ok(self)
    }

    /// Adds stop words to the built-in ones.
    pub fn add_stop_words<S: AsRef<str>>(&mut self, words: &[S]) -> Result<&mut Self> {
        let texts = Texts::new(words);
        self.check(unsafe {
            let (bytes, offsets) = (texts.pointer(), texts.offsets.as_ptr());
            let raw = self.as_raw();
            sys::manifact_vectorizer_add_stop_words(raw, bytes, offsets, length(words.len()))
        })?;
        Ok(self)
    }

    /// Counts one document.
    pub fn add(&mut self, document: &str) -> Result<()> {
        self.check(unsafe {
            let text = document.as_ptr().cast();
            sys::manifact_vectorizer_add(self.as_raw(), text, length(document.len()))
        })?;
        Ok(())
    }

    /// Counts documents; if the call fails, none of them is added.
    pub fn add_many<S: AsRef<str>>(&mut self, documents: &[S]) -> Result<()> {
        let texts = Texts::new(documents);
        self.check(unsafe {
            let (bytes, offsets) = (texts.pointer(), texts.offsets.as_ptr());
            let number = length(documents.len());
            sys::manifact_vectorizer_add_many(self.as_raw(), bytes, offsets, number)
        })?;
        Ok(())
    }

    /// The number of documents added so far.
    pub fn documents(&self) -> usize {
        count(unsafe { sys::manifact_vectorizer_documents(self.as_raw()) })
    }

    /// Fixes the vocabulary; returns the finished vectorizer and the counts, documents by terms.
    /// After an error the builder is lost with its documents.
    pub fn finish(mut self) -> Result<(Vectorizer, Matrix)> {
        let mut out = ptr::null_mut();
        self.check(unsafe { sys::manifact_vectorizer_finish(self.as_raw(), &mut out) })?;
        let counts = Matrix::from_raw(out);
        let vectorizer = self.raw.take().expect("a builder that is not finished");
        Ok((vectorizer, counts))
    }
}

option_access! {
    VectorizerBuilder<'context>, manifact_vectorizer_set_int64, manifact_vectorizer_set_double,
    manifact_vectorizer_set_bool, manifact_vectorizer_set_text, manifact_vectorizer_reset,
    manifact_vectorizer_get_int64, manifact_vectorizer_get_double, manifact_vectorizer_get_bool,
    manifact_vectorizer_get_text, manifact_vectorizer_get_text_size
}

impl fmt::Debug for VectorizerBuilder<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "VectorizerBuilder({} documents)", self.documents())
    }
}

impl Vectorizer {
    /// A vectorizer to set options of and add documents to.
    pub fn builder(context: &Context) -> Result<VectorizerBuilder<'_>> {
        let mut out = ptr::null_mut();
        context.check(unsafe { sys::manifact_vectorizer_create(context.as_raw(), &mut out) })?;
        Ok(VectorizerBuilder { raw: Some(Vectorizer::from_raw(out)), context })
    }

    /// The counts of documents by the default rules, and their vectorizer.
    pub fn count<S: AsRef<str>>(
        context: &Context,
        documents: &[S],
    ) -> Result<(Vectorizer, Matrix)> {
        let mut builder = Vectorizer::builder(context)?;
        builder.add_many(documents)?;
        builder.finish()
    }

    /// A vectorizer with a given vocabulary (`manifact_vectorizer_from_terms`).
    pub fn from_terms<S: AsRef<str>>(context: &Context, terms: &[S]) -> Result<Vectorizer> {
        let texts = Texts::new(terms);
        let mut out = ptr::null_mut();
        let status = unsafe {
            let (bytes, offsets) = (texts.pointer(), texts.offsets.as_ptr());
            let number = length(terms.len());
            let raw = context.as_raw();
            sys::manifact_vectorizer_from_terms(raw, bytes, offsets, number, &mut out)
        };
        made(out, Vectorizer::from_raw, || context.check(status))
    }

    /// The counts of texts by the vocabulary; other terms are ignored.
    pub fn transform<S: AsRef<str>>(&self, context: &Context, texts: &[S]) -> Result<Matrix> {
        let texts = Texts::new(texts);
        let mut out = ptr::null_mut();
        let status = unsafe {
            sys::manifact_vectorizer_transform(
                context.as_raw(),
                self.as_raw(),
                texts.pointer(),
                texts.offsets.as_ptr(),
                length(texts.offsets.len() - 1),
                &mut out,
            )
        };
        made(out, Matrix::from_raw, || context.check(status))
    }

    /// The same, with the number of terms of each text, known or not, for
    /// [`Model::update`](crate::Model::update).
    pub fn transform_counted<S: AsRef<str>>(
        &self,
        context: &Context,
        texts: &[S],
    ) -> Result<(Matrix, Vec<i64>)> {
        let texts = Texts::new(texts);
        let mut terms = vec![0; texts.offsets.len() - 1];
        let mut out = ptr::null_mut();
        context.check(unsafe {
            sys::manifact_vectorizer_transform_counted(
                context.as_raw(),
                self.as_raw(),
                texts.pointer(),
                texts.offsets.as_ptr(),
                length(terms.len()),
                terms.as_mut_ptr(),
                &mut out,
            )
        })?;
        Ok((Matrix::from_raw(out), terms))
    }

    /// The number of documents that were counted.
    pub fn documents(&self) -> usize {
        count(unsafe { sys::manifact_vectorizer_documents(self.as_raw()) })
    }

    /// The number of words that were counted.
    pub fn tokens(&self) -> usize {
        count(unsafe { sys::manifact_vectorizer_tokens(self.as_raw()) })
    }

    /// The number of invalid UTF-8 parts that were replaced.
    pub fn replaced(&self) -> usize {
        count(unsafe { sys::manifact_vectorizer_replaced(self.as_raw()) })
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        count(unsafe { sys::manifact_vectorizer_terms(self.as_raw()) })
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A term; None if there is no such term.
    pub fn term(&self, index: usize) -> Option<&str> {
        let index = i64::try_from(index).ok()?;
        unsafe { views::text(self, sys::manifact_vectorizer_term(self.as_raw(), index)) }
    }

    /// All terms, in the order of the columns.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(move |index| self.term(index).unwrap_or(""))
    }
}

impl fmt::Debug for Vectorizer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Vectorizer({} terms)", self.len())
    }
}
