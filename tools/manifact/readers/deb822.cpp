#include <utility>

#include "readers/addresses.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_field(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (lower(left[i]) != lower(right[i])) return false;
  }
  return true;
}

// "Description", or its translation "Description-en"; not "Description-md5".
bool is_description(std::string_view field) {
  constexpr std::string_view name = "Description";
  if (!same_field(field.substr(0, name.size()), name)) return false;
  return field.size() == name.size() ||
         (field[name.size()] == '-' && !same_field(field.substr(name.size() + 1), "md5"));
}

class Deb822Reader final : public TextReader {
 public:
  Deb822Reader(std::unique_ptr<Bytes> bytes, const Reading &reading)
      : lines_(std::move(bytes), reading), fields_(reading.fields) {}

  bool next(Document &document) override {
    text_.clear();
    is_described_ = false;
    document.id = "";
    document.label = "";
    document.date = "";
    document.link = "";
    document.groups.assign(fields_.groups.size(), "");
    bool is_open = false;
    std::string *value =
        nullptr;  // where the lines of the current field are appended; null if the field is ignored
    for (std::string_view line; lines_.next(line);) {
      if (trimmed(line).empty()) {
        if (is_open) break;
        continue;
      }
      if (line.front() == '#') continue;
      if (is_blank(line.front())) {
        if (!is_open) throw malformed();
        if (value == &text_) add_line(trimmed(line));
        continue;
      }
      if (!is_open) begun_ = lines_.number();
      is_open = true;
      value = take_field(line, document);
    }
    if (!is_open) return end();
    if (document.id.empty()) document.id = "line " + std::to_string(begun_);
    document.text = text_;
    ++documents_;
    return true;
  }

  std::int64_t repaired() const override { return lines_.replaced(); }

 private:
  // A paragraph without a description is an empty document, unless no paragraph has one.
  bool end() const {
    if (documents_ == 0 || ever_described_) return false;
    throw Failure(lines_.name() + " has no field " + fields_.text.value_or("Description") +
                  "; --text-field names the field of the text");
  }

  Failure malformed() const {
    return Failure(
        lines_.place() +
        ": expected \"Field: value\", or a line that continues a field and starts with a blank");
  }

  std::string *take_field(std::string_view line, Document &document) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 ||
        line.substr(0, colon).find_first_of(" \t") != std::string_view::npos)
      throw malformed();
    const std::string_view field = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (same_field(field, fields_.id.value_or("Package"))) document.id = value;
    if (same_field(field, fields_.label.value_or("Section"))) document.label = value;
    if (fields_.date && same_field(field, *fields_.date)) document.date = value;
    if (fields_.link && same_field(field, *fields_.link)) document.link = address_in(value);
    for (std::size_t g = 0; g < fields_.groups.size(); ++g)
      if (same_field(field, fields_.groups[g])) document.groups[g] = value;
    const bool is_text = fields_.text ? same_field(field, *fields_.text) : is_description(field);
    if (!is_text || is_described_) return nullptr;  // the first of several translations
    is_described_ = ever_described_ = true;
    text_ = value;
    return &text_;
  }

  // A line of the long description; "." is an empty line between two paragraphs.
  void add_line(std::string_view line) {
    text_ += '\n';
    if (line != ".") text_ += line;
  }

  Lines lines_;
  Fields fields_;
  std::string text_;
  std::int64_t begun_ = 0;  // the first line of the paragraph
  std::int64_t documents_ = 0;
  bool is_described_ = false;  // the current document has a text, possibly an empty one
  bool ever_described_ = false;
};

}  // namespace

std::unique_ptr<TextReader> read_deb822(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  return std::make_unique<Deb822Reader>(std::move(bytes), reading);
}

}  // namespace cli
