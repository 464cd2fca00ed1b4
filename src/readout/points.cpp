// The points of readout/lloyd.hpp: rows of the data, or of a factor.
#include <algorithm>
#include <utility>

#include "linalg/data/products.hpp"
#include "linalg/data/row_reader.hpp"
#include "linalg/dense/blocked.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "readout/lloyd.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// sum += weight x
template <class T>
void add(double weight, const T *x, Index size, double *sum) noexcept {
  for (Index j = 0; j < size; ++j) sum[j] += weight * static_cast<double>(x[j]);
}

template <class T>
std::unique_ptr<Points<T>> points_of(Dense<T> rows);
template <class T>
std::unique_ptr<Points<T>> points_of(Csr<T> rows, ExecutionContext &run);

template <class T>
class PointsOfData : public Points<T> {
 public:
  PointsOfData(const DataView<T> &X, ExecutionContext &run) : X_(X), both_(X, run) {}

  Index size() const override { return X_.rows; }
  Index dimension() const override { return X_.columns; }
  void products(const Dense<T> &C, Dense<T> &out, ExecutionContext &run) const override {
    both_.times(C, out, run);
  }

  Dense<T> sums(const Array<std::int32_t> &labels, const Array<double> &weights, Index k,
                ExecutionContext &run) const override {
    if (X_.is_dense()) return dense_sums(labels, weights, k, run);
    Dense<T> C(run.memory, X_.columns, k);
    if (X_.is_counts()) return counts_sums(labels, weights, std::move(C), run);
    const Csr<T> &Xt = both_.sparse_transpose();
    run.pool.blocks(X_.columns, 256, [&](Index begin, Index end) {
      for (Index j = begin; j < end; ++j)
        for (Index e = Xt.indptr[j]; e < Xt.indptr[j + 1]; ++e)
          if (const std::int32_t i = Xt.indices[e], c = labels[i]; c >= 0)
            C(j, c) += weights.empty() ? Xt.values[e] : static_cast<T>(weights[i]) * Xt.values[e];
    });
    run.sum(C.data(), C.size());
    return C;
  }

  bool keeps_sums() const override { return X_.is_dense(); }

  // In double, features divided among the threads: a sum of many documents in float loses digits.
  void move(const Array<std::int32_t> &from, const Array<std::int32_t> &to,
            const Array<double> &weights, Dense<double> &sums,
            ExecutionContext &run) const override {
    const Index step = X_.columns > 512 ? 128 : 32;  // features per task
    const DenseRows &X = X_.dense();
    const RowReader<T> reader(X);
    Array<std::int32_t> moved(run.memory, X.rows);
    Index count = 0;
    for (Index i = 0; i < X.rows; ++i)
      if (std::max(from[i], -1) != std::max(to[i], -1))
        moved[count++] = static_cast<std::int32_t>(i);
    const Index blocks = (X.columns + step - 1) / step, size = reader.copy_size(1, step);
    Array<T> copies(run.memory, blocks * size);
    run.pool.each(blocks, [&](Index block) {
      const Index begin = block * step, columns = std::min(step, X.columns - begin);
      for (Index e = 0; e < count; ++e) {
        const std::int32_t i = moved[e];
        const T *const x = reader.read(i, 1, begin, columns, copies.data() + block * size).values;
        const double weight = weights.empty() ? 1 : weights[i];
        if (from[i] >= 0) add(-weight, x, columns, sums.row(from[i]) + begin);
        if (to[i] >= 0) add(weight, x, columns, sums.row(to[i]) + begin);
      }
    });
  }

