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

constexpr double clear_stability = 0.9, fair_stability = 0.8;

const char *sureness(double stability) {
  return stability >= clear_stability  ? "stable"
         : stability >= fair_stability ? "fairly stable"
                                       : "weak";
}

const Row &row_of(const std::vector<Row> &rows, std::int64_t k) {
  return rows[static_cast<std::size_t>(k - rows.front().k)];
}

// The best of the rows first to last; null without a stable one whose score is a tenth of that of
// the suggested number, or more: of three clear groups, parts of these are no level.
const Row *best_level(const std::vector<Row> &rows, std::int64_t first, std::int64_t last,
                      double suggested) {
  constexpr double least_part = 0.1;
  const Row *best = nullptr;
  for (const Row &row : rows)
    if (row.k >= first && row.k <= last && row.stability >= fair_stability && row.score > 0 &&
        row.score >= least_part * suggested && (best == nullptr || row.score > best->score))
      best = &row;
  return best;
}

std::string shown(double value) { return std::isnan(value) ? "-" : fixed_number(value, 3); }

}  // namespace

std::vector<std::int64_t> suggested_levels(const manifact_suggestion *suggestion) {
  const std::vector<Row> rows = rows_of(suggestion);
  const std::int64_t k = manifact_suggestion_k(suggestion);
  const double score = row_of(rows, k).score;  // NaN if it was not sampled: no other level
  std::vector<std::int64_t> levels;
  if (const Row *const coarse = best_level(rows, 2, k / 2, score)) levels.push_back(coarse->k);
  levels.push_back(k);
  if (const Row *const fine = best_level(rows, 2 * k, rows.back().k, score))
    levels.push_back(fine->k);
  return levels;
}

std::string levels_text(const manifact_suggestion *suggestion) {
  std::string text;
  for (const std::int64_t k : suggested_levels(suggestion))
    text += (text.empty() ? "" : ",") + std::to_string(k);
  return text;
}

nlohmann::ordered_json suggestion_object(const manifact_suggestion *suggestion) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array(),
                         levels = nlohmann::ordered_json::array();
  const std::vector<Row> rows = rows_of(suggestion);
  for (const std::int64_t k : suggested_levels(suggestion))
    levels.push_back({{"k", k},
                      {"stability", number_or_null(row_of(rows, k).stability)},
                      {"sureness", sureness(row_of(rows, k).stability)}});
  for (const Row &row : rows) {
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
          {"levels", std::move(levels)},
          {"warnings", std::move(warnings)},
          {"table", std::move(list)}};
}

namespace {

// "Levels at which samples agree: 2 (0.99, stable), 7 (0.97, stable), 16 (0.85, fairly stable)"
std::string levels_line(const manifact_suggestion *suggestion) {
  const std::vector<Row> rows = rows_of(suggestion);
  std::string text;
  for (const std::int64_t k : suggested_levels(suggestion)) {
    const double stability = row_of(rows, k).stability;
    text += (text.empty() ? "" : ", ") + std::to_string(k) + " (" + shown(stability) + ", " +
            sureness(stability) + ")";
  }
  return "Levels by the agreement of samples: " + text + '\n';
}

}  // namespace

std::string suggestion_line(const manifact_suggestion *suggestion) {
  const std::vector<Row> rows = rows_of(suggestion);
  return counted(manifact_suggestion_k(suggestion), "cluster") + " suggested (range " +
         std::to_string(rows.front().k) + " to " + std::to_string(rows.back().k) +
         "): " + manifact_suggestion_reason(suggestion) + '\n' + levels_line(suggestion);
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
