// Tables of text with a header: CSV and TSV.
#include <algorithm>
#include <utility>

#include "readers/addresses.hpp"
#include "readers/cell_values.hpp"
#include "readers/delimited.hpp"
#include "readers/field_names.hpp"
#include "readers/lines_above.hpp"
#include "readers/origin.hpp"
#include "readers/table_layout.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

class TableReader final : public TextReader {
 public:
  TableReader(std::unique_ptr<Bytes> bytes, const Reading &reading, const TableLayout &layout)
      : records_(std::move(bytes), reading, layout.dialect),
        reading_(reading),
        missing_(reading.missing),
        columns_(layout.row_header.size()),
        has_line_escapes_(layout.has_line_escapes) {
    if (!records_.follow_others()) {
      skip_title(records_, layout, reading);
      if (reading.header != Header::no && !records_.next(cells_)) return;
      for (std::size_t i = 0; i < layout.more_headers; ++i) records_.next(cells_);
    }
    keep_origin(layout);
    if (layout.dialect.is_dump) reading.report(records_.name() + dump_note);
    if (layout.has_line_escapes)
      reading.report(records_.name() +
                     ": \\n, \\t and \\\\ in fields stand for a line end, a tab and a backslash");
    const Fields fields = with_usual(layout.row_header, reading.fields, reading.usual);
    choice_ = chosen_fields(layout.row_header, fields, records_.name(), layout.seen);
    groups_ = group_fields(layout.row_header, fields, records_.name());
    keep_fields(layout.row_header);
    is_id_given_ = fields.id.has_value();
    is_label_given_ = fields.label.has_value();
    if (!fields.text)
      reading.report(records_.name() + " is a table; " +
                     shown_choice(layout.row_header, choice_, layout.seen));
    if (layout.more_headers > 0)
      reading.report(records_.name() + ": " +
                     counted(static_cast<std::int64_t>(layout.more_headers), "record") +
                     " below the header " + (layout.more_headers > 1 ? "belong" : "belongs") +
                     " to it and " + (layout.more_headers > 1 ? "are" : "is") +
                     " left out, as survey programs write them");
  }

  bool next(Document &document) override {
    if (!records_.next(cells_)) {
      reading_.report(records_.name(), std::exchange(missing_, MissingValues(reading_.missing)));
      links_.report(records_.name(), reading_);
      return false;
    }
    if (cells_.size() == 1 && columns_ > 1 && is_row_count(cells_.front())) return next(document);
    if (cells_.size() != columns_) complete();
    if (TableOrigin *const origin = reading_.origin.get(); origin != nullptr) {
      if (records_.has_rows()) origin->rows.push_back(records_.line());
    }
    document.text = text();
    document.id.assign(cell(choice_.id, MissingValues::id));
    if (document.id.empty()) document.id = records_.numbered(records_.line());
    document.label.assign(cell(choice_.label, MissingValues::label));
    document.date.assign(cell(choice_.date, MissingValues::date));
    document.link = choice_.link ? link() : std::string();
    document.groups.clear();
    for (const std::size_t place : groups_)
      document.groups.emplace_back(group_value(reading_, cells_[place], records_.is_quoted(place)));
    if (choice_.vector) document.vector.assign(vector());
    labels_seen_ = labels_seen_ || !document.label.empty();
    ids_seen_ = ids_seen_ || (choice_.id && !cells_[*choice_.id].empty());
    return true;
  }

  Fields fields() const override { return fields_; }

  std::string remark() const override {
    if (short_ > 0)
      return counted(short_, "record") + " of " + records_.name() +
             (short_ == 1 ? " has" : " have") + " fewer fields than the header, the first in " +
             records_.numbered(first_short_) + "; the missing ones are empty";
    if (is_label_given_ && !labels_seen_) return "no document has a label in the field given";
    if (is_id_given_ && !ids_seen_) return "no document has an id in the field given";
    return "";
  }

  std::int64_t repaired() const override { return records_.replaced(); }

 private:
  // psql ends a table with "(3 rows)".
  static bool is_row_count(std::string_view cell) {
    const std::size_t end = cell.find_first_not_of("0123456789", 1);
    return cell.starts_with('(') && end > 1 && end != std::string_view::npos &&
           (cell.substr(end) == " rows)" || cell.substr(end) == " row)");
  }

