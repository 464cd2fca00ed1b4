// Part of manifact.hpp: texts and the vectorizer.
#ifndef MANIFACT_CXX_TEXT_HPP
#define MANIFACT_CXX_TEXT_HPP

#include <manifact/cxx/matrix.hpp>

namespace manifact {
inline namespace cxx {

class Solver;

// Texts of new documents for the columns that a model keeps.
struct Column {
  std::string name;
  Texts texts;
};

namespace detail {

// set() and get() of options by the type of the value. Functions is one of the structs below.
template <class Functions, class Handle, class Value>
manifact_status set_option(Handle *handle, const std::string &name, const Value &value) {
  if constexpr (std::is_same_v<Value, bool>)
    return Functions::set_bool(handle, name.c_str(), value ? MANIFACT_TRUE : MANIFACT_FALSE);
  else if constexpr (std::is_integral_v<Value>)
    return Functions::set_int64(handle, name.c_str(), static_cast<std::int64_t>(value));
  else if constexpr (std::is_floating_point_v<Value>)
    return Functions::set_double(handle, name.c_str(), static_cast<double>(value));
  else
    return Functions::set_text(handle, name.c_str(), std::string(value).c_str());
}

template <class Functions, class Value, class Handle>
Value get_option(const Handle *handle, const std::string &name, manifact_status &status) {
  if constexpr (std::is_same_v<Value, bool>) {
    manifact_bool value = MANIFACT_FALSE;
    status = Functions::get_bool(handle, name.c_str(), &value);
    return value != MANIFACT_FALSE;
  } else if constexpr (std::is_integral_v<Value>) {
    static_assert(std::is_same_v<Value, std::int64_t>, "bool, int64_t, double or std::string");
    std::int64_t value = 0;
    status = Functions::get_int64(handle, name.c_str(), &value);
    return value;
  } else if constexpr (std::is_floating_point_v<Value>) {
    double value = 0;
    status = Functions::get_double(handle, name.c_str(), &value);
    return static_cast<Value>(value);
  } else {
    std::size_t size = 0;
    status = Functions::get_text_size(handle, name.c_str(), &size);
    if (status < 0) return Value();
    std::string value(size, '\0');
    status = Functions::get_text(handle, name.c_str(), value.data(), size);
    return Value(value.c_str());
  }
}

struct VectorizerOptions {
  static constexpr auto set_int64 = manifact_vectorizer_set_int64;
  static constexpr auto set_double = manifact_vectorizer_set_double;
  static constexpr auto set_bool = manifact_vectorizer_set_bool;
  static constexpr auto set_text = manifact_vectorizer_set_text;
  static constexpr auto get_int64 = manifact_vectorizer_get_int64;
  static constexpr auto get_double = manifact_vectorizer_get_double;
  static constexpr auto get_bool = manifact_vectorizer_get_bool;
  static constexpr auto get_text = manifact_vectorizer_get_text;
  static constexpr auto get_text_size = manifact_vectorizer_get_text_size;
};

}  // namespace detail

// Text to counts. A copy shares the vectorizer.
class Vectorizer : public detail::Counted<manifact_vectorizer, manifact_vectorizer_retain,
                                          manifact_vectorizer_free> {
 public:
  using Counted::Counted;

  Vectorizer() noexcept = default;
  explicit Vectorizer(Context &context) : functions_(context.functions()) {
    if (context) runner_ = functions_->runner;
    context.checked(manifact_vectorizer_create(context.handle(), &handle_));
  }
  // A finished vectorizer with this vocabulary.
  static Vectorizer from_terms(Context &context, const Texts &terms) {
    Vectorizer vectorizer;
    context.checked(manifact_vectorizer_from_terms(context.handle(), terms.bytes(), terms.offsets(),
                                                   terms.count(), &vectorizer.handle_));
    return vectorizer;
  }

  // Options: bool, integers, floating point, or text.
  template <class Value>
  Vectorizer &set(const std::string &name, const Value &value) {
    return checked(detail::set_option<detail::VectorizerOptions>(handle_, name, value));
  }
  template <class Value>
  Value get(const std::string &name) const {
    manifact_status status = MANIFACT_OK;
    Value value = detail::get_option<detail::VectorizerOptions, Value>(handle_, name, status);
    detail::checked(status, status < 0 ? manifact_vectorizer_message(handle_) : "");
    return value;
  }
  Vectorizer &reset(const std::string &name) {
    return checked(manifact_vectorizer_reset(handle_, name.c_str()));
  }
  Vectorizer &reset() { return checked(manifact_vectorizer_reset(handle_, nullptr)); }
  inline Vectorizer &take_limits(const Solver &solver);
  Vectorizer &add_stop_words(const Texts &words) {
    return checked(
        manifact_vectorizer_add_stop_words(handle_, words.bytes(), words.offsets(), words.count()));
  }

  Vectorizer &add(std::string_view text) {
    return checked(manifact_vectorizer_add(handle_, text.data() == nullptr ? "" : text.data(),
                                           static_cast<std::int64_t>(text.size())));
  }
  Vectorizer &add_many(const Texts &texts) {
    return checked(
        manifact_vectorizer_add_many(handle_, texts.bytes(), texts.offsets(), texts.count()));
  }
  // Fixes the vocabulary; the counts.
  Matrix finish() {
    manifact_matrix *counts = nullptr;
    const manifact_status status = manifact_vectorizer_finish(handle_, &counts);
    Matrix matrix(counts);
    checked(status);
    return matrix;
  }

  Matrix transform(Context &context, const Texts &texts) const {
    manifact_matrix *counts = nullptr;
    const manifact_status status = manifact_vectorizer_transform(
        context.handle(), handle_, texts.bytes(), texts.offsets(), texts.count(), &counts);
    Matrix matrix(counts);
    context.checked(status);
    return matrix;
  }
  // The counts, and the number of terms of each text, known or not.
  std::pair<Matrix, std::vector<std::int64_t>> transform_counted(Context &context,
                                                                 const Texts &texts) const {
    auto terms = detail::room<std::int64_t>(texts.count());
    manifact_matrix *counts = nullptr;
    const manifact_status status = manifact_vectorizer_transform_counted(
        context.handle(), handle_, texts.bytes(), texts.offsets(), texts.count(), terms.data(),
        &counts);
    Matrix matrix(counts);
    context.checked(status);
    return {std::move(matrix), std::move(terms)};
  }

  std::int64_t documents() const { return number(manifact_vectorizer_documents(handle_)); }
  std::int64_t terms() const { return number(manifact_vectorizer_terms(handle_)); }
  std::int64_t tokens() const { return number(manifact_vectorizer_tokens(handle_)); }
  std::int64_t replaced() const { return number(manifact_vectorizer_replaced(handle_)); }
  // Empty if the index is out of range.
  std::string_view term(std::int64_t index) const noexcept {
    return detail::text_of(manifact_vectorizer_term(handle_, index));
  }

 private:
  static std::int64_t number(std::int64_t n) { return detail::counted(n); }
  Vectorizer &checked(manifact_status status) {
    detail::checked(status, status < 0 ? manifact_vectorizer_message(handle_) : "");
    return *this;
  }

  std::shared_ptr<detail::Functions> functions_;  // of its context
  std::shared_ptr<Runner> runner_;                // of its context when the vectorizer was made
};

// A number and a score: a feature, term or document.
struct Ranked {
  std::int64_t index;
  double score;
};

}  // namespace cxx
}  // namespace manifact

#endif
