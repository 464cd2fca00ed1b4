// Non-negative matrix factorization, without and with the graph of the documents:
//
//   NMF    min |X - V U'|^2                       over V, U >= 0, n x k and m x k
//   GNMF   min |X - V U'|^2 + lambda tr(V'L V)    L = D - S of the nearest-neighbor graph S
//
// NMF starts from singular vectors: on text this ends with a lower objective than the best of five
// random starts, and sooner. Replacing (U, V) by (U D, V / D) keeps the fit: after the last update
// the columns of U are scaled to unit length, which makes the entries of a row of V comparable. In
// GNMF the penalty decreases with the scale of V, which keeps shrinking (as in the paper), so arg
// max uses unit columns of V. lambda has the meaning of the paper if the columns of U have unit
// length at the start: random columns have length about sqrt(m / 3), which multiplies the effective
// lambda by 3 / m.
#include <algorithm>
#include <cmath>

#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/bipartite/bipartite.hpp"
#include "methods/bipartite/two_factors.hpp"
#include "methods/floor.hpp"
#include "methods/start/labels.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// NMF (Lee, Seung 2001) and GNMF (Cai, He, Han, Huang 2011) by multiplicative updates; `*` and `/`
// are elementwise:
//
//   V <- V * (X U + lambda S V) / (V (U'U) + lambda D V)
//   U <- U * (X'V)              / (U (V'V))
//
// in this order, or U first with update-order=wv. The objective never rises. Halved gradients:
// V U'U - X U + lambda L V and U V'V - X'V.

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

namespace {

// NMF by hierarchical alternating least squares (Cichocki, Phan 2009): each entry moves to the
// exact minimum over v >= 0 with all others fixed,
//
//   v_ic <- max(0, v_ic - (v_i U'U - x_i U)_c / (U'U)_cc)
//
// for all columns of a row of V in turn, and the same for U. Each factor is then extrapolated along
// its last step, V <- max(0, V + beta (V - V_before)), and the other factor is updated against the
// extrapolated one (Ang, Gillis 2019). If the objective would rise, the update is repeated from the
// last pair without extrapolation, which cannot raise it, and beta is reduced.

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
    parallel_rows(
        run_, run_.pool.threads(), 0, F.rows(), hals_rows, [&](Index t, Index begin, Index end) {
          kernels<T>().descend_rows(F.row(begin), product.row(begin), M.data(), nullptr, 0,
                                    end - begin, F.columns(), F.stride(), passes, scratch_.row(t));
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

namespace {

template <class T>
std::unique_ptr<Algorithm<T>> make_nmf(const Problem<T> &problem) {
  return problem.plan.update == UpdateKind::hals ? hals_nmf<T>(problem)
                                                 : multiplicative_nmf<T>(problem);
}

constexpr Key nmf_keys[] = {Key::preset, Key::update, Key::update_order, Key::floor};
constexpr Setting nmf_settings[] = {
    {Key::update, "hals"}, {Key::start, "svd"}, {Key::max_iterations, "200"}};
// On dense data the columns of V overlap, and 200 updates end up to 1 % above the limit.
constexpr Setting nmf_dense[] = {
    {Key::readout, "cosine-kmeans"}, {Key::max_iterations, "1000"}, {Key::tolerance, "1e-06"}};
constexpr Setting nmf_multiplicative[] = {{Key::update, "mu"}};
// The limits for dense data are those of hals.
constexpr Setting few_updates[] = {{Key::max_iterations, "200"}, {Key::tolerance, "1e-05"}};
// Tables 4 to 7 of the LCCF paper: as gnmf preset=paper without the graph.
constexpr Setting nmf_paper[] = {{Key::update, "mu"},      {Key::start, "random"},
                                 {Key::restarts, "10"},    {Key::max_iterations, "100"},
                                 {Key::readout, "argmax"}, {Key::floor, "reference"}};
constexpr Implication nmf_implications[] = {{Key::preset, "paper", nmf_paper},
                                            {Key::update, "mu", few_updates},
                                            {Key::update_order, "wv", nmf_multiplicative},
                                            {Key::floor, "reference", nmf_multiplicative}};
constexpr AllowedWords nmf_words[] = {{Key::update, "hals mu"},
                                      {Key::start, "random kmeans lsi ncut svd given"},
                                      {Key::preset, "none paper"}};

constexpr Key gnmf_keys[] = {Key::preset, Key::lambda, Key::update_order, Key::floor};
constexpr AllowedWords gnmf_words[] = {nmf_words[1], nmf_words[2]};
// The authors' program: ten random starts of 30 updates, the best continues.
constexpr Setting gnmf_paper[] = {
    {Key::start, "random"}, {Key::restarts, "10"}, {Key::floor, "reference"}};
constexpr Setting nmf_several_starts[] = {{Key::restarts, "10"}};  // random ones often fail
constexpr Implication gnmf_implications[] = {{Key::preset, "paper", gnmf_paper},
                                             {Key::start, "random", nmf_several_starts}};
constexpr Setting gnmf_settings[] = {{Key::lambda, "100"},         {Key::graph_weight, "binary"},
                                     {Key::start, "lsi"},          {Key::smoothing, "8"},
                                     {Key::max_iterations, "200"}, {Key::readout, "cosine-kmeans"}};

}  // namespace

extern const Method nmf = {
    .name = "nmf",
    .summary = "non-negative matrix factorization: X ~ V U'",
    .reference = "Lee, Seung 2001; solver: Cichocki, Phan 2009, Ang, Gillis 2019",
    .non_negative = true,
    .family = &cocluster_family,
    .keys = nmf_keys,
    .defaults = nmf_settings,
    .dense_defaults = nmf_dense,
    .implications = nmf_implications,
    .words = nmf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::factors,
    .takes_feature_start = true,
    .divides = true,
    .streams = true,
    .needs_graph = start_needs_graph,
    .make = maker_of([](const auto &problem) { return make_nmf(problem); }),
};

extern const Method gnmf = {
    .name = "gnmf",
    .summary =
        "graph-regularized non-negative matrix factorization: X ~ V U' with V smooth over the "
        "nearest-neighbor graph",
    .reference = "Cai, He, Han, Huang 2011",
    .non_negative = true,
    .family = &cocluster_family,
    .keys = gnmf_keys,
    .defaults = gnmf_settings,
    .implications = gnmf_implications,
    .words = gnmf_words,
    .graph = GraphSource::neighbors,
    .start_input = StartInput::factors,
    .takes_feature_start = true,
    .divides = true,
    .needs_graph = penalty_or_start_needs_graph,
    .make = maker_of([](const auto &problem) { return multiplicative_nmf(problem); }),
};

}  // namespace manifact
