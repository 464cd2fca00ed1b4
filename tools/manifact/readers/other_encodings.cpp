#include "readers/other_encodings.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

#include "readers/encoding.hpp"
#include "shared/utf8.hpp"

namespace cli {
namespace {

bool is_high(char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }

// Bytes without a character in Windows-1252.
bool is_undefined(char c) {
  return c == '\x81' || c == '\x8d' || c == '\x8f' || c == '\x90' || c == '\x9d';
}

struct Bytes1252 {
  bool is_possible;  // few bytes are undefined
  bool is_in_runs;   // most bytes beyond ASCII are next to two others
  bool has_letters;  // bytes beyond ASCII are often followed by ASCII letters
};

// Lines and other signs that are repeated count once.
Bytes1252 look_at(std::string_view text) {
  constexpr std::int64_t short_run = 2;
  std::int64_t high = 0, undefined = 0, in_runs = 0, run = 0, letters = 0;
  const auto end_run = [&] {
    if (run > short_run) in_runs += run;
    run = 0;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_high(text[i])) {
      letters += run > 0 && text[i] >= '@' ? 1 : 0;
      end_run();
      continue;
    }
    if (i > 0 && text[i] == text[i - 1]) continue;
    ++high;
    ++run;
    undefined += is_undefined(text[i]) ? 1 : 0;
  }
  end_run();
  constexpr std::int64_t rare = 50;  // one of 50 may be a stray byte
  return {rare * undefined<std::max<std::int64_t>(high, 1), 2 * in_runs> high,
          rare * letters > high};
}

struct Range {
  std::int32_t first, last;
};
using Ranges = std::initializer_list<Range>;

bool has(Ranges ranges, std::int32_t code) {
  return std::any_of(ranges.begin(), ranges.end(), [code](const Range &range) {
    return code >= range.first && code <= range.last;
  });
}

bool has(std::string_view letters, std::int32_t code) {
  for (const char *p = letters.data(), *const end = p + letters.size(); p < end;) {
    const manifact::Character letter = manifact::read_character(p, end);
    if (letter.code == code) return true;
    p = letter.next;
  }
  return false;
}

bool is_ascii_letter(std::int32_t code) {
  return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
}

// Letters of the scripts below; neither signs nor punctuation.
bool is_letter(std::int32_t code) {
  constexpr std::int32_t times = 0xd7, divided = 0xf7;
  return is_ascii_letter(code) || (code != times && code != divided &&
                                   has(Ranges{{0xc0, 0x24f},
                                              {0x386, 0x386},
                                              {0x388, 0x3ff},
                                              {0x400, 0x52f},
                                              {0x5d0, 0x5f2},
                                              {0x620, 0x6d3},
                                              {0xe01, 0xe4e},
                                              {0x3041, 0x30ff},
                                              {0x3400, 0x9fff},
                                              {0xac00, 0xd7a3}},
                                       code));
}

struct Text {
  std::vector<std::int32_t> codes;
  std::int64_t high = 0, replaced = 0;  // beyond ASCII; invalid
};

Text decoded(std::string_view bytes, const std::string &encoding) {
  Decoder decoder(encoding);
  std::string text;
  decoder.append(bytes, false, text);
  Text found;
  for (const char *p = text.data(), *const end = p + text.size(); p < end;) {
    const manifact::Character letter = manifact::read_character(p, end);
    found.codes.push_back(letter.code);
    found.high += letter.code >= 0x80 ? 1 : 0;
    p = letter.next;
  }
  found.replaced = decoder.replaced();
  return found;
}

// The characters beyond ASCII of text that was decoded; nothing if bytes are invalid.
std::vector<std::int32_t> letters_in(std::string_view bytes, const std::string &encoding) {
  const Text text = decoded(bytes, encoding);
  std::vector<std::int32_t> codes;
  constexpr std::int64_t rare = 100;
  if (rare * text.replaced > text.high) return codes;
  for (const std::int32_t code : text.codes)
    if (code >= 0x80) codes.push_back(code);
  return codes;
}

template <class Set>
double share_of(const std::vector<std::int32_t> &codes, const Set &set) {
  if (codes.empty()) return 0;
  const auto count =
      std::count_if(codes.begin(), codes.end(), [&](std::int32_t code) { return has(set, code); });
  return static_cast<double>(count) / static_cast<double>(codes.size());
}

// Words of letters beyond ASCII: there are enough of them to be a text, and the text consists
// mostly of them.
struct Words {
  bool are_enough, are_most;
};

Words words_beyond_ascii(const Text &text, bool is_of_bytes) {
  constexpr std::size_t short_word = 2, least_words = 6, longest_word = 8;  // or without spaces
  constexpr std::int64_t least_bytes = 50;
  std::set<std::vector<std::int32_t>> words;
  std::vector<std::int32_t> word;
  std::int64_t in_words = 0, ascii = 0;
  const auto end_word = [&] {
    if (word.size() > short_word) {
      in_words += std::ssize(word);
      words.insert(word);
    }
    word.clear();
  };
  for (const std::int32_t code : text.codes) {
    ascii += is_ascii_letter(code) ? 1 : 0;
    const bool is_of_word = code >= 0x80 && is_letter(code);
    if (is_of_word) word.push_back(code);
    if (!is_of_word || word.size() == longest_word) end_word();
  }
  end_word();
  const std::int64_t bytes = is_of_bytes ? in_words : 2 * in_words;
  return {bytes >= least_bytes && words.size() >= least_words, bytes > ascii};
}

constexpr std::string_view greek_accents = "άέήίόύώ", frequent_hebrew = "יוהלאמשרבת",
                           frequent_cyrillic = "оеаинтсріОЕАИНТСРІ",
                           frequent_han = "的一是不了在人有我他这這个個中大来來上国國们們";

// The letters beyond ASCII of languages of Europe.
constexpr struct {
  std::string_view small, large;
} alphabets[] = {{"áäčďéěíĺľňóôŕřšťúůýž", "ÁÄČĎÉĚÍĹĽŇÓÔŔŘŠŤÚŮÝŽ"},  // Czech, Slovak
                 {"ąćęłńóśźż", "ĄĆĘŁŃÓŚŹŻ"},                        // Polish
                 {"áéíóöőúüű", "ÁÉÍÓÖŐÚÜŰ"},                        // Hungarian
                 {"čćđšž", "ČĆĐŠŽ"},                                // Croatian, Slovene
                 {"ăâîşţ", "ĂÂÎŞŢ"},                                // Romanian
                 {"äöüß", "ÄÖÜ"},                                   // German
                 {"éèêëàâçîïôûùœ", "ÉÈÊËÀÂÇÎÏÔÛÙŒ"},                // French
                 {"áàâãçéêíóôõúüñ", "ÁÀÂÃÇÉÊÍÓÔÕÚÜÑ"},              // Portuguese, Spanish
                 {"àèéìòùçíïóúü·", "ÀÈÉÌÒÙÇÍÏÓÚÜ"},                 // Italian, Catalan
                 {"åäöæøé", "ÅÄÖÆØÉ"}};                             // Nordic ones

// The share of the characters beyond ASCII in words that are letters of one language. A capital
// after a small letter is none, and neither is a sign between two letters.
double share_of_words(const Text &text) {
  constexpr std::string_view joints = "’‘–—…";
  double best = 0;
  const auto code_at = [&](std::size_t i) { return i < text.codes.size() ? text.codes[i] : 0; };
  for (const auto &[small, large] : alphabets) {
    std::int64_t all = 0, plausible = 0;
    for (std::size_t i = 0; i < text.codes.size(); ++i) {
      const std::int32_t code = text.codes[i], before = i > 0 ? text.codes[i - 1] : 0;
      if (code < 0x80 || has(joints, code)) continue;
      const bool follows = is_letter(before), precedes = is_letter(code_at(i + 1));
      constexpr std::int32_t last_control = 0x9f, broken = 0xfffd;
      const bool may_be_alone = is_letter(code) || code <= last_control || code == broken;
      if (may_be_alone ? !follows && !precedes : !follows || !precedes) continue;
      ++all;
      const bool follows_small = (before >= 'a' && before <= 'z') || has(small, before);
      plausible += has(small, code) || (has(large, code) && !follows_small) ? 1 : 0;
    }
    if (all > 0) best = std::max(best, static_cast<double>(plausible) / static_cast<double>(all));
  }
  return best;
}

// The number of different words with bytes that Windows-1252 does not have.
std::int64_t undefined_words(std::string_view text) {
  const auto is_of_word = [](char c) { return is_high(c) || is_ascii_letter(c); };
  std::set<std::string_view> words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_undefined(text[i])) continue;
    std::size_t first = i, end = i + 1;
    while (first > 0 && is_of_word(text[first - 1])) --first;
    while (end < text.size() && is_of_word(text[end])) ++end;
    const std::string_view word = text.substr(first, end - first);
    if (std::any_of(word.begin(), word.end(), is_ascii_letter)) words.insert(word);
    i = end - 1;
  }
  return std::ssize(words);
}

