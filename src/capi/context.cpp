#include <string_view>

#include "capi/handles.hpp"
#include "manifact/manifact.h"
#include "options/options.hpp"

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

namespace manifact {
namespace {

struct StatusName {
  int number;
  Status status;
  const char *name, *text;
};

#define MANIFACT_STATUS(name, member, text) \
  { MANIFACT_##name, Status::member, #name, text }
#define MANIFACT_FAILURE(name, member, text) \
  { MANIFACT_ERROR_##name, Status::member, "ERROR_" #name, text }
constexpr StatusName table[] = {
    MANIFACT_STATUS(OK, ok, "success"),
    MANIFACT_STATUS(ITERATION_LIMIT, iteration_limit,
                    "max-iterations was reached before the tolerance was met"),
    MANIFACT_STATUS(
        FEWER_CLUSTERS, fewer_clusters,
        "some of the requested clusters are empty, or there are fewer distinct documents"),
    MANIFACT_STATUS(CONTRADICTIONS, contradictions, "some constraints contradict each other"),
    MANIFACT_STATUS(NOT_CONVERGED, not_converged,
                    "eigenvectors or an adaptive graph did not converge"),
    MANIFACT_FAILURE(NULL, null, "a required pointer is NULL"),
    MANIFACT_FAILURE(HANDLE, handle, "a handle is not of the required kind"),
    MANIFACT_FAILURE(ARGUMENT, argument, "an argument is out of its bounds"),
    MANIFACT_FAILURE(
        OPTION, option,
        "an option, a method or a word is unknown, or a value is out of the bounds of its option"),
    MANIFACT_FAILURE(LENGTH, length,
                     "the length of an array differs from the one that the data require"),
    MANIFACT_FAILURE(MISMATCH, mismatch,
                     "two inputs differ in their number of documents, features or clusters"),
    MANIFACT_FAILURE(BUSY, busy, "the context, solver or vectorizer is in use by another call"),
    MANIFACT_FAILURE(STRUCTURE, structure,
                     "indptr, indices or the symmetry of the input are invalid"),
    MANIFACT_FAILURE(VALUE, value, "a value is NaN, infinite or out of the range that is required"),
    MANIFACT_FAILURE(EMPTY, empty, "the input has no rows, no columns, or only zeros"),
    MANIFACT_FAILURE(FORMAT, format, "the file does not follow its format"),
    MANIFACT_FAILURE(CORRUPT, corrupt, "the model file is damaged"),
    MANIFACT_FAILURE(VERSION, version,
                     "the model file was written by a later, incompatible release"),
    MANIFACT_FAILURE(NUMERICS, numerics,
                     "a value became infinite or NaN, or a linear system could not be solved"),
    MANIFACT_FAILURE(MEMORY, memory, "out of memory"),
    MANIFACT_FAILURE(BUDGET, budget, "more memory is needed than the option memory-budget allows"),
    MANIFACT_FAILURE(IO, io, "a file cannot be opened, read or written"),
    MANIFACT_FAILURE(THREADS, threads, "threads cannot be started"),
    MANIFACT_FAILURE(FEATURE, feature, "this build lacks the required feature"),
    MANIFACT_FAILURE(CANCELLED, cancelled, "the call was cancelled"),
    MANIFACT_FAILURE(INTERNAL, internal, "a bug in the library"),
};
#undef MANIFACT_STATUS
#undef MANIFACT_FAILURE

constexpr bool numbers_agree() {
  for (const StatusName &row : table)
    if (row.number != static_cast<int>(row.status)) return false;
  return true;
}
static_assert(numbers_agree(), "the status numbers of the header and of the library differ");

constexpr std::string_view features[] = {
#ifdef MANIFACT_HAVE_ZLIB
    "gzip",
#endif
#ifdef MANIFACT_HAVE_STEMMER
    "stemming",
#endif
#ifdef MANIFACT_HAVE_ICU
    "icu",
#endif
#ifdef MANIFACT_HAVE_CLD2
    "cld2",
#endif
    ""};

}  // namespace
}  // namespace manifact

const char *manifact_version(void) { return MANIFACT_VERSION_STRING; }

int manifact_version_number(void) { return MANIFACT_VERSION_NUMBER; }

manifact_bool manifact_abi_supported(int abi) {
  return abi == MANIFACT_ABI ? MANIFACT_TRUE : MANIFACT_FALSE;
}

manifact_bool manifact_has_feature(const char *name) {
  if (name == nullptr) return MANIFACT_FALSE;
  if (name == std::string_view("cholmod"))
    return manifact::Cholesky::available() ? MANIFACT_TRUE : MANIFACT_FALSE;
  for (const std::string_view feature : manifact::features)
    if (!feature.empty() && feature == name) return MANIFACT_TRUE;
  return MANIFACT_FALSE;
}

const char *manifact_status_name(manifact_status status) {
  for (const auto &row : manifact::table)
    if (row.number == status) return row.name;
  return "UNKNOWN";
}

const char *manifact_status_text(manifact_status status) {
  for (const auto &row : manifact::table)
    if (row.number == status) return row.text;
  return "unknown status";
}
