use std::ffi::{CStr, CString};
use std::fmt;
use std::ops::ControlFlow;
use std::ptr::{self, NonNull};
use std::sync::Arc;

use manifact_sys as sys;

use crate::callbacks::{self, LogFn, Progress, ProgressCallback};
use crate::cancel::CancelToken;
use crate::constraints::Constraints;
use crate::context::Context;
use crate::error::{Error, Result, Status};
use crate::graph::Graph;
use crate::handle::{made, raw_or_null};
use crate::matrix::Matrix;
use crate::model::Model;
use crate::numbers::{count, length};
use crate::options::option_access;
use crate::suggestion::Suggestion;
use crate::vectorizer::Vectorizer;
use crate::views::Texts;

/// A method and its options.
///
/// It may move to another thread but not be shared by several. Several solvers of one context may
/// run at the same time.
pub struct Solver {
    raw: NonNull<sys::manifact_solver>,
    progress: Option<ProgressCallback>,
    // The log closure of the context when the solver was made, which the library keeps.
    _log: Option<Arc<LogFn>>,
}

// The header: a solver serves one call at a time, from any thread. The closures are Send.
unsafe impl Send for Solver {}

fn checked_length(name: &str, given: usize, rows: usize, columns: usize) -> Result<()> {
    if rows.checked_mul(columns) == Some(given) {
        return Ok(());
    }
    let message = format!("{name} has {given} entries and not {rows} x {columns}");
    Err(Error::new(Status::Length, message))
}

impl Solver {
    fn made(context: &Context, raw: *mut sys::manifact_solver) -> Solver {
        let raw = NonNull::new(raw).expect("a handle after success");
        Solver { raw, progress: None, _log: context.shared_log() }
    }

    /// A solver with the defaults of a method: a [`Method`](crate::Method), or its name.
    pub fn new(context: &Context, method: impl AsRef<str>) -> Result<Solver> {
        let method = CString::new(method.as_ref())?;
        let mut out = ptr::null_mut();
        context.check(unsafe {
            sys::manifact_solver_create(context.as_raw(), method.as_ptr(), &mut out)
        })?;
        Ok(Solver::made(context, out))
    }

    /// A solver with the method and the options of a model.
    pub fn from_model(context: &Context, model: &Model) -> Result<Solver> {
        let mut out = ptr::null_mut();
        context.check(unsafe {
            sys::manifact_solver_create_from_model(context.as_raw(), model.as_raw(), &mut out)
        })?;
        Ok(Solver::made(context, out))
    }

    pub(crate) fn as_raw(&self) -> *mut sys::manifact_solver {
        self.raw.as_ptr()
    }

