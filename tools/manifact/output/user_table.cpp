#include "output/user_table.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "output/file.hpp"
#include "output/table_file.hpp"
#include "readers/converted.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using TableKind = TableOrigin::Kind;

constexpr std::array endings{".csv", ".tsv",    ".json",    ".jsonl", ".xlsx",   ".xlsm",
                             ".ods", ".sqlite", ".parquet", ".arrow", ".arrows", ".feather"};

constexpr std::size_t longest_mark = 128;  // the first part of an OpenDocument file, and others

// By the name of the file, else by its beginning.
std::string spreadsheet_ending(const TableOrigin &origin) {
  std::string name = lower_case(name_of_content(origin.path));
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  for (const char *ending : {".xlsx", ".xlsm", ".ods"})
    if (name.ends_with(ending)) return ending;
  const bool is_ods =
      opened_again(origin)->peek(longest_mark).find("opendocument") != std::string_view::npos;
  return is_ods ? ".ods" : ".xlsx";
}

std::string columns_ending(const TableOrigin &origin) {
  std::string head(longest_mark, '\0');
  Unpacked bytes(opened_again(origin));
  head.resize(bytes.read(head.data(), head.size()));
  if (head.starts_with("PAR1")) return ".parquet";
  if (!head.starts_with("ARROW1")) return ".arrows";
  std::string name = lower_case(name_of_content(origin.path));
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with(".feather") ? ".feather" : ".arrow";
}

std::string ending_of(const TableOrigin &origin) {
  if (origin.kind == TableKind::columns) return columns_ending(origin);
  if (origin.kind == TableKind::database) return ".sqlite";
  if (origin.kind == TableKind::spreadsheet) return spreadsheet_ending(origin);
  if (origin.kind == TableKind::json) return origin.is_lines ? ".jsonl" : ".json";
  return origin.layout.dialect.delimiter == '\t' ? ".tsv" : ".csv";
}

// Whether a file of the first ending may have the second one as well.
bool fits(std::string_view own, std::string_view ending) {
  using Ends = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Ends, 4> more{
      {{".tsv", ".csv"}, {".jsonl", ".json"}, {".arrow", ".feather"}, {".feather", ".arrow"}}};
  return own == ending || std::find(more.begin(), more.end(), Ends(own, ending)) != more.end();
}

// The table is written in its own format: an ending of another one would mislead.
void check_ending(const TableOrigin &origin, const std::string &path) {
  std::string input = lower_case(name_of_content(origin.path));
  if (input.ends_with(".gz")) input.resize(input.size() - 3);
  const std::string name = lower_case(path), own = ending_of(origin);
  for (const std::string_view ending : endings)
    if (name.ends_with(ending) && !input.ends_with(ending) && !fits(own, ending))
      throw Failure("--table " + path + ": the table is written in the format of " + origin.name +
                    ", as " + own + "; give a name with this ending");
}

bool can_be_read_again(const TableOrigin &origin) {
  std::error_code ignored;
  return origin.path == "-" || std::filesystem::is_regular_file(origin.path, ignored);
}

bool is_made_by_library(const TableOrigin &origin) {
  return origin.kind == TableKind::spreadsheet || origin.kind == TableKind::database;
}

// The names of the columns added, told if the table has one of them.
AddedNames names_told(TableOrigin &origin, const AddedNames &plain, const Tell &tell) {
  if (origin.is_of_numbers) find_rows(origin);
  AddedNames names = origin.kind == TableKind::json ? names_beside_members(origin, plain)
                     : origin.kind == TableKind::columns
                         ? names_beside(names_of_columns(origin), plain)
                         : names_beside(origin.layout.row_header, plain);
  if (const std::string told = renamed(names, plain); !told.empty())
    tell("in the table that is written " + told + ", as " + origin.name +
         " has such a column already");
  if (origin.has_header) return names;
  std::string all;
  for (std::size_t i = 0; i < plain.size(); ++i)
    all += (i == 0 ? "" : i + 1 < plain.size() ? ", " : " and ") + plain[i];
  tell(origin.name + " has no header: the columns added are " + all);
  return names;
}

// A spreadsheet or a database as a file of this path.
void make_file(const TableRows &rows, const AddedNames &names, const std::string &path) {
  if (rows.origin.kind == TableKind::spreadsheet) return write_spreadsheet(rows, names, path);
  write_database(rows, names, {path, "documents"});
}

