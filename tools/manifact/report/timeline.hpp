// The topics over time: how many documents of each fall into each period, and the terms that rise
// and fall.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "readers/documents.hpp"
#include "terminal/session.hpp"

namespace cli {

struct Timeline {
  std::string unit;                   // day, week, month, quarter, year; "" without dates
  std::vector<std::int64_t> starts;   // the first day of each period
  std::vector<std::int32_t> periods;  // of each document, -1: not known
  std::vector<std::int64_t> counts;   // periods x topics
  std::vector<std::vector<std::int64_t>> rising, falling;  // terms of each topic

  bool empty() const { return starts.empty(); }
};

// Returns the word of --period if it is valid; otherwise throws a Failure.
const std::string &checked_period(const std::string &word);

// A Failure if a unit divides the time of the documents into too many periods for timeline_of().
void refuse_many_periods(Session &session, const Documents &documents, const std::string &period);

// From the dates of the documents. period: a unit, or auto: the finest with at most 60 periods. X:
// as manifact_model_trends(). Dates that cannot be read are counted in a warning.
Timeline timeline_of(Session &session, const manifact_model *model, const Documents &documents,
                     const std::string &period, const manifact_matrix *X);

// At most `count` terms that call(terms, found) ranks. A model without sparse documents has none.
template <class Call>
std::vector<std::int64_t> ranked_terms(const Session &session, std::size_t count,
                                       const Call &call) {
  std::vector<std::int64_t> terms(count);
  std::int64_t found = 0;
  if (const int status = call(terms.data(), &found); status == MANIFACT_ERROR_ARGUMENT)
    found = 0;
  else
    session.check(status);
  terms.resize(static_cast<std::size_t>(found));
  return terms;
}

// "2024-W03"; the name of a period in its unit.
std::string period_name(const Timeline &timeline, std::size_t period);

// period, start, topic, count, share of the documents of the period that have a topic, title.
// titles: of the topics, as cells of the table.
std::string timeline_csv(const Timeline &timeline, const std::vector<std::string> &titles);

}  // namespace cli
