#include "report/page_documents.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "report/packed.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

// Limits that keep the page small enough for a browser and for mail. In characters: of all texts,
// of one, and of a name.
constexpr std::size_t most_documents = 1000000, most_of_small = 20000;
constexpr std::size_t most_text = 36000000, longest_text = 4000, longest_name = 120,
                      longest_link = 2000;
constexpr std::size_t longest_name_of_many = 24, many_documents = 200000;
constexpr std::uint16_t no_place = 65535;

std::string shortened(const std::string &text, std::size_t characters) {
  return text.size() <= characters ? text : excerpt(text, characters);
}

std::array<double, 2> ends_of(const std::vector<double> &places, std::size_t axis) {
  double low = INFINITY, high = -INFINITY;
  for (std::size_t at = axis; at < places.size(); at += 2) {
    low = std::fmin(low, places[at]);
    high = std::fmax(high, places[at]);
  }
  return {low, high};
}

std::vector<std::uint16_t> grid_of(const std::vector<double> &places,
                                   const std::vector<std::size_t> &listed, bool are_points) {
  constexpr double most = no_place - 1;
  const auto [west, east] = ends_of(places, 0);
  const auto [north, south] = ends_of(places, 1);
  const double size = std::fmax(east - west, south - north),
               unit = size > 0 && !are_points ? most / size : 1;
  std::vector<std::uint16_t> grid;
  grid.reserve(2 * listed.size());
  for (const std::size_t i : listed)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double from = are_points ? 0 : axis == 0 ? west : north, x = places[2 * i + axis];
      grid.push_back(std::isfinite(x) ? static_cast<std::uint16_t>(
                                            std::lround(std::clamp((x - from) * unit, 0.0, most)))
                                      : no_place);
    }
  return grid;
}

// The members of the object.
class PageColumns {
 public:
  explicit PageColumns(std::size_t count) { add("count", std::to_string(count)); }

  void add(const char *name, const std::string &json) {
    text_ += text_.empty() ? "{" : ",";
    text_.append(1, '"').append(name).append("\":").append(json);
  }
  template <class T>
  void add(const char *name, const std::vector<T> &numbers) {
    add(name, '"' + packed_numbers(std::span<const T>(numbers)) + '"');
  }
  std::string object() && { return std::move(text_ += '}'); }

 private:
  std::string text_;
};

// The names, as a list.
std::string names_of(const std::vector<std::string> &ids, const std::vector<std::size_t> &listed) {
  const std::size_t longest = listed.size() > many_documents ? longest_name_of_many : longest_name;
  std::string list = "[";
  for (const std::size_t i : listed) {
    list += list.size() > 1 ? "," : "";
    list += script_json(shortened(shared_id(ids[i]), longest));
  }
  return list + ']';
}

std::vector<std::string> of_listed(const std::vector<std::string> &texts,
                                   const std::vector<std::size_t> &listed, std::size_t longest) {
  std::vector<std::string> kept;
  kept.reserve(listed.size());
  for (const std::size_t i : listed) kept.push_back(shortened(texts[i], longest));
  return kept;
}

template <class T>
std::vector<std::int32_t> of_listed(const std::vector<T> &numbers,
                                    const std::vector<std::size_t> &listed) {
  std::vector<std::int32_t> some;
  some.reserve(listed.size());
  for (const std::size_t i : listed) some.push_back(static_cast<std::int32_t>(numbers[i]));
  return some;
}

// The numbers of the terms that explain documents, in the list of the page.
struct ReasonTerms {
  std::vector<std::int64_t> features;  // increasing

  explicit ReasonTerms(const std::vector<DocumentExplanation> &explanations) {
    for (const DocumentExplanation &one : explanations)
      for (const auto &[feature, value] : one.contributions) features.push_back(feature);
    std::sort(features.begin(), features.end());
    features.erase(std::unique(features.begin(), features.end()), features.end());
  }
  std::int32_t number(std::int64_t feature) const {
    return static_cast<std::int32_t>(std::lower_bound(features.begin(), features.end(), feature) -
                                     features.begin());
  }
};

// The contributions as parts of the score, in thousandths. Without any, the number of terms stands.
void add_reasons(const ModelSummary &findings, const std::vector<std::size_t> &listed,
                 PageColumns &columns) {
  if (findings.explanations.empty()) return;
  constexpr double most = 32767;
  const ReasonTerms terms(findings.explanations);
  std::vector<std::int32_t> numbers;
  std::vector<std::int16_t> parts;
  for (const std::size_t i : listed) {
    const DocumentExplanation &one = findings.explanations[i];
    for (std::size_t r = 0; r < static_cast<std::size_t>(reasons_of_document); ++r) {
      const bool is_known = r < one.contributions.size() && one.score > 0;
      numbers.push_back(is_known ? terms.number(one.contributions[r].first)
                                 : static_cast<std::int32_t>(terms.features.size()));
      parts.push_back(is_known ? static_cast<std::int16_t>(std::lround(std::clamp(
                                     1000 * one.contributions[r].second / one.score, -most, most)))
                               : std::int16_t{0});
    }
  }
  if (terms.features.size() < no_place)
    columns.add("reason", std::vector<std::uint16_t>(numbers.begin(), numbers.end()));
  else
    columns.add("reason", numbers);
  columns.add("reason_part", parts);
}

