#include "model/edits.hpp"

#include <algorithm>
#include <utility>

#include "linalg/sparse/csr.hpp"
#include "model/proportions.hpp"

namespace manifact {
namespace {

Memberships all_in_parts(const Model &parts, const NewDocuments &documents, ExecutionContext &run) {
  const Index n = documents.X.rows;
  Array<double> V(run.memory, n * parts.k);
  Array<std::int32_t> labels(run.memory, n);
  parts.predictor->predict(parts, documents, labels.data(), V.data(), run);
  // A document without a feature of the topic goes to the largest part, which is the first.
  for (std::int32_t &label : labels) label = std::max(label, 0);
  return proportions_of(parts, V.data(), labels.data(), n, run);
}

// The documents that belong to a topic, by their label or by least_divided of a membership.
std::vector<std::int32_t> documents_of(const Memberships &memberships, Index topic) {
  std::vector<std::int32_t> documents;
  for (Index i = 0; i < memberships.labels.size(); ++i)
    if (memberships.labels[i] == topic || memberships.V[i * memberships.k + topic] >= least_divided)
      documents.push_back(static_cast<std::int32_t>(i));
  return documents;
}

}  // namespace

Index topics_after(const TopicEdit &edit) noexcept {
  const Index last = *std::max_element(edit.to.begin(), edit.to.end());
  const bool splits_last = edit.split >= 0 && edit.to[static_cast<std::size_t>(edit.split)] == last;
  return last + (splits_last ? edit.parts->k : 1);
}

Memberships proportions_of(const Model &fitted, const double *V, const std::int32_t *labels,
                           Index n, ExecutionContext &run) {
  const Index k = fitted.k;
  Memberships found{k, Array<double>(run.memory, n * k), Array<std::int32_t>(run.memory, n)};
  const Proportions proportions(fitted.readout, k);
  for (Index i = 0; i < n; ++i) {
    if (i % rows_per_check == 0) run.monitor.check();
    proportions.row(V + i * k, found.V.data() + i * k);
  }
  std::copy_n(labels, n, found.labels.begin());
  return found;
}

Memberships in_parts(const Model &parts, const DataView<double> &X, const Array<bool> &empty,
                     const std::vector<std::int32_t> &documents, ExecutionContext &run) {
  const auto n = static_cast<Index>(documents.size());
  if (n == X.rows) return all_in_parts(parts, {X, empty.copy()}, run);
  const bool selects = !X.is_dense();  // few rows of many; dense ones cannot be selected
  Memberships some;
  if (selects) {
    const Csr<double> rows = selected_rows(X.sparse(), documents.data(), n, run.memory);
    Array<bool> is_empty(run.memory, n);
    for (Index d = 0; d < n; ++d) is_empty[d] = DataView<double>(rows).is_empty(d);
    some = all_in_parts(parts, {rows, std::move(is_empty)}, run);
  } else {
    some = all_in_parts(parts, {X, empty.copy()}, run);
  }
  Memberships all{parts.k, Array<double>(run.memory, X.rows * parts.k),
                  Array<std::int32_t>(run.memory, X.rows)};
  for (Index d = 0; d < n; ++d) {
    const Index i = documents[static_cast<std::size_t>(d)], from = selects ? d : i;
    all.labels[i] = some.labels[from];
    std::copy_n(some.V.data() + from * parts.k, parts.k, all.V.data() + i * parts.k);
  }
  return all;
}

Memberships apply(const TopicEdit &edit, const Memberships &before, const Memberships *parts,
                  ExecutionContext &run) {
  const Index n = before.labels.size(), k = topics_after(edit);
  Memberships after{k, Array<double>(run.memory, n * k), Array<std::int32_t>(run.memory, n)};
  for (Index i = 0; i < n; ++i) {
    if (i % rows_per_check == 0) run.monitor.check();
    const double *const v = before.V.data() + i * before.k;
    double *const w = after.V.data() + i * k;
    for (Index c = 0; c < before.k; ++c) {
      const Index to = edit.to[static_cast<std::size_t>(c)];
      if (to < 0) continue;
      if (c != edit.split) {
        w[to] = std::max(w[to], v[c]);
        continue;
      }
      const double *const share = parts->V.data() + i * parts->k;
      const double most = *std::max_element(share, share + parts->k);
      for (Index p = 0; p < parts->k; ++p) w[to + p] = most > 0 ? v[c] * share[p] / most : v[c];
    }
    const std::int32_t label = before.labels[i];
    const Index to = label < 0 ? -1 : edit.to[static_cast<std::size_t>(label)];
    const Index part = label >= 0 && label == edit.split ? parts->labels[i] : 0;
    after.labels[i] = static_cast<std::int32_t>(to < 0 ? -1 : to + part);
  }
  return after;
}

void apply_edits(const Model &model, const DataView<double> &X, const Array<bool> &empty,
                 const double *fitted, std::int32_t *labels, double *memberships,
                 ExecutionContext &run) {
  Memberships now = proportions_of(model.fitted(), fitted, labels, X.rows, run);
  for (const TopicEdit &edit : model.edits.list) {
    Memberships parts;
    if (edit.parts) parts = in_parts(*edit.parts, X, empty, documents_of(now, edit.split), run);
    now = apply(edit, now, &parts, run);
  }
  std::copy(now.labels.begin(), now.labels.end(), labels);
  if (memberships != nullptr) std::copy(now.V.begin(), now.V.end(), memberships);
}

}  // namespace manifact
