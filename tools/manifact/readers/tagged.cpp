// Records of lines that begin with a tag: RIS, MEDLINE, Web of Science, refer.
#include <utility>

#include "readers/literature.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

bool is_capital_or_digit(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool has_only_blanks(std::string_view line) {
  return line.find_first_not_of(" \t\r\f") == std::string_view::npos;
}

struct TaggedLine {
  enum class Kind { field, continuation, blank, other } kind = Kind::other;
  std::string_view tag, value;
};

// "TI  - Flour". In some files the hyphen follows one blank, as it does in texts: `hyphen` is its
// place in the first line of a record.
TaggedLine ris_line(std::string_view line, std::size_t hyphen) {
  const bool has_tag = line.size() > hyphen && line[0] >= 'A' && line[0] <= 'Z' &&
                       is_capital_or_digit(line[1]) && line.find_first_not_of(' ', 2) == hyphen &&
                       line[hyphen] == '-';
  if (!has_tag || (hyphen < 4 && line.size() > hyphen + 1 && line[hyphen + 1] != ' '))
    return {TaggedLine::Kind::continuation, "", line};
  return {TaggedLine::Kind::field, line.substr(0, 2), line.substr(hyphen + 1)};
}

// "TI  - Flour", "PMID- 1"; six blanks continue a field.
TaggedLine medline_line(std::string_view line) {
  std::size_t size = 0;
  while (size < line.size() && is_capital_or_digit(line[size])) ++size;
  if (size >= 1 && size <= 4 && line.size() > 4 && line[4] == '-' &&
      line.find_first_not_of(' ', size) == 4)
    return {TaggedLine::Kind::field, line.substr(0, size), line.substr(5)};
  if (line.starts_with("   ")) return {TaggedLine::Kind::continuation, "", line};
  return {};
}

// "TI Flour"; three blanks continue a field.
TaggedLine wos_line(std::string_view line) {
  if (line.starts_with("   ")) return {TaggedLine::Kind::continuation, "", line};
  if (line.size() >= 2 && line[0] >= 'A' && line[0] <= 'Z' && is_capital_or_digit(line[1]) &&
      (line.size() == 2 || line[2] == ' '))
    return {TaggedLine::Kind::field, line.substr(0, 2), line.substr(2)};
  return {};
}

// "%T Flour"
TaggedLine refer_line(std::string_view line) {
  if (line.size() > 1 && line[0] == '%' && line[1] > ' ' && (line.size() == 2 || line[2] == ' '))
    return {TaggedLine::Kind::field, line.substr(0, 2), line.substr(2)};
  return {TaggedLine::Kind::continuation, "", line};
}

class TaggedRecords final : public ReferenceTable {
 public:
  TaggedRecords(Format format, std::unique_ptr<Bytes> bytes, const Reading &reading)
      : ReferenceTable(bytes->name(), format, reading),
        format_(format),
        lines_(std::move(bytes), reading) {}

 protected:
  bool next(Reference &reference, std::string &place) override {
    field_.clear();
    value_.clear();
    size_ = 0;
    bool is_open = std::exchange(is_begun_, false);
    if (is_open) begin(place, reference);
    while (!is_ended_ && take_line()) {
      const TaggedLine line = classified();
      if (line.kind == TaggedLine::Kind::field && line.tag == end_tag()) {
        if (is_open) return close(reference);
        leave_out();
      } else if (begins_record(line, is_open)) {
        if (is_open) {
          is_begun_ = true;
          if (!end_tag().empty()) tell_unclosed();
          return close(reference);
        }
        is_open = true;
        begin(place, reference);
      } else if (line.kind == TaggedLine::Kind::blank) {
        if (is_open && ends_at_blank()) return close(reference);
        if (is_open && !value_.empty()) value_ += '\n';
        after_blank_ = true;
        continue;
      } else if (!is_open || line.kind == TaggedLine::Kind::other) {
        if (!is_head(line)) leave_out();
      } else if (line.kind == TaggedLine::Kind::continuation) {
        append(line.value, reference);
      } else {
        start_field(line, reference);
      }
      after_blank_ = false;
    }
    if (is_open && !end_tag().empty() && !is_ended_) tell_unclosed();
    return is_open && close(reference);
  }

  void finish() override {
    if (left_out_ > 0)
      reading_.report(name() + ": " + counted(left_out_, "line") +
                      (left_out_ == 1 ? " is" : " are") +
                      " no part of a record and left out, the first is line " +
                      std::to_string(first_left_out_));
    if (unclosed_ > 0 && reading_.warn)
      reading_.warn(name() + ": " + counted(unclosed_, "record") + " without the line " +
                    std::string(end_tag()) + " that ends it, the first at line " +
                    std::to_string(first_unclosed_) +
                    "; each is read up to the beginning of the next, or to the end");
  }

 private:
  bool take_line() {
    if (!lines_.next(line_)) return false;
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    if (begun_ == 0 && line_.starts_with("TY ")) hyphen_ = line_.starts_with("TY - ") ? 3 : 4;
    return true;
  }

  TaggedLine classified() const {
    if (has_only_blanks(line_)) return {TaggedLine::Kind::blank, "", ""};
    switch (format_) {
      case Format::ris:
        return ris_line(line_, hyphen_);
      case Format::nbib:
        return medline_line(line_);
      case Format::wos:
        return wos_line(line_);
      default:
        return refer_line(line_);
    }
  }

  std::string_view end_tag() const {
    return format_ == Format::ris || format_ == Format::wos ? "ER" : "";
  }

  // refer has no tag that begins a record, but EndNote writes %0 first.
  bool begins_record(const TaggedLine &line, bool is_open) {
    if (line.kind != TaggedLine::Kind::field) return false;
    if (format_ == Format::ris) return line.tag == "TY";
    if (format_ == Format::nbib) return line.tag == "PMID" || !is_open;
    if (format_ == Format::wos) return line.tag == "PT";
    if (first_tag_.empty()) first_tag_ = line.tag;
    return !is_open || (first_tag_ == "%0" ? line.tag == "%0" : after_blank_);
  }

  bool ends_at_blank() const { return format_ == Format::nbib; }

  // The lines around the records of the Web of Science.
  bool is_head(const TaggedLine &line) {
    if (format_ != Format::wos || line.kind != TaggedLine::Kind::field) return false;
    if (line.tag == "EF") is_ended_ = true;
    return line.tag == "EF" || line.tag == "FN" || line.tag == "VR";
  }

  void begin(std::string &place, Reference &reference) {
    begun_ = lines_.number();
    place = "line " + std::to_string(begun_);
    start_field(classified(), reference);
  }

  void start_field(const TaggedLine &line, Reference &reference) {
    flush(reference);
    field_ = line.tag;
    value_ = line.value;
    is_wanted_ = reference.wants(field_);
    count(line.value);
  }

  // The authors of the Web of Science stand on a line each.
  void append(std::string_view text, Reference &reference) {
    count(text);
    if (!is_wanted_) return;
    if (format_ == Format::wos && (field_ == "AU" || field_ == "AF")) {
      reference.add(field_, std::exchange(value_, std::string(text)));
      return;
    }
    const std::size_t first = text.find_first_not_of(" \t");
    if (!value_.empty() && value_.back() != '\n') value_ += ' ';
    value_ += text.substr(first == std::string_view::npos ? text.size() : first);
  }

  void flush(Reference &reference) {
    if (is_wanted_) reference.add(field_, value_);
    value_.clear();
  }

  bool close(Reference &reference) {
    flush(reference);
    return true;
  }

  void count(std::string_view text) {
    size_ += text.size();
    require_short(size_, name() + ", line " + std::to_string(begun_));
  }

  void leave_out() {
    if (left_out_++ == 0) first_left_out_ = lines_.number();
  }

  void tell_unclosed() {
    if (unclosed_++ == 0) first_unclosed_ = begun_;
  }

  Format format_;
  Lines lines_;
  std::string_view line_;
  std::string first_tag_, field_, value_;
  bool is_begun_ = false;  // line_ begins the next record
  bool is_ended_ = false, is_wanted_ = false, after_blank_ = false;
  std::size_t size_ = 0, hyphen_ = 4;
  std::int64_t begun_ = 0, left_out_ = 0, first_left_out_ = 0, unclosed_ = 0, first_unclosed_ = 0;
};

}  // namespace

std::unique_ptr<Stream> open_tagged(Format format, std::unique_ptr<Bytes> bytes,
                                    const Reading &reading) {
  return std::make_unique<TaggedRecords>(format, std::move(bytes), reading);
}

}  // namespace cli
