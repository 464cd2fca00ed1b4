#include "output/raw_text.hpp"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "readers/charsets.hpp"
#include "readers/encoding.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr char beyond_ascii = '\xff';

iconv_t opened(const char *to, const char *from) {
  iconv_t state = iconv_open(to, from);
  if (state == reinterpret_cast<iconv_t>(-1))
    throw Failure(std::string("the encoding ") + from + " cannot be converted");
  return state;
}

// Whether each byte is a character, and those of ASCII are themselves.
bool has_single_bytes(const std::string &encoding) {
  iconv_t state = opened("UTF-32LE", encoding.c_str());
  bool is_single = true;
  for (int byte = 1; byte < 256 && is_single; ++byte) {
    char in = static_cast<char>(byte), out[16];
    char *from = &in, *to = out;
    std::size_t left = 1, room = sizeof out;
    iconv(state, nullptr, nullptr, nullptr, nullptr);
    const bool is_read = iconv(state, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
    if (!is_read && errno == EINVAL) is_single = false;  // the first of several
    if (byte < 128)
      is_single = is_single && is_read && room == sizeof out - 4 && out[0] == in && out[1] == 0;
  }
  iconv_close(state);
  return is_single;
}

std::string encoding_found(Bytes &bytes, const std::string &given) {
  const std::string begin = beginning(bytes, encoding_sample);
  std::string name = given == "auto" ? detected_encoding(begin) : given;
  if (is_utf8(name)) return "UTF-8";
  name = encoding_of_label(name);
  if (name == "UTF-16") name = begin.starts_with("\xfe\xff") ? "UTF-16BE" : "UTF-16LE";
  if (name == "HZ" || name == "UTF-7" || name.empty())
    throw Failure(bytes.name() + ": a table in the encoding " + given +
                  " is not written; iconv converts it to UTF-8");
  return name;
}

}  // namespace

RawText::RawText(std::unique_ptr<Bytes> bytes, const std::string &encoding)
    : encoding_(encoding_found(*bytes, encoding)), bytes_(std::move(bytes)) {
  if (encoding_ != "UTF-8") {
    is_little_ = encoding_ == "UTF-16LE";
    kind_ = encoding_.starts_with("UTF-16") ? Kind::units
            : has_single_bytes(encoding_)   ? Kind::plain
                                            : Kind::others;
    encoder_ = opened(encoding_.c_str(), "UTF-8");
    if (kind_ == Kind::others) state_ = opened("UTF-32LE", encoding_.c_str());
  }
}

RawText::~RawText() {
  if (state_ != nullptr) iconv_close(state_);
  if (encoder_ != nullptr) iconv_close(encoder_);
}

std::string_view RawText::mark() {
  while (raw_.size() < byte_order_mark.size() && refill()) {
  }
  const std::string_view known = kind_ == Kind::units   ? (is_little_ ? "\xff\xfe" : "\xfe\xff")
                                 : encoding_ == "UTF-8" ? byte_order_mark
                                                        : std::string_view();
  if (known.empty() || !std::string_view(raw_).starts_with(known)) return "";
  mark_ = take(kind_ == Kind::units ? 1 : known.size());
  return mark_;
}

std::string_view RawText::text() const {
  if (kind_ == Kind::plain) return std::string_view(raw_).substr(at_);
  return std::string_view(characters_).substr(first_);
}

bool RawText::refill() {
  if (is_ended_) return false;
  raw_.erase(0, at_);
  converted_ -= std::min(converted_, at_);
  characters_.erase(0, first_);
  widths_.erase(widths_.begin(),
                widths_.begin() + static_cast<std::ptrdiff_t>(std::min(first_, widths_.size())));
  at_ = first_ = 0;
  const std::size_t held = raw_.size(), wanted = std::max(held, first_window);
  raw_.resize(held + wanted);
  const std::size_t count = bytes_.read(raw_.data() + held, wanted);
  raw_.resize(held + count);
  is_ended_ = count == 0;
  if (kind_ == Kind::units) convert_units();
  if (kind_ == Kind::others) convert();
  return count > 0;
}

void RawText::add_character(char shown, std::size_t width) {
  characters_ += shown;
  widths_.push_back(static_cast<unsigned char>(width));
  converted_ += width;
}

void RawText::convert_units() {
  while (raw_.size() - converted_ >= 2) {
    const unsigned char low = static_cast<unsigned char>(raw_[converted_ + (is_little_ ? 0 : 1)]),
                        high = static_cast<unsigned char>(raw_[converted_ + (is_little_ ? 1 : 0)]);
    add_character(high == 0 && low < 0x80 ? static_cast<char>(low) : beyond_ascii, 2);
  }
  if (is_ended_ && converted_ < raw_.size()) add_character(beyond_ascii, 1);
}

// One character at a time.
void RawText::convert() {
  while (converted_ < raw_.size()) {
    char *from = raw_.data() + converted_;
    std::size_t left = raw_.size() - converted_;
    unsigned char out[16] = {};
    std::size_t result = 0, room = 0;
    for (std::size_t size = 4; size <= sizeof out; size *= 2) {  // some bytes are two characters
      char *to = reinterpret_cast<char *>(out);
      room = size;
      result = iconv(state_, &from, &left, &to, &room);
      room = size - room;
      if (room > 0 || result != static_cast<std::size_t>(-1) || errno != E2BIG) break;
    }
    const std::size_t width = raw_.size() - converted_ - left;
    if (room == 0 && result == static_cast<std::size_t>(-1)) {
      if (errno == EINVAL && !is_ended_) return;
      add_character(beyond_ascii, width + 1);  // invalid
      continue;
    }
    if (width == 0 && room == 0) return;
    const bool is_ascii = room == 4 && out[0] < 0x80 && out[1] == 0 && out[2] == 0;
    add_character(is_ascii ? static_cast<char>(out[0]) : beyond_ascii, width);
  }
}

std::string_view RawText::take(std::size_t characters) {
  std::size_t bytes = characters;
  if (kind_ != Kind::plain) {
    bytes = 0;
    for (std::size_t i = 0; i < characters; ++i) bytes += widths_[first_ + i];
    first_ += characters;
  }
  const std::string_view taken = std::string_view(raw_).substr(at_, bytes);
  at_ += taken.size();
  return taken;
}

std::string RawText::encoded(std::string_view utf8) {
  if (encoder_ == nullptr) return std::string(utf8);
  std::string bytes;
  iconv(encoder_, nullptr, nullptr, nullptr, nullptr);
  while (!utf8.empty()) {
    char out[256];
    char *from = const_cast<char *>(utf8.data()), *to = out;
    std::size_t left = utf8.size(), room = sizeof out;
    const std::size_t result = iconv(encoder_, &from, &left, &to, &room);
    const int error = result == static_cast<std::size_t>(-1) ? errno : 0;
    bytes.append(out, sizeof out - room);
    utf8.remove_prefix(utf8.size() - left);
    if (error != EILSEQ && error != EINVAL) continue;
    std::size_t width = 1;  // of the character that the encoding lacks
    while (width < utf8.size() && (static_cast<unsigned char>(utf8[width]) & 0xC0) == 0x80) ++width;
    utf8.remove_prefix(width);
    ++replaced_;
    bytes += encoded("?");
  }
  char out[32];
  char *to = out;
  std::size_t room = sizeof out;
  iconv(encoder_, nullptr, nullptr, &to, &room);  // back to the first character set
  bytes.append(out, sizeof out - room);
  return bytes;
}

}  // namespace cli
