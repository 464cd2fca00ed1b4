#include "report/summary.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "option_types.hpp"
#include "report/blocks.hpp"
#include "report/constraints.hpp"
#include "report/origins.hpp"
#include "report/suggestion.hpp"
#include "terminal/numbers.hpp"
#include "terminal/table.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t n_representatives = 5;
constexpr std::size_t longest_term = 200;  // in characters, in summary.json

void add_text_options(const manifact_vectorizer *vectorizer, ordered_json &options) {
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    int type = 0;
    char value[256];
    if (manifact_option_info(i, &name, &type, nullptr, nullptr, nullptr, nullptr, nullptr) < 0 ||
        options.contains(name))
      continue;
    if (manifact_method_uses_option("vectorizer", name) == MANIFACT_FALSE) continue;
    if (manifact_vectorizer_get_text(vectorizer, name, value, sizeof value) < 0) continue;
    options[name] = has_words(type) ? ordered_json(value) : number_or_text(value);
  }
}

// Every option that the method uses, with its value: from the model, and those that do not affect
// results (threads) from the solver.
ordered_json options_object(const ModelSummary &findings) {
  ordered_json options = ordered_json::object();
  const char *method = manifact_model_method(findings.model);
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    int type = 0;
    if (manifact_option_info(i, &name, &type, nullptr, nullptr, nullptr, nullptr, nullptr) < 0)
      continue;
    if (manifact_method_uses_option(method, name) == MANIFACT_FALSE) continue;
    char buffer[256];
    const char *value = manifact_model_option(findings.model, name);
    if (value == nullptr &&
        manifact_solver_get_text(findings.solver, name, buffer, sizeof buffer) >= 0)
      value = buffer;
    if (value != nullptr)
      options[name] = has_words(type) ? ordered_json(value) : number_or_text(value);
  }
  const manifact_vectorizer *texts = manifact_model_text_vectorizer(findings.model);
  if (findings.documents != nullptr && !findings.documents->ids.empty())
    add_text_options(texts != nullptr ? texts : manifact_model_vectorizer(findings.model), options);
  return options;
}

ordered_json diagnostics_object(const manifact_model *model) {
  ordered_json diagnostics = ordered_json::object();
  for (std::int64_t i = 0; i < manifact_model_diagnostic_count(model); ++i) {
    const char *name = nullptr;
    const char *value = nullptr;
    if (manifact_model_diagnostic(model, i, &name, &value) >= 0)
      diagnostics[name] = number_or_text(value);
  }
  return diagnostics;
}

// A method without a tolerance makes a fixed number of iterations. That is not a failure to
// converge and is not shown.
const char *course(const manifact_model *model) {
  if (manifact_model_converged(model) == 1) return ", converged";
  return diagnostics_object(model).value("stopped_by", "") == "iteration limit" ? ", not converged"
                                                                                : "";
}

// Iterations; for methods that compute eigenvectors without iterations, the number of rounds, if
// any.
std::string effort(const manifact_model *model) {
  const std::int64_t iterations = manifact_model_iterations(model);
  const ordered_json diagnostics = diagnostics_object(model);
  if (iterations > 0 ||
      !(diagnostics.contains("adaptive_rounds") || diagnostics.contains("eigen_rounds")))
    return counted(iterations, "iteration");
  const std::int64_t rounds =
      diagnostics.value("adaptive_rounds", diagnostics.value("eigen_rounds", std::int64_t{0}));
  return rounds > 0 ? counted(rounds, "round") : "eigenvectors";
}

std::string headline(const Session &session, const ModelSummary &findings) {
  const manifact_model *model = findings.model;
  const std::int64_t k = manifact_model_clusters(model);
  std::string text = counted(manifact_model_documents(model), thing(findings)) + " x " +
                     counted(manifact_model_features(model), "feature") + " in " +
                     counted(k, "cluster") + " by " + manifact_model_method(model) + '\n';
  text += effort(model) + course(model) + ", objective " +
          short_number(manifact_model_objective(model), 6) + ", " +
          fixed_number(session.seconds(), session.seconds() < 10 ? 2 : 0) + " s, " +
          short_bytes(static_cast<double>(peak_memory())) + '\n';
  return text;
}

