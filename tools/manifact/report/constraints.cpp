#include "report/constraints.hpp"

#include <cstddef>
#include <utility>

#include "terminal/numbers.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t longest_list = 1000;

ordered_json list_of(const manifact_constraints *constraints, int kind, const Names &names) {
  std::vector<std::int64_t> first(longest_list), second(longest_list);
  std::vector<double> weights(longest_list);
  std::int64_t found = 0;
  ordered_json list = ordered_json::array();
  if (manifact_constraints_list(constraints, kind, longest_list, first.data(), second.data(),
                                weights.data(), &found) < 0)
    return list;
  for (std::size_t p = 0; p < static_cast<std::size_t>(found); ++p)
    list.push_back({names(first[p]), names(second[p]), weights[p]});
  return list;
}

// Labeled documents outside the cluster of their class, and violated pairs.
void add_violations(const manifact_model *model, const Names &names, const KnownLabels &known,
                    ordered_json &object) {
  const std::int64_t count = manifact_model_violation_count(model);
  std::vector<std::int64_t> first(static_cast<std::size_t>(count)), second(first);
  std::vector<double> weights(first.size());
  std::int64_t found = 0, labels = 0;
  ordered_json of_labels = ordered_json::array(), of_pairs = of_labels, classes = of_labels;
  if (manifact_model_violations(model, count, first.data(), second.data(), weights.data(), &found) <
      0)
    return;
  for (std::size_t p = 0; p < static_cast<std::size_t>(found); ++p) {
    labels += second[p] < 0 ? 1 : 0;
    ordered_json &list = second[p] < 0 ? of_labels : of_pairs;
    if (static_cast<std::int64_t>(list.size()) == longest_list) continue;
    if (second[p] < 0 && !known.names.empty()) classes.push_back(known.name_of(first[p]));
    if (second[p] < 0)
      list.push_back(names(first[p]));
    else
      list.push_back({names(first[p]), names(second[p]), weights[p]});
  }
  object["n_violated_labels"] = labels;
  object["n_violated_pairs"] = found - labels;
  object["violated_labels"] = std::move(of_labels);
  if (!known.names.empty()) object["violated_label_classes"] = std::move(classes);
  object["violated_pairs"] = std::move(of_pairs);
}

}  // namespace

ordered_json Names::operator()(std::int64_t document) const {
  const bool named = documents_ != nullptr && !documents_->ids.empty();
  return named ? ordered_json(documents_->ids[static_cast<std::size_t>(document)])
               : ordered_json(document);
}

ordered_json constraints_object(const manifact_constraints *constraints,
                                const manifact_model *model, const Names &names,
                                const KnownLabels &labels) {
  const auto count = [&](int kind) { return manifact_constraints_count(constraints, kind); };
  ordered_json object;
  object["n_labeled"] = count(MANIFACT_CONSTRAINTS_LABELED);
  object["n_classes"] = count(MANIFACT_CONSTRAINTS_CLASSES);
  object["n_pairs"] = count(MANIFACT_CONSTRAINTS_PAIRS);
  object["n_repeated"] = count(MANIFACT_CONSTRAINTS_REPEATED);
  object["n_contradictions"] = count(MANIFACT_CONSTRAINTS_CONTRADICTIONS);
  object["n_conflicts"] = count(MANIFACT_CONSTRAINTS_CONFLICTS);
  object["contradictions"] = list_of(constraints, MANIFACT_CONSTRAINTS_CONTRADICTIONS, names);
  object["conflicts"] = list_of(constraints, MANIFACT_CONSTRAINTS_CONFLICTS, names);
  if (!labels.names.empty()) object["classes"] = labels.names;
  add_violations(model, names, labels, object);
  return object;
}

std::string constraints_text(const manifact_constraints *constraints, const manifact_model *model) {
  const std::int64_t labeled =
      manifact_constraints_count(constraints, MANIFACT_CONSTRAINTS_LABELED);
  const std::int64_t pairs = manifact_constraints_count(constraints, MANIFACT_CONSTRAINTS_PAIRS);
  std::string text = "constraints: " + counted(labeled, "label") + " and " +
                     counted(pairs, "pair") +
                     "; violated: " + std::to_string(manifact_model_violation_count(model));
  return text + '\n';
}

}  // namespace cli
