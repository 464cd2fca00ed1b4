#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "output/buffered_output.hpp"
#include "output/raw_text.hpp"
#include "output/table_text.hpp"
#include "readers/json_values.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::string_view json_blanks = " \t\r\n";

std::size_t after_blanks(std::string_view text, std::size_t from) {
  return std::min(text.find_first_not_of(json_blanks, from), text.size());
}

// The position after the string that begins at `from`.
std::size_t after_string(std::string_view text, std::size_t from) {
  for (std::size_t at = from + 1; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      return at + 1;
  }
  return text.size();
}

// The records of a JSON text, one after the other, and what stands between them.
class JsonRecords {
 public:
  // Those of the arrays of the name `inside`, or of the whole text.
  JsonRecords(RawText &text, const std::string &inside) : text_(text), inside_(inside) {}

  // The characters of the next one; what comes before it is given to `between`. False at the end.
  template <class Between>
  bool next(std::string_view &record, Between &&between) {
    for (bool is_found = false; !is_found;) {
      const bool is_outside = !inside_.empty() && !is_in_array_;
      const std::size_t size = is_outside ? before_array(is_found) : before_record(is_found);
      between(text_.take(size));
      if (!is_found && text_.text().empty() && !text_.refill()) return false;
    }
    std::size_t size = 0;
    while ((size = end_of_json_value(text_.text())) == 0 && text_.refill()) {
    }
    record = text_.text().substr(0, size == 0 ? std::string_view::npos : size);
    return true;
  }

 private:
  // The size of all before the next record.
  std::size_t before_record(bool &is_found) {
    const std::size_t begin = text_.text().find_first_of(inside_.empty() ? "{\"" : "{\"]");
    if (begin == std::string_view::npos) return text_.text().size();
    is_in_array_ = is_found = text_.text()[begin] != ']';
    return is_found ? begin : begin + 1;
  }

  // The place after some blanks, reading on at the end.
  std::size_t beyond_blanks(std::size_t from) {
    std::size_t at = 0;
    while ((at = after_blanks(text_.text(), from)) == text_.text().size() && text_.refill()) {
    }
    return at;
  }
  bool is_at(std::size_t place, char c) const {
    return place < text_.text().size() && text_.text()[place] == c;
  }

  // The same up to the first record of the next array, or up to a string that is not its name.
  std::size_t before_array(bool &is_found) {
    const std::size_t begin = text_.text().find('"');
    if (begin == std::string_view::npos) return text_.text().size();
    std::size_t end = 0;
    while ((end = after_string(text_.text(), begin)) == text_.text().size() && text_.refill()) {
    }
    if (text_.text().substr(begin + 1, end - begin - 2) != inside_) return end;
    const std::size_t colon = beyond_blanks(end);
    if (!is_at(colon, ':')) return colon;
    const std::size_t bracket = beyond_blanks(colon + 1);
    if (!is_at(bracket, '[')) return bracket;
    const std::size_t record = beyond_blanks(bracket + 1);
    is_in_array_ = is_found = is_at(record, '{');
    return record;
  }

  RawText &text_;
  const std::string &inside_;
  bool is_in_array_ = false;
};

// How the members of a record are separated.
struct JsonStyle {
  std::string separator = ", ", colon = ": ";
  bool is_empty = false;

  explicit JsonStyle(std::string_view record) {
    const std::size_t first = after_blanks(record, 1);
    is_empty = first + 1 >= record.size();
    const std::string_view blanks = record.substr(1, first - 1);
    if (is_empty) return;
    if (blanks.find('\n') != std::string_view::npos) {
      separator = "," + std::string(blanks);
      return;
    }
    const std::size_t colon_at = after_blanks(record, after_string(record, first));
    if (after_blanks(record, colon_at + 1) == colon_at + 1) {
      separator = ",";
      colon = ":";
    }
  }
};

std::string json_of(const AddedCell &cell) {
  switch (cell.kind) {
    case AddedCell::Kind::empty:
      return "null";
    case AddedCell::Kind::text:
      return nlohmann::json(cell.text).dump(-1, ' ', false,
                                            nlohmann::json::error_handler_t::replace);
    default:
      return cell.text;
  }
}

std::string members_of(const AddedCells &cells, const AddedNames &names, const JsonStyle &style) {
  std::string all;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0 || !style.is_empty) all += style.separator;
    all += '"' + names[i] + '"' + style.colon + json_of(cells[i]);
  }
  return all;
}

class JsonCopy {
 public:
  JsonCopy(const TableRows &rows, const AddedNames &names, RawText &text, BufferedOutput &to)
      : rows_(rows), names_(names), text_(text), to_(to) {}

  void copy() {
    to_.add(text_.mark());
    const TableOrigin &origin = rows_.origin;
    JsonRecords records(text_, origin.inside);
    std::string_view record;
    std::int64_t number = 0;
    std::size_t row = 0;
    while (!to_.has_failed() &&
           records.next(record, [&](std::string_view text) { to_.add(text); })) {
      const bool is_document = row < origin.rows.size() && origin.rows[row] == ++number;
      write(record,
            is_document ? rows_.cells(static_cast<std::int64_t>(row)) : AddedCells(names_.size()));
      row += is_document ? 1 : 0;
    }
    if (row != origin.rows.size() && !to_.has_failed()) throw changed_input(origin);
  }

 private:
  // A string is a record with the field text.
  void write(std::string_view record, const AddedCells &cells) {
    const std::size_t size = record.size();
    if (record.front() == '"') {
      to_.add(text_.encoded("{\"text\": "));
      to_.add(text_.take(size));
      to_.add(text_.encoded(members_of(cells, names_, JsonStyle("{\"text\": 0}")) + "}"));
      return;
    }
    const JsonStyle style(record);
    const std::size_t last = record.find_last_not_of(json_blanks, size - 2) + 1;
    const std::string members = members_of(cells, names_, style);
    to_.add(text_.take(last));
    to_.add(text_.encoded(members));
    to_.add(text_.take(size - last));
  }

  const TableRows &rows_;
  const AddedNames &names_;
  RawText &text_;
  BufferedOutput &to_;
};

// The members of a record, without those of its values.
void add_names(std::string_view record, const AddedNames &plain_names,
               std::set<std::string> &names) {
  int depth = 0;
  for (std::size_t at = 0; at < record.size(); ++at) {
    const char c = record[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') continue;
    const std::size_t end = after_string(record, at), colon = after_blanks(record, end);
    const std::string name = lower_case(record.substr(at + 1, end - at - 2));
    const bool is_member = depth == 1 && colon < record.size() && record[colon] == ':';
    const auto begins = [&](const std::string &plain) { return name.starts_with(plain); };
    if (is_member && std::any_of(plain_names.begin(), plain_names.end(), begins))
      names.insert(name);
    at = end - 1;
  }
}

}  // namespace

AddedNames names_beside_members(const TableOrigin &origin, const AddedNames &plain) {
  RawText text(opened_again(origin), origin.encoding);
  JsonRecords records(text, origin.inside);
  std::set<std::string> names;
  const auto skip = [](std::string_view) {};
  for (std::string_view record; records.next(record, skip); text.take(record.size()))
    add_names(record, plain, names);
  return names_beside({names.begin(), names.end()}, plain);
}

Content json_with_columns(const TableRows &rows, const AddedNames &names, const Tell &tell) {
  return [rows, names, tell](int fd) {
    RawText text(opened_again(rows.origin), rows.origin.encoding);
    BufferedOutput to(fd);
    JsonCopy(rows, names, text, to).copy();
    tell_replaced(text, tell);
    return to.finish();
  };
}

}  // namespace cli
