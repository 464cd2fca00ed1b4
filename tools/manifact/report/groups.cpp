#include "report/groups.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "readers/field_names.hpp"
#include "report/summary.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t most_groups = 50, most_group_terms = 5;
constexpr double significant = 0.05;

struct NumberedGroups {
  std::vector<std::string> names;
  std::vector<std::int32_t> of;  // of each document, -1: unknown
};

// By decreasing number of documents, then by name.
NumberedGroups numbered_groups(Session &session, const std::string &field,
                               const std::vector<std::string> &values, std::size_t documents) {
  std::map<std::string, std::int64_t> counts;
  for (const std::string &value : values)
    if (!value.empty()) ++counts[value];
  NumberedGroups found;
  for (const auto &[name, count] : counts) found.names.push_back(name);
  std::stable_sort(
      found.names.begin(), found.names.end(),
      [&](const std::string &a, const std::string &b) { return counts.at(a) > counts.at(b); });
  const std::size_t all = found.names.size();
  std::map<std::string, std::int32_t> numbers;
  for (std::size_t g = 0; g < all; ++g)
    numbers[found.names[g]] =
        static_cast<std::int32_t>(all > most_groups ? std::min(g, most_groups - 1) : g);
  if (all > most_groups) {
    found.names.resize(most_groups - 1);
    std::string rest = "(other)";
    while (counts.contains(rest)) rest = '(' + rest + ')';
    session.note("--group-field " + escaped(field) + ": " + std::to_string(all) +
                 " values; those after the " + std::to_string(most_groups - 1) +
                 " most frequent are one group, " + rest);
    found.names.push_back(std::move(rest));
  }
  for (std::size_t i = 0; i < documents; ++i) {
    const std::string value = i < values.size() ? values[i] : "";
    found.of.push_back(value.empty() ? -1 : numbers.at(value));
  }
  const auto unknown = std::count(found.of.begin(), found.of.end(), -1);
  if (unknown > 0)
    session.note("--group-field " + escaped(field) + ": unknown for " + std::to_string(unknown) +
                 " of " + counted(static_cast<std::int64_t>(documents), "document"));
  return found;
}

NumberedGroups periods_as_groups(const Timeline &timeline) {
  NumberedGroups found;
  for (std::size_t p = 0; p < timeline.starts.size(); ++p)
    found.names.push_back(period_name(timeline, p));
  found.of = timeline.periods;
  return found;
}

// Whether the first documents have their dates from this field.
bool is_date_field(const Documents &documents, const std::string &field) {
  return !documents.fields.empty() &&
         fields_written(documents.fields.front()).date.value_or("") == field;
}

std::vector<std::int64_t> typical_terms(const Session &session, const manifact_model *model,
                                        const manifact_matrix *X,
                                        const std::vector<std::int32_t> &groups, std::int64_t topic,
                                        std::size_t group) {
  return ranked_terms(session, most_group_terms, [&](std::int64_t *terms, std::int64_t *found) {
    return manifact_model_group_terms(session.stoppable(), model, X, groups.data(),
                                      std::ssize(groups), topic, static_cast<std::int64_t>(group),
                                      most_group_terms, terms, nullptr, found);
  });
}

GroupComparison comparison(Session &session, const manifact_model *model, std::string field,
                           NumberedGroups groups, const manifact_matrix *X) {
  const auto k = static_cast<std::size_t>(manifact_model_clusters(model)),
             count = groups.names.size();
  GroupComparison found;
  found.field = std::move(field);
  found.groups = std::move(groups.names);
  const std::int64_t documents = std::ssize(groups.of), n_groups = static_cast<std::int64_t>(count);
  found.counts.resize(count * k);
  session.check(manifact_model_timeline(model, groups.of.data(), documents, n_groups,
                                        found.counts.data(), std::ssize(found.counts)));
  for (auto *values : {&found.statistics, &found.p_values, &found.adjusted, &found.expected})
    values->resize(k);
  session.check(manifact_model_group_test(
      model, groups.of.data(), documents, n_groups, found.statistics.data(), found.p_values.data(),
      found.adjusted.data(), found.expected.data(), static_cast<std::int64_t>(k)));
  for (std::size_t g = 0; g < count; ++g)
    for (std::size_t c = 0; c < k; ++c)
      found.terms.push_back(
          typical_terms(session, model, X, groups.of, static_cast<std::int64_t>(c), g));
  found.of = std::move(groups.of);
  return found;
}

// Null if it is not a number.
nlohmann::ordered_json numbers_array(const std::vector<double> &values) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const double value : values)
    array.push_back(std::isfinite(value) ? nlohmann::ordered_json(value)
                                         : nlohmann::ordered_json());
  return array;
}

std::string number_cell(double value) { return std::isfinite(value) ? exact_number(value) : ""; }

std::string terms_cell(const ModelSummary &findings, const std::vector<std::int64_t> &terms) {
  std::string text;
  for (const std::string &name : term_names(findings, terms, "feature "))
    text += (text.empty() ? "" : ", ") + name;
  return csv_cell(text);
}

