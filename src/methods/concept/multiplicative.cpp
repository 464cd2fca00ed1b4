// Multiplicative updates, LCCF paper eqs 17 and 18 (`*` and `/` are elementwise between matrices of
// one shape):
//
//   V <- V * (K W + lambda S V) / (V (W'K W) + lambda D V)
//   W <- W * (K V)              / ((K W) (V'V))
//
// and for the scale-invariant objective |X' - X'W V'|^2 + lambda sum_c (w_c'K w_c)(v_c'L v_c), with
// kap_c = w_c'K w_c and rho_c = v_c'L v_c:
//
//   V <- V * (K W + lambda S V diag(kap)) / (V (W'K W) + lambda D V diag(kap))
//   W <- W * (K V)                        / ((K W) (V'V + lambda diag(rho)))
//
// Halved gradients: dV = V W'KW - KW + L V diag(lambda_c), dW = KW (V'V + lambda diag(rho)) - KV.
// Each quotient is the negative part of the gradient over the positive part. Other penalties add
// their parts likewise.
#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/concept/update.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Rows per block. Intermediate results for them are in memory of the task, which stays in the
// cache.
constexpr Index updated_rows = 256;

template <class T>
class Multiplicative final : public UpdateRule<T> {
 public:
  explicit Multiplicative(Floor floor)
      : absolute_(static_cast<T>(floor.absolute)), relative_(static_cast<T>(floor.relative)) {}

  const char *name() const noexcept override { return "multiplicative"; }

  void V_step(ConceptState<T> &s, ExecutionContext &run) override {
    prepare(s, run);
    const Index width = s.V.stride(), k = s.V.columns();
    each_block(s.V, run, [&](Index begin, Index end, T *num, T *den) {
      const Index rows = end - begin;
      T *V = s.V.row(begin);
      kernels<T>().scale(s.KW_of_shared_rows().row(begin), nullptr, nullptr, rows, width,
                         num);                                        // num = KW
      kernels<T>().times(V, width, k, s.M.data(), width, rows, den);  // den = V (W'KW)
      s.add_penalties_of_V(begin, end, num, den);
      kernels<T>().quotient(V, num, den, rows, width, absolute_, relative_);
    });
  }

  void W_step(ConceptState<T> &s, ExecutionContext &run) override {
    prepare(s, run);
    const Index width = s.W.stride(), k = s.W.columns();
    s.K->apply(s.V, s.KV, run);
    const Dense<T> A = s.hessian_of_W();
    each_block(s.W, run, [&](Index begin, Index end, T *, T *den) {
      const Index rows = end - begin;
      T *const num = s.KV.row(begin);
      kernels<T>().times(s.KW.row(begin), width, k, A.data(), width, rows, den);  // den = KW A
      s.add_penalties_of_W(begin, end, num, den);
      kernels<T>().quotient(s.W.row(begin), num, den, rows, width, absolute_, relative_);
    });
  }

 private:
  void prepare(ConceptState<T> &s, ExecutionContext &run) {
    if (s.KV.rows() == s.V.rows() && s.KV.columns() == s.V.columns()) return;
    const Index blocks = (s.V.rows() + updated_rows - 1) / updated_rows;
    tasks_ = std::min(run.pool.threads(), blocks);
    scratch_ = Array<T>(run.memory, 2 * tasks_ * updated_rows * s.V.stride());
    s.KV = Dense<T>(run.memory, s.V.rows(), s.V.columns());
  }

  // body(begin, end, num, den) for blocks of rows of a factor: num and den are for the rows of one.
  template <class Body>
  void each_block(const Dense<T> &factor, ExecutionContext &run, const Body &body) {
    const Index size = updated_rows * factor.stride();
    parallel_rows(run, tasks_, 0, factor.rows(), updated_rows,
                  [&](Index t, Index begin, Index end) {
                    T *const num = scratch_.data() + 2 * t * size;
                    body(begin, end, num, num + size);
                  });
  }

  T absolute_, relative_;
  Array<T> scratch_;  // of each task
  Index tasks_ = 0;
};

}  // namespace

template <class T>
std::unique_ptr<UpdateRule<T>> multiplicative_updates(Floor floor) {
  return std::make_unique<Multiplicative<T>>(floor);
}

template std::unique_ptr<UpdateRule<float>> multiplicative_updates<float>(Floor);
template std::unique_ptr<UpdateRule<double>> multiplicative_updates<double>(Floor);

