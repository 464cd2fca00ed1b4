#include "capi/handles.hpp"

using namespace manifact;

int manifact_cancel_token_create(manifact_cancel_token **out) {
  if (out == nullptr) return MANIFACT_ERROR_NULL;
  *out = nullptr;
  Message message;
  return guard(message, [&] {
    *out = new manifact_cancel_token;
    return MANIFACT_OK;
  });
}

void manifact_cancel_token_request(manifact_cancel_token *token) {
  if (check(token) == MANIFACT_OK) token->requests.add();
}

manifact_cancel_token *manifact_cancel_token_retain(const manifact_cancel_token *token) {
  return retain(token);
}
void manifact_cancel_token_free(manifact_cancel_token *token) { release(token); }
