/* What the calls of this package share: handles in R, calls that can be interrupted, failures. */
#ifndef MANIFACT_R_SESSION_H
#define MANIFACT_R_SESSION_H

#include <setjmp.h>
#include <stdbool.h>

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>

#include <manifact/manifact.h>

/* The context of the R process, which runs one call at a time. */
extern manifact_context *context;

void create_context(void);

/* Handles: external pointers, which R frees. Models and finished vectorizers are within an ALTREP
   object that R can save. */
typedef enum { MATRIX, GRAPH, CONSTRAINTS, SOLVER, VECTORIZER, MODEL, SUGGESTION, TABLE } Kind;

void register_handles(DllInfo *library);
SEXP new_handle(Kind kind);
void keep(SEXP handle, void *pointer);
void *pointer_of(SEXP handle, Kind kind);
SEXP saved_handle(Kind kind, SEXP handle);
SEXP r_free(SEXP handle);

/* The pointer of a handle that may be NULL in R. */
void *optional_pointer(SEXP handle, Kind kind);

/* A call of the library that R can interrupt: begin(), the call, end(). Nothing of R may be called
   between them. begin() protects one object; end() releases it, continues an interrupt or an
   error of the progress function, and returns `result` or a failure. */
typedef struct Call {
  struct Call *outer;
  SEXP progress, continuation;
  jmp_buf jump;
  bool in_r, left;
} Call;

void begin(Call *call, SEXP progress);
SEXP end(Call *call, manifact_status status, const char *message, SEXP result);
int report(void *user, const char *stage, int64_t done, int64_t total, double objective,
           double change);

/* `result`, or a failure: a list of class "manifact_failure" that R raises as a condition. */
SEXP checked(manifact_status status, const char *message, SEXP result);
SEXP checked_context(manifact_status status, SEXP result);

/* Values of R. */
typedef struct {
  const char *word;
  int value;
} Word;

int word_of(SEXP value, const char *name, const Word *words);
int64_t whole(SEXP value, const char *name);
double number(SEXP value, const char *name);
const char *utf8(SEXP value, const char *name);
SEXP text_of(const char *text);
SEXP named_list(int count, const char *const *names);

/* Texts one after the other in memory that R frees when the call from R ends; NA is "". */
typedef struct {
  char *bytes;
  int64_t *offsets;
} Texts;

Texts joined(SEXP texts, R_xlen_t first, R_xlen_t count);

/* Topics of R, which count from 1, as numbers of the library. */
int64_t *topics_of(SEXP topics);
/* Labels, clusters or periods, which count from 1; -1 for NA. */
int32_t *groups_of(SEXP groups, const char *name);

/* Labels of the library for R: from 1, NA for -1. */
SEXP labels_for_r(const int32_t *labels, R_xlen_t count);
SEXP numbers_for_r(const int64_t *numbers, R_xlen_t count, int add);
SEXP matrix_for_r(const double *values, R_xlen_t rows, R_xlen_t columns);

extern const Word score_words[], linkage_words[];

/* The bytes of the file of a model, a raw vector or a failure. */
SEXP bytes_of_model(const manifact_model *model);

#endif
