/* Handles of JavaScript, and views of arrays of the library. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

static void account(napi_env env, Handle *handle, int64_t bytes) {
  int64_t total = 0;
  napi_adjust_external_memory(env, bytes - handle->external, &total);
  handle->external = bytes;
}

static void free_pointer(napi_env env, Handle *handle) {
  if (handle->pointer == NULL) return;
  free_object(handle->kind, handle->pointer);
  handle->pointer = NULL;
  free_listener(handle->listener);
  handle->listener = NULL;
  account(env, handle, 0);
}

static void finalize(napi_env env, void *data, void *hint) {
  (void)hint;
  free_pointer(env, data);
  free(data);
}

napi_value new_handle(napi_env env, char kind, void *pointer) {
  napi_value value = NULL;
  Handle *handle = NULL;
  if (pointer == NULL) {
    napi_get_null(env, &value);
    return value;
  }
  handle = calloc(1, sizeof *handle);
  if (handle != NULL) {
    handle->kind = kind;
    handle->pointer = pointer;
    if (napi_create_external(env, handle, finalize, NULL, &value) == napi_ok) return value;
  }
  free(handle);
  free_object(kind, pointer);
  fail(env, "out of memory");
  return NULL;
}

static Handle *any_handle(napi_env env, napi_value value) {
  void *data = NULL;
  napi_valuetype type = napi_undefined;
  napi_typeof(env, value, &type);
  if (type != napi_external || napi_get_value_external(env, value, &data) != napi_ok) {
    fail(env, "not an object of manifact");
    return NULL;
  }
  return data;
}

Handle *handle_of(napi_env env, napi_value value, char kind) {
  Handle *handle = any_handle(env, value);
  if (handle == NULL) return NULL;
  if (handle->kind != kind) {
    fail(env, "an object of another class");
    return NULL;
  }
  if (handle->pointer == NULL || handle->closed) {
    napi_throw_error(env, "ERR_MANIFACT_CLOSED", "the object is closed");
    return NULL;
  }
  return handle;
}

void end_use(napi_env env, Handle *handle) {
  if (handle->listener != NULL) deliver(env, handle->listener);
  if (--handle->uses == 0 && handle->closed) free_pointer(env, handle);
}

/* close(handle) */
static napi_value close_handle(napi_env env, napi_callback_info info) {
  napi_value argument;
  size_t count = 1;
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  Handle *handle = any_handle(env, argument);
  if (handle == NULL) return NULL;
  handle->closed = true;
  if (handle->uses == 0) free_pointer(env, handle);
  return NULL;
}

/* account(handle, bytes): what the object holds, for the garbage collector */
static napi_value account_handle(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  size_t count = 2;
  int64_t bytes = 0;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  Handle *handle = any_handle(env, arguments[0]);
  napi_get_value_int64(env, arguments[1], &bytes);
  if (handle != NULL && handle->pointer != NULL) account(env, handle, bytes);
  return NULL;
}

static void free_view(napi_env env, void *data, void *hint) {
  (void)env;
  (void)data;
  manifact_model_free(hint);
}

/* An ArrayBuffer with a copy of bytes of the library. */
static napi_value copy_of(napi_env env, uint64_t address, int64_t bytes) {
  napi_value buffer = NULL;
  void *copy = NULL;
  if (napi_create_arraybuffer(env, (size_t)bytes, &copy, &buffer) != napi_ok) return NULL;
  if (bytes > 0) memcpy(copy, (const void *)(uintptr_t)address, (size_t)bytes);
  return buffer;
}

/* copy(address, bytes) */
static napi_value copy(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  size_t count = 2;
  bool lossless = false;
  uint64_t address = 0;
  int64_t bytes = 0;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  napi_get_value_bigint_uint64(env, arguments[0], &address, &lossless);
  napi_get_value_int64(env, arguments[1], &bytes);
  return copy_of(env, address, bytes);
}

/* view(model, address, bytes): an ArrayBuffer of bytes of a model, which lives as long */
static napi_value view(napi_env env, napi_callback_info info) {
  napi_value arguments[3], buffer = NULL;
  size_t count = 3;
  bool lossless = false;
  uint64_t address = 0;
  int64_t bytes = 0;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  Handle *handle = handle_of(env, arguments[0], 'D');
  if (handle == NULL) return NULL;
  napi_get_value_bigint_uint64(env, arguments[1], &address, &lossless);
  napi_get_value_int64(env, arguments[2], &bytes);
  manifact_model *shared = manifact_model_retain(handle->pointer);
  if (napi_create_external_arraybuffer(env, (void *)(uintptr_t)address, (size_t)bytes, free_view,
                                       shared, &buffer) == napi_ok)
    return buffer;
  manifact_model_free(shared); /* a host, such as Electron, that has no external buffers */
  return copy_of(env, address, bytes);
}

/* address(bytes): where a typed array has its bytes; the caller keeps it while they are used */
static napi_value address_of(napi_env env, napi_callback_info info) {
  napi_value argument, found = NULL;
  size_t count = 1;
  void *data = NULL;
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  if (napi_get_typedarray_info(env, argument, NULL, NULL, &data, NULL, NULL) != napi_ok)
    data = NULL;
  napi_create_bigint_uint64(env, (uint64_t)(uintptr_t)data, &found);
  return found;
}

bool define_handles(napi_env env, napi_value exports) {
  const napi_property_descriptor properties[] = {
      {"close", NULL, close_handle, NULL, NULL, NULL, napi_default, NULL},
      {"account", NULL, account_handle, NULL, NULL, NULL, napi_default, NULL},
      {"view", NULL, view, NULL, NULL, NULL, napi_default, NULL},
      {"copy", NULL, copy, NULL, NULL, NULL, napi_default, NULL},
      {"address", NULL, address_of, NULL, NULL, NULL, napi_default, NULL}};
  return napi_define_properties(env, exports, 5, properties) == napi_ok;
}
