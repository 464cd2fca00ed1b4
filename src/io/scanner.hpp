// Reads words and numbers from a text of any length through a window of fixed size. Lines are never
// stored whole, so that neither a long line nor a file that unpacks to terabytes uses memory; a
// line that never ends is rejected. Every failure names the file and the line.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "io/source.hpp"
#include "runtime/array.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {

inline bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// The number of digits at the beginning of eight bytes, and the number they are. All bytes are seen
// at once: the lengths of numbers differ, and a loop over digits would guess wrong at most ends.
inline Index leading_digits(const char *text, Index &number) noexcept {
  constexpr std::uint64_t each = 0x0101010101010101;
  std::uint64_t x;
  std::memcpy(&x, text, sizeof x);
  if constexpr (std::endian::native == std::endian::big) x = __builtin_bswap64(x);
  x ^= '0' * each;  // the values of digits; the first one is in the lowest byte
  const std::uint64_t others = (x | ((x & 0x7f * each) + 0x76 * each)) & 0x80 * each;
  const Index digits = others == 0 ? 8 : std::countr_zero(others) / 8;
  if (digits == 0) return 0;
  x <<= 64 - 8 * digits;  // zeros in front
  x = x * 10 + (x >> 8);  // pairs of digits in every other byte
  x = ((x & 0x000000ff000000ff) * 0x000f424000000064 +
       (x >> 16 & 0x000000ff000000ff) * 0x0000271000000001) >>
      32;
  number = static_cast<Index>(x);
  return digits;
}

// In bytes. No row of numbers is that long; data without line breaks (a device, a pipe) is
// rejected.
inline constexpr Index longest_line = Index{1} << 30;

// fortran: 1D5 is also accepted as 1e5.
enum class Digits { plain, fortran };

class Scanner {
 public:
  // `name` as shown in messages: "file 'x.mtx'". A byte order mark at the beginning is skipped.
  Scanner(std::unique_ptr<Source> source, std::string name, const std::shared_ptr<Memory> &memory,
          Index longest = longest_line);

  // Whole lines from lines_ahead() of another scanner, counted from 1, for any thread: nothing is
  // copied.
  Scanner(std::string_view lines, const Scanner &other);

  // The first line, or as much of it as fits in the window; only before anything was read.
  std::string_view first_line() const noexcept;

  Index line() const noexcept { return line_; }  // from 1
  const std::string &name() const noexcept { return name_; }
  // Of the file, as stored; 0: unknown.
  Index bytes() const noexcept { return source_ == nullptr ? 0 : source_->size(); }
  // Columns count from 1, for messages about a table; 0 for none.
  void name_column(Index column) noexcept { column_ = column; }

  bool at_end() { return at_ == end_ && !refill(); }
  bool at_line_end() { return at_end() || *at_ == '\n'; }
  bool at(char c) { return !at_end() && *at_ == c; }

  // The next character, which must exist; then skips it.
  char here() const noexcept { return *at_; }
  void step() noexcept { line_ += *at_++ == '\n'; }

  void skip_blanks();  // spaces, tabs, carriage returns
  void skip_spaces();  // the same without tabs, which separate cells
  void next_line();    // everything up to the end of the line and the line end itself
  std::string word(std::size_t most);  // up to a blank; longer words are truncated to `most`

  // An integer or a real number, which must be followed by a blank, a separator (, ; : #) or the
  // end of the line. Rejects anything else, and a real that is NaN, infinite or too large; one too
  // small for a double is 0. `what` is for messages: "a row number"; `advice` follows what was
  // found instead.
  Index whole(const char *what);
  double real(const char *what, Digits digits = Digits::plain, const char *advice = "");
  // Whether the next line has exactly as many whole numbers, of at most eight digits each and from
  // 1 to `most` (0: of any size), with one blank between; then they are read with the line. Else
  // nothing is: the line may be right in another form, or wrong.
  template <std::size_t count>
  bool plain_line(const Index (&most)[count], Index (&numbers)[count]) noexcept;
  // The whole lines of the next `size` bytes, or all that remains of the source if it is less: a
  // view until more is read. Empty: the first line is longer, or nothing remains.
  std::string_view lines_ahead(Index size, const std::shared_ptr<Memory> &memory);
  // Skips the first of these lines.
  void skip_lines(std::string_view text, Index lines) noexcept;
  bool number_ahead();   // whether real() would find a number
  bool feature_ahead();  // whether whole() would find an integer, and a colon follows

  // "file 'x.mtx', line 17: expected <what>, found 'abc'<advice>"
  [[noreturn]] void expected(const char *what, const char *advice = "");
  // "file 'x.mtx', line 17: <sentence>"
  [[noreturn]] void refuse(Status status, const char *format, ...) const
      __attribute__((format(printf, 3, 4)));

 private:
  bool refill();
  void measure_line();
  void look_ahead();
  std::string with_plain_exponent(const char *start, const char *exponent) const;
  double in_range(double value, std::errc problem, const char *start, const char *stop,
                  const char *what);
  bool ends_number(const char *stop) const noexcept;
  const char *number_start() const noexcept;
  std::string found();

  std::unique_ptr<Source> source_;
  std::string name_;
  Array<char> window_;
  const char *at_ = nullptr, *end_ = nullptr;  // the rest of the window
  bool exhausted_ = false;                     // the source is at its end
  Index line_ = 1, column_ = 0;
  // length_: bytes of line measured_line_ that have left the window.
  Index longest_, length_ = 0, measured_line_ = 1;
};

template <std::size_t count>
bool Scanner::plain_line(const Index (&most)[count], Index (&numbers)[count]) noexcept {
  if (end_ - at_ < static_cast<Index>(count * (sizeof(std::uint64_t) + 1))) return false;
  const char *at = at_;
  for (std::size_t k = 0; k < count; ++k) {
    Index number = 0;
    const Index digits = leading_digits(at, number);
    if (digits == 0 || at[digits] != (k + 1 < count ? ' ' : '\n')) return false;
    if (most[k] != 0 && (number < 1 || number > most[k])) return false;
    numbers[k] = number;
    at += digits + 1;
  }
  at_ = at;
  ++line_;
  return true;
}

}  // namespace manifact
