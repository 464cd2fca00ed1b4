// Symmetric non-negative matrix factorization of the graph (SymNMF):
//
//   min  |S - V V'|^2   over V >= 0, n x k        S = D^-1/2 W D^-1/2, W the nearest-neighbor graph
//
// Kuang, Yun, Park, "SymNMF: nonnegative low-rank approximation of a similarity matrix for graph
// clustering", 2015, eqs 3 and 5. With V'V = I in the place of V >= 0 this is the relaxation of the
// normalized cut; V >= 0 keeps V near a partition, and the arg max of each row is the cluster.
//
//   gradient  4 (V V'V - S V)
//
// Entry x = v_ic, all others fixed, with H = V'V - v_i'v_i and s_ii = 0:
//
//   objective  x^4 + 2 a x^2 + 4 b x + const      a = H_cc + sum_{l != c} v_il^2  >= 0
//                                                 b = sum_{l != c} H_lc v_il - (S V)_ic
//
// It is convex in x: its minimum over x >= 0 is the one real root of x^3 + a x + b, or 0 where
// b >= 0. An update moves each entry there once, row by row (Vandaele et al. 2016): the objective
// never increases. Rows are updated sequentially on one thread, in an order that follows from V
// and S at the start, at a cost of O(k nnz(S) + n k^2) per update.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "graph/laplacian.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "methods/method.hpp"
#include "methods/start/factors.hpp"
#include "methods/start/labels.hpp"
#include "model/predict/rules.hpp"

namespace manifact {
namespace {

// The real root of x^3 + a x + b for a >= 0, b < 0, by Newton's method from above: the cubic is
// convex and increasing there, so that every step ends between the root and the previous iterate.
double root_of_cubic(double a, double b) {
  double x = std::cbrt(-b);
  if (a > 0) x = std::fmin(x, -b / a);
  for (int step = 0; step < 100; ++step) {
    const double next = x - (x * x * x + a * x + b) / (3 * x * x + a);
    if (!(next < x)) break;
    x = next;
  }
  return x;
}

template <class T>
class SymmetricNmf final : public Algorithm<T> {
 public:
  explicit SymmetricNmf(const Problem<T> &problem)
      : problem_(problem), run_(problem.run), S_(normalized_weights(*problem.graph, problem.run)) {
    for (const double s : S_.values) square_ += s * s;
  }

  void start(Start start) override {
    const Index n = problem_.X.rows;
    V_ = Dense<T>(run_.memory, n, problem_.k);
    if (start.V != nullptr) {
      copy_factor(start.V, V_);
    } else if (start.labels != nullptr) {
      begin_with(start.labels);
    } else if (problem_.plan.start == StartKind::random) {
      for (const std::int32_t i : canonical()) draw_row(V_, i, start.rng);
    } else {
      begin_with(first_labels(problem_, start.rng).data());
    }
    refresh();
    if (start.V == nullptr) fit_scale();
    choose_order();
  }

  void update() override {
    const Index k = problem_.k;
    std::vector<double> v(static_cast<std::size_t>(k)), sv(v.size());
    for (const std::int32_t i : order_) {
      for (Index c = 0; c < k; ++c) v[static_cast<std::size_t>(c)] = static_cast<double>(V_(i, c));
      neighbors_of(i, sv.data());
      move_row(v.data(), sv.data());
      for (Index c = 0; c < k; ++c) V_(i, c) = static_cast<T>(v[static_cast<std::size_t>(c)]);
    }
    refresh();
  }

  // |S|^2 - 2 tr(V'S V) + |V'V|^2
  double objective() const override { return not_negative(square_ - 2 * VSV_ + squares_of(G_)); }
  bool monotone() const override { return true; }
  void keep() override { kept_ = V_.copy(); }
  void restore() override {
    V_ = std::move(kept_);
    refresh();
  }
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    for (Index c = 0; c < problem_.k; ++c) f.dead += G_(c, c) > 0 ? 0 : 1;
    f.V = std::move(V_);
    f.predictor = neighbor_average();
    f.lambda = 1;
    return f;
  }

