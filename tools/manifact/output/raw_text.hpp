// A text in its own encoding: where its records end is found in its characters, and what is written
// again are its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "readers/bytes.hpp"

namespace cli {

class RawText {
 public:
  // `encoding` as --encoding gives it. A Failure for an encoding whose characters have no bytes of
  // their own (HZ, UTF-7).
  RawText(std::unique_ptr<Bytes> bytes, const std::string &encoding);
  ~RawText();
  RawText(const RawText &) = delete;
  RawText &operator=(const RawText &) = delete;

  // The byte order mark; "" if there is none. Before everything else.
  std::string_view mark();

  // The next characters, one byte each: those of ASCII as they are, others as bytes beyond it. Of
  // an encoding that contains ASCII, the bytes themselves.
  std::string_view text() const;

  // Reads more; false at the end. Invalidates the views.
  bool refill();
  bool is_ended() const { return is_ended_; }

  // Removes characters and returns their bytes, valid until the next refill.
  std::string_view take(std::size_t characters);

  // UTF-8 as bytes of the encoding. A character that it lacks becomes "?" and is counted.
  std::string encoded(std::string_view utf8);
  std::int64_t replaced() const { return replaced_; }

  const std::string &name() const { return bytes_.name(); }

 private:
  enum class Kind { plain, units, others };  // units: UTF-16

  void convert();
  void convert_units();
  void add_character(char shown, std::size_t width);

  std::string encoding_;
  Unpacked bytes_;
  Kind kind_ = Kind::plain;
  bool is_little_ = true, is_ended_ = false;
  void *state_ = nullptr, *encoder_ = nullptr;  // of iconv()
  std::string raw_, characters_;
  std::vector<unsigned char> widths_;  // bytes of each of the characters
  std::size_t at_ = 0;                 // the first byte that is not taken
  std::size_t first_ = 0;              // the first character that is not taken
  std::size_t converted_ = 0;          // bytes of raw_ that have become characters
  std::string mark_;
  std::int64_t replaced_ = 0;
};

}  // namespace cli
