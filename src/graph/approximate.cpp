#include "graph/approximate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "graph/build.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

// From here on SearchKind::automatic is approximate.
constexpr std::int64_t automatic_rows = 1'000'000;

// Up to here every search is exact.
constexpr std::int64_t few_rows = 4096;

// Rows of A, and of B.
constexpr std::int64_t sample_rows = 512;

constexpr int grid = 32;

// One row out of each of as many equal parts of the rows in the order of their content; rows of zeros are left out.
template <class T>
void draw_samples(CsrView<T> X, std::uint64_t seed, Array<std::int32_t> &A, Array<std::int32_t> &B, Run &run) {
  const Array<std::int32_t> order = content_order(X, run);
  Rng rng(seed, 28);
  const std::int64_t parts = A.size() + B.size();
  for (std::int64_t part = 0; part < parts; ++part) {
    const std::int64_t begin = X.rows * part / parts, end = X.rows * (part + 1) / parts;
    (part % 2 == 0 ? A : B)[part / 2] = order[begin + rng.below(end - begin)];
  }
}

// The share of the neighbours in `right` that `found` has: as many as have a cosine as large as the last of the right ones. A row without
// neighbours says nothing.
struct Recall {
  double mean = 1, error = 0;  // the standard error of the mean
};

Recall recall_of(const Neighbors &right, const Neighbors &found, const std::int32_t *rows) {
  double sum = 0, squares = 0;
  std::int64_t n = 0;
  for (std::int64_t k = 0; k < right.n; ++k) {
    if (right.count[k] == 0) continue;
    const std::int64_t i = rows != nullptr ? rows[k] : k;
    const double last = right.cosine[k * right.p + right.count[k] - 1];
    const double *const cosine = found.cosine.data() + i * found.p;
    const auto hits = std::count_if(cosine, cosine + found.count[i], [&](double c) { return c >= last; });
    const double recall = static_cast<double>(hits) / static_cast<double>(right.count[k]);
    sum += recall;
    squares += recall * recall;
    ++n;
  }
  if (n == 0) return {};
  const double count = static_cast<double>(n), mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean) / count)};
}

// c, by halving: more of the bounds finds more.
template <class T>
double fitting_share(RowSearch<T> &search, const Array<std::int32_t> &A, const Neighbors &right, double recall, Run &run) {
  Neighbors found = no_neighbors(A.size(), right.p, run);
  int below = 0, enough = grid;
  while (enough - below > 1) {
    const int middle = (below + enough) / 2;
    search.find_some(A, static_cast<double>(middle) / grid, found);
    const Recall got = recall_of(right, found, nullptr);
    (got.mean - got.error >= recall ? enough : below) = middle;
  }
  return static_cast<double>(enough) / grid;
}

struct Offer {
  std::int32_t from;
  double cosine;
};

bool before(const Offer &a, const Offer &b) noexcept { return a.cosine > b.cosine || (a.cosine == b.cosine && a.from < b.from); }

// Whether row j would rather have i than the last of its list, and has it not.
bool is_wanted(const Neighbors &found, std::int64_t j, const Offer &offer) noexcept {
  const std::int64_t at = j * found.p, count = found.count[j];
  if (count == found.p && !before(offer, {found.index[at + count - 1], found.cosine[at + count - 1]})) return false;
  const std::int32_t *const index = found.index.data() + at;
  return std::find(index, index + count, offer.from) == index + count;
}

// Each row is offered to those in its list: their cosine is the same.
void offer_back(Neighbors &found, Run &run) {
  const std::int64_t n = found.n, p = found.p;
  const auto each_offer = [&](auto &&take) {
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t q = 0; q < found.count[i]; ++q) {
        const Offer offer{static_cast<std::int32_t>(i), found.cosine[i * p + q]};
        if (const std::int32_t j = found.index[i * p + q]; is_wanted(found, j, offer)) take(j, offer);
      }
  };
  Array<std::int64_t> begin(run.memory, n + 1);
  each_offer([&](std::int32_t j, const Offer &) { ++begin[j + 1]; });
  for (std::int64_t j = 0; j < n; ++j) begin[j + 1] += begin[j];
  Array<Offer> offers(run.memory, begin[n]);
  Array<std::int64_t> next = begin.copy();
  each_offer([&](std::int32_t j, const Offer &offer) { offers[next[j]++] = offer; });
  run.team.blocks(n, 4096, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t j = first; j < last; ++j) {
      Offer *const offer = offers.data() + begin[j];
      const std::int64_t offered = begin[j + 1] - begin[j];
      std::sort(offer, offer + offered, before);
      std::int32_t *const index = found.index.data() + j * p;
      double *const cosine = found.cosine.data() + j * p;
      for (std::int64_t k = 0; k < offered; ++k) {  // into its place
        std::int64_t q = found.count[j] < p ? found.count[j]++ : p;
        if (q == p && !before(offer[k], {index[p - 1], cosine[p - 1]})) break;
        for (q = std::min(q, p - 1); q > 0 && before(offer[k], {index[q - 1], cosine[q - 1]}); --q) {
          index[q] = index[q - 1];
          cosine[q] = cosine[q - 1];
        }
        index[q] = offer[k].from;
        cosine[q] = offer[k].cosine;
      }
    }
  });
}

}  // namespace

bool is_approximate(const SearchRequest &request, std::int64_t rows) noexcept {
  if (rows <= few_rows) return false;
  return request.kind == SearchKind::approximate || (request.kind == SearchKind::automatic && rows >= automatic_rows);
}

template <class T>
void search_approximately(RowSearch<T> &search, CsrView<T> X, const SearchRequest &request, Neighbors &found, Run &run) {
  const std::int64_t sampled = std::min(sample_rows, X.rows / 16);
  Array<std::int32_t> A(run.memory, sampled), B(run.memory, sampled);
  draw_samples(X, request.seed, A, B, run);
  Neighbors right = no_neighbors(sampled, found.p, run);
  search.find_some(A, 1, right);
  const double share = fitting_share(search, A, right, request.recall, run);
  search.find_some(B, 1, right);
  search.find_all(share, found);
  offer_back(found, run);
  found.search = {true, true, recall_of(right, found, B.data()).mean, sampled, share};
  char text[120];
  std::snprintf(text, sizeof text, "approximate search: %.1f%% of the nearest neighbours found, estimated on %lld documents",
                100 * found.search.recall, static_cast<long long>(sampled));
  run.monitor.note(0, text);
}

template void search_approximately(RowSearch<float> &, CsrView<float>, const SearchRequest &, Neighbors &, Run &);
template void search_approximately(RowSearch<double> &, CsrView<double>, const SearchRequest &, Neighbors &, Run &);

}  // namespace manifact
