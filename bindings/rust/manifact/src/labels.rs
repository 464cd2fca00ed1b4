use crate::assign::{Assignment, Proportions};
use crate::model::Model;

/// The clusters of documents in turn: `None` for a document without one.
#[derive(Clone, Debug)]
pub struct Assigned<'labels>(std::slice::Iter<'labels, i32>);

fn cluster(label: i32) -> Option<usize> {
    usize::try_from(label).ok()
}

impl Iterator for Assigned<'_> {
    type Item = Option<usize>;

    fn next(&mut self) -> Option<Option<usize>> {
        self.0.next().map(|&label| cluster(label))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Assigned<'_> {}

/// Labels, of which -1 is none, as clusters or `None`.
///
/// ```
/// let clusters: Vec<_> = manifact::assigned(&[1, -1, 0]).collect();
/// assert_eq!(clusters, [Some(1), None, Some(0)]);
/// ```
pub fn assigned(labels: &[i32]) -> Assigned<'_> {
    Assigned(labels.iter())
}

impl Model {
    /// [`labels`](Model::labels) as clusters, or `None` for a document that has none.
    pub fn assigned(&self) -> Assigned<'_> {
        assigned(self.labels())
    }

    /// The cluster of a document, or `None` if it has none or the model does not have the document.
    pub fn cluster_of(&self, document: usize) -> Option<usize> {
        self.labels().get(document).copied().and_then(cluster)
    }
}

impl Assignment {
    /// `labels` as clusters, or `None` for a document that has none.
    pub fn assigned(&self) -> Assigned<'_> {
        assigned(&self.labels)
    }
}

impl Proportions {
    /// `labels` as clusters, or `None` for a document that has none.
    pub fn assigned(&self) -> Assigned<'_> {
        assigned(&self.labels)
    }
}
