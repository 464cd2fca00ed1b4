// The k-means implementation for all uses: the methods kmeans and spherical-kmeans, starts, and the
// read-out of memberships.
//
//   euclidean   min sum_i |x_i - c_{z_i}|^2
//               c = mean of its points
//   spherical   min sum_i 1 - cos(x_i, c_{z_i}),  |c| = 1
//               c = mean of its points of unit length, to unit length
#pragma once

#include <memory>

#include "linalg/data/data_view.hpp"
#include "linalg/dense/dense.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "runtime/rng.hpp"

namespace manifact {

enum class Geometry { euclidean, spherical };

// The points: n rows of d numbers. They are documents: sums are over those of all
// processes.
template <class T>
class Points {
 public:
  virtual ~Points() = default;
  virtual Index size() const = 0;
  virtual Index dimension() const = 0;
  // out = X C, C is d x k.
  virtual void products(const Dense<T> &C, Dense<T> &out, ExecutionContext &run) const = 0;
  // d x k: column c is the sum of weights_i x_i over cluster c; weights empty = 1
  virtual Dense<T> sums(const Array<std::int32_t> &labels, const Array<double> &weights, Index k,
                        ExecutionContext &run) const = 0;
  // Whether sums can be kept and changed by move(), which is faster when few points move.
  virtual bool keeps_sums() const { return false; }
  // Row c of `sums` is the sum of weights_i x_i over cluster c: takes each point from the sum of
  // cluster from_i to that of to_i; negative: none.
  virtual void move(const Array<std::int32_t> &, const Array<std::int32_t> &, const Array<double> &,
                    Dense<double> &, ExecutionContext &) const {}
  virtual void copy_to_column(Index i, Dense<T> &C, Index c) const = 0;
  virtual double square(Index i) const = 0;  // |x_i|^2
  // The points, if they are rows in memory; otherwise without values.
  virtual DenseView<T> rows() const { return {}; }
  // C for multiply_rows(); empty if that reads C itself.
  virtual Array<T> packed(const Dense<T> &, ExecutionContext &) const { return {}; }
  // The products of `count` points that are such rows, copied to x, one after the other and padded
  // as rows of a Dense: the same bits as products(). `out` has the stride of C.
  virtual void multiply_rows(const T *, Index, const Dense<T> &, const Array<T> &,
                             T *) const noexcept {}
  // A copy of some of them, in this order.
  virtual std::unique_ptr<Points<T>> some(const Array<std::int32_t> &which,
                                          ExecutionContext &run) const = 0;
};

template <class T>
std::unique_ptr<Points<T>> data_points(const DataView<T> &X, ExecutionContext &run);
template <class T>
std::unique_ptr<Points<T>> dense_points(const Dense<T> &X);

template <class T>
class Lloyd {
 public:
  // With `skip_zeros` (always if spherical) rows without entries belong to no cluster: label -1.
  // Masses: the weight of each point in the objective and in the means; null: 1.
  // late_objective: of points that are rows in memory, Euclidean, the distances to centers that
  // cannot be the nearest are not computed (Hamerly 2010, "Making k-means even faster"). The labels
  // and centers are the same bits, and so is the objective when update() has returned false or
  // settle() has been called. Before, it is computed of the sums of the clusters, with an error of
  // rounding, or, where the points do not keep these, that of an earlier round.
  Lloyd(const Points<T> &points, Index k, Geometry geometry, bool skip_zeros, ExecutionContext &run,
        const Array<double> *masses = nullptr, bool late_objective = false);

  // Greedy k-means++, Arthur and Vassilvitskii 2007. Points are drawn along `order`; null: row
  // order.
  void start_plus_plus(Rng &rng, const Array<std::int32_t> *order = nullptr);
  // Of many points, the centers of the best of several clusterings of a sample, each from
  // start_plus_plus(); otherwise start_plus_plus() itself.
  void start(Rng &rng, Index starts_of_sample, const Array<std::int32_t> *order = nullptr);
  void start_centers(const Dense<T> &centers);
  void start_labels(const std::int32_t *labels);  // centers of these clusters; -1 is ignored
  bool update();  // moves centers, refills empty clusters, reassigns; false: nothing changed
  void settle();  // the distances and the objective of the current centers
  double objective() const noexcept { return objective_; }

