#include "text/words.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>

#include "runtime/index.hpp"
#include "text/inner_signs.hpp"

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

namespace {

// Letters of scripts that are written without spaces between words; their digits are ordinary.
struct Range {
  std::int32_t first, last;
};
constexpr Range spaceless_ranges[] = {
    {0x0e01, 0x0e4e},   {0x0e80, 0x0ecf},   {0x1000, 0x103f},
    {0x1050, 0x109f},   {0x1780, 0x17df},  // Thai, Lao, Myanmar, Khmer
    {0x2e80, 0x2fdf},   {0x3005, 0x3007},   {0x3021, 0x3029},
    {0x3031, 0x3035},   {0x3038, 0x303c},  // Han: radicals, iteration marks, numerals
    {0x3041, 0x30ff},   {0x31f0, 0x31ff},   {0x3400, 0x4dbf},
    {0x4e00, 0x9fff},   {0xf900, 0xfaff},  // kana, Han
    {0x1aff0, 0x1b16f}, {0x20000, 0x3ffff},
};
bool is_spaceless(std::int32_t code) noexcept {
  if (code < spaceless_ranges[0].first) return false;
  for (const Range &range : spaceless_ranges)
    if (code <= range.last) return code >= range.first;
  return false;
}

enum class Kind { letter, mark, other };
Kind kind_of(std::int32_t code) noexcept {
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
    case UTF8PROC_CATEGORY_PC:
      return Kind::letter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return Kind::mark;
    default:
      return Kind::other;
  }
}

int combining_class(std::int32_t code) noexcept {
  return utf8proc_get_property(code)->combining_class;
}

// Accents, and the points of Hebrew, Arabic and Syriac. Marks of other scripts, including the
// voicing of kana, form different letters.
bool is_accent(std::int32_t code) noexcept {
  const int c = combining_class(code);
  return c >= 200 || (c >= 10 && c <= 36);
}

constexpr Index longest_run = 4096;  // characters; a longer run is split there

constexpr std::int32_t dotless_i = 0x131, dotted_capital_i = 0x130, dot_above = 0x307;

// Part of a word only between others.
bool is_connector(std::int32_t code) noexcept {
  return utf8proc_category(code) == UTF8PROC_CATEGORY_PC;
}

// A letter of an alphabet or a number, rather than a mark, a modifier or a connector.
bool has_meaning(std::int32_t code) noexcept {
  return kind_of(code) == Kind::letter && !is_connector(code) &&
         utf8proc_category(code) != UTF8PROC_CATEGORY_LM;
}

constexpr std::int32_t zero_width_space = 0x200b;  // invisible, but a word boundary
constexpr std::int32_t tatweel = 0x640;            // makes an Arabic word longer on paper
bool is_unseen(std::int32_t code) noexcept {
  const utf8proc_property_t *const property = utf8proc_get_property(code);
  return code != zero_width_space &&
         (property->ignorable || code == tatweel || property->category == UTF8PROC_CATEGORY_CF);
}

// The vowel AM of Thai and Lao is one letter for dictionaries and readers, although compatibility
// decomposition makes two characters of it: a ring above, which is a mark, and AA.
constexpr std::int32_t thai_am = 0xe33, lao_am = 0xeb3;
struct VowelAm {
  std::int32_t am, ring, aa, first_tone, last_tone;
};
constexpr VowelAm vowels_am[] = {{thai_am, 0xe4d, 0xe32, 0xe48, 0xe4b},
                                 {lao_am, 0xecd, 0xeb2, 0xec8, 0xecb}};

// The letter at the end of a word: AA after a ring, which may be before or after a mark of tone, is
// AM without the ring.
std::int32_t letter_after(std::vector<std::int32_t> &word, std::int32_t letter) {
  for (const VowelAm &vowel : vowels_am) {
    if (letter != vowel.aa) continue;
    auto ring = word.end();
    if (ring != word.begin() && *(ring - 1) >= vowel.first_tone && *(ring - 1) <= vowel.last_tone)
      --ring;
    if (ring == word.begin() || *--ring != vowel.ring) continue;
    word.erase(ring);
    return vowel.am;
  }
  return letter;
}

}  // namespace

