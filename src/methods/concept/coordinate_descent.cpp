// Coordinate descent for a linear kernel K = Y Y', Y = diag(g) X: each entry moves to the exact
// minimum over v >= 0 with all others fixed, so the objective never rises. Halved gradients and
// curvatures, with M = W'KW, kap = diag(M), lambda_c = lambda kap_c (or lambda):
//
//   V, row i   dv_ic = (v_i M)_c - (KW)_ic + lambda_c (d_i v_ic - (S V)_ic)
//              q_c   = M_cc + lambda_c d_i
//   W, row i   dw_i  = y_i R,   R = Y'(W A - V),   A = V'V + lambda diag(rho)
//              q_c   = |y_i|^2 A_cc
//
// A row is updated with its current gradient, then R <- R + y_i'(dw_i A). Rows of V depend on each
// other only through S: rows of one color of the graph are updated in parallel, side by side. Rows
// of W share R and are updated one after the other. Of sparse data they are taken in blocks. With
// d_q = g_q dw_q A, by which row q changes R, and R' the matrix R after the blocks before the last,
//
//   x_p R = x_p R' + sum of (x_p.x_q) d_q over the rows q before p in the last and its own block,
//
// so that one thread descends in a block while another adds the changes of the last block to R and
// takes the products of the next. Of the penalties only graph_form() and add_hessian_of_W() are
// used.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "graph/components.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/concept/update.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr Index rows_per_task = 64, rows_side_by_side = 16;
// The lower bound of entries, relative to the largest. It is positive because multiplicative
// updates that follow could never change a zero.
constexpr double relative_bound = 1e-16;
constexpr Index rows_between_checks = 4096;  // for cancellation
constexpr Index block_rows = 16, slots = 2 * block_rows;

template <class T>
double bound_of(const Dense<T> &factor) {
  T most = 0;
  for (Index e = 0; e < factor.size(); ++e)
    most = factor.data()[e] > most ? factor.data()[e] : most;
  return relative_bound * static_cast<double>(most);
}

// The one penalty that couples the rows of V.
template <class T>
GraphForm<T> graph_form_of(const ConceptState<T> &s) {
  GraphForm<T> found;
  for (const auto &penalty : s.penalties) {
    const GraphForm<T> form = penalty->graph_form();
    if (form.L == nullptr) continue;
    if (found.L != nullptr) fail(Status::option, "update=cd supports only one graph penalty");
    found = form;
  }
  return found;
}

template <class T>
class CoordinateDescent final : public UpdateRule<T> {
 public:
  CoordinateDescent(const ConceptState<T> &s, int sweeps, const Array<std::int32_t> *order,
                    ExecutionContext &run)
      : Y_(s.K->rows()), sweeps_(sweeps), order_(order), squares_(run.memory, s.K->size()) {
    if (Y_.X.rows == 0) fail(Status::option, "update=cd needs the linear kernel");
    double most = 0;
    for (Index i = 0; i < squares_.size(); ++i) most = std::fmax(most, s.K->diagonal(i));
    // A document of negligible length is not updated: dividing by its square would overflow.
    for (Index i = 0; i < squares_.size(); ++i)
      squares_[i] = s.K->diagonal(i) > negligible * most ? s.K->diagonal(i) : 0;
    if (Y_.X.is_dense()) row_ = Array<T>(run.memory, Y_.X.columns);
    if (Y_.X.is_counts()) counted_ = ReadRows<T>(run.memory, Y_.X.counts().longest_row);
    const GraphForm<T> graph = graph_form_of(s);
    if (graph.L != nullptr) coloring_ = greedy_coloring<T>(graph.L->S.view(), run.memory, order);
  }

  const char *name() const noexcept override { return "coordinate descent"; }

