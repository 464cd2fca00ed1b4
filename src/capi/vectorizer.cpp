// Vectorizer: text to term counts.
#include "text/vectorizer.hpp"
#include "capi/handles.hpp"
#include "capi/option_access.hpp"
#include "options/conversions.hpp"
#include "text/vocabulary.hpp"

namespace manifact {
namespace {

// What a vectorizer accepts until its first document.
inline void refuse_late(const manifact_vectorizer &vectorizer, const char *what) {
  if (vectorizer.finished || vectorizer.counting)
    fail(Status::argument, "%s only before the first document", what);
}

}  // namespace

}  // namespace manifact

using namespace manifact;

namespace {

// The context of a vectorizer during a call, if it still exists.
class ContextOf {
 public:
  explicit ContextOf(Session *session) noexcept
      : session_(session), taken_(session != nullptr && session->use.begin()) {}
  ContextOf(const ContextOf &) = delete;
  ContextOf &operator=(const ContextOf &) = delete;
  ~ContextOf() {
    if (taken_ && session_->use.end()) destroy(session_->context);
  }

  bool is_busy() const noexcept { return !taken_ && session_ != nullptr && !session_->use.gone(); }
  Watched &watched() noexcept { return taken_ ? session_->watched : own_; }

 private:
  Session *session_;
  bool taken_;
  Watched own_;
};

// Documents are often added one by one: such calls keep the token; add_many and finish clear it.
enum class Token { stays, ends };

// Runs body(run) for a vectorizer that is not finished, with its context. The vectorizer may be
// freed meanwhile.
template <class Body>
int counting(manifact_vectorizer *vectorizer, Token token, Body &&body) noexcept {
  if (const int status = check(vectorizer); status != MANIFACT_OK) return status;
  manifact_vectorizer *const kept = retain(vectorizer);
  int status = MANIFACT_ERROR_BUSY;
  {
    ContextOf context(kept->session.get());
    Monitor &monitor = context.watched().monitor;
    if (!context.is_busy()) {
      status = call(kept, [&] {
        if (kept->finished) fail(Status::argument, "the vectorizer is finished");
        // A collective call ends all processes if one is stopped.
        if (kept->collective == nullptr) monitor.check();
        return body(monitor);
      });
      const bool is_over = token == Token::ends && status != MANIFACT_ERROR_BUSY;
      if (is_over || status == MANIFACT_ERROR_CANCELLED) context.watched().end_call();
      monitor.stage = "";
    }
  }
  release(kept);
  return status;
}

template <class Body>
int run_on_threads(manifact_vectorizer &vectorizer, Monitor &monitor, Body &&body) {
  ThreadPool pool(thread_count(vectorizer.threads), vectorizer.runner, vectorizer.runner_user);
  ExecutionContext run{vectorizer.memory, pool, monitor};
  body(run);
  return MANIFACT_OK;
}

Vectorizer &begun(manifact_vectorizer &vectorizer) {
  if (!vectorizer.counting) {
    if (vectorizer.collective != nullptr)
      vectorizer.collective->terms()->check_language(vectorizer.options.text(Key::language));
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
  handle->session = context.session;
  handle->threads = context.threads;
  handle->runner = context.runner;
  handle->runner_user = context.runner_user;
  handle->collective = context.collective;
  return handle;
}

const TextModel *text_of(const manifact_vectorizer *vectorizer) noexcept {
  return check(vectorizer) == MANIFACT_OK && vectorizer->finished ? vectorizer->text.get()
                                                                  : nullptr;
}

// A count of the finished text model, or of the documents so far; -1 if the handle is invalid, or
// while another call changes the documents.
template <class Get>
int64_t number_of(const manifact_vectorizer *vectorizer, Get &&get) noexcept {
  if (check(vectorizer) != MANIFACT_OK) return -1;
  if (vectorizer->finished) return get(*vectorizer->text);
  if (!vectorizer->use.begin()) return -1;
  int64_t number = 0;
  if (vectorizer->finished)
    number = get(*vectorizer->text);
  else if (vectorizer->counting)
    number = get(*vectorizer->counting);
  vectorizer->use.end();
  return number;
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
  handle->finished = true;
  return handle;
}

int manifact_vectorizer_create(manifact_context *context, manifact_vectorizer **out) {
  if (out != nullptr) *out = nullptr;
  return call(context, [&] {
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

manifact_vectorizer *manifact_vectorizer_retain(const manifact_vectorizer *vectorizer) {
  return retain(vectorizer);
}
void manifact_vectorizer_free(manifact_vectorizer *vectorizer) { release(vectorizer); }

const char *manifact_vectorizer_message(const manifact_vectorizer *vectorizer) {
  return check(vectorizer) == MANIFACT_OK ? vectorizer->message.text : "not a vectorizer";
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
  return counting(vectorizer, Token::stays, [&](Monitor &monitor) -> int {
    if (length < 0)
      fail(Status::argument, "length must be at least 0, not %lld", static_cast<long long>(length));
    if (length > 0) require(text, "text");
    Vectorizer &count = begun(*vectorizer);
    const std::string_view document(length > 0 ? text : "", static_cast<std::size_t>(length));
    if (count.fits(length)) {
      count.hold(document);
      return MANIFACT_OK;
    }
    return run_on_threads(*vectorizer, monitor,
                          [&](ExecutionContext &run) { count.add(document, run); });
  });
}

int manifact_vectorizer_add_many(manifact_vectorizer *vectorizer, const char *bytes,
                                 const int64_t *offsets, int64_t count) {
  return counting(vectorizer, Token::ends, [&](Monitor &monitor) {
    const Documents documents = documents_of(bytes, offsets, count);
    Vectorizer &all = begun(*vectorizer);
    return run_on_threads(*vectorizer, monitor,
                          [&](ExecutionContext &run) { all.add(documents, run); });
  });
}

int manifact_vectorizer_finish(manifact_vectorizer *vectorizer, manifact_matrix **out) {
  if (out != nullptr) *out = nullptr;
  return counting(vectorizer, Token::ends, [&](Monitor &monitor) {
    auto counts = std::make_unique<manifact_matrix>();
    std::shared_ptr<const TextModel> text;
    Options options = vectorizer->options;
    run_on_threads(*vectorizer, monitor, [&](ExecutionContext &run) {
      if (vectorizer->collective != nullptr) run.collective = vectorizer->collective.get();
      run.collective->call(monitor, [&] {
        Vectorizer *count = nullptr;
        run.together([&] {
          require(out, "out");
          count = &begun(*vectorizer);
        });
        Vectorizer::Result result = count->finish(run);
        counts->matrix = matrix_from_counts(std::move(result.counts));
        text = std::move(result.text);
        // What was detected, and whether there are stop words for it.
        for (const Key key : {Key::language, Key::stemming, Key::stop_words}) {
          const OptionValue found = text_options(text->rules).value(key);
          if (options.value(key) != found) options.replace(key, found);
        }
      });
    });
    // No process fails from here on.
    vectorizer->options = std::move(options);
    vectorizer->text = std::move(text);
    vectorizer->counting.reset();
    vectorizer->finished = true;
    *out = counts.release();
    return MANIFACT_OK;
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
    if (!vectorizer->finished) fail(Status::argument, "the vectorizer is not finished");
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
  return vectorizer->finished ? vectorizer->text->size() : 0;
}

const char *manifact_vectorizer_term(const manifact_vectorizer *vectorizer, int64_t index) {
  const TextModel *const text = text_of(vectorizer);
  return text != nullptr && index >= 0 && index < text->size() ? text->name(index) : nullptr;
}

namespace {

// The options of vectorizers by name.

// Runs change(options) before the first document.
template <class Change>
int change_options(manifact_vectorizer *vectorizer, Change &&change) noexcept {
  return with(vectorizer, [&] {
    refuse_late(*vectorizer, "options can be set");
    change(vectorizer->options);
  });
}

// Runs read(options). Several threads may read a finished vectorizer, and none stores a message.
template <class Read>
int read_options(const manifact_vectorizer *vectorizer, Read &&read) noexcept {
  if (const int status = check(vectorizer); status != MANIFACT_OK) return status;
  if (!vectorizer->finished) return with(vectorizer, [&] { read(vectorizer->options); });
  Message message;
  return guard(message, [&] {
    read(vectorizer->options);
    return MANIFACT_OK;
  });
}

}  // namespace

int manifact_vectorizer_set_int64(manifact_vectorizer *vectorizer, const char *name,
                                  int64_t value) {
  return change_options(vectorizer, [&](Options &options) {
    options.set(option_of(options, name), static_cast<std::int64_t>(value));
  });
}

int manifact_vectorizer_set_double(manifact_vectorizer *vectorizer, const char *name,
                                   double value) {
  return change_options(vectorizer,
                        [&](Options &options) { options.set(option_of(options, name), value); });
}

int manifact_vectorizer_set_bool(manifact_vectorizer *vectorizer, const char *name,
                                 manifact_bool value) {
  return change_options(vectorizer, [&](Options &options) {
    options.set_boolean(option_of(options, name), value != 0);
  });
}

int manifact_vectorizer_set_text(manifact_vectorizer *vectorizer, const char *name,
                                 const char *value) {
  return change_options(vectorizer, [&](Options &options) { set_text(options, name, value); });
}

int manifact_vectorizer_reset(manifact_vectorizer *vectorizer, const char *name) {
  return change_options(vectorizer, [&](Options &options) { reset(options, name); });
}

int manifact_vectorizer_get_int64(const manifact_vectorizer *vectorizer, const char *name,
                                  int64_t *value) {
  return read_options(vectorizer,
                      [&](const Options &options) { give_int64(options, name, value); });
}

int manifact_vectorizer_get_double(const manifact_vectorizer *vectorizer, const char *name,
                                   double *value) {
  return read_options(vectorizer,
                      [&](const Options &options) { give_double(options, name, value); });
}

int manifact_vectorizer_get_bool(const manifact_vectorizer *vectorizer, const char *name,
                                 manifact_bool *value) {
  return read_options(vectorizer, [&](const Options &options) { give_bool(options, name, value); });
}

int manifact_vectorizer_get_text(const manifact_vectorizer *vectorizer, const char *name,
                                 char *buffer, size_t size) {
  return read_options(vectorizer,
                      [&](const Options &options) { give_text(options, name, buffer, size); });
}

int manifact_vectorizer_get_text_size(const manifact_vectorizer *vectorizer, const char *name,
                                      size_t *size) {
  return read_options(vectorizer,
                      [&](const Options &options) { give_text_size(options, name, size); });
}

int manifact_vectorizer_take_limits(manifact_vectorizer *vectorizer,
                                    const manifact_solver *solver) {
  return call(vectorizer, [&]() -> int {
    require_handle(solver, "solver");
    refuse_late(*vectorizer, "limits can be set");
    if (!solver->use.begin()) return MANIFACT_ERROR_BUSY;
    const std::int64_t min_df = solver->options.integer(Key::min_df);
    const double max_df = solver->options.real(Key::max_df);
    if (solver->use.end()) destroy(solver);
    Options limited = vectorizer->options;
    limited.set(*find_option(Key::min_df), min_df);
    limited.set(*find_option(Key::max_df), max_df);
    vectorizer->options = std::move(limited);
    return MANIFACT_OK;
  });
}