  void complete() {
    while (cells_.size() > columns_ && cells_.back().empty()) cells_.pop_back();
    if (cells_.size() == columns_) return;
    if (cells_.size() > columns_)
      throw Failure(records_.place() + ": " +
                    counted(static_cast<std::int64_t>(cells_.size()), "field") +
                    ", but the header has " + std::to_string(columns_) +
                    "; a field that contains the delimiter must be quoted");
    if (short_++ == 0) first_short_ = records_.line();
    cells_.resize(columns_);
  }

  void keep_origin(const TableLayout &layout) {
    TableOrigin *const origin = reading_.origin.get();
    if (origin == nullptr) return;
    origin->kind = origin->container;
    origin->layout = layout;
    if (origin->kind == TableOrigin::Kind::delimited) origin->add_lines_above();
    origin->has_header = reading_.header != Header::no;
    origin->header_row = records_.line();
  }

  void keep_fields(const std::vector<std::string> &names) {
    std::string text;
    for (const std::size_t place : choice_.text) text += (text.empty() ? "" : ",") + names[place];
    fields_.text = text;
    if (choice_.label) fields_.label = names[*choice_.label];
    if (choice_.id) fields_.id = names[*choice_.id];
    if (choice_.date) fields_.date = names[*choice_.date];
    if (choice_.link) fields_.link = names[*choice_.link];
    if (choice_.vector) fields_.vector = names[*choice_.vector];
  }

  std::string link() {
    const std::string_view cell = trimmed_cell(cells_[*choice_.link]);
    if (reading_.missing.contain(cell, records_.is_quoted(*choice_.link))) return "";
    return links_.address(cell, records_.numbered(records_.line()));
  }

  std::string_view vector() const {
    const std::string_view cell = cells_[*choice_.vector];
    return reading_.missing.contain(cell, records_.is_quoted(*choice_.vector)) ? "" : cell;
  }

  std::string_view cell(const std::optional<std::size_t> &place, MissingValues::Kind kind) {
    return place ? missing_(kind, cells_[*place], records_.is_quoted(*place)) : std::string_view();
  }

  std::string_view text() {
    for (const std::size_t place : choice_.text)
      if (has_line_escapes_) cells_[place] = undumped(cells_[place]);
    if (choice_.text.size() == 1) return cell(choice_.text.front(), MissingValues::text);
    text_.clear();
    for (const std::size_t place : choice_.text) {
      const std::string_view part = cell(place, MissingValues::text);
      if (!text_.empty()) text_ += '\n';
      text_ += part;
    }
    return text_;
  }

  DelimitedRecords records_;
  Reading reading_;
  MissingValues missing_;
  std::size_t columns_;
  bool has_line_escapes_;
  FieldChoice choice_;
  Links links_;
  std::vector<std::size_t> groups_;
  Fields fields_;
  std::vector<std::string_view> cells_;
  std::string text_;
  std::int64_t short_ = 0, first_short_ = 0;
  bool is_id_given_ = false, is_label_given_ = false;
  bool ids_seen_ = false, labels_seen_ = false;
};

// The fields of a table without a header are numbers from 1.
void number_fields(TableLayout &layout) {
  layout.more_headers = 0;
  for (auto *names : {&layout.header, &layout.row_header})
    for (std::size_t i = 0; i < names->size(); ++i) (*names)[i] = std::to_string(i + 1);
}

}  // namespace

std::unique_ptr<TextReader> read_table(std::unique_ptr<Bytes> bytes, const Reading &reading,
                                       char delimiter) {
  bool is_all = false;
  const std::string head = decoded_beginning(*bytes, reading, is_all);
  TableLayout layout = table_layout(head, is_all, reading.fields, delimiter, reading.header);
  if (layout.header.empty() && !is_all)
    throw Failure(bytes->name() + " does not begin with a complete record of a table");
  if (reading.header == Header::no) number_fields(layout);
  return std::make_unique<TableReader>(std::move(bytes), reading, layout);
}

}  // namespace cli
