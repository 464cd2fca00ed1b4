/* Cluster with what a person knows: labels of some documents, must-links and cannot-links.
 *
 * Twelve short notes of a repair shop say what was repaired (a bicycle or a boat) and which part
 * failed (a brake or a light). Both are clusterings; the constraints say which one is wanted.
 *
 *   cc -std=c11 constraints.c $(pkg-config --cflags --libs manifact) -o constraints
 */
#include <manifact/manifact.h>
#include <stdio.h>

enum { documents = 12, features = 8, clusters = 2, pairs = 3 };

/* Counts of the words bicycle, wheel, boat, sail, brake, cable, light, bulb. */
static const float counts[documents][features] = {
    {8, 4, 0, 0, 3, 3, 0, 0}, {4, 4, 0, 0, 3, 3, 0, 0}, {4, 4, 0, 0, 6, 3, 0, 0},
    {4, 8, 0, 0, 0, 0, 3, 3}, {4, 4, 0, 0, 0, 0, 3, 3}, {4, 4, 0, 0, 0, 0, 3, 6},
    {0, 0, 8, 4, 3, 3, 0, 0}, {0, 0, 4, 4, 3, 3, 0, 0}, {0, 0, 4, 4, 3, 6, 0, 0},
    {0, 0, 4, 8, 0, 0, 3, 3}, {0, 0, 4, 4, 0, 0, 3, 3}, {0, 0, 4, 4, 0, 0, 6, 3}};

/* Classes are at least 0, and -1 is not known: one note about a brake and one about a light. */
static const int32_t known[documents] = {0, -1, -1, 1, -1, -1, -1, -1, -1, -1, -1, -1};

/* 1: must be together, -1: must not. Notes 1 and 7 are both about brakes, 4 and 10 about lights. */
static const int64_t first[pairs] = {1, 4, 8}, second[pairs] = {7, 10, 11};
static const double weights[pairs] = {1, 1, -1};

static void print_clusters(const char *title, const manifact_model *model) {
  const int32_t *labels = manifact_model_labels(model);
  printf("%s:", title);
  for (int i = 0; i < documents; ++i) printf(" %d", (int)labels[i]);
  printf(" (%d constraints not kept)\n", (int)manifact_model_violation_count(model));
}

int main(void) {
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_constraints *constraints = NULL;
  manifact_solver *solver = NULL;
  manifact_model *without = NULL, *with = NULL;

  int status = manifact_context_create(&context);
  if (status >= 0)
    status = manifact_matrix_create_dense(context, documents, features, features, 1, counts,
                                          MANIFACT_FLOAT, MANIFACT_COPY, NULL, NULL, &X);
  if (status >= 0)
    status = manifact_constraints_create(context, documents, known, first, second, weights, pairs,
                                         &constraints);
  /* Contradictions are no failure: the set is there, and manifact_constraints_list() names them. */
  if (status == MANIFACT_CONTRADICTIONS) printf("some constraints contradict each other\n");
  if (status >= 0) status = manifact_solver_create(context, "rcf", &solver);
  if (status >= 0) status = manifact_solver_set_text(solver, "preset", "quality");
  if (status >= 0) status = manifact_solver_fit(solver, X, clusters, &without);
  if (status >= 0) print_clusters("without constraints", without);
  if (status >= 0) status = manifact_solver_set_constraints(solver, constraints);
  if (status >= 0) status = manifact_solver_fit(solver, X, clusters, &with);
  if (status >= 0) print_clusters("with constraints", with);
  if (status < 0)
    fprintf(stderr, "%s: %s\n", manifact_status_name(status),
            solver ? manifact_solver_message(solver) : manifact_context_message(context));

  manifact_model_free(with);
  manifact_model_free(without);
  manifact_solver_free(solver);
  manifact_constraints_free(constraints);
  manifact_matrix_free(X);
  manifact_context_free(context);
  return status >= 0 ? 0 : 1;
}
