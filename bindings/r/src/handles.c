/* Handles of the library in R, which frees them when it collects garbage. */
#include "session.h"

#include <R_ext/Altrep.h>
#include <string.h>

static const char *const kind_names[] = {"matrix",     "graph", "constraints", "solver",
                                         "vectorizer", "model", "suggestion",  "table"};

/* Saved handles look like a vector of one integer. The first datum is the external pointer, the
   second the vector. R saves the bytes of the model in place of them. */
static R_altrep_class_t saved_classes[SUGGESTION + 1];

static void release(Kind kind, void *pointer) {
  switch (kind) {
    case MATRIX:
      manifact_matrix_free(pointer);
      break;
    case GRAPH:
      manifact_graph_free(pointer);
      break;
    case CONSTRAINTS:
      manifact_constraints_free(pointer);
      break;
    case SOLVER:
      manifact_solver_free(pointer);
      break;
    case VECTORIZER:
      manifact_vectorizer_free(pointer);
      break;
    case MODEL:
      manifact_model_free(pointer);
      break;
    case SUGGESTION:
      manifact_suggestion_free(pointer);
      break;
    case TABLE:
      manifact_table_free(pointer);
      break;
  }
}

static void finalize(SEXP handle) {
  const Kind kind = (Kind)INTEGER(R_ExternalPtrTag(handle))[0];
  void *pointer = R_ExternalPtrAddr(handle);
  R_ClearExternalPtr(handle);
  release(kind, pointer);
}

SEXP new_handle(Kind kind) {
  SEXP tag = PROTECT(Rf_ScalarInteger(kind));
  SEXP handle = PROTECT(R_MakeExternalPtr(NULL, tag, R_NilValue));
  R_RegisterCFinalizer(handle, finalize);
  UNPROTECT(2);
  return handle;
}

void keep(SEXP handle, void *pointer) { R_SetExternalPtrAddr(handle, pointer); }

void *pointer_of(SEXP handle, Kind kind) {
  if (ALTREP(handle) && (R_altrep_inherits(handle, saved_classes[MODEL]) ||
                         R_altrep_inherits(handle, saved_classes[VECTORIZER])))
    handle = R_altrep_data1(handle);
  if (TYPEOF(handle) != EXTPTRSXP || TYPEOF(R_ExternalPtrTag(handle)) != INTSXP ||
      INTEGER(R_ExternalPtrTag(handle))[0] != (int)kind)
    Rf_error("not a %s of manifact", kind_names[kind]);
  if (R_ExternalPtrAddr(handle) == NULL) Rf_error("this %s was freed", kind_names[kind]);
  return R_ExternalPtrAddr(handle);
}

void *optional_pointer(SEXP handle, Kind kind) {
  return handle == R_NilValue ? NULL : pointer_of(handle, kind);
}

/* Frees a handle that is not used any more, before R collects garbage. */
SEXP r_free(SEXP handle) {
  if (TYPEOF(handle) == EXTPTRSXP) finalize(handle);
  return R_NilValue;
}

SEXP saved_handle(Kind kind, SEXP handle) {
  PROTECT(handle);
  SEXP one = PROTECT(Rf_ScalarInteger(1));
  SEXP result = R_new_altrep(saved_classes[kind], handle, one);
  UNPROTECT(2);
  return result;
}

/* Methods of the ALTREP classes */

static R_xlen_t length_of(SEXP x) {
  (void)x;
  return 1;
}

static int element_of(SEXP x, R_xlen_t index) {
  (void)x;
  (void)index;
  return 1;
}

static void *data_of(SEXP x, Rboolean writable) {
  (void)writable;
  return INTEGER(R_altrep_data2(x));
}

static const void *data_or_null(SEXP x) { return INTEGER(R_altrep_data2(x)); }

static SEXP same(SEXP x, Rboolean deep) {
  (void)deep;
  return x;
}

static SEXP bytes_or_error(SEXP bytes) {
  if (TYPEOF(bytes) == RAWSXP) return bytes;
  Rf_error("%s", CHAR(STRING_ELT(VECTOR_ELT(bytes, 0), 0)));
}

static SEXP state_of_model(SEXP x) { return bytes_or_error(bytes_of_model(pointer_of(x, MODEL))); }

