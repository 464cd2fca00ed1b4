// The positions of documents: gradient and quality against slow versions, planted groups, threads,
// edits and updates.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "capi/handles.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "linalg/data/products.hpp"
#include "support/corpus.hpp"
#include "support/numbers.hpp"
#include "topics/layout.hpp"
#include "topics/map.hpp"
#include "topics/positions.hpp"

namespace manifact {
namespace {

// Unit rows around `groups` directions.
Dense<float> groups_of_rows(Index n, Index groups, Host &host) {
  Dense<float> Z(host.memory, n, 6);
  Rng rng(3);
  for (Index i = 0; i < n; ++i) {
    double square = 0;
    for (Index c = 0; c < 6; ++c) {
      Z(i, c) = static_cast<float>(0.4 * (rng.uniform() - 0.5) + (c == i % groups ? 1 : 0));
      square += static_cast<double>(Z(i, c)) * static_cast<double>(Z(i, c));
    }
    for (Index c = 0; c < 6; ++c)
      Z(i, c) = static_cast<float>(static_cast<double>(Z(i, c)) / std::sqrt(square));
  }
  return Z;
}

LayoutPairs pairs_of(const Dense<float> &Z, Host &host) {
  Array<std::int32_t> columns(host.memory, Z.columns());
  std::iota(columns.begin(), columns.end(), 0);
  return layout_pairs(
      Z, nearest_neighbors<float>(DataView<float>(rows_of(Z, columns)), 15, host.run), host.run);
}

Array<float> random_places(Index n, Host &host) {
  Array<float> places(host.memory, 2 * n);
  Rng rng(5);
  for (float &place : places) place = static_cast<float>(4 * rng.uniform() - 2);
  return places;
}

TEST(Layout, GradientIsTheDerivativeOfTheObjective) {
  Host host;
  const Dense<float> Z = groups_of_rows(60, 3, host);
  const LayoutPairs pairs = pairs_of(Z, host);
  Array<float> places = random_places(60, host);
  for (const LayoutWeights weights : {LayoutWeights{2, 0, 0}, LayoutWeights{0, 1000, 0},
                                      LayoutWeights{0, 0, 1}, LayoutWeights{3, 3, 1}})
    for (const Index i : {0, 7, 31, 59})
      for (const Index axis : {0, 1}) {
        float &place = places[2 * i + axis];
        const float before = place, step = 0x1p-7F;
        place = before + step;
        const double high = layout_objective(pairs, weights, places.data());
        place = before - step;
        const double low = layout_objective(pairs, weights, places.data());
        place = before;
        const LayoutGradient g = layout_gradient(pairs, weights, places.data(), i);
        const double expected = (high - low) / (2 * static_cast<double>(step));
        EXPECT_NEAR(axis == 0 ? g.x : g.y, expected, 1e-3 * std::fabs(expected) + 2e-3);
      }
}

TEST(Layout, PairsAreNeighborsAndOthers) {
  Host host;
  const Dense<float> Z = groups_of_rows(120, 3, host);
  const LayoutPairs pairs = pairs_of(Z, host);
  const auto own_share = [](const Partners &lists) {
    double own = 0;
    for (Index i = 0; i < lists.documents(); ++i)
      for (Index e = lists.begin[i]; e < lists.begin[i + 1]; ++e) {
        EXPECT_NE(lists.partner[e], i);
        own += lists.partner[e] % 3 == i % 3 ? 1 : 0;
      }
    return own / static_cast<double>(lists.partner.size());
  };
  EXPECT_EQ(pairs.near.partner.size(), 2 * 10 * 120);
  EXPECT_EQ(pairs.mid.partner.size(), 2 * 5 * 120);
  EXPECT_EQ(pairs.far.partner.size(), 2 * 20 * 120);
  EXPECT_EQ(own_share(pairs.near), 1);
  EXPECT_GT(own_share(pairs.mid), 0.5);  // by chance 1/3
  EXPECT_LT(own_share(pairs.far), 0.33);
}

// Ranks by sorting all distances.
double slow_trust(Index n, Index k, const auto &high, const auto &low) {
  double sum = 0;
  const auto order = [n](Index i, const auto &distance) {
    std::vector<Index> all;
    for (Index j = 0; j < n; ++j)
      if (j != i) all.push_back(j);
    std::stable_sort(all.begin(), all.end(),
                     [&](Index a, Index b) { return distance(i, a) < distance(i, b); });
    return all;
  };
  for (Index i = 0; i < n; ++i) {
    const std::vector<Index> by_high = order(i, high), by_low = order(i, low);
    for (Index r = 0; r < k; ++r) {
      const auto at = std::find(by_high.begin(), by_high.end(), by_low[static_cast<size_t>(r)]);
      sum += static_cast<double>(std::max<Index>(0, at - by_high.begin() + 1 - k));
    }
  }
  const auto all = static_cast<double>(n), count = static_cast<double>(k);
  return 1 - 2 / (all * count * (2 * all - 3 * count - 1)) * sum;
}

TEST(Layout, QualityIsThatOfSortedDistances) {
  Host host(2);
  const Index n = 70;
  const Dense<float> Z = groups_of_rows(n, 3, host);
  const Array<float> places = random_places(n, host);
  const auto high = [&](Index i, Index j) {
    float sum = 0;
    for (Index c = 0; c < 6; ++c) sum += Z(i, c) * Z(j, c);
    return -sum;
  };
  const auto low = [&](Index i, Index j) {
    const float dx = places[2 * i] - places[2 * j], dy = places[2 * i + 1] - places[2 * j + 1];
    return dx * dx + dy * dy;
  };
  const LayoutQuality found = layout_quality(Z, places, 10, 1000, host.run);
  EXPECT_NEAR(found.trustworthiness, slow_trust(n, 10, high, low), 1e-12);
  EXPECT_NEAR(found.continuity, slow_trust(n, 10, low, high), 1e-12);
  EXPECT_LT(found.trustworthiness, 0.7);
  EXPECT_TRUE(std::isnan(layout_quality(Z, places, 35, 1000, host.run).continuity));
}

TEST(Layout, SeparatesGroupsAndIsTheSameForAnyNumberOfThreads) {
  Host one(1), three(3);
  const Dense<float> Z = groups_of_rows(600, 4, one);
  const Array<float> places = layout_of(Z, one.run);
  const Array<float> again = layout_of(Z, three.run);
  EXPECT_TRUE(std::equal(places.begin(), places.end(), again.begin()));
  double within = 0, between = INFINITY, square = 0, centers[4][2] = {};
  for (Index i = 0; i < 600; ++i)
    for (Index a = 0; a < 2; ++a) {
      centers[i % 4][a] += static_cast<double>(places[2 * i + a]) / 150;
      square += std::pow(static_cast<double>(places[2 * i + a]), 2) / 600;
    }
  EXPECT_NEAR(square, 1, 1e-4);
  const auto distance = [&](Index i, Index g) {
    return std::hypot(static_cast<double>(places[2 * i]) - centers[g][0],
                      static_cast<double>(places[2 * i + 1]) - centers[g][1]);
  };
  for (Index i = 0; i < 600; ++i)
    for (Index g = 0; g < 4; ++g)
      (g == i % 4) ? within = std::max(within, distance(i, g))
                   : between = std::min(between, distance(i, g));
  EXPECT_LT(within, between);
  EXPECT_GT(layout_quality(Z, places, 15, 1000, one.run).trustworthiness, 0.9);
}

TEST(Layout, OfFewDocuments) {
  Host host;
  for (const Index n : {1, 2, 3, 5}) {
    const Array<float> places = layout_of(groups_of_rows(n, 2, host), host.run);
    for (const float place : places) EXPECT_TRUE(std::isfinite(place)) << n;
  }
}

struct Placed {
  std::vector<double> places;
  double quality[2];
};

Placed placed(manifact_context *context, const manifact_model *model,
              const manifact_matrix *X = nullptr) {
  const int64_t n = manifact_model_documents(model);
  Placed found{std::vector<double>(static_cast<size_t>(2 * n)), {}};
  EXPECT_EQ(manifact_model_positions(context, model, X, found.places.data(), n, found.quality),
            MANIFACT_OK)
      << manifact_context_message(context);
  return found;
}

// The first documents of a corpus; the last one has no words.
support::Matrix rows_of_corpus(manifact_context *context, api::Corpus c, int64_t n, bool empty) {
  c.n = n + (empty ? 1 : 0);
  c.indptr.resize(static_cast<size_t>(n + 1));
  if (empty) c.indptr.push_back(c.indptr.back());
  c.indices.resize(static_cast<size_t>(c.indptr.back()));
  c.values.resize(c.indices.size());
  return api::csr(context, c);
}

TEST(Positions, StayWhenTopicsAreEditedAndDocumentsAreAdded) {
  const support::Context context = support::context();
  const api::Corpus corpus = api::corpus(120);
  const support::Matrix X = rows_of_corpus(context.get(), corpus, 100, true);
  const support::Model model = api::fit(context.get(), "auto", {}, X.get(), 3);
  const Placed before = placed(context.get(), model.get());
  EXPECT_GT(before.quality[0], 0.7);
  EXPECT_TRUE(std::isnan(before.places[200]) && std::isnan(before.places[201]));
  const int64_t topics[] = {0, 1};
  manifact_model *handle = nullptr;
  ASSERT_EQ(manifact_model_merge(context.get(), model.get(), topics, 2, nullptr, &handle),
            MANIFACT_OK);
  const support::Model merged(handle);
  const Placed after = placed(context.get(), merged.get());
  EXPECT_TRUE(std::equal(before.places.begin(), before.places.begin() + 200, after.places.begin()));
  // The first ten documents again: each lies on its copy.
  const support::Matrix more = rows_of_corpus(context.get(), corpus, 10, false);
  ASSERT_EQ(manifact_model_update(context.get(), merged.get(), more.get(), nullptr, nullptr,
                                  nullptr, nullptr, 0, &handle),
            MANIFACT_OK);
  const support::Model grown(handle);
  const Placed all = placed(context.get(), grown.get());
  EXPECT_TRUE(std::equal(before.places.begin(), before.places.begin() + 200, all.places.begin()));
  for (size_t i = 0; i < 10; ++i)
    EXPECT_LT(std::hypot(all.places[202 + 2 * i] - before.places[2 * i],
                         all.places[203 + 2 * i] - before.places[2 * i + 1]),
              0.05)
        << i;
}

TEST(Positions, AreThoseOfTheColumnMap) {
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), api::corpus(60));
  const support::Solver solver = support::solver(context.get(), "auto", {});
  std::string bytes;
  std::vector<int64_t> offsets{0};
  for (int i = 0; i < 60; ++i) {
    if (i != 4) bytes += i == 5 ? "no place" : std::to_string(i % 3) + " 0.5";
    offsets.push_back(static_cast<int64_t>(bytes.size()));
  }
  ASSERT_EQ(manifact_solver_set_column(solver.get(), "map", bytes.data(), offsets.data(), 60),
            MANIFACT_OK);
  manifact_model *handle = nullptr;
  ASSERT_EQ(manifact_solver_fit(solver.get(), X.get(), 3, &handle), MANIFACT_OK);
  const support::Model model(handle);
  const Placed found = placed(context.get(), model.get());
  for (size_t i = 0; i < 60; ++i) {
    EXPECT_NEAR(found.places[2 * i], i == 4 ? 1 : static_cast<double>(i % 3), i < 6 ? 0.4 : 0) << i;
    EXPECT_NEAR(found.places[2 * i + 1], 0.5, 1e-9);
  }
}

