#include "pipeline/vectors.hpp"

#include <algorithm>
#include <utility>

#include "graph/build.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "methods/method.hpp"
#include "options/conversions.hpp"
#include "pipeline/given_graph.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// a S + b T for square matrices with sorted rows.
Csr<double> weighted_sum(double a, const Csr<double> &S, double b, const Csr<double> &T,
                         ExecutionContext &run) {
  Csr<double> sum(run.memory, S.rows, S.columns, S.entries() + T.entries());
  Index e = 0;
  const auto add = [&](std::int32_t j, double value) {
    sum.indices[e] = j;
    sum.values[e++] = value;
  };
  for (Index i = 0; i < S.rows; ++i) {
    Index s = S.indptr[i], t = T.indptr[i];
    const Index s_end = S.indptr[i + 1], t_end = T.indptr[i + 1];
    while (s < s_end || t < t_end) {
      const bool in_S = s < s_end && (t == t_end || S.indices[s] <= T.indices[t]),
                 in_T = t < t_end && (s == s_end || T.indices[t] <= S.indices[s]);
      const std::int32_t j = in_S ? S.indices[s] : T.indices[t];
      const double value = (in_S ? a * S.values[s] : 0) + (in_T ? b * T.values[t] : 0);
      s += in_S ? 1 : 0;
      t += in_T ? 1 : 0;
      if (value > 0) add(j, value);
    }
    sum.indptr[i + 1] = e;
  }
  return sum;
}

double total_degree(const Graph &graph) {
  double sum = 0;
  for (const double degree : graph.degree) sum += degree;
  return sum;
}

Index without_vector(const Matrix &vectors) {
  Index count = 0;
  for (Index i = 0; i < vectors.rows; ++i) {
    bool is_zero = true;
    vectors.each(i, [&](std::int32_t, double value) { is_zero = is_zero && value == 0; });
    count += is_zero ? 1 : 0;
  }
  return count;
}

}  // namespace

void check_vectors(const Matrix &X, const Method &method, const FitInputs &inputs,
                   const ExecutionContext &run) {
  if (inputs.vectors == nullptr) return;
  if (run.divided())
    fail(Status::argument, "vectors of documents are not supported if several processes hold them");
  if (X.dense)
    fail(Status::argument,
         "vectors accompany documents of counts, but X is dense: join its columns with them");
  if (inputs.vectors->rows != X.rows)
    fail(Status::mismatch, "there are %lld vectors, but %lld documents",
         number(inputs.vectors->rows), number(X.rows));
  if (!method.uses(Key::vector_weight) || method.local_prediction || method.learn)
    fail(Status::option,
         "method '%s' does not use vectors of documents; methods with a graph of neighbors do, "
         "such as auto, lccf and ncut",
         method.name);
  if (inputs.graph != nullptr)
    fail(Status::option, "a graph and vectors of documents are both given; give one of them");
}

bool uses_vectors(const Options &options, const FitInputs &inputs) noexcept {
  return inputs.vectors != nullptr && options.real(Key::vector_weight) > 0;
}

template <class T>
void prepare_vectors(FitState<T> &state, const Options &options, const FitInputs &inputs,
                     Report &report, ExecutionContext &run) {
  if (inputs.vectors == nullptr) return;
  const Matrix &vectors = *inputs.vectors;
  state.training.vector_columns = vectors.columns;
  const Index none = without_vector(vectors);
  report.vectors(vectors.columns, none);
  if (!uses_vectors(options, inputs)) return;
  if (options.uses(Key::duplicates) && options.choice<Duplicates>() == Duplicates::collapse)
    fail(Status::option,
         "duplicates=collapse joins documents of equal words, whose vectors may differ; set "
         "duplicates=keep");
  if (!state.method->needs_graph(options))
    fail(Status::option,
         "method '%s' with these options does not use the vectors of documents, as it builds no "
         "graph",
         state.method->name);
  state.vectors = data_of_unit_rows<T>(vectors, run);
}

template <class T>
Graph joined_with_vectors(Graph &&words, const FitState<T> &state, Index p, const Options &options,
                          Findings &findings, ExecutionContext &run) {
  if (state.vectors.empty()) return std::move(words);
  const DataView<T> E = state.vectors.view();
  run.monitor.enter("graph of vectors", E.rows);
  SearchRequest request = search_request(options);
  request.metric = Metric::cosine;
  const Graph near =
      build_graph(nearest_neighbors(E, p, run, request), options.choice<GraphWeight>(),
                  options.choice<GraphRule>(), options.real(Key::bandwidth), run);
  findings.note("vector_graph_edges", near.edges());
  findings.note("vector_graph_isolated", near.isolated);
  compare_vectors(state.X, near, options.is_set(Key::vector_weight), findings, run);
  const double a = options.real(Key::vector_weight), s = total_degree(words),
               t = total_degree(near);
  const double scale = s > 0 && t > 0 ? s / t : 1;
  Graph joined =
      symmetric_graph(weighted_sum(1 - a, words.S, a * scale, near.S, run), Joining::largest, run);
  joined.bandwidth = words.bandwidth;
  joined.local_scales = std::move(words.local_scales);
  joined.search = words.search;
  joined.metric = words.metric;
  return joined;
}

#define MANIFACT_INSTANTIATE(T)                                                                 \
  template void prepare_vectors<T>(FitState<T> &, const Options &, const FitInputs &, Report &, \
                                   ExecutionContext &);                                         \
  template Graph joined_with_vectors<T>(Graph &&, const FitState<T> &, Index, const Options &,  \
                                        Findings &, ExecutionContext &);
MANIFACT_INSTANTIATE(float)
MANIFACT_INSTANTIATE(double)
#undef MANIFACT_INSTANTIATE

}  // namespace manifact
