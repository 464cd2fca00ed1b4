// Stemming by the Snowball rules of a language (libstemmer).
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace manifact {

// Whether this build has rules for the language.
bool has_stemmer(const std::string &language) noexcept;

class Stemmer {
 public:
  // Throws Error(feature) in a build without libstemmer or if it does not support the language,
  // Error(option) for "none".
  explicit Stemmer(const std::string &language);
  ~Stemmer();
  Stemmer(Stemmer &&other) noexcept : stemmer_(std::exchange(other.stemmer_, nullptr)) {}
  Stemmer(const Stemmer &) = delete;
  Stemmer &operator=(const Stemmer &) = delete;

  // Valid until the next call. Throws Error(memory).
  std::string_view stem(std::string_view word);

 private:
  void *stemmer_ = nullptr;
};

}  // namespace manifact
