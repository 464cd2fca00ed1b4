//! Clustering of documents, and of any other feature vectors, by graph-regularized matrix
//! factorization: a safe interface to libmanifact.
//!
//! ```no_run
//! use manifact::{Context, Matrix, Solver};
//!
//! # fn main() -> manifact::Result<()> {
//! let context = Context::new()?;
//! let x = Matrix::read(&context, "documents.mtx", Default::default())?;
//! let model = Solver::new(&context, "lccf")?.set("neighbors", 5)?.fit(&x, 10)?;
//! println!("{:?}", model.labels());
//! # Ok(())
//! # }
//! ```
//!
//! * Documents are rows. Indices and labels count from 0; the label -1 means "unassigned" or "not
//!   known".
//! * A function that fails returns an [`Error`] with the status of the library and one sentence.
//! * [`Matrix`], [`Graph`], [`Constraints`], [`Suggestion`], [`Vectorizer`] and [`Model`] do not
//!   change; clones share the data, and threads may share them. A [`Context`] and a [`Solver`] may
//!   move to another thread, but serve one thread at a time.
//! * A panic of a closure of the caller stops the call and goes on when the call has returned.
//!
//! What a function computes is described in `manifact/manifact.h` under the name that its
//! documentation gives.
#![deny(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]
#![cfg_attr(test, allow(clippy::float_cmp))]

mod assign;
mod callbacks;
mod cancel;
mod changes;
mod constraints;
mod context;
mod enums;
mod error;
mod evaluate;
mod files;
mod graph;
mod handle;
mod labels;
mod listing;
mod matrix;
mod model;
mod numbers;
pub mod option;
mod options;
mod ranked;
mod solver;
mod suggestion;
mod table;
mod topics;
mod update;
mod vectorizer;
mod views;

pub use assign::{Assignment, Explanation, Proportions};
pub use callbacks::{LogLevel, Progress};
pub use cancel::CancelToken;
pub use changes::Comparison;
pub use constraints::{ConstraintKind, Constraints, Pair, Seed, SeedLabels};
pub use context::{Context, Memory};
pub use enums::{Block, Change, Direction, Format, Linkage, Score, Weakness};
pub use error::{Error, Result, Status};
pub use evaluate::{evaluate, Evaluation};
pub use graph::{Gamma, Graph, GraphRule, GraphWeight, Metric, Neighbors, Search, SearchInfo};
pub use labels::{assigned, Assigned};
pub use listing::{
    dense_default, has_feature, method_uses, methods, option_words, options, version,
    version_number, MethodInfo, OptionInfo, OptionType,
};
pub use matrix::{Csr, Matrix, Rows};
pub use model::Model;
pub use numbers::{Index, Number};
pub use option::Method;
pub use options::Value;
pub use ranked::Ranked;
pub use solver::Solver;
pub use suggestion::{Suggestion, SuggestionRow};
pub use table::{ArrowArray, ArrowArrayStream, ArrowSchema, ColumnType, Table};
pub use topics::{Edit, GroupTest, TopicNumbers, Tree};
pub use update::Drift;
pub use vectorizer::{Vectorizer, VectorizerBuilder};
