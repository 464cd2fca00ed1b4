// Subspace iteration with Chebyshev filters and Rayleigh-Ritz projections (Zhou, Saad 2007):
//
//   Y orthonormal, H = Y'A Y = Q diag(theta) Q', Y <- Y Q      theta_1 >= ... >= theta_b
//   Y <- T_d((A - center) / half) Y      with [lowest, theta_b] = center +- half
//
// The polynomial is at most 1 on [lowest, theta_b] and grows fast beyond. A block of b > count
// vectors finds eigenvalues of multiplicity up to b, and misses none if the operator is block
// diagonal. If more than b eigenvalues coincide, none is separated from theta_b; when the residuals
// stop decreasing, the filter interval is therefore shortened below theta_b.
#include "linalg/eigen/eigenpairs.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/eigen/symmetric_eigen.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Q diag(values) Q' of a small symmetric matrix.
struct Spectrum {
  Array<double> values, Q;
};

template <class T>
Spectrum spectrum_of(const Dense<T> &H, const Array<double> &scale, ExecutionContext &run) {
  const Index b = H.rows();
  Spectrum s{.values = Array<double>(run.memory, b), .Q = Array<double>(run.memory, b * b)};
  for (Index i = 0; i < b; ++i)
    for (Index j = 0; j < b; ++j)
      s.Q[i * b + j] =
          scale[i] * scale[j] * (static_cast<double>(H(i, j)) + static_cast<double>(H(j, i))) / 2;
  if (!symmetric_eigen(b, s.Q.data(), s.values.data(), run))
    fail(Status::numerics, "the eigenvalues of a projected operator are not finite");
  return s;
}

// The total length of vectors of which this process has n entries.
template <class T>
Index whole_length(const Dense<T> *, Index n, ExecutionContext &) {
  return n;
}
template <class T>
Index whole_length(const Tall<T> *, Index n, ExecutionContext &run) {
  return run.total(n);
}

// Makes the bits the same on all processes, which base decisions on them and may use different
// BLAS.
template <class T>
void agree_on(Spectrum &, const Dense<T> *, ExecutionContext &) {}
template <class T>
void agree_on(Spectrum &s, const Tall<T> *, ExecutionContext &run) {
  constexpr auto bytes = static_cast<Index>(sizeof(double));
  run.collective->take_first(s.values.data(), s.values.size() * bytes);
  run.collective->take_first(s.Q.data(), s.Q.size() * bytes);
}

// Block: Dense<T>, or Tall<T> for vectors with an entry for each document.
template <class T, class Block>
class SubspaceIteration {
 public:
  SubspaceIteration(Index n, const EigenRequest &request, const SymmetricOperator<T> &A,
                    ExecutionContext &run)
      : request_(request),
        A_(A),
        run_(run),
        width_(block_width(whole_length(static_cast<const Block *>(nullptr), n, run),
                           request.count + request.guards)),
        Y_(run.memory, n, width_),
        AY_(run.memory, n, width_),
        next_(run.memory, n, width_) {}

  Eigenpairs<T> find(Rng &rng) {
    start(Y_, rng);
    Eigenpairs<T> found;
    for (;;) {
      orthonormalize();
      project();
      ++found.rounds;
      found.residuals = residuals();
      const double origin = std::isnan(request_.origin) ? request_.lowest : request_.origin;
      const double size =
          std::fmax(request_.least_size, std::fabs(theta_[request_.count - 1] - origin));
      const double largest = *std::max_element(found.residuals.begin(), found.residuals.end());
      found.converged =
          largest <= std::fmax(request_.tolerance * size, rounding * std::fabs(theta_[0]));
      if (found.converged || found.rounds >= request_.rounds) break;
      run_.monitor.report(found.rounds, request_.rounds);
      adjust(largest / residual_);
      residual_ = largest;
      filter(found.rounds);
    }
    found.products = products_;
    found.values = Array<double>(run_.memory, std::min(request_.count + request_.guards, width_));
    found.vectors = Dense<T>(run_.memory, Y_.rows(), request_.count);
    std::copy_n(theta_.begin(), found.values.size(), found.values.begin());
    for (Index i = 0; i < Y_.rows(); ++i)
      for (Index c = 0; c < request_.count; ++c) found.vectors(i, c) = Y_(i, c);
    return found;
  }

