// Vectorizer: text to term counts.
#include "capi/handles.hpp"
#include "capi/option_access.hpp"
#include "options/text_options.hpp"
#include "text/transform.hpp"

using namespace manifact;

namespace {

// Checks the handle and runs the body inside guard(). For cancellation, calls on a vectorizer are
// calls on its context.
template <class Body>
int with(manifact_vectorizer *vectorizer, Body &&body) noexcept {
  if (const int status = check(vectorizer); status != MANIFACT_OK) return status;
  return guard(vectorizer->message, [&] {
    body();
    return MANIFACT_OK;
  });
}

// The same for calls that may count documents.
template <class Body>
int counting(manifact_vectorizer *vectorizer, Body &&body) noexcept {
  const int status = with(vectorizer, [&] {
    if (vectorizer->text) fail(Status::argument, "the vectorizer is finished");
    vectorizer->monitor->check();
    body();
  });
  if (check(vectorizer) != MANIFACT_OK || !vectorizer->monitor) return status;
  vectorizer->monitor->stage = "";
  // Documents are added one by one: a cancellation that arrives too late for this call applies to
  // the next one.
  if (status == MANIFACT_ERROR_CANCELLED)
    vectorizer->monitor->cancel.store(false, std::memory_order_relaxed);
  return status;
}

template <class Body>
void run_on_threads(manifact_vectorizer &vectorizer, Body &&body) {
  ThreadPool pool(thread_count(vectorizer.threads), vectorizer.runner, vectorizer.runner_user);
  ExecutionContext run{vectorizer.memory, pool, *vectorizer.monitor};
  body(run);
}

void refuse_late(const manifact_vectorizer &vectorizer, const char *what) {
  if (vectorizer.text || vectorizer.counting)
    fail(Status::argument, "%s only before the first document", what);
}

Vectorizer &begun(manifact_vectorizer &vectorizer) {
  if (!vectorizer.counting) {
    vectorizer.counting = std::make_unique<Vectorizer>(text_rules(vectorizer.options),
                                                       vectorizer.stop_words, vectorizer.memory);
    vectorizer.stop_words.clear();
  }
  return *vectorizer.counting;
}

Documents documents_of(const char *bytes, const int64_t *offsets, int64_t count) {
  if (count < 0)
    fail(Status::argument, "count must be at least 0, not %lld", static_cast<long long>(count));
  if (count > 0) require(offsets, "offsets");
  const Documents documents{bytes, offsets, count};
  check_documents(documents);
  if (count > 0 && offsets[count] > offsets[0]) require(bytes, "bytes");
  return documents;
}

int deliver(PackedCounts &&counts, manifact_matrix **out) {
  auto handle = std::make_unique<manifact_matrix>();
  handle->matrix = matrix_from_counts(std::move(counts));
  *out = handle.release();
  return MANIFACT_OK;
}

std::unique_ptr<manifact_vectorizer> made(const manifact_context &context) {
  auto handle = std::make_unique<manifact_vectorizer>();
  handle->memory = context.memory;
  handle->monitor = context.monitor;
  handle->threads = context.threads;
  handle->runner = context.runner;
  handle->runner_user = context.runner_user;
  return handle;
}

const TextModel *text_of(const manifact_vectorizer *vectorizer) noexcept {
  return check(vectorizer) == MANIFACT_OK ? vectorizer->text.get() : nullptr;
}

// A count of the finished text model, or of the documents so far; -1 if the handle is invalid.
template <class Get>
int64_t number_of(const manifact_vectorizer *vectorizer, Get &&get) noexcept {
  if (check(vectorizer) != MANIFACT_OK) return -1;
  if (vectorizer->text) return get(*vectorizer->text);
  return vectorizer->counting ? get(*vectorizer->counting) : 0;
}

struct DocumentCount {
  int64_t operator()(const TextModel &text) const noexcept { return text.documents; }
  int64_t operator()(const Vectorizer &counting) const noexcept { return counting.documents(); }
};
struct TokenCount {
  int64_t operator()(const TextModel &text) const noexcept { return text.tokens; }
  int64_t operator()(const Vectorizer &counting) const noexcept { return counting.tokens(); }
};
struct ReplacedCount {
  int64_t operator()(const TextModel &text) const noexcept { return text.replaced; }
  int64_t operator()(const Vectorizer &counting) const noexcept { return counting.replaced(); }
};

}  // namespace

std::unique_ptr<manifact_vectorizer> manifact::vectorizer_of(
    std::shared_ptr<const TextModel> text, const std::shared_ptr<Memory> &memory) {
  auto handle = std::make_unique<manifact_vectorizer>();
  handle->memory = memory;
  handle->options = text_options(text->rules);
  handle->text = std::move(text);
  return handle;
}

int manifact_vectorizer_create(manifact_context *context, manifact_vectorizer **out) {
  if (out != nullptr) *out = nullptr;
  if (const int status = check(context); status != MANIFACT_OK) return status;
  return guard(context->message, [&] {
    require(out, "out");
    *out = made(*context).release();
    return MANIFACT_OK;
  });
}

int manifact_vectorizer_from_terms(manifact_context *context, const char *bytes,
                                   const int64_t *offsets, int64_t count,
                                   manifact_vectorizer **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require(out, "out");
    const Documents terms = documents_of(bytes, offsets, count);
    *out = vectorizer_of(fixed_vocabulary(terms, run.memory), run.memory).release();
    return MANIFACT_OK;
  });
}

manifact_vectorizer *manifact_vectorizer_retain(manifact_vectorizer *vectorizer) {
  return retain(vectorizer);
}
void manifact_vectorizer_free(manifact_vectorizer *vectorizer) { release(vectorizer); }

