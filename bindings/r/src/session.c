#include "session.h"

#include <math.h>
#include <string.h>

manifact_context *context;
static Call *running;

void create_context(void) {
  if (manifact_context_create(&context) < 0) Rf_error("out of memory");
  manifact_context_set_progress(context, report, NULL);
}

/* R does not know how large the arrays behind its pointers are, so that it may wait long before it
   frees them: collect garbage when the library holds twice as much as after the last time. */
static void collect_if_large(void) {
  static int64_t limit = (int64_t)256 << 20;
  int64_t now = 0;
  if (manifact_context_memory(context, &now, NULL) < 0 || now < limit) return;
  R_gc();
  manifact_context_memory(context, &now, NULL);
  if (2 * now > limit) limit = 2 * now;
}

void begin(Call *call, SEXP progress) {
  collect_if_large();
  call->continuation = PROTECT(R_MakeUnwindCont());
  call->progress = progress;
  call->in_r = call->left = false;
  call->outer = running;
  running = call;
}

SEXP end(Call *call, manifact_status status, const char *message, SEXP result) {
  running = call->outer;
  if (call->left) R_ContinueUnwind(call->continuation);
  UNPROTECT(1);
  return checked(status, message, result);
}

typedef struct {
  SEXP function;
  const char *stage;
  int64_t done, total;
  double objective, change;
} Step;

/* May leave by a jump of R: an interrupt, a time limit, an error of the function. */
static SEXP check_in_r(void *data) {
  const Step *step = data;
  R_CheckUserInterrupt();
  if (step->function == R_NilValue) return R_NilValue;
  SEXP arguments[] = {text_of(step->stage), R_NilValue, R_NilValue, R_NilValue, R_NilValue};
  PROTECT(arguments[0]);
  const double numbers[] = {(double)step->done, (double)step->total, step->objective, step->change};
  for (int i = 0; i < 4; ++i) arguments[i + 1] = PROTECT(Rf_ScalarReal(numbers[i]));
  SEXP call = PROTECT(Rf_lang6(step->function, arguments[0], arguments[1], arguments[2],
                               arguments[3], arguments[4]));
  SEXP answer = Rf_eval(call, R_GlobalEnv);
  UNPROTECT(6);
  return answer;
}

static void leave(void *data, Rboolean jump) {
  if (jump) longjmp(((Call *)data)->jump, 1);
}

/* The progress callback. A jump of R ends here: the library must return first. end() continues it.
 */
int report(void *user, const char *stage, int64_t done, int64_t total, double objective,
           double change) {
  (void)user;
  Call *call = running;
  if (call == NULL || call->in_r) return 0;
  if (call->left) return 1;
  call->in_r = true;
  Step step = {call->progress, stage, done, total, objective, change};
  if (setjmp(call->jump)) {
    call->left = true;
    call->in_r = false;
    return 1;
  }
  SEXP answer = R_UnwindProtect(check_in_r, &step, leave, call, call->continuation);
  call->in_r = false;
  return TYPEOF(answer) == LGLSXP && XLENGTH(answer) == 1 && LOGICAL(answer)[0] == TRUE;
}

SEXP checked(manifact_status status, const char *message, SEXP result) {
  if (status >= 0) return result;
  PROTECT(result);
  const char *const names[] = {"message", "status"};
  SEXP failure = PROTECT(named_list(2, names));
  if (message == NULL || message[0] == '\0') message = manifact_status_text(status);
  SET_VECTOR_ELT(failure, 0, text_of(message));
  SET_VECTOR_ELT(failure, 1, text_of(manifact_status_name(status)));
  Rf_setAttrib(failure, R_ClassSymbol, Rf_mkString("manifact_failure"));
  UNPROTECT(2);
  return failure;
}

SEXP checked_context(manifact_status status, SEXP result) {
  return checked(status, status < 0 ? manifact_context_message(context) : NULL, result);
}

int word_of(SEXP value, const char *name, const Word *words) {
  const char *given = utf8(value, name);
  char known[200] = "";
  for (const Word *word = words; word->word != NULL; ++word) {
    if (strcmp(word->word, given) == 0) return word->value;
    if (word != words) strncat(known, ", ", sizeof known - strlen(known) - 1);
    strncat(known, word->word, sizeof known - strlen(known) - 1);
  }
  Rf_error("%s must be one of %s, not \"%s\"", name, known, given);
}

