// --title-command: titles of topics from a program, such as one that asks a language model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/command_line.hpp"
#include "handles.hpp"
#include "readers/documents.hpp"
#include "report/summary.hpp"
#include "terminal/session.hpp"

namespace cli {

struct TitleOptions {
  std::optional<std::string> command;
  double seconds = 60;  // for one title
};

void add_title_command(Command &command, TitleOptions &options);

// The words of the command; a Failure, before long computations, if it cannot be run.
std::vector<std::string> title_words(const TitleOptions &options);

// Runs the command once for each of these topics, which get its answers as names, and for each
// parent of the tree, which get them together. A topic or parent whose answer is no
// title, or one that another has, keeps its own, with a warning. findings.model becomes the result.
Model with_outside_titles(Session &session, const TitleOptions &options, Model model,
                          const std::vector<std::int64_t> &topics, const Documents &documents,
                          ModelSummary &findings);

// The same for the topics without a name; the model as it is without a command.
Model with_titles_asked(Session &session, const TitleOptions &options, Model model,
                        const Documents &documents, ModelSummary &findings);

// Those without a name.
std::vector<std::int64_t> unnamed_topics(const manifact_model *model);

}  // namespace cli