/* The library saves a vectorizer within a model, here of one document. */
static SEXP state_of_vectorizer(SEXP x) {
  const manifact_vectorizer *vectorizer = pointer_of(x, VECTORIZER);
  const int32_t starts[] = {0, 1}, term = 0;
  const double count = 1;
  manifact_solver *solver = NULL;
  manifact_matrix *document = NULL;
  SEXP handle = PROTECT(new_handle(MODEL));
  manifact_model *model = NULL;
  manifact_status status = manifact_solver_create(context, "kmeans", &solver);
  if (status >= 0) status = manifact_solver_set_text(solver, "keep-data", "no");
  if (status >= 0) status = manifact_solver_set_text(solver, "weighting", "none");
  if (status >= 0) status = manifact_solver_set_vectorizer(solver, vectorizer);
  if (status >= 0)
    status = manifact_matrix_create_csr(context, 1, manifact_vectorizer_terms(vectorizer), 1,
                                        starts, MANIFACT_INT32, &term, MANIFACT_INT32, 0, &count,
                                        MANIFACT_DOUBLE, MANIFACT_COPY, NULL, NULL, &document);
  if (status >= 0) status = manifact_solver_fit(solver, document, 1, &model);
  manifact_solver_free(solver);
  manifact_matrix_free(document);
  keep(handle, model);
  if (status < 0) Rf_error("the vectorizer cannot be saved: %s", manifact_status_text(status));
  SEXP bytes = PROTECT(bytes_of_model(model));
  finalize(handle);
  UNPROTECT(2);
  return bytes_or_error(bytes);
}

static SEXP model_of_bytes(SEXP bytes) {
  if (TYPEOF(bytes) != RAWSXP) Rf_error("not the bytes of a model");
  SEXP handle = PROTECT(new_handle(MODEL));
  manifact_model *model = NULL;
  const manifact_status status =
      manifact_model_load_memory(context, RAW(bytes), (size_t)XLENGTH(bytes), &model);
  keep(handle, model);
  UNPROTECT(1);
  return checked_context(status, handle);
}

static SEXP handle_or_error(SEXP handle) {
  if (TYPEOF(handle) == EXTPTRSXP) return handle;
  Rf_error("%s", CHAR(STRING_ELT(VECTOR_ELT(handle, 0), 0)));
}

static SEXP model_of_state(SEXP class, SEXP state) {
  (void)class;
  return saved_handle(MODEL, handle_or_error(model_of_bytes(state)));
}

static SEXP vectorizer_of_state(SEXP class, SEXP state) {
  (void)class;
  SEXP model = PROTECT(handle_or_error(model_of_bytes(state)));
  SEXP handle = PROTECT(new_handle(VECTORIZER));
  const manifact_vectorizer *view = manifact_model_vectorizer(R_ExternalPtrAddr(model));
  if (view == NULL) Rf_error("not the bytes of a vectorizer");
  keep(handle, manifact_vectorizer_retain(view));
  finalize(model);
  UNPROTECT(2);
  return saved_handle(VECTORIZER, handle);
}

/* The model of the bytes of a file, or a failure. */
SEXP r_model_of_bytes(SEXP bytes) {
  SEXP handle = PROTECT(model_of_bytes(bytes));
  if (TYPEOF(handle) == EXTPTRSXP) handle = saved_handle(MODEL, handle);
  UNPROTECT(1);
  return handle;
}

void register_handles(DllInfo *library) {
  for (Kind kind = VECTORIZER; kind <= MODEL; ++kind) {
    const R_altrep_class_t class = R_make_altinteger_class(kind_names[kind], "manifact", library);
    R_set_altrep_Length_method(class, length_of);
    R_set_altrep_Duplicate_method(class, same);
    R_set_altvec_Dataptr_method(class, data_of);
    R_set_altvec_Dataptr_or_null_method(class, data_or_null);
    R_set_altinteger_Elt_method(class, element_of);
    R_set_altrep_Serialized_state_method(class,
                                         kind == MODEL ? state_of_model : state_of_vectorizer);
    R_set_altrep_Unserialize_method(class, kind == MODEL ? model_of_state : vectorizer_of_state);
    saved_classes[kind] = class;
  }
}
