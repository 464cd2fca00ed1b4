#include "readers/encoding.hpp"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "readers/charsets.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";
constexpr std::size_t decoded_size = std::size_t{1} << 14;

// Without a mark: most characters of texts in European languages have a NUL as their high byte.
std::string utf16_by_zeros(std::string_view text) {
  std::size_t zeros[2] = {0, 0};
  for (std::size_t i = 0; i < text.size(); ++i) zeros[i % 2] += text[i] == '\0' ? 1 : 0;
  if (text.size() < 4 || 3 * (zeros[0] + zeros[1]) < text.size()) return "";
  if (zeros[0] == 0) return "UTF-16LE";
  return zeros[1] == 0 ? "UTF-16BE" : "";
}

// A sequence cut off at the end of the sample is not evidence.
bool is_mostly_utf8(std::string_view text) {
  std::int64_t valid = 0;
  for (const char c : text) valid += (static_cast<unsigned char>(c) & 0xC0) == 0xC0 ? 1 : 0;
  if (valid == 0) return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; });
  for (std::size_t cut = 1; cut <= 3 && cut <= text.size(); ++cut) {
    const auto last = static_cast<unsigned char>(text[text.size() - cut]);
    if (last < 0x80) break;
    if (last < 0xC0) continue;
    text.remove_suffix(cut);
    break;
  }
  const std::int64_t broken = broken_parts(text);
  return 2 * broken <= valid;
}

constexpr const char *because = " because";

// Bytes that are not the same in all encodings, or shift between character sets.
bool is_beyond_ascii(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return c < 0 || c == '\0' || c == '\x1b'; });
}

// The characters beyond ASCII of valid UTF-8; 0 if a byte is not UTF-8.
std::int64_t characters_of_utf8(std::string_view text) {
  if (broken_parts(text) > 0) return 0;
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0xC0; });
}

// Of a text declared as UTF-16: the byte order by a mark or by the positions of NUL bytes. HTML in
// UTF-16 cannot declare it, so a page without NUL bytes is UTF-8.
std::string encoding_of_units(std::string_view text, const std::string &declared) {
  const std::string found = detected_encoding(text);
  if (found.starts_with("UTF-16")) return found;
  std::size_t zeros[2] = {0, 0};
  for (std::size_t i = 0; i < text.size(); ++i) zeros[i % 2] += text[i] == '\0' ? 1 : 0;
  if (zeros[0] + zeros[1] == 0 && broken_parts(text) == 0) return "UTF-8";
  if (declared != "UTF-16" || text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return declared;
  return zeros[0] > zeros[1] ? "UTF-16BE" : "UTF-16LE";
}

}  // namespace

std::string detected_encoding(std::string_view beginning) {
  const std::string_view text = beginning.substr(0, encoding_sample);
  if (text.substr(0, 3) == byte_order_mark) return "UTF-8";
  if (text.find('\0') != std::string_view::npos) {  // at least in the ends of lines, or blanks
    if (text.substr(0, 2) == "\xff\xfe") return "UTF-16LE";
    if (text.substr(0, 2) == "\xfe\xff") return "UTF-16BE";
    const std::string found = utf16_by_zeros(text);
    return found.empty() ? "UTF-8" : found;
  }
  return is_mostly_utf8(text) ? "UTF-8" : "WINDOWS-1252";
}

std::string shown_encoding(const std::string &encoding) {
  if (encoding.starts_with("UTF-16")) return "UTF-16";
  return encoding == "WINDOWS-1252" ? "Latin-1 (Windows-1252)" : encoding;
}

bool is_utf8(const std::string &encoding) { return encoding_of_label(encoding) == "UTF-8"; }

