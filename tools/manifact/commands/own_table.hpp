// The user's own table with the topics of its rows: its options, and the preparation of the inputs
// that are read a second time for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "output/user_table.hpp"
#include "readers/input_options.hpp"
#include "terminal/session.hpp"

namespace cli {

struct TableOutput {
  std::int64_t digits = 4;
  std::optional<std::string> into;
};

void add_table_output(Command &command, TableOutput &output);

// Before the inputs are read: asks the readers for the origins of their documents. Standard input
// that is a pipe is also copied to a temporary file.
// The topics of the documents of a model.
void add_topics_of(const Session &session, const manifact_model *model, UserTable &table);
std::vector<std::string> titles_of(const manifact_model *model);

UserTable own_table(Session &session, InputOptions &options, const TableOutput &output);

}  // namespace cli