TEST(Positions, OfARefitAreThoseOfTheColumnMap) {
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), api::corpus(60));
  const support::Model model = api::fit(context.get(), "auto", {}, X.get(), 3);
  manifact_solver *handle = nullptr;
  ASSERT_EQ(manifact_solver_create_from_model(context.get(), model.get(), &handle), MANIFACT_OK);
  const support::Solver solver(handle);
  std::string bytes;
  std::vector<int64_t> offsets{0};
  for (int i = 0; i < 60; ++i) {
    bytes += std::to_string(i % 4) + " 0.25";
    offsets.push_back(static_cast<int64_t>(bytes.size()));
  }
  const auto refit = [&](int64_t documents, int expected) {
    EXPECT_EQ(
        manifact_solver_set_column(solver.get(), "map", bytes.data(), offsets.data(), documents),
        MANIFACT_OK);
    manifact_model *out = nullptr;
    const int status = manifact_solver_refit(solver.get(), model.get(), &out);
    EXPECT_TRUE(expected < 0 ? status == expected : status >= 0) << status;
    return support::Model(out);
  };
  const support::Model again = refit(60, MANIFACT_OK);
  const Placed found = placed(context.get(), again.get());
  for (size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(found.places[2 * i], static_cast<double>(i % 4)) << i;
    EXPECT_EQ(found.places[2 * i + 1], 0.25);
  }
  refit(59, MANIFACT_ERROR_MISMATCH);
}