const char *manifact_vectorizer_message(const manifact_vectorizer *vectorizer) {
  return check(vectorizer) == MANIFACT_OK ? vectorizer->message.text : "not a vectorizer";
}

int manifact_vectorizer_set_by_name(manifact_vectorizer *vectorizer, const char *name,
                                    const char *value) {
  return with(vectorizer, [&] {
    const OptionInfo &option = option_of(name);
    require(value, "value");
    refuse_late(*vectorizer, "options can be set");
    vectorizer->options.set_text(option, value);
  });
}

int manifact_vectorizer_take_limits(manifact_vectorizer *vectorizer,
                                    const manifact_solver *solver) {
  return with(vectorizer, [&] {
    require_handle(solver, "solver");
    refuse_late(*vectorizer, "limits can be set");
    vectorizer->options.set(*find_option(Key::min_df), solver->options.integer(Key::min_df));
    vectorizer->options.set(*find_option(Key::max_df), solver->options.real(Key::max_df));
  });
}

int manifact_vectorizer_get_by_name(const manifact_vectorizer *vectorizer, const char *name,
                                    char *buffer, size_t size) {
  if (const int status = check(vectorizer); status != MANIFACT_OK) return status;
  Message message;  // not the handle's, which several threads may be reading
  return guard(message, [&] {
    const OptionInfo &option = option_of(name);
    require(buffer, "buffer");
    give_text(vectorizer->options, option, buffer, size);
    return MANIFACT_OK;
  });
}

int manifact_vectorizer_add_stop_words(manifact_vectorizer *vectorizer, const char *bytes,
                                       const int64_t *offsets, int64_t count) {
  return with(vectorizer, [&] {
    refuse_late(*vectorizer, "stop words can be added");
    const Documents words = documents_of(bytes, offsets, count);
    std::vector<std::string> all = vectorizer->stop_words;
    for (int64_t i = 0; i < count; ++i) all.emplace_back(words[i]);
    vectorizer->stop_words = std::move(all);
  });
}

int manifact_vectorizer_add(manifact_vectorizer *vectorizer, const char *text, int64_t length) {
  return counting(vectorizer, [&] {
    if (length < 0)
      fail(Status::argument, "length must be at least 0, not %lld", static_cast<long long>(length));
    if (length > 0) require(text, "text");
    Vectorizer &count = begun(*vectorizer);
    const std::string_view document(length > 0 ? text : "", static_cast<std::size_t>(length));
    if (count.has_room(length)) return count.hold(document);
    run_on_threads(*vectorizer, [&](ExecutionContext &run) { count.add(document, run); });
  });
}

int manifact_vectorizer_add_many(manifact_vectorizer *vectorizer, const char *bytes,
                                 const int64_t *offsets, int64_t count) {
  return counting(vectorizer, [&] {
    const Documents documents = documents_of(bytes, offsets, count);
    Vectorizer &all = begun(*vectorizer);
    run_on_threads(*vectorizer, [&](ExecutionContext &run) { all.add(documents, run); });
  });
}

int manifact_vectorizer_finish(manifact_vectorizer *vectorizer, manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return counting(vectorizer, [&] {
    require(out, "out");
    Vectorizer &count = begun(*vectorizer);
    run_on_threads(*vectorizer, [&](ExecutionContext &run) {
      Vectorizer::Result result = count.finish(run);
      std::shared_ptr<const TextModel> text = std::move(result.text);
      deliver(std::move(result.counts), out);
      // What was detected.
      vectorizer->options.set_text(*find_option(Key::language), text->rules.language);
      vectorizer->text = std::move(text);
    });
    vectorizer->counting.reset();
  });
}

int manifact_vectorizer_transform(manifact_context *context, const manifact_vectorizer *vectorizer,
                                  const char *bytes, const int64_t *offsets, int64_t count,
                                  manifact_matrix **out) {
  return manifact_vectorizer_transform_counted(context, vectorizer, bytes, offsets, count, nullptr,
                                               out);
}

int manifact_vectorizer_transform_counted(manifact_context *context,
                                          const manifact_vectorizer *vectorizer, const char *bytes,
                                          const int64_t *offsets, int64_t count, int64_t *terms,
                                          manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return long_call(context, [&](ExecutionContext &run) {
    require_handle(vectorizer, "vectorizer");
    require(out, "out");
    if (!vectorizer->text) fail(Status::argument, "the vectorizer is not finished");
    const Documents documents = documents_of(bytes, offsets, count);
    if (count == 0) fail(Status::empty, "there are no documents");
    return deliver(count_known_terms(*vectorizer->text, documents, run, terms), out);
  });
}

int64_t manifact_vectorizer_documents(const manifact_vectorizer *vectorizer) {
  return number_of(vectorizer, DocumentCount{});
}
int64_t manifact_vectorizer_tokens(const manifact_vectorizer *vectorizer) {
  return number_of(vectorizer, TokenCount{});
}
int64_t manifact_vectorizer_replaced(const manifact_vectorizer *vectorizer) {
  return number_of(vectorizer, ReplacedCount{});
}

int64_t manifact_vectorizer_terms(const manifact_vectorizer *vectorizer) {
  if (check(vectorizer) != MANIFACT_OK) return -1;
  return vectorizer->text ? vectorizer->text->size() : 0;
}

const char *manifact_vectorizer_term(const manifact_vectorizer *vectorizer, int64_t index) {
  const TextModel *const text = text_of(vectorizer);
  return text != nullptr && index >= 0 && index < text->size() ? text->name(index) : nullptr;
}
