use std::fmt;
use std::ptr;

use manifact_sys as sys;

use crate::context::Context;
use crate::enums::words;
use crate::error::{checked, Result};
use crate::handle::{counted_handle, made};
use crate::matrix::Matrix;
use crate::numbers::{count, length};

counted_handle! {
    /// A symmetric weighted neighborhood graph of the documents.
    Graph, manifact_graph, manifact_graph_retain, manifact_graph_free
}

words! {
    /// Weights of the edges.
    GraphWeight {
        /// The cosine.
        Cosine = MANIFACT_WEIGHT_COSINE,
        /// 1.
        Binary = MANIFACT_WEIGHT_BINARY,
        /// exp(-d^2 / (2 b^2)), with the distance d of the unit rows.
        Heat = MANIFACT_WEIGHT_HEAT,
        /// exp(-d_ij^2 / (b_i b_j)), with the distance b_i to the 7th neighbor.
        LocalScaling = MANIFACT_WEIGHT_LOCAL_SCALING,
    }
}

words! {
    /// The measure of nearness of neighbors.
    Metric {
        /// The distance for dense rows of fewer than 50 columns whose lengths differ, else the
        /// cosine.
        Auto = MANIFACT_METRIC_AUTO,
        /// The largest cosine.
        Cosine = MANIFACT_METRIC_COSINE,
        /// The smallest Euclidean distance.
        Euclidean = MANIFACT_METRIC_EUCLIDEAN,
    }
}

words! {
    /// Which neighbor relations, or which entries of a matrix of weights, become edges.
    GraphRule {
        /// The matrix of weights must be symmetric; not for searches.
        Symmetric = MANIFACT_RULE_SYMMETRIC,
        /// One is a neighbor of the other.
        Or = MANIFACT_RULE_OR,
        /// Both are neighbors of each other.
        Mutual = MANIFACT_RULE_MUTUAL,
    }
}

words! {
    /// How neighbors are searched.
    Search {
        /// The graph was not built by a search by cosine.
        None = MANIFACT_SEARCH_NONE,
        /// Exact, and approximate for many documents.
        Auto = MANIFACT_SEARCH_AUTO,
        /// All of the nearest neighbors.
        Exact = MANIFACT_SEARCH_EXACT,
        /// Most of them, in less time.
        Approximate = MANIFACT_SEARCH_APPROXIMATE,
    }
}

/// A search for the nearest neighbors (`manifact_graph_knn_metric`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbors {
    /// Neighbors of each document.
    pub neighbors: usize,
    /// What the nearest neighbors are. A Euclidean distance needs a weight other than the cosine.
    pub metric: Metric,
    /// The weights of the edges.
    pub weight: GraphWeight,
    /// Which neighbors become edges.
    pub rule: GraphRule,
    /// b of the heat weight; 0 = the mean distance over all edges.
    pub bandwidth: f64,
    /// Exact or approximate.
    pub search: Search,
    /// The share of the neighbors that an approximate search aims to find.
    pub recall: f64,
    /// The seed of the samples of an approximate search.
    pub seed: i64,
}

impl Neighbors {
    /// An exact search, weights by cosine, one-sided neighbors become edges.
    pub fn new(neighbors: usize) -> Neighbors {
        Neighbors {
            neighbors,
            metric: Metric::Cosine,
            weight: GraphWeight::Cosine,
            rule: GraphRule::Or,
            bandwidth: 0.0,
            search: Search::Exact,
            recall: 0.95,
            seed: 0,
        }
    }
}

/// How gamma of [`Graph::adaptive`] is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gamma {
    /// Per row, such that each row has the given number of neighbors.
    Row,
    /// This one for all rows, which determines their neighbors.
    Fixed(f64),
}

/// How the neighbors of a graph were found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchInfo {
    /// Exact, approximate, or none.
    pub search: Search,
    /// The estimated share of the nearest neighbors that was found.
    pub recall: f64,
    /// The number of documents that the estimate is based on.
    pub sampled: usize,
}