double number(SEXP value, const char *name) {
  if (!Rf_isNumeric(value) || XLENGTH(value) != 1) Rf_error("%s must be a number", name);
  return Rf_asReal(value);
}

int64_t whole(SEXP value, const char *name) {
  const double given = number(value, name);
  if (!(fabs(given) <= 9007199254740992.0) || given != floor(given))
    Rf_error("%s must be a whole number", name);
  return (int64_t)given;
}

const char *utf8(SEXP value, const char *name) {
  if (!Rf_isString(value) || XLENGTH(value) != 1 || STRING_ELT(value, 0) == NA_STRING)
    Rf_error("%s must be a text", name);
  return Rf_translateCharUTF8(STRING_ELT(value, 0));
}

SEXP text_of(const char *text) {
  if (text == NULL) return Rf_ScalarString(NA_STRING);
  return Rf_ScalarString(Rf_mkCharCE(text, CE_UTF8));
}

SEXP named_list(int count, const char *const *names) {
  SEXP list = PROTECT(Rf_allocVector(VECSXP, count));
  SEXP texts = PROTECT(Rf_allocVector(STRSXP, count));
  for (int i = 0; i < count; ++i) SET_STRING_ELT(texts, i, Rf_mkChar(names[i]));
  Rf_setAttrib(list, R_NamesSymbol, texts);
  UNPROTECT(2);
  return list;
}

int64_t *topics_of(SEXP topics) {
  if (!Rf_isNumeric(topics)) Rf_error("topics must be numbers");
  topics = PROTECT(Rf_coerceVector(topics, REALSXP));
  const R_xlen_t count = XLENGTH(topics);
  int64_t *numbers = (int64_t *)R_alloc(count + 1, sizeof *numbers);
  for (R_xlen_t i = 0; i < count; ++i) {
    const double topic = REAL(topics)[i];
    if (!(fabs(topic) < 1e15) || topic != floor(topic)) Rf_error("topics must be whole numbers");
    numbers[i] = (int64_t)topic - 1;
  }
  UNPROTECT(1);
  return numbers;
}

int32_t *groups_of(SEXP groups, const char *name) {
  if (TYPEOF(groups) != INTSXP) Rf_error("%s must be whole numbers", name);
  const R_xlen_t count = XLENGTH(groups);
  int32_t *numbers = (int32_t *)R_alloc(count + 1, sizeof *numbers);
  for (R_xlen_t i = 0; i < count; ++i) {
    const int group = INTEGER(groups)[i];
    if (group < 1 && group != NA_INTEGER)
      Rf_error("%s must be whole numbers from 1, or NA if they are not known, not %d", name, group);
    numbers[i] = group == NA_INTEGER ? -1 : group - 1;
  }
  return numbers;
}

SEXP labels_for_r(const int32_t *labels, R_xlen_t count) {
  SEXP result = Rf_allocVector(INTSXP, count);
  for (R_xlen_t i = 0; i < count; ++i)
    INTEGER(result)[i] = labels[i] < 0 ? NA_INTEGER : labels[i] + 1;
  return result;
}

SEXP numbers_for_r(const int64_t *numbers, R_xlen_t count, int add) {
  SEXP result = Rf_allocVector(REALSXP, count);
  for (R_xlen_t i = 0; i < count; ++i)
    REAL(result)[i] = add != 0 && numbers[i] < 0 ? NA_REAL : (double)(numbers[i] + add);
  return result;
}

SEXP matrix_for_r(const double *values, R_xlen_t rows, R_xlen_t columns) {
  SEXP result = PROTECT(Rf_allocVector(REALSXP, rows * columns));
  for (R_xlen_t column = 0; column < columns; ++column)
    for (R_xlen_t row = 0; row < rows; ++row)
      REAL(result)[column * rows + row] = values[row * columns + column];
  SEXP size = PROTECT(Rf_allocVector(INTSXP, 2));
  INTEGER(size)[0] = (int)rows;
  INTEGER(size)[1] = (int)columns;
  Rf_setAttrib(result, R_DimSymbol, size);
  UNPROTECT(2);
  return result;
}
