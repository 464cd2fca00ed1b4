/* The module of Node.js: every function of the C interface, called from JavaScript at once or by a
   thread of the pool of Node.js. functions.inc, which bindings/generate writes, has the functions;
   call.c converts arguments and results by their codes; lib/ of the package makes classes of it. */
#ifndef MANIFACT_NODE_ADDON_H
#define MANIFACT_NODE_ADDON_H

#define NAPI_VERSION 8
#include <manifact/manifact.h>
#include <node_api.h>
#include <pthread.h>
#include <stdbool.h>

enum { MAX_ARGUMENTS = 16 };

/* An argument, or the result after the last one. */
typedef union {
  void *p;
  int64_t i;
  double d;
} Slot;

/* A function of the library. The codes of its arguments, without blanks:

   C X G ...     a handle, by the letter of its kind (kinds in functions.inc)
   i n d         int64_t or size_t, int, double
   s a           string, array; null is NULL
   c             a callback, which has no argument in JavaScript
   p r           what its "user" is: a function for progress, an array that is kept
   oC oi os ...  is given out: one more entry of what the call returns; ob: bytes

   The result has a code like those given out, or "v". */
typedef struct {
  const char *name;
  const char *codes;
  const char *result;
  void (*call)(Slot *slots);
} Function;

/* What a handle of JavaScript refers to. */
typedef struct Listener Listener;
typedef struct {
  char kind;
  void *pointer;
  int uses;         /* calls that run */
  bool closed;      /* by close(), while a call runs: the end of the call frees it */
  int64_t external; /* bytes that the garbage collector counts */
  Listener *listener;
} Handle;

void free_object(char kind, void *pointer);
const Function *functions(size_t *count);

/* bytes.c: what a function of the library writes */
typedef struct {
  char *data;
  size_t size, capacity;
} Bytes;

Bytes *new_bytes(void);
int on_write(void *user, const void *data, size_t size);
napi_value take_bytes(napi_env env, Bytes *bytes); /* a Buffer; frees the bytes */

/* handle.c */
napi_value new_handle(napi_env env, char kind, void *pointer);
Handle *handle_of(napi_env env, napi_value value, char kind); /* NULL: an exception is pending */
void end_use(napi_env env, Handle *handle);
bool define_handles(napi_env env, napi_value exports);

/* listener.c: functions of JavaScript that the library calls on any thread */
int on_progress(void *user, const char *stage, int64_t done, int64_t total, double objective,
                double change);
void on_release(void *user);
Listener *new_listener(napi_env env, napi_value function);
void deliver(napi_env env, Listener *listener); /* what has come and waits */
void free_listener(Listener *listener);

/* An array of JavaScript that the library uses in place, until it calls on_release(). */
void *keep(napi_env env, napi_value array);
bool define_keeper(napi_env env);

/* call.c */
bool define_calls(napi_env env, napi_value exports);
bool fail(napi_env env, const char *message); /* throws; false */

#endif
