#include "report/explanations.hpp"

#include <algorithm>
#include <cmath>

#include "handles.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

std::string feature_shown(std::int64_t feature, const std::vector<std::string> &names) {
  return names.empty() ? "feature " + std::to_string(feature)
                       : names[static_cast<std::size_t>(feature)];
}

// What a call of the library has explained, appended, the largest contributions first.
void append(const Session &session, const manifact_matrix *contributions,
            const std::vector<double> &scores, const std::vector<double> &rests,
            std::vector<DocumentExplanation> &all) {
  const std::int64_t entries = manifact_matrix_entries(contributions);
  std::vector<std::int64_t> starts(scores.size() + 1), features(static_cast<std::size_t>(entries));
  std::vector<double> values(features.size());
  session.check(manifact_matrix_copy_csr(contributions, starts.data(), MANIFACT_INT64,
                                         features.data(), MANIFACT_INT64, values.data(),
                                         MANIFACT_DOUBLE, entries));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    DocumentExplanation &one = all.emplace_back();
    one.score = scores[i];
    one.rest = rests[i];
    for (auto e = static_cast<std::size_t>(starts[i]); e < static_cast<std::size_t>(starts[i + 1]);
         ++e)
      one.contributions.emplace_back(features[e], values[e]);
    std::stable_sort(
        one.contributions.begin(), one.contributions.end(),
        [](const auto &a, const auto &b) { return std::fabs(a.second) > std::fabs(b.second); });
  }
}

}  // namespace

void assign_explained(const Session &session, const manifact_model *model, const manifact_matrix *X,
                      const AssignedRows &to, std::int64_t count, const std::string &input,
                      std::vector<DocumentExplanation> &all) {
  const std::int64_t rows = manifact_matrix_rows(X);
  std::vector<double> scores(static_cast<std::size_t>(rows)), rests(scores);
  manifact_matrix *handle = nullptr;
  session.check_input(
      manifact_model_assign_explained(session.stoppable(), model, X, to.min_membership, to.labels,
                                      to.proportions, to.margins, count, scores.data(),
                                      rests.data(), rows, &handle),
      input);
  append(session, Matrix(handle).get(), scores, rests, all);
}

std::vector<DocumentExplanation> explanations_of(Session &session, const manifact_model *model,
                                                 const manifact_matrix *X, std::int64_t count) {
  std::vector<DocumentExplanation> all;
  if (manifact_model_has_additive_score(model) == MANIFACT_FALSE ||
      manifact_matrix_vector_columns(X) > 0)
    return all;
  try {
    const std::int64_t rows = manifact_matrix_rows(X);
    std::vector<double> scores(static_cast<std::size_t>(rows)), rests(scores);
    manifact_matrix *handle = nullptr;
    session.check(manifact_model_explain(session.stoppable(), model, X,
                                         manifact_model_labels(model), count, scores.data(),
                                         rests.data(), rows, &handle));
    append(session, Matrix(handle).get(), scores, rests, all);
  } catch (const Failure &failure) {
    if (failure.code == cancelled) throw;
    session.note("the report does not explain documents: " + failure.text);
    all.clear();
  }
  return all;
}

std::string explanation_text(const DocumentExplanation &explanation,
                             const std::vector<std::string> &names, int digits) {
  std::string text;
  for (const auto &[feature, value] : explanation.contributions)
    text += (text.empty() ? "" : ", ") +
            excerpt(feature_shown(feature, names), longest_shown_term) + (value < 0 ? " -" : " +") +
            short_number(std::fabs(value), digits);
  return text;
}

nlohmann::ordered_json contributions_array(const DocumentExplanation &explanation,
                                           const std::vector<std::string> &names) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const auto &[feature, value] : explanation.contributions)
    array.push_back({{"term", feature_shown(feature, names)}, {"contribution", value}});
  return array;
}

}  // namespace cli
