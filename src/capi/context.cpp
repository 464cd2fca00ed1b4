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
    context->monitor = std::make_shared<Monitor>();
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

void manifact_context_free(manifact_context *context) {
  if (check(context) != MANIFACT_OK) return;
  context->magic = Magic::freed;
  // A vectorizer may outlive the context, but must no longer call the caller's functions.
  context->monitor->progress = nullptr;
  context->monitor->log = nullptr;
  delete context;
}

const char *manifact_context_message(const manifact_context *context) {
  return check(context) == MANIFACT_OK ? context->message.text : "not a context";
}

int manifact_context_set_threads(manifact_context *context, int64_t threads) {
  if (const int status = check(context); status != MANIFACT_OK) return status;
  return guard(context->message, [&] {
    if (threads < 0 || threads > 1024)
      fail(Status::argument, "threads must be between 0 and 1024, not %lld",
           static_cast<long long>(threads));
    context->threads = threads;
    return MANIFACT_OK;
  });
}

int manifact_context_set_runner(manifact_context *context, manifact_runner_fn runner, void *user) {
  if (const int status = check(context); status != MANIFACT_OK) return status;
  context->runner = runner;
  context->runner_user = user;
  return MANIFACT_OK;
}

int manifact_context_set_progress(manifact_context *context, manifact_progress_fn progress,
                                  void *user) {
  if (const int status = check(context); status != MANIFACT_OK) return status;
  context->monitor->progress = progress;
  context->monitor->progress_user = user;
  return MANIFACT_OK;
}

int manifact_context_set_log(manifact_context *context, manifact_log_fn log, void *user) {
  if (const int status = check(context); status != MANIFACT_OK) return status;
  context->monitor->log = log;
  context->monitor->log_user = user;
  return MANIFACT_OK;
}

void manifact_context_cancel(manifact_context *context) {
  if (check(context) == MANIFACT_OK)
    context->monitor->cancel.store(true, std::memory_order_relaxed);
}

int manifact_context_memory(const manifact_context *context, int64_t *now, int64_t *peak) {
  if (const int status = check(context); status != MANIFACT_OK) return status;
  if (now != nullptr) *now = context->memory->now();
  if (peak != nullptr) *peak = context->memory->peak();
  return MANIFACT_OK;
}
