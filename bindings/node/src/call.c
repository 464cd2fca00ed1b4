/* Calls of the library: arguments and results by their codes. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/* A call, which a thread may run. */
typedef struct {
  const Function *function;
  Slot slots[MAX_ARGUMENTS + 1];
  char *strings[MAX_ARGUMENTS];
  Handle *handles[MAX_ARGUMENTS];
  int n_handles;
  napi_ref arguments; /* keeps them while a thread runs the call */
  napi_deferred deferred;
  napi_async_work work;
} Call;

bool fail(napi_env env, const char *message) {
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (!pending) napi_throw_type_error(env, NULL, message);
  return false;
}

static bool read_integer(napi_env env, napi_value value, int64_t *out) {
  napi_valuetype type = napi_undefined;
  bool lossless = false;
  double number = 0;
  napi_typeof(env, value, &type);
  if (type == napi_bigint) {
    napi_get_value_bigint_int64(env, value, out, &lossless);
    return lossless || fail(env, "an integer is out of range");
  }
  if (type == napi_boolean) {
    napi_get_value_bool(env, value, &lossless);
    *out = lossless;
    return true;
  }
  if (type != napi_number) return fail(env, "an argument is not a number");
  napi_get_value_double(env, value, &number);
  if (!(number >= -9007199254740991.0 && number <= 9007199254740991.0) ||
      (double)(int64_t)number != number)
    return fail(env, "an argument is not an integer");
  *out = (int64_t)number;
  return true;
}

static bool read_string(napi_env env, napi_value value, char **out) {
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, NULL, 0, &length) != napi_ok)
    return fail(env, "an argument is not a string");
  *out = malloc(length + 1);
  if (*out == NULL) return fail(env, "out of memory");
  napi_get_value_string_utf8(env, value, *out, length + 1, &length);
  if (strlen(*out) != length) return fail(env, "a string contains a NUL character");
  return true;
}

/* An array without entries has an address that is not NULL. */
static bool read_array(napi_env env, napi_value value, void **out) {
  static double nothing;
  bool is_typed = false;
  napi_is_typedarray(env, value, &is_typed);
  if (!is_typed || napi_get_typedarray_info(env, value, NULL, NULL, out, NULL, NULL) != napi_ok)
    return fail(env, "an argument is not a typed array");
  if (*out == NULL) *out = &nothing;
  return true;
}

static bool is_nothing(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  napi_typeof(env, value, &type);
  return type == napi_null || type == napi_undefined;
}

static bool read_handle(napi_env env, Call *call, napi_value value, char kind, Slot *slot) {
  Handle *handle = handle_of(env, value, kind);
  if (handle == NULL) return false;
  call->handles[call->n_handles++] = handle;
  ++handle->uses;
  slot->p = handle->pointer;
  return true;
}

/* A function for progress belongs to the handle that it is set for. */
static bool read_listener(napi_env env, Call *call, napi_value value, Slot *slot) {
  Handle *handle = call->handles[0];
  Listener *made = NULL;
  if (handle->uses > 1) return fail(env, "the object is in use by another call");
  if (!is_nothing(env, value)) {
    made = new_listener(env, value);
    if (made == NULL) return fail(env, "an argument is not a function");
  }
  if (handle->listener != NULL) deliver(env, handle->listener);
  free_listener(handle->listener);
  handle->listener = made;
  slot->p = made;
  return true;
}

static bool read(napi_env env, Call *call, char code, napi_value value, int at) {
  Slot *slot = &call->slots[at];
  if (strchr("indpr", code) == NULL && is_nothing(env, value)) return true;
  switch (code) {
    case 'i':
    case 'n':
      if (!read_integer(env, value, &slot->i)) return false;
      if (code == 'n' && slot->i != (int32_t)slot->i)
        return fail(env, "an argument is out of range");
      return true;
    case 'd':
      if (napi_get_value_double(env, value, &slot->d) == napi_ok) return true;
      return fail(env, "an argument is not a number");
    case 's':
      if (!read_string(env, value, &call->strings[at])) return false;
      slot->p = call->strings[at];
      return true;
    case 'a':
      return read_array(env, value, &slot->p);
    case 'p':
      return read_listener(env, call, value, slot);
    case 'r':
      if (is_nothing(env, value)) return true;
      slot->p = keep(env, value);
      return slot->p != NULL || fail(env, "out of memory");
    default:
      return read_handle(env, call, value, code, slot);
  }
}

static bool read_all(napi_env env, Call *call, const napi_value *values, size_t count) {
  size_t next = 0;
  int at = 0;
  for (const char *code = call->function->codes; *code != '\0'; ++code, ++at) {
    if (*code == 'o')
      ++code;
    else if (*code != 'c') {
      if (next == count) return fail(env, "an argument is missing");
      if (!read(env, call, *code, values[next++], at)) return false;
    }
  }
  return next == count || fail(env, "there are too many arguments");
}

