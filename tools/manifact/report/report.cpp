#include "report/report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>

#include "report/blocks.hpp"
#include "report/page.hpp"
#include "report/page_documents.hpp"
#include "report/scores.hpp"
#include "report/topics.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_near = 5;  // clusters

// The page is for sharing: it names the input, but not the folders on the way to it. "" for
// standard input and other inputs without a name.
std::string shared_name(const std::string &path) {
  const std::filesystem::path full = std::filesystem::absolute(path).lexically_normal();
  if (path == "-" || full.native().starts_with("/dev/") || full.native().starts_with("/proc/"))
    return "";
  const std::string name = full.filename().native();
  return name.empty() ? full.parent_path().filename().native() : name;
}

std::string without_folders(std::string text, const std::vector<std::string> &paths) {
  for (const std::string &path : paths) {
    const std::size_t length = path.find_last_not_of('/') + 1;
    const std::size_t folder = path.rfind('/', length > 0 ? length - 1 : 0);
    if (folder == std::string::npos) continue;
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at))
      text.erase(at, folder + 1);
  }
  return text;
}

void share_ids(ordered_json &ids) {
  if (ids.is_string()) ids = shared_id(ids.get<std::string>());
  if (ids.is_structured())
    for (ordered_json &one : ids) share_ids(one);
}

// The summary in the page: without what other objects of the page hold, and without folders.
ordered_json shared_summary(const Session &session, const ModelSummary &findings,
                            const std::vector<std::string> &inputs,
                            const std::vector<std::string> &other_files) {
  ordered_json summary = summary_object(session, findings);
  for (const char *const key : {"feature_clusters", "top_terms", "features", "representative_ids"})
    summary.erase(key);
  for (auto &warning : summary["warnings"])
    warning = without_folders(without_folders(warning.get<std::string>(), inputs), other_files);
  if (summary.contains("constraints"))
    for (const char *const key :
         {"contradictions", "conflicts", "violated_labels", "violated_pairs"})
      share_ids(summary["constraints"][key]);
  return summary;
}

// Terms with scores relative to the first.
ordered_json top_terms(const Session &session, const ModelSummary &findings, std::int64_t cluster,
                       int score, std::size_t count) {
  std::vector<std::int64_t> features(count);
  std::vector<double> scores(count);
  std::int64_t found = 0;
  session.check(manifact_model_top_terms(findings.model, cluster, score,
                                         static_cast<std::int64_t>(count), features.data(),
                                         scores.data(), &found));
  ordered_json list = ordered_json::array();
  for (std::size_t t = 0; t < static_cast<std::size_t>(found); ++t) {
    const auto feature = static_cast<std::size_t>(features[t]);
    list.push_back({findings.terms.empty() ? "feature " + std::to_string(feature)
                                           : excerpt(findings.terms[feature], longest_shown_term),
                    std::round(100 * scores[t] / scores[0])});
  }
  return list;
}

// The other clusters by decreasing cosine.
ordered_json nearest_clusters(const std::vector<double> &similarities, std::size_t cluster,
                              const std::int64_t *sizes) {
  const auto k =
      static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(similarities.size()))));
  const double *row = &similarities[cluster * k];
  std::vector<std::size_t> others;
  for (std::size_t d = 0; d < k; ++d)
    if (d != cluster && sizes[d] > 0) others.push_back(d);
  std::stable_sort(others.begin(), others.end(),
                   [row](std::size_t a, std::size_t b) { return row[a] > row[b]; });
  others.resize(std::min(others.size(), most_near));
  ordered_json list = ordered_json::array();
  for (const std::size_t d : others) list.push_back({d, std::round(1000 * row[d]) / 1000});
  return list;
}

double rounded(double x) { return std::round(x * 10000) / 10000; }

// The documents of a cluster in each period, and the terms that rise and fall.
void add_timeline(const ModelSummary &findings, std::size_t cluster, ordered_json &one) {
  const Timeline &timeline = findings.timeline;
  ordered_json counts = ordered_json::array();
  for (std::size_t p = 0; p < timeline.starts.size(); ++p)
    counts.push_back(timeline.counts[p * findings.cohesion.size() + cluster]);
  one["counts"] = std::move(counts);
  one["rising"] = term_names(findings, timeline.rising[cluster], "feature ");
  one["falling"] = term_names(findings, timeline.falling[cluster], "feature ");
}

