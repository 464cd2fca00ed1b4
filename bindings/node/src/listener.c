/* Functions of JavaScript that the library calls: their calls are kept in a list, which the main
   thread empties, before the call of the library ends at the latest. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

enum { MAX_WAITING = 256, MAX_TEXT = 100 };

typedef struct {
  int64_t done, total;
  double objective, change;
  char stage[MAX_TEXT];
} Event;

struct Listener {
  pthread_mutex_t mutex;
  Event *events; /* MAX_WAITING */
  int count;
  napi_ref function;
  napi_threadsafe_function wake;
};

/* The calls that wait are more than JavaScript takes: the last one is replaced. */
static Event *next_event(Listener *listener, const char *stage) {
  if (listener->count < MAX_WAITING) ++listener->count;
  Event *event = &listener->events[listener->count - 1];
  size_t length = strlen(stage);
  if (length >= MAX_TEXT) length = MAX_TEXT - 1;
  memcpy(event->stage, stage, length);
  event->stage[length] = '\0';
  return event;
}

static void wake(Listener *listener) {
  napi_call_threadsafe_function(listener->wake, listener, napi_tsfn_nonblocking);
}

int on_progress(void *user, const char *stage, int64_t done, int64_t total, double objective,
                double change) {
  Listener *listener = user;
  pthread_mutex_lock(&listener->mutex);
  Event *event = next_event(listener, stage);
  event->done = done;
  event->total = total;
  event->objective = objective;
  event->change = change;
  const bool is_first = listener->count == 1;
  pthread_mutex_unlock(&listener->mutex);
  if (is_first) wake(listener);
  return 0;
}

static void deliver_one(napi_env env, napi_value function, const Event *event) {
  napi_value arguments[5], receiver;
  napi_get_undefined(env, &receiver);
  napi_create_double(env, (double)event->done, &arguments[1]);
  napi_create_string_utf8(env, event->stage, NAPI_AUTO_LENGTH, &arguments[0]);
  napi_create_double(env, (double)event->total, &arguments[2]);
  napi_create_double(env, event->objective, &arguments[3]);
  napi_create_double(env, event->change, &arguments[4]);
  napi_call_function(env, receiver, function, 5, arguments, NULL);
}

void deliver(napi_env env, Listener *listener) {
  pthread_mutex_lock(&listener->mutex);
  const int count = listener->count;
  Event *events = count > 0 ? malloc((size_t)count * sizeof *events) : NULL;
  if (events != NULL) memcpy(events, listener->events, (size_t)count * sizeof *events);
  listener->count = 0;
  pthread_mutex_unlock(&listener->mutex);
  napi_value function = NULL;
  if (events != NULL && napi_get_reference_value(env, listener->function, &function) == napi_ok)
    for (int i = 0; i < count; ++i) deliver_one(env, function, &events[i]);
  free(events);
}

static void woken(napi_env env, napi_value function, void *context, void *data) {
  (void)function;
  (void)data;
  if (env != NULL) deliver(env, context);
}

static void finalize(napi_env env, void *data, void *hint) {
  Listener *listener = data;
  (void)hint;
  if (env != NULL) napi_delete_reference(env, listener->function);
  pthread_mutex_destroy(&listener->mutex);
  free(listener->events);
  free(listener);
}

Listener *new_listener(napi_env env, napi_value function) {
  napi_value name;
  Listener *listener = calloc(1, sizeof *listener);
  if (listener == NULL) return NULL;
  listener->events = calloc(MAX_WAITING, sizeof *listener->events);
  pthread_mutex_init(&listener->mutex, NULL);
  napi_create_string_utf8(env, "manifact", NAPI_AUTO_LENGTH, &name);
  if (listener->events == NULL ||
      napi_create_reference(env, function, 1, &listener->function) != napi_ok ||
      napi_create_threadsafe_function(env, NULL, NULL, name, 0, 1, listener, finalize, listener,
                                      woken, &listener->wake) != napi_ok) {
    finalize(NULL, listener, NULL);
    return NULL;
  }
  napi_unref_threadsafe_function(env, listener->wake);
  return listener;
}

void free_listener(Listener *listener) {
  if (listener != NULL) napi_release_threadsafe_function(listener->wake, napi_tsfn_abort);
}

/* Arrays that the library uses in place. It may release them on any thread, and after the
   environment of JavaScript has ended: then there is nothing to delete. */
typedef struct {
  pthread_mutex_t mutex;
  int users; /* the environment and the arrays */
  bool ended;
  napi_threadsafe_function release;
} Keeper;

typedef struct {
  Keeper *keeper;
  napi_ref reference;
} Kept;

static void leave(Keeper *keeper) {
  pthread_mutex_lock(&keeper->mutex);
  const bool is_last = --keeper->users == 0;
  pthread_mutex_unlock(&keeper->mutex);
  if (!is_last) return;
  pthread_mutex_destroy(&keeper->mutex);
  free(keeper);
}

static void delete_kept(napi_env env, napi_value function, void *context, void *data) {
  (void)function;
  (void)context;
  Kept *kept = data;
  if (env != NULL) napi_delete_reference(env, kept->reference);
  leave(kept->keeper);
  free(kept);
}

void on_release(void *user) {
  Kept *kept = user;
  Keeper *keeper = kept->keeper;
  pthread_mutex_lock(&keeper->mutex);
  const bool sent = !keeper->ended && napi_call_threadsafe_function(
                                          keeper->release, kept, napi_tsfn_nonblocking) == napi_ok;
  pthread_mutex_unlock(&keeper->mutex);
  if (sent) return;
  leave(keeper);
  free(kept);
}

void *keep(napi_env env, napi_value array) {
  Keeper *keeper = NULL;
  Kept *kept = calloc(1, sizeof *kept);
  napi_get_instance_data(env, (void **)&keeper);
  if (kept == NULL || napi_create_reference(env, array, 1, &kept->reference) != napi_ok) {
    free(kept);
    return NULL;
  }
  kept->keeper = keeper;
  pthread_mutex_lock(&keeper->mutex);
  ++keeper->users;
  pthread_mutex_unlock(&keeper->mutex);
  return kept;
}

static void end_keeper(void *data) {
  Keeper *keeper = data;
  pthread_mutex_lock(&keeper->mutex);
  keeper->ended = true;
  pthread_mutex_unlock(&keeper->mutex);
  leave(keeper);
}

bool define_keeper(napi_env env) {
  napi_value name;
  Keeper *keeper = calloc(1, sizeof *keeper);
  if (keeper == NULL) return false;
  pthread_mutex_init(&keeper->mutex, NULL);
  keeper->users = 1;
  napi_create_string_utf8(env, "manifact", NAPI_AUTO_LENGTH, &name);
  if (napi_create_threadsafe_function(env, NULL, NULL, name, 0, 1, NULL, NULL, NULL, delete_kept,
                                      &keeper->release) != napi_ok)
    return false;
  napi_unref_threadsafe_function(env, keeper->release);
  return napi_set_instance_data(env, keeper, NULL, NULL) == napi_ok &&
         napi_add_env_cleanup_hook(env, end_keeper, keeper) == napi_ok;
}