std::set<std::string> values_of(const std::vector<std::string> &cells) {
  std::set<std::string> values(cells.begin(), cells.end());
  values.erase("");
  return values;
}

}  // namespace

void check_group_fields(Session &session, const std::vector<std::string> &fields,
                        const Documents &documents, const std::string &input) {
  if (!fields.empty() && documents.groups.size() != fields.size())
    throw Failure("--group-field " + escaped(fields.front()) + ": " + input +
                  " has no fields with names; give a table, JSON or Debian control data");
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const std::set<std::string> values = values_of(documents.groups[f]);
    if (values.size() > 1) continue;
    session.warn("--group-field " + escaped(fields[f]) + ": " +
                 (values.empty() ? "no document has a value"
                                 : "all documents have the value \"" +
                                       escaped(excerpt(*values.begin(), 40)) + '"') +
                 ", so that there are no groups to compare");
  }
}

std::vector<GroupComparison> group_comparisons(Session &session, const manifact_model *model,
                                               const std::vector<std::string> &fields,
                                               const Documents &documents, const Timeline &timeline,
                                               const manifact_matrix *X) {
  std::vector<GroupComparison> found;
  const auto n = static_cast<std::size_t>(manifact_model_documents(model));
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (values_of(documents.groups[f]).size() < 2) continue;
    NumberedGroups groups = is_date_field(documents, fields[f]) && !timeline.empty()
                                ? periods_as_groups(timeline)
                                : numbered_groups(session, fields[f], documents.groups[f], n);
    found.push_back(comparison(session, model, fields[f], std::move(groups), X));
  }
  return found;
}

std::string groups_csv(const ModelSummary &findings) {
  std::string text =
      "field,group,topic,count,share,chi_square,p_value,p_adjusted,least_expected,terms,title\n";
  const std::size_t k = findings.top_terms.size();
  for (const GroupComparison &each : findings.groups)
    for (std::size_t g = 0; g < each.groups.size(); ++g) {
      const auto row = each.counts.begin() + static_cast<std::ptrdiff_t>(g * k);
      const auto all = std::accumulate(row, row + static_cast<std::ptrdiff_t>(k), std::int64_t{0});
      for (std::size_t c = 0; c < k; ++c) {
        const std::int64_t count = each.counts[g * k + c];
        const double share = all > 0 ? static_cast<double>(count) / static_cast<double>(all) : 0;
        text += csv_cell(each.field) + ',' + csv_cell(each.groups[g]) + ',' + std::to_string(c) +
                ',' + std::to_string(count) + ',' + exact_number(share) + ',' +
                number_cell(each.statistics[c]) + ',' + number_cell(each.p_values[c]) + ',' +
                number_cell(each.adjusted[c]) + ',' + number_cell(each.expected[c]) + ',' +
                terms_cell(findings, each.terms[g * k + c]) + ',' +
                csv_cell(topic_title(findings.model, c)) + '\n';
      }
    }
  return text;
}

nlohmann::ordered_json groups_array(const ModelSummary &findings) {
  using nlohmann::ordered_json;
  ordered_json array = ordered_json::array();
  const std::size_t k = findings.top_terms.size();
  for (const GroupComparison &each : findings.groups) {
    ordered_json counts = ordered_json::array(), terms = ordered_json::array();
    for (std::size_t g = 0; g < each.groups.size(); ++g) {
      const auto row = each.counts.begin() + static_cast<std::ptrdiff_t>(g * k);
      counts.push_back(std::vector<std::int64_t>(row, row + static_cast<std::ptrdiff_t>(k)));
      ordered_json of_topics = ordered_json::array();
      for (std::size_t c = 0; c < k; ++c)
        of_topics.push_back(term_names(findings, each.terms[g * k + c], "feature "));
      terms.push_back(std::move(of_topics));
    }
    array.push_back({{"field", each.field},
                     {"groups", each.groups},
                     {"counts", std::move(counts)},
                     {"chi_square", numbers_array(each.statistics)},
                     {"p_values", numbers_array(each.p_values)},
                     {"p_adjusted", numbers_array(each.adjusted)},
                     {"least_expected", numbers_array(each.expected)},
                     {"terms", std::move(terms)}});
  }
  return array;
}

std::string groups_text(const ModelSummary &findings) {
  constexpr double few = 5;  // expected documents
  std::string text;
  for (const GroupComparison &each : findings.groups) {
    const auto differ = std::count_if(each.adjusted.begin(), each.adjusted.end(),
                                      [](double p) { return p < significant; });
    const auto rough =
        std::count_if(each.expected.begin(), each.expected.end(), [](double e) { return e < few; });
    text += "groups by " + escaped(each.field) + ": " + std::to_string(each.groups.size()) +
            ", of which the shares differ in " + std::to_string(differ) + " of " +
            counted(std::ssize(each.adjusted), "topic") +
            " (chi-square, p < .05 after Holm's correction)" +
            (rough > 0 ? "; p is rough for " + counted(rough, "topic") +
                             " with fewer than 5 expected documents"
                       : "") +
            '\n';
  }
  return text;
}

}  // namespace cli
