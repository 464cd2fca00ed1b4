/* Bytes that the library writes piece by piece. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

Bytes *new_bytes(void) { return calloc(1, sizeof(Bytes)); }

int on_write(void *user, const void *data, size_t size) {
  Bytes *bytes = user;
  if (bytes == NULL) return 1;
  if (bytes->capacity - bytes->size < size) {
    size_t capacity =
        bytes->capacity * 2 > bytes->size + size ? bytes->capacity * 2 : bytes->size + size;
    char *larger = realloc(bytes->data, capacity);
    if (larger == NULL) return 1;
    bytes->data = larger;
    bytes->capacity = capacity;
  }
  memcpy(bytes->data + bytes->size, data, size);
  bytes->size += size;
  return 0;
}

napi_value take_bytes(napi_env env, Bytes *bytes) {
  napi_value buffer = NULL;
  if (napi_create_buffer_copy(env, bytes->size, bytes->data, NULL, &buffer) != napi_ok)
    fail(env, "the bytes are more than a Buffer can hold");
  free(bytes->data);
  free(bytes);
  return buffer;
}