bool has_spaceless(std::string_view word) noexcept {
  for (const char *p = word.data(), *const end = p + word.size(); p < end;) {
    const Character character = read_character(p, end);
    if (is_spaceless(character.code)) return true;
    p = character.next;
  }
  return false;
}

WordPart word_part(const char *begin, const char *p, const char *end) noexcept {
  const char *const first = p;
  bool has_unseen = false;
  for (std::int32_t letter = 0; p < end;) {
    const unsigned char kind = byte_classes::class_of(*p);
    if (kind > byte_classes::beyond_ascii) {
      letter = static_cast<unsigned char>(*p++);
      continue;
    }
    const Character character = read_character(p, end);
    if (inner_sign(begin, letter, p, character, end) != 0) {
      p = character.next;
      continue;
    }
    if (kind == byte_classes::outside) break;
    letter = last_letter(letter, character.code);
    const bool unseen = is_unseen(character.code);
    if (!unseen && kind_of(character.code) == Kind::other) {
      if (p == first) return {0, false, character.next};
      break;
    }
    has_unseen = has_unseen || unseen;
    p = character.next;
  }
  return {static_cast<std::size_t>(p - first), has_unseen, p == first ? p + 1 : p};
}

Index capitals(std::string_view text) noexcept {
  Index count = 0;
  for (const char *p = text.data(), *const end = p + text.size(); p < end;) {
    const Character character = read_character(p, end);
    const utf8proc_category_t category = utf8proc_category(character.code);
    count += category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT ? 1 : 0;
    p = character.next;
  }
  return count;
}

// Skips from a position outside any word to the next ASCII word.
const char *Words::unicode_run(const char *begin, const char *p, const char *end, Sink sink,
                               void *user) {
  for (std::int32_t letter = 0; p < end;) {
    const Character character = read_character(p, end);
    if (const std::int32_t sign = inner_sign(begin, letter, p, character, end); sign != 0) {
      codes_.push_back(sign);
      p = character.next;
      continue;
    }
    if (byte_classes::class_of(*p) == byte_classes::outside) break;
    replaced_ += character.broken ? 1 : 0;
    p = character.next;
    if (is_l_with_dot(character.code) && p < end && is_l(*p)) {
      take_character('l', sink, user);
      codes_.push_back(middle_dot);
      continue;
    }
    letter = last_letter(letter, character.code);
    take_character(character.code, sink, user);
  }
  close(sink, user);
  return p;
}

void Words::take_character(std::int32_t code, Sink sink, void *user) {
  if (code == 'I' && rules_.turkish) return take_decomposed(dotless_i, sink, user);
  if (code == dotted_capital_i && rules_.dotted_i) code = 'i';
  if (code < 0x80)
    return take_decomposed(byte_classes::class_of(static_cast<char>(code)), sink, user);
  if (is_unseen(code)) return;
  if (code == thai_am || code == lao_am) return take_decomposed(code, sink, user);
  std::int32_t parts[32];  // the longest decomposition has 18
  int boundary = 0;
  const auto options =
      static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD);
  const utf8proc_ssize_t count =
      utf8proc_decompose_char(code, parts, std::size(parts), options, &boundary);
  for (utf8proc_ssize_t i = 0; i < std::min<utf8proc_ssize_t>(count, std::size(parts)); ++i)
    if (parts[i] != tatweel) take_decomposed(parts[i], sink, user);  // of a lone vowel sign
}

void Words::take_decomposed(std::int32_t code, Sink sink, void *user) {
  const Kind kind = kind_of(code);
  if (kind == Kind::other) return close(sink, user);
  if (kind == Kind::mark) {
    // I and a dot, decomposed.
    if (code == dot_above && rules_.dotted_i && !codes_.empty() &&
        (codes_.back() == 'i' || (codes_.back() == dotless_i && rules_.turkish))) {
      codes_.back() = 'i';
      return;
    }
    if (!codes_.empty() && !(rules_.remove_accents && is_accent(code))) codes_.push_back(code);
    return;
  }
  const bool spaceless = is_spaceless(code);
  if (spaceless && spaceless_) code = letter_after(codes_, code);
  if (spaceless != spaceless_) close(sink, user);
  spaceless_ = spaceless;
  if (spaceless && rules_.dictionary) {
    codes_.push_back(code);
    if (++characters_ == longest_run) close(sink, user);
    return;
  }
  if (spaceless && characters_ == 2) {
    give(2, true, sink, user);
    codes_.erase(codes_.begin(), codes_.begin() + static_cast<std::ptrdiff_t>(second_));
    characters_ = 1;
  }
  if (characters_ == 1) second_ = codes_.size();
  codes_.push_back(code);
  ++characters_;
}