bool has_ids(const ModelSummary &findings) {
  return findings.documents != nullptr && !findings.documents->ids.empty();
}

// The document nearest to the centroid, by name if it has one.
std::string example(const ModelSummary &findings, std::size_t cluster) {
  if (findings.representatives[cluster].empty()) return "-";
  const std::int64_t document = findings.representatives[cluster].front();
  if (!has_ids(findings)) return std::to_string(document);
  return escaped(excerpt(findings.documents->ids[static_cast<std::size_t>(document)], 28));
}

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + escaped(excerpt(word, longest_description));
  return text;
}

ordered_json representative_ids(const ModelSummary &findings) {
  ordered_json clusters = ordered_json::array();
  for (const auto &representatives : findings.representatives) {
    clusters.push_back(ordered_json::array());
    for (const std::int64_t document : representatives)
      clusters.back().push_back(findings.documents->ids[static_cast<std::size_t>(document)]);
  }
  return clusters;
}

}  // namespace

std::vector<std::string> top_term_names(const ModelSummary &findings, std::size_t cluster,
                                        const std::string &prefix) {
  return term_names(findings, findings.top_terms[cluster], prefix);
}

std::vector<std::string> term_names(const ModelSummary &findings,
                                    const std::vector<std::int64_t> &terms,
                                    const std::string &prefix) {
  std::vector<std::string> names;
  for (const std::int64_t feature : terms) {
    if (findings.terms.empty()) {
      names.push_back(prefix + std::to_string(feature));
    } else {
      const std::string &term = findings.terms[static_cast<std::size_t>(feature)];
      names.push_back(term.size() <= longest_term ? term : excerpt(term, longest_term));
    }
  }
  return names;
}

std::vector<std::string> descriptions(const ModelSummary &findings, std::size_t cluster,
                                      const std::string &prefix) {
  const bool are_points = !findings.points.empty();
  std::vector<std::string> names =
      top_term_names(findings, cluster, are_points ? "feature " : prefix);
  for (std::string &name : names) name = excerpt(name, longest_shown_term);
  return are_points ? scored_names(findings.points, cluster, findings.top_terms[cluster], names)
                    : names;
}

ordered_json features_array(const ModelSummary &findings, std::size_t cluster) {
  return features_array(findings.points, cluster, findings.top_terms[cluster],
                        top_term_names(findings, cluster, "feature "));
}

const char *thing(const ModelSummary &findings) {
  return findings.points.empty() ? "document" : "row";
}

std::string csv_cell(const std::string &text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell.append(c == '"' ? 2 : 1, c);
  return cell + '"';
}

std::string topic_title(const manifact_model *model, std::size_t topic) {
  const char *const title = manifact_model_title(model, static_cast<std::int64_t>(topic));
  return title != nullptr ? title : "";
}

bool has_titles(const ModelSummary &findings) {
  const bool has_texts = findings.documents != nullptr && !findings.documents->excerpts.empty();
  for (std::int64_t c = 0; c < manifact_model_clusters(findings.model); ++c) {
    const std::string_view name = manifact_model_topic_name(findings.model, c);
    if (!name.empty()) return true;
    if (has_texts && !topic_title(findings.model, static_cast<std::size_t>(c)).empty()) return true;
  }
  return false;
}

std::size_t title_width(std::size_t others) {
  constexpr std::size_t narrowest = 28, widest = 60;
  const std::size_t width = output_width();
  return width == 0 ? widest : std::clamp((width - std::min(width, others)) / 2, narrowest, widest);
}

ordered_json number_or_text(const std::string &text) {
  const char *begin = text.data();
  const char *end = begin + text.size();
  std::int64_t whole = 0;
  if (const auto [stop, error] = std::from_chars(begin, end, whole);
      error == std::errc() && stop == end)
    return whole;
  double real = 0;
  if (const auto [stop, error] = std::from_chars(begin, end, real);
      error == std::errc() && stop == end && std::isfinite(real))
    return real;
  return text;
}