  const Array<std::int32_t> &labels() const noexcept { return labels_; }
  const Dense<T> &centers() const noexcept { return C_; }  // d x k
  void restore(const Array<std::int32_t> &labels, const Dense<T> &centers);
  static constexpr Index step = 1024;  // points per task

 private:
  // Distances below this, relative to the squares, are rounding.
  static constexpr double rounding = sizeof(T) == 8 ? 1e-13 : 1e-5;

  // Labels, distances and objective for the current centers; true if a label changed.
  bool assign();
  // With bounds, the labels alone for the current centers.
  bool assign_some();
  // One row of products with the centers; true if the label changed.
  bool assign_point(Index i, const T *product);
  bool may_change(Index i, const T *x, double error);
  void move_bounds(const Dense<T> &before);
  double error_of_products(Index i) const noexcept;
  Dense<T> cluster_sums();
  void update_sums();
  void follow_objective();
  void count_points();
  void forget_sums();
  void move_centers();
  void refill();
  // A point; i = -1: another process has it.
  struct Drawn {
    Index i;
    double square;
  };
  Drawn draw_point(const Array<double> &weights, double mine, Rng &rng,
                   const Array<std::int32_t> *order) const;
  Index draw_own(const Array<double> &weights, double target, Rng &rng,
                 const Array<std::int32_t> *order) const;
  void copy_to_column(const Drawn &point, Dense<T> &C, Index c) const;
  double distance_between(Index i, double square, double product) const;
  Index farthest_point() const noexcept;
  void prepare_centers();  // normalizes if spherical; computes squares
  double mass(Index i) const noexcept { return masses_ == nullptr ? 1 : (*masses_)[i]; }

  const Points<T> &points_;
  Index k_;
  Geometry geometry_;
  bool skip_zeros_;
  ExecutionContext &run_;
  const Array<double> *masses_;
  Dense<T> C_, products_;
  Array<std::int32_t> labels_;
  Dense<double> sums_;  // k x d, if the points keep sums: those of the clusters summed_
  Array<std::int32_t> summed_;
  Index summations_ = 0;  // since the sums were last empty
  // weights_: masses, divided by |x_i| if spherical; empty: 1.
  Array<double> squares_, weights_, center_squares_, distances_;
  Array<Index> counts_;
  double objective_ = 0;
  // Distances, with bounds: at most this to the own center, at least this to every other one.
  bool has_bounds_ = false;
  DenseView<T> rows_;
  Dense<T> centers_by_row_;
  Array<double> upper_, lower_;
  Array<double> shifts_;    // how far each center has moved
  double most_square_ = 0;  // of a center
  double all_squares_ = 0;  // sum_i mass_i |x_i|^2
  bool bounded_ = false, settled_ = false;
};

// The points of which Lloyd::start() draws the centers: all n, or fewer of many.
Index points_of_start(Index n, Index k) noexcept;

// Labels and centers (d x k) of the best of several starts, at most 100 rounds each.
template <class T>
struct Clustering {
  Array<std::int32_t> labels;
  Dense<T> centers;
};
template <class T>
Clustering<T> cluster_points(const Points<T> &points, Index k, Geometry geometry, bool skip_zeros,
                             Index starts, Rng rng, ExecutionContext &run,
                             const Array<std::int32_t> *order = nullptr);

// One start on the rows of the data.
template <class T>
Clustering<T> cluster_rows(const DataView<T> &X, Index k, Geometry geometry, Rng rng,
                           ExecutionContext &run, const Array<std::int32_t> *order = nullptr);

}  // namespace manifact