TEST(Positions, NeedTheDocuments) {
  const support::Context context = support::context();
  const support::Matrix X = api::csr(context.get(), api::corpus(60)),
                        other = api::csr(context.get(), api::corpus(59));
  const support::Model model = api::fit(context.get(), "auto", {{"keep-data", "no"}}, X.get(), 3);
  std::vector<double> places(120);
  const auto status = [&](const manifact_matrix *rows, int64_t n) {
    return manifact_model_positions(context.get(), model.get(), rows, places.data(), n, nullptr);
  };
  EXPECT_EQ(status(nullptr, 60), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status(other.get(), 60), MANIFACT_ERROR_MISMATCH);
  EXPECT_EQ(status(X.get(), 59), MANIFACT_ERROR_LENGTH);
  const support::Model kept = api::fit(context.get(), "auto", {}, X.get(), 3);
  EXPECT_EQ(placed(context.get(), kept.get()).places,
            placed(context.get(), model.get(), X.get()).places);
}

// With as many axes as rows, Z has the cosines of X: in any unit, and if the rows differ in length.
TEST(Positions, CoordinatesKeepTheDirectionsOfShortRows) {
  constexpr Index n = 24, m = 60;
  Host host;
  Array<std::int32_t> columns(host.memory, m);
  std::iota(columns.begin(), columns.end(), 0);
  for (const double unit : {1.0, 1e25, 1e-25})
    for (const double shorter : {1.0, 1e-2, 1e-5}) {
      Dense<double> X(host.memory, n, m);
      Rng rng(3);
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < m; ++j) X(i, j) = rng.uniform() + (j % 3 == i % 3 ? 1 : 0);
      const auto cosine = [](const auto *x, const auto *y, Index size) {
        double xx = 0, yy = 0, xy = 0;
        for (Index c = 0; c < size; ++c) {
          const auto a = static_cast<double>(x[c]), b = static_cast<double>(y[c]);
          xx += a * a;
          yy += b * b;
          xy += a * b;
        }
        return xy / std::sqrt(xx * yy);
      };
      Dense<double> scaled = X.copy();
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < m; ++j) scaled(i, j) *= unit * (i % 2 == 0 ? 1 : shorter);
      const Dense<float> Z =
          layout_coordinates(DataView<double>(rows_of(scaled, columns)), n, host.run);
      for (Index i = 1; i < n; ++i)
        ASSERT_NEAR(cosine(Z.row(i), Z.row(i - 1), Z.columns()), cosine(X.row(i), X.row(i - 1), m),
                    1e-3)
            << unit << ' ' << shorter << ' ' << i;
    }
}