// Of points: what stands in the place of terms and cosines.
void add_features(const ModelSummary &findings, std::size_t cluster, ordered_json &one) {
  ordered_json list = ordered_json::array(), near = ordered_json::array();
  for (const ordered_json &feature : features_array(findings, cluster)) {
    const auto j = feature["feature"].get<std::size_t>();
    list.push_back({excerpt(feature["name"].get<std::string>(), longest_shown_term),
                    feature["mean"], findings.points.overall[2 * j],
                    std::round(1000 * feature["z"].get<double>()) / 1000});
  }
  if (manifact_model_sizes(findings.model)[cluster] > 0)
    for (const NearCluster &each : near_by_distance(findings.model, cluster))
      if (near.size() < most_near) near.push_back({each.cluster, each.distance});
  for (const char *const key : {"lift", "exclusivity", "concept", "disc"}) one.erase(key);
  one["features"] = std::move(list);
  one["near"] = std::move(near);
  one["spread"] = rounded(findings.points.spread[cluster]);
}

ordered_json clusters_array(const Session &session, const ModelSummary &findings,
                            const std::vector<double> &similarities,
                            const std::vector<double> &discs) {
  const std::int64_t *sizes = manifact_model_sizes(findings.model);
  std::int64_t count = 0;
  session.check(manifact_solver_get_int64(findings.solver, "top-terms", &count), findings.solver);
  ordered_json clusters = ordered_json::array();
  for (std::size_t c = 0; c < findings.cohesion.size(); ++c) {
    const auto cluster = static_cast<std::int64_t>(c);
    ordered_json one = {
        {"size", sizes[c]},
        {"cohesion", rounded(findings.cohesion[c])},
        {"lift", top_terms(session, findings, cluster, MANIFACT_SCORE_LIFT,
                           static_cast<std::size_t>(count))},
        {"exclusivity", top_terms(session, findings, cluster, MANIFACT_SCORE_EXCLUSIVITY,
                                  static_cast<std::size_t>(count))},
        {"concept", top_terms(session, findings, cluster, MANIFACT_SCORE_CONCEPT,
                              static_cast<std::size_t>(count))},
        {"representatives", findings.representatives[c]},
        {"near", sizes[c] > 0 ? nearest_clusters(similarities, c, sizes) : ordered_json::array()},
        {"disc", {rounded(discs[3 * c]), rounded(discs[3 * c + 1]), rounded(discs[3 * c + 2])}}};
    if (!findings.points.empty()) add_features(findings, c, one);
    add_numbers(findings.numbers, c, one);
    const std::string title = topic_title(findings.model, c);
    if (!title.empty() && has_titles(findings)) one["name"] = title;
    if (!topic_name(findings.model, c).empty()) one["renamed"] = true;
    if (!findings.timeline.empty()) add_timeline(findings, c, one);
    clusters.push_back(std::move(one));
  }
  return clusters;
}

// The page with "documents":{..} as the last member of the object.
std::string page_of(const ordered_json &data, const std::string &documents) {
  std::string text = script_json(data), page;
  text.pop_back();
  page.reserve(text.size() + documents.size() + std::string_view(page_before_data).size() +
               std::string_view(page_after_data).size() + 32);
  page.append(page_before_data).append(text).append(",\"documents\":").append(documents);
  return page.append("}").append(page_after_data);
}

// The number of documents of each class in each cluster; the last row is for unassigned documents.
ordered_json confusion(const manifact_model *model, const Classes &classes) {
  const auto k = static_cast<std::size_t>(manifact_model_clusters(model));
  std::vector<std::vector<std::int64_t>> counts(k + 1,
                                                std::vector<std::int64_t>(classes.names.size()));
  for (std::size_t i = 0; i < classes.numbers.size(); ++i) {
    const std::int32_t label = manifact_model_labels(model)[i];
    if (classes.numbers[i] >= 0)
      ++counts[label < 0 ? k : static_cast<std::size_t>(label)]
              [static_cast<std::size_t>(classes.numbers[i])];
  }
  return counts;
}

ordered_json scores_array(const Evaluation &evaluation) {
  ordered_json list = ordered_json::array();
  for (const Score &score : evaluation.scores)
    list.push_back({{"name", shown_name(evaluation, score)},
                    {"meaning", score.meaning},
                    {"value", score.value}});
  return list;
}

ordered_json history_array(const manifact_model *model) {
  std::int64_t length = 0;
  const double *history = manifact_model_history(model, &length);
  return std::vector<double>(history, history + length);
}

