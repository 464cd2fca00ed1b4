// Workbooks of Office Open XML (ECMA-376): the cells of a sheet as they are shown.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

#include "readers/modules/spreadsheet.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

// The path of a part, which may be relative to that of another.
std::string part_beside(const std::string &other, std::string_view target) {
  std::string path = target.starts_with('/') ? std::string(target.substr(1))
                                             : other.substr(0, other.rfind('/') + 1);
  if (target.starts_with('/')) return path;
  while (target.starts_with("../") && !path.empty()) {
    target.remove_prefix(3);
    const std::size_t slash = path.rfind('/', path.size() - 2);
    path.resize(slash == std::string::npos ? 0 : slash + 1);
  }
  while (target.starts_with("./")) target.remove_prefix(2);
  return path + std::string(target);
}

struct Relation {
  std::string id, type, part;
};

// "xl/_rels/workbook.xml.rels" of "xl/workbook.xml".
class Relations final : public XmlPart {
 public:
  Relations(Workbook &book, const std::string &part) : XmlPart(book, rels_of(part)), source_(part) {
    parse_all();
  }
  std::vector<Relation> all;

  // The first of a type, which has two spellings: ".../relationships/styles".
  const Relation *of_type(std::string_view type) const {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Relation &relation) {
      return relation.type.ends_with(type);
    });
    return found == all.end() ? nullptr : &*found;
  }

 private:
  static std::string rels_of(const std::string &part) {
    const std::size_t name = part.rfind('/') + 1;  // npos + 1 == 0
    return part.substr(0, name) + "_rels/" + part.substr(name) + ".rels";
  }
  void start(std::string_view element, const Attributes &attributes) override {
    if (element != "Relationship" || attributes.text("TargetMode") == "External") return;
    all.push_back({std::string(attributes.text("Id")), std::string(attributes.text("Type")),
                   part_beside(source_, attributes.text("Target"))});
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}

  std::string source_;
};

struct SheetEntry {
  std::string name, id;
  bool is_hidden = false;
};

class WorkbookPart final : public XmlPart {
 public:
  WorkbookPart(Workbook &book, const std::string &part) : XmlPart(book, part) { parse_all(); }
  std::vector<SheetEntry> sheets;
  bool begins_in_1904 = false;

 private:
  void start(std::string_view element, const Attributes &attributes) override {
    if (element == "sheet")
      sheets.push_back({std::string(attributes.text("name")), std::string(attributes.text("id")),
                        attributes.text("state").find("idden") != std::string_view::npos});
    if (element == "workbookPr") {
      const std::string_view given = attributes.text("date1904");
      begins_in_1904 = given == "1" || given == "true";
    }
  }
  void end(std::string_view) override {}
  void text(std::string_view) override {}
};

// Text in elements <t>, without phonetic hints (rPh). "_x000D_" is a character by its number.
class TextCollector {
 public:
  bool start(std::string_view element) {
    if (element == "rPh") ++hints_;
    is_open_ = element == "t" && hints_ == 0;
    return is_open_;
  }
  void end(std::string_view element) {
    if (element == "rPh") --hints_;
    if (element == "t") is_open_ = false;
  }
  void add(std::string_view characters) {
    if (is_open_) text_ += characters;
  }
  std::string take() { return unescaped(std::exchange(text_, "")); }

 private:
  static std::string unescaped(const std::string &text) {
    if (text.find("_x") == std::string::npos) return text;
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
      unsigned code = 0;
      const char *const digits = text.data() + i + 2;
      if (i + 7 <= text.size() && text[i] == '_' && text[i + 1] == 'x' && text[i + 6] == '_' &&
          std::from_chars(digits, digits + 4, code, 16).ptr == digits + 4 && code > 0 &&
          code < 0x80) {
        result += static_cast<char>(code);
        i += 7;
      } else {
        result += text[i++];
      }
    }
    return result;
  }

  std::string text_;
  int hints_ = 0;
  bool is_open_ = false;
};

class SharedStrings final : public XmlPart {
 public:
  SharedStrings(Workbook &book, const std::string &part) : XmlPart(book, part) { parse_all(); }
  std::vector<std::string> all;

 private:
  void start(std::string_view element, const Attributes &) override { collector_.start(element); }
  void end(std::string_view element) override {
    collector_.end(element);
    if (element == "si") all.push_back(collector_.take());
  }
  void text(std::string_view characters) override { collector_.add(characters); }

  TextCollector collector_;
};

// How a number is shown.
struct NumberFormat {
  enum Kind { plain, date, date_and_time, time } kind = plain;
  std::size_t digits = 0;  // at least, of whole numbers: "00000"
};

