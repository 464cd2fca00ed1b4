/* Fits that are cancelled on one rank: cancelled FILE METHOD K RANK [NAME=VALUE...]. The rank stops
 * at one of the first reports of a fit, or while it waits for the first rank, which sleeps. All
 * ranks must return, and the next fit must give the bits of the first one. Prints "ok". */
#include <manifact/manifact_mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static manifact_cancel_token *token;
static int rank, stopping_rank;
static int reports, last_report; /* the report that stops; 0: none does */
static unsigned sleep_seconds;

static void expect(int good, const char *what, const char *message) {
  if (good) return;
  fprintf(stderr, "cancelled: rank %d: %s: %s\n", rank, what, message);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static int report(void *user, const char *stage, int64_t done, int64_t total, double objective,
                  double change) {
  (void)user, (void)stage, (void)done, (void)total, (void)objective, (void)change;
  ++reports;
  if (rank == 0 && sleep_seconds > 0 && reports == 5) sleep(sleep_seconds);
  return rank == stopping_rank && last_report > 0 && reports >= last_report;
}

static void request(int signal_number) {
  (void)signal_number;
  manifact_cancel_token_request(token);
}

/* The status; the objective of a fit that succeeded. */
static int fit(manifact_solver *solver, const manifact_matrix *X, int k, double *objective) {
  manifact_model *model = NULL;
  reports = 0;
  expect(manifact_solver_set_progress(solver, report, NULL) == MANIFACT_OK, "progress", "");
  expect(manifact_solver_set_cancel_token(solver, token) == MANIFACT_OK, "token", "");
  const int status = manifact_solver_fit(solver, X, k, &model);
  expect((status >= 0) == (model != NULL), "status without a model", "");
  if (model != NULL) *objective = manifact_model_objective(model);
  manifact_model_free(model);
  return status;
}

static void expect_cancelled(manifact_solver *solver, const manifact_matrix *X, int k) {
  double objective = 0;
  char sentence[64];
  snprintf(sentence, sizeof sentence, "rank %d: cancelled", stopping_rank);
  expect(fit(solver, X, k, &objective) == MANIFACT_ERROR_CANCELLED, "not cancelled",
         manifact_solver_message(solver));
  expect(strncmp(manifact_solver_message(solver), sentence, strlen(sentence)) == 0, "message",
         manifact_solver_message(solver));
}

static void expect_same(manifact_solver *solver, const manifact_matrix *X, int k, double first) {
  double objective = 0;
  last_report = 0;
  sleep_seconds = 0;
  expect(fit(solver, X, k, &objective) >= 0, "fit after it", manifact_solver_message(solver));
  expect(objective == first, "another objective", "");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  expect(argc >= 5, "too few arguments", "");
  const int k = atoi(argv[3]);
  stopping_rank = atoi(argv[4]);
  manifact_context *context = NULL;
  manifact_solver *solver = NULL;
  manifact_matrix *X = NULL;
  int64_t *places = NULL;
  expect(manifact_mpi_context_create(MPI_COMM_WORLD, &context) >= 0, "context", "");
  expect(manifact_mpi_read(context, argv[1], 0, &X, &places) >= 0, "read",
         manifact_context_message(context));
  expect(manifact_solver_create(context, argv[2], &solver) >= 0, "solver",
         manifact_context_message(context));
  for (int i = 5; i < argc; ++i) {
    char *const equals = strchr(argv[i], '=');
    expect(equals != NULL, "expected NAME=VALUE", argv[i]);
    *equals = '\0';
    expect(manifact_solver_set_text(solver, argv[i], equals + 1) >= 0, argv[i],
           manifact_solver_message(solver));
  }
  expect(manifact_cancel_token_create(&token) >= 0, "token", "");
  double first = 0;
  expect(fit(solver, X, k, &first) >= 0, "first fit", manifact_solver_message(solver));
  int all_reports = reports; /* of the rank that stops */
  MPI_Bcast(&all_reports, 1, MPI_INT, stopping_rank, MPI_COMM_WORLD);
  for (int at = 1; at < all_reports; at += 1 + at) {
    last_report = at;
    expect_cancelled(solver, X, k);
    expect_same(solver, X, k, first);
  }
  if (stopping_rank > 0) { /* requested in a signal handler, while the rank waits */
    signal(SIGALRM, request);
    last_report = 0;
    sleep_seconds = 3;
    if (rank == stopping_rank) alarm(1);
    expect_cancelled(solver, X, k);
    expect_same(solver, X, k, first);
  }
  manifact_cancel_token_free(token);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_mpi_places_free(places);
  manifact_context_free(context);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("ok\n");
  MPI_Finalize();
  return 0;
}
