#include "output/added_columns.hpp"

#include <algorithm>
#include <set>

#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {

void AddedColumns::add(const std::int32_t *labels, const double *shares, std::size_t count,
                       std::size_t k) {
  for (std::size_t i = 0; i < count; ++i) {
    const double *const row = shares + i * k;
    const std::int32_t topic = labels[i];
    std::int32_t second = -1;
    for (std::size_t c = 0; c < k; ++c) {
      const auto other = static_cast<std::int32_t>(c);
      if (topic >= 0 && other != topic && row[c] > 0 &&
          (second < 0 || row[c] > row[static_cast<std::size_t>(second)]))
        second = other;
    }
    topics.push_back(topic);
    second_topics.push_back(second);
    memberships.push_back(topic < 0 ? 0 : row[static_cast<std::size_t>(topic)]);
    // A document without a known word has no share of any topic.
    outliers.push_back(topic < 0 && std::any_of(row, row + k, [](double x) { return x > 0; }));
  }
}

AddedNames AddedColumns::names() const {
  AddedNames names = {"topic", "title", "membership", "second_topic", "outlier"};
  if (!explanations.empty()) names.emplace_back("explanation");
  return names;
}

std::vector<AddedType> AddedColumns::types() const {
  using enum AddedType;
  std::vector<AddedType> types = {integer, text, real, integer, truth};
  if (!explanations.empty()) types.push_back(text);
  return types;
}

AddedCells AddedColumns::cells(std::int64_t document) const {
  using Kind = AddedCell::Kind;
  AddedCells cells(names().size());
  if (document < 0) return cells;
  const auto i = static_cast<std::size_t>(document);
  cells[4] = {Kind::truth, outliers[i] ? "true" : "false"};
  if (topics[i] < 0) return cells;
  cells[0] = {Kind::number, std::to_string(topics[i])};
  const std::string &title = titles[static_cast<std::size_t>(topics[i])];
  if (!title.empty()) cells[1] = {Kind::text, title};
  constexpr int all_digits = 17;
  cells[2] = {Kind::number, digits >= all_digits ? exact_number(memberships[i])
                                                 : short_number(memberships[i], digits)};
  if (second_topics[i] >= 0) cells[3] = {Kind::number, std::to_string(second_topics[i])};
  if (!explanations.empty() && !explanations[i].empty()) cells[5] = {Kind::text, explanations[i]};
  return cells;
}

AddedNames names_beside(const std::vector<std::string> &names, const AddedNames &plain_names) {
  std::set<std::string> taken;
  for (const std::string &name : names) taken.insert(lower_case(name));
  AddedNames added = plain_names;
  for (std::string &name : added) {
    const std::string plain = name;
    for (int number = 2; taken.contains(name); ++number)
      name = plain + '_' + std::to_string(number);
    taken.insert(name);
  }
  return added;
}

std::string renamed(const AddedNames &names, const AddedNames &plain) {
  std::string told;
  for (std::size_t i = 0; i < plain.size(); ++i)
    if (names[i] != plain[i]) told += (told.empty() ? "" : ", ") + plain[i] + " is " + names[i];
  return told;
}

}  // namespace cli
