#include "graph/neighbors/dense/cells.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>
#include <vector>

#include "linalg/dense/blocked.hpp"
#include "linalg/simd/panels.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/rng.hpp"

namespace manifact {
namespace {

constexpr Index sampled_per_center = 32;
constexpr int iterations = 2;

void pack(Centers &centers) {
  Array<float> &rows = centers.rows;
  std::vector<float> scratch(static_cast<std::size_t>(centers.columns));
  pack_rows<float, float>({centers.count, centers.columns, centers.columns, rows.data()}, nullptr,
                          0, centers.count, nullptr, centers.packed.data(), scratch.data());
}

// The cells of rows row_of(0) .. row_of(cell.size() - 1).
template <class RowOf>
void assign(const DenseUnitRows &X, const Centers &centers, const RowOf &row_of,
            Array<std::int32_t> &cell, const PartOfProgress &progress, ExecutionContext &run) {
  std::vector<CenterStrip> strips;
  for (Index t = 0; t < run.pool.threads(); ++t) strips.emplace_back(centers, run.memory);
  each_strip(cell.size(), centers, progress, run, [&](Index t, Index begin, Index used) {
    CenterStrip &strip = strips[static_cast<std::size_t>(t)];
    strip.measure(X, used, [&](Index r) { return row_of(begin + r); });
    for (Index r = 0; r < used; ++r)
      cell[begin + r] = static_cast<std::int32_t>(cell_of(strip.cosines(r), centers.count));
  });
}

// Each center becomes the mean of its rows; one without rows stays.
template <class RowOf>
void move_centers(const DenseUnitRows &X, const RowOf &row_of, const Array<std::int32_t> &cell,
                  Centers &centers, ExecutionContext &run) {
  const Index d = centers.columns;
  Array<double> sums(run.memory, centers.count * d), row(run.memory, d);
  for (Index k = 0; k < cell.size(); ++k) {
    double *const sum = sums.data() + cell[k] * d;
    copy_unit_row(X, row_of(k), row.data());
    for (Index c = 0; c < d; ++c) sum[c] += row[c];
  }
  for (Index m = 0; m < centers.count; ++m) {
    double square = 0;
    for (Index c = 0; c < d; ++c) square += sums[m * d + c] * sums[m * d + c];
    for (Index c = 0; c < d && square > 0; ++c)
      centers.rows[m * d + c] = static_cast<float>(sums[m * d + c] / std::sqrt(square));
  }
  run.monitor.check();
}

}  // namespace

CenterStrip::CenterStrip(const Centers &all, const std::shared_ptr<Memory> &memory)
    : centers(all),
      stride(left_stride<float>(all.columns)),
      left(memory, rows * stride),
      values(memory, rows * all.count),
      scratch(memory, packed_scratch<float>()) {}

Index cell_of(const float *cosines, Index count) noexcept {
  return std::max_element(cosines, cosines + count) - cosines;
}

Index rank_of(const float *cosines, Index count, Index cell) noexcept {
  Index rank = 0;
  for (Index c = 0; c < count; ++c)
    rank += cosines[c] > cosines[cell] || (cosines[c] == cosines[cell] && c < cell) ? 1 : 0;
  return rank;
}

Centers make_centers(const DenseUnitRows &X, const Array<std::int32_t> &rows, Index count,
                     std::uint64_t seed, const PartOfProgress &progress, ExecutionContext &run) {
  const Index d = X.columns(), n = rows.size();
  Centers centers{.count = count,
                  .columns = d,
                  .rows = Array<float>(run.memory, count * d),
                  .packed = Array<float>(run.memory, packed_width<float>(count) * d)};
  Rng rng(seed, 29);
  for (Index m = 0; m < count; ++m) {
    const Index begin = n * m / count, end = n * (m + 1) / count;
    copy_unit_row(X, rows[begin + rng.below(end - begin)], centers.rows.data() + m * d);
  }
  Array<std::int32_t> cell(run.memory, std::min(n, sampled_per_center * count));
  const auto row_of = [&](Index k) { return rows[n * k / cell.size()]; };
  for (int iteration = 0; iteration < iterations; ++iteration) {
    pack(centers);
    assign(X, centers, row_of, cell, progress, run);
    move_centers(X, row_of, cell, centers, run);
  }
  pack(centers);
  return centers;
}

namespace {

using Strip = GramStrip<float>;

struct ProbeStrip {
  ProbeStrip(const Centers &centers, const std::shared_ptr<Memory> &memory)
      : centers_of(centers, memory), order(memory, centers.count) {}

