// NMF (Lee, Seung 2001) and GNMF (Cai, He, Han, Huang 2011) by multiplicative updates; `*` and `/`
// are elementwise:
//
//   V <- V * (X U + lambda S V) / (V (U'U) + lambda D V)
//   U <- U * (X'V)              / (U (V'V))
//
// in this order, or U first with update-order=wv. The objective never rises. Halved gradients:
// V U'U - X U + lambda L V and U V'V - X'V.
#include <algorithm>

#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/bipartite/two_factors.hpp"
#include "methods/floor.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index multiplied_rows = 256;  // rows; their numerators and denominators stay in the cache

template <class T>
class MultiplicativeNmf final : public TwoFactors<T> {
 public:
  explicit MultiplicativeNmf(const Problem<T> &problem)
      : TwoFactors<T>(problem), U_first_(problem.plan.update_order == UpdateOrder::wv) {
    const Floor floor = floor_of<T>(problem.plan);
    absolute_ = static_cast<T>(floor.absolute);
    relative_ = static_cast<T>(floor.relative);
    this->rule_ = "multiplicative";
    num_ = Dense<T>(problem.run.memory, std::max(problem.X.rows, problem.X.columns), problem.k);
    den_ = Dense<T>(problem.run.memory, num_.rows(), problem.k);
  }

  void update() override {
    if (U_first_) move_U();
    move_V();
    if (!U_first_) move_U();
  }

 private:
  void move_V() {
    const Array<T> lambdas = equal_weights(this->lambda_);
    const Laplacian<T> &L = this->L_;
    move(this->V_, this->XU(), this->UtU_,
         [&](Index begin, Index rows, const T *V, T *num, T *den) {
           if (L.empty()) return;
           kernels<T>().add_scaled(num, this->SV_.row(begin), lambdas.data(), nullptr, rows,
                                   this->V_.stride());
           kernels<T>().add_scaled(den, V, lambdas.data(), L.d.data() + begin, rows,
                                   this->V_.stride());
         });
    this->V_moved();
  }

  void move_U() {
    move(this->U_, this->XtV(), this->VtV_, [](Index, Index, const T *, T *, T *) {});
    this->U_moved();
  }

  // F <- F * (product + ...) / (F M + ...)
  template <class Penalty>
  void move(Dense<T> &F, const Dense<T> &product, const Dense<T> &M, const Penalty &penalty) {
    const Index width = F.stride(), k = F.columns();
    this->run_.pool.blocks(F.rows(), multiplied_rows, [&](Index begin, Index end) {
      const Index rows = end - begin;
      T *const f = F.row(begin), *const num = num_.row(begin), *const den = den_.row(begin);
      kernels<T>().scale(product.row(begin), nullptr, nullptr, rows, width, num);
      kernels<T>().times(f, width, k, M.data(), width, rows, den);
      penalty(begin, rows, f, num, den);
      kernels<T>().quotient(f, num, den, rows, width, absolute_, relative_);
    });
  }

  Array<T> equal_weights(double value) {
    Array<double> weights(this->run_.memory, this->problem_.k);
    for (double &x : weights) x = value;
    return padded<T>(weights, this->V_.stride(), this->run_);
  }

  bool U_first_;
  T absolute_, relative_;
  Dense<T> num_, den_;
};

}  // namespace

template <class T>
std::unique_ptr<Algorithm<T>> multiplicative_nmf(const Problem<T> &problem) {
  return std::make_unique<MultiplicativeNmf<T>>(problem);
}

template std::unique_ptr<Algorithm<float>> multiplicative_nmf<float>(const Problem<float> &);
template std::unique_ptr<Algorithm<double>> multiplicative_nmf<double>(const Problem<double> &);

}  // namespace manifact
