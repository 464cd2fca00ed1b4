// K(Y, X) B for new rows Y: blocks of inner products, the kernel's function, and the product with B, block by block.
#include "kernels/cross.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "kernels/block_dots.hpp"
#include "linalg/kernels.hpp"

namespace manifact {
namespace {

// What one thread works with.
struct Desk {
  BlockDots<double> dots;
  Array<double> block, sums;
  Desk(CsrView<double> X, std::int64_t width, Run &run) : dots(X, run.memory), block(run.memory, block_size), sums(run.memory, block_rows * width) {}
};

}  // namespace

CrossProducts cross_products(CsrView<double> Y, CsrView<double> X, const KernelSpec &spec, const Dense<double> &B, Run &run) {
  const auto f = kernel_function<double>(spec);
  const Array<double> y = row_squares(Y, run.memory), x = row_squares(X, run.memory);
  const std::int64_t width = B.stride(), blocks = block_count(Y.rows);
  CrossProducts result{Dense<double>(run.memory, Y.rows, B.columns()), Array<double>(run.memory, Y.rows), Array<bool>(run.memory, Y.rows)};
  Array<double> ones(run.memory, width);
  std::fill(ones.begin(), ones.end(), 1.0);
  std::vector<Desk> desks;
  for (std::int64_t t = 0; t < std::min(blocks, run.team.threads()); ++t) desks.emplace_back(X, width, run);
  std::atomic<std::int64_t> next{0};
  run.team.each(static_cast<std::int64_t>(desks.size()), [&](std::int64_t thread) {
    Desk &desk = desks[static_cast<std::size_t>(thread)];
    for (std::int64_t s; (s = next.fetch_add(1, std::memory_order_relaxed)) < blocks;) {
      const std::int64_t first = block_begin(s), last = block_end(s, Y.rows);
      for (std::int64_t i = first; i < last; ++i) {
        result.own[i] = y[i];
        f->apply(&result.own[i], 1, y[i], &y[i]);
      }
      for (std::int64_t u = 0; u < block_count(X.rows) && !run.monitor.cancelled(); ++u) {
        const std::int64_t column = block_begin(u), columns = block_end(u, X.rows) - column;
        desk.dots.open(u);
        desk.dots.products(Y, first, last, desk.block.data());
        for (std::int64_t i = first; i < last; ++i) {
          result.known[i] = result.known[i] || desk.dots.shares_feature(Y, i);
          f->apply(desk.block.data() + (i - first) * block_rows, columns, y[i], x.data() + column);
        }
        kernels<double>().times(desk.block.data(), block_rows, columns, B.row(column), width, last - first, desk.sums.data());
        kernels<double>().add_scaled(result.KB.row(first), desk.sums.data(), ones.data(), nullptr, last - first, width);
      }
    }
  });
  run.monitor.check();
  return result;
}

}  // namespace manifact
