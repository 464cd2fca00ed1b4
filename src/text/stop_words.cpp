#include "text/stop_words.hpp"

namespace manifact {

std::string_view stop_words_of(std::string_view language) noexcept {
  for (const StopWordList &list : stop_word_lists())
    if (list.language == language) return list.words;
  return {};
}

}  // namespace manifact
