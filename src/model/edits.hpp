// Labels and memberships through the edits of a model.
//
// The membership in a merged topic is the largest of those in its parts, so that the topic of a
// document keeps its largest membership. A topic that is split passes its membership on to its
// parts, in proportion to their own memberships and unchanged to the largest of these; one below
// least_divided, which most documents have in most topics, unchanged to all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

inline constexpr Index rows_per_check = 4096;  // between two checks for cancellation

// Documents with less in a topic that is split are not compared with its parts, unless the topic is
// their label.
inline constexpr double least_divided = 1e-3;

// The number of topics after the edit.
Index topics_after(const TopicEdit &edit) noexcept;

// Memberships of documents, n x k row-major, and their labels.
struct Memberships {
  Index k = 0;
  Array<double> V;
  Array<std::int32_t> labels;
};

// The rows of X in the parts of the topic that an edit splits: labels >= 0, and proportions. Only
// those listed in `documents`, ascending, count.
Memberships in_parts(const Model &parts, const DataView<double> &X, const Array<bool> &empty,
                     const std::vector<std::int32_t> &documents, ExecutionContext &run);

// Those after the edit; `parts` as above, or null if no topic is split.
Memberships apply(const TopicEdit &edit, const Memberships &before, const Memberships *parts,
                  ExecutionContext &run);

// Proportions of the fitted clusters as memberships; V as the read-out of the fit takes it.
Memberships proportions_of(const Model &fitted, const double *V, const std::int32_t *labels,
                           Index n, ExecutionContext &run);

// Converts the labels and memberships (n x fitted k) of new documents by the fit to those of the
// model; `memberships` (n x k) may be null.
void apply_edits(const Model &model, const DataView<double> &X, const Array<bool> &empty,
                 const double *fitted, std::int32_t *labels, double *memberships,
                 ExecutionContext &run);

}  // namespace manifact
