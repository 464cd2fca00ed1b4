// The decompressed bytes of a text as UTF-8 without a byte order mark, whatever its encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "readers/bytes.hpp"
#include "readers/encoding.hpp"
#include "readers/reading.hpp"

namespace cli {

class Decoded {
 public:
  // Notes an encoding that was detected.
  Decoded(std::unique_ptr<Bytes> bytes, const Reading &reading);

  // Fills up to `size` > 0 bytes and returns their number; 0 only at the end.
  std::size_t read(char *to, std::size_t size);

  const std::string &name() const { return text_.name(); }
  std::int64_t replaced() const { return decoder_ == nullptr ? 0 : decoder_->replaced(); }
  const Part *part() const { return text_.part(); }
  std::optional<std::int64_t> first_row() const { return text_.first_row(); }

 private:
  void begin();
  bool refill();

  std::unique_ptr<Decoder> decoder_;  // null: the text is UTF-8
  Unpacked text_;
  std::string held_;  // decoded, from at_ on
  std::size_t at_ = 0;
  bool is_begun_;
};

// Whether reading it would note an encoding.
bool has_guessed_encoding(Bytes *bytes, const Reading &reading);

// The beginning of a text as UTF-8 without a byte order mark; nothing is consumed. `is_all` is
// whether it is the whole text.
std::string decoded_beginning(Bytes &bytes, const Reading &reading, bool &is_all);

}  // namespace cli
