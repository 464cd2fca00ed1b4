// manifact-mpi cluster INPUT -k K, on all ranks.
#pragma once

#include "commands/command_line.hpp"

namespace cli {

void add_divided_cluster(CommandLine &line);

}  // namespace cli