void add_groups(const ModelSummary &findings, const std::vector<std::size_t> &listed,
                PageColumns &columns) {
  for (std::size_t f = 0; f < findings.groups.size(); ++f) {
    const std::string name = "group" + std::to_string(f);
    columns.add(name.c_str(), of_listed(findings.groups[f].of, listed));
  }
}

// The texts up to a length, and what is longer.
TextFiles add_texts(const Documents &documents, const std::vector<std::size_t> &listed,
                    PageColumns &columns) {
  const std::size_t longest = std::min(longest_text, most_text / listed.size());
  const std::vector<std::string> shown = of_listed(documents.excerpts, listed, longest);
  columns.add("text", '"' + packed_texts(shown) + '"');
  return text_files(documents, listed, shown, longest);
}

void add_nearness(const ModelSummary &findings, const std::vector<std::size_t> &listed,
                  PageColumns &columns) {
  std::vector<std::int16_t> shares, cosines;
  std::vector<float> distances;
  for (const std::size_t i : listed) {
    shares.push_back(static_cast<std::int16_t>(std::lround(1000 * findings.shares[i])));
    if (findings.points.empty())
      cosines.push_back(
          static_cast<std::int16_t>(std::lround(1000 * manifact_model_cosines(findings.model)[i])));
    else
      distances.push_back(static_cast<float>(findings.points.distances[i]));
  }
  if (findings.points.empty())
    columns.add("cosine", cosines);
  else
    columns.add("distance", distances);
  columns.add("share", shares);
}

}  // namespace

std::string script_json(const ordered_json &json) {
  const std::string text = json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string shared_id(const std::string &id) {
  const std::size_t place =
      std::min({id.rfind(", line "), id.rfind(", row "), id.rfind(", record ")});
  if (place == std::string::npos) return id;
  const std::size_t folder = id.rfind('/', place);
  return folder == std::string::npos ? id : id.substr(folder + 1);
}

ordered_json reasons_object(const ModelSummary &findings) {
  if (findings.explanations.empty()) return {};
  std::vector<std::string> names =
      term_names(findings, ReasonTerms(findings.explanations).features, "feature ");
  for (std::string &name : names) name = excerpt(name, longest_shown_term);
  return {{"each", reasons_of_document},
          {"terms", std::move(names)},
          {"rule", manifact_model_score_rule(findings.model)}};
}

std::vector<std::size_t> listed_documents(const ModelSummary &findings, ReportSize size) {
  const auto n = static_cast<std::size_t>(manifact_model_documents(findings.model));
  const std::size_t most = size == ReportSize::small ? most_of_small : most_documents;
  std::vector<std::size_t> listed;
  for (std::size_t i = 0, step = (n + most - 1) / most; i < n; i += step) listed.push_back(i);
  if (listed.size() == n) return listed;
  for (const auto &representatives : findings.representatives)
    listed.insert(listed.end(), representatives.begin(), representatives.end());
  std::sort(listed.begin(), listed.end());
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
  return listed;
}

PageDocuments page_documents(const ModelSummary &findings, const Documents &documents,
                             const std::vector<double> &places, ReportSize size) {
  const auto n = static_cast<std::size_t>(manifact_model_documents(findings.model));
  const std::int32_t *const labels = manifact_model_labels(findings.model);
  const std::vector<std::size_t> listed = listed_documents(findings, size);
  PageColumns columns(listed.size());
  TextFiles files;
  columns.add("cluster", of_listed(std::vector<std::int32_t>(labels, labels + n), listed));
  add_nearness(findings, listed, columns);
  columns.add("place", grid_of(places, listed, !findings.points.empty()));
  if (listed.size() < n) {
    std::vector<std::int32_t> numbers;
    for (const std::size_t i : listed) numbers.push_back(static_cast<std::int32_t>(i));
    columns.add("number", numbers);
  }
  if (!findings.classes.names.empty())
    columns.add("class", of_listed(findings.classes.numbers, listed));
  if (!findings.timeline.empty())
    columns.add("period", of_listed(findings.timeline.periods, listed));
  add_groups(findings, listed, columns);
  add_reasons(findings, listed, columns);
  if (!documents.ids.empty()) columns.add("id", names_of(documents.ids, listed));
  if (!documents.links.empty())
    columns.add("link", '"' + packed_texts(of_listed(documents.links, listed, longest_link)) + '"');
  if (!documents.excerpts.empty() && size == ReportSize::full)
    files = add_texts(documents, listed, columns);
  return {std::move(columns).object(), std::move(files)};
}

}  // namespace cli