// The first section of a format, without what is quoted, escaped or in brackets.
std::string bare_format(std::string_view code) {
  std::string bare;
  for (std::size_t i = 0; i < code.size() && code[i] != ';'; ++i) {
    if (code[i] == '\\' || code[i] == '_' || code[i] == '*') {
      ++i;
    } else if (code[i] == '"' || code[i] == '[') {
      const std::size_t end = code.find(code[i] == '"' ? '"' : ']', i + 1);
      const std::string_view inside = code.substr(i + 1, end - i - 1);
      // [h]:mm is a duration, which may exceed a day.
      if (code[i] == '[' && !inside.empty() &&
          inside.find_first_not_of("hHmMsS") == std::string_view::npos)
        return "";
      if (end == std::string_view::npos) break;
      i = end;
    } else {
      bare += code[i];
    }
  }
  return lower_case(bare);
}

NumberFormat format_of_code(std::string_view code) {
  std::string bare = bare_format(code);
  for (const std::string_view half_day : {"am/pm", "a/p"}) {
    const std::size_t at = bare.find(half_day);
    if (at != std::string::npos) bare.replace(at, half_day.size(), "h");
  }
  if (bare.empty() || bare == "general" || bare == "@") return {};
  if (bare.find_first_not_of('0') == std::string::npos) return {NumberFormat::plain, bare.size()};
  const auto has = [&](const char *letters) {
    return bare.find_first_of(letters) != std::string::npos;
  };
  if (has("#?0%") && !has("yd")) {
    // "ss.000" has digits, too.
    if (!has("hs")) return {};
  }
  const bool has_time = has("hs");
  const bool has_date = has("yd") || (has("m") && !has_time);
  if (has_date) return {has_time ? NumberFormat::date_and_time : NumberFormat::date, 0};
  return {has_time ? NumberFormat::time : NumberFormat::plain, 0};
}

// Formats that every workbook has (ECMA-376, 18.8.30), also those of East Asian programs.
NumberFormat format_of_number(std::int64_t id) {
  const auto between = [&](std::int64_t first, std::int64_t last) {
    return first <= id && id <= last;
  };
  if (between(14, 17) || between(27, 31) || between(34, 36) || between(50, 54) || between(57, 58))
    return {NumberFormat::date, 0};
  if (id == 22) return {NumberFormat::date_and_time, 0};
  if (between(18, 21) || between(32, 33) || id == 45 || id == 47 || between(55, 56))
    return {NumberFormat::time, 0};
  return {};
}

class Styles final : public XmlPart {
 public:
  Styles(Workbook &book, const std::string &part) : XmlPart(book, part) { parse_all(); }
  std::vector<NumberFormat> of_style;

 private:
  void start(std::string_view element, const Attributes &attributes) override {
    if (element == "numFmt")
      codes_[std::string(attributes.text("numFmtId"))] =
          format_of_code(attributes.text("formatCode"));
    if (element == "cellXfs") is_open_ = true;
    if (element != "xf" || !is_open_) return;
    const auto found = codes_.find(std::string(attributes.text("numFmtId")));
    of_style.push_back(found != codes_.end()
                           ? found->second
                           : format_of_number(attributes.number("numFmtId", 0, 0, 1 << 20)));
  }
  void end(std::string_view element) override {
    if (element == "cellXfs") is_open_ = false;
  }
  void text(std::string_view) override {}

  std::map<std::string, NumberFormat> codes_;
  bool is_open_ = false;
};

// ISO 8601. The system of 1900 counts a 29th of February in that year.
std::string date_of(double serial, NumberFormat::Kind kind, bool begins_in_1904) {
  using namespace std::chrono;
  constexpr double seconds_of_day = 86400;
  const auto total = static_cast<std::int64_t>(std::llround(serial * seconds_of_day));
  std::int64_t day = total / 86400;
  const std::int64_t second = total % 86400;
  char clock[16], result[40];
  std::snprintf(clock, sizeof clock, "%02d:%02d:%02d", static_cast<int>(second / 3600),
                static_cast<int>(second / 60 % 60), static_cast<int>(second % 60));
  if (kind == NumberFormat::time && day == 0) return clock;
  const sys_days origin = begins_in_1904 ? sys_days(year(1904) / 1 / 1)
                                         : sys_days(year(1899) / 12 / (day < 60 ? 31 : 30));
  const year_month_day date(origin + days(day));
  std::snprintf(result, sizeof result, "%04d-%02u-%02u%s%s", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                kind == NumberFormat::date && second == 0 ? "" : "T",
                kind == NumberFormat::date && second == 0 ? "" : clock);
  return result;
}