  DenseView<T> rows() const override {
    if (!X_.is_dense() || X_.rows == 0) return {};
    const RowReader<T> reader(X_.dense());
    return reader.in_place() ? reader.read(0, X_.rows, 0, X_.columns, nullptr) : DenseView<T>();
  }
  Array<T> packed(const Dense<T> &C, ExecutionContext &run) const override {
    Array<T> all(run.memory, columns_size<T>(C.rows(), C.columns()));
    pack_columns<T>({C.rows(), C.columns(), C.stride(), C.data()}, 0, C.columns(), all.data());
    return all;
  }
  void multiply_rows(const T *x, Index count, const Dense<T> &C, const Array<T> &packed,
                     T *out) const noexcept override {
    const Index stride = (X_.columns + Dense<T>::pad - 1) / Dense<T>::pad * Dense<T>::pad;
    inner_blocks(X_.columns, [&](Index l, Index inner) {
      multiply_columns<T>({count, inner, stride, x + l},
                          packed.data() + columns_size<T>(l, C.columns()), C.columns(), out,
                          C.stride(), l > 0);
    });
  }
  std::unique_ptr<Points<T>> some(const Array<std::int32_t> &which,
                                  ExecutionContext &run) const override {
    if (X_.is_counts()) return points_of<T>(copied_rows<T>(X_.counts(), which, run), run);
    if (!X_.is_dense())
      return points_of<T>(selected_rows(X_.sparse(), which.data(), which.size(), run.memory), run);
    Dense<T> rows(run.memory, which.size(), X_.columns);
    for (Index r = 0; r < which.size(); ++r) load(X_.dense(), which[r], 0, X_.columns, rows.row(r));
    return points_of<T>(std::move(rows));
  }

  void copy_to_column(Index i, Dense<T> &C, Index c) const override {
    for (Index j = 0; j < C.rows(); ++j) C(j, c) = 0;
    const DataRow<T> x = X_.row(i);
    for (Index e = 0; e < x.size(); ++e) C(x.column(e), c) = x[e];
  }

  double square(Index i) const override {
    const DataRow<T> x = X_.row(i);
    double sum = 0;
    for (Index e = 0; e < x.size(); ++e)
      sum += static_cast<double>(x[e]) * static_cast<double>(x[e]);
    return sum;
  }

 private:
  // In the order of the documents, as above.
  Dense<T> counts_sums(const Array<std::int32_t> &labels, const Array<double> &weights, Dense<T> C,
                       ExecutionContext &run) const {
    by_columns<T>(X_.counts(), run,
                  [&](Index i, const std::int32_t *columns, const T *values, Index count) {
                    const std::int32_t c = labels[i];
                    if (c < 0) return;
                    for (Index e = 0; e < count; ++e)
                      C(columns[e], c) +=
                          weights.empty() ? values[e] : static_cast<T>(weights[i]) * values[e];
                  });
    run.sum(C.data(), C.size());
    return C;
  }

  Dense<T> dense_sums(const Array<std::int32_t> &labels, const Array<double> &weights, Index k,
                      ExecutionContext &run) const {
    Array<std::int32_t> none(run.memory, X_.rows);
    for (std::int32_t &label : none) label = -1;
    Dense<double> sums(run.memory, k, X_.columns);
    move(none, labels, weights, sums, run);
    Dense<T> C(run.memory, X_.columns, k);
    for (Index c = 0; c < k; ++c)
      for (Index j = 0; j < X_.columns; ++j) C(j, c) = static_cast<T>(sums(c, j));
    return C;
  }

  DataView<T> X_;
  DataProducts<T> both_;
};

template <class T>
class DensePoints : public Points<T> {
 public:
  explicit DensePoints(const Dense<T> &X) : X_(X) {}

  Index size() const override { return X_.rows(); }
  Index dimension() const override { return X_.columns(); }

  void products(const Dense<T> &C, Dense<T> &out, ExecutionContext &run) const override {
    multiply(X_, C, out, run.pool);
  }

  Dense<T> sums(const Array<std::int32_t> &labels, const Array<double> &weights, Index k,
                ExecutionContext &run) const override {
    constexpr Index together = 16;  // columns per task: each sum is over the rows in their order
    Dense<T> C(run.memory, X_.columns(), k);
    Array<double> totals(run.memory, k * X_.columns());
    run.pool.blocks(X_.columns(), together, [&](Index begin, Index end) {
      for (Index i = 0; i < X_.rows(); ++i)
        if (const std::int32_t c = labels[i]; c >= 0)
          add(weights.empty() ? 1 : weights[i], X_.row(i) + begin, end - begin,
              totals.data() + c * X_.columns() + begin);
    });
    run.sum(totals.data(), totals.size());
    for (Index c = 0; c < k; ++c)
      for (Index j = 0; j < X_.columns(); ++j)
        C(j, c) = static_cast<T>(totals[c * X_.columns() + j]);
    return C;
  }