  void V_step(ConceptState<T> &s, ExecutionContext &run) override {
    const Index width = s.V.stride();
    const Array<double> M = in_double(s.M, width, run);
    const GraphForm<T> graph = graph_form_of(s);
    low_ = bound_of(s.V);
    reserve(s.V.columns(), width, run);
    if (graph.L == nullptr)
      return update_rows_of_V(s, s.V.rows(), std::identity(), M, graph, nullptr, run);
    const Array<double> lambdas = padded<double>(*graph.strengths, width, run);
    for (Index c = 0; c < coloring_.classes(); ++c) {
      const Index first = coloring_.starts[static_cast<std::size_t>(c)],
                  end = coloring_.starts[static_cast<std::size_t>(c) + 1];
      const auto row = [&](Index r) { return Index{coloring_.vertices[first + r]}; };
      update_rows_of_V(s, end - first, row, M, graph, lambdas.data(), run);
    }
  }

  void W_step(ConceptState<T> &s, ExecutionContext &run) override {
    const Index n = s.W.rows(), width = s.W.stride();
    low_ = bound_of(s.W);
    const Dense<T> A = s.hessian_of_W();
    Dense<T> &B = s.KW;  // W A - V: KW is computed again after the step
    multiply(s.W, A, B, run.pool);
    run.pool.blocks(n, rows_per_task, [&](Index begin, Index end) {
      for (Index e = begin * width; e < end * width; ++e) B.data()[e] -= s.V.data()[e];
    });
    s.K->concepts(B, R_, run);
    const Array<double> metric = in_double(A, width, run);
    reserve(s.W.columns(), width, run);
    if (!Y_.X.is_dense() && !Y_.X.is_counts()) return descend_in_blocks(s, metric, run);
    const Workspace workspace = workspace_of(0, width);
    for (Index r = 0; r < n; ++r) {
      if (r % rows_between_checks == 0) run.monitor.check();
      const Index i = row_at(r);
      if (!(squares_[i] > 0)) continue;
      product_with_row(i, workspace.sum);
      if (update_row_of_W(s, i, metric, workspace)) add_to_features(workspace.sum);
    }
  }

 private:
  // Scratch of one thread for rows of V, and for a row of W, of `width` entries each.
  struct Workspace {
    double *row, *gradient, *extra, *columns;
    T *sum;
  };

  void reserve(Index k, Index width, ExecutionContext &run) {
    const Index threads = run.pool.threads(),
                size = 3 * rows_side_by_side * width + Kernels<double>::descend_scratch * k;
    if (scratch_.rows() == threads && scratch_.columns() == size) return;
    scratch_ = Dense<double>(run.memory, threads, size);
    sums_ = Dense<T>(run.memory, threads, width);
  }

  Workspace workspace_of(Index thread, Index width) noexcept {
    double *const first = scratch_.row(thread);
    const Index size = rows_side_by_side * width;
    return {.row = first,
            .gradient = first + size,
            .extra = first + 2 * size,
            .columns = first + 3 * size,
            .sum = sums_.row(thread)};
  }

  // Copies a k x k matrix to double with row stride `width`.
  static Array<double> in_double(const Dense<T> &A, Index width, ExecutionContext &run) {
    Array<double> twin(run.memory, A.rows() * width);
    for (Index a = 0; a < A.rows(); ++a)
      for (Index b = 0; b < A.columns(); ++b) twin[a * width + b] = static_cast<double>(A(a, b));
    return twin;
  }

