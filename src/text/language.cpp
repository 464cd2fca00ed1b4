#include "text/language.hpp"

#ifdef MANIFACT_HAVE_CLD2
#include <algorithm>
#include <cstdio>  // before CLD2, which needs it
#include <map>
#include <string_view>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include "text/words.hpp"
#endif

namespace manifact {

#ifdef MANIFACT_HAVE_CLD2

namespace {

constexpr Index most_texts = 1000;
constexpr std::size_t most_bytes = 2000;  // of a text

constexpr struct {
  CLD2::Language language;
  std::string_view word;  // of the option
} option_words[] = {{CLD2::ARABIC, "arabic"},         {CLD2::ARMENIAN, "armenian"},
                    {CLD2::BASQUE, "basque"},         {CLD2::CATALAN, "catalan"},
                    {CLD2::CHINESE, "chinese"},       {CLD2::CHINESE_T, "chinese"},
                    {CLD2::DANISH, "danish"},         {CLD2::DUTCH, "dutch"},
                    {CLD2::ENGLISH, "english"},       {CLD2::FINNISH, "finnish"},
                    {CLD2::FRENCH, "french"},         {CLD2::GERMAN, "german"},
                    {CLD2::GREEK, "greek"},           {CLD2::HINDI, "hindi"},
                    {CLD2::HUNGARIAN, "hungarian"},   {CLD2::INDONESIAN, "indonesian"},
                    {CLD2::IRISH, "irish"},           {CLD2::ITALIAN, "italian"},
                    {CLD2::JAPANESE, "japanese"},     {CLD2::LITHUANIAN, "lithuanian"},
                    {CLD2::NEPALI, "nepali"},         {CLD2::NORWEGIAN, "norwegian"},
                    {CLD2::NORWEGIAN_N, "norwegian"}, {CLD2::PORTUGUESE, "portuguese"},
                    {CLD2::ROMANIAN, "romanian"},     {CLD2::RUSSIAN, "russian"},
                    {CLD2::SERBIAN, "serbian"},       {CLD2::SPANISH, "spanish"},
                    {CLD2::SWEDISH, "swedish"},       {CLD2::TAMIL, "tamil"},
                    {CLD2::TURKISH, "turkish"},       {CLD2::YIDDISH, "yiddish"}};

std::string_view word_of(CLD2::Language language) noexcept {
  for (const auto &[known, word] : option_words)
    if (known == language) return word;
  return "none";
}

// The beginning of a text. CLD2 takes valid UTF-8 without control characters only.
void append_beginning(std::string_view text, std::string &sample) {
  const char *p = text.data(), *const end = p + text.size();
  while (p < end && p < text.data() + most_bytes) {
    const Character one = read_character(p, end);
    if (one.broken || one.code < ' ')
      sample += ' ';
    else
      sample.append(p, one.next);
    p = one.next;
  }
  sample += '\n';
}

CLD2::Language language_of(const std::string &text) {
  const CLD2::CLDHints hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  CLD2::Language three[3];
  int percents[3], letters = 0, valid = 0;
  double scores[3];
  bool is_reliable = false;
  return CLD2::ExtDetectLanguageSummaryCheckUTF8(text.data(), static_cast<int>(text.size()), true,
                                                 &hints, 0, three, percents, scores, nullptr,
                                                 &letters, &is_reliable, &valid);
}

}  // namespace

bool can_detect_language() noexcept { return true; }

// Each text by itself: CLD2 detects English for navigation and names, and German for a text that is
// one sixth German, which would be wrong if a sixth of the texts are German.
std::string detected_language(const Documents &texts) {
  std::map<std::string_view, Index> found;
  std::string all, text;
  const Index count = std::min(texts.count, most_texts);
  for (Index i = 0; i < count; ++i) {
    text.clear();
    append_beginning(texts[i * texts.count / count], text);
    const CLD2::Language language = language_of(text);
    if (language != CLD2::UNKNOWN_LANGUAGE) ++found[word_of(language)];
    if (found.empty()) all += text;
  }
  if (found.empty()) return std::string(word_of(language_of(all)));  // texts of a few words
  const auto fewer = [](const auto &a, const auto &b) { return a.second < b.second; };
  return std::string(std::max_element(found.begin(), found.end(), fewer)->first);
}

std::string_view language_of_text(std::string_view text) {
  std::string sample;
  append_beginning(text, sample);
  return word_of(language_of(sample));
}

#else

bool can_detect_language() noexcept { return false; }

std::string detected_language(const Documents &) { return "none"; }

std::string_view language_of_text(std::string_view) { return "none"; }

#endif

}  // namespace manifact