// Without an exponent: a whole number may be an id.
std::string shown_number(std::string_view written, double value, std::size_t digits) {
  std::string shown(written);
  if (written.find_first_not_of("0123456789.-") != std::string_view::npos &&
      std::abs(value) < 1e21) {
    char text[400];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
    shown.assign(text, end);
  }
  if (digits > shown.size() && shown.find_first_not_of("0123456789") == std::string::npos)
    shown.insert(0, digits - shown.size(), '0');
  return shown;
}

class XlsxSheet final : public Sheet {
 public:
  XlsxSheet(Workbook &book, const std::optional<std::string> &wanted) : book_(book) {
    const Relations roots(book, "");
    const Relation *root = roots.of_type("/officeDocument");
    if (root == nullptr) throw Failure(book.name() + " is a damaged spreadsheet: no workbook");
    const WorkbookPart workbook(book, root->part);
    const Relations relations(book, root->part);
    if (const Relation *part = relations.of_type("/sharedStrings"); part && book.has(part->part))
      strings_ = std::move(SharedStrings(book, part->part).all);
    if (const Relation *part = relations.of_type("/styles"); part && book.has(part->part))
      formats_ = std::move(Styles(book, part->part).of_style);
    begins_in_1904_ = workbook.begins_in_1904;
    file_part_ = choose(book, workbook, relations, wanted);
    part_ = std::make_unique<SheetPart>(book, file_part_, *this);
  }

  bool next(Row &row) override {
    while (rows_.empty() && part_->parse_more()) {
    }
    if (rows_.empty()) return false;
    rows_.front().expand(book_, row);
    rows_.pop_front();
    return true;
  }

 private:
  // Charts are sheets, too.
  std::string choose(const Workbook &book, const WorkbookPart &workbook, const Relations &relations,
                     const std::optional<std::string> &wanted) {
    std::vector<std::pair<SheetEntry, std::string>> sheets;
    std::vector<std::string> names;
    for (const SheetEntry &sheet : workbook.sheets)
      for (const Relation &relation : relations.all)
        if (relation.id == sheet.id && relation.type.ends_with("/worksheet")) {
          sheets.emplace_back(sheet, relation.part);
          names.push_back(sheet.name);
        }
    if (sheets.empty()) throw Failure(book.name() + " has no sheet with cells");
    auto chosen = std::find_if(sheets.begin(), sheets.end(),
                               [](const auto &sheet) { return !sheet.first.is_hidden; });
    if (chosen == sheets.end()) chosen = sheets.begin();
    if (wanted)
      chosen = sheets.begin() + static_cast<std::ptrdiff_t>(place_of_sheet(book, names, *wanted));
    name_ = chosen->first.name;
    for (const auto &sheet : sheets)
      if (!sheet.first.is_hidden && &sheet != &*chosen) others_.push_back(sheet.first.name);
    return chosen->second;
  }

  class SheetPart final : public XmlPart {
   public:
    SheetPart(Workbook &book, const std::string &part, XlsxSheet &sheet)
        : XmlPart(book, part), sheet_(sheet) {}

   private:
    // Where the parser is. Each is an element within the one before it, the last three in a cell.
    enum class Level { outside, sheet, row, cell, formula, value, text };

    static std::optional<Level> level_of(std::string_view element) {
      constexpr std::pair<std::string_view, Level> levels[] = {
          {"sheetData", Level::sheet}, {"row", Level::row}, {"c", Level::cell},
          {"f", Level::formula},       {"v", Level::value}, {"is", Level::text}};
      for (const auto &[name, level] : levels)
        if (name == element) return level;
      return std::nullopt;
    }
    static Level parent_of(Level level) {
      return level > Level::cell ? Level::cell : static_cast<Level>(static_cast<int>(level) - 1);
    }

    void start(std::string_view element, const Attributes &attributes) override {
      const std::optional<Level> level = skipped_ > 0 ? std::nullopt : level_of(element);
      if (!level) {
        if (level_ == Level::text)
          inline_.start(element);
        else if (level_ != Level::outside)
          ++skipped_;  // with what is in it, such as extensions
        return;
      }
      if (parent_of(*level) != level_)
        throw Failure("the element " + std::string(element) + " is out of place " +
                      (row_.number == 0 ? "before the first row"
                       : column_ < 0    ? "at row " + std::to_string(row_.number)
                                        : "at cell " + place()));
      level_ = *level;
      if (level == Level::row) begin_row(attributes);
      if (level == Level::cell) begin_cell(attributes);
      if (level == Level::formula) has_formula_ = true;
      if (level == Level::text) has_value_ = true;
    }