impl Graph {
    fn made(
        context: &Context,
        call: impl FnOnce(*mut *mut sys::manifact_graph) -> sys::manifact_status,
    ) -> Result<Graph> {
        let mut out = ptr::null_mut();
        let status = call(&mut out);
        made(out, Graph::from_raw, || context.check(status))
    }

    /// The graph of the nearest neighbors of each row.
    pub fn knn(context: &Context, x: &Matrix, search: &Neighbors) -> Result<Graph> {
        Graph::made(context, |out| unsafe {
            sys::manifact_graph_knn_metric(
                context.as_raw(),
                x.as_raw(),
                length(search.neighbors),
                search.metric.code(),
                search.weight.code(),
                search.rule.code(),
                search.bandwidth,
                search.search.code(),
                search.recall,
                search.seed,
                out,
            )
        })
    }

    /// The graph of adaptive neighbors by Euclidean distance (`manifact_graph_adaptive`); an array
    /// larger than `memory_budget` bytes is an error.
    pub fn adaptive(
        context: &Context,
        x: &Matrix,
        neighbors: usize,
        gamma: Gamma,
        memory_budget: i64,
    ) -> Result<Graph> {
        let (mode, gamma) = match gamma {
            Gamma::Row => (sys::MANIFACT_GAMMA_ROW, 0.0),
            Gamma::Fixed(gamma) => (sys::MANIFACT_GAMMA_FIXED, gamma),
        };
        Graph::made(context, |out| unsafe {
            let (context, x) = (context.as_raw(), x.as_raw());
            let neighbors = length(neighbors);
            sys::manifact_graph_adaptive(context, x, neighbors, mode, gamma, memory_budget, out)
        })
    }

    /// A graph from a square matrix of weights >= 0, whose diagonal is dropped.
    pub fn from_matrix(context: &Context, weights: &Matrix, rule: GraphRule) -> Result<Graph> {
        Graph::made(context, |out| unsafe {
            let raw = context.as_raw();
            sys::manifact_graph_from_matrix(raw, weights.as_raw(), rule.code(), out)
        })
    }

    /// The weights as a sparse matrix with both triangles.
    pub fn to_matrix(&self, context: &Context) -> Result<Matrix> {
        let mut out = ptr::null_mut();
        let status =
            unsafe { sys::manifact_graph_to_matrix(context.as_raw(), self.as_raw(), &mut out) };
        made(out, Matrix::from_raw, || context.check(status))
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        count(unsafe { sys::manifact_graph_vertices(self.as_raw()) })
    }

    /// The number of undirected edges.
    pub fn edges(&self) -> usize {
        count(unsafe { sys::manifact_graph_edges(self.as_raw()) })
    }

    /// The number of connected components, isolated vertices included.
    pub fn components(&self) -> usize {
        count(unsafe { sys::manifact_graph_components(self.as_raw()) })
    }

    /// The number of vertices without an edge.
    pub fn isolated(&self) -> usize {
        count(unsafe { sys::manifact_graph_isolated(self.as_raw()) })
    }

    /// Whether the neighbors were found by Euclidean distance or by cosine.
    pub fn metric(&self) -> Metric {
        Metric::from_code(unsafe { sys::manifact_graph_metric(self.as_raw()) })
            .unwrap_or(Metric::Cosine)
    }

    /// How the neighbors were found.
    pub fn search_info(&self) -> Result<SearchInfo> {
        let (mut search, mut recall, mut sampled) = (0, 0.0, 0);
        checked(unsafe {
            let raw = self.as_raw();
            sys::manifact_graph_search_info(raw, &mut search, &mut recall, &mut sampled)
        })?;
        let search = Search::from_code(search).unwrap_or(Search::None);
        Ok(SearchInfo { search, recall, sampled: count(sampled) })
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Graph({} vertices, {} edges)", self.vertices(), self.edges())
    }
}
