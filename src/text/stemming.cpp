#include "text/stemming.hpp"

#include "runtime/error.hpp"

#ifdef MANIFACT_HAVE_STEMMER
#include <libstemmer.h>

#include <new>
#endif

namespace manifact {

#ifdef MANIFACT_HAVE_STEMMER

bool has_stemmer(const std::string &language) noexcept {
  for (const char **name = sb_stemmer_list(); *name != nullptr; ++name)
    if (language == *name) return true;
  return false;
}

// Longer than any word of a language; some rules take quadratic time on noise.
constexpr std::size_t longest = 256;

Stemmer::Stemmer(const std::string &language) {
  if (language == "none")
    fail(Status::option, "stemming requires a language, but language is none");
  if (!has_stemmer(language))
    fail(Status::feature, "this build's libstemmer has no rules for '%.60s'", language.c_str());
  stemmer_ = sb_stemmer_new(language.c_str(), "UTF_8");
  if (stemmer_ == nullptr) throw std::bad_alloc();
}

Stemmer::~Stemmer() { sb_stemmer_delete(static_cast<sb_stemmer *>(stemmer_)); }

std::string_view Stemmer::stem(std::string_view word) {
  if (word.size() > longest) return word;
  auto *const stemmer = static_cast<sb_stemmer *>(stemmer_);
  const sb_symbol *const stem = sb_stemmer_stem(
      stemmer, reinterpret_cast<const sb_symbol *>(word.data()), static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  const auto length = static_cast<std::size_t>(sb_stemmer_length(stemmer));
  return length > 0 ? std::string_view(reinterpret_cast<const char *>(stem), length) : word;
}

#else

bool has_stemmer(const std::string &) noexcept { return false; }

Stemmer::Stemmer(const std::string &) {
  fail(Status::feature, "this build does not support stemming (libstemmer)");
}
Stemmer::~Stemmer() = default;
std::string_view Stemmer::stem(std::string_view word) { return word; }

#endif

}  // namespace manifact
