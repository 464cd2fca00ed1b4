// Posteriors of a Gaussian mixture on coordinates z = x P - o, in the form needed to assign
// documents:
//
//   p(c | x)  ~  exp(bias_c + b_c'z - a_c'(z * z))
//
//   variances s_c of each cluster   b_c = mu_c / s_c,  a_c = 1 / (2 s_c)
//                                   bias_c = ln pi_c - sum(mu_c^2 / s_c + ln 2 pi s_c) / 2
//   one matrix S for all            b_c = S^-1 mu_c,   no a: z'S^-1 z is the same for all clusters
//   one matrix S_c of each cluster  b_c = S_c^-1 mu_c, and |H_c'z|^2 / 2 in place of a_c'(z * z),
//                                   with H_c H_c' = S_c^-1
#pragma once

#include <memory>
#include <utility>

#include "linalg/dense/dense.hpp"
#include "linalg/sparse/csr.hpp"
#include "model/fact_reader.hpp"
#include "model/predict/additive_score.hpp"
#include "model/predictor.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Posterior {
  Index r = 0;
  Array<double> basis;              // P, m x r
  Array<double> linear, quadratic;  // r x k: b, a; a is empty for a shared matrix
  Array<double> bias;               // k
  Array<double> origin;             // o, r; empty: 0
  Array<double> whitening = {};     // H: r x k r, cluster by cluster; empty: not full matrices
  // d x k: of the vectors of the documents, whose products are added to the exponent; or empty
  Array<double> vectors = {};
};

// Computes R (n x k) for the rows of Z (n x r), with a row of zeros where skip[i]. Returns the sum
// over the other rows of the logarithms of the normalizing sums. by_vectors: n x k, the products
// of the vectors with mixture.vectors; null: there are none.
double posteriors(const Posterior &mixture, const Dense<double> &Z, const Array<bool> &skip,
                  Dense<double> &R, ExecutionContext &run,
                  const Dense<double> *by_vectors = nullptr);

// The rule: labels by the largest posterior. With rows of unit length, a document without any known
// feature gets label -1 and zeros.
class MixturePosterior final : public Predictor, public ScoredRule {
 public:
  explicit MixturePosterior(Posterior mixture) : mixture_(std::move(mixture)) {}

  const Posterior &mixture() const noexcept { return mixture_; }

  const char *word() const noexcept override {
    return mixture_.whitening.empty() ? "mixture" : "full-mixture";
  }
  bool separates_origin(const KernelSpec &) const noexcept override { return true; }
  ScoreRule score_rule(const Model &model) const noexcept override;
  std::unique_ptr<AdditiveScore> additive_score(const Model &model, const NewDocuments &documents,
                                                const double *V,
                                                ExecutionContext &run) const override;
  bool uses_vectors() const noexcept override { return !mixture_.vectors.empty(); }
  void predict(const Model &model, const NewDocuments &documents, std::int32_t *labels,
               double *memberships, ExecutionContext &run) const override;
  void permute(const std::vector<Index> &order) override;
  std::vector<PredictorPart> parts(Index k) const override;

 private:
  Posterior mixture_;
};

std::unique_ptr<Predictor> read_mixture_posterior(const FactReader &facts, const Model &model);

}  // namespace manifact
