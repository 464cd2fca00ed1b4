#include "commands/results.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "commands/own_table.hpp"
#include "output/npz.hpp"
#include "report/blocks.hpp"
#include "report/result_files.hpp"
#include "report/topics.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {

std::vector<std::string> result_names(const std::string &directory, std::size_t inputs) {
  std::vector<std::string> names = {"report.html",     "labels.txt",   "clusters.csv",
                                    "features.csv",    "topics.json",  "tree.json",
                                    "timeline.csv",    "groups.csv",   "memberships.csv",
                                    "memberships.npz", "summary.json", "model.manifact"};
  for (std::string &name : table_names(inputs)) names.push_back(std::move(name));
  std::error_code error;
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if ((is_table_name(name) || is_text_file_name(name)) &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> result_paths(const std::string &directory) {
  std::vector<std::string> paths;
  for (const std::string &name : result_names(directory)) paths.push_back(directory + '/' + name);
  return paths;
}

void check_memberships(const std::optional<std::string> &memberships,
                       const std::optional<std::string> &output) {
  if (!memberships) return;
  if (memberships != "csv" && memberships != "npz")
    throw Failure("--memberships '" + *memberships + "' is not one of: csv, npz");
  if (!output) throw Failure("--memberships writes a file into a folder: give -o FOLDER as well");
  if (memberships == "npz") require_matrix_name("memberships.npz");
}

void warn_of_large_cluster(Session &session, const ModelSummary &findings) {
  const manifact_model *const model = findings.model;
  const std::int64_t k = manifact_model_clusters(model), n = manifact_model_documents(model),
                     *sizes = manifact_model_sizes(model);
  const std::int64_t *const largest = std::max_element(sizes, sizes + k);
  const double most = std::clamp(3 / static_cast<double>(k), 0.5, 0.9);
  if (k < 2 || static_cast<double>(*largest) <= most * static_cast<double>(n)) return;
  std::string hint = "try another number of clusters or another method";
  if (manifact_model_vectorizer(model) != nullptr)
    hint +=
        ", or leave out words that occur everywhere: --language auto, --stop-words FILE, "
        "-s max-df=0.3";
  session.warn("cluster " + std::to_string(largest - sizes) + " has " + percentage(*largest, n) +
               (findings.points.empty() ? " of the documents; " : " of the rows; ") + hint);
}

std::vector<std::string> write_results(Session &session, ResultDirectory &results,
                                       const ModelSummary &findings, const Documents &documents,
                                       const std::optional<std::string> &memberships,
                                       const std::string &summary, const Report &report,
                                       UserTable *table) {
  const manifact_model *model = findings.model;
  results.open();
  results.write("labels.txt", labels_text(model, findings.copies));
  results.write("clusters.csv", clusters_csv(session, findings, documents));
  if (has_blocks(findings)) results.write("features.csv", features_csv(findings));
  results.write("topics.json", topics_json(findings));
  results.write("tree.json", json_text(tree_object(session, findings, MANIFACT_LINKAGE_WARD)));
  if (!findings.timeline.empty()) {
    std::vector<std::string> titles;
    for (std::size_t c = 0; c < findings.top_terms.size(); ++c)
      titles.push_back(csv_cell(topic_title(model, c)));
    results.write("timeline.csv", timeline_csv(findings.timeline, titles));
  }
  if (!findings.groups.empty()) results.write("groups.csv", groups_csv(findings));
  if (memberships == "csv")
    results.write("memberships.csv", memberships_csv(session, findings, documents));
  if (memberships == "npz") {
    const std::vector<double> proportions = proportions_of(session, model);
    results.write("memberships.npz",
                  npz_of_memberships(proportions, manifact_model_clusters(model),
                                     manifact_model_labels(model), &session.progress()));
  }
  results.write_model("model.manifact", session.context(), model);
  results.write("summary.json", summary);
  if (!report.html.empty()) results.write("report.html", report.html);
  for (std::size_t part = 0; part < report.texts.parts(); ++part)
    results.write(text_file_name(part).c_str(), text_file(report.texts, part));
  std::vector<std::string> tables;
  if (table != nullptr) {
    add_topics_of(session, model, *table);
    tables = table->write(results);
  }
  results.commit();
  tell_text_files(session, report.texts);
  return tables;
}

}  // namespace cli
