#include "report/report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>

#include "report/blocks.hpp"
#include "report/page.hpp"
#include "report/scores.hpp"
#include "report/topics.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

// Limits that keep the page small enough for a browser and for mail.
constexpr std::size_t most_documents = 200000;
constexpr std::size_t most_near = 5;  // clusters
// In characters: of all texts, of one, and of a name.
constexpr std::size_t most_excerpts = 12000000, longest_excerpt = 240, longest_name = 120;

// JSON that may be embedded in a <script>: no "<" can open a tag. Text of any encoding.
std::string script_json(const ordered_json &json) {
  const std::string text = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

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

// Documents that were added to a model without names of their own: "PATH, line 3".
std::string shared_id(const std::string &id) {
  const std::size_t place =
      std::min({id.rfind(", line "), id.rfind(", row "), id.rfind(", record ")});
  if (place == std::string::npos) return id;
  const std::size_t folder = id.rfind('/', place);
  return folder == std::string::npos ? id : id.substr(folder + 1);
}

void share_ids(ordered_json &ids) {
  if (ids.is_string()) ids = shared_id(ids.get<std::string>());
  if (ids.is_structured())
    for (ordered_json &one : ids) share_ids(one);
}

// The summary in the page: without what other objects of the page hold, and without folders.
ordered_json shared_summary(const Session &session, const Findings &findings,
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

std::string shortened(const std::string &text, std::size_t characters) {
  return text.size() <= characters ? text : excerpt(text, characters);
}

// The documents listed on the page: all, or every n-th and the representatives.
std::vector<std::size_t> listed_documents(const Findings &findings) {
  const auto n = static_cast<std::size_t>(manifact_model_documents(findings.model));
  std::vector<std::size_t> listed;
  for (std::size_t i = 0, step = (n + most_documents - 1) / most_documents; i < n; i += step)
    listed.push_back(i);
  if (listed.size() == n) return listed;
  for (const auto &representatives : findings.representatives)
    listed.insert(listed.end(), representatives.begin(), representatives.end());
  std::sort(listed.begin(), listed.end());
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
  return listed;
}

// Terms with scores relative to the first.
ordered_json top_terms(const Session &session, const Findings &findings, std::int64_t cluster,
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
void add_timeline(const Findings &findings, std::size_t cluster, ordered_json &one) {
  const Timeline &timeline = findings.timeline;
  ordered_json counts = ordered_json::array();
  for (std::size_t p = 0; p < timeline.starts.size(); ++p)
    counts.push_back(timeline.counts[p * findings.cohesion.size() + cluster]);
  one["counts"] = std::move(counts);
  one["rising"] = term_names(findings, timeline.rising[cluster], "feature ");
  one["falling"] = term_names(findings, timeline.falling[cluster], "feature ");
}

// Of points: what stands in the place of terms and cosines.
void add_features(const Findings &findings, std::size_t cluster, ordered_json &one) {
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

ordered_json clusters_array(const Session &session, const Findings &findings,
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

// An array of the page as text: one JSON value per document would take ten times the memory.
class PageColumn {
 public:
  explicit PageColumn(const char *name) : name_(name) {}

  void add(std::int64_t number) { next() += std::to_string(number); }
  void add(const ordered_json &value) { next() += script_json(value); }

  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size() + 32; }
  // "name":[..]
  void append_to(std::string &object) const {
    object.append(1, '"').append(name_).append("\":[").append(values_).append(1, ']');
  }

 private:
  std::string &next() { return values_.empty() ? values_ : values_ += ','; }

  const char *name_;
  std::string values_;
};

// Column by column, which takes half the size of one object per document. Columns without
// information are omitted.
std::vector<PageColumn> document_columns(const Findings &findings, const Documents &documents,
                                         const Classes &classes,
                                         const std::vector<double> &places) {
  const manifact_model *model = findings.model;
  const std::vector<std::size_t> listed = listed_documents(findings);
  const std::size_t longest = std::min(longest_excerpt, most_excerpts / listed.size());
  const bool are_points = !findings.points.empty();
  const bool all = listed.size() == static_cast<std::size_t>(manifact_model_documents(model));
  PageColumn number("number"), cluster("cluster"), nearness(are_points ? "distance" : "cosine"),
      share("share"), place("place"), id("id"), excerpts("excerpt"), of("class");
  for (const std::size_t i : listed) {
    const std::int32_t label = manifact_model_labels(model)[i];
    if (!all) number.add(static_cast<std::int64_t>(i));
    cluster.add(std::int64_t{label});
    if (are_points)
      nearness.add(number_or_text(short_number(findings.points.distances[i])));
    else
      nearness.add(std::int64_t{std::lround(1000 * manifact_model_cosines(model)[i])});
    share.add(std::int64_t{std::lround(1000 * findings.shares[i])});
    for (const double coordinate : {places[2 * i], places[2 * i + 1]})
      place.add(are_points ? ordered_json(static_cast<int>(coordinate))
                           : ordered_json(std::round(coordinate * 2000) / 2000));
    if (!documents.ids.empty()) id.add(shortened(shared_id(documents.ids[i]), longest_name));
    if (!documents.excerpts.empty()) excerpts.add(shortened(documents.excerpts[i], longest));
    if (!classes.names.empty()) of.add(classes.numbers[i]);
  }
  std::vector<PageColumn> columns;
  for (PageColumn *const column :
       {&cluster, &nearness, &share, &place, &number, &id, &excerpts, &of})
    if (!column->empty()) columns.push_back(std::move(*column));
  return columns;
}

// The page with "documents":{..} as the last member of the object.
std::string page_of(const ordered_json &data, const std::vector<PageColumn> &columns) {
  std::string text = script_json(data), page;
  text.pop_back();
  std::size_t size = text.size();
  for (const PageColumn &column : columns) size += column.size();
  page.reserve(size + std::string_view(page_before_data).size() +
               std::string_view(page_after_data).size());
  page.append(page_before_data).append(text).append(",\"documents\":");
  char before = '{';
  for (const PageColumn &column : columns) {
    column.append_to(page += before);
    before = ',';
  }
  return page.append("}}").append(page_after_data);
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
ordered_json add_scatter(const Session &session, const Findings &findings,
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

std::string report_html(const Session &session, const Findings &findings,
                        const Documents &documents, const std::vector<std::string> &inputs,
                        const std::vector<std::string> &other_files) {
  const manifact_model *model = findings.model;
  const std::int64_t k = manifact_model_clusters(model), n = manifact_model_documents(model);
  std::vector<double> similarities(static_cast<std::size_t>(k * k));
  session.check(manifact_model_similarities(model, similarities.data(), k));
  std::vector<double> places(static_cast<std::size_t>(2 * n)),
      discs(static_cast<std::size_t>(3 * k));
  if (findings.points.empty())
    session.check(manifact_model_map(model, places.data(), n, discs.data(), k));
  const Classes &classes = findings.classes;
  ordered_json data = {{"input", inputs.size() == 1 ? shared_name(inputs.front()) : ""},
                       {"run", shared_summary(session, findings, inputs, other_files)},
                       {"history", history_array(model)}};
  data["named"] = !findings.terms.empty();
  data["features_named"] = !findings.feature_names.empty();
  if (has_blocks(findings)) data["blocks"] = blocks_object(session, findings);
  if (!findings.points.empty()) data["points"] = add_scatter(session, findings, places);
  data["tree"] = tree_object(session, findings, MANIFACT_LINKAGE_WARD);
  data["clusters"] = clusters_array(session, findings, similarities, discs);
  if (!findings.timeline.empty()) {
    ordered_json periods = ordered_json::array();
    for (std::size_t p = 0; p < findings.timeline.starts.size(); ++p)
      periods.push_back(period_name(findings.timeline, p));
    data["periods"] = std::move(periods);
  }
  if (!classes.names.empty()) data["classes"] = classes.names;
  if (findings.evaluation) {
    data["scores"] = scores_array(*findings.evaluation);
    data["confusion"] = confusion(model, classes);
    data["of_folders"] = classes.are_folders;
  }
  return page_of(data, document_columns(findings, documents, classes, places));
}

}  // namespace cli
