// Databases of SQLite: the rows of one table, or of a query, as CSV.
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/converted.hpp"
#include "readers/foreign.hpp"
#include "readers/modules/sqlite_query.hpp"
#include "shared/gunzip.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"

namespace cli {
namespace {

// A query reads this file and no other.
int allow_reading(void *, int action, const char *, const char *, const char *, const char *) {
  return action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK;
}

int stop_when_interrupted(void *) { return interrupted() ? 1 : 0; }

std::string query_of(const std::string &table) { return "select * from " + quoted_name(table); }

// The file of a database that was decompressed, which has no path of its own.
bool is_packed_file(const std::string &path, Bytes &bytes) {
  std::error_code ignored;
  return bytes.is_regular() ? manifact::is_gzip(bytes.peek(2))
                            : path != "-" && std::filesystem::is_regular_file(path, ignored);
}

std::string unpacked_by(const std::string &path) {
  const Foreign *const kind = foreign_of_bytes(Bytes(path).peek(64));
  return kind == nullptr || kind == &foreign::gzip
             ? "decompress it first: gzip -dc " + shell_path(path) + " > NEW.db"
             : remedy_for(*kind, path);
}

// Of the file of changes that are not yet in the database; 0 if there is none.
std::int64_t size_of(const std::string &path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return error ? 0 : static_cast<std::int64_t>(size);
}

class QueryText final : public MadeTable {
 public:
  QueryText(const std::string &path, std::unique_ptr<Bytes> bytes, const Conversion &conversion)
      : MadeTable(bytes->name()),
        note_(conversion.note),
        harmless_(conversion.harmless_expansion),
        is_asked_(conversion.choice.query) {
    if (is_packed_file(path, *bytes))
      throw Failure(name_ + " is a compressed database of SQLite; " + unpacked_by(path));
    if (!bytes->is_regular())
      throw Failure(name_ +
                    " is a database of SQLite, which is read from a file, not from a pipe; "
                    "save it to a file first");
    packed_ = bytes->size() + size_of(path + "-wal");
    bytes.reset();
    sqlite3 *opened = nullptr;
    const int status = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
    database_.reset(opened);
    if (status != SQLITE_OK) fail("cannot be opened");
    sqlite3_set_authorizer(opened, allow_reading, nullptr);
    sqlite3_progress_handler(opened, 10'000, stop_when_interrupted, nullptr);
    sqlite3_busy_timeout(opened, 5'000);
    distrust(opened);
    const std::string query =
        conversion.choice.query ? *conversion.choice.query : query_of(read_table());
    statement_ = prepared(query);
    if (statement_ == nullptr || sqlite3_column_count(statement_.get()) == 0)
      throw Failure(name_ + ": --query gives no rows; it must be one SELECT");
    if (!sqlite3_stmt_readonly(statement_.get()))
      throw Failure(name_ + ": --query would change the database; it must be one SELECT");
    CsvLine header(held_);
    for (int i = 0; i < sqlite3_column_count(statement_.get()); ++i)
      header.add(not_null(sqlite3_column_name(statement_.get(), i)), true);
    header.end();
  }

  std::optional<std::int64_t> first_row() const override { return 0; }  // that of the names

 private:
  // The schema of the file is not the user's: its views call no function that does more than
  // compute, and make no value that is longer than the file and than what is harmless.
  void distrust(sqlite3 *database) const {
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_exec(database, "pragma cell_size_check = on", nullptr, nullptr, nullptr);
    const std::int64_t longest = std::max(harmless_, packed_);
    if (!is_asked_ && longest < sqlite3_limit(database, SQLITE_LIMIT_LENGTH, -1))
      sqlite3_limit(database, SQLITE_LIMIT_LENGTH, static_cast<int>(longest));
  }

  [[noreturn]] void fail(const std::string &what) const {
    stop_if_interrupted();
    throw Failure(name_ + ' ' + what + ": " +
                  (database_ == nullptr ? "out of memory" : sqlite3_errmsg(database_.get())));
  }

  // SQLite gives no text when there is no memory.
  const char *not_null(const char *text) const {
    if (text == nullptr) fail("cannot be read");
    return text;
  }
  const char *text_at(sqlite3_stmt *row, int column) const {
    return not_null(reinterpret_cast<const char *>(sqlite3_column_text(row, column)));
  }

  Statement prepared(const std::string &query) const {
    sqlite3_stmt *statement = nullptr;
    const char *rest = nullptr;
    const int status = sqlite3_prepare_v2(database_.get(), query.c_str(),
                                          static_cast<int>(query.size()) + 1, &statement, &rest);
    Statement held(statement);
    if (status != SQLITE_OK) fail("cannot be read");
    const std::string_view after = rest == nullptr ? "" : rest;
    if (after.find_first_not_of(" \t\r\n;") != std::string_view::npos)
      throw Failure(name_ + ": --query holds several statements; it must be one SELECT");
    return held;
  }

  std::string read_table() const {
    const std::string table = only_table(database_.get(), name_);
    note_("table " + table + " of " + name_ + " is read; --query chooses columns and rows");
    return table;
  }

  bool refill(std::string &held) override {
    sqlite3_stmt *const row = statement_.get();
    const int status = sqlite3_step(row);
    if (status == SQLITE_DONE) {
      if (blobs_ > 0)
        note_(name_ + ": " + counted(blobs_, "value") +
              " of bytes (BLOB) read as empty, the first in column " + first_blob_);
      return false;
    }
    if (status != SQLITE_ROW) fail("cannot be read");
    const std::size_t before = held.size();
    CsvLine line(held);
    for (int i = 0; i < sqlite3_column_count(row); ++i) add(line, row, i);
    line.end();
    expanded_ += static_cast<std::int64_t>(held.size() - before);
    if (!is_asked_)
      check_expansion(name_, harmless_, expanded_, packed_, "choose rows with --query");
    return true;
  }

  void add(CsvLine &line, sqlite3_stmt *row, int i) {
    switch (sqlite3_column_type(row, i)) {
      case SQLITE_NULL:
        return line.add("");
      case SQLITE_INTEGER:
        return line.add(std::to_string(sqlite3_column_int64(row, i)));
      case SQLITE_FLOAT:
        return line.add(exact_number(sqlite3_column_double(row, i)));
      case SQLITE_BLOB:
        if (blobs_++ == 0) first_blob_ = not_null(sqlite3_column_name(row, i));
        return line.add("");
      default: {
        const char *const text = text_at(row, i);
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, i));
        line.add({text, size}, true);
      }
    }
  }