    pub(crate) fn check(&self, status: sys::manifact_status) -> Result<Status> {
        callbacks::resume_panic();
        if status >= 0 {
            return Ok(Status::from_raw(status));
        }
        let text = unsafe { sys::manifact_solver_message(self.as_raw()) };
        let message = (!text.is_null() && status != sys::MANIFACT_ERROR_BUSY)
            .then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned());
        Err(Error::of_call(status, message))
    }

    fn done(&mut self, status: sys::manifact_status) -> Result<&mut Self> {
        self.check(status)?;
        Ok(self)
    }

    /// The name of the method.
    pub fn method(&self) -> &'static str {
        crate::error::static_text(unsafe { sys::manifact_solver_method(self.as_raw()) })
    }

    /// Uses a graph of the documents instead of building one; None restores building.
    pub fn set_graph(&mut self, graph: Option<&Graph>) -> Result<&mut Self> {
        let status = unsafe { sys::manifact_solver_set_graph(self.as_raw(), raw_or_null!(graph)) };
        self.done(status)
    }

    /// The same for the graph of the features.
    pub fn set_feature_graph(&mut self, graph: Option<&Graph>) -> Result<&mut Self> {
        let graph = raw_or_null!(graph);
        let status = unsafe { sys::manifact_solver_set_feature_graph(self.as_raw(), graph) };
        self.done(status)
    }

    /// Sets what is known about some of the documents; None removes it.
    pub fn set_constraints(&mut self, constraints: Option<&Constraints>) -> Result<&mut Self> {
        let constraints = raw_or_null!(constraints);
        let status = unsafe { sys::manifact_solver_set_constraints(self.as_raw(), constraints) };
        self.done(status)
    }

    /// Sets the vectorizer that made the features, which models of later fits include.
    pub fn set_vectorizer(&mut self, vectorizer: Option<&Vectorizer>) -> Result<&mut Self> {
        let vectorizer = raw_or_null!(vectorizer);
        let status = unsafe { sys::manifact_solver_set_vectorizer(self.as_raw(), vectorizer) };
        self.done(status)
    }

    /// Attaches the counts of the texts of the documents, for features without names
    /// (`manifact_solver_set_texts`).
    pub fn set_texts(&mut self, texts: Option<(&Matrix, &Vectorizer)>) -> Result<&mut Self> {
        let (counts, vectorizer) = texts.map_or((ptr::null(), ptr::null()), |(counts, words)| {
            (counts.as_raw(), words.as_raw())
        });
        let status = unsafe { sys::manifact_solver_set_texts(self.as_raw(), counts, vectorizer) };
        self.done(status)
    }

    /// Texts of the documents that models keep, such as "name", "date" or "excerpt"
    /// (`manifact_solver_set_column`); None removes the column.
    pub fn set_column<S: AsRef<str>>(
        &mut self,
        name: &str,
        texts: Option<&[S]>,
    ) -> Result<&mut Self> {
        let name = CString::new(name)?;
        let texts = texts.map(Texts::new);
        let (bytes, offsets, number) = match &texts {
            Some(texts) => (texts.pointer(), texts.offsets.as_ptr(), texts.offsets.len() - 1),
            None => (ptr::null(), ptr::null(), 0),
        };
        let status = unsafe {
            let raw = self.as_raw();
            sys::manifact_solver_set_column(raw, name.as_ptr(), bytes, offsets, length(number))
        };
        self.done(status)
    }

    /// Starts from factors: V is `documents` x `clusters`, row by row, and so is W if it is given
    /// (`manifact_solver_set_start_factors`).
    pub fn set_start_factors(
        &mut self,
        w: Option<&[f64]>,
        v: &[f64],
        documents: usize,
        clusters: usize,
    ) -> Result<&mut Self> {
        checked_length("V", v.len(), documents, clusters)?;
        if let Some(w) = w {
            checked_length("W", w.len(), documents, clusters)?;
        }
        let w = w.map_or(ptr::null(), <[f64]>::as_ptr);
        let status = unsafe {
            let (documents, clusters) = (length(documents), length(clusters));
            sys::manifact_solver_set_start_factors(
                self.as_raw(),
                w,
                v.as_ptr(),
                documents,
                clusters,
            )
        };
        self.done(status)
    }

    /// Starts from a clustering: clusters from 0, or -1.
    pub fn set_start_labels(&mut self, labels: &[i32]) -> Result<&mut Self> {
        let status = unsafe {
            let number = length(labels.len());
            sys::manifact_solver_set_start_labels(self.as_raw(), labels.as_ptr(), number)
        };
        self.done(status)
    }

    /// Starts the features from G, `features` x `columns`, row by row
    /// (`manifact_solver_set_start_features`).
    pub fn set_start_features(
        &mut self,
        g: &[f64],
        features: usize,
        columns: usize,
    ) -> Result<&mut Self> {
        checked_length("G", g.len(), features, columns)?;
        let status = unsafe {
            let (features, columns) = (length(features), length(columns));
            sys::manifact_solver_set_start_features(self.as_raw(), g.as_ptr(), features, columns)
        };
        self.done(status)
    }

    /// Starts from W and V of a model of the same documents; None removes the start.
    pub fn set_start_model(&mut self, model: Option<&Model>) -> Result<&mut Self> {
        let model = raw_or_null!(model);
        let status = unsafe { sys::manifact_solver_set_start_model(self.as_raw(), model) };
        self.done(status)
    }

    /// Gives the topics of fits the numbers of the topics of an earlier model that they live on
    /// from; None: by decreasing size (`manifact_solver_set_numbers_of`).
    pub fn set_numbers_of(&mut self, model: Option<&Model>) -> Result<&mut Self> {
        let model = raw_or_null!(model);
        let status = unsafe { sys::manifact_solver_set_numbers_of(self.as_raw(), model) };
        self.done(status)
    }

    /// Removes starts from factors, labels and features.
    pub fn clear_start(&mut self) -> Result<&mut Self> {
        let raw = self.as_raw();
        let none = ptr::null();
        self.check(unsafe { sys::manifact_solver_set_start_factors(raw, none, none, 0, 0) })?;
        self.check(unsafe { sys::manifact_solver_set_start_labels(raw, ptr::null(), 0) })?;
        let status = unsafe { sys::manifact_solver_set_start_features(raw, none, 0, 0) };
        self.done(status)
    }

    /// Called during fits, on their thread; [`ControlFlow::Break`] stops the fit with
    /// [`Status::Cancelled`].
    pub fn set_progress(
        &mut self,
        function: impl FnMut(&Progress<'_>) -> ControlFlow<()> + Send + 'static,
    ) -> Result<&mut Self> {
        let callback = ProgressCallback::new(Box::new(function));
        let user = callback.user();
        self.check(unsafe {
            sys::manifact_solver_set_progress(self.as_raw(), Some(callbacks::progress), user)
        })?;
        self.progress = Some(callback);
        Ok(self)
    }

    /// Removes the closure of [`set_progress`](Solver::set_progress).
    pub fn clear_progress(&mut self) -> Result<&mut Self> {
        self.check(unsafe {
            sys::manifact_solver_set_progress(self.as_raw(), None, ptr::null_mut())
        })?;
        self.progress = None;
        Ok(self)
    }

    /// Sets the token that stops the next fit; None removes it.
    pub fn set_cancel_token(&mut self, token: Option<&CancelToken>) -> Result<&mut Self> {
        let token = raw_or_null!(token);
        let status = unsafe { sys::manifact_solver_set_cancel_token(self.as_raw(), token) };
        self.done(status)
    }

    /// Clusters the rows of a matrix (`manifact_solver_fit`). [`Model::status`] shows whether
    /// there is a condition to be aware of.
    pub fn fit(&mut self, x: &Matrix, clusters: usize) -> Result<Model> {
        let mut out = ptr::null_mut();
        let clusters = i64::try_from(clusters).unwrap_or(i64::MAX);
        let status =
            unsafe { sys::manifact_solver_fit(self.as_raw(), x.as_raw(), clusters, &mut out) };
        made(out, Model::from_raw, || self.check(status))
    }

    /// Fits the documents that a model keeps again, from its topics (`manifact_solver_refit`).
    pub fn refit(&mut self, model: &Model) -> Result<Model> {
        let mut out = ptr::null_mut();
        let status = unsafe { sys::manifact_solver_refit(self.as_raw(), model.as_raw(), &mut out) };
        made(out, Model::from_raw, || self.check(status))
    }

    /// Fits the documents of two models together. Also the number of each topic of the other model
    /// in the new one, -1 if all of its documents are in topics of the first, and the number of
    /// documents of both (`manifact_solver_join`).
    pub fn join(&mut self, model: &Model, other: &Model) -> Result<(Model, Vec<i64>, usize)> {
        let (mut out, mut common) = (ptr::null_mut(), 0);
        let mut topics = vec![0; other.clusters()];
        let status = unsafe {
            sys::manifact_solver_join(
                self.as_raw(),
                model.as_raw(),
                other.as_raw(),
                topics.as_mut_ptr(),
                length(topics.len()),
                &mut common,
                &mut out,
            )
        };
        let joined = made(out, Model::from_raw, || self.check(status))?;
        Ok((joined, topics, count(common)))
    }

    /// The graph of the documents that a fit of these rows would build.
    pub fn graph(&mut self, x: &Matrix) -> Result<Graph> {
        let mut out = ptr::null_mut();
        let status = unsafe { sys::manifact_solver_graph(self.as_raw(), x.as_raw(), &mut out) };
        made(out, Graph::from_raw, || self.check(status))
    }

    /// Evaluates numbers of clusters, 2 <= `from` <= `to`; 0 and 0 for a default range
    /// (`manifact_solver_suggest_k`).
    pub fn suggest_k(&mut self, x: &Matrix, from: usize, to: usize) -> Result<Suggestion> {
        let mut out = ptr::null_mut();
        let (from, to) = (length(from), length(to));
        let status = unsafe {
            sys::manifact_solver_suggest_k(self.as_raw(), x.as_raw(), from, to, &mut out)
        };
        made(out, Suggestion::from_raw, || self.check(status))
    }
}

option_access! {
    Solver, manifact_solver_set_int64, manifact_solver_set_double, manifact_solver_set_bool,
    manifact_solver_set_text, manifact_solver_reset, manifact_solver_get_int64,
    manifact_solver_get_double, manifact_solver_get_bool, manifact_solver_get_text,
    manifact_solver_get_text_size
}

impl Drop for Solver {
    fn drop(&mut self) {
        unsafe { sys::manifact_solver_free(self.as_raw()) }
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Solver({})", self.method())
    }
}
