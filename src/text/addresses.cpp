#include "text/addresses.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>

namespace manifact {
namespace {

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_alphanumeric(char c) noexcept { return is_letter(c) || is_digit(c); }
bool is_beyond_ascii(char c) noexcept { return static_cast<unsigned char>(c) >= 0x80; }
bool is_of_host(char c) noexcept { return is_alphanumeric(c) || c == '.' || c == '-' || c == '_'; }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char &c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

// Without signs at both ends, which are of the sentence.
std::string_view bare(std::string_view host) {
  while (!host.empty() && !is_alphanumeric(host.front())) host.remove_prefix(1);
  while (!host.empty() && !is_alphanumeric(host.back())) host.remove_suffix(1);
  return host;
}

// The length of the path of a URL: up to a blank, a quote, a bracket that is not opened in it, or a
// character beyond ASCII, which belongs to the text around it in scripts without spaces.
std::size_t path_size(std::string_view text) {
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c <= ' ' || c == 0x7f || is_beyond_ascii(c)) return i;
    if (std::string_view("<>\"`{}|\\^[]").find(c) != std::string_view::npos) return i;
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open < 0) return i;
  }
  return text.size();
}

// Whether the text ends with a letter beyond ASCII of a European or Semitic script, which the
// address may continue; in scripts of Asia an address follows the words around it directly.
bool continues_word(std::string_view text) {
  constexpr std::int32_t first_of_asia = 0x900;
  if (text.empty() || !is_beyond_ascii(text.back())) return false;
  std::size_t begin = text.size() - 1;
  while (begin > 0 && text.size() - begin < 4 &&
         (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80)
    --begin;
  std::int32_t code = 0;
  const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(&text[begin]),
                                     static_cast<utf8proc_ssize_t>(text.size() - begin), &code);
  return size > 0 && code < first_of_asia && utf8proc_category(code) <= UTF8PROC_CATEGORY_ME &&
         utf8proc_category(code) != UTF8PROC_CATEGORY_CN;
}

}  // namespace

// The position of a sign from `from` on, which is searched once.
std::size_t AddressFinder::sign_from(std::size_t from, std::size_t &known,
                                     std::string_view sign) const {
  if (known == unknown || (known != std::string_view::npos && known < from))
    known = text_.find(sign, from);
  return known;
}

bool AddressFinder::next() {
  for (std::size_t from = end_;;) {
    const std::size_t scheme = sign_from(from, schemes_, "://");
    const std::size_t www =
        std::min(sign_from(from, hosts_, "ww."), sign_from(from, capital_hosts_, "WW."));
    const std::size_t mail = sign_from(from, mails_, "@");
    const std::size_t first = std::min({scheme, www, mail});
    if (first == std::string_view::npos) return false;
    if (first == scheme ? take_scheme(first) : first == www ? take_www(first) : take_mail(first))
      return true;
    from = first + 1;
  }
}

// The URL whose host begins at `host`.
bool AddressFinder::take_url(std::size_t begin, std::size_t host) {
  const std::string_view rest = text_.substr(host);
  const std::size_t size = path_size(rest);
  std::string_view authority = rest.substr(0, std::min(rest.find_first_of("/?#"), size));
  if (const std::size_t user = authority.rfind('@'); user != std::string_view::npos)
    authority.remove_prefix(user + 1);
  std::size_t length = 0;
  while (length < authority.size() && is_of_host(authority[length])) ++length;
  form_ = lower_case(bare(authority.substr(0, length)));
  if (size == 0) return false;
  if (form_.starts_with("www.")) form_.erase(0, 4);
  begin_ = begin;
  end_ = host + size;
  return true;
}

bool AddressFinder::take_scheme(std::size_t colon) {
  std::size_t begin = colon;
  while (begin > end_ &&
         (is_alphanumeric(text_[begin - 1]) || text_[begin - 1] == '+' || text_[begin - 1] == '-'))
    --begin;
  while (begin < colon && !is_letter(text_[begin])) ++begin;
  return begin < colon && take_url(begin, colon + 3);
}

// "www." at the beginning of a word; `at` is its second letter.
bool AddressFinder::take_www(std::size_t at) {
  if (at == end_ || (text_[at - 1] != 'w' && text_[at - 1] != 'W')) return false;
  const std::size_t begin = at - 1;
  if (begin > end_ && (is_of_host(text_[begin - 1]) || text_[begin - 1] == '@') &&
      text_[begin - 1] != '_')
    return false;
  return at + 3 < text_.size() && is_alphanumeric(text_[at + 3]) && take_url(begin, begin);
}

// The local part and the domain around an "@".
bool AddressFinder::take_mail(std::size_t at) {
  const auto is_local = [](char c) {
    return is_alphanumeric(c) || std::string_view("._%+-=").find(c) != std::string_view::npos;
  };
  std::size_t begin = at;
  while (begin > end_ && is_local(text_[begin - 1])) --begin;
  if (continues_word(text_.substr(end_, begin - end_))) return false;
  while (begin < at && !is_alphanumeric(text_[begin])) ++begin;
  std::size_t end = at + 1;
  while (end < text_.size() &&
         (is_alphanumeric(text_[end]) || text_[end] == '.' || text_[end] == '-'))
    ++end;
  while (end > at + 1 && !is_alphanumeric(text_[end - 1])) --end;
  const std::string_view domain = text_.substr(at + 1, end - at - 1);
  const std::size_t dot = domain.rfind('.');
  if (begin == at || dot == std::string_view::npos || domain.size() - dot < 3 ||
      !is_alphanumeric(domain.front()) || domain.find("..") != std::string_view::npos)
    return false;
  const std::string_view last = domain.substr(dot + 1);
  if (!std::all_of(last.begin(), last.end(), is_letter)) return false;
  form_ = lower_case(text_.substr(begin, end - begin));
  constexpr std::string_view scheme = "mailto:";
  if (begin >= end_ + scheme.size() &&
      lower_case(text_.substr(begin - scheme.size(), scheme.size())) == scheme)
    begin -= scheme.size();
  begin_ = begin;
  end_ = end;
  return true;
}

}  // namespace manifact