 private:
  // The documents in an order that follows their content.
  std::vector<std::int32_t> canonical() const {
    std::vector<std::int32_t> order(static_cast<std::size_t>(problem_.X.rows));
    std::iota(order.begin(), order.end(), 0);
    if (const Array<std::int32_t> *const given = problem_.canonical_order)
      std::copy_n(given->data(), given->size(), order.begin());
    return order;
  }

  // An update depends on the order of the rows. It is that of V, S V, S^2 V ... at the start, which
  // follow neither the places of the documents nor those of the features; equal rows by content.
  void choose_order() {
    constexpr int most_powers = 4;
    const Index n = V_.rows(), k = problem_.k;
    order_ = canonical();
    std::vector<std::int32_t> rank(order_.size());
    for (std::size_t at = 0; at < order_.size(); ++at)
      rank[static_cast<std::size_t>(order_[at])] = static_cast<std::int32_t>(at);
    Dense<double> Y(run_.memory, n, k), SY(run_.memory, n, k);
    for (Index i = 0; i < n; ++i)
      for (Index c = 0; c < k; ++c) Y(i, c) = static_cast<double>(V_(i, c));
    std::vector<Index> groups = {0, n};  // the places where groups of equal rows begin, and n
    for (int power = 0; power < most_powers && std::ssize(groups) <= n; ++power) {
      if (power > 0) {
        for (Index i = 0; i < n; ++i) neighbors_of(Y, i, SY.row(i));
        std::swap(Y, SY);
      }
      for (Index c = 0; c < k && std::ssize(groups) <= n; ++c) groups = divided(groups, Y, c);
    }
    for (std::size_t g = 0; g + 1 < groups.size(); ++g)
      std::sort(order_.begin() + groups[g], order_.begin() + groups[g + 1],
                [&](std::int32_t i, std::int32_t j) {
                  return rank[static_cast<std::size_t>(i)] < rank[static_cast<std::size_t>(j)];
                });
  }

  // Orders each group by a column of Y, and divides it where that leaps.
  std::vector<Index> divided(const std::vector<Index> &groups, const Dense<double> &Y, Index c) {
    constexpr double rounding = 1e-5;  // of single precision, several times
    double largest = 0;
    for (Index i = 0; i < Y.rows(); ++i) largest = std::fmax(largest, Y(i, c));
    std::vector<Index> parts;
    for (std::size_t g = 0; g + 1 < groups.size(); ++g) {
      const Index begin = groups[g], end = groups[g + 1];
      parts.push_back(begin);
      if (end - begin < 2) continue;
      std::sort(order_.begin() + begin, order_.begin() + end,
                [&](std::int32_t i, std::int32_t j) { return Y(i, c) < Y(j, c); });
      for (Index at = begin + 1; at < end; ++at)
        if (Y(order_[static_cast<std::size_t>(at)], c) -
                Y(order_[static_cast<std::size_t>(at - 1)], c) >
            rounding * largest)
          parts.push_back(at);
    }
    parts.push_back(groups.back());
    return parts;
  }

  // Entries leave zero only slowly.
  void begin_with(const std::int32_t *labels) {
    for (Index i = 0; i < V_.rows(); ++i)
      for (Index c = 0; c < problem_.k; ++c)
        V_(i, c) = static_cast<T>(soft_membership(labels[i], c, problem_.k));
  }

  // G = V'V and tr(V'S V).
  void refresh() {
    const Index n = V_.rows(), k = problem_.k;
    G_ = Dense<double>(run_.memory, k, k);
    VSV_ = 0;
    std::vector<double> sv(static_cast<std::size_t>(k));
    for (Index i = 0; i < n; ++i) {
      neighbors_of(i, sv.data());
      for (Index c = 0; c < k; ++c) {
        const double x = static_cast<double>(V_(i, c));
        VSV_ += x * sv[static_cast<std::size_t>(c)];
        for (Index l = 0; l < k; ++l) G_(c, l) += x * static_cast<double>(V_(i, l));
      }
    }
  }

