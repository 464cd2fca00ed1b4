// A table of a SQLite database with the rows of a query and columns added to them.
#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "output/table_file.hpp"
#include "readers/modules/sqlite_query.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// What a query reads.
struct TablesRead {
  std::set<std::string> names;
};

int note_tables(void *user, int action, const char *table, const char *, const char *,
                const char *) {
  if (action == SQLITE_READ && table != nullptr)
    static_cast<TablesRead *>(user)->names.insert(lower_case(table));
  return action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK;
}

class DatabaseWriter {
 public:
  DatabaseWriter(const TableOrigin &origin, const DatabaseTable &to) : origin_(origin), to_(to) {
    std::error_code ignored;
    is_in_place_ = std::filesystem::equivalent(origin.path, to.path, ignored);
    target_ = opened(to.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!is_in_place_) source_ = opened(origin.path, SQLITE_OPEN_READONLY);
    TablesRead read;
    sqlite3_set_authorizer(source(), note_tables, &read);
    const std::string query =
        origin.table.query ? *origin.table.query
                           : "select * from " + quoted_name(only_table(source(), origin.name));
    select_ = prepared(source(), query);
    sqlite3_set_authorizer(source(), nullptr, nullptr);
    if (!sqlite3_stmt_readonly(select_.get()))
      throw Failure(origin.name + ": --query would change the database");
    if (is_in_place_ && read.names.contains(lower_case(to.name)))
      throw Failure("--into " + to.name + ": " + origin.name +
                    " has this table, which is read; give another name");
    run("begin immediate");
    refuse_existing();
  }

  ~DatabaseWriter() {
    select_.reset();
    insert_.reset();
    if (!is_committed_) sqlite3_exec(target_.get(), "rollback", nullptr, nullptr, nullptr);
  }
  DatabaseWriter(const DatabaseWriter &) = delete;
  DatabaseWriter &operator=(const DatabaseWriter &) = delete;

  void write(const TableRows &rows) {
    create(rows.columns);
    std::int64_t row = 1;
    std::size_t next = 0;
    int status = SQLITE_ROW;
    for (; (status = sqlite3_step(select_.get())) == SQLITE_ROW; ++row) {
      const std::vector<std::int64_t> &places = origin_.rows;
      const bool is_document = next < places.size() && places[next] == row;
      insert(is_document ? rows.cells(static_cast<std::int64_t>(next))
                         : AddedCells(rows.columns.names().size()));
      next += is_document ? 1 : 0;
    }
    if (status != SQLITE_DONE) fail(source());
    if (next != origin_.rows.size()) throw changed_input(origin_);
    select_.reset();
    insert_.reset();
    run("commit");
    is_committed_ = true;
  }

 private:
  sqlite3 *source() const { return is_in_place_ ? target_.get() : source_.get(); }

  [[noreturn]] void fail(sqlite3 *database) const {
    stop_if_interrupted();
    throw Failure("--into " + to_.name + ": " + to_.path + ": " + sqlite3_errmsg(database));
  }

