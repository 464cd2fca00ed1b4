#include "readers/decoded.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "readers/other_encodings.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

std::unique_ptr<Decoder> decoder_for(Bytes &bytes, const Reading &reading) {
  std::string encoding = reading.encoding;
  if (encoding == "auto") {
    const std::string sample = beginning(bytes, encoding_sample);
    encoding = detected_encoding(sample);
    OtherEncoding other;
    if (encoding == "WINDOWS-1252") other = other_encoding(sample);
    if (other.is_certain) throw Failure(refusal_of(other, bytes.name()));
    if (!is_utf8(encoding))
      reading.report(bytes.name() + " is read as " + shown_encoding(encoding) +
                     otherwise_read(other) + "; --encoding names another encoding");
  }
  return is_utf8(encoding) ? nullptr : std::make_unique<Decoder>(encoding);
}

}  // namespace

Decoded::Decoded(std::unique_ptr<Bytes> bytes, const Reading &reading)
    : decoder_(decoder_for(*bytes, reading)),
      text_(std::move(bytes)),
      is_begun_(part() != nullptr && part()->begin > 0) {}

// Reads more into held_; false at the end.
bool Decoded::refill() {
  held_.erase(0, std::exchange(at_, 0));
  std::string raw(block_size, '\0');
  raw.resize(text_.read(raw.data(), raw.size()));
  if (decoder_ != nullptr) {
    decoder_->append(raw, raw.empty(), held_);
  } else {
    held_ += raw;
  }
  return !raw.empty();
}

// Skips a byte order mark.
void Decoded::begin() {
  is_begun_ = true;
  while (held_.size() < byte_order_mark.size() && refill()) {
  }
  if (std::string_view(held_).substr(0, 3) == byte_order_mark) at_ = 3;
}

std::size_t Decoded::read(char *to, std::size_t size) {
  if (!is_begun_) begin();
  while (at_ == held_.size()) {
    if (decoder_ == nullptr) return text_.read(to, size);
    if (!refill() && at_ == held_.size()) return 0;
  }
  const std::size_t count = std::min(size, held_.size() - at_);
  std::memcpy(to, held_.data() + at_, count);
  at_ += count;
  return count;
}

bool has_guessed_encoding(Bytes *bytes, const Reading &reading) {
  return bytes != nullptr && reading.encoding == "auto" &&
         !is_utf8(detected_encoding(beginning(*bytes, encoding_sample)));
}

std::string decoded_beginning(Bytes &bytes, const Reading &reading, bool &is_all) {
  std::string text = beginning(bytes, encoding_sample);
  is_all = text.size() < encoding_sample;
  std::int64_t ignored = 0;
  decode(text, reading.encoding, ignored);
  return text;
}

}  // namespace cli