std::vector<double> proportions_of(const Session &session, const manifact_model *model) {
  std::vector<double> proportions(
      static_cast<std::size_t>(manifact_model_documents(model) * manifact_model_clusters(model)));
  session.check(manifact_model_proportions(model, proportions.data(),
                                           static_cast<std::int64_t>(proportions.size())));
  return proportions;
}

void each_proportions(const Session &session, const manifact_model *model,
                      const ProportionsBody &body) {
  constexpr std::int64_t at_once = 4096;
  const std::int64_t n = manifact_model_documents(model);
  std::vector<double> proportions(
      static_cast<std::size_t>(std::min(n, at_once) * manifact_model_clusters(model)));
  for (std::int64_t first = 0; first < n; first += at_once) {
    const std::int64_t count = std::min(n - first, at_once);
    session.check(manifact_model_proportions_of(model, first, count, proportions.data()));
    body(static_cast<std::size_t>(first), static_cast<std::size_t>(count), proportions.data());
  }
}

namespace {

std::vector<double> shares_of_labels(const Session &session, const manifact_model *model) {
  const std::int32_t *const labels = manifact_model_labels(model);
  const auto k = static_cast<std::size_t>(manifact_model_clusters(model));
  std::vector<double> shares(static_cast<std::size_t>(manifact_model_documents(model)));
  each_proportions(session, model, [&](std::size_t first, std::size_t count, const double *rows) {
    for (std::size_t i = 0; i < count; ++i)
      if (const std::int32_t label = labels[first + i]; label >= 0)
        shares[first + i] = rows[i * k + static_cast<std::size_t>(label)];
  });
  return shares;
}

}  // namespace

ModelSummary look_at(const Session &session, const manifact_model *model,
                     const manifact_solver *solver, const std::vector<std::string> &feature_names,
                     const std::vector<std::string> &terms, const manifact_matrix *X) {
  const std::int64_t k = manifact_model_clusters(model);
  ModelSummary findings{.model = model,
                        .solver = solver,
                        .feature_names = feature_names,
                        .terms = terms,
                        .top_terms = {},
                        .representatives = {},
                        .cohesion = std::vector<double>(static_cast<std::size_t>(k)),
                        .numbers = {}};
  char word[64];
  std::int64_t count = 0;
  session.check(manifact_solver_get_text(solver, "term-score", word, sizeof word), solver);
  session.check(manifact_solver_get_int64(solver, "top-terms", &count), solver);
  const std::string_view name = word;
  const int score = name == "concept" ? MANIFACT_SCORE_CONCEPT
                    : name == "lift"  ? MANIFACT_SCORE_LIFT
                                      : MANIFACT_SCORE_EXCLUSIVITY;
  std::vector<std::int64_t> top(static_cast<std::size_t>(count));
  for (std::int64_t cluster = 0; cluster < k; ++cluster) {
    std::int64_t documents[n_representatives];
    std::int64_t found = 0;
    session.check(
        manifact_model_top_terms(model, cluster, score, count, top.data(), nullptr, &found));
    findings.top_terms.emplace_back(top.begin(), top.begin() + found);
    session.check(manifact_model_representatives(model, cluster, n_representatives, documents,
                                                 nullptr, &found));
    findings.representatives.emplace_back(documents, documents + found);
  }
  findings.numbers = topic_numbers(session, model, X, score, findings.top_terms);
  findings.points = points_of(session, model, X);
  findings.numbers.of_points = !findings.points.empty();
  for (std::size_t c = 0; c < findings.top_terms.size() && !findings.points.empty(); ++c)
    findings.top_terms[c] = features_by_score(findings.points, model, c, count);
  session.check(manifact_model_cohesion(model, findings.cohesion.data(), k));
  findings.shares = shares_of_labels(session, model);
  return findings;
}

