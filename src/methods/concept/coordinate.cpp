// Coordinate descent for a linear kernel K = Y Y', Y = diag(g) X: each entry to the exact minimum over v >= 0 with all others fixed, so that the
// objective never rises. Halved gradients and curvatures, M = W'KW, kap = diag(M), lambda_c = lambda kap_c (or lambda):
//
//   V, row i   dv_ic = (v_i M)_c - (KW)_ic + lambda_c (d_i v_ic - (S V)_ic)       q_c = M_cc + lambda_c d_i
//   W, row i   dw_i  = y_i R,   R = Y'(W A - V),   A = V'V + lambda diag(rho)     q_c = |y_i|^2 A_cc
//
// The row is moved with its gradient up to date, then R <- R + y_i'(dw_i A). Rows of V touch each other through S only: rows of one colour
// of the graph go in parallel. Rows of W share R and go one after another.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "graph/colouring.hpp"
#include "linalg/kernels.hpp"
#include "linalg/products.hpp"
#include "methods/concept/update.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr std::int64_t step = 64;    // rows a task
constexpr double zero = 1e-16;       // of the largest entry: an entry at its bound, not 0, or multiplicative updates could never move it again
constexpr std::int64_t look = 4096;  // rows between two looks at cancel

template <class T>
double bound_of(const Dense<T> &factor) {
  T most = 0;
  for (std::int64_t e = 0; e < factor.size(); ++e) most = factor.data()[e] > most ? factor.data()[e] : most;
  return zero * static_cast<double>(most);
}

template <class T>
class CoordinateDescent final : public UpdateRule<T> {
 public:
  CoordinateDescent(const ConceptState<T> &s, int sweeps, const Array<std::int32_t> *order, Run &run)
      : Y_(s.K->rows()), sweeps_(sweeps), order_(order), squares_(run.memory, s.K->size()) {
    if (Y_.X.rows == 0) fail(Status::option, "update=cd needs the linear kernel");
    double most = 0;
    for (std::int64_t i = 0; i < squares_.size(); ++i) most = std::fmax(most, s.K->diagonal(i));
    // A document of next to no length has no say, and dividing by its square would overflow.
    for (std::int64_t i = 0; i < squares_.size(); ++i) squares_[i] = s.K->diagonal(i) > negligible * most ? s.K->diagonal(i) : 0;
    if (!s.L.empty()) colouring_ = greedy_colouring<T>(s.L.S.view(), run.memory, order);
  }

  const char *name() const noexcept override { return "coordinate descent"; }

  void V_step(ConceptState<T> &s, Run &run) override {
    const std::int64_t n = s.V.rows(), width = s.V.stride();
    const Array<double> M = in_double(s.M, width, run), lambdas = padded<double>(s.penalties(run), width, run);
    low_ = bound_of(s.V);
    if (s.L.empty()) {
      over_rows(n, width, run, [&](std::int64_t i, const Desk &desk) { move_V(s, i, M, nullptr, desk); });
      return;
    }
    for (std::int64_t c = 0; c < colouring_.classes(); ++c) {
      const std::int64_t first = colouring_.starts[static_cast<std::size_t>(c)], end = colouring_.starts[static_cast<std::size_t>(c) + 1];
      const std::int32_t *const rows = colouring_.vertices.data() + first;
      over_rows(end - first, width, run, [&](std::int64_t r, const Desk &desk) { move_V(s, rows[r], M, lambdas.data(), desk); });
    }
  }

