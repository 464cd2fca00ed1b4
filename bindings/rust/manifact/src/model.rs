use std::ffi::CString;
use std::fmt;
use std::ptr;

use manifact_sys as sys;

use crate::constraints::{listed, Pair};
use crate::enums::{Block, Score};
use crate::error::{checked, Error, Result, Status};
use crate::handle::counted_handle;
use crate::numbers::{count, length};
use crate::ranked::{ranked, Ranked};
use crate::vectorizer::Vectorizer;
use crate::views;

counted_handle! {
    /// The result of a fit: labels, factors, history. It assigns new documents.
    ///
    /// Matrices are row by row; n documents, m features, k clusters.
    Model, manifact_model, manifact_model_retain, manifact_model_free
}

/// Views of the model, each with its length.
macro_rules! views {
    ($($(#[$text:meta])* $name:ident: $type:ty = $call:ident, $($length:ident)*;)*) => {
        impl Model {
            $($(#[$text])*
            pub fn $name(&self) -> &[$type] {
                self.view(unsafe { sys::$call(self.as_raw()) }, 1 $(* self.$length())*)
                    .unwrap_or(&[])
            })*
        }
    };
}

/// Views that not all models have.
macro_rules! optional_views {
    ($($(#[$text:meta])* $name:ident: $type:ty = $call:ident, $($length:ident)*;)*) => {
        impl Model {
            $($(#[$text])*
            pub fn $name(&self) -> Option<&[$type]> {
                self.view(unsafe { sys::$call(self.as_raw()) }, 1 $(* self.$length())*)
            })*
        }
    };
}

views! {
    /// The cluster of each document, or -1 if it has none.
    labels: i32 = manifact_model_labels, documents;
    /// The number of documents of each cluster.
    sizes: i64 = manifact_model_sizes, clusters;
    /// V, n x k: the representation of the documents.
    memberships: f64 = manifact_model_memberships, documents clusters;
    /// The mean of the documents of each cluster, in columns: m x k.
    centroids: f64 = manifact_model_centroids, features clusters;
    /// The cosine of each document with the centroid of its cluster.
    cosines: f64 = manifact_model_cosines, documents;
}

optional_views! {
    /// W, n x k: concept c is the combination X'w_c of documents.
    associations: f64 = manifact_model_associations, documents clusters;
    /// The basis, m x k (`manifact_model_basis`).
    basis: f64 = manifact_model_basis, features clusters;
    /// The cluster of each feature, for methods that cluster features.
    feature_labels: i32 = manifact_model_feature_labels, features;
    /// The number of features of each cluster of features.
    feature_sizes: i64 = manifact_model_feature_sizes, feature_clusters;
    /// G, features x clusters of features.
    feature_memberships: f64 = manifact_model_feature_memberships, features feature_clusters;
    /// C, clusters x clusters of features: the factor between V and G.
    core: f64 = manifact_model_core, clusters feature_clusters;
}

impl Model {
    fn view<T>(&self, pointer: *const T, length: usize) -> Option<&[T]> {
        unsafe { views::slice(self, pointer, length) }
    }

    fn text(&self, pointer: *const std::os::raw::c_char) -> Option<&str> {
        unsafe { views::text(self, pointer) }
    }

    /// The score by which the clusters of a document are compared, or why it is not a sum over
    /// features.
    pub fn score_rule(&self) -> &str {
        self.text(unsafe { sys::manifact_model_score_rule(self.as_raw()) }).unwrap_or("")
    }

    /// Whether that score is a sum over features, so that [`explain`](Model::explain) works.
    pub fn has_additive_score(&self) -> bool {
        unsafe { sys::manifact_model_has_additive_score(self.as_raw()) != 0 }
    }

    /// n, the number of documents.
    pub fn documents(&self) -> usize {
        count(unsafe { sys::manifact_model_documents(self.as_raw()) })
    }

    /// m, the number of features.
    pub fn features(&self) -> usize {
        count(unsafe { sys::manifact_model_features(self.as_raw()) })
    }

    /// k, the number of clusters, empty ones included.
    pub fn clusters(&self) -> usize {
        count(unsafe { sys::manifact_model_clusters(self.as_raw()) })
    }

    /// The number of clusters of features; 0 for methods without them.
    pub fn feature_clusters(&self) -> usize {
        count(unsafe { sys::manifact_model_feature_clusters(self.as_raw()) })
    }

    /// The number of updates.
    pub fn iterations(&self) -> usize {
        count(unsafe { sys::manifact_model_iterations(self.as_raw()) })
    }

    /// Whether the tolerance was met.
    pub fn converged(&self) -> bool {
        unsafe { sys::manifact_model_converged(self.as_raw()) != 0 }
    }

    /// The status of the fit: [`Status::Ok`], or a condition to be aware of.
    pub fn status(&self) -> Status {
        Status::from_raw(unsafe { sys::manifact_model_status(self.as_raw()) })
    }

    /// The final value of the objective.
    pub fn objective(&self) -> f64 {
        unsafe { sys::manifact_model_objective(self.as_raw()) }
    }

    /// The objective before the first update and after each.
    pub fn history(&self) -> &[f64] {
        let mut number = 0;
        let history = unsafe { sys::manifact_model_history(self.as_raw(), &mut number) };
        self.view(history, count(number)).unwrap_or(&[])
    }

    fn require_topic(&self, topic: usize) -> Result<()> {
        let last = self.clusters().saturating_sub(1);
        if topic > last {
            let sentence = format!("there is no topic {topic}: 0 to {last}");
            return Err(Error::new(Status::Argument, sentence));
        }
        Ok(())
    }

    /// The features with the highest scores in a cluster, at most `limit`.
    pub fn top_features(&self, cluster: usize, score: Score, limit: usize) -> Result<Vec<Ranked>> {
        self.require_topic(cluster)?;
        let limit = limit.min(self.features());
        ranked(limit, |limit, indices, scores, found| unsafe {
            let (raw, cluster) = (self.as_raw(), length(cluster));
            let score = score.code();
            sys::manifact_model_top_features(raw, cluster, score, limit, indices, scores, found)
        })
    }

    /// The terms with the highest scores in a cluster, at most `limit`: of the attached texts if
    /// there are any, else of the features. [`vectorizer_of_terms`](Model::vectorizer_of_terms) has
    /// their names.
    pub fn top_terms(&self, cluster: usize, score: Score, limit: usize) -> Result<Vec<Ranked>> {
        self.require_topic(cluster)?;
        let known = self.vectorizer_of_terms().map_or(self.features(), |words| words.len());
        ranked(limit.min(known), |limit, indices, scores, found| unsafe {
            let (raw, cluster) = (self.as_raw(), length(cluster));
            let score = score.code();
            sys::manifact_model_top_terms(raw, cluster, score, limit, indices, scores, found)
        })
    }

    /// The words of [`top_terms`](Model::top_terms) by the default score; empty without a
    /// vectorizer.
    pub fn top_words(&self, cluster: usize, limit: usize) -> Result<Vec<String>> {
        let words = match self.vectorizer_of_terms() {
            Some(words) => words,
            None => return Ok(Vec::new()),
        };
        let terms = self.top_terms(cluster, Score::default(), limit)?;
        Ok(terms.iter().filter_map(|term| words.term(term.index)).map(str::to_string).collect())
    }

    /// The documents nearest to the centroid of a cluster, at most `limit`, with their cosines.
    pub fn representatives(&self, cluster: usize, limit: usize) -> Result<Vec<Ranked>> {
        self.require_topic(cluster)?;
        ranked(limit.min(self.documents()), |limit, indices, cosines, found| unsafe {
            let (raw, cluster) = (self.as_raw(), length(cluster));
            sys::manifact_model_representatives(raw, cluster, limit, indices, cosines, found)
        })
    }

    /// The documents that form the concept, at most `limit`, with their weights in W.
    pub fn concept_documents(&self, cluster: usize, limit: usize) -> Result<Vec<Ranked>> {
        self.require_topic(cluster)?;
        ranked(limit.min(self.documents()), |limit, indices, weights, found| unsafe {
            let (raw, cluster) = (self.as_raw(), length(cluster));
            sys::manifact_model_concept_documents(raw, cluster, limit, indices, weights, found)
        })
    }

    /// The features with the largest memberships of a cluster of features, at most `limit`.
    pub fn feature_cluster_features(&self, cluster: usize, limit: usize) -> Result<Vec<Ranked>> {
        ranked(limit.min(self.features()), |limit, indices, scores, found| unsafe {
            let (raw, cluster) = (self.as_raw(), length(cluster));
            sys::manifact_model_feature_cluster_features(
                raw, cluster, limit, indices, scores, found,
            )
        })
    }

    /// An array that a call fills.
    fn filled(
        &self,
        size: usize,
        call: impl FnOnce(*const sys::manifact_model, *mut f64, i64) -> sys::manifact_status,
    ) -> Result<Vec<f64>> {
        let mut values = vec![0.0; size];
        checked(call(self.as_raw(), values.as_mut_ptr(), length(size)))?;
        Ok(values)
    }

    /// The mean of [`cosines`](Model::cosines) over each cluster.
    pub fn cohesion(&self) -> Result<Vec<f64>> {
        self.filled(self.clusters(), |model, values, number| unsafe {
            sys::manifact_model_cohesion(model, values, number)
        })
    }

    /// The cosines of the centroids, k x k.
    pub fn similarities(&self) -> Result<Vec<f64>> {
        let k = self.clusters();
        self.filled(k * k, |model, values, _| unsafe {
            sys::manifact_model_similarities(model, values, length(k))
        })
    }

    /// The memberships as proportions, n x k.
    pub fn proportions(&self) -> Result<Vec<f64>> {
        self.filled(self.documents() * self.clusters(), |model, values, number| unsafe {
            sys::manifact_model_proportions(model, values, number)
        })
    }

    /// The largest proportion of each document less the second largest.
    pub fn margins(&self) -> Result<Vec<f64>> {
        self.filled(self.documents(), |model, values, number| unsafe {
            sys::manifact_model_margins(model, values, number)
        })
    }

    /// The proportion below which a document is left without a cluster; 0 = none is.
    pub fn min_membership(&self) -> f64 {
        unsafe { sys::manifact_model_min_membership(self.as_raw()) }
    }

    /// Positions on a map: of the documents, n x 2 (x, y), and of the clusters, k x 3 (x, y,
    /// radius).
    pub fn map(&self) -> Result<(Vec<f64>, Vec<f64>)> {
        let (n, k) = (self.documents(), self.clusters());
        let (mut documents, mut clusters) = (vec![0.0; 2 * n], vec![0.0; 3 * k]);
        checked(unsafe {
            let (to_documents, to_clusters) = (documents.as_mut_ptr(), clusters.as_mut_ptr());
            let (n, k) = (length(n), length(k));
            sys::manifact_model_map(self.as_raw(), to_documents, n, to_clusters, k)
        })?;
        Ok((documents, clusters))
    }

    /// A measure of each block, clusters x clusters of features.
    pub fn blocks(&self, measure: Block) -> Result<Vec<f64>> {
        let (k, l) = (self.clusters(), self.feature_clusters());
        self.filled(k * l, |model, values, _| unsafe {
            sys::manifact_model_blocks(model, measure.code(), values, length(k), length(l))
        })
    }

    /// The constraints of the fit that the clustering violates; `second` is -1 for a labeled
    /// document outside the cluster of its class.
    pub fn violations(&self) -> Result<Vec<Pair>> {
        let number = count(unsafe { sys::manifact_model_violation_count(self.as_raw()) });
        listed(number, |limit, first, second, weights, found| unsafe {
            sys::manifact_model_violations(self.as_raw(), limit, first, second, weights, found)
        })
    }

    /// The name of the method.
    pub fn method(&self) -> &str {
        self.text(unsafe { sys::manifact_model_method(self.as_raw()) }).unwrap_or("")
    }

    /// The value of an option that the model was fitted with, as text.
    pub fn option(&self, name: &str) -> Option<&str> {
        let name = CString::new(name).ok()?;
        self.text(unsafe { sys::manifact_model_option(self.as_raw(), name.as_ptr()) })
    }

    /// The options that the model was fitted with, as names and values.
    pub fn options(&self) -> Result<Vec<(&str, &str)>> {
        let number = unsafe { sys::manifact_model_option_count(self.as_raw()) };
        self.named(number, sys::manifact_model_option_at)
    }

    /// Named properties of the fit.
    pub fn diagnostics(&self) -> Result<Vec<(&str, &str)>> {
        let number = unsafe { sys::manifact_model_diagnostic_count(self.as_raw()) };
        self.named(number, sys::manifact_model_diagnostic)
    }

    fn named(
        &self,
        number: i64,
        call: unsafe extern "C" fn(
            *const sys::manifact_model,
            i64,
            *mut *const std::os::raw::c_char,
            *mut *const std::os::raw::c_char,
        ) -> sys::manifact_status,
    ) -> Result<Vec<(&str, &str)>> {
        let pair = |index| {
            let (mut name, mut value) = (ptr::null(), ptr::null());
            checked(unsafe { call(self.as_raw(), index, &mut name, &mut value) })?;
            Ok((self.text(name).unwrap_or(""), self.text(value).unwrap_or("")))
        };
        (0..number).map(pair).collect()
    }

    /// Warnings about the fit.
    pub fn warnings(&self) -> Vec<&str> {
        let number = unsafe { sys::manifact_model_warning_count(self.as_raw()) };
        let text = |index| self.text(unsafe { sys::manifact_model_warning(self.as_raw(), index) });
        (0..number).filter_map(text).collect()
    }

    fn shared(vectorizer: *const sys::manifact_vectorizer) -> Option<Vectorizer> {
        if vectorizer.is_null() {
            return None;
        }
        Some(Vectorizer::from_raw(unsafe { sys::manifact_vectorizer_retain(vectorizer) }))
    }

    /// The vectorizer of the features.
    pub fn vectorizer(&self) -> Option<Vectorizer> {
        Model::shared(unsafe { sys::manifact_model_vectorizer(self.as_raw()) })
    }

    /// The vectorizer of the attached texts, if there are any, else that of the features.
    pub fn vectorizer_of_terms(&self) -> Option<Vectorizer> {
        let of_texts = unsafe { sys::manifact_model_text_vectorizer(self.as_raw()) };
        Model::shared(of_texts).or_else(|| self.vectorizer())
    }

    /// A column of texts of the documents that the model keeps.
    pub fn column(&self, name: &str) -> Result<Vec<&str>> {
        let name = CString::new(name)?;
        let (mut bytes, mut ends) = (ptr::null(), ptr::null());
        checked(unsafe {
            sys::manifact_model_column(self.as_raw(), name.as_ptr(), &mut bytes, &mut ends)
        })?;
        let ends = self.view(ends, self.documents()).unwrap_or(&[]);
        let size = ends.last().map_or(0, |&end| count(end));
        let bytes: &[u8] = self.view(bytes.cast(), size).unwrap_or(&[]);
        let mut begin = 0;
        Ok(ends
            .iter()
            .map(|&end| {
                let text = std::str::from_utf8(&bytes[begin..count(end)]).unwrap_or("");
                begin = count(end);
                text
            })
            .collect())
    }

    /// The name of a feature that is no term of texts, such as a column of a table.
    pub fn feature_name(&self, feature: usize) -> Option<&str> {
        let feature = length(feature);
        self.text(unsafe { sys::manifact_model_feature_name(self.as_raw(), feature) })
    }

    /// The names of these columns.
    pub fn column_names(&self) -> Vec<&str> {
        (0..)
            .map_while(|i| self.text(unsafe { sys::manifact_model_column_name(self.as_raw(), i) }))
            .collect()
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (method, n, k) = (self.method(), self.documents(), self.clusters());
        write!(out, "Model({method}, {n} documents, {k} clusters)")
    }
}
