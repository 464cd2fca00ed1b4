// The starting point of a solver.
#include <cmath>

#include "capi/solver.hpp"

using namespace manifact;

namespace {

Array<double> copied(const double *values, int64_t rows, int64_t columns, const char *name,
                     const std::shared_ptr<Memory> &memory) {
  Array<double> copy(memory, rows * columns);
  for (int64_t e = 0; e < rows * columns; ++e) {
    if (!std::isfinite(values[e]) || values[e] < 0)
      fail(Status::value,
           "row %lld, column %lld of %s is %g: values of a start must be finite and at least 0",
           number(e / columns), number(e % columns), name, values[e]);
    copy[e] = values[e];
  }
  return copy;
}

}  // namespace

int manifact_solver_set_start_factors(manifact_solver *solver, const double *W, const double *V,
                                      int64_t n, int64_t k) {
  return with(solver, [&] {
    Array<double> new_W, new_V;
    if (V != nullptr) {
      if (solver->method->start_input < StartInput::factors)
        fail(Status::argument, "method '%s' starts from labels, not from factors",
             solver->method->name);
      if (n < 1 || k < 1 || n > INT32_MAX || k > INT32_MAX)
        fail(Status::argument, "a start needs n >= 1 and k >= 1, not n = %lld, k = %lld",
             static_cast<long long>(n), static_cast<long long>(k));
      new_V = copied(V, n, k, "V", solver->memory);
      if (W != nullptr) new_W = copied(W, n, k, "W", solver->memory);
    }
    solver->start_W = std::move(new_W);
    solver->start_V = std::move(new_V);
    solver->start_labels = Array<std::int32_t>();
    solver->start_n = V != nullptr ? n : 0;
    solver->start_k = V != nullptr ? k : 0;
  });
}

int manifact_solver_set_start_features(manifact_solver *solver, const double *G, int64_t m,
                                       int64_t l) {
  return with(solver, [&] {
    Array<double> copy;
    if (G != nullptr) {
      if (!solver->method->takes_feature_start)
        fail(Status::argument, "method '%s' has no feature factor to start from",
             solver->method->name);
      if (m < 1 || l < 1 || m > INT32_MAX || l > m)
        fail(Status::argument, "a feature start needs 1 <= l <= m, not m = %lld, l = %lld",
             static_cast<long long>(m), static_cast<long long>(l));
      copy = copied(G, m, l, "G", solver->memory);
    }
    solver->start_G = std::move(copy);
    solver->start_m = G != nullptr ? m : 0;
    solver->start_l = G != nullptr ? l : 0;
  });
}

int manifact_solver_set_start_labels(manifact_solver *solver, const int32_t *labels, int64_t n) {
  return with(solver, [&] {
    Array<std::int32_t> copy;
    const Method &method = *solver->method;
    if (labels != nullptr) {
      if (method.start_input == StartInput::none)
        fail(Status::argument, "method '%s' does not support a start", method.name);
      if (n < 1 || n > INT32_MAX)
        fail(Status::argument, "a start needs at least one label, not %lld",
             static_cast<long long>(n));
      copy = Array<std::int32_t>(solver->memory, n);
      for (int64_t i = 0; i < n; ++i) {
        if (labels[i] < -1)
          fail(Status::argument, "labels[%lld] is %d: a label must be -1 or a cluster number >= 0",
               static_cast<long long>(i), labels[i]);
        copy[i] = labels[i];
      }
    }
    solver->start_labels = std::move(copy);
    solver->start_W = Array<double>();
    solver->start_V = Array<double>();
    solver->start_n = labels != nullptr ? n : 0;
    solver->start_k = 0;
  });
}

int manifact_solver_set_start_model(manifact_solver *solver, const manifact_model *model) {
  if (model == nullptr) return manifact_solver_set_start_factors(solver, nullptr, nullptr, 0, 0);
  const int status = with(solver, [&] {
    require_handle(model, "model");
    if (model->model->W.empty() || solver->method->start_input < StartInput::model)
      fail(Status::argument, "the factors of a model of '%s' cannot start '%s'",
           model->model->method.c_str(), solver->method->name);
  });
  if (status != MANIFACT_OK) return status;
  const double *const W = manifact_model_associations(model);
  return manifact_solver_set_start_factors(solver, W, manifact_model_memberships(model),
                                           manifact_model_documents(model),
                                           manifact_model_clusters(model));
}
