// Takes the place of cholesky.cpp in a build without CHOLMOD (-Dcholmod=disabled).
#include "linalg/sparse/cholesky.hpp"
#include "runtime/error.hpp"

namespace manifact {

struct Cholesky::Factor {};

bool Cholesky::available() noexcept { return false; }

Cholesky::Cholesky(CsrView<double>, ExecutionContext &) {
  fail(Status::feature, "this build does not support sparse factorization (CHOLMOD)");
}
Cholesky::~Cholesky() = default;

// Not reached: there is no object.
Index Cholesky::fill() const noexcept { return 0; }
double Cholesky::flops() const noexcept { return 0; }
double Cholesky::bytes() const noexcept { return 0; }
void Cholesky::factorize(CsrView<double>, double, ExecutionContext &) {}
void Cholesky::solve(Dense<double> &, ExecutionContext &) const {}

}  // namespace manifact