  // Rows of one color, or any rows without a graph; row(r) is the r-th of them.
  template <class Row>
  void update_rows_of_V(ConceptState<T> &s, Index count, const Row &row, const Array<double> &M,
                        const GraphForm<T> &graph, const double *lambdas, ExecutionContext &run) {
    const Index k = s.V.columns(), width = s.V.stride();
    parallel_rows(
        run, run.pool.threads(), 0, count, rows_side_by_side, [&](Index t, Index begin, Index end) {
          const Workspace here = workspace_of(t, width);
          for (Index r = begin; r < end; ++r) {
            const Index i = row(r), at = (r - begin) * width;
            const T *const v = s.V.row(i), *const KW = s.KW_of_shared_rows().row(i);
            std::copy(v, v + width, here.row + at);
            for (Index c = 0; c < width; ++c) here.gradient[at + c] = static_cast<double>(KW[c]);
            if (graph.L != nullptr)
              add_graph(*graph.L, s.V, i, lambdas, here.gradient + at, here.extra + at, here.sum);
          }
          kernels<double>().descend_rows(here.row, here.gradient, M.data(),
                                         graph.L != nullptr ? here.extra : nullptr, low_,
                                         end - begin, k, width, sweeps_, here.columns);
          for (Index r = begin; r < end; ++r) {
            T *const v = s.V.row(row(r));
            for (Index c = 0; c < k; ++c) v[c] = static_cast<T>(here.row[(r - begin) * width + c]);
          }
        });
  }

  // p += lambda_c (S V)_i, extra = lambda_c d_i
  static void add_graph(const Laplacian<T> &L, const Dense<T> &V, Index i, const double *lambdas,
                        double *p, double *extra, T *sum) noexcept {
    const Index width = V.stride();
    kernels<T>().spmm(L.S.indptr.data(), L.S.indices.data(), L.S.values.data(), i, i + 1,
                      {V.data()}, width, sum);
    const double d = static_cast<double>(L.d[i]);
    for (Index c = 0; c < width; ++c) {
      p[c] += lambdas[c] * static_cast<double>(sum[c]);
      extra[c] = lambdas[c] * d;
    }
  }

  Index row_at(Index position) const noexcept {
    return order_ != nullptr ? (*order_)[position] : position;
  }

  // With workspace.sum = x_i R; then it is g_i dw_i A. Returns whether that is not zero.
  bool update_row_of_W(ConceptState<T> &s, Index i, const Array<double> &A,
                       const Workspace &workspace) const noexcept {
    const Index k = s.W.columns(), width = s.W.stride();
    T *const w = s.W.row(i);
    const double g = Y_.g == nullptr ? 1 : static_cast<double>(Y_.g[i]);
    for (Index c = 0; c < width; ++c)
      workspace.extra[c] = workspace.gradient[c] = g * static_cast<double>(workspace.sum[c]);
    std::copy(w, w + width, workspace.row);
    kernels<double>().descend(workspace.row, workspace.gradient, A.data(), nullptr, squares_[i], k,
                              width, sweeps_, low_);
    for (Index c = 0; c < k; ++c) w[c] = static_cast<T>(workspace.row[c]);
    bool moved = false;
    for (Index c = 0; c < width; ++c) {
      workspace.sum[c] =
          static_cast<T>((workspace.gradient[c] - workspace.extra[c]) * (g / squares_[i]));
      moved = moved || workspace.sum[c] != 0;
    }
    return moved;
  }

  // out = x_i R
  void product_with_row(Index i, T *out) noexcept {
    const Index width = R_.stride();
    if (Y_.X.is_dense()) {
      const Index m = Y_.X.columns;
      load(Y_.X.dense(), i, 0, m, row_.data());
      return kernels<T>().times(row_.data(), m, m, R_.data(), width, 1, out);
    }
    const CsrView<T> x = counted_.read(Y_.X.counts(), i, i + 1);
    kernels<T>().spmm(x.indptr, x.indices, x.values, 0, 1, {R_.data()}, width, out);
  }

  // R += x'd for the row x of product_with_row().
  void add_to_features(const T *d) noexcept {
    const Index width = R_.stride();
    if (Y_.X.is_dense())
      return kernels<T>().spread(Y_.X.dense().all_columns, row_.data(), Y_.X.columns, d, width,
                                 R_.data());
    kernels<T>().spread(counted_.indices.data(), counted_.values.data(), counted_.indptr[1], d,
                        width, R_.data());
  }