// Of text in Latin letters. Certain if several words show it, all of which are those of one
// encoding and of no other.
OtherEncoding latin_encoding(std::string_view text) {
  const std::int64_t words = undefined_words(text);
  if (words == 0) return {};
  constexpr std::int64_t several = 3;
  constexpr double most = 0.9, gap = 0.1;
  struct Candidate {
    const char *name;
    Text text;
    double share;
  };
  std::vector<Candidate> candidates;
  for (const char *name : {"IBM850", "MACINTOSH", "WINDOWS-1250", "IBM852", "ISO-8859-2"}) {
    Text read = decoded(text, name);
    const double share = share_of_words(read);
    const bool is_same = std::any_of(candidates.begin(), candidates.end(),
                                     [&](const auto &one) { return one.text.codes == read.codes; });
    if (!is_same) candidates.push_back({name, std::move(read), share});
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto &a, const auto &b) { return a.share > b.share; });
  OtherEncoding found;
  for (const Candidate &one : candidates)
    if (one.share >= most - gap && candidates.front().share - one.share < gap)
      found.likely += (found.likely.empty() ? "" : " or ") + std::string(one.name);
  const double best = candidates.front().share;
  found.is_certain = words >= several && best >= most && best - candidates[1].share >= gap &&
                     best - share_of_words(decoded(text, "WINDOWS-1252")) >= gap;
  return found;
}

