#include "report/blocks.hpp"

#include <algorithm>

#include "terminal/numbers.hpp"
#include "terminal/table.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_clusters_shown = 3;

// k x l, a row for each cluster of documents.
std::vector<std::vector<double>> measured(const Session &session, const manifact_model *model,
                                          int measure) {
  const std::int64_t k = manifact_model_clusters(model), l = manifact_model_feature_clusters(model);
  std::vector<double> values(static_cast<std::size_t>(k * l));
  session.check(manifact_model_blocks(model, measure, values.data(), k, l));
  std::vector<std::vector<double>> rows;
  for (auto row = values.begin(); row != values.end(); row += l) rows.emplace_back(row, row + l);
  return rows;
}

// The clusters of documents that a cluster of features is associated with.
std::vector<std::size_t> owners(const std::vector<std::vector<double>> &lift, std::size_t b) {
  std::vector<std::size_t> found;
  for (std::size_t a = 0; a < lift.size(); ++a)
    if (lift[a][b] > 1) found.push_back(a);
  std::stable_sort(found.begin(), found.end(),
                   [&](std::size_t x, std::size_t y) { return lift[x][b] > lift[y][b]; });
  return found;
}

std::vector<std::string> terms_of(const Session &session, const ModelSummary &findings,
                                  std::size_t b, const std::string &prefix) {
  std::int64_t count = 0, found = 0;
  session.check(manifact_solver_get_int64(findings.solver, "top-terms", &count), findings.solver);
  std::vector<std::int64_t> features(static_cast<std::size_t>(count));
  session.check(manifact_model_feature_cluster_features(
      findings.model, static_cast<std::int64_t>(b), count, features.data(), nullptr, &found));
  std::vector<std::string> names;
  for (std::int64_t t = 0; t < found; ++t) {
    const auto feature = static_cast<std::size_t>(features[static_cast<std::size_t>(t)]);
    names.push_back(findings.feature_names.empty()
                        ? prefix + std::to_string(feature)
                        : excerpt(findings.feature_names[feature], longest_shown_term));
  }
  return names;
}

}  // namespace

bool has_blocks(const ModelSummary &findings) {
  return manifact_model_feature_clusters(findings.model) > 0;
}

ordered_json blocks_object(const Session &session, const ModelSummary &findings) {
  const auto l = static_cast<std::size_t>(manifact_model_feature_clusters(findings.model));
  const std::int64_t *sizes = manifact_model_feature_sizes(findings.model);
  const auto lift = measured(session, findings.model, MANIFACT_BLOCK_LIFT);
  ordered_json object = {{"sizes", std::vector<std::int64_t>(sizes, sizes + l)},
                         {"top_terms", ordered_json::array()},
                         {"clusters", ordered_json::array()}};
  for (std::size_t b = 0; b < l; ++b) {
    object["top_terms"].push_back(terms_of(session, findings, b, "feature "));
    object["clusters"].push_back(owners(lift, b));
  }
  object["mass"] = measured(session, findings.model, MANIFACT_BLOCK_MASS);
  object["mean"] = measured(session, findings.model, MANIFACT_BLOCK_MEAN);
  object["lift"] = lift;
  return object;
}

std::string blocks_text(const Session &session, const ModelSummary &findings) {
  const std::int64_t *sizes = manifact_model_feature_sizes(findings.model);
  const auto lift = measured(session, findings.model, MANIFACT_BLOCK_LIFT);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t b = 0; b < lift.front().size(); ++b) {
    std::string clusters, terms;
    std::vector<std::size_t> owning = owners(lift, b);
    const bool more = owning.size() > most_clusters_shown;
    if (more) owning.resize(most_clusters_shown);
    for (const std::size_t a : owning)
      clusters += (clusters.empty() ? "" : ", ") + std::to_string(a) + " (" +
                  fixed_number(lift[a][b], 1) + ")";
    for (const std::string &term : terms_of(session, findings, b, ""))
      terms += (terms.empty() ? "" : ", ") + escaped(term);
    rows.push_back({std::to_string(b), std::to_string(sizes[b]),
                    clusters.empty() ? "-" : clusters + (more ? ", ..." : ""), terms});
  }
  const bool named = !findings.feature_names.empty();
  return table({{named ? "words" : "features", true},
                {"size", true},
                {"clusters (lift)"},
                {named ? "top terms" : "top features"}},
               rows, output_width());
}

std::string features_csv(const ModelSummary &findings) {
  const manifact_model *model = findings.model;
  const std::int32_t *labels = manifact_model_feature_labels(model);
  const double *row = manifact_model_feature_memberships(model);
  const std::int64_t l = manifact_model_feature_clusters(model);
  std::string text = findings.feature_names.empty() ? "feature,cluster,membership\n"
                                                    : "feature,cluster,membership,term\n";
  for (std::int64_t j = 0; j < manifact_model_features(model); ++j, row += l) {
    text += std::to_string(j) + ',' + std::to_string(labels[j]) + ',' +
            exact_number(labels[j] >= 0 ? row[labels[j]] : 0);
    if (!findings.feature_names.empty())
      text += ',' + csv_cell(findings.feature_names[static_cast<std::size_t>(j)]);
    text += '\n';
  }
  return text;
}

}  // namespace cli