// Six documents in two clusters, the third with this share in the other cluster.
std::vector<Point> placed_with_share(double share) {
  Host host;
  Model model;
  model.n = 6;
  model.k = 2;
  model.labels = Array<std::int32_t>(host.memory, 6);
  model.cosines = Array<double>(host.memory, 6);
  model.V = Array<double>(host.memory, 12);
  for (Index i = 0; i < 6; ++i) {
    model.labels[i] = static_cast<std::int32_t>(i % 2);
    model.cosines[i] = 1 - 0.1 * static_cast<double>(i);
    model.V[i * 2 + i % 2] = 1;
  }
  model.V[2 * 2] = 1 - share;
  model.V[2 * 2 + 1] = share;
  std::vector<Disc> discs(2);
  discs[0].radius = discs[1].radius = 0.5;
  discs[1].x = 3;
  discs[1].y = 4;
  return place_documents(model, discs);
}

TEST(Map, a_document_is_drawn_to_the_clusters_that_it_shares) {
  const std::vector<Point> before = placed_with_share(0), after = placed_with_share(0.4);
  for (std::size_t i = 0; i < 6; ++i) {
    const double x = after[i].x - before[i].x, y = after[i].y - before[i].y;
    EXPECT_NEAR(4 * x, 3 * y, 1e-12) << "along the line of the discs";
    if (i == 2)
      EXPECT_GT(x, 0.01);
    else
      EXPECT_NEAR(x, 0, 1e-12);
  }
}

TEST(Map, noise_is_from_minus_one_to_one) {
  double least = 1, most = -1, sum = 0;
  for (std::uint64_t x = 0; x < 10'000; ++x) {
    const double one = noise(x);
    least = std::min(least, one);
    most = std::max(most, one);
    sum += one;
  }
  EXPECT_GE(least, -1);
  EXPECT_LT(least, -0.99);
  EXPECT_LT(most, 1);
  EXPECT_GT(most, 0.99);
  EXPECT_NEAR(sum / 10'000, 0, 0.03);
}

}  // namespace
}  // namespace manifact