  void W_step(ConceptState<T> &s, Run &run) override {
    const std::int64_t n = s.W.rows(), k = s.W.columns(), width = s.W.stride();
    low_ = bound_of(s.W);
    const Dense<T> A = s.metric_of_W();
    Dense<T> B(run.memory, n, k);  // W A - V
    multiply(s.W, A, B, run.team);
    run.team.blocks(n, step, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t e = begin * width; e < end * width; ++e) B.data()[e] -= s.V.data()[e];
    });
    Dense<T> R = s.K->concepts(B, run);
    const Array<double> metric = in_double(A, width, run);
    const Desk desk = desk_of(0, width, run);
    for (std::int64_t r = 0; r < n; ++r) {
      if (r % look == 0) run.monitor.check();
      move_W(s, order_ != nullptr ? (*order_)[r] : r, metric, R, desk);
    }
  }

 private:
  // Scratch of one thread, rows of `width`.
  struct Desk {
    double *row, *gradient, *extra;
    T *sum;
  };

  Desk desk_of(std::int64_t thread, std::int64_t width, Run &run) {
    if (scratch_.rows() != run.team.threads() || scratch_.columns() != 3 * width) {
      scratch_ = Dense<double>(run.memory, run.team.threads(), 3 * width);
      sums_ = Dense<T>(run.memory, run.team.threads(), width);
    }
    double *const first = scratch_.row(thread);
    return {first, first + width, first + 2 * width, sums_.row(thread)};
  }

  // k x k, of another stride.
  static Array<double> in_double(const Dense<T> &A, std::int64_t width, Run &run) {
    Array<double> twin(run.memory, A.rows() * width);
    for (std::int64_t a = 0; a < A.rows(); ++a)
      for (std::int64_t b = 0; b < A.columns(); ++b) twin[a * width + b] = static_cast<double>(A(a, b));
    return twin;
  }

  // body(i, desk) for i in 0 .. count-1; tasks must not allocate.
  template <class Body>
  void over_rows(std::int64_t count, std::int64_t width, Run &run, const Body &body) {
    const std::int64_t threads = run.team.threads();
    desk_of(0, width, run);
    std::atomic<std::int64_t> next{0};
    run.team.each(std::min(threads, (count + step - 1) / step), [&](std::int64_t thread) {
      const Desk desk = desk_of(thread, width, run);
      for (std::int64_t begin; (begin = next.fetch_add(step, std::memory_order_relaxed)) < count;)
        for (std::int64_t i = begin; i < std::min(begin + step, count); ++i) body(i, desk);
    });
  }

  // lambdas null: no graph.
  void move_V(ConceptState<T> &s, std::int64_t i, const Array<double> &M, const double *lambdas, const Desk &desk) const noexcept {
    const std::int64_t k = s.V.columns(), width = s.V.stride();
    T *const v = s.V.row(i);
    const T *const KW = s.pull().row(i);
    std::copy(v, v + width, desk.row);
    kernels<double>().times(desk.row, width, k, M.data(), width, 1, desk.gradient);
    for (std::int64_t c = 0; c < width; ++c) desk.gradient[c] -= static_cast<double>(KW[c]);
    if (lambdas != nullptr) {
      kernels<T>().spmm(s.L.S.indptr.data(), s.L.S.indices.data(), s.L.S.values.data(), i, i + 1, s.V.data(), width, desk.sum);
      const double d = static_cast<double>(s.L.d[i]);
      for (std::int64_t c = 0; c < width; ++c) {
        desk.gradient[c] += lambdas[c] * (d * desk.row[c] - static_cast<double>(desk.sum[c]));
        desk.extra[c] = lambdas[c] * d;
      }
    }
    kernels<double>().descend(desk.row, desk.gradient, M.data(), lambdas != nullptr ? desk.extra : nullptr, 1, k, width, sweeps_, low_);
    for (std::int64_t c = 0; c < k; ++c) v[c] = static_cast<T>(desk.row[c]);
  }

  void move_W(ConceptState<T> &s, std::int64_t i, const Array<double> &A, Dense<T> &R, const Desk &desk) const noexcept {
    const std::int64_t k = s.W.columns(), width = s.W.stride();
    if (!(squares_[i] > 0)) return;
    T *const w = s.W.row(i);
    const double g = Y_.g == nullptr ? 1 : static_cast<double>(Y_.g[i]);
    kernels<T>().spmm(Y_.X.indptr, Y_.X.indices, Y_.X.values, i, i + 1, R.data(), width, desk.sum);
    for (std::int64_t c = 0; c < width; ++c) desk.extra[c] = desk.gradient[c] = g * static_cast<double>(desk.sum[c]);
    std::copy(w, w + width, desk.row);
    kernels<double>().descend(desk.row, desk.gradient, A.data(), nullptr, squares_[i], k, width, sweeps_, low_);
    for (std::int64_t c = 0; c < k; ++c) w[c] = static_cast<T>(desk.row[c]);
    bool moved = false;
    for (std::int64_t c = 0; c < width; ++c) {
      desk.sum[c] = static_cast<T>((desk.gradient[c] - desk.extra[c]) * (g / squares_[i]));  // g_i dw_i A
      moved = moved || desk.sum[c] != 0;
    }
    const std::int64_t from = Y_.X.indptr[i];
    if (moved) kernels<T>().spread(Y_.X.indices + from, Y_.X.values + from, Y_.X.indptr[i + 1] - from, desk.sum, width, R.data());
  }

  static constexpr double negligible = static_cast<double>(std::numeric_limits<T>::epsilon()) * static_cast<double>(std::numeric_limits<T>::epsilon());

  KernelRows<T> Y_;
  int sweeps_;
  const Array<std::int32_t> *order_;
  Array<double> squares_;
  double low_ = 0;
  Colouring colouring_;
  Dense<double> scratch_;  // by thread
  Dense<T> sums_;
};

}  // namespace

template <class T>
std::unique_ptr<UpdateRule<T>> coordinate_descent(const ConceptState<T> &state, int sweeps, const Array<std::int32_t> *order, Run &run) {
  return std::make_unique<CoordinateDescent<T>>(state, sweeps, order, run);
}

template std::unique_ptr<UpdateRule<float>> coordinate_descent<float>(const ConceptState<float> &, int, const Array<std::int32_t> *, Run &);
template std::unique_ptr<UpdateRule<double>> coordinate_descent<double>(const ConceptState<double> &, int, const Array<std::int32_t> *, Run &);

}  // namespace manifact
