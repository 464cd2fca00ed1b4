#include "commands/text_languages.hpp"

#include <manifact/manifact.h>

#include <algorithm>
#include <utility>

#include "handles.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

constexpr std::size_t sampled_texts = 200, sampled_bytes = 2000;

using Languages = std::map<std::string, std::int64_t>;

// A vectorizer of one text, whose language the library detects. "" if this build cannot.
std::string value_found(manifact_context *context, const char *language, std::string_view text,
                        const char *option) {
  manifact_vectorizer *handle = nullptr;
  if (manifact_vectorizer_create(context, &handle) != MANIFACT_OK) return "";
  const Vectorizer vectorizer(handle);
  for (const auto &[name, value] : std::initializer_list<std::pair<const char *, const char *>>{
           {"language", language}, {"min-df", "1"}, {"max-df", "1"}, {"word-length", "1"}})
    if (manifact_vectorizer_set_text(handle, name, value) != MANIFACT_OK) return "";
  if (manifact_vectorizer_add(handle, text.data(), std::ssize(text)) != MANIFACT_OK) return "";
  manifact_matrix *counts = nullptr;
  const int status = manifact_vectorizer_finish(handle, &counts);
  const Matrix unused(counts);
  char value[32] = "";
  if (status == MANIFACT_OK) manifact_vectorizer_get_text(handle, option, value, sizeof value);
  return value;
}

Context single_thread() {
  manifact_context *context = nullptr;
  manifact_context_create(&context);
  if (context != nullptr) manifact_context_set_threads(context, 1);
  return Context(context);
}

bool has_stop_words(const std::string &language) {
  const Context context = single_thread();
  return value_found(context.get(), language.c_str(), "2024", "stop-words") == "auto";
}

std::string capital(std::string language) {
  if (!language.empty() && language[0] >= 'a' && language[0] <= 'z') language[0] -= 'a' - 'A';
  return language;
}

using LanguageCount = std::pair<std::string, std::int64_t>;

// From the most frequent one on.
std::vector<LanguageCount> by_count(const Languages &languages) {
  std::vector<LanguageCount> all(languages.begin(), languages.end());
  std::stable_sort(all.begin(), all.end(), [](const LanguageCount &a, const LanguageCount &b) {
    return a.second > b.second;
  });
  return all;
}

std::int64_t sum_of_languages(const Languages &languages) {
  std::int64_t sum = 0;
  for (const auto &[language, count] : languages) sum += count;
  return sum;
}

std::int64_t texts_in(const Languages &languages, const std::string &language) {
  const auto found = languages.find(language);
  return found == languages.end() ? 0 : found->second;
}

}  // namespace

void TextSample::add(std::string_view text) {
  if (seen_++ % step_ != 0) return;
  if (texts_.size() == sampled_texts) {
    for (std::size_t i = 1; 2 * i < texts_.size(); ++i) texts_[i] = std::move(texts_[2 * i]);
    texts_.resize((texts_.size() + 1) / 2);
    step_ *= 2;
    if ((seen_ - 1) % step_ != 0) return;
  }
  texts_.emplace_back(text.substr(0, sampled_bytes));
}

namespace {

// The words between blanks; of scripts without spaces, whose characters have three bytes, by bytes.
std::int64_t words_in(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  constexpr std::size_t longest = 30;
  std::int64_t count = 0;
  for (std::size_t p = 0; (p = text.find_first_not_of(blanks, p)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, p), text.size());
    count += static_cast<std::int64_t>((end - p + longest - 1) / longest);
    p = end;
  }
  return count;
}

}  // namespace

std::map<std::string, std::int64_t> languages_of(const TextSample &sample,
                                                 std::int64_t least_words) {
  constexpr std::size_t least_bytes = 20;  // of a name or a code, which CLD2 takes for any language
  Languages languages;
  const Context context = single_thread();
  for (const std::string &text : sample.texts()) {
    if (text.size() < least_bytes || words_in(text) < least_words) continue;
    const std::string language = value_found(context.get(), "auto", text + " 2024", "language");
    if (!language.empty() && language != "none") ++languages[language];
  }
  return languages;
}

void warn_of_other_language(Session &session, const std::string &name, const TextSample &sample) {
  // Titles of products are shorter than sentences, and have names from several languages.
  constexpr std::int64_t words_of_text = 5, words_of_sentence = 8;
  constexpr std::int64_t least_texts = 5, least_of_several = 20;
  const auto second_of = [](const std::vector<LanguageCount> &order) {
    return order.size() > 1 ? order[1].second : 0;
  };
  const Languages languages = languages_of(sample, words_of_text);
  const std::int64_t found = sum_of_languages(languages), all = std::ssize(sample.texts());
  if (found < least_texts || 2 * found < all || 2 * texts_in(languages, "english") >= found) return;
  const std::vector<LanguageCount> order = by_count(languages);
  const auto &[first, times] = order.front();
  if (5 * second_of(order) >= found) {
    const Languages of_sentences = languages_of(sample, words_of_sentence);
    const std::int64_t sentences = sum_of_languages(of_sentences);
    const std::vector<LanguageCount> sure = by_count(of_sentences);
    if (sentences < least_of_several || 5 * second_of(sure) < sentences) return;
    session.warn(name + ": the texts seem to be in several languages, such as " +
                 capital(sure[0].first) + " and " + capital(sure[1].first) +
                 ": --language mixed leaves out the stop words of each");
  } else if (2 * times > found && first != "english" && has_stop_words(first)) {
    session.warn(name + ": the texts seem to be " + capital(first) + ": --language " + first +
                 " leaves out its stop words");
  }
}

void tell_language(Session &session, const std::string &name, const std::string &language,
                   const TextSample &sample) {
  const Languages languages = languages_of(sample);
  const std::int64_t found = sum_of_languages(languages), times = texts_in(languages, language);
  const std::int64_t all = std::ssize(sample.texts());
  session.note(name + ": the language found is " + language +
               (found > 0 ? ", in " + std::to_string(times) + " of " + counted(all, "text") : ""));
  if (2 * times <= found && found > 1)
    session.warn(name + ": " + capital(language) +
                 " is not the language of most texts: --language mixed leaves out the stop words "
                 "of the language of each");
}

}  // namespace cli
