// k-means and spherical k-means on the documents, by Lloyd's algorithm from k-means++ starts:
//
//   kmeans            min sum_i |x_i - c_{z_i}|^2
//                     c_k = mean of its documents
//   spherical-kmeans  min sum_i 1 - cos(x_i, c_{z_i})
//                     c_k = mean of its documents of unit length, to unit length
//
// With ncw a document has weight g_i^2 in the sum and in the means: g_i = (K 1)_i^-power, K = X X',
// as in the concept factorizations, where x_i becomes g_i x_i. Both steps of a round lower the
// objective. Dense rows far from the origin are centered. An empty cluster is refilled with the
// document farthest from its center.
#include "methods/method.hpp"

#include "kernels/kernel.hpp"
#include "linalg/data/centered.hpp"
#include "model/predict/rules.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
class KMeans final : public Algorithm<T> {
 public:
  KMeans(const Problem<T> &problem, Geometry geometry)
      : run_(problem.run),
        order_(problem.canonical_order),
        k_(problem.k),
        geometry_(geometry),
        centered_(centered(problem, geometry)),
        points_(data_points<T>(centered_.center.empty() ? problem.X : DataView<T>(centered_.rows),
                               run_)),
        masses_(masses_of(problem)),
        lloyd_(*points_, problem.k, geometry, problem.unit_rows, run_,
               masses_.empty() ? nullptr : &masses_, !run_.divided()) {}

  void start(Start start) override {
    if (start.labels != nullptr)
      lloyd_.start_labels(start.labels);
    else
      lloyd_.start(start.rng, 1, order_);
    settled_ = false;
  }

  void update() override { settled_ = !lloyd_.update(); }
  double objective() const override { return lloyd_.objective(); }
  bool monotone() const override { return true; }
  bool fixed_point() const override { return settled_; }

  void keep() override {
    kept_.labels = lloyd_.labels().copy();
    kept_.centers = lloyd_.centers().copy();
  }
  void restore() override { lloyd_.restore(kept_.labels, kept_.centers); }
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    f.V = Dense<T>(run_.memory, points_->size(), k_);
    for (Index i = 0; i < points_->size(); ++i)
      if (lloyd_.labels()[i] >= 0) f.V(i, lloyd_.labels()[i]) = 1;
    f.U = lloyd_.centers().copy();
    for (Index j = 0; j < centered_.center.size(); ++j)
      for (Index c = 0; c < k_; ++c)
        f.U(j, c) = static_cast<T>(static_cast<double>(f.U(j, c)) + centered_.center[j]);
    f.predictor = nearest_center();
    f.geometry = geometry_;
    return f;
  }

 private:
  static Array<double> masses_of(const Problem<T> &problem) {
    if (problem.plan.ncw == CutWeighting::none) return {};
    Array<double> g = ncw_weights(*linear_kernel<T>(problem.X, problem.run),
                                  problem.options.real(Key::ncw_power), problem.run);
    for (double &x : g) x *= x;
    return g;
  }

  static CenteredRows centered(const Problem<T> &problem, Geometry geometry) {
    if (!problem.X.is_dense() || geometry != Geometry::euclidean) return {};
    return centered_rows<T>(problem.X.dense(), problem.run);
  }

  ExecutionContext &run_;
  const Array<std::int32_t> *order_;
  Index k_;
  Geometry geometry_;
  CenteredRows centered_;
  std::unique_ptr<Points<T>> points_;
  Array<double> masses_;  // empty: 1
  Lloyd<T> lloyd_;
  Clustering<T> kept_;
  bool settled_ = false;
};

template <Geometry geometry, class T>
std::unique_ptr<Algorithm<T>> kmeans_make(const Problem<T> &problem) {
  return std::make_unique<KMeans<T>>(problem, geometry);
}

constexpr Key kmeans_keys[] = {Key::preset, Key::ncw, Key::ncw_power};
constexpr AllowedWords kmeans_words[] = {
    {Key::preset, "none paper"}, {Key::ncw, "none unit-graph"}};  // no graph: nothing to transform

// Every start runs to convergence; the best is kept.
constexpr Setting kmeans_settings[] = {
    {Key::restarts, "10"}, {Key::trial_iterations, "0"}, {Key::max_iterations, "300"}};
// Rows in single precision are read in place.
constexpr Setting kmeans_dense[] = {{Key::precision, "auto"}};
// In few dimensions there are many local minima: ten starts often miss the best.
constexpr Setting spherical_dense[] = {{Key::restarts, "30"}};
// The tables of the papers are means over single starts.
constexpr Setting kmeans_paper[] = {{Key::restarts, "1"}};
constexpr Implication kmeans_implications[] = {{Key::preset, "paper", kmeans_paper}};

}  // namespace

extern const Method kmeans = {
    .name = "kmeans",
    .summary = "k-means: assigns documents to the nearest of k means, by Euclidean distance",
    .reference = "Lloyd 1982; Arthur, Vassilvitskii 2007",
    .zeros_are_points = true,
    .keys = kmeans_keys,
    .defaults = kmeans_settings,
    .dense_defaults = kmeans_dense,
    .implications = kmeans_implications,
    .words = kmeans_words,
    .divides = true,
    .streams = true,
    .fewer_restarts = true,
    .make = maker_of([](const auto &problem) { return kmeans_make<Geometry::euclidean>(problem); }),
};

extern const Method spherical_kmeans = {
    .name = "spherical-kmeans",
    .summary = "spherical k-means: assigns documents to the nearest of k directions, by cosine",
    .reference = "Dhillon, Modha 2001",
    .keys = kmeans_keys,
    .defaults = kmeans_settings,
    .dense_defaults = spherical_dense,
    .implications = kmeans_implications,
    .words = kmeans_words,
    .divides = true,
    .streams = true,
    .fewer_restarts = true,
    .make = maker_of([](const auto &problem) { return kmeans_make<Geometry::spherical>(problem); }),
};

}  // namespace manifact
