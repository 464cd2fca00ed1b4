// methods/concept/row_blocks against one row after the other.
#include "methods/concept/row_blocks.hpp"

#include "reference/concept.hpp"

namespace manifact {
namespace {

using small::k, small::m;

// Each row p changes R by x_p'd, d its product times a factor, but for every fifth.
Plain sequential(const Plain &X, const std::vector<std::int32_t> &order, Plain R, Plain &products) {
  for (const std::int32_t i : order)
    for (std::int64_t c = 0; c < k; ++c) {
      double sum = 0;
      for (std::int64_t j = 0; j < m; ++j) sum += X(i, j) * R(j, c);
      products(i, c) = sum;
      for (std::int64_t j = 0; i % 5 != 0 && j < m; ++j) R(j, c) -= X(i, j) * sum / 20;
    }
  return R;
}

void expect_sequential(std::int64_t rows, std::int64_t budget) {
  Host host(2);
  const Plain X = random_plain(rows, m, 1, 0.3), R = random_plain(m, k, 2);
  const Csr<double> sparse = csr<double>(X, host.memory);
  Array<std::int32_t> order(host.memory, rows);
  for (std::int64_t r = 0; r < rows; ++r)
    order[r] = static_cast<std::int32_t>((r + rows / 2) % rows);
  Plain right(rows, k), got(rows, k);
  sequential(X, {order.begin(), order.end()}, R, right);
  RowBlocks<double> blocks(DataView<double>(sparse.view()), &order, budget);
  Dense<double> changing;
  std::vector<double> out;
  for (int pass = 0; pass < 2; ++pass) {  // the second begins like the first
    changing = dense<double>(R, host.memory);
    out.resize(static_cast<std::size_t>(changing.stride()));
    blocks.start(changing, k, host.run);
    for (Index j = 0; j < blocks.blocks(); ++j) {
      blocks.prepare_next(j);  // of two tasks in any order
      for (Index p = blocks.first(j); p < blocks.end(j); ++p) {
        const Index i = blocks.row_at(p);
        blocks.multiply(p, out.data());
        for (Index c = 0; c < k; ++c) got(i, c) = out[static_cast<std::size_t>(c)];
        for (double &x : out) x /= -20;
        blocks.change(p, i % 5 != 0 ? out.data() : nullptr);
      }
    }
    EXPECT_LT(relative_error(got, right), 1e-13) << rows << " rows, budget " << budget;
  }
}

TEST(RowBlocks, have_the_products_of_one_row_after_the_other) {
  for (const std::int64_t budget : {1 << 20, 0})  // inner products are stored, or not
    for (const std::int64_t rows : {1, 15, 16, 17, 48, 77}) expect_sequential(rows, budget);
}

TEST(RowBlocks, may_have_no_rows) {
  Host host;
  const Csr<double> none = csr<double>(Plain(0, m), host.memory);
  RowBlocks<double> blocks(DataView<double>(none.view()), nullptr, 1 << 20);
  Dense<double> R = dense<double>(random_plain(m, k, 2), host.memory);
  blocks.start(R, k, host.run);
  EXPECT_EQ(blocks.blocks(), 0);
}

}  // namespace
}  // namespace manifact
