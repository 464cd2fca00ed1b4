#include "report/result_files.hpp"

#include <cmath>
#include <vector>

#include "report/topics.hpp"
#include "terminal/numbers.hpp"

namespace cli {

namespace {

// Whether documents that are not in the model have the topics of others.
bool are_collapsed(const Copies *copies) {
  return copies != nullptr && copies->handling == CopyHandling::collapse && copies->has_places();
}

}  // namespace

std::string labels_text(const manifact_model *model, const Copies *copies) {
  const std::int32_t *labels = manifact_model_labels(model);
  std::string text;
  const bool has_places = are_collapsed(copies);
  const std::int64_t n = has_places ? std::ssize(copies->places) : manifact_model_documents(model);
  for (std::int64_t i = 0; i < n; ++i)
    text +=
        std::to_string(labels[has_places ? copies->places[static_cast<std::size_t>(i)] : i]) + '\n';
  return text;
}

std::string clusters_csv(const Session &session, const ModelSummary &findings,
                         const Documents &kept) {
  const bool has_places = are_collapsed(findings.copies);
  const Documents &documents = has_places ? findings.copies->all : kept;
  const std::int32_t *labels = manifact_model_labels(findings.model);
  const auto n = static_cast<std::size_t>(manifact_model_documents(findings.model));
  std::vector<double> margins(n);
  session.check(
      manifact_model_margins(findings.model, margins.data(), static_cast<std::int64_t>(n)));
  std::vector<std::string> titles;
  for (std::size_t c = 0; c < findings.top_terms.size(); ++c)
    titles.push_back(csv_cell(topic_title(findings.model, c)));
  std::string text = "document,cluster,membership";
  if (!documents.ids.empty()) text += ",id";
  if (!documents.labels.empty()) text += ",label";
  text += documents.dates.empty() ? ",margin" : ",margin,date";
  for (const Level &level : findings.levels) text += ",level_" + std::to_string(level.groups);
  text += ",title\n";
  const std::size_t rows = has_places ? findings.copies->places.size() : n;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t i = has_places ? static_cast<std::size_t>(findings.copies->places[row]) : row;
    text += std::to_string(row) + ',' + std::to_string(labels[i]) + ',' +
            exact_number(findings.shares[i]);
    if (!documents.ids.empty()) text += ',' + csv_cell(documents.ids[row]);
    if (!documents.labels.empty()) text += ',' + csv_cell(documents.labels[row]);
    text += ',' + exact_number(margins[i]);
    if (!documents.dates.empty()) text += ',' + csv_cell(documents.dates[row]);
    for (const Level &level : findings.levels)
      text += ',' +
              std::to_string(labels[i] < 0 ? -1 : level.group[static_cast<std::size_t>(labels[i])]);
    text += labels[i] < 0 ? "," : ',' + titles[static_cast<std::size_t>(labels[i])];
    text += '\n';
  }
  return text;
}

std::string topics_json(const ModelSummary &findings) {
  using nlohmann::ordered_json;
  const manifact_model *model = findings.model;
  const std::int64_t n = manifact_model_documents(model), *sizes = manifact_model_sizes(model);
  const bool named = findings.documents != nullptr && !findings.documents->ids.empty();
  ordered_json list = ordered_json::array();
  for (std::size_t c = 0; c < findings.top_terms.size(); ++c) {
    ordered_json documents = ordered_json::array();
    for (const std::int64_t document : findings.representatives[c])
      documents.push_back(
          named ? ordered_json(findings.documents->ids[static_cast<std::size_t>(document)])
                : ordered_json(document));
    ordered_json row = {{"topic", c},
                        {"title", topic_title(model, c)},
                        {"size", sizes[c]},
                        {"share", static_cast<double>(sizes[c]) / static_cast<double>(n)},
                        {"cohesion", findings.cohesion[c]},
                        {"top_terms", top_term_names(findings, c, "feature ")},
                        {"representatives", std::move(documents)},
                        {"name", topic_name(model, c)},
                        {"phrases", topic_phrases(model, c)}};
    if (!findings.points.empty()) {
      row["spread"] = findings.points.spread[c];
      row["features"] = features_array(findings, c);
    }
    add_numbers(findings.numbers, c, row);
    for (const Level &level : findings.levels)
      row["level_" + std::to_string(level.groups)] = level.group[c];
    if (!findings.timeline.empty()) {
      row["rising"] = term_names(findings, findings.timeline.rising[c], "feature ");
      row["falling"] = term_names(findings, findings.timeline.falling[c], "feature ");
    }
    list.push_back(std::move(row));
  }
  return json_text(list);
}

std::string memberships_csv(const Session &session, const ModelSummary &findings,
                            const Documents &documents) {
  const auto k = static_cast<std::size_t>(manifact_model_clusters(findings.model));
  std::string text = documents.ids.empty() ? "document" : "id";
  for (std::size_t c = 0; c < k; ++c) text += ',' + std::to_string(c);
  text += '\n';
  each_proportions(session, findings.model,
                   [&](std::size_t first, std::size_t count, const double *rows) {
                     for (std::size_t i = 0; i < count; ++i) {
                       text += documents.ids.empty() ? std::to_string(first + i)
                                                     : csv_cell(documents.ids[first + i]);
                       for (std::size_t c = 0; c < k; ++c)
                         text += ',' + exact_number(rows[i * k + c]);
                       text += '\n';
                     }
                   });
  return text;
}

}  // namespace cli