  void copy_to_column(Index i, Dense<T> &C, Index c) const override {
    for (Index j = 0; j < C.rows(); ++j) C(j, c) = X_(i, j);
  }

  // In float the sums of a few moved points are as good as those of all.
  bool keeps_sums() const override { return sizeof(T) == 4; }

  void move(const Array<std::int32_t> &from, const Array<std::int32_t> &to,
            const Array<double> &weights, Dense<double> &sums,
            ExecutionContext &run) const override {
    constexpr Index together = 16;  // columns per task
    run.pool.blocks(X_.columns(), together, [&](Index begin, Index end) {
      for (Index i = 0; i < X_.rows(); ++i) {
        if (std::max(from[i], -1) == std::max(to[i], -1)) continue;
        const double weight = weights.empty() ? 1 : weights[i];
        const T *const x = X_.row(i) + begin;
        if (from[i] >= 0) add(-weight, x, end - begin, sums.row(from[i]) + begin);
        if (to[i] >= 0) add(weight, x, end - begin, sums.row(to[i]) + begin);
      }
    });
  }

  DenseView<T> rows() const override { return {X_.rows(), X_.columns(), X_.stride(), X_.data()}; }
  void multiply_rows(const T *x, Index count, const Dense<T> &C, const Array<T> &,
                     T *out) const noexcept override {
    kernels<T>().times(x, X_.stride(), X_.columns(), C.data(), C.stride(), count, out);
  }
  std::unique_ptr<Points<T>> some(const Array<std::int32_t> &which,
                                  ExecutionContext &run) const override {
    Dense<T> rows(run.memory, which.size(), X_.columns());
    for (Index r = 0; r < which.size(); ++r)
      std::copy_n(X_.row(which[r]), X_.columns(), rows.row(r));
    return points_of<T>(std::move(rows));
  }

  double square(Index i) const override {
    double sum = 0;
    for (Index j = 0; j < X_.columns(); ++j)
      sum += static_cast<double>(X_(i, j)) * static_cast<double>(X_(i, j));
    return sum;
  }

 private:
  const Dense<T> &X_;
};

// Points with their own rows.
template <class Rows>
struct Own {
  Rows rows;
};
template <class T>
class OwnDensePoints final : private Own<Dense<T>>, public DensePoints<T> {
 public:
  explicit OwnDensePoints(Dense<T> rows)
      : Own<Dense<T>>{std::move(rows)}, DensePoints<T>(Own<Dense<T>>::rows) {}
  bool keeps_sums() const override { return true; }
};
template <class T>
class OwnSparsePoints final : private Own<Csr<T>>, public PointsOfData<T> {
 public:
  OwnSparsePoints(Csr<T> rows, ExecutionContext &run)
      : Own<Csr<T>>{std::move(rows)}, PointsOfData<T>(DataView<T>(Own<Csr<T>>::rows), run) {}
};

template <class T>
std::unique_ptr<Points<T>> points_of(Dense<T> rows) {
  return std::make_unique<OwnDensePoints<T>>(std::move(rows));
}
template <class T>
std::unique_ptr<Points<T>> points_of(Csr<T> rows, ExecutionContext &run) {
  return std::make_unique<OwnSparsePoints<T>>(std::move(rows), run);
}

}  // namespace

template <class T>
std::unique_ptr<Points<T>> data_points(const DataView<T> &X, ExecutionContext &run) {
  return std::make_unique<PointsOfData<T>>(X, run);
}

template <class T>
std::unique_ptr<Points<T>> dense_points(const Dense<T> &X) {
  return std::make_unique<DensePoints<T>>(X);
}

template std::unique_ptr<Points<float>> data_points<float>(const DataView<float> &,
                                                           ExecutionContext &);
template std::unique_ptr<Points<double>> data_points<double>(const DataView<double> &,
                                                             ExecutionContext &);
template std::unique_ptr<Points<float>> dense_points<float>(const Dense<float> &);
template std::unique_ptr<Points<double>> dense_points<double>(const Dense<double> &);

}  // namespace manifact
