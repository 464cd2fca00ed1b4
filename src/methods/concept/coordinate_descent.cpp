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
// of W share R and are updated one after the other: of sparse data in blocks, whose products with R
// another thread prepares. Of the penalties only graph_form() and add_hessian_of_W() are used.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "graph/components.hpp"
#include "linalg/dense/products.hpp"
#include "linalg/simd/kernels.hpp"
#include "methods/concept/row_blocks.hpp"
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
constexpr Index rows_between_checks = 4096, blocks_between_checks = 256;  // for cancellation

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
                    Index budget, ExecutionContext &run)
      : Y_(s.K->rows()),
        sweeps_(sweeps),
        order_(order),
        squares_(run.memory, s.K->size()),
        blocks_(Y_.X, order, budget) {
    if (Y_.X.rows == 0) fail(Status::option, "update=cd needs the linear kernel");
    double most = 0;
    for (Index i = 0; i < squares_.size(); ++i) most = std::fmax(most, s.K->diagonal(i));
    // A document of negligible length is not updated: dividing by its square would overflow.
    for (Index i = 0; i < squares_.size(); ++i)
      squares_[i] = s.K->diagonal(i) > negligible * most ? s.K->diagonal(i) : 0;
    if (Y_.X.is_dense()) row_ = Array<T>(run.memory, Y_.X.columns);
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
    s.K->concepts_in_place(B, R_, run);
    const Array<double> metric = in_double(A, width, run);
    reserve(s.W.columns(), width, run);
    Y_.X.is_dense() ? descend_in_order(s, metric, run) : descend_in_blocks(s, metric, run);
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

  void descend_in_order(ConceptState<T> &s, const Array<double> &A, ExecutionContext &run) {
    const Index m = Y_.X.columns, width = s.W.stride();
    const Workspace workspace = workspace_of(0, width);
    for (Index r = 0; r < s.W.rows(); ++r) {
      if (r % rows_between_checks == 0) run.monitor.check();
      const Index i = order_ != nullptr ? (*order_)[r] : r;
      if (!(squares_[i] > 0)) continue;
      load(Y_.X.dense(), i, 0, m, row_.data());
      kernels<T>().times(row_.data(), m, m, R_.data(), width, 1, workspace.sum);
      if (update_row_of_W(s, i, A, workspace))
        kernels<T>().spread(Y_.X.dense().all_columns, row_.data(), m, workspace.sum, width,
                            R_.data());
    }
  }

  void descend_in_blocks(ConceptState<T> &s, const Array<double> &A, ExecutionContext &run) {
    const Workspace workspace = workspace_of(0, s.W.stride());
    blocks_.start(R_, s.W.columns(), run);
    for (Index j = 0; j < blocks_.blocks(); ++j) {
      if (j % blocks_between_checks == 0) run.monitor.check();
      run.pool.each(2, [&](Index task) {
        if (task == 1) return blocks_.prepare_next(j);
        for (Index p = blocks_.first(j); p < blocks_.end(j); ++p) {
          const Index i = blocks_.row_at(p);
          bool moved = false;
          if (squares_[i] > 0) {
            blocks_.multiply(p, workspace.sum);
            moved = update_row_of_W(s, i, A, workspace);
          }
          blocks_.change(p, moved ? workspace.sum : nullptr);
        }
      });
    }
  }

  static constexpr double negligible = static_cast<double>(std::numeric_limits<T>::epsilon()) *
                                       static_cast<double>(std::numeric_limits<T>::epsilon());

  KernelRows<T> Y_;
  Array<T> row_;  // dense data: the current row of Y
  int sweeps_;
  const Array<std::int32_t> *order_;
  Array<double> squares_;
  RowBlocks<T> blocks_;  // sparse data
  double low_ = 0;
  Coloring coloring_;
  Dense<double> scratch_;  // one row per thread
  Dense<T> sums_;
  Dense<T> R_;
};

}  // namespace

template <class T>
std::unique_ptr<UpdateRule<T>> coordinate_descent(const ConceptState<T> &state, int sweeps,
                                                  const Array<std::int32_t> *order, Index budget,
                                                  ExecutionContext &run) {
  return std::make_unique<CoordinateDescent<T>>(state, sweeps, order, budget, run);
}

#define MANIFACT_INSTANTIATE(T)                                  \
  template std::unique_ptr<UpdateRule<T>> coordinate_descent<T>( \
      const ConceptState<T> &, int, const Array<std::int32_t> *, Index, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
