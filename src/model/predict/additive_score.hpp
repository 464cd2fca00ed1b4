// The score of a cluster c as a sum over the features of a document x:
//
//   score = rest + sum_j contribution_j
//   contribution_j = (x_j - a_j) sum_d B_jd t_d + x_j sum_q s_q y_qj
//
// B and a are shared by all documents. The rest, t and the neighbors y_q with their factors s_q
// belong to the document and the cluster. What is common to all clusters, such as the length of the
// document or its neighbors, is held at its value.
#pragma once

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "graph/graph.hpp"
#include "graph/unit_rows.hpp"
#include "model/model.hpp"
#include "model/proportions.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The terms of one document and cluster. One thread uses it for many documents.
struct ScoreTerms {
  double rest = 0;
  std::vector<double> t;
  // A training document y_q and its factor s_q.
  struct Neighbor {
    Index row;
    double factor;
  };
  std::vector<Neighbor> neighbors;
};

class AdditiveScore {
 public:
  virtual ~AdditiveScore() = default;

  // B, m x width() packed; width 0: no shared part.
  const Array<double> &basis() const noexcept { return *basis_; }
  Index width() const noexcept { return width_; }
  // a, m; empty: 0
  const Array<double> &center() const noexcept { return center_; }

  // Called before the documents are divided among `workers` threads.
  virtual void prepare(Index /*workers*/, ExecutionContext & /*run*/) {}

  // The terms of document i, whose memberships are not all 0, for cluster c. `terms` is empty: rest
  // 0, t of zeros, no neighbors. Does not allocate.
  virtual void set(Index worker, Index i, Index c, ScoreTerms &terms) = 0;

 protected:
  void share(const Array<double> &basis, Index width) noexcept {
    basis_ = &basis;
    width_ = width;
  }
  void own(Array<double> basis, Index width) noexcept {
    own_ = std::move(basis);
    share(own_, width);
  }

  Array<double> center_;

 private:
  const Array<double> *basis_ = &own_;
  Array<double> own_;
  Index width_ = 0;
};

// The score by which a rule compares clusters, as a sum over the features of a document.
struct ScoreRule {
  bool additive;
  const char *sentence;  // the score, or why it is not such a sum
};

// What every rule for new documents says about its score.
class ScoredRule {
 public:
  virtual ~ScoredRule() = default;
  virtual ScoreRule score_rule(const Model &model) const noexcept = 0;

  // The score of these documents, which must outlive it; V: their memberships, n x k. Null unless
  // score_rule() is additive.
  virtual std::unique_ptr<AdditiveScore> additive_score(const Model & /*model*/,
                                                        const NewDocuments & /*documents*/,
                                                        const double * /*V*/,
                                                        ExecutionContext & /*run*/) const {
    return nullptr;
  }
};

// A score whose t has a single entry: factor_i B_c + rest_c.
class ColumnScore final : public AdditiveScore {
 public:
  // factors: of the documents, or empty: 1; rests: of the clusters, or empty: 0.
  ColumnScore(Array<double> basis, Index k, Array<double> factors, Array<double> rests,
              Array<double> center = {})
      : factors_(std::move(factors)), rests_(std::move(rests)) {
    own(std::move(basis), k);
    center_ = std::move(center);
  }
  void set(Index, Index i, Index c, ScoreTerms &terms) override {
    terms.t[static_cast<std::size_t>(c)] = factors_.empty() ? 1 : factors_[i];
    terms.rest = rests_.empty() ? 0 : rests_[c];
  }

 private:
  Array<double> factors_, rests_;
};

// Cosines of documents with training documents as sums over features: x'y / (|x| |y|).
class CosineTerms {
 public:
  CosineTerms(const DataView<double> &X, const DataView<double> &training, ExecutionContext &run)
      : x_(unit_rows(X, run)), y_(unit_rows(training, run)) {}

  // factor cos(x_i, y_q), as a neighbor of `terms`.
  void add(Index i, Index q, double factor, ScoreTerms &terms) const {
    const double xx = x_.square[i], yy = y_.square[q];
    if (!(xx > 0 && yy > 0)) return;
    factor *= x_.factor[i] / std::sqrt(xx) * (y_.factor[q] / std::sqrt(yy));
    terms.neighbors.push_back({q, factor});
  }

 private:
  UnitRows<double> x_, y_;
};

}  // namespace manifact
