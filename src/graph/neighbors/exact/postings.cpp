#include "graph/neighbors/exact/postings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/index.hpp"

namespace manifact {
namespace {

// A list is stored for all documents if at least this share of them has the feature: adding a whole
// array of weights is that much faster than adding entries one by one.
constexpr Index complete_share = 6;

// Shorter lists are not worth sorting.
constexpr Index shortest_graded = 32;

// Entries between two checks for cancellation.
constexpr Index piece = 1 << 20;

// Orders the columns by the cost of a list relative to its information, sum of squares / length^2,
// most informative first: for tf-idf this is close to the order of document frequency.
template <class T>
Index order_columns(const UnitRows<T> &rows, Array<Index> &count, Array<std::int32_t> &order,
                    const std::shared_ptr<Memory> &memory) {
  const CsrView<T> &X = rows.X.sparse();
  Array<double> worth(memory, X.columns);
  for (Index i = 0; i < X.rows; ++i) {
    if (rows.factor[i] == 0) continue;
    const double scale = 1 / rows.square[i];
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
      const double x = rows.scaled(i, e);
      worth[X.indices[e]] += x * x * scale;
      ++count[X.indices[e]];
    }
  }
  Index used = 0;
  for (Index j = 0; j < X.columns; ++j) {
    if (count[j] == 0) continue;
    worth[j] /= static_cast<double>(count[j]) * static_cast<double>(count[j]);
    order[used++] = static_cast<std::int32_t>(j);
  }
  std::sort(order.begin(), order.begin() + used, [&](std::int32_t a, std::int32_t b) {
    return worth[a] > worth[b] || (worth[a] == worth[b] && a < b);
  });
  return used;
}

// The lists of one block.
template <class T>
void lay_out(Postings &postings, const InvertedIndex &index, const UnitRows<T> &rows,
             const std::shared_ptr<Memory> &memory) {
  const CsrView<T> &X = rows.X.sparse();
  postings.length = Array<Index>(memory, index.lists);
  postings.begin = Array<Index>(memory, index.lists);
  for (Index i = postings.first; i < postings.first + postings.n; ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1] && rows.factor[i] != 0; ++e)
      ++postings.length[index.list_of[X.indices[e]]];
  Index some = 0, all = 0;
  for (Index list = 0; list < index.lists; ++list) {
    const Index documents = postings.length[list];
    const bool complete = documents * complete_share >= postings.n;
    postings.length[list] = complete ? postings.n : documents;
    postings.begin[list] = complete ? all : some;
    (complete ? all : some) += postings.length[list];
  }
  postings.document = Array<std::int32_t>(memory, some);
  postings.weight = Array<float>(memory, some);
  postings.grade = Array<std::uint8_t>(memory, some);
  postings.complete = Array<float>(memory, all);
  postings.rest = Array<std::uint8_t>(memory, Postings::steps * postings.n);
}

template <class T>
void fill_lists(Postings &postings, const InvertedIndex &index, const UnitRows<T> &rows,
                Array<Index> &next, const Monitor &monitor) noexcept {
  const CsrView<T> &X = rows.X.sparse();
  for (Index d = 0, looked = X.indptr[postings.first]; d < postings.n; ++d) {
    const Index i = postings.first + d;
    if (X.indptr[i] - looked > piece) {
      looked = X.indptr[i];
      if (monitor.cancelled()) return;
    }
    if (rows.factor[i] == 0) continue;
    const double norm = std::sqrt(rows.square[i]);
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e) {
      const Index list = index.list_of[X.indices[e]];
      const auto x = static_cast<float>(rows.scaled(i, e) / norm);
      if (postings.is_complete(list)) {
        postings.complete[next[list] + d] = x;
      } else {
        postings.document[next[list]] = static_cast<std::int32_t>(d);
        postings.weight[next[list]++] = x;
      }
    }
  }
}

// Steps at equal shares of the entries.
void choose_steps(Postings &postings) {
  const Index entries = std::accumulate(postings.length.begin(), postings.length.end(), Index{0}),
              lists = postings.length.size();
  Index step = 0, seen = 0;
  for (Index list = 0; list < lists; ++list) {
    while (step < Postings::steps && seen >= entries / Postings::steps * step)
      postings.step_list[step++] = list;
    seen += postings.length[list];
  }
  while (step < Postings::steps) postings.step_list[step++] = lists;
}

// Workspace for the construction of one block.
struct Scratch {
  Array<Index> next;     // by list: the position of its next document
  Array<double> square;  // by document: r_d^2
  Array<std::int32_t> documents;
  Array<float> weights;  // of the longest list

  Scratch(const Postings &postings, const std::shared_ptr<Memory> &memory)
      : next(postings.begin.copy()), square(memory, postings.n) {
    const Index longest = postings.length.empty()
                              ? 0
                              : *std::max_element(postings.length.begin(), postings.length.end());
    documents = Array<std::int32_t>(memory, longest);
    weights = Array<float>(memory, longest);
  }
};

