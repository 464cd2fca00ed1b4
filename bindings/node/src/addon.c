/* The functions, and what the module exports. */
#include "addon.h"

#include "functions.inc"

const Function *functions(size_t *count) {
  *count = sizeof all / sizeof *all;
  return all;
}

NAPI_MODULE_INIT() {
  if (!define_keeper(env) || !define_handles(env, exports) || !define_calls(env, exports))
    napi_throw_error(env, NULL, "the addon of manifact cannot be initialized");
  return exports;
}
