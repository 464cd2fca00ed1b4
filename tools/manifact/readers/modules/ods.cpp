// Spreadsheets of OpenDocument (ISO/IEC 26300): the cells of a sheet as they are shown.
#include <algorithm>
#include <set>
#include <utility>

#include "readers/modules/spreadsheet.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// The visible sheets, which content.xml names one after the other.
class OdsNames final : public XmlPart {
 public:
  explicit OdsNames(Workbook &book) : XmlPart(book, "content.xml") { parse_all(); }
  std::vector<std::string> all, visible;

 private:
  void start(std::string_view element, const Attributes &attributes) override {
    if (element == "style") style_ = attributes.text("style:name");
    if (element == "table-properties" && attributes.text("table:display") == "false")
      hidden_.insert(style_);
    // A table may stand in a cell.
    if (element == "table" && depth_++ == 0) {
      all.emplace_back(attributes.text("table:name"));
      if (!hidden_.contains(std::string(attributes.text("table:style-name"))))
        visible.push_back(all.back());
    }
  }
  void end(std::string_view element) override { depth_ -= element == "table" ? 1 : 0; }
  void text(std::string_view) override {}

  std::string style_;
  std::set<std::string> hidden_;
  int depth_ = 0;
};

class OdsSheet final : public Sheet {
 public:
  OdsSheet(Workbook &book, const std::optional<std::string> &wanted) : book_(book) {
    const OdsNames names(book);
    if (names.all.empty()) throw Failure(book.name() + " has no sheet");
    std::size_t &place = place_;
    file_part_ = "content.xml";
    if (wanted) {
      place = place_of_sheet(book, names.all, *wanted);
    } else if (!names.visible.empty()) {
      place = static_cast<std::size_t>(
          std::find(names.all.begin(), names.all.end(), names.visible.front()) - names.all.begin());
    }
    name_ = names.all[place];
    for (const std::string &name : names.visible)
      if (name != name_) others_.push_back(name);
    part_ = std::make_unique<Content>(book, *this, place);
  }

  bool next(Row &row) override {
    while (rows_.empty() && part_->parse_more()) {
    }
    if (rows_.empty()) return false;
    PackedRow &first = rows_.front();
    first.expand(book_, row);
    ++first.number;
    if (--first.repeats == 0) rows_.pop_front();
    return true;
  }

 private:
  class Content final : public XmlPart {
   public:
    Content(Workbook &book, OdsSheet &sheet, std::size_t place)
        : XmlPart(book, "content.xml"), book_(book), sheet_(sheet), place_(place) {}

   private:
    void start(std::string_view element, const Attributes &attributes) override {
      if (element == "table" && depth_++ == 0) is_wanted_ = tables_++ == place_;
      if (!is_wanted_ || depth_ != 1) return;
      const bool is_cell = element == "table-cell" || element == "covered-table-cell";
      if (element == "table-row" ? is_in_row_ : is_cell && (is_in_cell_ || !is_in_row_))
        throw Failure("the element " + std::string(element) + " is out of place at " + place());
      if (element == "table-row") {
        is_in_row_ = true;
        row_.clear();
        column_ = 0;
        row_.repeats = attributes.number("table:number-rows-repeated", 1, 1, most_rows);
        sheet_.hidden_rows += attributes.text("table:visibility") == "filter" ? 1 : 0;
      } else if (is_cell) {
        begin_cell(attributes);
      } else if (element == "annotation") {
        ++notes_;
      } else if (is_in_cell_ && notes_ == 0) {
        if (element == "p" && paragraphs_++ > 0) shown_ += '\n';
        if (element == "line-break") shown_ += '\n';
        if (element == "tab") shown_ += '\t';
        if (element == "s") add_blanks(attributes.number("text:c", 1, 0, longest_cell));
      }
    }

    void end(std::string_view element) override {
      if (element == "table" && --depth_ == 0 && is_wanted_) stop();
      if (!is_wanted_ || depth_ != 1) return;
      if (element == "annotation") --notes_;
      if (element == "table-cell" || element == "covered-table-cell") end_cell();
      if (element == "table-row") end_row();
    }

    void text(std::string_view characters) override {
      if (is_in_cell_ && notes_ == 0 && paragraphs_ > 0) shown_ += characters;
    }

    void add_blanks(std::int64_t count) {
      book_.count(count);
      if (std::ssize(shown_) + count > longest_cell) throw cell_too_long(column_, row_.number);
      shown_.append(static_cast<std::size_t>(count), ' ');
    }

    void begin_cell(const Attributes &attributes) {
      is_in_cell_ = true;
      paragraphs_ = 0;
      shown_.clear();
      type_ = attributes.text("office:value-type");
      is_error_ = attributes.text("calcext:value-type") == "error";
      repeated_ = attributes.number("table:number-columns-repeated", 1, 1, most_rows);
      value_ = attributes.text(type_ == "date"      ? "office:date-value"
                               : type_ == "boolean" ? "office:boolean-value"
                                                    : "office:value");
      const bool has_formula = attributes.find("table:formula").has_value();
      if (has_formula && type_.empty() && sheet_.uncomputed++ == 0)
        sheet_.first_uncomputed = place();
    }

    std::string place() const { return column_letters(column_) + std::to_string(row_.number); }

    // A number as its value, unless it is shown with zeros before it, as an id.
    std::string content() {
      if (is_error_ && sheet_.errors++ == 0) sheet_.first_error = place();
      if (is_error_) return "";
      if (type_ == "float" && shown_.size() > 1 && shown_.front() == '0' &&
          shown_.find_first_not_of("0123456789") == std::string::npos)
        return shown_;
      if (type_ == "boolean") return value_ == "true" ? "TRUE" : "FALSE";
      const bool has_value =
          type_ == "float" || type_ == "percentage" || type_ == "currency" || type_ == "date";
      return has_value ? value_ : shown_;
    }

    void end_cell() {
      is_in_cell_ = false;
      std::string cell = content();
      if (!cell.empty()) row_.add(column_, std::move(cell), repeated_);
      column_ += repeated_;
    }

    void end_row() {
      is_in_row_ = false;
      if (!row_.is_empty()) {
        if (row_.number + row_.repeats - 1 > most_rows)
          throw Failure("there are more than " + std::to_string(most_rows) + " rows");
        sheet_.rows_.push_back(row_);
      }
      row_.number += row_.repeats;
    }

    Workbook &book_;
    OdsSheet &sheet_;
    std::size_t place_, tables_ = 0;
    int depth_ = 0, notes_ = 0, paragraphs_ = 0;
    bool is_wanted_ = false, is_in_row_ = false, is_in_cell_ = false, is_error_ = false;
    PackedRow row_{1};
    std::int64_t column_ = 0, repeated_ = 1;
    std::string type_, value_, shown_;
  };

  Workbook &book_;
  std::unique_ptr<Content> part_;
  std::deque<PackedRow> rows_;
};

}  // namespace

std::unique_ptr<Sheet> open_ods(Workbook &book, const std::optional<std::string> &wanted) {
  return std::make_unique<OdsSheet>(book, wanted);
}

}  // namespace cli