  // Positions of a block in the order of the rows. What a row of a block has in `products_`,
  // `changes_` and the columns of `inner_` is at slot() of its position: blocks take turns.
  struct Block {
    Index first, end;
  };
  Block block(Index j) const noexcept {
    return {.first = j * block_rows, .end = std::min((j + 1) * block_rows, squares_.size())};
  }
  static Index slot(Index position) noexcept { return position % slots; }

  void descend_in_blocks(ConceptState<T> &s, const Array<double> &A, ExecutionContext &run) {
    const Index n = s.W.rows(), width = s.W.stride(), blocks = (n + block_rows - 1) / block_rows;
    if (inner_.empty()) set_inner_products(run);
    products_ = Dense<T>(run.memory, slots, s.W.columns());
    changes_ = Dense<T>(run.memory, slots, s.W.columns());
    const Workspace workspace = workspace_of(0, width);
    multiply_block(block(0));
    for (Index j = 0; j < blocks; ++j) {
      if (j * block_rows % rows_between_checks == 0) run.monitor.check();
      run.pool.each(j + 1 < blocks ? 2 : 1, [&](Index task) {
        if (task == 0) return descend_block(s, block(j), A, workspace);
        if (j > 0) spread_block(block(j - 1));
        multiply_block(block(j + 1));
      });
    }
  }

  void descend_block(ConceptState<T> &s, Block rows, const Array<double> &A,
                     const Workspace &workspace) noexcept {
    const Index width = s.W.stride();
    for (Index p = rows.first; p < rows.end; ++p) {
      const Index i = row_at(p);
      T *const change = changes_.row(slot(p));
      bool moved = false;
      if (squares_[i] > 0) {
        kernels<T>().times(inner_.row(p), slots, slots, changes_.data(), width, 1, workspace.sum);
        const T *const product = products_.row(slot(p));
        for (Index c = 0; c < width; ++c) workspace.sum[c] += product[c];
        moved = update_row_of_W(s, i, A, workspace);
      }
      moved_[slot(p)] = moved;
      for (Index c = 0; c < width; ++c) change[c] = moved ? workspace.sum[c] : T{0};
    }
  }

  void spread_block(Block rows) noexcept {
    const CsrView<T> &X = Y_.X.sparse();
    for (Index p = rows.first; p < rows.end; ++p) {
      if (!moved_[slot(p)]) continue;
      const Index i = row_at(p), from = X.indptr[i];
      kernels<T>().spread(X.indices + from, X.values + from, X.indptr[i + 1] - from,
                          changes_.row(slot(p)), R_.stride(), R_.data());
    }
  }

  void multiply_block(Block rows) noexcept {
    for (Index p = rows.first; p < rows.end; ++p)
      multiply_row(row_at(p), R_, products_.row(slot(p)));
  }

  void multiply_row(Index i, const Dense<T> &R, T *out) const noexcept {
    const CsrView<T> &X = Y_.X.sparse();
    kernels<T>().spmm(X.indptr, X.indices, X.values, i, i + 1, {R.data()}, R.stride(), out);
  }

  // The rows of two blocks as columns over the features that they have.
  struct Columns {
    Columns(const std::shared_ptr<Memory> &memory, Index m, Index entries, Index longest_row)
        : place(memory, m),
          features(memory, std::min(m, entries)),
          row(memory, longest_row),
          values(memory, std::min(m, entries), slots) {
      std::fill(place.begin(), place.end(), -1);
    }

    Array<std::int32_t> place, features, row;  // place: -1 for features that they have not
    Dense<T> values;
    Index count = 0;
  };