  CenterStrip centers_of;
  Array<std::int32_t> order;
};

// Rows by cell, ascending: cell_of(k) for k < count, each naming row row_of(k).
template <class CellOf, class RowOf>
void group(Index cells, Index count, const CellOf &cell_at, const RowOf &row_of,
           Array<Index> &begin, Array<std::int32_t> &grouped, ExecutionContext &run) {
  begin = Array<Index>(run.memory, cells + 1);
  grouped = Array<std::int32_t>(run.memory, count);
  for (Index k = 0; k < count; ++k) ++begin[cell_at(k) + 1];
  for (Index c = 0; c < cells; ++c) begin[c + 1] += begin[c];
  Array<Index> next = begin.copy();
  for (Index k = 0; k < count; ++k) grouped[next[cell_at(k)]++] = row_of(k);
  run.monitor.check();
}

// A part of a cell, to be compared with the rows that probe it.
struct Part {
  std::int32_t cell;
  Index begin, count;
};

struct ProbeWorkspace {
  ProbeWorkspace(const DenseUnitRows &X, const std::shared_ptr<Memory> &memory)
      : strip(X, memory),
        left(memory, Strip::rows * left_stride<float>(X.columns())),
        lows(memory, Strip::columns) {}

  Strip strip;
  Array<float> left, lows;
};

class ProbeSearch {
 public:
  ProbeSearch(const DenseUnitRows &X, const Probes &probes, CandidateLists<float> &lists,
              ExecutionContext &run)
      : X_(X), probes_(probes), lists_(lists), run_(run), stride_(left_stride<float>(X.columns())) {
    for (Index t = 0; t < run.pool.threads(); ++t) workspaces_.emplace_back(X, run.memory);
    for (Index c = 0; c + 1 < probes.member_begin.size(); ++c)
      for (Index begin = probes.member_begin[c]; begin < probes.member_begin[c + 1];
           begin += Strip::columns)
        parts_.push_back({.cell = static_cast<std::int32_t>(c),
                          .begin = begin,
                          .count = std::min(Strip::columns, probes.member_begin[c + 1] - begin)});
  }

  void search(const PartOfProgress &progress) {
    double done = 0;
    const double all = probes_.products();
    for (std::size_t begin = 0, end = 0; begin < parts_.size(); begin = end) {
      double products = 0;
      for (; end < parts_.size() &&
             (products * static_cast<double>(X_.columns()) < products_between_reports);
           ++end)
        products += static_cast<double>(parts_[end].count * probing(parts_[end].cell));
      parallel_rows(run_, std::ssize(workspaces_), static_cast<Index>(begin),
                    static_cast<Index>(end), 1, [&](Index t, Index k, Index) {
                      compare(parts_[static_cast<std::size_t>(k)],
                              workspaces_[static_cast<std::size_t>(t)]);
                    });
      done += products;
      run_.monitor.report(progress.at(done / all), progress.total);
    }
  }

 private:
  Index probing(Index cell) const noexcept {
    return probes_.probe_begin[cell + 1] - probes_.probe_begin[cell];
  }
  std::mutex &mutex_of(Index i) noexcept { return mutexes_[static_cast<std::size_t>(i % 1024)]; }

  void compare(const Part &part, ProbeWorkspace &space) noexcept {
    const std::int32_t *const members = probes_.members.data() + part.begin;
    space.strip.pack(X_, probes_.members.data(), part.begin, part.count);
    const Index last = probes_.probe_begin[part.cell + 1];
    for (Index k = probes_.probe_begin[part.cell]; k < last && !run_.monitor.cancelled();
         k += Strip::rows) {
      const std::int32_t *const rows = probes_.probes.data() + k;
      const Index here = std::min(Strip::rows, last - k);
      for (Index r = 0; r < here; ++r) copy_unit_row(X_, rows[r], space.left.data() + r * stride_);
      multiply_packed<float>(
          {.rows = here, .columns = X_.columns(), .stride = stride_, .values = space.left.data()},
          space.strip.packed.data(), part.count, space.strip.values.data(), Strip::columns,
          space.strip.scratch.data());
      // Limits only rise: with outdated ones, some candidates are offered unnecessarily.
      for (Index c = 0; c < part.count; ++c) {
        const std::lock_guard lock(mutex_of(members[c]));
        space.lows[c] = lists_.limit(members[c]);
      }
      for (Index r = 0; r < here; ++r) offer(rows[r], r, members, part.count, space);
    }
  }

