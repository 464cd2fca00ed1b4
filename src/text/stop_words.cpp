#include "text/stop_words.hpp"

#include <algorithm>
#include <iterator>

namespace manifact {

std::string_view stop_words_of(std::string_view language) noexcept {
  for (const StopWordList &list : stop_word_lists())
    if (list.language == language) return list.words;
  return {};
}

bool has_other_script(std::string_view language) noexcept {
  constexpr std::string_view languages[] = {"arabic",   "chinese", "hindi",
                                            "japanese", "nepali",  "russian"};
  return std::find(std::begin(languages), std::end(languages), language) != std::end(languages);
}

}  // namespace manifact
