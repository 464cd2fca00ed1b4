#include "supervision/seeds.hpp"

#include <map>
#include <utility>

#include "runtime/index.hpp"

namespace manifact {
namespace {

using Row = std::map<Index, double>;  // of Yp R Yp', by document

// The information in the pairs beyond the labels.
std::map<Index, Row> rows_of_pairs(const Constraints &c) {
  std::map<Index, Row> rows;
  for (const Pair &pair : c.pairs) {
    const double label = label_relation(c, pair.first, pair.second);
    const double value = label == 0 ? pair.weight : (pair.weight - label) / 2;
    if (value == 0) continue;
    rows[pair.first][pair.second] = value;
    rows[pair.second][pair.first] = value;
  }
  for (auto &[i, row] : rows)
    if (c.labeled == 0 || c.classes[i] < 0) row[i] = 1;
  return rows;
}

}  // namespace

Seeds seeds_of(const Constraints &c, const std::shared_ptr<Memory> &memory) {
  Seeds seeds;
  seeds.classes = documents_of_classes(c);

  const std::map<Index, Row> rows = rows_of_pairs(c);
  std::map<Row, std::int32_t> numbers;
  std::map<Index, std::int32_t> group_of;
  for (const auto &[i, row] : rows) {
    const auto [found, fresh] =
        numbers.try_emplace(row, static_cast<std::int32_t>(seeds.groups.size()));
    if (fresh) {
      seeds.groups.emplace_back();
      seeds.labeled.push_back(c.labeled > 0 && c.classes[i] >= 0);
    }
    seeds.groups[static_cast<std::size_t>(found->second)].push_back(i);
    group_of[i] = found->second;
  }

  std::vector<std::map<std::int32_t, double>> table(seeds.groups.size());
  Index entries = 0;
  for (std::size_t g = 0; g < seeds.groups.size(); ++g) {
    for (const auto &[j, value] : rows.at(seeds.groups[g][0])) table[g][group_of.at(j)] = value;
    entries += static_cast<Index>(table[g].size());
  }
  const Index G = static_cast<Index>(table.size());
  seeds.R = Csr<double>(memory, G, G, entries);
  for (Index g = 0, e = 0; g < G; ++g) {
    for (const auto &[h, value] : table[static_cast<std::size_t>(g)]) {
      seeds.R.indices[e] = h;
      seeds.R.values[e++] = value;
    }
    seeds.R.indptr[g + 1] = e;
  }
  return seeds;
}

}  // namespace manifact
