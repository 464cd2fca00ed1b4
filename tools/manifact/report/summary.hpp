// The description of a model: the object of summary.json and --json, the table for the terminal,
// and the lines of the result files.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "handles.hpp"
#include "readers/copies.hpp"
#include "readers/documents.hpp"
#include "report/explanations.hpp"
#include "report/groups.hpp"
#include "report/points.hpp"
#include "report/scores.hpp"
#include "report/seed_topics.hpp"
#include "report/timeline.hpp"
#include "report/topic_numbers.hpp"
#include "terminal/session.hpp"

namespace cli {

constexpr std::size_t longest_shown_term =
    40;  // characters, where people read; a document may be a single word of megabytes
constexpr std::size_t longest_description = longest_shown_term + 12;  // with a score

struct KnownLabels;

// A coarser clustering: the group of each cluster.
struct Level {
  std::int64_t groups;
  std::vector<std::int32_t> group;
};

// Where the documents are on the map of the report.
struct PlacedDocuments {
  std::vector<double> places;  // n x 2; NaN without a place; empty: not computed
  // At 15 neighbors; NaN for few documents, and for a map of discs.
  double trustworthiness = NAN, continuity = NAN;
  bool by_discs = false;  // the model has no documents
};

struct ModelSummary {
  const manifact_model *model;
  const manifact_solver *solver;
  const std::vector<std::string> &feature_names;  // empty when features have no names
  const std::vector<std::string> &terms;          // likewise; of the texts, if there are any
  // Of each cluster, by the option term-score; of points, features by |z|.
  std::vector<std::vector<std::int64_t>> top_terms;
  std::vector<std::vector<std::int64_t>> representatives;  // of each cluster
  std::vector<double> cohesion;                            // of each cluster
  TopicNumbers numbers;
  std::vector<double> shares = {};                    // of each document: that of its cluster
  const Documents *documents = nullptr;               // for the names of the representatives
  const manifact_constraints *constraints = nullptr;  // null: none were given
  const KnownLabels *known_labels = nullptr;          // with constraints
  const SeededLabels *seeds = nullptr;                // of --seed-words
  // The options that were set, of a run that knows them.
  std::vector<std::pair<std::string, std::string>> settings = {};
  const manifact_suggestion *suggestion = nullptr;      // of -k auto; null if a number was given
  std::vector<Level> levels = {};                       // from the coarsest
  Timeline timeline = {};                               // empty without dates
  std::vector<GroupComparison> groups = {};             // of --group-field
  std::vector<DocumentExplanation> explanations = {};   // of the documents, for the report
  Points points = {};                                   // empty for other documents
  PlacedDocuments map = {};                             // empty for points
  Classes classes = {};                                 // from the input
  std::optional<Evaluation> evaluation = std::nullopt;  // against these classes
  const Copies *copies = nullptr;                       // among the texts that were read
  std::optional<Evaluation> unlabeled =
      std::nullopt;  // of the documents whose class was not given to the fit
};

// n x k: of the clusters in each document.
std::vector<double> proportions_of(const Session &session, const manifact_model *model);

// The same some documents at a time: body(first, count, proportions). All of a large model would
// take more memory than its data.
using ProportionsBody = std::function<void(std::size_t, std::size_t, const double *)>;
void each_proportions(const Session &session, const manifact_model *model,
                      const ProportionsBody &body);

// X: the documents in the vocabulary of the top terms, if the model may not keep them; or null.
ModelSummary look_at(const Session &session, const manifact_model *model,
                     const manifact_solver *solver, const std::vector<std::string> &feature_names,
                     const std::vector<std::string> &terms, const manifact_matrix *X = nullptr);

// Sets findings.map, unless the documents are points.
void place_documents(const Session &session, ModelSummary &findings);

// The documented keys, in their order; after them, for text, representative_ids and evaluation,
// with co-clustering feature_clusters, and with -k auto suggestion.
nlohmann::ordered_json summary_object(const Session &session, const ModelSummary &findings);

// A JSON number if the whole text is one.
nlohmann::ordered_json number_or_text(const std::string &text);

// An object with one key per line, or an array with one element per line.
std::string json_text(const nlohmann::ordered_json &json);

// What a topic is called: the name that it was given, else phrases of its documents or top terms;
// "" without them.
std::string topic_title(const manifact_model *model, std::size_t topic);

// Whether titles say more than the top terms: phrases of texts, or names that were given.
bool has_titles(const ModelSummary &findings);

// The characters of a title in a table whose other columns, except the last, have this many.
std::size_t title_width(std::size_t others);

std::string summary_text(const Session &session, const ModelSummary &findings);

// The names of terms; without names, `prefix` and their numbers.
std::vector<std::string> term_names(const ModelSummary &findings,
                                    const std::vector<std::int64_t> &terms,
                                    const std::string &prefix);

// The same for the top terms of a cluster.
std::vector<std::string> top_term_names(const ModelSummary &findings, std::size_t cluster,
                                        const std::string &prefix);

// What characterizes a cluster, as words for people: the top terms, as top_term_names(); of points
// "income +1.8".
std::vector<std::string> descriptions(const ModelSummary &findings, std::size_t cluster,
                                      const std::string &prefix);

// Of points: the features of a cluster with their means and z-scores.
nlohmann::ordered_json features_array(const ModelSummary &findings, std::size_t cluster);

// What documents are called: "row" for points, "document" otherwise.
const char *thing(const ModelSummary &findings);

// Quoted if RFC 4180 requires it.
std::string csv_cell(const std::string &text);

}  // namespace cli
