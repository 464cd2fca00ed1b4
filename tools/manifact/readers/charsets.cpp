// The labels: https://encoding.spec.whatwg.org/#names-and-labels. A label without an entry that
// differs from the name of iconv() only in case, hyphens and underscores needs none.
#include "readers/charsets.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Charset {
  std::string_view encoding;  // of iconv()
  std::string_view labels;    // separated by commas, in lower case
};

// Each is the larger set that browsers read for a name: Windows-1252 for Latin-1.
constexpr std::array<Charset, 44> charsets{
    {{"UTF-8", "unicode-1-1-utf-8,unicode11utf8,unicode20utf8,utf-8,utf8,x-unicode20utf8,utf8mb4"},
     {"IBM866", "866,cp866,csibm866,ibm866"},
     {"ISO-8859-2",
      "csisolatin2,iso-8859-2,iso-ir-101,iso8859-2,iso88592,iso_8859-2,iso_8859-2:1987,l2,latin2"},
     {"ISO-8859-3",
      "csisolatin3,iso-8859-3,iso-ir-109,iso8859-3,iso88593,iso_8859-3,iso_8859-3:1988,l3,latin3"},
     {"ISO-8859-4",
      "csisolatin4,iso-8859-4,iso-ir-110,iso8859-4,iso88594,iso_8859-4,iso_8859-4:1988,l4,latin4"},
     {"ISO-8859-5",
      "csisolatincyrillic,cyrillic,iso-8859-5,iso-ir-144,iso8859-5,iso88595,iso_8859-5,"
      "iso_8859-5:1988"},
     {"ISO-8859-6",
      "arabic,asmo-708,csiso88596e,csiso88596i,csisolatinarabic,ecma-114,iso-8859-6,iso-8859-6-e,"
      "iso-8859-6-i,iso-ir-127,iso8859-6,iso88596,iso_8859-6,iso_8859-6:1987"},
     {"ISO-8859-7",
      "csisolatingreek,ecma-118,elot_928,greek,greek8,iso-8859-7,iso-ir-126,iso8859-7,iso88597,"
      "iso_8859-7,iso_8859-7:1987,sun_eu_greek"},
     {"ISO-8859-8",
      "csiso88598e,csiso88598i,csisolatinhebrew,hebrew,iso-8859-8,iso-8859-8-e,iso-8859-8-i,"
      "iso-ir-138,iso8859-8,iso88598,iso_8859-8,iso_8859-8:1988,logical,visual"},
     {"ISO-8859-10", "csisolatin6,iso-8859-10,iso-ir-157,iso8859-10,iso885910,l6,latin6"},
     {"ISO-8859-13", "iso-8859-13,iso8859-13,iso885913,l7,latin7"},
     {"ISO-8859-14", "iso-8859-14,iso8859-14,iso885914,l8,latin8"},
     {"ISO-8859-15", "csisolatin9,iso-8859-15,iso8859-15,iso885915,iso_8859-15,l9,latin9"},
     {"ISO-8859-16", "iso-8859-16,l10,latin10"},
     {"KOI8-R", "cskoi8r,koi,koi8,koi8-r,koi8_r,cp20866"},
     {"KOI8-U", "koi8-ru,koi8-u,cp21866"},
     {"MACINTOSH", "csmacintosh,mac,macintosh,x-mac-roman,macroman"},
     {"MAC-UK", "x-mac-cyrillic,x-mac-ukrainian,maccyrillic"},
     {"MAC-CENTRALEUROPE", "x-mac-ce,x-mac-centraleurroman,maclatin2,maccentraleurope"},
     {"MAC-IS", "x-mac-icelandic,maciceland"},
     {"CP874", "dos-874,iso-8859-11,iso8859-11,iso885911,tis-620,windows-874,tis620-2533"},
     {"CP1250", "cp1250,windows-1250,x-cp1250"},
     {"CP1251", "cp1251,windows-1251,x-cp1251"},
     {"CP1252",
      "ansi_x3.4-1968,ascii,cp1252,cp819,csisolatin1,ibm819,iso-8859-1,iso-ir-100,iso8859-1,"
      "iso88591,iso_8859-1,iso_8859-1:1987,l1,latin1,us-ascii,windows-1252,x-cp1252,ansi,us,646,"
      "iso646-us,x-ansi,x-user-defined"},
     {"CP1253", "cp1253,windows-1253,x-cp1253"},
     {"CP1254",
      "cp1254,csisolatin5,iso-8859-9,iso-ir-148,iso8859-9,iso88599,iso_8859-9,iso_8859-9:1989,l5,"
      "latin5,windows-1254,x-cp1254"},
     {"CP1255", "cp1255,windows-1255,x-cp1255"},
     {"CP1256", "cp1256,windows-1256,x-cp1256"},
     {"CP1257", "cp1257,windows-1257,x-cp1257"},
     {"CP1258", "cp1258,windows-1258,x-cp1258"},
     {"GB18030",
      "chinese,csgb2312,csiso58gb231280,gb2312,gb_2312,gb_2312-80,gbk,iso-ir-58,x-gbk,gb18030,"
      "cp936,cp54936,euc-cn,cn-gb"},
     {"BIG5-HKSCS", "big5,big5-hkscs,cn-big5,csbig5,x-x-big5,cp950,cp951"},
     {"EUC-JP-MS", "cseucpkdfmtjapanese,euc-jp,x-euc-jp,cp20932,cp51932,ujis"},
     {"ISO-2022-JP-3", "csiso2022jp,iso-2022-jp,cp50220,cp50221,cp50222,jis"},
     {"CP932",
      "csshiftjis,ms932,ms_kanji,shift-jis,shift_jis,sjis,windows-31j,x-sjis,cp932,cp943,"
      "x-ms-cp932"},
     {"CP949",
      "cseuckr,csksc56011987,euc-kr,iso-ir-149,korean,ks_c_5601-1987,ks_c_5601-1989,ksc5601,"
      "ksc_5601,windows-949,cp949,cp51949,uhc,x-windows-949"},
     {"ISO-2022-KR", "csiso2022kr,iso-2022-kr,cp50225"},
     {"ISO-2022-CN-EXT", "iso-2022-cn,iso-2022-cn-ext"},
     {"EUC-TW", "x-euc-tw,euc-tw"},
     {"UTF-16BE", "unicodefffe,utf-16be,cp1201"},
     {"UTF-16LE", "csunicode,iso-10646-ucs-2,ucs-2,unicode,unicodefeff,utf-16le,cp1200"},
     {"UTF-16", "utf-16"},
     {"HZ", "hz-gb-2312,hz,cshzgb2312,cp52936"},
     {"UTF-7", "unicode-1-1-utf-7,utf-7,x-unicode-2-0-utf-7,csunicode11utf7,cp65000"}}};