static napi_value written(napi_env env, char code, Slot slot) {
  napi_value value = NULL;
  if (code == 'v') {
    napi_get_undefined(env, &value);
  } else if (code == 'i' || code == 'n') {
    if (slot.i > 9007199254740991 || slot.i < -9007199254740991)
      napi_create_bigint_int64(env, slot.i, &value);
    else
      napi_create_double(env, (double)slot.i, &value);
  } else if (code == 'd') {
    napi_create_double(env, slot.d, &value);
  } else if (slot.p == NULL) {
    napi_get_null(env, &value);
  } else if (code == 'b') {
    value = take_bytes(env, slot.p);
  } else if (code == 's') {
    napi_create_string_utf8(env, slot.p, NAPI_AUTO_LENGTH, &value);
  } else if (code == 'a') {
    napi_create_bigint_uint64(env, (uintptr_t)slot.p, &value);
  } else {
    value = new_handle(env, code, slot.p);
  }
  return value;
}

/* [result, given out...] */
static napi_value results(napi_env env, const Call *call) {
  napi_value array = NULL;
  uint32_t count = 1;
  int at = 0;
  napi_create_array(env, &array);
  for (const char *code = call->function->codes; *code != '\0'; ++code, ++at)
    if (*code == 'o') napi_set_element(env, array, count++, written(env, *++code, call->slots[at]));
  napi_set_element(env, array, 0, written(env, call->function->result[0], call->slots[at]));
  return array;
}

static void end(napi_env env, Call *call) {
  for (int i = 0; i < call->n_handles; ++i) end_use(env, call->handles[i]);
  for (int i = 0; i < MAX_ARGUMENTS; ++i) free(call->strings[i]);
  if (call->arguments != NULL) napi_delete_reference(env, call->arguments);
  if (call->work != NULL) napi_delete_async_work(env, call->work);
  free(call);
}

/* A call with its arguments, NULL if an exception is pending. */
static Call *begin(napi_env env, napi_callback_info info, napi_value *values, size_t *count) {
  void *function = NULL;
  *count = MAX_ARGUMENTS;
  napi_get_cb_info(env, info, count, values, NULL, &function);
  Call *call = calloc(1, sizeof *call);
  if (call == NULL) {
    fail(env, "out of memory");
    return NULL;
  }
  call->function = function;
  if (read_all(env, call, values, *count)) return call;
  end(env, call);
  return NULL;
}

static napi_value call_now(napi_env env, napi_callback_info info) {
  napi_value values[MAX_ARGUMENTS];
  size_t count = 0;
  Call *call = begin(env, info, values, &count);
  if (call == NULL) return NULL;
  call->function->call(call->slots);
  napi_value made = results(env, call);
  end(env, call);
  return made;
}

static void execute(napi_env env, void *data) {
  (void)env;
  Call *call = data;
  call->function->call(call->slots);
}

static void complete(napi_env env, napi_status status, void *data) {
  Call *call = data;
  (void)status; /* calls are not cancelled before they run */
  napi_deferred deferred = call->deferred;
  napi_value made = results(env, call), error;
  bool failed = false;
  napi_is_exception_pending(env, &failed);
  if (failed) napi_get_and_clear_last_exception(env, &error);
  end(env, call);
  if (failed)
    napi_reject_deferred(env, deferred, error);
  else
    napi_resolve_deferred(env, deferred, made);
}

/* Returns a promise of what call_now() returns. */
static napi_value call_later(napi_env env, napi_callback_info info) {
  napi_value values[MAX_ARGUMENTS], kept, name, promise;
  size_t count = 0;
  Call *call = begin(env, info, values, &count);
  if (call == NULL) return NULL;
  napi_create_array_with_length(env, count, &kept);
  for (size_t i = 0; i < count; ++i) napi_set_element(env, kept, (uint32_t)i, values[i]);
  napi_create_string_utf8(env, call->function->name, NAPI_AUTO_LENGTH, &name);
  if (napi_create_reference(env, kept, 1, &call->arguments) != napi_ok ||
      napi_create_async_work(env, NULL, name, execute, complete, call, &call->work) != napi_ok ||
      napi_create_promise(env, &call->deferred, &promise) != napi_ok ||
      napi_queue_async_work(env, call->work) != napi_ok) {
    fail(env, "the call cannot be queued");
    end(env, call);
    return NULL;
  }
  return promise;
}

bool define_calls(napi_env env, napi_value exports) {
  napi_value now, later;
  size_t count = 0;
  const Function *all = functions(&count);
  napi_create_object(env, &now);
  napi_create_object(env, &later);
  for (size_t i = 0; i < count; ++i) {
    void *data = (void *)&all[i];
    const napi_property_descriptor here = {all[i].name, NULL, call_now,     NULL,
                                           NULL,        NULL, napi_default, data};
    napi_property_descriptor there = here;
    there.method = call_later;
    if (napi_define_properties(env, now, 1, &here) != napi_ok ||
        napi_define_properties(env, later, 1, &there) != napi_ok)
      return false;
  }
  return napi_set_named_property(env, exports, "now", now) == napi_ok &&
         napi_set_named_property(env, exports, "later", later) == napi_ok;
}
