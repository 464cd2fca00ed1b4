// The options of vectorizers by name.
#include "capi/option_access.hpp"
#include "capi/unfinished.hpp"

using namespace manifact;

namespace {

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
