// Constraints: classes of some documents, and pairs of documents that belong together or apart. RCF
// paper, eqs 7 to 9.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// first < second; weight in [-1, 1]: > 0 must-link, < 0 cannot-link.
struct Pair {
  Index first = 0, second = 0;
  double weight = 0;
};

// Checked and normalized; immutable.
struct Constraints {
  Index n = 0;                      // documents
  Array<std::int32_t> classes;      // n: 0 .. C-1, -1 if unknown; empty without labels
  std::vector<Index> class_labels;  // C: as given, ascending; class 0 is the smallest
  Index labeled = 0;                // number of documents with a class
  // Sorted by (first, second), each pair once: the mean of the given weights, if that is not 0.
  std::vector<Pair> pairs;
  Index repeated = 0;  // number of repeated pairs
  // Pairs given both as must-link and cannot-link, by pairs or labels; weight: the mean.
  std::vector<Pair> contradictions;
  // Cannot-links between documents that are chained by must-links of weight 1 and labels.
  std::vector<Pair> conflicts;

  bool empty() const noexcept { return labeled == 0 && pairs.empty(); }
  Index n_classes() const noexcept { return static_cast<Index>(class_labels.size()); }
};

// labels: n, -1 = unknown, otherwise a class >= 0; may be null. Throws Error(value) for another
// label, a weight that is NaN or outside [-1, 1], or a cannot-link of a document with itself, and
// Error(structure) for an index out of range.
Constraints make_constraints(Index n, const std::int32_t *labels, const Index *first,
                             const Index *second, const double *weights, Index n_pairs,
                             const std::shared_ptr<Memory> &memory);

// The relation of two documents by their labels: 1 same class, -1 different, 0 if unknown.
int label_relation(const Constraints &constraints, Index i, Index j) noexcept;

// The documents of each class.
std::vector<std::vector<Index>> documents_of_classes(const Constraints &constraints);

// The transitive closure: all documents chained by must-links of weight 1 (and labels) are
// must-linked, and a cannot-link between two such groups applies to all their pairs. Pairs of
// smaller weight, groups with an internal conflict, and pairs that involve these groups are kept as
// given. Throws Error(budget) if the implied pairs need more than `budget` bytes.
Constraints transitive_closure(const Constraints &constraints, Index budget);

// Groups of documents chained by labels and must-links of at least this weight: group[i] is the
// lowest document of the group, i itself for a single document.
std::vector<Index> linked_groups(const Constraints &constraints, double least = 1);

// The constraints that a clustering violates.

// Sorted by (first, second): must-links between clusters and cannot-links within one, with their
// weights, and with second = -1, weight 1, labeled documents outside the cluster of their class.
// Documents without a cluster violate their labels and must-links.
std::vector<Pair> violations(const Constraints &constraints, const Array<std::int32_t> &labels,
                             const std::vector<Index> &cluster_of_class);

}  // namespace manifact
