// The arrays of a model with their types and sizes.
#include "capi/model_views.hpp"

using namespace manifact;

namespace {

struct Shape {
  const void *data = nullptr;
  manifact_value_type type = MANIFACT_DOUBLE;
  int64_t rows = 0, columns = 0;
};

manifact_value_type type_of(const double *) { return MANIFACT_DOUBLE; }
manifact_value_type type_of(const int64_t *) { return MANIFACT_INT64; }
manifact_value_type type_of(const int32_t *) { return MANIFACT_INT32; }

template <class T>
Shape shape(const Array<T> &array, int64_t rows, int64_t columns = 1) {
  Shape found;
  found.data = view(array);
  found.type = type_of(view(array));
  found.rows = array.empty() ? 0 : rows;
  found.columns = array.empty() ? 0 : columns;
  return found;
}

}  // namespace

int manifact_model_array(const manifact_model *model, manifact_array which, const void **data,
                         manifact_value_type *type, int64_t *rows, int64_t *columns) {
  if (const int status = check(model); status != MANIFACT_OK) return status;
  const Model &m = *model->model;
  if (which < MANIFACT_ARRAY_HISTORY || which > MANIFACT_ARRAY_CORE) return MANIFACT_ERROR_ARGUMENT;
  // In the order of the constants.
  const Shape shapes[] = {shape(m.history, m.history.size()),
                          shape(m.labels, m.n),
                          shape(m.sizes, m.k),
                          shape(m.V, m.n, m.k),
                          shape(m.W, m.n, m.k),
                          shape(m.basis, m.m, m.k),
                          shape(m.centroids, m.m, m.k),
                          shape(m.cosines, m.n),
                          shape(m.features.labels, m.m),
                          shape(m.features.sizes, m.features.l),
                          shape(m.features.memberships, m.m, m.features.l),
                          shape(m.features.core, m.k, m.features.l)};
  const Shape &found = shapes[which - MANIFACT_ARRAY_HISTORY];
  give(data, found.data);
  give(type, found.type);
  give(rows, found.rows);
  give(columns, found.columns);
  return MANIFACT_OK;
}