namespace {

// Multiplicative updates for kernels with negative values, LCCF paper eqs 25 and 28. With K = K+ -
// K-, both >= 0, and the quadratic part of the gradient split in the same way,
//
//   V   B = K W   P = V (W'K+W) + D V diag(lambda_c)          N = V (W'K-W) + S V diag(lambda_c)
//   W   B = K V   P = K+ W A,  A = V'V + lambda diag(rho)     N = K- W A
//
// (rho only in the scale-invariant objective; other penalties add their parts to P and N), every
// entry is multiplied by the positive root r of P r^2 - B r - N = 0:
//
//   r = (B + q) / (2 P) where B >= 0,   else 2 N / (q - B),   q = sqrt(B^2 + 4 P N)
//
// Both expressions are equal; the second avoids cancellation in B + q for B < 0. The objective
// never rises. These updates are valid for kernels >= 0 too, but differ from eqs 17 and 18 (S is in
// N), so they are used for signed kernels only. W'K+W and W'K-W are the split in the paper. The
// tighter split max(+-W'KW, 0) drives entries with a negative gradient to zero, where they stay.

constexpr Index signed_rows = 256;  // rows per task

template <class T>
class Signed final : public UpdateRule<T> {
 public:
  explicit Signed(Floor floor) : floor_(floor) {}

  const char *name() const noexcept override { return "signed multiplicative"; }

  void V_step(ConceptState<T> &s, ExecutionContext &run) override {
    prepare(s, run);
    const Index width = s.V.stride(), k = s.V.columns();
    const Dense<T> M_plus = sum(s.M, s.M_minus);
    run.pool.blocks(s.V.rows(), signed_rows, [&](Index begin, Index end) {
      const Index rows = end - begin;
      T *const V = s.V.row(begin), *const P = P_.row(begin), *const N = N_.row(begin);
      kernels<T>().times(V, width, k, M_plus.data(), width, rows, P);
      kernels<T>().times(V, width, k, s.M_minus.data(), width, rows, N);
      s.add_penalties_of_V(begin, end, N, P);
      for (Index i = 0; i < rows; ++i)
        update_row(V + i * width, s.KW.row(begin + i), P + i * width, N + i * width, k);
    });
  }

  void W_step(ConceptState<T> &s, ExecutionContext &run) override {
    prepare(s, run);
    const Index width = s.W.stride(), k = s.W.columns();
    if (B_.empty()) B_ = Dense<T>(run.memory, s.V.rows(), k);
    s.K->apply(s.V, B_, run);
    const Dense<T> A = s.hessian_of_W();
    run.pool.blocks(s.W.rows(), signed_rows, [&](Index begin, Index end) {
      const Index rows = end - begin;
      T *const P = P_.row(begin), *const N = N_.row(begin);
      kernels<T>().times(s.KW_plus.row(begin), width, k, A.data(), width, rows, P);
      kernels<T>().times(s.KW_minus.row(begin), width, k, A.data(), width, rows, N);
      s.add_penalties_of_W(begin, end, N, P);
      for (Index i = 0; i < rows; ++i)
        update_row(s.W.row(begin + i), B_.row(begin + i), P + i * width, N + i * width, k);
    });
  }

 private:
  void prepare(const ConceptState<T> &s, ExecutionContext &run) {
    if (P_.rows() == s.V.rows() && P_.columns() == s.V.columns()) return;
    P_ = Dense<T>(run.memory, s.V.rows(), s.V.columns());
    N_ = Dense<T>(run.memory, s.V.rows(), s.V.columns());
  }

  static Dense<T> sum(const Dense<T> &A, const Dense<T> &B) {
    Dense<T> C = A.copy();
    for (Index e = 0; e < C.size(); ++e) C.data()[e] += B.data()[e];
    return C;
  }

  // One row. The floor applies to the denominators, as in the rule for kernels >= 0.
  void update_row(T *factor, const T *B, const T *P, const T *N, Index k) const noexcept {
    T largest = 0;
    for (Index c = 0; c < k; ++c) largest = std::fmax(largest, P[c]);
    const double floor =
        std::fmax(floor_.absolute, floor_.relative * 2 * static_cast<double>(largest));
    for (Index c = 0; c < k; ++c) {
      const double b = static_cast<double>(B[c]), p = static_cast<double>(P[c]),
                   n = static_cast<double>(N[c]);
      const double q = std::sqrt(b * b + 4 * p * n);
      const double old = static_cast<double>(factor[c]);
      factor[c] = static_cast<T>(b >= 0 ? old * (b + q) / std::fmax(2 * p, floor)
                                        : old * 2 * n / std::fmax(q - b, floor));
    }
  }

  Floor floor_;
  Dense<T> P_, N_, B_;
};

}  // namespace

template <class T>
std::unique_ptr<UpdateRule<T>> signed_updates(Floor floor) {
  return std::make_unique<Signed<T>>(floor);
}

template std::unique_ptr<UpdateRule<float>> signed_updates<float>(Floor);
template std::unique_ptr<UpdateRule<double>> signed_updates<double>(Floor);

}  // namespace manifact
