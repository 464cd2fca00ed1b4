// Update rules of a concept factorization: a rule changes V with W fixed, and W with V fixed; the
// state updates the products. To add a rule, add a file with a function that creates it.
#pragma once

#include <memory>

#include "methods/concept/state.hpp"
#include "methods/floor.hpp"

namespace manifact {

template <class T>
class UpdateRule {
 public:
  virtual ~UpdateRule() = default;
  virtual const char *name() const noexcept = 0;
  virtual void V_step(ConceptState<T> &state, ExecutionContext &run) = 0;
  // May use KW as scratch memory: the state computes it again.
  virtual void W_step(ConceptState<T> &state, ExecutionContext &run) = 0;
};

template <class T>
std::unique_ptr<UpdateRule<T>> multiplicative_updates(Floor floor);

// For kernels with negative values. The state must be split.
template <class T>
std::unique_ptr<UpdateRule<T>> signed_updates(Floor floor);

// `sweeps` passes over the columns of each row. Rows are taken in `order`; null: in row order.
// budget: the bytes of what may be stored to be quicker.
// Throws Error(option) for kernels that are not linear.
template <class T>
std::unique_ptr<UpdateRule<T>> coordinate_descent(const ConceptState<T> &state, int sweeps,
                                                  const Array<std::int32_t> *order, Index budget,
                                                  ExecutionContext &run);

}  // namespace manifact
