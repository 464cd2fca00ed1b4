// Encodings of text other than UTF-8: their detection, and their conversion by iconv().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

// The bytes of a text that decide its encoding.
constexpr std::size_t encoding_sample = std::size_t{1} << 16;

inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // in UTF-8

// "UTF-16LE" or "UTF-16BE" by a byte order mark or by the positions of NUL bytes; "WINDOWS-1252",
// of which Latin-1 is a part, if most characters beyond ASCII are not UTF-8; else "UTF-8".
std::string detected_encoding(std::string_view beginning);

// For messages: "UTF-16", "Latin-1 (Windows-1252)".
std::string shown_encoding(const std::string &encoding);

bool is_utf8(const std::string &encoding);

// How a text is read that may declare its encoding.
struct ChosenEncoding {
  std::string encoding;
  bool is_guessed = false;  // to be reported
  std::string reason;       // of the guess; "" if nothing is declared
};

// `label` is what the text declares; "" if nothing. A label that leaves it open, is unknown, or
// contradicts the bytes leaves the choice to --encoding, of which "auto" detects. UTF-8 that is
// declared as something else is UTF-8.
ChosenEncoding chosen_encoding(std::string_view text, std::string_view label,
                               const std::string &otherwise);

class Decoder {
 public:
  // A Failure if the encoding is unknown.
  explicit Decoder(const std::string &encoding);
  ~Decoder();
  Decoder(const Decoder &) = delete;
  Decoder &operator=(const Decoder &) = delete;

  // Appends the characters of the bytes as UTF-8. An incomplete one at the end is completed by the
  // next call, or invalid if these are the last bytes. Invalid bytes become U+FFFD.
  void append(std::string_view bytes, bool is_last, std::string &text);

  std::int64_t replaced() const { return replaced_; }

 private:
  Decoder(const std::string &encoding, const std::string &name);  // of iconv()

  // The two bytes of each Chinese character get their high bits. "~" may be the last byte.
  std::string plain_hz(std::string_view bytes, bool is_last);

  bool is_hz_ = false, is_chinese_ = false;  // iconv() has no HZ
  std::string half_;
  void *state_;
  std::size_t unit_;  // the bytes that are skipped if they are invalid
  std::string held_;
  std::int64_t replaced_ = 0;
};

// The whole text as UTF-8 without its byte order mark, in the encoding of --encoding; the one
// found is returned.
std::string decode(std::string &text, const std::string &encoding, std::int64_t &replaced);

}  // namespace cli