Content content_of(const TableRows &rows, const AddedNames &names, const Tell &tell) {
  if (rows.origin.kind == TableKind::columns) return columns_with_more(rows, names);
  return rows.origin.kind == TableKind::json ? json_with_columns(rows, names, tell)
                                             : delimited_with_columns(rows, names, tell);
}

}  // namespace

TableRows UserTable::rows_of(std::size_t input) const {
  std::int64_t first = 0;
  for (std::size_t i = 0; i < input; ++i) first += (*origins_)[i]->documents;
  return {*(*origins_)[input], columns, documents, first};
}

std::vector<std::string> UserTable::write(ResultDirectory &results) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < origins_->size(); ++i) {
    TableOrigin &origin = *(*origins_)[i];
    if (origin.container == TableKind::none)
      tell_(origin.name + ": a table of this format is not written; clusters.csv has its ids");
    if (origin.kind == TableKind::none) continue;
    if (into && origin.kind == TableKind::database) continue;
    const std::string number = origins_->size() > 1 ? "-" + std::to_string(i + 1) : "";
    names.push_back("table" + number + ending_of(origin));
    try {
      if (!can_be_read_again(origin))
        throw NotWritten(origin.name + " is a pipe: its table is not written; save it to a file");
      const TableRows rows = rows_of(i);
      const AddedNames added = names_told(origin, columns.names(), tell_);
      if (is_made_by_library(origin))
        results.write_by(names.back(), [&](const auto &path) { make_file(rows, added, path); });
      else
        results.write(names.back().c_str(), content_of(rows, added, tell_));
    } catch (const NotWritten &failure) {
      tell_(failure.text);
      results.drop(names.back());
      names.pop_back();
    }
  }
  return names;
}

void UserTable::write(const std::string &path) const {
  if (origins_->size() != 1 || origins_->front()->kind == TableKind::none)
    throw Failure("--table " + path +
                  ": a table is written of one input that is a table, a spreadsheet, a database, "
                  "JSON, Parquet or Arrow");
  if (!can_be_read_again(*origins_->front()))
    throw Failure("--table " + path + ": " + origins_->front()->name +
                  " is a pipe, which cannot be read again; save it to a file");
  check_ending(*origins_->front(), path);
  const TableRows rows = rows_of(0);
  const AddedNames added = names_told(*origins_->front(), columns.names(), tell_);
  if (is_made_by_library(rows.origin))
    write_file_by(path, [&](const std::string &made) { make_file(rows, added, made); });
  else
    write_file(path, content_of(rows, added, tell_));
}

DatabaseTable UserTable::place_into() const {
  const std::size_t colon = into->rfind(':');
  if (origins_->size() != 1 || origins_->front()->kind != TableKind::database)
    throw Failure(
        "--into " + *into + ": a table of a database is written of one database of SQLite; " +
        (origins_->size() == 1 ? origins_->front()->name + " is none" : "give one input"));
  DatabaseTable to{origins_->front()->path, *into, replaces};
  if (colon != std::string::npos) to = {into->substr(0, colon), into->substr(colon + 1), replaces};
  if (to.name.empty() || to.path.empty())
    throw Failure("--into " + *into + ": expected TABLE or FILE:TABLE");
  return to;
}

void UserTable::check_into() const {
  if (!into) return;
  const DatabaseTable to = place_into();
  check_database(*origins_->front(), to);
}

std::string UserTable::write_into() const {
  const DatabaseTable to = place_into();
  TableOrigin &origin = *origins_->front();
  const AddedNames names = names_told(origin, columns.names(), tell_);
  write_database(rows_of(0), names, to);
  return "table " + to.name + " of " + to.path;
}

bool is_table_name(const std::string &name) {
  std::string stem;
  for (const char *ending : endings)
    if (name.ends_with(ending)) stem = name.substr(0, name.size() - std::string(ending).size());
  if (stem == "table") return true;
  const std::string_view number =
      std::string_view(stem).substr(std::min<std::size_t>(6, stem.size()));
  return stem.starts_with("table-") && !number.empty() && number.size() < 8 &&
         std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::vector<std::string> table_names(std::size_t inputs) {
  std::vector<std::string> names;
  for (const char *ending : endings) {
    names.push_back(std::string("table") + ending);
    for (std::size_t i = 1; inputs > 1 && i <= inputs; ++i)
      names.push_back("table-" + std::to_string(i) + ending);
  }
  return names;
}

}  // namespace cli
