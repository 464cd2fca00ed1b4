// Concept factorization as in the papers, with the kernel as a dense matrix and everything
// recomputed in each step: the slow reference of the fast updates. A problem has data, graph and
// weighting; a Textbook has the factors.
#pragma once

#include "methods/registry.hpp"
#include "support/numbers.hpp"
#include "support/sanitized.hpp"

namespace manifact {

// The shape of the usual small problem.
namespace small {
inline constexpr std::int64_t n = 31, m = 26, k = 3;
}

struct ConceptSetting {
  std::string normalization, order, ncw;
  double lambda;
};

// A valid GoogleTest name: letters, digits and underscores.
inline std::string shown(const ConceptSetting &s) {
  std::string name =
      s.normalization + "_" + s.order + "_ncw_" + s.ncw + "_lambda_" + std::to_string(s.lambda);
  for (const char mark : {'.', '-'}) std::replace(name.begin(), name.end(), mark, '_');
  return name;
}
inline std::string shown_parameter(const testing::TestParamInfo<ConceptSetting> &info) {
  return shown(info.param);
}

struct ConceptProblem {
  // Documents, none of them empty; a graph with an isolated vertex.
  ConceptProblem(std::int64_t n, std::int64_t m, std::uint64_t seed)
      : X(random_plain(n, m, seed, 0.3)), S(random_weights(n, 0.15, seed + 1)) {
    for (std::int64_t i = 0; i < n; ++i) X(i, i % m) += 0.5;
    for (std::int64_t i = 0; i < n; ++i) S(i, 2) = S(2, i) = 0;
    K = X * transposed(X);
  }

  // g_i = (K 1)_i^-1/2, or empty.
  std::vector<double> weights(const std::string &ncw) const {
    std::vector<double> g = ncw == "none" ? std::vector<double>{} : row_sums(K);
    for (double &x : g) x = 1 / std::sqrt(x);
    return g;
  }

  Plain X, S, K;
};

struct Textbook {
  Textbook(const ConceptProblem &problem, const ConceptSetting &setting, Plain start_W,
           Plain start_V)
      : K(problem.K),
        S(problem.S),
        D(problem.S.rows, problem.S.rows),
        W(std::move(start_W)),
        V(std::move(start_V)),
        lambda(setting.lambda),
        scale_invariant(setting.normalization == "scale-invariant"),
        W_first(setting.order == "wv"),
        normalization(setting.normalization) {
    const std::vector<double> degrees = row_sums(S), g = problem.weights(setting.ncw);
    for (std::int64_t i = 0; i < S.rows; ++i) D(i, i) = degrees[static_cast<std::size_t>(i)];
    if (setting.ncw != "none") K = scaled(g, K, g);
    if (setting.ncw == "full") {  // D' is not the row sum of S'
      std::vector<double> inverse = g;
      for (double &x : inverse) x = 1 / x;
      S = scaled(inverse, S, inverse);
      D = scaled(inverse, D, inverse);
    }
    if (normalization != "per-update" || !W_first)
      normalize();  // W, V begins with the factors as they are
  }

  Plain M() const { return transposed(W) * (K * W); }
  Plain L() const { return D - S; }

  // lambda_c, so that the penalty is sum_c lambda_c v_c'L v_c.
  std::vector<double> penalties() const {
    std::vector<double> all(static_cast<std::size_t>(V.columns), lambda);
    for (std::size_t c = 0; scale_invariant && c < all.size(); ++c) all[c] *= diagonal(M())[c];
    return all;
  }

  double objective() const {
    const Plain fit = transposed(W) * K * W, smooth = transposed(V) * L() * V;
    double value = inner(fit, transposed(V) * V) - 2 * inner(V, K * W);
    for (const double x : diagonal(K)) value += x;
    for (std::int64_t c = 0; c < V.columns; ++c)
      value += penalties()[static_cast<std::size_t>(c)] * smooth(c, c);
    return value;
  }

  // The sum of the magnitudes of the terms of the objective: its rounding is relative to this.
  double size() const {
    double value = inner(transposed(W) * K * W, transposed(V) * V) + 2 * inner(V, K * W);
    for (const double x : diagonal(K)) value += x;
    const std::vector<double> smooth = diagonal(transposed(V) * D * V);
    for (std::int64_t c = 0; c < V.columns; ++c)
      value += penalties()[static_cast<std::size_t>(c)] * smooth[static_cast<std::size_t>(c)];
    return value;
  }