  void offer(Index i, Index r, const std::int32_t *members, Index count,
             ProbeWorkspace &space) noexcept {
    const float *const values = space.strip.values.data() + r * Strip::columns;
    std::int32_t *const indices = space.strip.found.data();
    Index found = 0;
    {
      const std::lock_guard lock(mutex_of(i));
      found = panel_kernels<float>().reaching(values, count, lists_.limit(i), space.lows.data(),
                                              indices);
      for (Index k = 0; k < found; ++k)
        if (members[indices[k]] != i) lists_.put(i, values[indices[k]], members[indices[k]]);
    }
    for (Index k = 0; k < found; ++k) {
      const Index c = indices[k], j = members[c];
      if (j == i || !(values[c] >= space.lows[c])) continue;
      const std::lock_guard lock(mutex_of(j));
      lists_.put(j, values[c], i);
    }
  }

  const DenseUnitRows &X_;
  const Probes &probes_;
  CandidateLists<float> &lists_;
  ExecutionContext &run_;
  Index stride_;
  std::vector<ProbeWorkspace> workspaces_;
  std::vector<Part> parts_;
  std::vector<std::mutex> mutexes_ = std::vector<std::mutex>(1024);  // of rows, by remainder
};

}  // namespace

double Probes::products() const noexcept {
  double sum = 0;
  for (Index c = 0; c + 1 < member_begin.size(); ++c)
    sum += static_cast<double>(member_begin[c + 1] - member_begin[c]) *
           static_cast<double>(probe_begin[c + 1] - probe_begin[c]);
  return sum;
}

Probes make_probes(const DenseUnitRows &X, const Array<std::int32_t> &rows, const Centers &centers,
                   Index t, const PartOfProgress &progress, ExecutionContext &run) {
  const Index n = rows.size(), cells = centers.count;
  Array<std::uint16_t> nearest(run.memory, n * t), own(run.memory, n);
  std::vector<ProbeStrip> strips;
  for (Index k = 0; k < run.pool.threads(); ++k) strips.emplace_back(centers, run.memory);
  each_strip(n, centers, progress, run, [&](Index k, Index begin, Index used) {
    ProbeStrip &strip = strips[static_cast<std::size_t>(k)];
    strip.centers_of.measure(X, used, [&](Index r) { return rows[begin + r]; });
    for (Index r = 0; r < used; ++r) {
      const float *const cosines = strip.centers_of.cosines(r);
      std::int32_t *const order = strip.order.data();
      std::iota(order, order + cells, 0);
      std::partial_sort(order, order + t, order + cells, [&](std::int32_t a, std::int32_t b) {
        return cosines[a] > cosines[b] || (cosines[a] == cosines[b] && a < b);
      });
      for (Index q = 0; q < t; ++q)
        nearest[(begin + r) * t + q] = static_cast<std::uint16_t>(order[q]);
      own[begin + r] = static_cast<std::uint16_t>(cell_of(cosines, cells));
    }
  });
  Probes probes;
  group(
      cells, n, [&](Index k) { return own[k]; }, [&](Index k) { return rows[k]; },
      probes.member_begin, probes.members, run);
  group(
      cells, n * t, [&](Index k) { return nearest[k]; }, [&](Index k) { return rows[k / t]; },
      probes.probe_begin, probes.probes, run);
  return probes;
}

void search_probes(const DenseUnitRows &X, const Probes &probes, CandidateLists<float> &lists,
                   const PartOfProgress &progress, ExecutionContext &run) {
  ProbeSearch(X, probes, lists, run).search(progress);
}

}  // namespace manifact
