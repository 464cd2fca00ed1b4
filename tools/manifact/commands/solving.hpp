// Shared by cluster and suggest-k: a solver with its options, and the documents.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/corpus.hpp"
#include "handles.hpp"
#include "readers/input.hpp"
#include "terminal/session.hpp"

namespace cli {

struct Solving : Common {
  std::string method;
  TextArguments text;
  std::optional<std::string> graph, seed, weighting, terms, texts;
  std::optional<std::string> near_duplicates, idf_from;
  std::int64_t max_classes = 0;  // that are evaluated; 0: 200, or 1 % of the documents
};

// The options by name, each once, whether given as "-s seed=1" or as "--seed 1"; those of text are
// separate.
struct GivenOptions {
  Settings solver, text;
};
GivenOptions options_given(const Solving &arguments);

// Adds the settings of an earlier run to those that were given, which take precedence.
void add_earlier_settings(Solving &arguments, const Settings &settings);

Solver make_solver(const Session &session, const std::string &method, const Settings &settings);

// With the options of the fit of a model, and those that were given as OPTION=VALUE.
Solver solver_of(const Session &session, const manifact_model *model,
                 const std::vector<std::string> &settings);

// INPUT and how it is read.
InputOptions input_of(const Solving &arguments);

struct Data {
  Matrix X;
  Documents documents;
  std::vector<std::string> feature_names;  // empty if there are none
  std::vector<std::string> text_terms;     // of --texts
  Copies copies = {};                      // among texts
  Vectorizer vectorizer = nullptr;         // of texts, finished

  // The names of what describes the clusters.
  const std::vector<std::string> &terms() const {
    return text_terms.empty() ? feature_names : text_terms;
  }
};

// INPUT, as text or as a matrix with or without --texts; the solver receives the vocabulary.
Data read_data(Session &session, Input &input, const Solving &arguments, const GivenOptions &given,
               manifact_solver *solver, TextsKept kept);

// The graph of --graph for the solver; null if not given.
Graph read_graph(Session &session, const Solving &arguments, const Data &data,
                 manifact_solver *solver);

// Runs solve(&model) on the solver with progress and Ctrl-C. `name`: of the input, in messages.
Model solved(Session &session, manifact_solver *solver, const std::string &name,
             const std::function<int(manifact_model **)> &solve);

// For a fit by the solver: manifact_solver_suggest_k(). 0: the default range.
Suggestion suggest(Session &session, manifact_solver *solver, const manifact_matrix *X,
                   const std::string &name, std::int64_t from, std::int64_t to);

// --graph, --vectors, --idf-from
void add_files_beside(Command &command, Solving &arguments);
void add_near_duplicates(Command &command, Solving &arguments);
void add_seed(Command &command, Solving &arguments);

// Everything that was set: options that a model does not store are known only here.
Settings settings_of(const GivenOptions &given);

}  // namespace cli
