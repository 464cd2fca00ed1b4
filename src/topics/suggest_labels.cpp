#include "topics/suggest_labels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "graph/unit_rows.hpp"
#include "model/proportions.hpp"

namespace manifact {
namespace {

constexpr Index rows_at_once = 64;

std::size_t at(Index i) noexcept { return static_cast<std::size_t>(i); }

// The class of each document, also of those that must-links join with a labeled one; -1: unknown.
std::vector<std::int32_t> known_classes(const Constraints &known, Index n) {
  std::vector<std::int32_t> classes(at(n), -1);
  if (known.labeled == 0) return classes;
  const std::vector<Index> group = linked_groups(known);
  std::vector<std::int32_t> of_group(at(n), -1);
  for (Index i = 0; i < n; ++i)
    if (known.classes[i] >= 0) of_group[at(group[at(i)])] = known.classes[i];
  for (Index i = 0; i < n; ++i)
    classes[at(i)] = known.classes[i] >= 0 ? known.classes[i] : of_group[at(group[at(i)])];
  return classes;
}

class LabelSuggester {
 public:
  LabelSuggester(const Model &model, const DataView<double> &X, const Constraints &known,
                 ExecutionContext &run)
      : rows_(unit_rows(X, run)),
        run_(run),
        classes_(known_classes(known, X.rows)),
        clusters_(at(model.k)),
        margins_(run.memory, X.rows),
        typical_(run.memory, X.rows),
        nearest_(run.memory, X.rows),
        wide_(run.memory, X.columns) {
    std::vector<double> shares(at(model.k));
    for (Index i = 0; i < X.rows; ++i) {
      membership_proportions(model, i, 1, shares.data());
      margins_[i] = margin_of(shares.data(), model.k);
      if (model.labels[i] >= 0) add(clusters_[at(model.labels[i])], i);
    }
  }

  // False if there is no document left.
  bool ask(std::vector<LabelQuestion> &questions) {
    Cluster *best = nullptr;
    for (Cluster &each : clusters_)
      if (!each.open.empty() && (best == nullptr || each.doubt() > best->doubt())) best = &each;
    if (best == nullptr) return false;
    run_.monitor.check();
    if (!best->is_seen) see(*best);
    double most = -1;
    auto chosen = best->open.begin();
    for (auto i = best->open.begin(); i != best->open.end(); ++i) {
      const double value = std::fmax(0, typical_[*i]) * (1 - nearest_[*i]) * (1 - margins_[*i] / 2);
      if (!(value > most)) continue;
      most = value;
      chosen = i;
    }
    const Index document = *chosen;
    best->open.erase(chosen);
    ++best->asked;
    compare(*best, document);
    questions.push_back({document, margins_[document]});
    return true;
  }

 private:
  struct Cluster {
    std::vector<std::int32_t> all, open;  // documents, ascending; without a label
    std::vector<std::int32_t> labeled;
    std::map<std::int32_t, Index> labels;  // of each class
    Index asked = 0;
    bool is_seen = false;

    double doubt() const {
      Index most = 0;
      for (const auto &each : labels) most = std::max(most, each.second);
      const auto known = static_cast<double>(labeled.size());
      return std::sqrt(static_cast<double>(all.size())) * (1 + known - static_cast<double>(most)) /
             (2 + known + static_cast<double>(asked));
    }
  };

  void add(Cluster &cluster, Index i) {
    const auto document = static_cast<std::int32_t>(i);
    cluster.all.push_back(document);
    if (classes_[at(i)] >= 0) {
      cluster.labeled.push_back(document);
      ++cluster.labels[classes_[at(i)]];
    } else if (rows_.square[i] > 0) {
      cluster.open.push_back(document);
    }
  }

  // Calls body(document, product with wide_) for the documents without a label.
  template <class Body>
  void each_product(const Cluster &cluster, const Body &body) {
    const auto open = static_cast<Index>(cluster.open.size());
    run_.pool.blocks(open, rows_at_once, [&](Index begin, Index end) {
      for (Index d = begin; d < end; ++d) {
        const Index i = cluster.open[at(d)];
        body(i, dot_row(wide_.data(), rows_, i) / std::sqrt(rows_.square[i]));
      }
    });
  }

  // How typical the documents are, and how near they are to those with labels.
  void see(Cluster &cluster) {
    cluster.is_seen = true;
    for (const Index i : cluster.all) {
      if (!(rows_.square[i] > 0)) continue;
      const DataRow<double> x = rows_.X.row(i);
      const double scale = rows_.factor[i] / std::sqrt(rows_.square[i]);
      for (Index e = 0; e < x.size(); ++e) wide_[x.column(e)] += x[e] * scale;
    }
    double square = 0;
    for (const double value : wide_) square += value * value;
    const double length = square > 0 ? std::sqrt(square) : 1;
    each_product(cluster, [&](Index i, double product) { typical_[i] = product / length; });
    std::fill(wide_.begin(), wide_.end(), 0);
    for (const Index i : cluster.labeled) compare(cluster, i);
  }

  void compare(const Cluster &cluster, Index with) {
    if (!(rows_.square[with] > 0)) return;
    rows_.expand(with, wide_);
    const double length = std::sqrt(rows_.square[with]);
    each_product(cluster, [&](Index i, double product) {
      nearest_[i] = std::clamp(product / length, nearest_[i], 1.0);
    });
    rows_.clear(with, wide_);
  }

  UnitRows<double> rows_;
  ExecutionContext &run_;
  std::vector<std::int32_t> classes_;
  std::vector<Cluster> clusters_;
  Array<double> margins_, typical_, nearest_;
  Array<double> wide_;  // workspace by column, zero between uses
};

}  // namespace

std::vector<LabelQuestion> suggest_labels(const Model &model, const DataView<double> &X,
                                          const Constraints &known, Index count,
                                          ExecutionContext &run) {
  LabelSuggester suggester(model, X, known, run);
  std::vector<LabelQuestion> questions;
  while (static_cast<Index>(questions.size()) < count && suggester.ask(questions)) {
  }
  return questions;
}

}  // namespace manifact