// Only letters and digits: spellings differ in the signs between them.
std::string letters_of(std::string_view label) {
  std::string letters;
  for (const char c : lower_case(label)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) letters += c;
  }
  return letters;
}

// The encoding of the label that `same` accepts; "" if none.
template <class Same>
std::string encoding_where(Same &&same) {
  for (const auto &[encoding, labels] : charsets) {
    std::string_view rest = labels;
    while (!rest.empty()) {
      const std::string_view one = rest.substr(0, rest.find(','));
      if (same(one)) return std::string(encoding);
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    }
  }
  return "";
}

bool is_known_to_iconv(const std::string &name) {
  iconv_t state = iconv_open("UTF-8", name.c_str());
  if (state == reinterpret_cast<iconv_t>(-1)) return false;
  iconv_close(state);
  return true;
}

std::string labeled(const std::string &letters) {
  return encoding_where([&](std::string_view label) { return letters_of(label) == letters; });
}

// The code page of "win-1251", "cp-850", "ms-936", "28592"; "" if it has no number.
std::string code_page(std::string letters) {
  for (const std::string_view prefix :
       {"x", "windows", "win", "cp", "ibm", "dos", "ms", "cp", "codepage"}) {
    if (letters.starts_with(prefix)) letters.erase(0, prefix.size());
  }
  int number = 0;
  const char *const end = letters.data() + letters.size();
  const auto [stop, problem] = std::from_chars(letters.data(), end, number);
  if (problem != std::errc() || stop != end) return "";
  if (number == 65001) return "UTF-8";
  if (number > 28590 && number <= 28605) return labeled("iso8859" + std::to_string(number - 28590));
  const std::string page = "cp" + letters;
  const std::string known = labeled(page);
  return known.empty() && number >= 437 && is_known_to_iconv(page) ? "CP" + letters : known;
}

std::string bare_label(std::string_view label) {
  constexpr const char *around = " \t\r\n\f\"'";
  const std::size_t begin = label.find_first_not_of(around);
  if (begin == std::string_view::npos) return "";
  return lower_case(label.substr(begin, label.find_last_not_of(around) - begin + 1));
}

}  // namespace

std::string encoding_of_label(std::string_view label) {
  const std::string name = bare_label(label);
  if (name.empty()) return "";
  if (std::string known = encoding_where([&](std::string_view one) { return one == name; });
      !known.empty())
    return known;
  const std::string letters = letters_of(name);
  if (std::string known = labeled(letters); !known.empty()) return known;
  if (letters.starts_with('x')) {
    if (std::string known = labeled(letters.substr(1)); !known.empty()) return known;
  }
  if (std::string page = code_page(letters); !page.empty()) return page;
  // A "/" would choose how iconv() treats what it cannot convert.
  return name.find('/') == std::string::npos && is_known_to_iconv(name) ? name : "";
}

bool is_open_label(std::string_view label) {
  const std::string name = bare_label(label);
  constexpr std::array<std::string_view, 11> open{
      "",       "unknown-8bit", "x-unknown",       "unknown", "8bit",       "7bit",
      "binary", "default",      "default_charset", "none",    "unspecified"};
  return std::find(open.begin(), open.end(), name) != open.end();
}

}  // namespace cli
