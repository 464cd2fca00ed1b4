#include "report/topic_numbers.hpp"

#include <cmath>
#include <set>
#include <string>

#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr double least_stability = 0.5;  // Hennig 2007: a topic below is dissolved

using nlohmann::ordered_json;

ordered_json number(double value) {
  return std::isnan(value) ? ordered_json() : ordered_json(std::round(value * 1e4) / 1e4);
}

ordered_json mean(const std::vector<double> &values, const std::int64_t *sizes) {
  double sum = 0, weight = 0;
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (std::isnan(values[c])) continue;
    sum += static_cast<double>(sizes[c]) * values[c];
    weight += static_cast<double>(sizes[c]);
  }
  return weight > 0 ? number(sum / weight) : ordered_json();
}

}  // namespace

void check_top_terms(const Session &session, const manifact_solver *solver) {
  std::int64_t terms = 0, budget = 0;
  session.check(manifact_solver_get_int64(solver, "top-terms", &terms), solver);
  session.check(manifact_solver_get_int64(solver, "memory-budget", &budget), solver);
  const std::int64_t bytes = terms * (terms + 1) / 2 * 4;
  if (bytes > budget)
    throw Failure("the pairs of " + std::to_string(terms) + " top-terms need " +
                  std::to_string(bytes) + " bytes, more than the memory-budget of " +
                  std::to_string(budget));
}

TopicNumbers topic_numbers(const Session &session, const manifact_model *model,
                           const manifact_matrix *X, int score,
                           const std::vector<std::vector<std::int64_t>> &top_terms) {
  const std::int64_t k = manifact_model_clusters(model);
  const auto count = static_cast<std::size_t>(k);
  TopicNumbers numbers{std::vector<double>(count), std::vector<double>(count),
                       std::vector<double>(count), std::vector<std::int32_t>(count)};
  std::size_t most = 1, all = 0;
  std::set<std::int64_t> different;
  for (const auto &terms : top_terms) {
    most = std::max(most, terms.size());
    all += terms.size();
    different.insert(terms.begin(), terms.end());
  }
  if (all > 0) numbers.distinct = static_cast<double>(different.size()) / static_cast<double>(all);
  session.check(manifact_model_topic_numbers(
      session.stoppable(), model, X, score, static_cast<std::int64_t>(most),
      numbers.coherence.data(), numbers.diversity.data(), numbers.separation.data(),
      numbers.weakness.data(), k));
  return numbers;
}

std::vector<double> topic_stability(Session &session, const manifact_model *model,
                                    const manifact_matrix *documents, std::int64_t n_samples) {
  const std::int64_t k = manifact_model_clusters(model);
  std::vector<double> stability(static_cast<std::size_t>(k));
  const int status = manifact_model_stability(session.stoppable(), model, documents, n_samples,
                                              stability.data(), k);
  session.progress().clear();
  session.check(status);
  return stability;
}

std::string weakness_of(const TopicNumbers &numbers, std::size_t topic) {
  switch (numbers.weakness[topic]) {
    case MANIFACT_WEAKNESS_EMPTY:
      return numbers.of_points ? "no rows" : "no documents";
    case MANIFACT_WEAKNESS_SMALL:
      return numbers.of_points ? "few rows" : "few documents";
    case MANIFACT_WEAKNESS_NEAR_COPY:
      return numbers.of_points ? "nearly the same as another cluster"
                               : "nearly the same as another topic";
    case MANIFACT_WEAKNESS_INCOHERENT:
      return "its top terms occur together less often than by chance";
    default:
      return !numbers.stability.empty() && numbers.stability[topic] < least_stability
                 ? "not found again in most samples"
                 : "";
  }
}

void add_numbers(const TopicNumbers &numbers, std::size_t topic, ordered_json &row) {
  row["coherence"] = number(numbers.coherence[topic]);
  row["diversity"] = number(numbers.diversity[topic]);
  row["separation"] = number(numbers.separation[topic]);
  if (!numbers.stability.empty()) row["stability"] = number(numbers.stability[topic]);
  const std::string weakness = weakness_of(numbers, topic);
  row["weak"] = weakness.empty() ? ordered_json() : ordered_json(weakness);
}

ordered_json numbers_object(const TopicNumbers &numbers, const std::int64_t *sizes) {
  ordered_json weak = ordered_json::array();
  for (std::size_t c = 0; c < numbers.weakness.size(); ++c)
    if (const std::string reason = weakness_of(numbers, c); !reason.empty())
      weak.push_back({{"topic", c}, {"reason", reason}});
  ordered_json object{{"coherence", mean(numbers.coherence, sizes)},
                      {"diversity", number(numbers.distinct)},
                      {"separation", mean(numbers.separation, sizes)}};
  if (!numbers.stability.empty()) object["stability"] = mean(numbers.stability, sizes);
  object["weak"] = std::move(weak);
  return object;
}

std::string weak_topics_text(const TopicNumbers &numbers) {
  std::string text;
  for (std::size_t c = 0; c < numbers.weakness.size(); ++c)
    if (const std::string reason = weakness_of(numbers, c); !reason.empty())
      text += (numbers.of_points ? "weak: cluster " : "weak: topic ") + std::to_string(c) + ", " +
              reason + '\n';
  return text.empty() ? text : '\n' + text;
}

}  // namespace cli
