// The subcommands: each adds itself, with its options and its help, and is run when it was asked for.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdint>
#include <functional>
#include <string>

namespace cli {

struct Command {
  CLI::App *app;
  std::function<void()> run;
};

Command add_cluster(CLI::App &program);
Command add_assign(CLI::App &program);
Command add_evaluate(CLI::App &program);
Command add_graph(CLI::App &program);
Command add_methods(CLI::App &program);
Command add_options(CLI::App &program);

// What every command that reads a matrix and computes has.
struct Common {
  std::string input;
  std::int64_t threads = 0;
  std::string format = "auto";
  bool quiet = false;
};

void add_input(CLI::App &app, Common &common);
void add_common(CLI::App &app, Common &common, const std::string &quiet_help);

}  // namespace cli
