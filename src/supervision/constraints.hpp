// What a person says about some of the documents: classes of some, and pairs that belong together
// or apart. RCF paper, eqs 7 to 9.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/array.hpp"
#include "runtime/index.hpp"

namespace manifact {

// first < second; weight in [-1, 1]: > 0 must link, < 0 cannot link.
struct Pair {
  Index first = 0, second = 0;
  double weight = 0;
};

// Checked and normalized; never changes.
struct Constraints {
  Index n = 0;                  // documents
  Array<std::int32_t> classes;  // n: 0 .. C-1, -1 where not known; empty without labels
  std::vector<Index> names;     // C: the labels as given, rising: class 0 is the smallest
  Index labeled = 0;            // documents with a class
  // By (first, second), each once: the mean of what was given, where that is not 0.
  std::vector<Pair> pairs;
  Index repeated = 0;  // pairs given beyond the first time
  // Pairs said to belong together and apart, by other pairs or by labels; weight: the mean.
  std::vector<Pair> contradictions;
  // Cannot-links between documents that must-links of weight 1 and labels chain together.
  std::vector<Pair> conflicts;

  bool empty() const noexcept { return labeled == 0 && pairs.empty(); }
  Index n_classes() const noexcept { return static_cast<Index>(names.size()); }
};

// labels: n, 0 = not known, else a class; null: none. Throws Error(value) for a negative label, a
// weight that is NaN or beyond [-1, 1] or a document that must not be with itself, Error(structure)
// for an index out of range.
Constraints make_constraints(Index n, const std::int32_t *labels, const Index *first,
                             const Index *second, const double *weights, Index n_pairs,
                             const std::shared_ptr<Memory> &memory);

// What the labels say of a pair: 1, -1, or 0 when they say nothing.
int said_by_labels(const Constraints &constraints, Index i, Index j) noexcept;

// The documents of each class.
std::vector<std::vector<Index>> documents_of_classes(const Constraints &constraints);

// The transitive closure: whatever a chain of must-links of weight 1 (and labels) joins must link,
// and a cannot-link between two such groups holds for all their pairs. Softer pairs, groups with a
// conflict inside, and what is between these and others, stay as given. Throws Error(budget) when
// the pairs that follow need more than `budget` bytes.
Constraints transitive_closure(const Constraints &given, Index budget);

// The documents that labels and must-links of at least this weight chain together: group[i], the
// lowest document of the group; i itself for a document alone.
std::vector<Index> linked_groups(const Constraints &constraints, double least = 1);

}  // namespace manifact