 private:
  static constexpr double rounding = sizeof(T) == 8 ? 1e-13 : 2e-6;

  void start(Dense<T> &Y, Rng &rng) {
    for (Index i = 0; i < Y.rows(); ++i)
      for (Index c = 0; c < width_; ++c)
        Y(request_.order != nullptr ? (*request_.order)[i] : i, c) =
            static_cast<T>(rng.uniform() - 0.5);
  }
  void start(Tall<T> &Y, Rng &rng) {
    const std::int32_t *const order = request_.order != nullptr ? request_.order->data() : nullptr;
    run_.collective->draw_rows(Y.rows(), rng, order, [&](Index i, Rng &numbers) {
      for (Index c = 0; c < width_; ++c) Y(i, c) = static_cast<T>(numbers.uniform() - 0.5);
    });
  }

  static constexpr double stalled = 0.5;  // relative to the previous residual
  static constexpr double least_slack = 1e-3, most_slack = 0.25;

  // Adapts the slack to the reduction of the residual. If eigenvalues are merely close, slack
  // weakens the filter, so an increase that made a round worse is undone.
  void adjust(double left) {
    if (!(left > stalled)) {
      left_ = std::numeric_limits<double>::infinity();
      rising_ = true;
      return;
    }
    if (left > left_) rising_ = !rising_;
    left_ = left;
    if (rising_)
      slack_ = std::clamp(2 * slack_, least_slack, most_slack);
    else
      slack_ = slack_ > least_slack ? slack_ / 2 : 0;
  }

  // Y <- Y N with (Y N)'(Y N) = I, by the eigendecomposition of the Gram matrix of the normalized
  // columns; repeated while the matrix was far from I.
  void orthonormalize() {
    for (int pass = 0; pass < 4; ++pass) {
      run_.monitor.check();
      const Dense<T> G = gram(Y_, Y_, run_);
      Array<double> inverse(run_.memory, width_);
      for (Index c = 0; c < width_; ++c)
        inverse[c] =
            static_cast<double>(G(c, c)) > 0 ? 1 / std::sqrt(static_cast<double>(G(c, c))) : 1;
      Spectrum s = spectrum_of(G, inverse, run_);
      agree_on(s, static_cast<const Block *>(nullptr), run_);
      const double least = rounding * static_cast<double>(width_);
      const bool good = s.values[width_ - 1] > 0.5;
      for (Index i = 0; i < width_; ++i)
        for (Index c = 0; c < width_; ++c)
          s.Q[i * width_ + c] *= inverse[i] / std::sqrt(std::fmax(s.values[c], least));
      rotate(Y_, s.Q);
      if (good) break;
    }
  }

  // Y and A Y in the basis of the eigenvectors of Y'A Y.
  void project() {
    apply(Y_, AY_);
    Array<double> ones(run_.memory, width_);
    for (double &x : ones) x = 1;
    Spectrum s = spectrum_of(gram(Y_, AY_, run_), ones, run_);
    agree_on(s, static_cast<const Block *>(nullptr), run_);
    rotate(Y_, s.Q);
    rotate(AY_, s.Q);
    theta_ = std::move(s.values);
  }

  Array<double> residuals() {
    Array<double> minus(run_.memory, width_);
    for (Index c = 0; c < width_; ++c) minus[c] = -theta_[c];
    combine(AY_, 1, Y_, minus, next_);
    const Array<double> all = column_lengths(next_, run_);
    Array<double> lengths(run_.memory, request_.count);
    std::copy_n(all.begin(), request_.count, lengths.begin());
    return lengths;
  }

