#include "commands/results.hpp"

#include "output/npz.hpp"
#include "report/blocks.hpp"
#include "report/result_files.hpp"
#include "report/topics.hpp"
#include "terminal/failure.hpp"

namespace cli {

const std::vector<std::string> &result_names() {
  static const std::vector<std::string> names = {
      "report.html",     "labels.txt",   "clusters.csv",  "features.csv",
      "topics.json",     "tree.json",    "timeline.csv",  "memberships.csv",
      "memberships.npz", "summary.json", "model.manifact"};
  return names;
}

std::vector<std::string> result_paths(const std::string &directory) {
  std::vector<std::string> paths;
  for (const std::string &name : result_names()) paths.push_back(directory + '/' + name);
  return paths;
}

void check_memberships(const std::optional<std::string> &memberships,
                       const std::optional<std::string> &output) {
  if (!memberships) return;
  if (memberships != "csv" && memberships != "npz")
    throw Failure("--memberships '" + *memberships + "' is not one of: csv, npz");
  if (!output) throw Failure("--memberships writes a file into a folder: give -o FOLDER as well");
  require_matrix_name("memberships." + *memberships);
}

void write_results(Session &session, ResultDirectory &results, const Findings &findings,
                   const Documents &documents, const std::optional<std::string> &memberships,
                   const std::string &summary, const std::string &report) {
  const manifact_model *model = findings.model;
  results.open();
  results.write("labels.txt", labels_text(model));
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
  if (!report.empty()) results.write("report.html", report);
  results.commit();
}

}  // namespace cli
