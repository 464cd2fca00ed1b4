// What the tests of text/weighting share: matrices of both storages, weights learned from one and
// applied to it.
#pragma once

#include "support/numbers.hpp"
#include "text/weighted_data.hpp"
#include "text/weighting.hpp"

namespace manifact {

class WeightingFixture : public testing::Test {
 protected:
  std::unique_ptr<Matrix> sparse(const Plain &A) {
    return matrix_from_parts(csr<double>(A, host_.memory));
  }
  std::unique_ptr<Matrix> dense(const Plain &A) {
    return matrix_from_dense(A.rows, A.columns, A.columns, 1, A.values.data(), ValueType::real,
                             host_.memory);
  }
  FeatureWeights learned(const Matrix &X, const WeightingRequest &request = {}) {
    return learn_weights(X, request, host_.run);
  }
  Plain applied(const Matrix &X, const FeatureWeights &weights) {
    // Of dense data: what is read equals what would be stored.
    const WeightedData<double> data = weighted_data<double>(X, weights, host_.run);
    return plain(data.view());
  }

  Host host_{2};
};

}  // namespace manifact