  // T_0 = Y, T_1 = (A Y - center Y) / half, T_j+1 = 2 (A T_j - center T_j) / half - T_j-1. The
  // degree is limited so that the amplification of the largest eigenvalue stays within what
  // orthonormalization can undo.
  void filter(Index round) {
    const double cut = theta_[width_ - 1] - slack_ * (theta_[width_ - 1] - request_.lowest),
                 half = (cut - request_.lowest) / 2, center = (cut + request_.lowest) / 2;
    // The block spans the whole space: applies A once, plus a multiple of Y that keeps the
    // directions independent.
    if (!(half > rounding * std::fabs(theta_[0]))) {
      combine(AY_, 1, Y_, constant(1e-6 * theta_[0] - request_.lowest), Y_);
      return;
    }
    const double growth = std::acosh(std::fmax(1 + 1e-9, (theta_[0] - center) / half));
    const double most = sizeof(T) == 8 ? (round < 3 ? 1e7 : 1e11) : (round < 3 ? 1e3 : 1e5);
    const Index degree =
        std::clamp<Index>(static_cast<Index>(std::log(most) / growth), 1, request_.most_degree);
    combine(AY_, 1 / half, Y_, constant(-center / half), next_);
    for (Index j = 1; j < degree; ++j) {
      apply(next_, AY_);
      combine(AY_, 2 / half, next_, constant(-2 * center / half), AY_);
      combine(AY_, 1, Y_, constant(-1), Y_);
      std::swap(Y_, next_);
      run_.monitor.check();
    }
    std::swap(Y_, next_);
  }

  void apply(const Block &B, Block &out) {
    A_(B, out);
    ++products_;
  }

  Array<double> constant(double value) {
    Array<double> all(run_.memory, width_);
    for (double &x : all) x = value;
    return all;
  }

  // out = a A + B diag(b)
  void combine(const Block &A, double a, const Block &B, const Array<double> &b, Block &out) {
    const Array<T> factor = padded<T>(b, B.stride(), run_);
    run_.pool.blocks(A.rows(), 1024, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        const T *x = A.row(i), *y = B.row(i);
        T *z = out.row(i);
        for (Index c = 0; c < A.stride(); ++c) z[c] = static_cast<T>(a) * x[c] + factor[c] * y[c];
      }
    });
  }

  // A <- A Q
  void rotate(Block &A, const Array<double> &Q) {
    Dense<T> rotation(run_.memory, width_, width_);
    for (Index i = 0; i < width_; ++i)
      for (Index c = 0; c < width_; ++c) rotation(i, c) = static_cast<T>(Q[i * width_ + c]);
    multiply(A, rotation, next_, run_.pool);
    std::swap(A, next_);
  }

  EigenRequest request_;
  const SymmetricOperator<T> &A_;
  ExecutionContext &run_;
  Index width_;
  Block Y_, AY_, next_;
  Array<double> theta_;
  Index products_ = 0;
  double residual_ = std::numeric_limits<double>::infinity();  // of the previous round
  // The ratio of the residual to that of the previous round; empty if that round was not stalled.
  double left_ = std::numeric_limits<double>::infinity();
  bool rising_ = true;
  double slack_ = 0;  // distance of the filter below theta_b, relative to that of `lowest`
};

}  // namespace

Index block_width(Index n, Index count) noexcept {
  return std::min(n, count + std::max<Index>(8, count / 4));
}

template <class T>
Eigenpairs<T> largest_eigenpairs(Index n, const EigenRequest &request,
                                 const SymmetricOperator<T> &A, Rng rng, ExecutionContext &run) {
  return SubspaceIteration<T, Dense<T>>(n, request, A, run).find(rng);
}

template <class T>
Eigenpairs<T> largest_eigenpairs_of_documents(Index n, const EigenRequest &request,
                                              const SymmetricOperator<T> &A, Rng rng,
                                              ExecutionContext &run) {
  return SubspaceIteration<T, Tall<T>>(n, request, A, run).find(rng);
}

#define MANIFACT_INSTANTIATE(T)                                                            \
  template Eigenpairs<T> largest_eigenpairs<T>(                                            \
      Index, const EigenRequest &, const SymmetricOperator<T> &, Rng, ExecutionContext &); \
  template Eigenpairs<T> largest_eigenpairs_of_documents<T>(                               \
      Index, const EigenRequest &, const SymmetricOperator<T> &, Rng, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