// The places become those on the scatter plot.
ordered_json add_scatter(const Session &session, const ModelSummary &findings,
                         std::vector<double> &places) {
  std::vector<std::int64_t> all(findings.points.overall.size() / 2);
  std::iota(all.begin(), all.end(), std::int64_t{0});
  std::vector<std::string> names = term_names(findings, all, "feature ");
  for (std::string &name : names) name = excerpt(name, longest_shown_term);
  ScatterPlot plot = scatter_of(session, findings.model, findings.points, names);
  places = std::move(plot.places);
  return {{"axes", std::move(plot.axes)}, {"of_features", names.size() <= 2}};
}

}  // namespace

namespace {

// The places of the documents. Sets "map", or "points".
std::vector<double> map_of(const Session &session, const ModelSummary &findings,
                           std::vector<double> &discs, ordered_json &data) {
  const std::int64_t k = manifact_model_clusters(findings.model);
  std::vector<double> places = findings.map.places;
  if (!findings.points.empty()) {
    data["points"] = add_scatter(session, findings, places);
    return places;
  }
  session.check(manifact_model_map(findings.model, nullptr, 0, discs.data(), k));
  data["map"] = ordered_json::object();
  if (findings.map.by_discs) data["map"]["by_discs"] = true;
  if (!std::isnan(findings.map.trustworthiness))
    data["map"] = {{"trustworthiness", rounded(findings.map.trustworthiness)},
                   {"continuity", rounded(findings.map.continuity)}};
  return places;
}

void add_periods(const Timeline &timeline, ordered_json &data) {
  if (timeline.empty()) return;
  ordered_json periods = ordered_json::array();
  for (std::size_t p = 0; p < timeline.starts.size(); ++p)
    periods.push_back(period_name(timeline, p));
  data["periods"] = std::move(periods);
}

}  // namespace

ReportSize report_size(const std::string &word) {
  if (word == "none") return ReportSize::none;
  if (word == "small") return ReportSize::small;
  if (word == "full") return ReportSize::full;
  throw Failure("--report '" + escaped(word) + "' is not one of: small, full, none");
}

void prepare_report(Session &session, ModelSummary &findings, const manifact_matrix *X,
                    ReportSize size) {
  place_documents(session, findings);
  const bool is_dense = X != nullptr && manifact_matrix_is_dense(X) == MANIFACT_TRUE;
  if (size == ReportSize::full && manifact_model_documents(findings.model) <=
                                      (is_dense ? most_explained_dense : most_explained))
    findings.explanations = explanations_of(session, findings.model, X, reasons_of_document);
}

Report report_page(Session &session, const ModelSummary &findings, const Documents &documents,
                   const std::vector<std::string> &inputs,
                   const std::vector<std::string> &other_files, ReportSize size) {
  const manifact_model *model = findings.model;
  const std::int64_t k = manifact_model_clusters(model);
  std::vector<double> similarities(static_cast<std::size_t>(k * k)),
      discs(static_cast<std::size_t>(3 * k));
  session.check(manifact_model_similarities(model, similarities.data(), k));
  const Classes &classes = findings.classes;
  ordered_json data = {{"input", inputs.size() == 1 ? shared_name(inputs.front()) : ""},
                       {"run", shared_summary(session, findings, inputs, other_files)},
                       {"history", history_array(model)}};
  data["named"] = !findings.terms.empty();
  data["features_named"] = !findings.feature_names.empty();
  data["size"] = size == ReportSize::small ? "small" : "full";
  if (has_blocks(findings)) data["blocks"] = blocks_object(session, findings);
  const std::vector<double> places = map_of(session, findings, discs, data);
  data["tree"] = tree_object(session, findings, MANIFACT_LINKAGE_WARD);
  data["clusters"] = clusters_array(session, findings, similarities, discs);
  add_periods(findings.timeline, data);
  if (const ordered_json reasons = reasons_object(findings); !reasons.is_null())
    data["reasons"] = reasons;
  if (!classes.names.empty()) data["classes"] = classes.names;
  if (findings.evaluation) {
    data["scores"] = scores_array(*findings.evaluation);
    data["confusion"] = confusion(model, classes);
    data["of_folders"] = classes.are_folders;
  }
  PageDocuments listed = page_documents(findings, documents, places, size);
  if (documents.whole != nullptr && documents.whole->has_failed())
    session.warn(
        "no temporary file can be written: report.html has the beginnings of long "
        "texts only");
  if (!listed.texts.empty()) data["texts"] = text_files_object(listed.texts);
  return {page_of(data, listed.json), std::move(listed.texts)};
}

}  // namespace cli