  // t V with the t that minimizes |S - t^2 V V'|^2.
  void fit_scale() {
    const double square = squares_of(G_);
    if (!(VSV_ > 0 && square > 0)) return;
    const double t = std::sqrt(VSV_ / square);
    for (Index i = 0; i < V_.rows(); ++i)
      for (Index c = 0; c < problem_.k; ++c)
        V_(i, c) = static_cast<T>(t * static_cast<double>(V_(i, c)));
    refresh();
  }

  // Row i of S V.
  void neighbors_of(Index i, double *sv) const { neighbors_of(V_, i, sv); }
  template <class U>
  void neighbors_of(const Dense<U> &V, Index i, double *sv) const {
    std::fill_n(sv, problem_.k, 0.0);
    for (Index e = S_.indptr[i]; e < S_.indptr[i + 1]; ++e) {
      const U *const v = V.row(S_.indices[e]);
      for (Index c = 0; c < problem_.k; ++c) sv[c] += S_.values[e] * static_cast<double>(v[c]);
    }
  }

  // Moves each entry of the row v to its minimum and updates G.
  void move_row(double *v, const double *sv) {
    const Index k = problem_.k;
    add_to_G(v, -1);  // H
    double length = 0;
    for (Index c = 0; c < k; ++c) length += v[c] * v[c];
    for (Index c = 0; c < k; ++c) {
      const double *const h = G_.row(c);
      double b = -sv[c] - h[c] * v[c];
      for (Index l = 0; l < k; ++l) b += h[l] * v[l];
      length -= v[c] * v[c];
      v[c] = b < 0 ? root_of_cubic(std::fmax(0, h[c] + length), b) : 0;
      length += v[c] * v[c];
    }
    add_to_G(v, 1);
  }

  void add_to_G(const double *v, double factor) {
    for (Index c = 0; c < problem_.k; ++c)
      for (Index l = 0; l < problem_.k; ++l) G_(c, l) += factor * v[c] * v[l];
  }

  static double squares_of(const Dense<double> &A) {
    double sum = 0;
    for (Index a = 0; a < A.rows(); ++a)
      for (Index b = 0; b < A.columns(); ++b) sum += A(a, b) * A(a, b);
    return sum;
  }

  Problem<T> problem_;
  ExecutionContext &run_;
  Csr<double> S_;
  double square_ = 0, VSV_ = 0;  // |S|^2, tr(V'S V)
  Dense<T> V_, kept_;
  Dense<double> G_;                  // V'V
  std::vector<std::int32_t> order_;  // in which an update moves the rows
};

constexpr Key symnmf_keys[] = {Key::start,     Key::svd_rank,     Key::smoothing,
                               Key::neighbors, Key::graph_weight, Key::graph_rule,
                               Key::bandwidth, Key::readout,      Key::readout_starts};
constexpr AllowedWords symnmf_words[] = {{Key::start, "random kmeans lsi ncut given"},
                                         {Key::readout, "argmax cosine-kmeans kmeans"}};
constexpr Setting symnmf_settings[] = {{Key::neighbors, "40"},
                                       {Key::graph_weight, "local-scaling"},
                                       {Key::min_df, "2"},
                                       {Key::restarts, "5"},
                                       {Key::max_iterations, "200"}};
// A random start ends in poor minima on a graph of few neighbors.
constexpr Setting symnmf_dense_settings[] = {
    {Key::neighbors, "10"}, {Key::start, "ncut"}, {Key::restarts, "1"}};

}  // namespace

extern const Method symnmf = {
    .name = "symnmf",
    .summary =
        "symmetric non-negative matrix factorization of the nearest-neighbor graph: S ~ V V'",
    .reference = "Kuang, Yun, Park 2015; coordinate descent: Vandaele et al. 2016",
    .dense_scaling = Scaling::automatic,
    .keys = symnmf_keys,
    .defaults = symnmf_settings,
    .dense_defaults = symnmf_dense_settings,
    .words = symnmf_words,
    .graph = GraphSource::neighbors,
    .graph_decides = true,
    .start_input = StartInput::factors,
    .needs_graph = always,
    .make = maker<SymmetricNmf>,
};

}  // namespace manifact