  std::function<void(const std::string &)> note_;
  std::int64_t harmless_, packed_ = 0, expanded_ = 0;
  bool is_asked_;  // --query
  Database database_;
  Statement statement_;
  std::int64_t blobs_ = 0;
  std::string first_blob_;
};

}  // namespace

std::string quoted_name(const std::string &name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

// Without the tables that a full-text index keeps for itself.
std::string only_table(sqlite3 *database, const std::string &name) {
  const auto fail = [&] {
    stop_if_interrupted();
    throw Failure(name + " cannot be read: " + sqlite3_errmsg(database));
  };
  sqlite3_stmt *list = nullptr;
  const int prepared = sqlite3_prepare_v2(
      database,
      "select name from pragma_table_list where schema = 'main' and type in "
      "('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\' order by name",
      -1, &list, nullptr);
  const Statement held(list);
  if (prepared != SQLITE_OK) fail();
  std::vector<std::string> names;
  int status = SQLITE_ROW;
  while ((status = sqlite3_step(list)) == SQLITE_ROW) {
    const unsigned char *const text = sqlite3_column_text(list, 0);
    if (text == nullptr) fail();
    names.emplace_back(reinterpret_cast<const char *>(text));
  }
  if (status != SQLITE_DONE) fail();
  if (names.empty()) throw Failure(name + " has no tables");
  if (names.size() > 1)
    throw Failure(name + " has several tables (" + listed(names) + "); choose one: --query " +
                  shell_word(query_of(names.front())));
  return names.front();
}

}  // namespace cli

extern "C" cli::OpenTable manifact_open_database;  // of the type that the program expects

void manifact_open_database(const std::string &path, std::unique_ptr<cli::Bytes> &bytes,
                            const cli::Conversion &conversion,
                            std::unique_ptr<cli::Stream> &table) {
  table = std::make_unique<cli::QueryText>(path, std::move(bytes), conversion);
}
