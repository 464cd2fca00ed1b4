// Texts without URLs, names of users, mail addresses, and words that mix letters and digits.
#include <algorithm>
#include <array>
#include <utility>

#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

enum MaskKind { mask_urls, mask_emails, mask_handles, mask_codes, mask_kinds };
constexpr std::array<const char *, mask_kinds> mask_words{"urls", "emails", "handles", "codes"};
constexpr std::array<const char *, mask_kinds> masked_things{"URL", "mail address", "@handle",
                                                             "words of letters and digits"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word_character(char c) { return is_digit(c) || is_ascii_letter(c) || c == '_' || c < 0; }

class MaskedReader final : public TextReader {
 public:
  MaskedReader(std::unique_ptr<TextReader> reader, std::string name, const Reading &reading)
      : reader_(std::move(reader)), name_(std::move(name)), reading_(reading) {
    for (std::size_t i = 0; i < mask_kinds; ++i)
      is_masked_[i] = masks(*reading.mask, mask_words[i]);
  }

  bool next(Document &document) override {
    if (!reader_->next(document)) {
      tell();
      return false;
    }
    text_.clear();
    mask(document.text);
    document.text = text_;
    return true;
  }

  Fields fields() const override {
    Fields fields = reader_->fields();
    fields.mask = reading_.mask;
    return fields;
  }
  std::string remark() const override { return reader_->remark(); }
  std::int64_t repaired() const override { return reader_->repaired(); }

 private:
  static bool masks(const std::string &given, std::string_view word) {
    return given == "all" ||
           (',' + given + ',').find(',' + std::string(word) + ',') != std::string::npos;
  }

  // Word by word, as blanks separate them.
  void mask(std::string_view text) {
    constexpr std::string_view word_ends = " \t\r\n\f\v";
    while (!text.empty()) {
      const std::size_t begin = std::min(text.find_first_not_of(word_ends), text.size());
      text_ += text.substr(0, begin);
      text.remove_prefix(begin);
      const std::string_view word = text.substr(0, text.find_first_of(word_ends));
      text.remove_prefix(word.size());
      mask_word(word);
    }
  }

  bool takes(MaskKind kind) {
    if (!is_masked_[kind]) return false;
    ++counts_[kind];
    return true;
  }

  void mask_word(std::string_view word) {
    constexpr std::string_view opening = "([{<\"'*_", closing = ")]}>\"'*_.,;:!?";
    std::string_view core = word;
    core.remove_prefix(std::min(core.find_first_not_of(opening), core.size()));
    core = core.substr(0, core.find_last_not_of(closing) + 1);  // npos + 1 == 0
    if (is_url(core) && takes(mask_urls)) return;
    if (is_mail_address(core) && takes(mask_emails)) return;
    if (core.size() > 1 && core[0] == '@' && is_word_character(core[1]) && takes(mask_handles)) {
      std::size_t end = 1;
      while (end < core.size() && is_word_character(core[end])) ++end;
      core.remove_prefix(end);
      word = word.substr(static_cast<std::size_t>(core.data() - word.data()));
      text_ += ' ';
    }
    add_without_codes(word);
  }

  static bool is_url(std::string_view word) {
    const std::string lower = lower_case(word.substr(0, 12));
    const std::size_t scheme = word.find("://");
    return lower.starts_with("www.") || lower.starts_with("mailto:") ||
           (scheme != std::string_view::npos && scheme > 0 && scheme < 12 &&
            std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(scheme),
                        [](char c) { return is_ascii_letter(c) || is_digit(c) || c == '+'; }));
  }

  static bool is_mail_address(std::string_view word) {
    const std::size_t at = word.find('@');
    return at != std::string_view::npos && at > 0 && word.find('.', at) != std::string_view::npos;
  }

  void add_without_codes(std::string_view word) {
    while (!word.empty()) {
      std::size_t end = 0;
      while (end < word.size() && is_word_character(word[end])) ++end;
      const std::string_view run = word.substr(0, end);
      const bool is_code =
          std::any_of(run.begin(), run.end(), is_digit) &&
          std::any_of(run.begin(), run.end(), [](char c) { return is_ascii_letter(c) || c < 0; });
      if (!is_code || !takes(mask_codes)) text_ += run;
      if (end < word.size()) text_ += word[end++];
      word.remove_prefix(end);
    }
  }

  void tell() {
    std::string told;
    for (std::size_t i = 0; i < mask_kinds; ++i)
      if (const std::int64_t count = std::exchange(counts_[i], 0); count > 0)
        told += (told.empty() ? "" : ", ") + std::to_string(count) + ' ' + masked_things[i] +
                (i == mask_emails               ? (count > 1 ? "es" : "")
                 : count > 1 && i != mask_codes ? "s"
                                                : "");
    if (!told.empty()) reading_.report(name_ + ": masked: " + told);
  }

  std::unique_ptr<TextReader> reader_;
  std::string name_;
  Reading reading_;
  std::string text_;
  std::array<bool, mask_kinds> is_masked_{};
  std::array<std::int64_t, mask_kinds> counts_{};
};

}  // namespace

void check_mask(const std::string &mask) {
  if (mask == "all" || mask == "none") return;
  for (std::size_t begin = 0; begin <= mask.size();) {
    const std::size_t end = std::min(mask.find(',', begin), mask.size());
    const std::string word = mask.substr(begin, end - begin);
    if (std::find(mask_words.begin(), mask_words.end(), word) == mask_words.end())
      throw Failure("--mask " + escaped(mask) +
                    ": expected all, none, or some of urls, emails, handles, codes, separated by "
                    "commas");
    begin = end + 1;
  }
}

std::unique_ptr<TextReader> read_masked(std::unique_ptr<TextReader> reader, const std::string &name,
                                        const Reading &reading) {
  if (!reading.mask || *reading.mask == "none") return reader;
  return std::make_unique<MaskedReader>(std::move(reader), name, reading);
}

}  // namespace cli