namespace {

const char *handling_word(const Copies &copies) {
  return copies.handling == CopyHandling::keep       ? "keep"
         : copies.handling == CopyHandling::collapse ? "collapse"
                                                     : "drop";
}

std::string copies_text(const Copies *copies) {
  if (copies == nullptr || !copies->are_counted || copies->exact + copies->near == 0) return "";
  const char *const handled = copies->handling == CopyHandling::keep
                                  ? "clustered like others (--near-duplicates collapse or drop)"
                              : copies->handling == CopyHandling::collapse
                                  ? "with the topics of the first ones"
                                  : "left out";
  return "copies of other documents: " + std::to_string(copies->exact) + " exact, " +
         std::to_string(copies->near) + " near, " + handled + '\n';
}

}  // namespace

ordered_json summary_object(const Session &session, const ModelSummary &findings) {
  const manifact_model *model = findings.model;
  const std::int64_t k = manifact_model_clusters(model);
  const std::int64_t *sizes = manifact_model_sizes(model);
  const char *seed = manifact_model_option(model, "seed");
  ordered_json object;
  object["version"] = manifact_version();
  object["method"] = manifact_model_method(model);
  object["options"] = options_object(findings);
  add_origins(model, findings.settings, object);
  object["seed"] = seed == nullptr ? ordered_json() : number_or_text(seed);
  object["n_documents"] = manifact_model_documents(model);
  object["n_terms"] = manifact_model_features(model);
  object["n_clusters"] = k;
  object["sizes"] = std::vector<std::int64_t>(sizes, sizes + k);
  object["titles"] = ordered_json::array();
  for (std::size_t c = 0; c < findings.top_terms.size(); ++c)
    object["titles"].push_back(topic_title(model, c));
  object["top_terms"] = ordered_json::array();
  for (std::size_t c = 0; c < findings.top_terms.size(); ++c)
    object["top_terms"].push_back(top_term_names(findings, c, "feature "));
  if (!findings.points.empty()) {
    object["features"] = ordered_json::array();
    for (std::size_t c = 0; c < findings.top_terms.size(); ++c)
      object["features"].push_back(features_array(findings, c));
  }
  object["representatives"] = findings.representatives;
  object["topic_numbers"] = numbers_object(findings.numbers, sizes);
  object["objective"] = manifact_model_objective(model);
  object["iterations"] = manifact_model_iterations(model);
  object["converged"] = manifact_model_converged(model) == 1;
  object["status"] = manifact_status_name(manifact_model_status(model));
  object["seconds"] = std::round(session.seconds() * 1000) / 1000;
  object["peak_bytes"] = peak_memory();
  object["warnings"] = session.warnings();
  object["diagnostics"] = diagnostics_object(model);
  if (const manifact_vectorizer *texts = manifact_model_text_vectorizer(model); texts != nullptr)
    object["n_text_terms"] = manifact_vectorizer_terms(texts);
  if (has_ids(findings)) object["representative_ids"] = representative_ids(findings);
  if (has_blocks(findings)) object["feature_clusters"] = blocks_object(session, findings);
  if (findings.constraints != nullptr)
    object["constraints"] = constraints_object(
        findings.constraints, model, Names(findings.documents),
        findings.known_labels != nullptr ? *findings.known_labels : KnownLabels());
  if (findings.seeds != nullptr) object["seed_words"] = seeds_array(*findings.seeds);
  if (!findings.groups.empty()) object["groups"] = groups_array(findings);
  if (findings.copies != nullptr && findings.copies->are_counted)
    object["copies"] = {{"exact", findings.copies->exact},
                        {"near", findings.copies->near},
                        {"handling", handling_word(*findings.copies)}};
  if (!std::isnan(findings.map.trustworthiness))
    object["map"] = {{"trustworthiness", findings.map.trustworthiness},
                     {"continuity", findings.map.continuity}};
  if (findings.suggestion != nullptr) object["suggestion"] = suggestion_object(findings.suggestion);
  if (findings.evaluation) object["evaluation"] = evaluation_object(*findings.evaluation);
  if (findings.unlabeled) object["evaluation_unlabeled"] = evaluation_object(*findings.unlabeled);
  return object;
}

