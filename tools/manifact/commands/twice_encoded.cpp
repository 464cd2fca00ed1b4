#include "commands/twice_encoded.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "shared/utf8.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"

namespace cli {
namespace {

// The characters of Windows-1252 for the bytes from 0x80 on that are controls in Latin-1; 0: none.
constexpr std::int32_t in_windows_1252[] = {
    0x20ac, 0,      0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0,      0x17d,  0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0,      0x17e,  0x178};

enum class Once { ascii, yes, twice_latin_1, twice_windows_1252 };

// A text that is cut off may end within a character.
Once encoded_once(std::string_view text) {
  std::string bytes;
  bool has_1252 = false, is_ascii = true;
  for (const char *p = text.data(), *const end = p + text.size(); p < end;) {
    const manifact::Character one = manifact::read_character(p, end);
    p = one.next;
    if (one.broken && p == end) break;
    is_ascii = is_ascii && one.code < 0x80;
    const auto *const special =
        std::find(std::begin(in_windows_1252), std::end(in_windows_1252), one.code);
    if (one.code < 0x100) {
      bytes += static_cast<char>(one.code);
    } else if (special != std::end(in_windows_1252)) {
      bytes += static_cast<char>(0x80 + (special - std::begin(in_windows_1252)));
      has_1252 = true;
    } else {
      return Once::yes;
    }
  }
  if (is_ascii) return Once::ascii;
  for (const char *p = bytes.data(), *const end = p + bytes.size(); p < end;) {
    const manifact::Character one = manifact::read_character(p, end);
    p = one.next;
    if (one.broken && (p < end || p - bytes.data() < 2)) return Once::yes;
  }
  return has_1252 ? Once::twice_windows_1252 : Once::twice_latin_1;
}

// The ending that decides how the file is read, without that of its compression.
std::string ending_of(const std::string &path) {
  std::filesystem::path file(path);
  if (is_gzip_file(path)) file.replace_extension();
  return file.extension().string();
}

}  // namespace

void warn_of_twice_encoded(Session &session, const std::string &name, const TextSample &sample) {
  std::int64_t all = 0, twice = 0, in_1252 = 0;
  for (const std::string &text : sample.texts()) {
    const Once found = encoded_once(text);
    all += found != Once::ascii ? 1 : 0;
    twice += found == Once::twice_latin_1 || found == Once::twice_windows_1252 ? 1 : 0;
    in_1252 += found == Once::twice_windows_1252 ? 1 : 0;
  }
  if (twice < 2 || 4 * twice < all) return;
  const std::string ending = ending_of(name);
  const bool is_json = ending == ".json" || ending == ".jsonl" || ending == ".ndjson";
  const std::string convert =
      std::string("iconv -f UTF-8 -t ") + (in_1252 > 0 ? "WINDOWS-1252" : "LATIN1");
  session.warn(
      name + ": " + counted(twice, "text") +
      " seem to be UTF-8 that was encoded twice (Ã¼ for ü); write them once: " +
      (is_json ? on_text_of("jq -c .", name) + " | " + convert : on_text_of(convert, name)) +
      " > " + shell_path(name, ".once" + ending));
}

}  // namespace cli
