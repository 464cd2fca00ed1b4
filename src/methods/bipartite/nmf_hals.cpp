// NMF by hierarchical alternating least squares (Cichocki, Phan 2009): each entry moves to the
// exact minimum over v >= 0 with all others fixed,
//
//   v_ic <- max(0, v_ic - (v_i U'U - x_i U)_c / (U'U)_cc)
//
// for all columns of a row of V in turn, and the same for U. Each factor is then extrapolated along
// its last step, V <- max(0, V + beta (V - V_before)), and the other factor is updated against the
// extrapolated one (Ang, Gillis 2019). If the objective would rise, the update is repeated from the
// last pair without extrapolation, which cannot raise it, and beta is reduced.
#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/bipartite/two_factors.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

namespace manifact {
namespace {

// Passes over the columns. More passes (Gillis, Glineur 2012) give no gain with extrapolation.
constexpr int passes = 1;
constexpr Index hals_rows = 128;  // rows per task
constexpr double first_beta = 0.5, cut = 1.5, growth = 1.05, growth_of_bound = 1.01;

template <class T>
class Hals final : public TwoFactors<T> {
  using TwoFactors<T>::V_, TwoFactors<T>::U_, TwoFactors<T>::VtV_, TwoFactors<T>::UtU_,
      TwoFactors<T>::run_;

 public:
  explicit Hals(const Problem<T> &problem)
      : TwoFactors<T>(problem),
        spare_V_(problem.run.memory, problem.X.rows, problem.k),
        scratch_(problem.run.memory, problem.run.pool.threads(),
                 Kernels<T>::descend_scratch * problem.k) {
    this->rule_ = "hals";
  }

  void start(Start start) override {
    TwoFactors<T>::start(start);
    begin();
  }

  void restore() override {
    TwoFactors<T>::restore();
    begin();
  }

  double objective() const override { return value_; }

  void update() override {
    std::swap(U_, ahead_U_);  // ahead_U_ now holds U of the pair
    this->U_moved();
    copy(V_, spare_V_);
    descend(spare_V_, this->XU(), UtU_);
    carry_on(spare_V_, before_V_);
    std::swap(V_, before_V_);  // before_V_ now holds V of the pair
    this->V_moved();
    descend(U_, this->XtV(), VtV_);
    this->U_moved();
    const double value = TwoFactors<T>::objective();
    if (!(value <= value_)) return step_from_pair();
    value_ = value;
    carry_on(U_, ahead_U_);
    std::swap(before_V_, spare_V_);
    beta_ = std::fmin(bound_, growth * beta_);
    bound_ = std::fmin(1.0, growth_of_bound * bound_);
  }

 private:
  bool keeps_zeros() const override { return false; }

  void begin() {
    before_V_ = V_.copy();
    ahead_U_ = U_.copy();
    beta_ = first_beta;
    bound_ = 1;
    value_ = TwoFactors<T>::objective();
  }

  // Repeats the update from the last pair without extrapolation.
  void step_from_pair() {
    std::swap(V_, before_V_);
    std::swap(U_, ahead_U_);
    this->V_moved();
    this->U_moved();
    descend(V_, this->XU(), UtU_);
    this->V_moved();
    descend(U_, this->XtV(), VtV_);
    this->U_moved();
    value_ = TwoFactors<T>::objective();
    copy(V_, before_V_);
    copy(U_, ahead_U_);
    bound_ = beta_;
    beta_ /= cut;
  }

  // Moves each row of F toward argmin_{f >= 0} f M f' / 2 - f p', p the row of the product.
  void descend(Dense<T> &F, const Dense<T> &product, const Dense<T> &M) {
    const Index width = F.stride(), k = F.columns();
    Array<double> inverse(run_.memory, k);
    for (Index c = 0; c < k; ++c) inverse[c] = M(c, c) > 0 ? 1 / static_cast<double>(M(c, c)) : 0;
    const Array<T> inverses = padded<T>(inverse, width, run_);
    parallel_rows(
        run_, run_.pool.threads(), 0, F.rows(), hals_rows, [&](Index t, Index begin, Index end) {
          kernels<T>().descend_rows(F.row(begin), product.row(begin), M.data(), inverses.data(),
                                    end - begin, k, width, passes, scratch_.row(t));
        });
  }

  // before <- max(0, now + beta (now - before))
  void carry_on(const Dense<T> &now, Dense<T> &before) {
    const T beta = static_cast<T>(beta_);
    run_.pool.blocks(now.rows(), hals_rows, [&](Index begin, Index end) {
      const T *const from = now.row(begin);
      T *const to = before.row(begin);
      for (Index e = 0; e < (end - begin) * now.stride(); ++e) {
        const T ahead = from[e] + beta * (from[e] - to[e]);
        to[e] = ahead > 0 ? ahead : T{0};
      }
    });
  }

  void copy(const Dense<T> &from, Dense<T> &to) {
    run_.pool.blocks(from.rows(), hals_rows, [&](Index begin, Index end) {
      std::copy(from.row(begin), from.row(begin) + (end - begin) * from.stride(), to.row(begin));
    });
  }

  Tall<T> before_V_, spare_V_;  // V before extrapolation
  Dense<T> ahead_U_, scratch_;  // U after it
  double beta_ = 0, bound_ = 1, value_ = 0;
};

}  // namespace

template <class T>
std::unique_ptr<Algorithm<T>> hals_nmf(const Problem<T> &problem) {
  return std::make_unique<Hals<T>>(problem);
}

template std::unique_ptr<Algorithm<float>> hals_nmf<float>(const Problem<float> &);
template std::unique_ptr<Algorithm<double>> hals_nmf<double>(const Problem<double> &);

}  // namespace manifact