void Words::close(Sink sink, void *user) {
  if (characters_ > 0 && spaceless_ && rules_.dictionary)
    give_run(sink, user);
  else if (characters_ > 0)
    give(characters_, spaceless_ && characters_ == 2, sink, user);
  codes_.clear();
  characters_ = 0;
}

// Emits the words of the current run, which has no spaces.
void Words::give_run(Sink sink, void *user) {
  if (!segmenter_) segmenter_.emplace();
  run_ = codes_;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  run_.resize(static_cast<std::size_t>(
      utf8proc_normalize_utf32(run_.data(), static_cast<utf8proc_ssize_t>(run_.size()), options)));
  segmenter_->split(run_, ends_);
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    codes_.assign(run_.begin() + static_cast<std::ptrdiff_t>(begin),
                  run_.begin() + static_cast<std::ptrdiff_t>(end));
    give(std::count_if(codes_.begin(), codes_.end(),
                       [](std::int32_t code) { return kind_of(code) == Kind::letter; }),
         false, sink, user);
    begin = end;
  }
}

// The current word without connectors, and the marks on them, at both ends; its characters.
Index Words::trim(Index characters) {
  std::size_t begin = 0, end = composed_.size();
  while (begin < end && is_connector(composed_[begin])) {
    --characters;
    while (++begin < end && kind_of(composed_[begin]) == Kind::mark) {
    }
  }
  for (std::size_t last = end; last > begin; end = last) {
    while (last > begin + 1 && kind_of(composed_[last - 1]) == Kind::mark) --last;
    if (!is_connector(composed_[--last])) break;
    --characters;
  }
  composed_.resize(end);
  composed_.erase(composed_.begin(), composed_.begin() + static_cast<std::ptrdiff_t>(begin));
  return std::any_of(composed_.begin(), composed_.end(), has_meaning) ? characters : 0;
}

// Emits the normalized current word if it is long enough. `pair`: two characters of a run without
// spaces, which always are.
void Words::give(Index characters, bool pair, Sink sink, void *user) {
  composed_ = codes_;
  if (rules_.trim) characters = trim(characters);
  if (characters == 0) return;
  if (!pair && characters < rules_.shortest) {
    ++short_words_;
    return;
  }
  for (auto at = composed_.begin(); at != composed_.end(); ++at) {  // marks in canonical order
    auto last = at;
    while (last != composed_.end() && combining_class(*last) > 0) ++last;
    if (last - at > 1)
      std::stable_sort(at, last, [](std::int32_t a, std::int32_t b) {
        return combining_class(a) < combining_class(b);
      });
    if (last != at) at = last - 1;
  }
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  auto size = utf8proc_normalize_utf32(composed_.data(),
                                       static_cast<utf8proc_ssize_t>(composed_.size()), options);
  constexpr std::int32_t sigma = 0x3c3, final_sigma = 0x3c2;  // merged by case folding
  if (size > 1 && composed_[static_cast<std::size_t>(size) - 1] == sigma)
    composed_[static_cast<std::size_t>(size) - 1] = final_sigma;
  if (form_.size() < 4 * composed_.size()) form_.resize(8 * composed_.size());
  auto *const bytes = reinterpret_cast<utf8proc_uint8_t *>(form_.data());
  utf8proc_ssize_t length = 0;
  for (utf8proc_ssize_t i = 0; i < size; ++i)
    length += utf8proc_encode_char(composed_[static_cast<std::size_t>(i)], bytes + length);
  sink(user, std::string_view(form_.data(), static_cast<std::size_t>(length)));
}

}  // namespace manifact
