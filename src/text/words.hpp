// Text -> words, by the Unicode categories of its characters.
//
//   a word      a run of letters, digits and other numbers, connector punctuation ("_"), and the
//               marks on them; of at least `shortest`
//               characters (marks do not count). On ASCII text these are the words of the regular
//               expression \b\w\w+\b. With `trim` connectors at both ends are not part of it, and
//               it has a letter or a number. A sign between two letters that is part of a word: the
//               apostrophe between Cyrillic letters, geresh and gershayim between Hebrew ones, also
//               an apostrophe, or a quote before the last letter, and the point between two l of
//               Catalan; each in one form
//   addresses   a URL is one word, its host, and so is an e-mail address; or they are left out
//   its form    case folded, compatibility characters (full width, ligatures) replaced by plain
//               ones, composed (NFKC), but the vowel AM of Thai and Lao is one letter, which
//               dictionaries expect; without accents if requested. I with a dot is i; in Turkish, I
//               without one is dotless
//   no spaces   runs of scripts written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar) are
//               split into words by a dictionary, or every two adjacent characters form a word,
//               and so does a lone character
//   left out    invisible characters (soft hyphens, joiners, direction marks, variation
//               selectors) and the tatweel of Arabic
//
// Invalid UTF-8 is never fatal: each maximal ill-formed sequence is read as U+FFFD, which is not a
// letter, and counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/index.hpp"
#include "shared/utf8.hpp"
#include "text/segmenter.hpp"

namespace manifact {

// URLs and e-mail addresses in text: one word each, in one form however they are written.
//
//   URL      a scheme and "://", or "www.": its host, in lower case, without "www.", port and user
//   e-mail   local@host.domain, with "mailto:": the address, in lower case
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

enum class AddressForm { words, whole, drop };

struct WordRules {
  Index shortest = 2;
  bool remove_accents = false;
  bool dictionary = false;  // for runs without spaces; else pairs
  bool trim = false;
  AddressForm addresses = AddressForm::words;
  bool turkish = false;  // I without a dot is dotless
  bool dotted_i = true;  // I with a dot is i
};

// Whether a word has a character of a script written without spaces.
bool has_spaceless(std::string_view word) noexcept;

// The longest part of a text from p on that consists of the characters of words; if p is not at
// one, its size is 0 and `next` follows the character at p. The text begins at `begin`.
struct WordPart {
  std::size_t size;
  bool has_unseen;  // characters that words leave out
  const char *next;
};
WordPart word_part(const char *begin, const char *p, const char *end) noexcept;

// The number of capital letters.
Index capitals(std::string_view text) noexcept;

namespace byte_classes {

// For each byte: outside of words, part of a longer character, or the folded character itself.
inline constexpr unsigned char outside = 0, beyond_ascii = 1;
struct Classes {
  unsigned char of[256] = {};
  // `capital_i`: the class of "I".
  constexpr explicit Classes(unsigned char capital_i) {
    for (int c = '0'; c <= '9'; ++c) of[c] = static_cast<unsigned char>(c);
    for (int c = 'a'; c <= 'z'; ++c) of[c] = of[c - 'a' + 'A'] = static_cast<unsigned char>(c);
    of[static_cast<int>('_')] = '_';
    for (int c = 128; c < 256; ++c) of[c] = beyond_ascii;
    of[static_cast<int>('I')] = capital_i;
  }
};
inline constexpr Classes classes('i'), turkish_classes(beyond_ascii);
inline unsigned char class_of(char c) noexcept { return classes.of[static_cast<unsigned char>(c)]; }

}  // namespace byte_classes

class Words {
 public:
  explicit Words(const WordRules &rules) noexcept : rules_(rules) {}

  // Calls take(std::string_view word) for each word in order; the view is valid until take returns.
  template <class Take>
  void each(std::string_view text, Take &&take);

  // The number of invalid sequences so far.
  Index replaced() const noexcept { return replaced_; }
  // The number of words so far that were too short.
  Index short_words() const noexcept { return short_words_; }

 private:
  using Sink = void (*)(void *user, std::string_view word);
  template <class Take>
  void each_word(std::string_view text, Take &&take);
  const char *unicode_run(const char *begin, const char *p, const char *end, Sink sink, void *user);
  void take_character(std::int32_t code, Sink sink, void *user);
  void take_decomposed(std::int32_t code, Sink sink, void *user);
  Index trim(Index characters);
  void give(Index characters, bool pair, Sink sink, void *user);
  void give_run(Sink sink, void *user);
  void close(Sink sink, void *user);

  WordRules rules_;
  Index replaced_ = 0, short_words_ = 0;
  std::vector<char> form_;           // of the current word, as bytes
  std::vector<std::int32_t> codes_;  // of the current word, decomposed
  std::vector<std::int32_t> composed_;
  Index characters_ = 0;    // of it, without marks
  std::size_t second_ = 0;  // start of the second character in a run without spaces
  bool spaceless_ = false;
  std::optional<Segmenter> segmenter_;  // made for the first run without spaces
  std::vector<std::int32_t> run_;
  std::vector<std::size_t> ends_;
};

template <class Take>
void Words::each(std::string_view text, Take &&take) {
  if (rules_.addresses == AddressForm::words) return each_word(text, take);
  AddressFinder addresses(text);
  std::size_t done = 0;
  while (addresses.next()) {
    each_word(text.substr(done, addresses.begin() - done), take);
    if (rules_.addresses == AddressForm::whole && !addresses.form().empty()) take(addresses.form());
    done = addresses.end();
  }
  each_word(text.substr(done), take);
}

template <class Take>
void Words::each_word(std::string_view text, Take &&take) {
  const auto sink = [](void *user, std::string_view word) {
    (*static_cast<std::remove_reference_t<Take> *>(user))(word);
  };
  void *const user = const_cast<void *>(static_cast<const void *>(&take));
  using namespace byte_classes;
  const Classes &table = rules_.turkish ? turkish_classes : classes;
  const auto folded_of = [&table](char c) { return table.of[static_cast<unsigned char>(c)]; };
  const char *p = text.data(), *const end = p + text.size();
  while (p < end) {
    const char *const first = p;
    std::size_t size = 0;
    for (unsigned char folded; p < end && (folded = folded_of(*p)) > beyond_ascii; ++p) {
      if (size == form_.size()) form_.resize(2 * size + 64);
      form_[size++] = static_cast<char>(folded);
    }
    if (p < end && folded_of(*p) == beyond_ascii) {
      p = unicode_run(text.data(), first, end, sink, user);
    } else {
      std::size_t begin = 0;
      if (rules_.trim) {
        while (begin < size && form_[begin] == '_') ++begin;
        while (size > begin && form_[size - 1] == '_') --size;
      }
      const std::size_t length = size - begin;
      if (static_cast<Index>(length) >= rules_.shortest)
        take(std::string_view(form_.data() + begin, length));
      else if (length > 0)
        ++short_words_;
    }
    while (p < end && class_of(*p) == outside) ++p;
  }
}

}  // namespace manifact
