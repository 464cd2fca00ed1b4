#include "language.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "ranks.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

// More than what the vectorizer looks at.
constexpr std::int64_t enough_bytes = std::int64_t{1} << 24, enough_documents = 1 << 17;

struct Found {
  std::array<char, 32> language, stemming;
};

// A vectorizer of this process alone reads the beginning.
Found found_in(Session &session, const Solving &arguments, const Settings &settings) {
  if (arguments.input == "-")
    throw Failure(
        "--language auto reads the beginning of the input first, which standard input "
        "does not allow: name the language");
  Session alone(1, true);
  const Vectorizer vectorizer = make_vectorizer(alone, settings, arguments.text.stop_words);
  Input input(alone, arguments);
  const std::unique_ptr<TextReader> reader = input.documents(arguments.fields);
  std::int64_t bytes = 0, documents = 0;
  for (Document document;
       bytes < enough_bytes && documents < enough_documents && reader->next(document);) {
    const std::int64_t size = std::ssize(document.text);
    alone.check(manifact_vectorizer_add(vectorizer.get(), document.text.data(), size),
                vectorizer.get());
    bytes += size;
    ++documents;
  }
  const bool wants_stop_words = text_option_of(vectorizer.get(), "stop-words") == "auto";
  manifact_matrix *counts = nullptr;
  const int status = manifact_vectorizer_finish(vectorizer.get(), &counts);
  const Matrix unused(counts);
  Found found{};
  const std::string name = input_name(arguments.input);
  if (status != MANIFACT_ERROR_EMPTY) alone.check_input(status, name, vectorizer.get());
  std::string language = language_of(vectorizer.get());
  if (status == MANIFACT_ERROR_EMPTY) language = "none";
  if (language == "none")
    warn_of_unknown_language(session, name);
  else if (wants_stop_words && text_option_of(vectorizer.get(), "stop-words") == "none")
    warn_without_stop_words(session, name, language);
  language.copy(found.language.data(), found.language.size() - 1);
  const bool is_stemmed = language != "none";
  if (is_stemmed)
    alone.check(manifact_vectorizer_get_text(vectorizer.get(), "stemming", found.stemming.data(),
                                             static_cast<std::int64_t>(found.stemming.size())),
                vectorizer.get());
  else
    std::string("no").copy(found.stemming.data(), 2);
  return found;
}

}  // namespace

Settings with_language(Session &session, const Solving &arguments, const Settings &settings) {
  const bool is_auto = std::any_of(settings.begin(), settings.end(), [](const auto &setting) {
    return setting.first == "language" && setting.second == "auto";
  });
  if (!is_auto) return settings;
  Found found{};
  together([&] {
    if (own_rank() == 0) found = found_in(session, arguments, settings);
  });
  from_first(&found, sizeof found);
  Settings named;
  for (const auto &[name, value] : settings)
    if (name != "language" && name != "stemming") named.emplace_back(name, value);
  named.emplace_back("language", found.language.data());
  named.emplace_back("stemming", found.stemming.data());
  return named;
}

}  // namespace cli
