// The quality of topics: coherence, diversity and separation of each and of all, and the reasons
// why a topic is weak.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "terminal/session.hpp"

namespace cli {

struct TopicNumbers {
  std::vector<double> coherence, diversity, separation;  // NaN: not known
  std::vector<std::int32_t> weakness;
  std::vector<double> stability = {};  // empty: not asked for
  bool of_points = false;              // rows of a table in clusters, not documents in topics
  double distinct = 0;  // the share of different terms among the top terms of all topics
};

// Throws Failure if the pairs of the top terms of a topic will exceed the memory-budget.
void check_top_terms(const Session &session, const manifact_solver *solver);

// top_terms: of each topic, by the score MANIFACT_SCORE_...; X as manifact_model_topic_numbers().
TopicNumbers topic_numbers(const Session &session, const manifact_model *model,
                           const manifact_matrix *X, int score,
                           const std::vector<std::vector<std::int64_t>> &top_terms);

// Of each topic, from fits of n_samples samples; documents as for manifact_model_stability().
std::vector<double> topic_stability(Session &session, const manifact_model *model,
                                    const manifact_matrix *documents, std::int64_t n_samples);

// Why the topic is weak; "" if it is not.
std::string weakness_of(const TopicNumbers &numbers, std::size_t topic);

// The numbers of one topic, as keys of its row.
void add_numbers(const TopicNumbers &numbers, std::size_t topic, nlohmann::ordered_json &row);

// The means over the topics, weighted by their sizes, the share of different terms, and the weak
// topics.
nlohmann::ordered_json numbers_object(const TopicNumbers &numbers, const std::int64_t *sizes);

// A line for each weak topic.
std::string weak_topics_text(const TopicNumbers &numbers);

}  // namespace cli
