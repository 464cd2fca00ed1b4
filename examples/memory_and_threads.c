/* Use the host's own allocator and its own threads.
 *
 * Shows an allocator that counts, a runner on C11 threads, and that neither changes the result.
 *
 *   cc -std=c11 memory_and_threads.c $(pkg-config --cflags --libs manifact) -o memory_and_threads
 */
#include <manifact/manifact.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

enum { documents = 600, features = 37, clusters = 3, workers = 4 };

struct counter {
  atomic_llong allocated, released;
};

/* Both may be called from several threads at once. */
static void *allocate(void *user, size_t size) {
  struct counter *counter = user;
  void *pointer = malloc(size); /* aligned for any type */
  if (pointer != NULL) atomic_fetch_add(&counter->allocated, 1);
  return pointer;
}

static void release(void *user, void *pointer) {
  struct counter *counter = user;
  if (pointer != NULL) atomic_fetch_add(&counter->released, 1);
  free(pointer);
}

struct job {
  manifact_task_fn task;
  void *argument;
  int64_t count;
  atomic_llong next;
};

static int work(void *user) {
  struct job *job = user;
  for (int64_t i = atomic_fetch_add(&job->next, 1); i < job->count;
       i = atomic_fetch_add(&job->next, 1))
    job->task(job->argument, i);
  return 0;
}

/* Runs task(argument, 0 .. count - 1) and returns when all are done. A program with a thread pool
   hands the tasks to the pool; the calling thread takes part, so that all run even if no thread
   starts. */
static void run(void *user, manifact_task_fn task, void *argument, int64_t count) {
  atomic_fetch_add((atomic_llong *)user, 1);
  struct job job = {task, argument, count, 0};
  thrd_t threads[workers - 1];
  int started = 0;
  while (started < workers - 1 && thrd_create(&threads[started], work, &job) == thrd_success)
    ++started;
  work(&job);
  for (int i = 0; i < started; ++i) thrd_join(threads[i], NULL);
}

/* One fit in a new context; runner NULL: the library's own threads. */
static int fit(struct counter *counter, int64_t threads, manifact_runner_fn runner,
               atomic_llong *calls, const float *counts, int32_t *labels) {
  manifact_context *context = NULL;
  manifact_matrix *X = NULL;
  manifact_solver *solver = NULL;
  manifact_model *model = NULL;

  int status = manifact_context_create_with_allocator(allocate, release, counter, &context);
  if (status >= 0) status = manifact_context_set_threads(context, threads);
  if (status >= 0) status = manifact_context_set_runner(context, runner, calls);
  if (status >= 0)
    status = manifact_matrix_create_dense(context, documents, features, features, 1, counts,
                                          MANIFACT_FLOAT, MANIFACT_COPY, NULL, NULL, &X);
  if (status >= 0) status = manifact_solver_create(context, "auto", &solver);
  if (status >= 0) status = manifact_solver_fit(solver, X, clusters, &model);
  if (status >= 0)
    memcpy(labels, manifact_model_labels(model), documents * sizeof *labels);
  else
    fprintf(stderr, "%s: %s\n", manifact_status_name(status),
            solver ? manifact_solver_message(solver) : manifact_context_message(context));

  manifact_model_free(model);
  manifact_solver_free(solver);
  manifact_matrix_free(X);
  manifact_context_free(context);
  return status;
}

int main(void) {
  static float counts[documents * features];
  static int32_t one[documents], many[documents];
  for (int i = 0; i < documents; ++i) {
    for (int t = 0; t < 5; ++t) counts[i * features + i % 3 * 12 + (i / 3 * t + t) % 12] += 2;
    counts[i * features + features - 1] = 1;
  }
  struct counter counter = {0, 0};
  atomic_llong calls = 0;
  int status = fit(&counter, 1, NULL, NULL, counts, one);
  if (status >= 0) status = fit(&counter, workers, run, &calls, counts, many);
  if (status < 0) return 1;
  printf("labels are %s\n", memcmp(one, many, sizeof one) == 0 ? "the same" : "different");
  printf("%lld calls of the runner\n", calls);
  printf("%lld blocks, %lld not released\n", counter.allocated,
         counter.allocated - counter.released);
  return 0;
}
