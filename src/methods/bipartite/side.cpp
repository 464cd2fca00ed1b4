#include "methods/bipartite/side.hpp"

#include <cmath>
#include <limits>

#include "linalg/dense/products.hpp"
#include "linalg/dense/range.hpp"
#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index side_rows = 256;

// max(sign B, 0)
template <class T>
Dense<T> part(const Dense<T> &B, T sign) {
  Dense<T> positive = B.copy();
  for (Index e = 0; e < positive.size(); ++e)
    positive.data()[e] = sign * B.data()[e] > 0 ? sign * B.data()[e] : T{0};
  return positive;
}

}  // namespace

template <class T>
void Side<T>::allocate(Index rows, Index columns, ExecutionContext &run) {
  if (num.rows() == rows && num.columns() == columns) return;
  for (Dense<T> *block : {&N, &num, &den}) *block = Dense<T>(run.memory, rows, columns);
  if (!L.empty()) WF = Dense<T>(run.memory, rows, columns);
}

template <class T>
void Side<T>::graph_product(const Dense<T> &F, ExecutionContext &run) {
  if (L.empty()) return;
  multiply(L.S.view(), F, WF, run.pool);
  roughness = column_dots(F, F, L.d.data(), run);
  const Array<double> joined = column_dots<T>(F, WF, nullptr, run);
  for (Index c = 0; c < joined.size(); ++c) roughness[c] -= joined[c];
}

template <class T>
double Side<T>::penalty(const Dense<T> &FtF, bool relative) const {
  if (L.empty()) return 0;
  double sum = 0;
  for (Index c = 0; c < roughness.size(); ++c) {
    const double square = static_cast<double>(FtF(c, c));
    sum += !relative    ? not_negative(roughness[c])
           : square > 0 ? not_negative(roughness[c]) / square
                        : 0;
  }
  return lambda * sum;
}

template <class T>
void Side<T>::parts(const Dense<T> &F, const Dense<T> &product, const Dense<T> &C,
                    const Dense<T> &B, const Dense<T> &FtF, bool tangential,
                    ExecutionContext &run) {
  const Index width = F.stride(), k = F.columns();
  const Dense<T> plus = part(B, T{1}), minus = part(B, T{-1});
  Array<double> lambdas(run.memory, k), rho(run.memory, k);
  for (Index c = 0; c < k && !L.empty(); ++c) {
    const double square = static_cast<double>(FtF(c, c));
    lambdas[c] = lambda;
    rho[c] = tangential && square > 0 ? lambda * std::fmax(roughness[c], 0.0) / square : 0;
  }
  const Array<T> strength = padded<T>(lambdas, width, run), own = padded<T>(rho, width, run);
  run.pool.blocks(F.rows(), side_rows, [&](Index begin, Index end) {
    const Index rows = end - begin;
    const T *const f = F.row(begin);
    kernels<T>().times(product.row(begin), product.stride(), product.columns(), C.data(), width,
                       rows, N.row(begin));
    kernels<T>().times(f, width, k, minus.data(), width, rows, num.row(begin));
    kernels<T>().times(f, width, k, plus.data(), width, rows, den.row(begin));
    if (L.empty()) return;
    kernels<T>().add_scaled(num.row(begin), WF.row(begin), strength.data(), nullptr, rows, width);
    kernels<T>().add_scaled(num.row(begin), f, own.data(), nullptr, rows, width);
    kernels<T>().add_scaled(den.row(begin), f, strength.data(), L.d.data() + begin, rows, width);
  });
}

template <class T>
void Side<T>::move(Dense<T> &F, const Dense<T> &product, const Dense<T> &C, const Dense<T> &B,
                   const Dense<T> &FtF, bool tangential, ExecutionContext &run) {
  parts(F, product, C, B, FtF, tangential, run);
  run.pool.blocks(F.rows(), side_rows, [&](Index begin, Index end) {
    kernels<T>().root_quotient(F.row(begin), N.row(begin), num.row(begin), den.row(begin),
                               end - begin, F.stride(), std::numeric_limits<T>::min());
  });
}

template struct Side<float>;
template struct Side<double>;

}  // namespace manifact
