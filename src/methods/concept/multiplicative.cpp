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

#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/concept/update.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

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
    each_block(s.V.rows(), run, [&](Index begin, Index end, T *num, T *den) {
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
    s.K->apply(s.V, KV_, run);
    const Dense<T> A = s.hessian_of_W();
    each_block(s.W.rows(), run, [&](Index begin, Index end, T *, T *den) {
      const Index rows = end - begin;
      T *const num = KV_.row(begin);
      kernels<T>().times(s.KW.row(begin), width, k, A.data(), width, rows, den);  // den = KW A
      s.add_penalties_of_W(begin, end, num, den);
      kernels<T>().quotient(s.W.row(begin), num, den, rows, width, absolute_, relative_);
    });
  }

 private:
  void prepare(const ConceptState<T> &s, ExecutionContext &run) {
    if (KV_.rows() == s.V.rows() && KV_.columns() == s.V.columns()) return;
    const Index blocks = (s.V.rows() + updated_rows - 1) / updated_rows;
    tasks_ = std::min(run.pool.threads(), blocks);
    scratch_ = Array<T>(run.memory, 2 * tasks_ * updated_rows * s.V.stride());
    KV_ = Dense<T>(run.memory, s.V.rows(), s.V.columns());
  }

  // body(begin, end, num, den) for blocks of n rows: num and den are for the rows of one.
  template <class Body>
  void each_block(Index n, ExecutionContext &run, const Body &body) {
    const Index size = updated_rows * KV_.stride();
    parallel_rows(run, tasks_, 0, n, updated_rows, [&](Index t, Index begin, Index end) {
      T *const num = scratch_.data() + 2 * t * size;
      body(begin, end, num, num + size);
    });
  }

  T absolute_, relative_;
  Dense<T> KV_;
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

}  // namespace manifact
