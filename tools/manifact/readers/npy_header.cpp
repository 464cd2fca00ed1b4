// The header of .npy: "\x93NUMPY", the version, the length of the text, then the text, a literal
// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }. The grammar has no recursion.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <string_view>

#include "readers/npy.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_header = std::size_t{1} << 16;
constexpr std::size_t most_dimensions = 64;  // the limit of NumPy 2

class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string &name) : rest_(text), name_(name) {}

  [[noreturn]] void damaged(const char *what) const {
    throw Failure(name_ + " has a damaged .npy header: " + what);
  }

  bool take(std::string_view word) {
    const std::size_t start = rest_.find_first_not_of(" \t\n");
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  void expect(std::string_view word) {
    if (!take(word)) damaged(("expected \"" + std::string(word) + '"').c_str());
  }

  bool at_end() {
    take("");
    return rest_.empty();
  }

  std::string_view quoted() {
    const char *const quote = take("'") ? "'" : take("\"") ? "\"" : nullptr;
    const std::size_t end = quote == nullptr ? std::string_view::npos : rest_.find(quote);
    if (end == std::string_view::npos) damaged("expected a string");
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::int64_t whole() {
    take("");
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc() || number < 0)
      damaged(error == std::errc::result_out_of_range ? "a size exceeds 64 bits"
                                                      : "expected a size");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    take("L");  // Python 2
    return number;
  }

 private:
  std::string_view rest_;
  const std::string &name_;
};

// "<f4", "|b1", "?": the byte order, the kind and the width.
void parse_dtype(std::string_view text, const std::string &name, NpyHeader &header) {
  header.dtype = text;
  std::string_view rest = text == "?" ? "|b1" : text;
  const char order = rest.empty() ? '\0' : rest.front();
  const bool has_order = std::string_view("<>=|").find(order) != std::string_view::npos;
  if (has_order) rest.remove_prefix(1);
  header.kind = rest.empty() ? '\0' : rest.front();
  if (header.kind == 'O')
    throw Failure(name +
                  " holds Python objects (dtype object), which are not supported; save numbers");
  int width = 0;
  if (!rest.empty()) rest.remove_prefix(1);
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), width);
  const bool is_width = error == std::errc() && end == rest.data() + rest.size();
  const bool is_power = width == 1 || width == 2 || width == 4 || width == 8;
  const bool is_known = (header.kind == 'b' && width == 1) ||
                        ((header.kind == 'i' || header.kind == 'u') && is_power) ||
                        (header.kind == 'f' && is_power && width > 1) ||
                        ((header.kind == 'S' || header.kind == 'U') && width >= 0 && width <= 64);
  if (!has_order || !is_width || !is_known)
    throw Failure(name + " has the dtype '" + std::string(text.substr(0, 40)) +
                  "'; bool, integers of 1 to 8 bytes and floats of 2, 4 or 8 bytes are supported");
  header.width = header.kind == 'U' ? 4 * width : width;
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  header.is_swapped = order == foreign && header.width > 1;
}

void parse_shape(HeaderText &text, NpyHeader &header) {
  text.expect("(");
  while (!text.take(")")) {
    if (header.shape.size() == most_dimensions) text.damaged("too many dimensions");
    header.shape.push_back(text.whole());
    if (!text.take(",")) {
      text.expect(")");
      break;
    }
  }
}

void parse_text(HeaderText text, const std::string &name, NpyHeader &header) {
  bool has_descr = false, has_order = false, has_shape = false;
  text.expect("{");
  while (!text.take("}")) {
    const std::string_view key = text.quoted();
    bool &is_there = key == "descr" ? has_descr : key == "fortran_order" ? has_order : has_shape;
    if ((&is_there == &has_shape && key != "shape") || is_there)
      text.damaged("an unknown or a repeated key");
    is_there = true;
    text.expect(":");
    if (&is_there == &has_shape) {
      parse_shape(text, header);
    } else if (&is_there == &has_order) {
      header.by_columns = text.take("True");
      if (!header.by_columns) text.expect("False");
    } else {
      if (text.take("[") || text.take("("))
        throw Failure(name +
                      " holds records (a structured dtype), which are not supported; save a "
                      "two-dimensional array of numbers");
      parse_dtype(text.quoted(), name, header);
    }
    if (!text.take(",")) {
      text.expect("}");
      break;
    }
  }
  if (!has_descr || !has_order || !has_shape) text.damaged("a key is missing");
  if (!text.at_end()) text.damaged("text after its end");
}

// The length of the text after the first 8 bytes.
std::size_t text_length(Stream &stream, char major, std::int64_t &offset) {
  unsigned char digits[4] = {};
  const std::size_t size = major == 1 ? 2 : 4;
  if (stream.fill(reinterpret_cast<char *>(digits), size) < size)
    throw Failure(stream.name() + " ends within its .npy header");
  const std::size_t length = digits[0] | std::size_t{digits[1]} << 8 |
                             std::size_t{digits[2]} << 16 | std::size_t{digits[3]} << 24;
  if (length > longest_header)
    throw Failure(stream.name() + " has a .npy header of " + std::to_string(length) +
                  " bytes; at most " + std::to_string(longest_header) + " are read");
  offset = static_cast<std::int64_t>(8 + size + length);
  return length;
}

void check_size(const Stream &stream, NpyHeader &header) {
  std::int64_t bytes = header.width;
  bool is_huge = false;
  for (const std::int64_t size : header.shape) {
    is_huge |= __builtin_mul_overflow(header.count, size, &header.count);
    is_huge |= __builtin_mul_overflow(bytes, size, &bytes);
  }
  // A later size of 0 makes the product 0, but not the array acceptable.
  if (is_huge) throw Failure(stream.name() + " has a shape of more than 2^63 bytes");
  if (stream.size() < 0) return;
  const std::int64_t held = stream.size() - header.offset;
  if (held < bytes) fail_truncated(stream, std::max<std::int64_t>(held, 0), bytes);
  if (held > bytes)
    throw Failure(stream.name() + " has " + std::to_string(held - bytes) +
                  " bytes after its array of " + std::to_string(bytes) +
                  " bytes; expected one array");
}

}  // namespace

NpyHeader read_npy_header(Stream &stream) {
  char head[8] = {};
  const std::size_t got = stream.fill(head, sizeof head);
  if (got < 6 || std::memcmp(head, "\x93NUMPY", 6) != 0)
    throw Failure(stream.name() + " is not a .npy file: it does not begin with \\x93NUMPY");
  if (got < sizeof head) throw Failure(stream.name() + " ends within its .npy header");
  if (head[6] < 1 || head[6] > 3 || head[7] != 0)
    throw Failure(stream.name() + " has the .npy version " +
                  std::to_string(static_cast<unsigned char>(head[6])) + '.' +
                  std::to_string(static_cast<unsigned char>(head[7])) +
                  "; 1.0, 2.0 and 3.0 are supported");
  NpyHeader header;
  std::string text(text_length(stream, head[6], header.offset), '\0');
  if (stream.fill(text.data(), text.size()) < text.size())
    throw Failure(stream.name() + " ends within its .npy header");
  parse_text(HeaderText(text, stream.name()), stream.name(), header);
  check_size(stream, header);
  return header;
}

}  // namespace cli
