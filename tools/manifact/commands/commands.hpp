// The subcommands. Each adds itself to the command line with its options and help.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/command_line.hpp"
#include "readers/input_options.hpp"

namespace cli {

void add_cluster(CommandLine &line);
void add_assign(CommandLine &line);
void add_topics(CommandLine &line);
void add_update(CommandLine &line);
void add_vectorize(CommandLine &line);
void add_convert(CommandLine &line);
void add_evaluate(CommandLine &line);
void add_graph(CommandLine &line);
void add_suggest_k(CommandLine &line);
void add_suggest_pairs(CommandLine &line);
void add_suggest_labels(CommandLine &line);
void add_label(CommandLine &line);
void add_methods(CommandLine &line);
void add_options(CommandLine &line);
void add_completions(CommandLine &line);

// The first words after manifact topics.
std::vector<std::string> topic_actions();

// Arguments of every command that reads documents and computes.
struct Common : InputOptions {
  std::int64_t threads = 0;
  bool quiet = false;
  std::optional<std::string> vectors;  // of the documents, beside their words
};

// Arguments of every command that builds a vocabulary.
struct TextArguments {
  std::vector<std::string> settings;  // of -s
  std::optional<std::string> language, stop_words;
};

// INPUT, and how text is read from it (commands/input_options.cpp).
void add_input(Command &command, Common &common);
void add_text_input(Command &command, Common &common);  // for a command that reads text only
void add_text_field(Command &command, Common &common);
void add_missing(Command &command, std::optional<std::string> &missing);
void add_label_fields(Command &command, Common &common);
void add_header(Command &command, Common &common);
void add_table_fields(Command &command, Common &common);  // both
void add_text(Command &command, TextArguments &text, const std::string &settings_help);
void add_format(Command &command, Common &common, bool takes_matrices = true);
void add_common(Command &command, Common &common, const std::string &quiet_help,
                bool takes_matrices = true);

}  // namespace cli
