// How a concept factorization updates its factors: a rule changes V with W fixed, and W with V
// fixed; the state brings the products up to date. Another rule is another file with another maker.
#pragma once

#include <memory>

#include "methods/concept/state.hpp"

namespace manifact {

template <class T>
class UpdateRule {
 public:
  virtual ~UpdateRule() = default;
  virtual const char *name() const noexcept = 0;
  virtual void V_step(ConceptState<T> &state, ExecutionContext &run) = 0;
  virtual void W_step(ConceptState<T> &state, ExecutionContext &run) = 0;
};

// The floor of denominators: max(den, absolute, relative * largest den of the row).
struct Floor {
  double absolute, relative;
};

template <class T>
std::unique_ptr<UpdateRule<T>> multiplicative_updates(Floor floor);

// For kernels with negative values. The state must be split.
template <class T>
std::unique_ptr<UpdateRule<T>> signed_updates(Floor floor);

// `sweeps` passes over the columns of a row at a time. Rows are taken in `order`, null: from
// the first to the last. Throws Error(option) for kernels that are not linear.
template <class T>
std::unique_ptr<UpdateRule<T>> coordinate_descent(const ConceptState<T> &state, int sweeps,
                                                  const Array<std::int32_t> *order,
                                                  ExecutionContext &run);

}  // namespace manifact
