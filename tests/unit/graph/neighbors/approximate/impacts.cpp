// graph/neighbors/approximate: its parts against slow, obvious versions: float unit rows, impact
// lists, sums up to a budget, the join.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "graph/build.hpp"
#include "graph/neighbors/approximate/approximate.hpp"
#include "graph/neighbors/approximate/impacts.hpp"
#include "graph/neighbors/row_search.hpp"
#include "reference/neighbors.hpp"

namespace manifact {
namespace {

struct Prepared {
  Host host;
  Csr<double> rows;
  UnitRows<double> unit;
  FloatUnitRows directions;

  explicit Prepared(const Plain &X)
      : rows(csr<double>(X, host.memory)),
        unit(unit_rows(data(rows), host.run)),
        directions(make_float_unit_rows(unit, canonical_order(data(rows), host.run), host.run)) {}
};

Plain some_texts() {
  Plain X = texts(300, 60, 8, 5);
  for (std::size_t e = 0; e < X.values.size(); e += 5) X.values[e] = -X.values[e];
  for (std::int64_t c = 0; c < X.columns; ++c) X(17, c) = 0;
  return X;
}

double cosine(const FloatUnitRows &X, std::int64_t a, std::int64_t b) {
  std::map<std::int32_t, double> row;
  for (std::int64_t e = X.begin[a]; e < X.begin[a + 1]; ++e)
    row[X.entry[e].column] = X.entry[e].weight;
  double sum = 0;
  for (std::int64_t e = X.begin[b]; e < X.begin[b + 1]; ++e)
    sum += row[X.entry[e].column] * X.entry[e].weight;
  return sum;
}

TEST(FloatUnitRows, are_the_unit_rows_in_another_order) {
  const Plain X = some_texts();
  const Prepared p(X);
  std::set<std::int32_t> rows;
  for (std::int64_t k = 0; k < X.rows; ++k) {
    const std::int32_t i = p.directions.original[k];
    EXPECT_TRUE(rows.insert(i).second);
    EXPECT_EQ(p.directions.place[i], k);
    double square = 0;
    std::int64_t count = 0;
    for (std::int64_t c = 0; c < X.columns; ++c) square += X(i, c) * X(i, c), count += X(i, c) != 0;
    ASSERT_EQ(p.directions.begin[k + 1] - p.directions.begin[k], count) << i;
    for (std::int64_t e = p.directions.begin[k]; e < p.directions.begin[k + 1]; ++e)
      EXPECT_FLOAT_EQ(p.directions.entry[e].weight,
                      static_cast<float>(X(i, p.directions.entry[e].column) / std::sqrt(square)));
  }
}

TEST(Impacts, hold_every_entry_once_the_heaviest_first_apart_by_sign) {
  Prepared p(some_texts());
  const FloatUnitRows &X = p.directions;
  const Impacts impacts = make_impacts(X, has_negative(X), p.host.run);
  ASSERT_TRUE(impacts.has_signs);
  std::int64_t entries = 0;
  for (std::int64_t list = 0; list + 1 < impacts.first.size(); ++list) {
    std::int64_t at = impacts.begin[list];
    std::int32_t last = -1;
    for (std::int64_t s = impacts.first[list]; s < impacts.first[list + 1]; ++s) {
      const Impacts::Segment &segment = impacts.segments[s];
      EXPECT_GT(segment.level, last);
      last = segment.level;
      for (std::int32_t k = 0; k < segment.size; ++k, ++at, ++entries) {
        const std::int32_t d = impacts.document[at];
        bool found = false;
        for (std::int64_t e = X.begin[d]; e < X.begin[d + 1]; ++e)
          found |= X.entry[e].column == list / 2 && (X.entry[e].weight < 0) == (list % 2 == 1) &&
                   level_of(X.entry[e].weight) == segment.level;
        EXPECT_TRUE(found) << list << ' ' << d;
        EXPECT_EQ(impacts.level[at], segment.level);
        if (k > 0) {
          EXPECT_GT(d, impacts.document[at - 1]);
        }
      }
    }
    EXPECT_EQ(at, impacts.begin[list + 1]);
  }
  EXPECT_EQ(entries, X.begin[X.n]);
}

TEST(Impacts, a_level_is_an_eighth_of_an_octave) {
  EXPECT_EQ(level_of(1), 0);
  EXPECT_EQ(level_of(-0.5f * 0.999f), 8);
  EXPECT_EQ(level_of(0.25f * 1.001f), 15);
  EXPECT_EQ(level_of(1e-30f), Impacts::levels - 1);
}

// With a budget for every product, the documents with the largest sums are those with the largest
// cosines, up to the error of the levels.
TEST(ImpactSearch, a_budget_for_everything_finds_the_nearest) {
  Prepared p(some_texts());
  const FloatUnitRows &X = p.directions;
  const Impacts impacts = make_impacts(X, has_negative(X), p.host.run);
  constexpr std::int64_t wanted = 5;
  ImpactSearch search(X, impacts, wanted, p.host.memory);
  std::int32_t index[wanted];
  double found[wanted];
  std::int64_t hits = 0, all = 0;
  for (std::int64_t i = 0; i < X.n; ++i) {
    std::vector<std::pair<double, std::int32_t>> right;
    for (std::int64_t j = 0; j < X.n; ++j)
      if (const double c = cosine(X, i, j); j != i && c > 1e-6)
        right.emplace_back(-c, static_cast<std::int32_t>(j));
    std::sort(right.begin(), right.end());
    const std::int32_t count = search.nearest(i, 1'000'000, index, found);
    const auto expected = std::min<std::int64_t>(wanted, static_cast<std::int64_t>(right.size()));
    ASSERT_LE(count, expected) << i;
    for (std::int32_t q = 0; q < count; ++q) {
      EXPECT_NE(index[q], i);
      EXPECT_NEAR(found[q], cosine(X, i, index[q]), 1e-6);
      hits += found[q] >= -right[static_cast<std::size_t>(expected - 1)].first - 1e-6 ? 1 : 0;
    }
    all += expected;
  }
  EXPECT_GT(static_cast<double>(hits), 0.99 * static_cast<double>(all));
}

// All products of the lowest grades; of the next grade, an equal share for each feature, around the
// position of the row itself.
TEST(ImpactSearch, a_budget_goes_to_the_largest_products) {
  Prepared p(some_texts());
  const FloatUnitRows &X = p.directions;
  const Impacts impacts = make_impacts(X, has_negative(X), p.host.run);
  ImpactSearch search(X, impacts, X.n, p.host.memory);
  std::vector<std::int32_t> index(static_cast<std::size_t>(X.n));
  std::vector<double> found(index.size());
  std::int64_t in_part = 0;
  for (const std::int64_t budget : {5, 40, 300})
    for (std::int64_t i = 0; i < X.n; i += 3) {
      // Documents by grade, then by feature and level.
      std::map<int, std::map<std::pair<std::int32_t, int>, std::vector<std::int32_t>>> products;
      for (std::int64_t e = X.begin[i]; e < X.begin[i + 1]; ++e)
        for (std::int32_t d = 0; d < X.n; ++d)
          for (std::int64_t f = X.begin[d]; f < X.begin[d + 1]; ++f)
            if (X.entry[f].column == X.entry[e].column &&
                X.entry[f].weight * X.entry[e].weight > 0) {
              const int level = level_of(X.entry[f].weight);
              products[level_of(X.entry[e].weight) + level][{X.entry[e].column, level}].push_back(
                  d);
            }
      std::set<std::int32_t> right, got;
      const auto take = [&](std::int32_t d) {
        if (d != i && cosine(X, i, d) > 1e-6) right.insert(d);
      };
      std::int64_t left = budget;
      for (const auto &[grade, stretches] : products) {
        std::int64_t size = 0;
        for (const auto &[of, documents] : stretches)
          size += static_cast<std::int64_t>(documents.size());
        const double share = static_cast<double>(left) / static_cast<double>(size);
        for (const auto &[of, documents] : stretches) {
          const auto n = static_cast<std::int64_t>(documents.size()),
                     some = size <= left
                                ? n
                                : static_cast<std::int64_t>(share * static_cast<double>(n));
          const std::int64_t own = std::count_if(documents.begin(), documents.end(),
                                                 [&](std::int32_t d) { return d < i; });
          const std::int64_t from = std::clamp<std::int64_t>(own - some / 2, 0, n - some);
          for (std::int64_t k = from; k < from + some; ++k)
            take(documents[static_cast<std::size_t>(k)]);
          in_part += some > 0 && some < n;
        }
        if (size > left) break;
        left -= size;
      }
      const std::int32_t count = search.nearest(i, budget, index.data(), found.data());
      for (std::int32_t q = 0; q < count; ++q)
        if (found[static_cast<std::size_t>(q)] > 1e-6)
          got.insert(index[static_cast<std::size_t>(q)]);
      EXPECT_EQ(got, right) << budget << ' ' << i;
    }
  EXPECT_GT(in_part, 50);
}

TEST(ImpactSearch, a_budget_of_zero_finds_nothing) {
  Prepared p(some_texts());
  const Impacts impacts = make_impacts(p.directions, has_negative(p.directions), p.host.run);
  ImpactSearch search(p.directions, impacts, 4, p.host.memory);
  std::int32_t index[4];
  double found[4];
  EXPECT_EQ(search.nearest(3, 0, index, found), 0);
  EXPECT_EQ(search.nearest(3, 1'000'000, index, found), 4);
  EXPECT_EQ(search.nearest(3, 0, index, found), 0);
}

// The join by its definition; with so few neighbors nothing is left out.
TEST(NeighborJoin, equals_the_plain_one) {
  Prepared p(some_texts());
  const FloatUnitRows &X = p.directions;
  constexpr std::int64_t most = 4;
  const Impacts impacts = make_impacts(X, has_negative(X), p.host.run);
  ImpactSearch search(X, impacts, most, p.host.memory);
  Neighbors found = no_neighbors(X.n, most, p.host.run);
  for (std::int64_t i = 0; i < X.n; ++i)
    found.count[i] =
        search.nearest(i, 40, found.index.data() + i * most, found.cosine.data() + i * most);
  for (std::int32_t &count : found.count) count = std::min(count, 2);  // so that much can improve
  const Lists before = lists_of(found);

  std::vector<std::vector<Near>> naming(before.size());
  for (std::size_t i = 0; i < before.size(); ++i)
    for (const Near &near : before[i])
      naming[static_cast<std::size_t>(near.index)].push_back(
          {static_cast<std::int32_t>(i), near.cosine});
  const auto better = [](const Near &a, const Near &b) {
    return a.cosine > b.cosine || (a.cosine == b.cosine && a.index < b.index);
  };
  for (auto &list : naming) {
    std::sort(list.begin(), list.end(), better);
    if (list.size() > 2 * most) list.resize(2 * most);
  }
  const auto near = [&](std::size_t i) {
    std::set<std::int32_t> all;
    for (const Near &one : before[i]) all.insert(one.index);
    for (const Near &one : naming[i]) all.insert(one.index);
    return all;
  };
  Pass pass{p.host.monitor, X.n};
  join_neighbors(X, found, 100, pass, p.host.run);
  const Lists after = lists_of(found);
  std::int64_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::set<std::int32_t> all = near(i);
    for (const std::int32_t j : near(i))
      for (const std::int32_t d : near(static_cast<std::size_t>(j))) all.insert(d);
    all.erase(static_cast<std::int32_t>(i));
    std::vector<double> right;
    for (const std::int32_t d : all)
      if (const double c = cosine(X, static_cast<std::int64_t>(i), d); c > 1e-6) right.push_back(c);
    std::sort(right.rbegin(), right.rend());
    ASSERT_EQ(after[i].size(), std::min<std::size_t>(most, right.size())) << i;
    for (std::size_t q = 0; q < after[i].size(); ++q)
      EXPECT_NEAR(after[i][q].cosine, right[q], 1e-6) << i << ' ' << q;
    changed += after[i] != before[i];
  }
  EXPECT_GT(changed, 50);
}

}  // namespace
}  // namespace manifact