// The encoding whose letters the bytes are: those of small alphabets first, which others contain,
// then by the frequent letters. "" if it is none.
std::string likely_encoding(std::string_view text, const Bytes1252 &found) {
  const auto letters = [text](const char *encoding) { return letters_in(text, encoding); };
  const Ranges hebrew{{0x5d0, 0x5ea}}, thai{{0xe01, 0xe5b}}, thai_consonants{{0xe01, 0xe1f}},
      thai_marks{{0xe31, 0xe3a}, {0xe47, 0xe4e}}, arabic{{0x61b, 0x64a}, {0x60c, 0x60c}},
      greek{{0x3ac, 0x3ce}}, cyrillic{{0x430, 0x45f}, {0x491, 0x491}}, capitals{{0x401, 0x42f}},
      kana{{0x3041, 0x30ff}}, japanese{{0x3000, 0x30ff}, {0x4e00, 0x9fff}, {0xff00, 0xff60}},
      hangul{{0xac00, 0xd7a3}},
      chinese{{0x3000, 0x303f}, {0x4e00, 0x9fff}, {0xff00, 0xff60}, {0x2010, 0x2030}};
  if (const auto codes = letters("WINDOWS-1255"); share_of(codes, hebrew) > 0.95) {
    const double share = share_of(codes, frequent_hebrew);
    if (share > share_of(letters("WINDOWS-1251"), frequent_cyrillic) &&
        share > share_of(letters("KOI8-U"), frequent_cyrillic))
      return "WINDOWS-1255";
  }
  if (const auto codes = letters("TIS-620"); !found.has_letters && share_of(codes, thai) > 0.98 &&
                                             share_of(codes, thai_consonants) > 0.2 &&
                                             share_of(codes, thai_marks) > 0.1)
    return "TIS-620";
  if (share_of(letters("WINDOWS-1256"), arabic) > 0.95) return "WINDOWS-1256";
  if (const auto codes = letters("WINDOWS-1253");
      share_of(codes, greek) > 0.65 && share_of(codes, greek_accents) > 0.04)
    return "WINDOWS-1253";
  std::string best;
  double most = 0.42;
  for (const char *one : {"WINDOWS-1251", "KOI8-U", "ISO-8859-5", "IBM866"}) {
    const auto codes = letters(one);
    if (share_of(codes, cyrillic) < 0.65 && share_of(codes, capitals) < 0.9) continue;
    const double share = share_of(codes, frequent_cyrillic);
    if (share > most) best = one;
    most = std::max(most, share);
  }
  if (!best.empty()) return best;
  for (const char *one : {"SHIFT_JIS", "EUC-JP"})
    if (const auto codes = letters(one);
        share_of(codes, kana) > 0.2 && share_of(codes, japanese) > 0.9)
      return one;
  if (share_of(letters("EUC-KR"), hangul) > 0.9) return "EUC-KR";
  const auto frequent = [&](const char *encoding) {
    const auto codes = letters(encoding);
    return share_of(codes, chinese) > 0.9 ? share_of(codes, frequent_han) : 0;
  };
  const double simplified = frequent("GB18030"), traditional = frequent("BIG5");
  if (std::max(simplified, traditional) > 0.01)
    return simplified >= traditional ? "GB18030" : "BIG5";
  return "";
}

}  // namespace

