#include "commands/own_table.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "output/writing.hpp"
#include "readers/bytes.hpp"
#include "readers/temporary.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

void keep_in_a_file() {
  std::string path;
  const int fd = temporary_descriptor(path);
  if (fd < 0) throw cannot_write(path, errno);
  keep_standard_input(fd);
}

// What comes from a pipe is kept in a file.
void make_standard_input_readable_again(InputOptions &options) {
  struct stat info {};
  if (::fstat(STDIN_FILENO, &info) == 0 && S_ISREG(info.st_mode))
    options.standard_input_begin = std::max<std::int64_t>(::lseek(STDIN_FILENO, 0, SEEK_CUR), 0);
  else
    keep_in_a_file();
}

}  // namespace

void add_table_output(Command &command, TableOutput &output) {
  command.whole("--digits", "N", output.digits, 1,
                "Significant digits of the memberships in the table\nthat is written; 17: all [4]");
  command.option("--into", "TABLE", output.into,
                 "Write the rows of a SQLite database with their topics\nto a new table of it, or "
                 "to FILE:TABLE of another one");
}

std::vector<std::string> titles_of(const manifact_model *model) {
  std::vector<std::string> titles;
  const auto k = static_cast<std::size_t>(manifact_model_clusters(model));
  for (std::size_t c = 0; c < k; ++c) titles.push_back(topic_title(model, c));
  return titles;
}

void add_topics_of(const Session &session, const manifact_model *model, UserTable &table) {
  const auto k = static_cast<std::size_t>(manifact_model_clusters(model));
  each_proportions(session, model, [&](std::size_t first, std::size_t count, const double *rows) {
    table.columns.add(manifact_model_labels(model) + first, rows, count, k);
  });
  table.columns.titles = titles_of(model);
}

UserTable own_table(Session &session, InputOptions &options, const TableOutput &output) {
  options.origins = std::make_shared<TableOrigins>();
  const bool reads_standard_input =
      options.input == "-" ||
      std::count(options.more_inputs.begin(), options.more_inputs.end(), "-");
  if (reads_standard_input) make_standard_input_readable_again(options);
  UserTable table(options.origins,
                  [&session](const std::string &sentence) { session.note(sentence); });
  constexpr std::int64_t all_digits = 17;
  table.into = output.into;
  table.columns.digits = static_cast<int>(std::min(output.digits, all_digits));
  return table;
}

}  // namespace cli