// One list, with r_d known in `square`: the grades, and the documents sorted by descending grade,
// then ascending.
void grade_list(Postings &postings, Index list, const Array<double> &square,
                Array<std::int32_t> &documents, Array<float> &weights) noexcept {
  const Index length = postings.length[list];
  std::int32_t *document = postings.document.data() + postings.begin[list];
  float *weight = postings.weight.data() + postings.begin[list];
  std::uint8_t *grade = postings.grade.data() + postings.begin[list];
  Index at[Postings::grades + 1] = {};
  for (Index k = 0; k < length; ++k) {
    // The factor keeps the bound above the error of float weights and rounded sums.
    const double norm = std::sqrt(square[document[k]]) * (1 + 1e-6) * Postings::grades;
    grade[k] = static_cast<std::uint8_t>(std::min(norm, Postings::grades - 1.0));
    ++at[Postings::grades - 1 - grade[k]];
  }
  if (length == 0) return;
  if (length < shortest_graded) {
    std::fill(grade, grade + length, *std::max_element(grade, grade + length));
    return;
  }
  for (Index g = 0, sum = 0; g <= Postings::grades; ++g) sum += std::exchange(at[g], sum);
  for (Index k = 0; k < length; ++k) {
    const Index to = at[Postings::grades - 1 - grade[k]]++;
    documents[to] = document[k];
    weights[to] = weight[k];
  }
  std::copy_n(documents.begin(), length, document);
  std::copy_n(weights.begin(), length, weight);
  for (Index g = 0, k = 0; g < Postings::grades; ++g)
    for (; k < at[g]; ++k) grade[k] = static_cast<std::uint8_t>(Postings::grades - 1 - g);
}

// From the last list to the first, so that the accumulated squares are those of the tail.
void grade_lists(Postings &postings, Scratch &own, const Monitor &monitor) noexcept {
  const Index n = postings.n, lists = postings.length.size();
  Array<double> &square = own.square;
  Index step = Postings::steps - 1, seen = 0;
  const auto keep = [&](Index list) {
    for (; step >= 0 && postings.step_list[step] > list; --step)
      for (Index d = 0; d < n; ++d)
        postings.rest[step * n + d] = static_cast<std::uint8_t>(
            std::min(std::ceil(std::sqrt(square[d]) * (1 + 1e-6) * 255), 255.0));
  };
  for (Index list = lists - 1; list >= 0; --list) {
    keep(list);
    if (postings.is_complete(list)) {
      const float *weight = postings.complete.data() + postings.begin[list];
      for (Index d = 0; d < n; ++d) square[d] += static_cast<double>(weight[d]) * weight[d];
    } else {
      const std::int32_t *document = postings.document.data() + postings.begin[list];
      const float *weight = postings.weight.data() + postings.begin[list];
      for (Index k = 0; k < postings.length[list]; ++k)
        square[document[k]] += static_cast<double>(weight[k]) * weight[k];
      grade_list(postings, list, square, own.documents, own.weights);
    }
    seen += postings.length[list];
    if (seen > piece) {
      seen = 0;
      if (monitor.cancelled()) return;
    }
  }
  keep(-1);
}

Index blocks_of(Index n, Index most) noexcept { return std::max<Index>(1, (n + most - 1) / most); }

// Every block stores a start and a length for every list, even an empty one. If most features are
// rare, this would take several times the memory of the documents in the lists for many blocks. The
// number of blocks is therefore limited so that these entries do not exceed those of the lists.
template <class T>
Index own_blocks(const CsrView<T> &X, Index lists) noexcept {
  return std::clamp<Index>(X.entries() / (2 * std::max<Index>(1, lists)), 1,
                           blocks_of(X.rows, InvertedIndex::most_in_block));
}

}  // namespace

Index InvertedIndex::block_of(Index row) const noexcept {
  const auto after =
      std::upper_bound(blocks.begin(), blocks.end(), row,
                       [](Index r, const Postings &block) { return r < block.first; });
  return after - blocks.begin() - 1;
}

template <class T>
InvertedIndex make_index(const UnitRows<T> &rows, Index most, ExecutionContext &run) {
  InvertedIndex index;
  index.n = rows.X.rows;
  Array<Index> count(run.memory, rows.X.columns);
  Array<std::int32_t> order(run.memory, rows.X.columns);
  index.lists = order_columns(rows, count, order, run.memory);
  index.list_of = Array<std::int32_t>(run.memory, rows.X.columns);
  index.documents = Array<Index>(run.memory, index.lists);
  std::fill(index.list_of.begin(), index.list_of.end(), -1);
  for (Index list = 0; list < index.lists; ++list) {
    index.list_of[order[list]] = static_cast<std::int32_t>(list);
    index.documents[list] = count[order[list]];
  }
  const Index blocks =
      most > 0 ? blocks_of(index.n, most) : own_blocks(rows.X.sparse(), index.lists);
  std::vector<Scratch> scratch;
  for (Index b = 0; b < blocks; ++b) {
    run.monitor.check();
    Postings &postings = index.blocks.emplace_back();
    postings.first = index.n * b / blocks;
    postings.n = index.n * (b + 1) / blocks - postings.first;
    lay_out(postings, index, rows, run.memory);
    scratch.emplace_back(postings, run.memory);
  }
  run.pool.each(blocks, [&](Index b) {
    Postings &postings = index.blocks[static_cast<std::size_t>(b)];
    Scratch &own = scratch[static_cast<std::size_t>(b)];
    fill_lists(postings, index, rows, own.next, run.monitor);
    choose_steps(postings);
    grade_lists(postings, own, run.monitor);
  });
  run.monitor.check();
  return index;
}

template InvertedIndex make_index(const UnitRows<float> &, Index, ExecutionContext &);
template InvertedIndex make_index(const UnitRows<double> &, Index, ExecutionContext &);

}  // namespace manifact
