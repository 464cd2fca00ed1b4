/* Time and memory of fits of a matrix file in C: fit_cost MATRIX METHOD K FITS

   Prints a line for each fit: its seconds, those of its threads together, and the bytes by which
   the peak of the process exceeds what it held when the matrix was read. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <malloc.h>
#include <manifact/manifact.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A line of /proc/self/status, in bytes: VmRSS or VmHWM. */
static int64_t resident(const char *name) {
  char line[256];
  int64_t kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, name, strlen(name)) == 0) kilobytes = strtoll(line + strlen(name), NULL, 10);
  if (file != NULL) fclose(file);
  return 1024 * kilobytes;
}

/* Makes the peak what is held now, without memory that was freed. */
static void reset_peak(void) {
  malloc_trim(0);
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (file == NULL) return;
  fputs("5", file);
  fclose(file);
}

int main(int argc, char **argv) {
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  if (argc != 5) {
    fprintf(stderr, "usage: fit_cost MATRIX METHOD K FITS\n");
    return EXIT_FAILURE;
  }
  manifact_context_create(&context);
  manifact_context_set_threads(context, 0);
  int status = manifact_matrix_read(context, argv[1], MANIFACT_FORMAT_AUTO, &X);
  for (int64_t fit = 0; status >= 0 && fit < strtoll(argv[4], NULL, 10); ++fit) {
    manifact_solver *solver = NULL;
    manifact_model *model = NULL;
    reset_peak();
    const int64_t before = resident("VmRSS:");
    const double start = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);
    status = manifact_solver_create(context, argv[2], &solver);
    if (status >= 0) status = manifact_solver_fit(solver, X, strtoll(argv[3], NULL, 10), &model);
    printf("%.4f %.4f %" PRId64 "\n", now(CLOCK_MONOTONIC) - start,
           now(CLOCK_PROCESS_CPUTIME_ID) - used, resident("VmHWM:") - before);
    if (status < 0 && solver != NULL) fprintf(stderr, "%s\n", manifact_solver_message(solver));
    manifact_model_free(model);
    manifact_solver_free(solver);
  }
  if (status < 0) fprintf(stderr, "%s\n", manifact_status_name(status));
  manifact_matrix_free(X);
  manifact_context_free(context);
  return status >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