  // The negative and positive parts of half the gradients.
  Plain V_numerator() const { return K * W + scaled({}, S * V, penalties()); }
  Plain V_denominator() const { return V * M() + scaled({}, D * V, penalties()); }
  Plain W_numerator() const { return K * V; }
  Plain W_denominator() const {
    Plain A = transposed(V) * V;
    const std::vector<double> rho = diagonal(transposed(V) * L() * V);
    for (std::int64_t c = 0; scale_invariant && c < A.rows; ++c)
      A(c, c) += lambda * rho[static_cast<std::size_t>(c)];
    return K * W * A;
  }

  static Plain moved(Plain factor, const Plain &num, const Plain &den, double floor = 0) {
    for (std::size_t e = 0; e < factor.values.size(); ++e)
      factor.values[e] *= num.values[e] / std::fmax(den.values[e], floor);
    return factor;
  }
  void move_V() { V = moved(V, V_numerator(), V_denominator()); }
  void move_W() { W = moved(W, W_numerator(), W_denominator()); }

  void update() {
    if (W_first) move_W();
    move_V();
    if (!W_first) move_W();
    normalize();
  }

  void rescale(const std::vector<double> &s) {
    std::vector<double> inverse = s;
    for (double &x : inverse) x = 1 / x;
    W = scaled({}, W, inverse);
    V = scaled({}, V, s);
  }
  void unit_concepts() { rescale(roots(diagonal(M()), 1)); }
  void unit_memberships() { rescale(roots(diagonal(transposed(V) * V), -1)); }
  void normalize() {
    if (normalization == "scale-invariant" || normalization == "per-update") unit_concepts();
    if (normalization == "unit-memberships") unit_memberships();
  }
  void finish() {
    if (normalization != "none") unit_concepts();
  }
  static std::vector<double> roots(std::vector<double> squares, double power) {
    for (double &x : squares) x = std::pow(x, power / 2);
    return squares;
  }

  Plain K, S, D, W, V;
  double lambda;
  bool scale_invariant, W_first;
  std::string normalization;
};

// The library's algorithm on the same problem, started from given factors.
template <class T = double>
class Factorization {
 public:
  Factorization(const ConceptProblem &problem, const ConceptSetting &setting, std::int64_t k,
                ExecutionContext &run, const char *floor = "relative",
                const std::vector<std::pair<const char *, std::string>> &more = {})
      : options_(options_of("lccf", {{"normalization", setting.normalization},
                                     {"update-order", setting.order},
                                     {"ncw", setting.ncw}})),
        X_(csr<T>(problem.X, run.memory)),
        graph_(graph_of(problem.S, run.memory)) {
    options_.set(*find_option(Key::lambda), setting.lambda);
    options_.set_text(*find_option(Key::floor), floor);
    for (const auto &[name, value] : more)
      options_.set_text(*find_option(std::string_view(name)), value);
    algorithm_ =
        find_method("lccf")->make(Problem<T>{.X = X_.view(),
                                             .graph = setting.lambda > 0 ? &graph_ : nullptr,
                                             .unit_rows = false,
                                             .k = k,
                                             .options = options_,
                                             .run = run});
  }
  void start(const Plain &W, const Plain &V) {
    algorithm_->start({Rng(0), W.values.data(), V.values.data(), nullptr});
  }
  Algorithm<T> *operator->() { return algorithm_.get(); }

 private:
  Options options_;
  Csr<T> X_;
  Graph graph_;
  std::unique_ptr<Algorithm<T>> algorithm_;
};

inline std::vector<ConceptSetting> settings_of(const std::vector<std::string> &normalizations,
                                               const std::vector<double> &lambdas) {
  std::vector<ConceptSetting> all;
  for (const std::string &normalization : normalizations)
    for (const char *order : {"vw", "wv"})
      for (const char *ncw : {"none", "full", "unit-graph"})
        for (const double lambda : lambdas)
          if (!support::is_sanitized || lambda < 100)  // beyond 1: the same code
            all.push_back({normalization, order, ncw, lambda});
  return all;
}

}  // namespace manifact
