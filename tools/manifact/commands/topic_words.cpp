#include "commands/topic_words.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <vector>

#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// Without differences of case and of composed characters.
std::string folded(const std::string &text) {
  utf8proc_uint8_t *made = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
      static_cast<utf8proc_ssize_t>(text.size()), &made,
      static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE | UTF8PROC_CASEFOLD));
  if (size < 0) return text;  // not UTF-8
  std::string fold(reinterpret_cast<const char *>(made), static_cast<std::size_t>(size));
  std::free(made);
  return fold;
}

bool is_number(const std::string &word) {
  return !word.empty() && word.size() < 19 &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::int64_t topic_called(const manifact_model *model, const std::string &word,
                          const std::string &place) {
  const std::int64_t k = manifact_model_clusters(model);
  std::vector<std::int64_t> found;
  std::vector<std::string> titles;
  const std::string wanted = folded(word);
  for (std::int64_t c = 0; c < k; ++c) {
    titles.push_back(topic_title(model, static_cast<std::size_t>(c)));
    if (!wanted.empty() && folded(titles.back()) == wanted) found.push_back(c);
  }
  std::int64_t number = -1;
  if (is_number(word)) std::from_chars(word.data(), word.data() + word.size(), number);
  const bool has_number = number >= 0 && number < k;
  if (has_number && std::find(found.begin(), found.end(), number) == found.end())
    found.insert(found.begin(), number);
  if (found.size() == 1) return found.front();
  const std::string shown = '\'' + escaped(excerpt(word, 60)) + '\'';
  if (found.size() > 1) {
    std::string all;
    for (const std::int64_t topic : found) {
      const std::string &title = titles[static_cast<std::size_t>(topic)];
      all += (all.empty() ? "" : ", ") + std::to_string(topic) + " (" + escaped(title) + ')';
    }
    throw Failure(place + shown + " is the number or the title of several topics: " + all +
                  "; rename one of them" + (has_number ? "" : ", or give a number"));
  }
  if (number >= 0)
    throw Failure(place + "there is no topic " + word + ": 0 to " + std::to_string(k - 1));
  throw Failure(place + shown + " is not the number or the title of a topic" +
                did_you_mean(word, titles) + "; manifact topics list shows them");
}

}  // namespace cli
