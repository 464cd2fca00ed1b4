// URLs and e-mail addresses in text: one word each, in one form however they are written.
//
//   URL      a scheme and "://", or "www.": its host, in lower case, without "www.", port and user
//   e-mail   local@host.domain, with "mailto:": the address, in lower case
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace manifact {

class AddressFinder {
 public:
  explicit AddressFinder(std::string_view text) noexcept : text_(text) {}

  // The next address of the text; false if there is none.
  bool next();

  std::size_t begin() const noexcept { return begin_; }
  std::size_t end() const noexcept { return end_; }
  // "" if a URL has no host. Valid until next().
  std::string_view form() const noexcept { return form_; }

 private:
  static constexpr std::size_t unknown = std::string_view::npos - 1;

  std::size_t sign_from(std::size_t from, std::size_t &known, std::string_view sign) const;
  bool take_url(std::size_t begin, std::size_t host);
  bool take_scheme(std::size_t colon);
  bool take_www(std::size_t at);
  bool take_mail(std::size_t at);

  std::string_view text_;
  std::size_t begin_ = 0, end_ = 0;
  // The next sign of each.
  std::size_t schemes_ = unknown, hosts_ = unknown, capital_hosts_ = unknown, mails_ = unknown;
  std::string form_;
};

// Whether a word is the form of an address: other words have neither sign.
inline bool is_address(std::string_view word) noexcept {
  return word.find_first_of(".@") != std::string_view::npos;
}

}  // namespace manifact
