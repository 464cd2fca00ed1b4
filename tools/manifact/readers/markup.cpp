// Tags of HTML in the fields of records: "<i>name</i>", "<jats:p>", "<br/>".
#include <algorithm>
#include <array>
#include <utility>

#include "readers/html.hpp"
#include "readers/text_reader.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// Names that occur between "<" and ">" in HTML and hardly elsewhere.
constexpr std::array tags{
    "a",   "abbr",  "b",     "big",    "blockquote", "br",  "center", "cite",  "code",
    "dd",  "del",   "div",   "dl",     "dt",         "em",  "font",   "h1",    "h2",
    "h3",  "h4",    "h5",    "h6",     "hr",         "i",   "img",    "inf",   "ins",
    "kbd", "li",    "mark",  "ol",     "p",          "pre", "q",      "s",     "sc",
    "scp", "small", "span",  "strike", "strong",     "sub", "sup",    "table", "tbody",
    "td",  "th",    "thead", "tr",     "tt",         "u",   "ul"};

bool is_tag_name(std::string_view name) {
  const std::string lower = lower_case(name);
  return lower.starts_with("jats:") || std::find(tags.begin(), tags.end(), lower) != tags.end();
}

}  // namespace

bool has_tag(std::string_view text) {
  constexpr std::string_view ends = " \t\r\n/>";
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string_view::npos;) {
    ++at;
    const std::size_t begin = at + (text.substr(at, 1) == "/" ? 1 : 0);
    const std::size_t end = text.find_first_of(ends, begin);
    if (end == std::string_view::npos) return false;
    if (end > begin && is_tag_name(text.substr(begin, end - begin)) &&
        text.find('>', end) != std::string_view::npos)
      return true;
  }
  return false;
}

namespace {

class MarkupReader final : public TextReader {
 public:
  MarkupReader(std::unique_ptr<TextReader> reader, std::string name, const Reading &reading)
      : reader_(std::move(reader)), name_(std::move(name)), reading_(reading) {}

  bool next(Document &document) override {
    if (!reader_->next(document)) {
      if (marked_ > 0)
        reading_.report(name_ + ": " + counted(marked_, "text") +
                        (can_read_html() ? " with HTML tags, read without them"
                                         : " with HTML tags, which this build cannot remove"));
      marked_ = 0;
      return false;
    }
    if (!has_tag(document.text)) return true;
    ++marked_;
    if (!can_read_html()) return true;
    text_ = text_of_html(document.text, name_, replaced_);
    document.text = text_;
    return true;
  }

  Fields fields() const override { return reader_->fields(); }
  std::string remark() const override { return reader_->remark(); }
  std::int64_t repaired() const override { return reader_->repaired() + replaced_; }

 private:
  std::unique_ptr<TextReader> reader_;
  std::string name_;
  Reading reading_;
  std::string text_;
  std::int64_t marked_ = 0, replaced_ = 0;
};

}  // namespace

std::unique_ptr<TextReader> read_without_tags(std::unique_ptr<TextReader> reader,
                                              const std::string &name, const Reading &reading) {
  if (reading.keeps_tags) return reader;
  return std::make_unique<MarkupReader>(std::move(reader), name, reading);
}

}  // namespace cli
