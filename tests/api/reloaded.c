/* A host that loads and unloads the library many times: reloaded LIBRARY [CYCLES]. In each cycle it
   fits with two threads; after the first tenth, memory and threads of the process stay as they are.
   The last line has the figures. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "manifact/manifact.h"

static long status_of(const char *name) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  long found = -1;
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, name, strlen(name)) == 0) found = atol(line + strlen(name));
  if (file != NULL) fclose(file);
  return found;
}

static void *symbol(void *library, const char *name) {
  void *const found = dlsym(library, name);
  if (found == NULL) fprintf(stderr, "no function %s\n", name), exit(1);
  return found;
}

#define FUNCTION(name)        \
  __typeof__(&name) f_##name; \
  *(void **)&f_##name = symbol(library, #name)

static int fits(void *library) {
  FUNCTION(manifact_context_create);
  FUNCTION(manifact_context_set_threads);
  FUNCTION(manifact_matrix_create_dense);
  FUNCTION(manifact_solver_create);
  FUNCTION(manifact_solver_fit);
  FUNCTION(manifact_model_clusters);
  FUNCTION(manifact_model_free);
  FUNCTION(manifact_solver_free);
  FUNCTION(manifact_matrix_free);
  FUNCTION(manifact_context_free);
  enum { rows = 60, columns = 4 };
  double values[rows * columns];
  for (int i = 0; i < rows * columns; ++i) values[i] = i / columns % 3 * 10 + i * 37 % 11 * .1;
  manifact_context *context = NULL;
  manifact_matrix *matrix = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;
  const int ok =
      f_manifact_context_create(&context) == MANIFACT_OK &&
      f_manifact_context_set_threads(context, 2) == MANIFACT_OK &&
      f_manifact_matrix_create_dense(context, rows, columns, columns, 1, values, MANIFACT_DOUBLE,
                                     MANIFACT_COPY, NULL, NULL, &matrix) == MANIFACT_OK &&
      f_manifact_solver_create(context, "ncut", &solver) == MANIFACT_OK &&
      f_manifact_solver_fit(solver, matrix, 3, &model) >= 0 &&
      f_manifact_model_clusters(model) == 3;
  f_manifact_model_free(model);
  f_manifact_solver_free(solver);
  f_manifact_matrix_free(matrix);
  f_manifact_context_free(context);
  return ok;
}

int main(int count, char **words) {
  const int cycles = count > 2                           ? atoi(words[2])
                     : getenv("MANIFACT_CYCLES") != NULL ? atoi(getenv("MANIFACT_CYCLES"))
                                                         : 40;
  long memory = 0, threads = 0, unloaded = 0;
  if (count < 2 || cycles < 10) return fprintf(stderr, "reloaded LIBRARY [CYCLES]\n"), 1;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    void *const library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
    if (!fits(library)) return fprintf(stderr, "cycle %d: the fit failed\n", cycle), 1;
    dlclose(library);
    void *const still = dlopen(words[1], RTLD_NOW | RTLD_NOLOAD);
    unloaded += still == NULL;
    if (still != NULL) dlclose(still);
    if (cycle == cycles / 10) memory = status_of("VmRSS:"), threads = status_of("Threads:");
  }
  const long more = status_of("VmRSS:") - memory, threads_now = status_of("Threads:");
  printf("%d cycles, %ld unloaded, %+ld kB, %ld threads (%ld before)\n", cycles, unloaded, more,
         threads_now, threads);
  return threads_now > threads || more > 4096;
}
