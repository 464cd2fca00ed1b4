#include "readers/other_encodings.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "readers/encoding.hpp"
#include "shared/utf8.hpp"
#include "terminal/failure.hpp"

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

// The characters beyond ASCII of text that was decoded; nothing if bytes are invalid.
std::vector<std::int32_t> letters_in(std::string_view bytes, const std::string &encoding) {
  Decoder decoder(encoding);
  std::string text;
  decoder.append(bytes, false, text);
  std::vector<std::int32_t> codes;
  for (const char *p = text.data(), *const end = p + text.size(); p < end;) {
    const manifact::Character letter = manifact::read_character(p, end);
    if (letter.code >= 0x80) codes.push_back(letter.code);
    p = letter.next;
  }
  constexpr std::int64_t rare = 100;
  if (rare * decoder.replaced() > std::ssize(codes)) codes.clear();
  return codes;
}

template <class Set>
double share_of(const std::vector<std::int32_t> &codes, const Set &set) {
  if (codes.empty()) return 0;
  const auto count =
      std::count_if(codes.begin(), codes.end(), [&](std::int32_t code) { return has(set, code); });
  return static_cast<double>(count) / static_cast<double>(codes.size());
}

constexpr std::string_view greek_accents = "άέήίόύώ",
                           frequent_han = "的一是不了在人有我他这這个個中大来來上国國们們",
                           western = "äöüßÄÖÜéèêëàâáíóúñçîïôûùìòãõåæøÉÈÀÇÅÆØ";

// The encoding whose letters the bytes are: those of small alphabets first, which others contain,
// then by the small letters, of which text mostly consists. "" if it is none.
std::string likely_encoding(std::string_view text, const Bytes1252 &found) {
  const auto letters = [text](const char *encoding) { return letters_in(text, encoding); };
  const Ranges hebrew{{0x5d0, 0x5ea}}, thai{{0xe01, 0xe5b}}, arabic{{0x61b, 0x64a}, {0x60c, 0x60c}},
      greek{{0x3ac, 0x3ce}}, cyrillic{{0x430, 0x45f}, {0x491, 0x491}}, kana{{0x3041, 0x30ff}},
      japanese{{0x3000, 0x30ff}, {0x4e00, 0x9fff}, {0xff00, 0xff60}}, hangul{{0xac00, 0xd7a3}},
      chinese{{0x3000, 0x303f}, {0x4e00, 0x9fff}, {0xff00, 0xff60}, {0x2010, 0x2030}};
  const auto likely_western = [&]() -> std::string {
    for (const char *one : {"IBM850", "MACINTOSH"})
      if (share_of(letters(one), western) > 0.8) return one;
    return "";
  };
  if (!found.is_in_runs)
    if (std::string one = likely_western(); !one.empty()) return one;
  if (share_of(letters("WINDOWS-1255"), hebrew) > 0.95) return "WINDOWS-1255";
  if (!found.has_letters && share_of(letters("TIS-620"), thai) > 0.98) return "TIS-620";
  if (share_of(letters("WINDOWS-1256"), arabic) > 0.95) return "WINDOWS-1256";
  if (const auto codes = letters("WINDOWS-1253");
      share_of(codes, greek) > 0.65 && share_of(codes, greek_accents) > 0.04)
    return "WINDOWS-1253";
  std::string best;
  double most = 0.65;
  for (const char *one : {"WINDOWS-1251", "KOI8-U", "ISO-8859-5", "IBM866"}) {
    const double share = share_of(letters(one), cyrillic);
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
  return likely_western();
}

}  // namespace

void refuse_other_encoding(std::string_view beginning, const std::string &name, bool is_of_many) {
  const std::string_view text = beginning.substr(0, encoding_sample);
  const Bytes1252 found = look_at(text);
  if (found.is_possible && !found.is_in_runs) return;
  const std::string likely = likely_encoding(text, found);
  std::string sentence = name + " is neither UTF-8 nor Latin-1 (Windows-1252): ";
  if (likely.empty())
    sentence +=
        "--encoding names its encoding, such as windows-1251, windows-1253, Shift_JIS, "
        "GB18030, Big5 or EUC-KR";
  else
    sentence += "its letters suggest --encoding " + likely;
  if (is_of_many)
    sentence += ", which holds for all files; if others differ, iconv -f " +
                (likely.empty() ? "ENCODING" : likely) + " -t UTF-8 converts this one";
  throw Failure(sentence);
}

}  // namespace cli