ChosenEncoding chosen_encoding(std::string_view text, std::string_view label,
                               const std::string &otherwise) {
  const auto guess = [&](std::string reason) {
    const bool is_auto = otherwise == "auto";
    std::string found = is_auto ? detected_encoding(text) : otherwise;
    const bool is_told = is_auto && (!is_utf8(found) || reason.starts_with(because));
    return ChosenEncoding{std::move(found), is_told && is_beyond_ascii(text), std::move(reason)};
  };
  if (is_open_label(label)) return guess("");
  const std::string encoding = encoding_of_label(label);
  const std::string shown = '"' + excerpt(label, 40) + '"';
  if (encoding.empty()) return guess(because + (" the declared encoding " + shown) + " is unknown");
  const std::string contradiction = " although " + shown + " is declared";
  if (encoding.starts_with("UTF-16")) return {encoding_of_units(text, encoding), false, ""};
  if (!is_beyond_ascii(text)) {
    const bool has_7_bits = encoding == "UTF-7" || encoding == "HZ";
    return {has_7_bits ? encoding : "UTF-8", false, ""};
  }
  const bool is_ascii = lower_case(label).find("ascii") != std::string::npos;
  if (is_ascii || (encoding == "UTF-8" && !is_utf8(detected_encoding(text))))
    return guess(contradiction);
  if (encoding != "UTF-8" && characters_of_utf8(text) >= (encoding == "CP1252" ? 1 : 4))
    return {"UTF-8", true, contradiction};
  return {encoding, false, ""};
}

Decoder::Decoder(const std::string &encoding) : Decoder(encoding, encoding_of_label(encoding)) {}

Decoder::Decoder(const std::string &encoding, const std::string &name)
    : is_hz_(name == "HZ"),
      state_(name.empty() ? reinterpret_cast<void *>(-1)
                          : iconv_open("UTF-8", is_hz_ ? "GB18030" : name.c_str())),
      unit_(name.starts_with("UTF-16") ? 2 : 1) {
  if (state_ == reinterpret_cast<void *>(-1))
    throw Failure("the encoding " + encoding +
                  " is unknown; iconv -l lists the encodings of this system");
}

Decoder::~Decoder() { iconv_close(state_); }

// "~{" and "~}" enclose Chinese, pairs of bytes whose second may be a tilde; outside "~~" is a
// tilde, and one at the end of a line joins it to the next (RFC 1843).
std::string Decoder::plain_hz(std::string_view bytes, bool is_last) {
  const std::string all = std::exchange(half_, "") + std::string(bytes);
  std::string plain;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const char next = i + 1 < all.size() ? all[i + 1] : '\0';
    const bool is_pair = is_chinese_ && all[i] > ' ' && all[i] != '~';
    if ((all[i] == '~' || is_pair) && i + 1 == all.size() && !is_last) {
      half_ = all[i];
    } else if (is_pair && next > ' ') {
      plain += {static_cast<char>(all[i] | 0x80), static_cast<char>(next | 0x80)};
      ++i;
    } else if (all[i] == '~' && (next == '{' || next == '}' || next == '~' || next == '\n')) {
      if (next == '~') plain += '~';
      if (next == '{' || next == '}') is_chinese_ = next == '{';
      ++i;
    } else {
      if (all[i] == '\n') is_chinese_ = false;
      plain += is_pair ? static_cast<char>(all[i] | 0x80) : all[i];  // half a character
    }
  }
  return plain;
}

void Decoder::append(std::string_view bytes, bool is_last, std::string &text) {
  std::string joined, plain;
  if (is_hz_) bytes = plain = plain_hz(bytes, is_last);
  if (!held_.empty()) {
    joined = std::exchange(held_, "");
    joined += bytes;
    bytes = joined;
  }
  while (!bytes.empty()) {
    char *from = const_cast<char *>(bytes.data());
    std::size_t left = bytes.size();
    const std::size_t before = text.size();
    text.resize(before + decoded_size);
    char *to = text.data() + before;
    std::size_t room = decoded_size;
    const std::size_t result = iconv(state_, &from, &left, &to, &room);
    const int error = result == static_cast<std::size_t>(-1) ? errno : 0;
    text.resize(before + decoded_size - room);
    bytes.remove_prefix(bytes.size() - left);
    if (error == 0 || error == E2BIG) continue;
    if (error == EINVAL && !is_last) {
      held_ = bytes;
      return;
    }
    text += replacement;
    ++replaced_;
    bytes.remove_prefix(std::min(unit_, bytes.size()));
  }
}

std::string decode(std::string &text, const std::string &encoding, std::int64_t &replaced) {
  const std::string found = encoding == "auto" ? detected_encoding(text) : encoding;
  if (!is_utf8(found)) {
    Decoder decoder(found);
    std::string decoded;
    decoder.append(text, true, decoded);
    text = std::move(decoded);
    replaced += decoder.replaced();
  }
  if (std::string_view(text).substr(0, 3) == byte_order_mark) text.erase(0, 3);
  return found;
}

}  // namespace cli