  Database opened(const std::string &path, int flags) const {
    sqlite3 *handle = nullptr;
    const int status = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    Database database(handle);
    if (status != SQLITE_OK) fail(handle);
    constexpr int longest_wait = 5'000;
    sqlite3_busy_timeout(handle, longest_wait);
    sqlite3_progress_handler(
        handle, 10'000, [](void *) { return interrupted() ? 1 : 0; }, nullptr);
    return database;
  }

  Statement prepared(sqlite3 *database, const std::string &sql) const {
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
      fail(database);
    return Statement(statement);
  }

  void run(const std::string &sql) const {
    if (sqlite3_exec(target_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
      fail(target_.get());
  }

  void refuse_existing() const {
    const Statement list =
        prepared(target_.get(), "select type from sqlite_master where lower(name) = lower(?)");
    sqlite3_bind_text(list.get(), 1, to_.name.c_str(), -1, SQLITE_TRANSIENT);
    if (sqlite3_step(list.get()) != SQLITE_ROW) return;
    const std::string type = reinterpret_cast<const char *>(sqlite3_column_text(list.get(), 0));
    if (!to_.replaces || type != "table")
      throw Failure("--into " + to_.name + ": " + to_.path + " already has a " + type +
                    " of that name; give another one" +
                    (type == "table" ? ", or --force to replace it" : ""));
  }

  // Distinct names, as a query may give one twice.
  std::vector<std::string> names_of_query() const {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (int i = 0; i < sqlite3_column_count(select_.get()); ++i) {
      const char *const text = sqlite3_column_name(select_.get(), i);
      const std::string plain = text == nullptr ? "" : text;
      std::string name = plain;
      for (int number = 2; !taken.insert(lower_case(name)).second; ++number)
        name = plain + '_' + std::to_string(number);
      names.push_back(name);
    }
    return names;
  }

  // The declared type of a column keeps its values as they are: it was theirs before.
  std::string type_of(int column) const {
    const char *const type = sqlite3_column_decltype(select_.get(), column);
    const bool is_plain =
        type != nullptr && std::all_of(type, type + std::strlen(type), [](char c) {
          return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                 std::strchr(" _(),", c) != nullptr;
        });
    return is_plain ? std::string(" ") + type : "";
  }

  void create(const AddedColumns &plain) {
    if (to_.replaces) run("drop table if exists " + quoted_name(to_.name));
    const std::vector<std::string> names = names_of_query();
    const AddedNames added = names_beside(names, plain.names());
    const std::vector<AddedType> types = plain.types();
    std::string columns, values;
    for (std::size_t i = 0; i < names.size(); ++i)
      columns += quoted_name(names[i]) + type_of(static_cast<int>(i)) + ", ";
    const auto type_of_added = [](AddedType type) {
      return type == AddedType::text ? "TEXT" : type == AddedType::real ? "REAL" : "INTEGER";
    };
    for (std::size_t i = 0; i < added.size(); ++i)
      columns += (i > 0 ? ", " : "") + quoted_name(added[i]) + ' ' + type_of_added(types[i]);
    for (std::size_t i = 0; i < names.size() + added.size(); ++i) values += i > 0 ? ", ?" : "?";
    run("create table " + quoted_name(to_.name) + " (" + columns + ')');
    insert_ = prepared(target_.get(),
                       "insert into " + quoted_name(to_.name) + " values (" + values + ')');
  }

  void insert(const AddedCells &cells) {
    sqlite3_stmt *const to = insert_.get();
    const int columns = sqlite3_column_count(select_.get());
    int status = SQLITE_OK;
    const auto bind = [&](int result) { status = status == SQLITE_OK ? result : status; };
    for (int i = 0; i < columns; ++i)
      bind(sqlite3_bind_value(to, i + 1, sqlite3_column_value(select_.get(), i)));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const AddedCell &cell = cells[i];
      const int place = columns + 1 + static_cast<int>(i);
      if (cell.kind == AddedCell::Kind::empty)
        bind(sqlite3_bind_null(to, place));
      else if (cell.kind == AddedCell::Kind::truth)
        bind(sqlite3_bind_int(to, place, cell.text == "true" ? 1 : 0));
      else  // a number is converted by the type of its column
        bind(sqlite3_bind_text(to, place, cell.text.c_str(), -1, SQLITE_TRANSIENT));
    }
    if (status != SQLITE_OK || sqlite3_step(to) != SQLITE_DONE) fail(target_.get());
    sqlite3_reset(to);
  }

  const TableOrigin &origin_;
  const DatabaseTable &to_;
  bool is_in_place_ = false, is_committed_ = false;
  Database source_, target_;
  Statement select_, insert_;
};

}  // namespace
}  // namespace cli

extern "C" cli::WriteDatabase manifact_write_database;  // of the type that the program expects

void manifact_write_database(const cli::TableOrigin &origin, const cli::TableRows *rows,
                             const cli::AddedNames &, const cli::DatabaseTable &to) {
  cli::DatabaseWriter writer(origin, to);
  if (rows != nullptr) writer.write(*rows);
}
