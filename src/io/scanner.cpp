#include "io/scanner.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "io/messages.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index window_size = Index{1} << 18;
constexpr std::ptrdiff_t longest_number = 4096;
// Larger values are marks of missing ones rather than numbers.
constexpr double largest_value = 1e300;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// from_chars does not distinguish overflow from underflow: the power of ten of the leading digit
// does.
bool below_range(const char *at, const char *end) noexcept {
  Index power = 0;
  bool point = false, leading = true;
  for (; at < end && *at != 'e' && *at != 'E'; ++at) {
    if (*at == '.') point = true;
    if (!is_digit(*at)) continue;
    if (leading && *at == '0') {
      power -= point;
    } else {
      leading = false;
      power += !point;
    }
  }
  if (at == end) return power < 0;
  if (*++at == '+') ++at;
  std::int32_t exponent = 0;
  if (std::from_chars(at, end, exponent).ec == std::errc::result_out_of_range) return *at == '-';
  return power + exponent < 0;
}

}  // namespace

Scanner::Scanner(std::unique_ptr<Source> source, std::string name,
                 const std::shared_ptr<Memory> &memory, Index longest)
    : source_(std::move(source)),
      name_(std::move(name)),
      window_(memory, window_size),
      at_(window_.data()),
      end_(at_),
      longest_(longest) {
  refill();
  if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(byte_order_mark))
    at_ += byte_order_mark.size();
}

Scanner::Scanner(std::string_view lines, const Scanner &other)
    : name_(other.name_),
      at_(lines.data()),
      end_(lines.data() + lines.size()),
      exhausted_(true),
      longest_(other.longest_) {}

std::string_view Scanner::first_line() const noexcept {
  return {at_, static_cast<std::size_t>(std::find(at_, end_, '\n') - at_)};
}

// Counts the bytes of the current line that are about to leave the window.
void Scanner::measure_line() {
  const std::string_view gone(window_.data(), static_cast<std::size_t>(at_ - window_.data()));
  if (line_ == measured_line_) {
    length_ += std::ssize(gone);
  } else {
    length_ = std::ssize(gone) - static_cast<Index>(gone.rfind('\n') + 1);
    measured_line_ = line_;
  }
  if (length_ <= longest_) return;
  column_ = 0;
  refuse(Status::format, "the line is longer than %lld bytes; does the file have line breaks?",
         shown(longest_));
}

// Moves the remaining bytes to the front and reads more; false at the end.
bool Scanner::refill() {
  if (exhausted_) return false;
  measure_line();
  Index held = end_ - at_;
  std::memmove(window_.data(), at_, static_cast<std::size_t>(held));
  const Index before = held;
  while (held < window_.size() && !exhausted_) {
    const std::size_t count =
        source_->read(window_.data() + held, static_cast<std::size_t>(window_.size() - held));
    held += static_cast<Index>(count);
    exhausted_ = count == 0;
  }
  at_ = window_.data();
  end_ = at_ + held;
  return held > before;
}

std::string_view Scanner::lines_ahead(Index size, const std::shared_ptr<Memory> &memory) {
  if (window_.size() < size) {
    measure_line();
    auto larger = Array<char>::uninitialized(memory, size);
    end_ = std::copy(at_, end_, larger.data());
    at_ = larger.data();
    window_ = std::move(larger);
  }
  refill();
  const std::string_view text(at_, static_cast<std::size_t>(end_ - at_));
  return exhausted_ ? text : text.substr(0, text.rfind('\n') + 1);
}

void Scanner::skip_lines(std::string_view text, Index lines) noexcept {
  at_ += text.size();
  line_ += lines;
}

// Ensures that the next number, if any, is completely in the window.
void Scanner::look_ahead() {
  if (end_ - at_ <= longest_number) refill();
}

void Scanner::skip_blanks() {
  while (!at_end() && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
}

void Scanner::skip_spaces() {
  while (!at_end() && (*at_ == ' ' || *at_ == '\r')) ++at_;
}

void Scanner::next_line() {
  while (!at_end()) {
    at_ = std::find(at_, end_, '\n');
    if (at_ < end_) return step();
  }
}

std::string Scanner::word(std::size_t most) {
  std::string letters;
  while (!at_end() && *at_ != ' ' && *at_ != '\t' && *at_ != '\r' && *at_ != '\n') {
    if (letters.size() < most) letters += *at_;
    ++at_;
  }
  return letters;
}

bool Scanner::ends_number(const char *stop) const noexcept {
  if (stop == end_) return exhausted_;
  switch (*stop) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case ',':
    case ';':
    case ':':
    case '#':
      return true;
    default:
      return false;
  }
}