OtherEncoding other_encoding(std::string_view beginning) {
  const std::string_view text = beginning.substr(0, encoding_sample);
  const Bytes1252 found = look_at(text);
  if (found.is_possible && !found.is_in_runs) return {};
  const OtherEncoding latin = latin_encoding(text);
  if (latin.is_certain) return latin;
  const Words as_1252 = words_beyond_ascii(decoded(text, "WINDOWS-1252"), true);
  const std::string likely = likely_encoding(text, found);
  if (likely.empty() && as_1252.are_enough && as_1252.are_most) return {"", true};
  if (likely.empty()) return latin;
  constexpr std::array asian{"SHIFT_JIS", "EUC-JP", "EUC-KR", "GB18030", "BIG5"};
  const bool is_asian = std::find(asian.begin(), asian.end(), likely) != asian.end();
  const Words words = words_beyond_ascii(decoded(text, likely), !is_asian);
  if (!words.are_enough) return latin;
  return {likely, words.are_most};
}

std::string otherwise_read(const OtherEncoding &other) {
  return other.likely.empty() ? "" : ", although its letters suggest " + other.likely;
}

std::string refusal_of(const OtherEncoding &other, const std::string &name, bool is_of_many) {
  const std::string &likely = other.likely;
  std::string sentence = name + " is neither UTF-8 nor Latin-1 (Windows-1252): ";
  if (likely.empty())
    sentence +=
        "--encoding names its encoding, such as windows-1251, windows-1253, Shift_JIS, "
        "GB18030, Big5 or EUC-KR";
  else
    sentence += "its letters suggest --encoding " + likely;
  if (is_of_many)
    sentence += ", which holds for all files; if others differ, " + conversion_from(other) +
                " converts this one";
  return sentence;
}

std::string conversion_from(const OtherEncoding &other) {
  return "iconv -f " + (other.likely.empty() ? "ENCODING" : other.likely) + " -t UTF-8";
}

}  // namespace cli
