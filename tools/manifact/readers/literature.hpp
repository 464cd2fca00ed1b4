// References of literature programs, read as a table with the columns id, title, abstract and so
// on, as CSV. literature.def says which field becomes which column.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "readers/formats.hpp"
#include "readers/lines.hpp"
#include "readers/row_table.hpp"

namespace cli {

// Columns of the table, and the year that completes a date without one.
enum class ReferenceColumn {
  id,
  title,
  abstract,
  issued,
  journal,
  keywords,
  authors,
  type,
  doi,
  language,
  year
};
inline constexpr std::size_t column_count = 11;

// Whether a format is one of references, and its name in messages.
bool is_literature(Format format);
const char *name_of_literature(Format format);

// One record: the columns with the best fields so far.
class Reference {
 public:
  explicit Reference(Format format) : format_(format) {}

  void clear();
  // A value of a field. Fields that are no column are ignored. Several keywords and authors are
  // joined by semicolons, parts of an abstract by line ends, parts of a date by blanks; of others
  // the first is read.
  void add(std::string_view field, std::string_view value);
  // Whether a field is that of a column.
  bool wants(std::string_view field) const;
  void set(ReferenceColumn column, std::string value) { at(column).value = std::move(value); }
  const std::string &value(ReferenceColumn column) const {
    return columns_[static_cast<std::size_t>(column)].value;
  }
  // "2024-03-15", "2024-03" or "2024", as far as it is known; other texts as they are.
  std::string date() const;
  std::string doi() const;

 private:
  struct Value {
    std::string value;
    int rank = 0;
  };
  Value &at(ReferenceColumn column) { return columns_[static_cast<std::size_t>(column)]; }

  Format format_;
  std::array<Value, column_count> columns_;
};

// The table of the records that a subclass reads one after the other.
class ReferenceTable : public RowTable {
 public:
  ReferenceTable(std::string name, Format format, const Reading &reading);

 protected:
  // False at the end. `place` is that of the record if it has no id: "line 17".
  virtual bool next(Reference &reference, std::string &place) = 0;
  virtual void finish() {}  // tells what was left out

 private:
  bool next_row(std::vector<std::string> &cells) final;
  void conclude();

  Format format_;
  Reference reference_;
  std::int64_t records_ = 0, without_abstract_ = 0, without_title_ = 0;
};

std::unique_ptr<Stream> open_literature(Format format, std::unique_ptr<Bytes> bytes,
                                        const Reading &reading);
std::unique_ptr<Stream> open_tagged(Format format, std::unique_ptr<Bytes> bytes,
                                    const Reading &reading);
std::unique_ptr<Stream> open_bibtex(std::unique_ptr<Bytes> bytes, const Reading &reading);
// The function "manifact_open_literature_xml" of the module "manifact-literature".
using OpenLiteratureXml = void(Format, std::unique_ptr<Bytes> &, const Reading &,
                               std::unique_ptr<Stream> &);

// The format of references by the beginning of a text in UTF-8; `automatic` for others.
Format literature_of_text(std::string_view text, bool is_all);

// TeX as plain text: accents and commands as characters, without braces.
std::string plain_tex(std::string_view tex);

// Year, month and day that a text names, 0 for what is missing: "2024 Mar 15", "MAR-APR",
// "2024/03/15/", "15 March 2024", "20240315".
struct NamedDate {
  int year = 0, month = 0, day = 0;
};
NamedDate named_date(std::string_view text);

}  // namespace cli