// from_chars does not accept a plus sign.
const char *Scanner::number_start() const noexcept {
  return end_ - at_ > 1 && *at_ == '+' && (is_digit(at_[1]) || at_[1] == '.') ? at_ + 1 : at_;
}

Index Scanner::whole(const char *what) {
  look_ahead();
  Index value = 0;
  const auto [stop, problem] = std::from_chars(number_start(), end_, value);
  if (problem == std::errc::invalid_argument || !ends_number(stop)) expected(what);
  if (problem == std::errc::result_out_of_range)
    refuse(Status::format, "%s is too large for %s", found().c_str(), what);
  at_ = stop;
  return value;
}

double Scanner::in_range(double value, std::errc problem, const char *start, const char *stop,
                         const char *what) {
  if (problem == std::errc::result_out_of_range) {
    if (!below_range(start, stop))
      refuse(Status::value, "%s is too large for a double", found().c_str());
    value = 0;
  }
  if (!std::isfinite(value))
    refuse(Status::value, "%s is %s", what, std::isnan(value) ? "NaN" : "infinite");
  if (std::fabs(value) > largest_value)
    refuse(Status::value,
           "%s is %s, beyond %g; R's writeMM() writes NA, NaN and Inf as 1e308: replace missing "
           "values first",
           what, found().c_str(), largest_value);
  return value;
}

// The number at `start` with a D exponent, in the form that from_chars accepts; "" if there is
// none.
std::string Scanner::with_plain_exponent(const char *start, const char *exponent) const {
  const char *stop = exponent == end_ || (*exponent | 0x20) != 'd' ? nullptr : exponent + 1;
  if (stop == nullptr || exponent - start > longest_number) return "";
  if (stop < end_ && (*stop == '+' || *stop == '-')) ++stop;
  while (stop < end_ && is_digit(*stop)) ++stop;
  if (!is_digit(stop[-1]) || !ends_number(stop)) return "";
  return std::string(start, exponent).append("e").append(exponent + 1, stop);
}

double Scanner::real(const char *what, Digits digits, const char *advice) {
  look_ahead();
  double value = 0;
  const char *start = number_start();
  const auto [stop, problem] = std::from_chars(start, end_, value);
  if (problem == std::errc::invalid_argument) expected(what, advice);
  if (ends_number(stop)) {
    value = in_range(value, problem, start, stop, what);
    at_ = stop;
    return value;
  }
  const std::string number = digits == Digits::fortran ? with_plain_exponent(start, stop) : "";
  if (number.empty()) expected(what, advice);
  const char *end = number.data() + number.size();
  const std::errc trouble = std::from_chars(number.data(), end, value).ec;
  value = in_range(value, trouble, number.data(), end, what);
  at_ = start + number.size();
  return value;
}

bool Scanner::number_ahead() {
  look_ahead();
  double value = 0;
  const auto [stop, problem] = std::from_chars(number_start(), end_, value);
  return problem != std::errc::invalid_argument && ends_number(stop);
}

bool Scanner::feature_ahead() {
  look_ahead();
  const char *stop = at_;
  while (stop < end_ && is_digit(*stop)) ++stop;
  return stop > at_ && stop < end_ && *stop == ':';
}

std::string Scanner::found() {
  look_ahead();
  if (at_ == end_) return "the end of the file";
  if (*at_ == '\n' || *at_ == '\r') return "the end of the line";
  constexpr std::string_view stops = " \t\r\n,;";
  const char *stop = std::find_first_of(at_ + 1, end_, stops.begin(), stops.end());
  return shown_text({at_, static_cast<std::size_t>(stop - at_)}, 24);
}

void Scanner::expected(const char *what, const char *advice) {
  refuse(Status::format, "expected %s, found %s%s", what, found().c_str(), advice);
}

void Scanner::refuse(Status status, const char *format, ...) const {
  char sentence[400];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  if (column_ == 0)
    fail(status, "%s, line %lld: %s", name_.c_str(), static_cast<long long>(line_), sentence);
  fail(status, "%s, line %lld, column %lld: %s", name_.c_str(), static_cast<long long>(line_),
       static_cast<long long>(column_), sentence);
}

}  // namespace manifact
