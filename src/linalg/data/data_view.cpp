#include "linalg/data/data_view.hpp"

#include "linalg/simd/kernels.hpp"
#include "runtime/error.hpp"
#include "runtime/memory.hpp"

namespace manifact {

template <class T>
void load(const DenseRows &X, Index i, Index begin, Index end, T *out) noexcept {
  const Index place = X.place(i), first = place * X.stride + begin;
  const double factor = X.factor != nullptr ? X.factor[place] : 1;
  const auto from_begin = [&](const double *x) { return x != nullptr ? x + begin : nullptr; };
  const double *const shift = from_begin(X.shift), *const spread = from_begin(X.spread);
  if (X.singles != nullptr)
    kernels<T>().transform_singles(X.singles + first, shift, spread, factor, end - begin, out);
  else
    kernels<T>().transform_reals(X.reals + first, shift, spread, factor, end - begin, out);
  const T sign = static_cast<T>(X.part);
  for (Index j = 0; X.part != 0 && j < end - begin; ++j)
    out[j] = sign * out[j] > 0 ? sign * out[j] : T{0};
}

template void load<float>(const DenseRows &, Index, Index, Index, float *) noexcept;
template void load<double>(const DenseRows &, Index, Index, Index, double *) noexcept;

namespace {

void check_points_budget(Index n, Index m, Index budget) {
  const double bytes = static_cast<double>(n) * static_cast<double>(m) * sizeof(double);
  check_budget(bytes, budget, "%lld documents as dense points of %lld features need", number(n),
               number(m));
}

// X in place, if it is dense.
template <class T>
PointView view_of(const DataView<T> &X, const Array<std::int32_t> *rows, const Dense<double> &own,
                  Index budget) {
  if (!X.is_dense()) return own;
  check_points_budget(rows != nullptr ? rows->size() : X.rows, X.columns, budget);
  return rows != nullptr ? selected_rows(X.dense(), *rows) : X.dense();
}

}  // namespace

template <class T>
Dense<double> copied_points(const DataView<T> &X, const Array<std::int32_t> *rows, Index budget,
                            const std::shared_ptr<Memory> &memory) {
  const Index n = rows != nullptr ? rows->size() : X.rows;
  check_points_budget(n, X.columns, budget);
  Dense<double> Y(memory, n, X.columns);
  for (Index a = 0; a < n; ++a) {
    const DataRow<T> row = X.row(rows != nullptr ? (*rows)[a] : a);
    for (Index e = 0; e < row.size(); ++e) Y(a, row.column(e)) = static_cast<double>(row[e]);
  }
  return Y;
}

template <class T>
DataPoints<T>::DataPoints(const DataView<T> &X, const Array<std::int32_t> *rows, Index budget,
                          const std::shared_ptr<Memory> &memory)
    : own_(X.is_dense() ? Dense<double>() : copied_points(X, rows, budget, memory)),
      view_(view_of(X, rows, own_, budget)) {}

template class DataPoints<float>;
template class DataPoints<double>;
template Dense<double> copied_points(const DataView<float> &, const Array<std::int32_t> *, Index,
                                     const std::shared_ptr<Memory> &);
template Dense<double> copied_points(const DataView<double> &, const Array<std::int32_t> *, Index,
                                     const std::shared_ptr<Memory> &);

}  // namespace manifact
