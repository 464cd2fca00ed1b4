// A fit to documents that several processes hold.
#pragma once

#include "linalg/sparse/matrix.hpp"
#include "options/options.hpp"
#include "pipeline/fit_inputs.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Method;

class CollectiveFits {
 public:
  virtual ~CollectiveFits() = default;

  // The options that follow from the division.
  virtual void derive(Options &options) const = 0;
  // Throw Error(option) for what one process must do alone: methods, inputs, and options in force.
  virtual void check(const Matrix &X, const Method &method, const FitInputs &inputs) const = 0;
  virtual void check(const Options &options) const = 0;
  // Throws on every process unless the graph is given on all of them, with the rows of the
  // documents. Collective.
  virtual void check_graph(const Matrix &X, const FitInputs &inputs,
                           ExecutionContext &run) const = 0;
  // Throws on every process unless all have the same number of features, all or none have a start,
  // and all or none have a graph. Collective.
  virtual void check_alike(const Matrix &X, const FitInputs &inputs,
                           ExecutionContext &run) const = 0;

  // The number of processes, and the largest share of the entries over the mean. Collective.
  struct Shares {
    Index processes;
    double balance;
  };
  virtual Shares shares(Index entries, ExecutionContext &run) const = 0;
};

}  // namespace manifact
