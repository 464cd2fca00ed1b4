#include "text/stop_words.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/index.hpp"
#include "text/words.hpp"

namespace manifact {
namespace {

constexpr Index most_characters = Index{1} << 20;  // of the texts that are read
constexpr double least_share = 0.08;               // of stop words; running text has 0.3 to 0.6
constexpr double least_spaceless = 0.3;            // of Han characters and kana

// Which languages have a word among their stop words: bit l for list l.
std::unordered_map<std::string, std::uint32_t> languages_of_words() {
  std::unordered_map<std::string, std::uint32_t> languages;
  Words cut({1, false});
  std::uint32_t bit = 1;
  for (const StopWordList &list : stop_word_lists()) {
    cut.each(list.words, [&](std::string_view word) { languages[std::string(word)] |= bit; });
    bit <<= 1;
  }
  return languages;
}

struct Characters {
  Index letters = 0, han = 0, kana = 0;
};

void count(std::string_view text, Characters &characters) {
  for (const char *p = text.data(), *const end = p + text.size(); p < end;) {
    const Character one = read_character(p, end);
    p = one.next;
    const bool kana = one.code >= 0x3041 && one.code <= 0x30ff;
    const bool han = one.code >= 0x4e00 && one.code <= 0x9fff;
    const bool ascii = (one.code | 0x20) >= 'a' && (one.code | 0x20) <= 'z';
    characters.kana += kana ? 1 : 0;
    characters.han += han ? 1 : 0;
    characters.letters += kana || han || ascii || one.code >= 0xc0 ? 1 : 0;
  }
}

}  // namespace

std::string_view stop_words_of(std::string_view language) noexcept {
  for (const StopWordList &list : stop_word_lists())
    if (list.language == language) return list.words;
  return {};
}

std::string detected_language(const Documents &texts) {
  const std::unordered_map<std::string, std::uint32_t> languages = languages_of_words();
  const std::span<const StopWordList> lists = stop_word_lists();
  std::vector<Index> found(lists.size());
  Characters characters;
  Index words = 0;
  Words cut({1, false});
  std::string key;
  for (Index i = 0; i < texts.count && characters.letters < most_characters; ++i) {
    const std::string_view text = texts[i].substr(0, most_characters);
    count(text, characters);
    cut.each(text, [&](std::string_view word) {
      ++words;
      key.assign(word);
      const auto of = languages.find(key);
      for (std::size_t l = 0; of != languages.end() && l < lists.size(); ++l)
        found[l] += of->second >> l & 1;
    });
  }
  const auto share = [](Index part, Index whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
  };
  if (share(characters.han + characters.kana, characters.letters) > least_spaceless)
    return share(characters.kana, characters.han + characters.kana) > 0.05 ? "japanese" : "chinese";
  const auto best = std::max_element(found.begin(), found.end());
  if (share(*best, words) < least_share) return "none";
  return std::string(lists[static_cast<std::size_t>(best - found.begin())].language);
}

}  // namespace manifact