std::string json_text(const ordered_json &json) {
  std::string text;
  for (const auto &[key, value] : json.items()) {
    text += text.empty() ? "\n  " : ",\n  ";
    if (json.is_object()) text += ordered_json(key).dump() + ": ";
    text += escaped(value.dump(
        -1, ' ', false, ordered_json::error_handler_t::replace));  // terms may be in any encoding
  }
  return (json.is_object() ? '{' + text + "\n}" : '[' + text + "\n]") + '\n';
}

void place_documents(const Session &session, ModelSummary &findings) {
  if (!findings.points.empty()) return;
  const std::int64_t n = manifact_model_documents(findings.model),
                     k = manifact_model_clusters(findings.model);
  PlacedDocuments &map = findings.map;
  map.places.resize(static_cast<std::size_t>(2 * n));
  double quality[2] = {NAN, NAN};
  const int status = manifact_model_positions(session.stoppable(), findings.model, nullptr,
                                              map.places.data(), n, quality);
  map.by_discs = status == MANIFACT_ERROR_ARGUMENT;
  if (map.by_discs) {
    session.check(manifact_model_map(findings.model, map.places.data(), n, nullptr, k));
    return;
  }
  session.check(status);
  map.trustworthiness = quality[0];
  map.continuity = quality[1];
}

namespace {

std::string map_text(const PlacedDocuments &map) {
  if (std::isnan(map.trustworthiness)) return "";
  return "map: trustworthiness " + fixed_number(map.trustworthiness, 3) + ", continuity " +
         fixed_number(map.continuity, 3) + " (15 neighbors)\n";
}

}  // namespace

std::string summary_text(const Session &session, const ModelSummary &findings) {
  const manifact_model *model = findings.model;
  const std::int64_t *sizes = manifact_model_sizes(model);
  const bool titled = has_titles(findings);
  const std::vector<double> &stability = findings.numbers.stability;
  const std::size_t width_of_numbers = stability.empty() ? 34 : 45;
  const std::size_t longest = title_width(width_of_numbers);
  const bool are_points = !findings.points.empty();
  const char *terms = are_points               ? "features (z-scores)"
                      : findings.terms.empty() ? "top features"
                                               : "top terms";
  std::vector<Column> columns{{"cluster", true},
                              {"size", true},
                              {"share", true},
                              {are_points ? "spread" : "cohesion", true}};
  if (!stability.empty()) columns.push_back({"stability", true});
  columns.push_back({titled ? "title" : "example", !titled && !has_ids(findings)});
  columns.push_back({terms});
  std::vector<std::vector<std::string>> rows;
  for (std::size_t c = 0; c < findings.top_terms.size(); ++c) {
    std::vector<std::string> &row = rows.emplace_back();
    row = {std::to_string(c), std::to_string(sizes[c]),
           percentage(sizes[c], manifact_model_documents(model)),
           fixed_number(are_points ? findings.points.spread[c] : findings.cohesion[c], 2)};
    if (!stability.empty()) row.push_back(fixed_number(stability[c], 2));
    row.push_back(titled ? escaped(excerpt(topic_title(model, c), longest)) : example(findings, c));
    row.push_back(joined(descriptions(findings, c, "")));
  }
  std::string evaluated =
      findings.evaluation ? evaluation_text(*findings.evaluation, thing(findings)) : "";
  if (findings.unlabeled)
    evaluated +=
        "without the given labels: " + evaluation_text(*findings.unlabeled, thing(findings));
  const std::string blocks = has_blocks(findings) ? '\n' + blocks_text(session, findings) : "";
  const std::string known =
      findings.constraints != nullptr ? constraints_text(findings.constraints, model) : "";
  const std::string suggested =
      findings.suggestion != nullptr ? suggestion_line(findings.suggestion) : "";
  return headline(session, findings) + copies_text(findings.copies) + suggested + known +
         evaluated + map_text(findings.map) + '\n' + table(columns, rows, output_width()) +
         weak_topics_text(findings.numbers) + groups_text(findings) + blocks;
}

}  // namespace cli
