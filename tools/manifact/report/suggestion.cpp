#include "report/suggestion.hpp"

#include <cmath>
#include <vector>

#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/table.hpp"

namespace cli {
namespace {

struct Row {
  std::int64_t k = 0;
  double eigenvalue = 0, gap = 0, stability = 0, score = 0;
  int status = 0;
  const char *why = "";
};

std::vector<Row> rows_of(const manifact_suggestion *suggestion) {
  std::vector<Row> rows(static_cast<std::size_t>(manifact_suggestion_count(suggestion)));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row &row = rows[i];
    manifact_suggestion_row(suggestion, static_cast<std::int64_t>(i), &row.k, &row.eigenvalue,
                            &row.gap, &row.stability, &row.score, &row.status, &row.why);
  }
  return rows;
}

// JSON has no NaN.
nlohmann::ordered_json number_or_null(double value) {
  return std::isnan(value) ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
}

std::string shown(double value) { return std::isnan(value) ? "-" : fixed_number(value, 3); }

}  // namespace

nlohmann::ordered_json suggestion_object(const manifact_suggestion *suggestion) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Row &row : rows_of(suggestion)) {
    list.push_back({{"k", row.k},
                    {"eigenvalue", number_or_null(row.eigenvalue)},
                    {"gap", number_or_null(row.gap)},
                    {"stability", number_or_null(row.stability)},
                    {"score", number_or_null(row.score)},
                    {"status", manifact_status_name(row.status)}});
    if (*row.why != '\0') list.back()["why"] = row.why;
  }
  nlohmann::ordered_json warnings = nlohmann::ordered_json::array();
  for (std::int64_t i = 0; i < manifact_suggestion_warning_count(suggestion); ++i)
    warnings.push_back(manifact_suggestion_warning(suggestion, i));
  return {{"k", manifact_suggestion_k(suggestion)},
          {"reason", manifact_suggestion_reason(suggestion)},
          {"warnings", std::move(warnings)},
          {"table", std::move(list)}};
}

std::string suggestion_line(const manifact_suggestion *suggestion) {
  const std::vector<Row> rows = rows_of(suggestion);
  return counted(manifact_suggestion_k(suggestion), "cluster") + " suggested (range " +
         std::to_string(rows.front().k) + " to " + std::to_string(rows.back().k) +
         "): " + manifact_suggestion_reason(suggestion) + '\n';
}

std::string suggestion_text(const manifact_suggestion *suggestion) {
  std::vector<std::vector<std::string>> lines;
  std::int64_t not_sampled = 0, first_refused = 0;
  for (const Row &row : rows_of(suggestion)) {
    const bool chosen = row.k == manifact_suggestion_k(suggestion);
    if (row.status == MANIFACT_OK && std::isnan(row.stability)) {
      ++not_sampled;
      continue;
    }
    const bool is_refused = row.status < MANIFACT_OK;
    if (is_refused && !lines.empty() && lines.back().back() == row.why) {
      lines.back().front() = std::to_string(first_refused) + " to " + std::to_string(row.k);
      continue;
    }
    if (is_refused) first_refused = row.k;
    lines.push_back(
        {std::to_string(row.k), std::isnan(row.eigenvalue) ? "-" : short_number(row.eigenvalue),
         shown(row.gap), shown(row.stability), shown(row.score), chosen ? "suggested" : row.why});
  }
  const std::vector<Column> columns{{"k", true},         {"eigenvalue", true}, {"gap", true},
                                    {"stability", true}, {"score", true},      {""}};
  const std::string others =
      not_sampled == 0 ? ""
                       : "\nNot sampled, as k times their gap is too small: " +
                             counted(not_sampled, "other number") + ". --json lists them.\n";
  return suggestion_line(suggestion) + '\n' + table(columns, lines, output_width()) + others;
}

}  // namespace cli
