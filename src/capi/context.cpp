#include "capi/handles.hpp"

using namespace manifact;

namespace {

int create(manifact_context **out, Memory *(*make)(void *arguments), void *arguments) noexcept {
  if (out == nullptr) return MANIFACT_ERROR_NULL;
  *out = nullptr;
  Message message;
  return guard(message, [&] {
    auto context = std::make_unique<manifact_context>();
    context->memory.reset(make(arguments));
    context->session = std::make_shared<Session>();
    context->session->context = context.get();
    *out = context.release();
    return MANIFACT_OK;
  });
}

struct Allocator {
  manifact_allocate_fn allocate;
  manifact_release_fn release;
  void *user;
};

}  // namespace

int manifact_context_create(manifact_context **out) {
  return create(
      out, [](void *) { return new Memory(); }, nullptr);
}

int manifact_context_create_with_allocator(manifact_allocate_fn allocate,
                                           manifact_release_fn release, void *user,
                                           manifact_context **out) {
  if (out != nullptr) *out = nullptr;
  if (allocate == nullptr || release == nullptr) return MANIFACT_ERROR_NULL;
  Allocator allocator{allocate, release, user};
  return create(
      out,
      [](void *arguments) {
        const auto *a = static_cast<const Allocator *>(arguments);
        return new Memory(a->allocate, a->release, a->user);
      },
      &allocator);
}

void manifact::destroy(const manifact_context *context) noexcept {
  const_cast<manifact_context *>(context)->magic = Magic::freed;
  context->session->watched.set_token(nullptr);
  delete context;
}

void manifact_context_free(manifact_context *context) {
  if (check(context) == MANIFACT_OK && context->session->use.free()) destroy(context);
}

const char *manifact_context_message(const manifact_context *context) {
  return check(context) == MANIFACT_OK ? context->message.text : "not a context";
}

int manifact_context_errno(const manifact_context *context) {
  return check(context) == MANIFACT_OK ? context->message.system_error : 0;
}

int manifact_context_set_threads(manifact_context *context, int64_t threads) {
  return with(context, [&] {
    if (threads < 0 || threads > 1024)
      fail(Status::argument, "threads must be between 0 and 1024, not %lld",
           static_cast<long long>(threads));
    context->threads = threads;
  });
}

int manifact_context_set_runner(manifact_context *context, manifact_runner_fn runner, void *user) {
  return with(context, [&] {
    context->runner = runner;
    context->runner_user = user;
  });
}

int manifact_context_set_progress(manifact_context *context, manifact_progress_fn progress,
                                  void *user) {
  return with(context, [&] {
    context->session->watched.monitor.progress = progress;
    context->session->watched.monitor.progress_user = user;
  });
}

int manifact_context_set_log(manifact_context *context, manifact_log_fn log, void *user) {
  return with(context, [&] {
    context->session->watched.monitor.log = log;
    context->session->watched.monitor.log_user = user;
  });
}

int manifact_context_set_cancel_token(manifact_context *context,
                                      const manifact_cancel_token *token) {
  return with(context, [&] {
    if (token != nullptr) require_handle(token, "token");
    context->session->watched.set_token(token);
  });
}

int manifact_context_memory(const manifact_context *context, int64_t *now, int64_t *peak) {
  if (const int status = check(context); status != MANIFACT_OK) return status;
  if (now != nullptr) *now = context->memory->now();
  if (peak != nullptr) *peak = context->memory->peak();
  return MANIFACT_OK;
}
