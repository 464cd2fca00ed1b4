// What reading and writing databases of SQLite share.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>

namespace cli {

struct CloseDatabase {
  void operator()(sqlite3 *database) const { sqlite3_close_v2(database); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

struct FinishStatement {
  void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinishStatement>;

std::string quoted_name(const std::string &name);

// The table that is read without --query. A Failure if there are none or several; `name`: of the
// database, in messages.
std::string only_table(sqlite3 *database, const std::string &name);

}  // namespace cli
