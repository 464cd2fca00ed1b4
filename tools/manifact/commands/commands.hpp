// The subcommands. Each adds itself to the parser with its options and help; the one given on the
// command line is run.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "readers/text_reader.hpp"

namespace cli {

struct Command {
  CLI::App *app;
  std::function<void()> run;
};

Command add_cluster(CLI::App &program);
Command add_assign(CLI::App &program);
Command add_vectorize(CLI::App &program);
Command add_evaluate(CLI::App &program);
Command add_graph(CLI::App &program);
Command add_suggest_k(CLI::App &program);
Command add_suggest_pairs(CLI::App &program);
Command add_methods(CLI::App &program);
Command add_options(CLI::App &program);

// Arguments of every command that reads documents and computes.
struct Common {
  std::string input;
  std::int64_t threads = 0;
  std::string format = "auto";
  std::optional<std::string> array;  // of .npz
  Fields fields;
  bool quiet = false;
};

// Arguments of every command that builds a vocabulary.
struct TextArguments {
  std::vector<std::string> settings;  // of -s
  std::optional<std::string> stop_words;
};

// An integer of at least `minimum`; the parser rejects anything else.
CLI::Option *add_whole(CLI::App &app, const std::string &names, std::int64_t &number,
                       std::int64_t minimum, const std::string &help);

// The same, or the word auto.
CLI::Option *add_whole_or_auto(CLI::App &app, const std::string &names, std::string &text,
                               std::int64_t minimum, const std::string &help);

void add_input(CLI::App &app, Common &common);
void add_text_field(CLI::App &app, Common &common);
void add_label_fields(CLI::App &app, Common &common);
void add_text(CLI::App &app, TextArguments &text, const std::string &settings_help);
void add_common(CLI::App &app, Common &common, const std::string &quiet_help,
                bool takes_matrices = true);

}  // namespace cli
