// K(Y, X) B for new rows Y: blocks of inner products, the kernel function, and the product with B,
// block by block.
#include "kernels/cross.hpp"

#include <algorithm>
#include <vector>

#include "kernels/block_dots.hpp"
#include "linalg/simd/kernels.hpp"
#include "runtime/index.hpp"
#include "runtime/parallel_rows.hpp"

namespace manifact {
namespace {

// The workspace of one thread.
struct Workspace {
  BlockDots<double> dots;
  Array<double> block, sums;
  Workspace(const DataView<double> &X, Index width, ExecutionContext &run)
      : dots(X, run.memory), block(run.memory, block_size), sums(run.memory, block_rows * width) {}
};

}  // namespace

CrossProducts cross_products(const DataView<double> &Y, const DataView<double> &X,
                             const KernelSpec &spec, const Dense<double> &B,
                             ExecutionContext &run) {
  const auto f = kernel_function<double>(spec);
  const Array<double> y = row_squares(Y, run.memory), x = row_squares(X, run.memory);
  const Index width = B.stride(), blocks = block_count(Y.rows);
  CrossProducts result{Dense<double>(run.memory, Y.rows, B.columns()),
                       Array<double>(run.memory, Y.rows), Array<bool>(run.memory, Y.rows)};
  Array<double> ones(run.memory, width);
  std::fill(ones.begin(), ones.end(), 1.0);
  std::vector<Workspace> workspaces;
  for (Index t = 0; t < std::min(blocks, run.pool.threads()); ++t)
    workspaces.emplace_back(X, width, run);
  parallel_rows(run, std::ssize(workspaces), 0, blocks, 1, [&](Index t, Index s, Index) {
    Workspace &workspace = workspaces[static_cast<std::size_t>(t)];
    const Index first = block_begin(s), last = block_end(s, Y.rows);
    for (Index i = first; i < last; ++i) {
      result.own[i] = y[i];
      f->apply(&result.own[i], 1, y[i], &y[i]);
    }
    for (Index u = 0; u < block_count(X.rows) && !run.monitor.cancelled(); ++u) {
      const Index column = block_begin(u), columns = block_end(u, X.rows) - column;
      workspace.dots.open(u);
      workspace.dots.products(Y, first, last, workspace.block.data());
      for (Index i = first; i < last; ++i) {
        result.known[i] = result.known[i] || workspace.dots.shares_feature(Y, i);
        f->apply(workspace.block.data() + (i - first) * block_rows, columns, y[i],
                 x.data() + column);
      }
      kernels<double>().times(workspace.block.data(), block_rows, columns, B.row(column), width,
                              last - first, workspace.sums.data());
      kernels<double>().add_scaled(result.KB.row(first), workspace.sums.data(), ones.data(),
                                   nullptr, last - first, width);
    }
  });
  return result;
}

}  // namespace manifact
