// Inputs that are tables of numbers or of vectors, or that are converted to tables.
#include <algorithm>
#include <utility>

#include "readers/array_matrix.hpp"
#include "readers/converted.hpp"
#include "readers/field_names.hpp"
#include "readers/input.hpp"
#include "readers/numeric_table.hpp"
#include "readers/table_layout.hpp"
#include "readers/vectors.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {

// The fields that are given. A table with the field that was the text of the model has it as its
// text, regardless of what it holds.
Fields Input::fields_in(const std::string &head, bool is_all) const {
  Fields fields = reading_.fields;
  const std::optional<std::string> &usual = reading_.usual.text;
  if (fields.text || !usual) return fields;
  fields.text = usual;
  return table_layout(head, is_all, fields).is_named ? fields : reading_.fields;
}

std::string Input::text_remedy() const {
  if (format_ != Format::csv) return "";
  const bool is_named = header_.size() > 1;
  return "; of a table, --text-field names the text" +
         (is_named ? " (" + shown_names(header_) + ")" : std::string());
}

// A spreadsheet or a database is read as CSV.
void Input::open_table() {
  const Fields &usual = reading_.usual;
  vectors_.are_beside = has_vector_field_beside() || (!options_.vector_field && usual.vector);
  const Conversion conversion{options_.table,
                              reading_.harmless_expansion,
                              reading_.note,
                              reading_.fields,
                              options_.vector_field ? options_.vector_field : usual.vector,
                              &vectors_};
  const bool is_database = format_ == Format::sqlite, is_sheet = format_ == Format::spreadsheet;
  container_ = is_database ? TableOrigin::Kind::database
               : is_sheet  ? TableOrigin::Kind::spreadsheet
                           : TableOrigin::Kind::columns;
  const TableChoice &choice = options_.table;
  if (!is_sheet && !is_database && choice.any())
    throw Failure(name_ + " has one table: --sheet, --header-row and --query do not apply");
  if (is_database ? choice.sheet || choice.header_row > 0 : choice.query.has_value())
    throw Failure(name_ + (is_database ? " is a database: --query chooses its table"
                                       : " is a spreadsheet: --sheet chooses its table"));
  const bool has_names = !is_sheet || choice.header_row > 0;
  if (has_names && !options_.header) reading_.header = Header::yes;
  const auto open_it = is_database ? open_database : is_sheet ? open_spreadsheet : open_columns;
  bytes_ = std::make_unique<Bytes>(open_it(path_, std::move(bytes_), conversion));
  name_ = bytes_->name();
  reading_.encoding = "utf-8";
  was_looked_into_ = false;
  if (!vectors_.are_beside && (is_database || is_sheet) && options_.vector_field)
    vectors_.field = *options_.vector_field;
  if (!vectors_.field.empty() && !vectors_.are_beside) has_vectors_ = true;
  if (has_vectors_)
    format_ = Format::table;
  else
    resolve_csv();
  // The library refuses empty rows, which a sheet may have.
  has_other_columns_ = has_other_columns_ || (is_sheet && format_ == Format::csv);
}

// The format is one of records, whose text is the vector.
void Input::expect_vectors() {
  const bool is_of_lines = format_ == Format::word2vec;
  if (is_of_lines && (options_.vector_field || reading_.fields.any()))
    throw Failure(name_ + " has lines of a name and numbers, and no fields");
  if (is_of_lines) {
    vectors_.field = "vectors";
    has_vectors_ = true;
    if (is_guessed()) reading_.report(name_ + " is read as lines of a name and numbers");
    return;
  }
  if (is_converted(format_)) return;
  if (format_ == Format::csv || format_ == Format::automatic) format_ = Format::table;
  if (!has_records(format_))
    throw Failure("--vector-field names a column of a table or a field of JSON, but " + name_ +
                  " is neither");
  if (reading_.fields.text == options_.vector_field)
    throw Failure("--text-field names text, --vector-field vectors, but both name " +
                  *options_.vector_field);
  if (reading_.fields.text) return;  // they are beside the text
  vectors_.field = *options_.vector_field;
  has_vectors_ = true;
}

// The text of the reader is the vector.
static Fields fields_of_vectors(Fields fields) {
  fields.vector = std::move(fields.text);
  fields.text.reset();
  return fields;
}

// The documents of the field, whose texts are the vectors, if they are not held beside them.
Matrix Input::vector_matrix() {
  reading_.fields.text = vectors_.field;
  reading_.takes_numbers = true;
  session_.progress().begin("reading", true);
  const bool has_table = options_.origins != nullptr && format_ != Format::word2vec;
  if (has_table) add_origin();
  std::unique_ptr<TextReader> documents = reader();
  if (has_table) documents = std::make_unique<CountedReader>(std::move(documents), reading_.origin);
  VectorsInText texts(name_ + ", field " + vectors_.field);
  std::int64_t count = 0;
  const auto keep = [&](std::vector<std::string> &all, const std::string &one) {
    if (one.empty() && all.empty()) return;
    all.resize(static_cast<std::size_t>(count));
    all.push_back(repaired(one));
  };
  for (Document document; documents->next(document); ++count) {
    const std::string place =
        is_position(document.id) ? document.id : "record " + std::to_string(count + 1);
    if (!vectors_.are_held) texts.add(document.text, place);
    keep(row_documents_.ids, document.id);
    keep(row_documents_.labels, document.label);
    keep(row_documents_.dates, document.date);
    keep(row_documents_.links, document.link);
  }
  if (count == 0) throw Failure(name_ + " has no records");
  row_documents_.fields.resize(static_cast<std::size_t>(count));
  for (std::vector<std::string> *all :
       {&row_documents_.labels, &row_documents_.dates, &row_documents_.links})
    if (!all->empty()) all->resize(static_cast<std::size_t>(count));
  if (const std::string remark = documents->remark(); !remark.empty()) session_.warn(remark);
  DenseArrays arrays = vectors_.are_held ? std::move(vectors_.arrays) : texts.take();
  if (arrays.rows != count)
    throw Failure(name_ + " has " + counted(arrays.rows, "vector") + " for " +
                  counted(count, "record"));
  require_shape(name_, arrays.rows, arrays.columns);
  Fields fields = documents->fields();
  // A reader names the usual fields, whether the records have them or not.
  if (row_documents_.labels.empty()) fields.label.reset();
  if (row_documents_.dates.empty()) fields.date.reset();
  if (std::all_of(row_documents_.ids.begin(), row_documents_.ids.end(),
                  [](const std::string &id) { return id.empty() || is_position(id); }))
    fields.id.reset();
  row_documents_.fields.front() = written_fields(fields_of_vectors(fields));
  if (format_ == Format::table || format_ == Format::tsv || format_ == Format::json ||
      format_ == Format::json_lines)
    reading_.report(name_ + ": the vectors of " + vectors_.field + ", " +
                    counted(arrays.columns, "number") + " each" +
                    (fields.id ? ", id: " + *fields.id : "") +
                    (fields.label ? ", label: " + *fields.label : "") +
                    (fields.date ? ", date: " + *fields.date : "") +
                    (fields.link ? ", link: " + *fields.link : ""));
  manifact_matrix *matrix = nullptr;
  session_.check_input(matrix_of(session_.context(), std::move(arrays), &matrix), name_);
  return Matrix(matrix);
}

}  // namespace cli
