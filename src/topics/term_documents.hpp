// Documents in which terms are counted: counts that are given, or the documents of a model.
#pragma once

#include <cstdint>
#include <utility>

#include "linalg/data/data_view.hpp"
#include "linalg/sparse/matrix.hpp"
#include "runtime/index.hpp"

namespace manifact {

class TermDocuments {
 public:
  TermDocuments() = default;  // none
  explicit TermDocuments(const Matrix &X) : matrix_(&X), rows_(X.rows), columns_(X.columns) {}
  explicit TermDocuments(const DataView<double> &X)
      : view_(X), rows_(X.rows), columns_(X.columns) {}

  Index rows() const noexcept { return rows_; }
  Index columns() const noexcept { return columns_; }

  // visit(column) for the terms of document i, columns ascending.
  template <class Visit>
  void each_term(Index i, Visit &&visit) const {
    if (matrix_ != nullptr) {
      matrix_->each(i, [&](std::int32_t j, double x) {
        if (x != 0) visit(j);
      });
      return;
    }
    const DataRow<double> x = view_.row(i);
    for (Index e = 0; e < x.size(); ++e)
      if (x[e] != 0) visit(x.column(e));
  }

 private:
  const Matrix *matrix_ = nullptr;
  DataView<double> view_;
  Index rows_ = 0, columns_ = 0;
};

}  // namespace manifact
