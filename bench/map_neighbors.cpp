// Which neighbors the layout of the map should keep: those by the 50 coordinates (what the library
// uses), those of the graph of the fit, which are the nearest by the cosine of the documents
// themselves, or five of each; and coordinates to which the memberships of the fit are joined.
//
//   map_neighbors MODEL LABELS    LABELS: the class of each document by line, -1: unknown
//
// Trustworthiness and continuity at 15 neighbors against the coordinates and against the documents,
// and the accuracy of the 10 nearest by position, each document left out in turn.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "capi/handles.hpp"
#include "graph/neighbors/neighbors.hpp"
#include "linalg/data/products.hpp"
#include "topics/positions.hpp"

using namespace manifact;

namespace {

void scale_to_unit(float *row, Index columns) {
  double square = 0;
  for (Index c = 0; c < columns; ++c)
    square += static_cast<double>(row[c]) * static_cast<double>(row[c]);
  for (Index c = 0; c < columns && square > 0; ++c)
    row[c] = static_cast<float>(static_cast<double>(row[c]) / std::sqrt(square));
}

Dense<float> dense_rows(const DataView<double> &X, const std::vector<Index> &rows,
                        ExecutionContext &run) {
  Dense<float> D(run.memory, std::ssize(rows), X.columns);
  for (Index i = 0; i < D.rows(); ++i) {
    const DataRow<double> x = X.row(rows[static_cast<std::size_t>(i)]);
    for (Index e = 0; e < x.size(); ++e) D(i, x.column(e)) = static_cast<float>(x[e]);
    scale_to_unit(D.row(i), X.columns);
  }
  return D;
}

Neighbors neighbors_of(const Dense<float> &rows, ExecutionContext &run) {
  Array<std::int32_t> columns(run.memory, rows.columns());
  for (Index c = 0; c < rows.columns(); ++c) columns[c] = static_cast<std::int32_t>(c);
  return nearest_neighbors<float>(DataView<float>(rows_of(rows, columns)), map_neighbors, run,
                                  SearchRequest{.kind = SearchKind::automatic});
}

// Five of each in turn, then the others of the first.
Neighbors joined(const Neighbors &a, const Neighbors &b, ExecutionContext &run) {
  Neighbors all;
  all.n = a.n;
  all.p = a.p;
  all.index = Array<std::int32_t>(run.memory, a.n * a.p);
  all.cosine = Array<double>(run.memory, a.n * a.p);
  all.count = Array<std::int32_t>(run.memory, a.n);
  for (Index i = 0; i < a.n; ++i) {
    std::vector<std::int32_t> list;
    const auto add = [&](const Neighbors &from, Index r) {
      if (r >= from.count[i] || std::ssize(list) == a.p) return;
      const std::int32_t j = from.index[i * from.p + r];
      if (std::find(list.begin(), list.end(), j) == list.end()) list.push_back(j);
    };
    for (Index r = 0; r < a.p; ++r) {
      add(a, r);
      add(b, r);
    }
    std::copy(list.begin(), list.end(), all.index.begin() + i * a.p);
    all.count[i] = static_cast<std::int32_t>(list.size());
  }
  return all;
}

double accuracy(const Array<float> &at, const std::vector<int> &classes) {
  const auto n = static_cast<Index>(classes.size());
  std::int64_t right = 0, known = 0;
  std::vector<std::pair<float, Index>> near(classes.size());
  for (Index i = 0; i < n; ++i) {
    if (classes[static_cast<std::size_t>(i)] < 0) continue;
    for (Index j = 0; j < n; ++j) {
      const float dx = at[2 * i] - at[2 * j], dy = at[2 * i + 1] - at[2 * j + 1];
      near[static_cast<std::size_t>(j)] = {i == j ? INFINITY : dx * dx + dy * dy, j};
    }
    std::nth_element(near.begin(), near.begin() + 10, near.end());
    std::map<int, int> votes;
    for (Index r = 0; r < 10; ++r)
      ++votes[classes[static_cast<std::size_t>(near[static_cast<std::size_t>(r)].second)]];
    const auto best =
        std::max_element(votes.begin(), votes.end(),
                         [](const auto &a, const auto &b) { return a.second < b.second; });
    ++known;
    right += best->first == classes[static_cast<std::size_t>(i)] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(known);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const auto memory = std::make_shared<Memory>();
  ThreadPool pool(1);
  Monitor monitor;
  ExecutionContext run{memory, pool, monitor};
  manifact_context *context = nullptr;
  manifact_model *model = nullptr;
  manifact_context_create(&context);
  if (manifact_model_load(context, argv[1], &model) < 0) return 2;
  const Model &m = *model->model;
  std::ifstream labels(argv[2]);
  std::vector<int> given, classes;
  for (int label = 0; labels >> label;) given.push_back(label);
  const Dense<float> all = layout_coordinates(m.kept().view(), m.n, run);
  std::vector<Index> rows;
  for (Index i = 0; i < m.n; ++i)
    if (std::any_of(all.row(i), all.row(i) + all.columns(), [](float z) { return z != 0; })) {
      rows.push_back(i);
      classes.push_back(given.at(static_cast<std::size_t>(i)));
    }
  Dense<float> Z(memory, std::ssize(rows), all.columns());
  std::vector<double> proportions(static_cast<std::size_t>(m.n * m.k));
  manifact_model_proportions(model, proportions.data(), std::ssize(proportions));
  Dense<float> with_fit(memory, Z.rows(), Z.columns() + m.k);
  for (Index i = 0; i < Z.rows(); ++i) {
    const Index from = rows[static_cast<std::size_t>(i)];
    std::copy_n(all.row(from), Z.columns(), Z.row(i));
    std::copy_n(all.row(from), Z.columns(), with_fit.row(i));
    for (Index c = 0; c < m.k; ++c)
      with_fit(i, Z.columns() + c) =
          static_cast<float>(proportions[static_cast<std::size_t>(from * m.k + c)]);
    scale_to_unit(with_fit.row(i) + Z.columns(), m.k);
    scale_to_unit(with_fit.row(i), with_fit.columns());
  }
  const Dense<float> D = dense_rows(m.kept().view(), rows, run);
  const Neighbors by_axes = neighbors_of(Z, run), by_graph = neighbors_of(D, run);
  const auto print = [&](const char *name, const Array<float> &at) {
    const LayoutQuality of_axes = layout_quality(Z, at, map_neighbors, 500, run),
                        of_documents = layout_quality(D, at, map_neighbors, 500, run);
    std::printf("%-22s coordinates %.3f %.3f   documents %.3f %.3f   classes %.3f\n", name,
                of_axes.trustworthiness, of_axes.continuity, of_documents.trustworthiness,
                of_documents.continuity, accuracy(at, classes));
  };
  print("coordinates", layout_of(Z, by_axes, run));
  print("graph of the fit", layout_of(Z, by_graph, run));
  print("both", layout_of(Z, joined(by_axes, by_graph, run), run));
  print("with memberships", layout_of(with_fit, run));
  manifact_model_free(model);
  manifact_context_free(context);
  return 0;
}