  // inner_(p, slot(q)) = x_p.x_q for the rows q before p in its own and the last block, else 0: the
  // products of the rows with the matrix that has these x_q as its columns.
  void set_inner_products(ExecutionContext &run) {
    const CsrView<T> &X = Y_.X.sparse();
    const Index n = squares_.size(), blocks = (n + block_rows - 1) / block_rows;
    inner_ = Dense<T>(run.memory, n, slots);
    Index entries = 0, last = 0, longest_row = 0;
    for (Index j = 0; j < blocks; ++j) {
      Index here = 0;
      for (Index p = block(j).first; p < block(j).end; ++p) {
        const Index length = X.indptr[row_at(p) + 1] - X.indptr[row_at(p)];
        longest_row = std::max(longest_row, length);
        here += length;
      }
      entries = std::max(entries, last + here);
      last = here;
    }
    const Index parts =
        std::clamp<Index>(X.entries() / std::max<Index>(1, X.columns), 1, run.pool.threads());
    std::vector<Columns> columns;
    for (Index t = 0; t < parts; ++t)
      columns.emplace_back(run.memory, X.columns, entries, longest_row);
    run.pool.each(parts, [&](Index t) {
      Columns &here = columns[static_cast<std::size_t>(t)];
      for (Index j = blocks * t / parts; j < blocks * (t + 1) / parts; ++j) {
        if (j > 0) add_columns(block(j - 1), here);
        add_columns(block(j), here);
        for (Index p = block(j).first; p < block(j).end; ++p) multiply_columns(p, here);
        for (Index f = 0; f < here.count; ++f) here.place[here.features[f]] = -1;
        here.count = 0;
      }
    });
  }

  void add_columns(Block rows, Columns &of) const noexcept {
    const CsrView<T> &X = Y_.X.sparse();
    for (Index p = rows.first; p < rows.end; ++p) {
      const Index i = row_at(p);
      for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
        std::int32_t &place = of.place[X.indices[e]];
        if (place < 0) {
          place = static_cast<std::int32_t>(of.count);
          of.features[of.count++] = X.indices[e];
          std::fill_n(of.values.row(place), slots, T{0});
        }
        of.values(place, slot(p)) = X.values[e];
      }
    }
  }

  void multiply_columns(Index p, Columns &of) noexcept {
    const CsrView<T> &X = Y_.X.sparse();
    const Index from = X.indptr[row_at(p)], bounds[] = {0, X.indptr[row_at(p) + 1] - from};
    for (Index e = 0; e < bounds[1]; ++e) of.row[e] = of.place[X.indices[from + e]];
    T *const inner = inner_.row(p);
    kernels<T>().spmm(bounds, of.row.data(), X.values + from, 0, 1, {of.values.data()}, slots,
                      inner);
    // Row p itself and those after it in the block.
    for (Index q = p; q == p || q % block_rows != 0; ++q) inner[slot(q)] = 0;
  }

  static constexpr double negligible = static_cast<double>(std::numeric_limits<T>::epsilon()) *
                                       static_cast<double>(std::numeric_limits<T>::epsilon());

  KernelRows<T> Y_;
  Array<T> row_;         // dense data: the current row of Y
  ReadRows<T> counted_;  // counts: likewise
  int sweeps_;
  const Array<std::int32_t> *order_;
  Array<double> squares_;
  double low_ = 0;
  Coloring coloring_;
  Dense<double> scratch_;  // one row per thread
  Dense<T> sums_;
  Dense<T> R_;
  Dense<T> inner_, products_, changes_;  // sparse data
  bool moved_[slots] = {};               // whether a row of changes_ is not zero
};

}  // namespace

template <class T>
std::unique_ptr<UpdateRule<T>> coordinate_descent(const ConceptState<T> &state, int sweeps,
                                                  const Array<std::int32_t> *order,
                                                  ExecutionContext &run) {
  return std::make_unique<CoordinateDescent<T>>(state, sweeps, order, run);
}

template std::unique_ptr<UpdateRule<float>> coordinate_descent<float>(const ConceptState<float> &,
                                                                      int,
                                                                      const Array<std::int32_t> *,
                                                                      ExecutionContext &);
template std::unique_ptr<UpdateRule<double>> coordinate_descent<double>(
    const ConceptState<double> &, int, const Array<std::int32_t> *, ExecutionContext &);

}  // namespace manifact