    void begin_row(const Attributes &attributes) {
      row_.number = attributes.number("r", row_.number + 1, row_.number + 1, most_rows);
      row_.clear();
      column_ = -1;
      const std::string_view hidden = attributes.text("hidden");
      sheet_.hidden_rows += hidden == "1" || hidden == "true" ? 1 : 0;
    }

    void begin_cell(const Attributes &attributes) {
      column_ = column_of(attributes.text("r"), column_ + 1);
      type_ = attributes.text("t");
      style_ = attributes.number("s", 0, 0, 1 << 20);
      value_.clear();
      has_formula_ = has_value_ = false;
    }

    void end(std::string_view element) override {
      if (skipped_ > 0) {
        --skipped_;
        return;
      }
      const std::optional<Level> level = level_of(element);
      if (!level) {
        if (level_ == Level::text) inline_.end(element);
        return;
      }
      if (level == Level::text) value_ = inline_.take();
      // The empty text is a result, which has a type; programs that do not compute write no type.
      if (level == Level::value) has_value_ = !value_.empty() || type_ == "str";
      if (level == Level::cell) take_cell();
      if (level == Level::row && !row_.is_empty()) sheet_.rows_.push_back(row_);
      if (level == Level::sheet) stop();
      level_ = parent_of(*level);
    }

    void text(std::string_view characters) override {
      if (level_ == Level::value && skipped_ == 0) value_ += characters;
      if (level_ == Level::text) inline_.add(characters);
    }

    // "BC12", or the next column.
    std::int64_t column_of(std::string_view reference, std::int64_t next) const {
      if (reference.empty()) return next;
      std::int64_t column = 0;
      for (const char c : reference) {
        if (c < 'A' || c > 'Z' || column > most_columns) break;
        column = 26 * column + (c - 'A' + 1);
      }
      if (column < next + 1 || column > most_columns)
        throw Failure("the cell " + excerpt(reference, 20) + " is out of place");
      return column - 1;
    }

    std::string place() const { return column_letters(column_) + std::to_string(row_.number); }

    void take_cell() {
      std::string shown = shown_cell();
      if (shown.empty()) return;
      row_.add(column_, std::move(shown));
    }

    std::string shown_cell() {
      if (!has_value_ && has_formula_ && sheet_.uncomputed++ == 0)
        sheet_.first_uncomputed = place();
      if (type_ == "s") return shared_string();
      if (type_ == "e") {
        if (sheet_.errors++ == 0) sheet_.first_error = place();
        return "";
      }
      if (type_ == "b") return value_.empty() ? "" : value_ == "0" ? "FALSE" : "TRUE";
      if (type_ == "str" || type_ == "inlineStr" || type_ == "d") return value_;
      if (value_.empty()) return "";
      const std::optional<double> value = number_of(value_);
      if (!value)
        throw Failure("cell " + place() + ": \"" + excerpt(value_, 20) + "\" is not a number");
      const auto style = static_cast<std::size_t>(style_);
      const NumberFormat format =
          style < sheet_.formats_.size() ? sheet_.formats_[style] : NumberFormat{};
      constexpr double end_of_dates = 2958466;  // the year 10000
      if (format.kind != NumberFormat::plain && *value >= 0 && *value < end_of_dates - 1500)
        return date_of(*value, format.kind, sheet_.begins_in_1904_);
      return shown_number(value_, *value, format.digits);
    }

    std::string shared_string() const {
      if (value_.empty()) return "";
      std::size_t index = 0;
      const char *const end = value_.data() + value_.size();
      const auto [stop, problem] = std::from_chars(value_.data(), end, index);
      if (problem != std::errc() || stop != end || index >= sheet_.strings_.size())
        throw Failure("cell " + place() + " has the text " + excerpt(value_, 20) + " of " +
                      std::to_string(sheet_.strings_.size()));
      const std::string &shared = sheet_.strings_[index];
      sheet_.book_.count(std::ssize(shared));  // it may be long, and in all cells
      return shared;
    }

    XlsxSheet &sheet_;
    PackedRow row_{0};
    std::int64_t column_ = -1, style_ = 0;
    std::string type_, value_;
    TextCollector inline_;
    Level level_ = Level::outside;
    std::int64_t skipped_ = 0;  // open elements of other kinds
    bool has_formula_ = false, has_value_ = false;
  };

  Workbook &book_;
  std::vector<std::string> strings_;
  std::vector<NumberFormat> formats_;
  bool begins_in_1904_ = false;
  std::unique_ptr<SheetPart> part_;
  std::deque<PackedRow> rows_;
};

}  // namespace

std::unique_ptr<Sheet> open_xlsx(Workbook &book, const std::optional<std::string> &wanted) {
  return std::make_unique<XlsxSheet>(book, wanted);
}

}  // namespace cli
