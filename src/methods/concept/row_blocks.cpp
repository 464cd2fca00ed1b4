#include "methods/concept/row_blocks.hpp"

#include <algorithm>

#include "linalg/simd/kernels.hpp"

namespace manifact {

template <class T>
RowBlocks<T>::Columns::Columns(const std::shared_ptr<Memory> &memory, Index m, Index entries,
                               Index longest_row)
    : place(memory, m),
      features(memory, std::min(m, entries)),
      row(memory, longest_row),
      values(memory, std::min(m, entries), slots) {
  std::fill(place.begin(), place.end(), -1);
}

template <class T>
void RowBlocks<T>::start(Dense<T> &R, Index k, ExecutionContext &run) {
  if (inner_.empty()) allocate(run);
  R_ = &R;
  products_ = Dense<T>(run.memory, slots, k);
  changes_ = Dense<T>(run.memory, slots, k);
  if (blocks() == 0) return;
  read(0);
  if (!stored_) set_inner_products(0, columns_[0]);
  multiply_block(0);
}

template <class T>
void RowBlocks<T>::allocate(ExecutionContext &run) {
  const Index *const indptr = X_.is_counts() ? X_.counts().indptr : X_.sparse().indptr;
  const auto length = [&](Index p) { return indptr[row_at(p) + 1] - indptr[row_at(p)]; };
  Index longest_row = 0, longest_block = 0, entries = 0, last = 0;
  for (Index j = 0; j < blocks(); ++j) {
    Index here = 0;
    for (Index p = first(j); p < end(j); ++p) {
      longest_row = std::max(longest_row, length(p));
      here += length(p);
    }
    longest_block = std::max(longest_block, here);
    entries = std::max(entries, last + here);
    last = here;
  }
  stored_ = !X_.is_counts() && X_.rows <= budget_ / (slots * static_cast<Index>(sizeof(T)));
  inner_ = Dense<T>(run.memory, stored_ ? X_.rows : slots, slots);
  for (Read &part : read_)
    if (X_.is_counts())
      part = {.first = {},
              .indices = Array<std::int32_t>(run.memory, longest_block),
              .values = Array<T>(run.memory, longest_block)};
  const Index of_columns = std::max<Index>(1, X_.columns + slots * std::min(X_.columns, entries)),
              parts = stored_
                          ? std::clamp<Index>(indptr[X_.rows] / of_columns, 1, run.pool.threads())
                          : 1;
  for (Index t = 0; t < parts; ++t)
    columns_.emplace_back(run.memory, X_.columns, entries, longest_row);
  if (!stored_) return;
  parallel_rows(run, parts, 0, blocks(), 64, [&](Index t, Index from, Index to) {
    for (Index j = from; j < to; ++j) set_inner_products(j, columns_[static_cast<std::size_t>(t)]);
  });
  columns_.clear();
}

template <class T>
void RowBlocks<T>::read(Index j) noexcept {
  if (!X_.is_counts()) return;
  const CountRows &X = X_.counts();
  Read &to = read_[static_cast<std::size_t>(j % 3)];
  Index count = 0;
  for (Index p = first(j); p < end(j); ++p) {
    const Index i = row_at(p);
    to.first[static_cast<std::size_t>(p % block_rows)] = count;
    count += X.read(i, X.indptr[i], X.indptr[i + 1], to.indices.data() + count,
                    to.values.data() + count);
  }
  to.first[static_cast<std::size_t>(end(j) - first(j))] = count;
}

template <class T>
typename RowBlocks<T>::Row RowBlocks<T>::row(Index position) const noexcept {
  if (X_.is_counts()) {
    const Read &from = read_[static_cast<std::size_t>(position / block_rows % 3)];
    const auto r = static_cast<std::size_t>(position % block_rows);
    return {from.indices.data() + from.first[r], from.values.data() + from.first[r],
            from.first[r + 1] - from.first[r]};
  }
  const CsrView<T> &X = X_.sparse();
  const Index i = row_at(position), from = X.indptr[i];
  return {X.indices + from, X.values + from, X.indptr[i + 1] - from};
}

// The products of the rows of block j with the matrix that has the rows of both blocks as its
// columns.
template <class T>
void RowBlocks<T>::set_inner_products(Index j, Columns &columns) noexcept {
  if (j > 0) add_columns(j - 1, columns);
  add_columns(j, columns);
  for (Index p = first(j); p < end(j); ++p) {
    const Row x = row(p);
    for (Index e = 0; e < x.entries; ++e) columns.row[e] = columns.place[x.indices[e]];
    const Index bounds[] = {0, x.entries};
    T *const inner = inner_.row(stored_ ? p : slot(p));
    kernels<T>().spmm(bounds, columns.row.data(), x.values, 0, 1, {columns.values.data()}, slots,
                      inner);
    for (Index q = p; q < first(j) + block_rows; ++q) inner[slot(q)] = 0;  // not before p
  }
  for (Index f = 0; f < columns.count; ++f) columns.place[columns.features[f]] = -1;
  columns.count = 0;
}

template <class T>
void RowBlocks<T>::add_columns(Index j, Columns &columns) const noexcept {
  for (Index p = first(j); p < end(j); ++p) {
    const Row x = row(p);
    for (Index e = 0; e < x.entries; ++e) {
      std::int32_t &place = columns.place[x.indices[e]];
      if (place < 0) {
        place = static_cast<std::int32_t>(columns.count);
        columns.features[columns.count++] = x.indices[e];
        std::fill_n(columns.values.row(place), slots, T{0});
      }
      columns.values(place, slot(p)) = x.values[e];
    }
  }
}

template <class T>
void RowBlocks<T>::multiply(Index position, T *out) const noexcept {
  const Index width = R_->stride();
  kernels<T>().times(inner_products(position), slots, slots, changes_.data(), width, 1, out);
  const T *const product = products_.row(slot(position));
  for (Index c = 0; c < width; ++c) out[c] += product[c];
}

template <class T>
void RowBlocks<T>::change(Index position, const T *d) noexcept {
  T *const kept = changes_.row(slot(position));
  changed_[static_cast<std::size_t>(slot(position))] = d != nullptr;
  if (d != nullptr)
    std::copy_n(d, R_->stride(), kept);
  else
    std::fill_n(kept, R_->stride(), T{0});
}

template <class T>
void RowBlocks<T>::prepare_next(Index j) noexcept {
  if (j + 1 >= blocks()) return;
  if (j > 0) spread(j - 1);
  read(j + 1);
  if (!stored_) set_inner_products(j + 1, columns_[0]);
  multiply_block(j + 1);
}

template <class T>
void RowBlocks<T>::spread(Index j) noexcept {
  for (Index p = first(j); p < end(j); ++p) {
    if (!changed_[static_cast<std::size_t>(slot(p))]) continue;
    const Row x = row(p);
    kernels<T>().spread(x.indices, x.values, x.entries, changes_.row(slot(p)), R_->stride(),
                        R_->data());
  }
}

template <class T>
void RowBlocks<T>::multiply_block(Index j) noexcept {
  for (Index p = first(j); p < end(j); ++p) {
    const Row x = row(p);
    const Index bounds[] = {0, x.entries};
    kernels<T>().spmm(bounds, x.indices, x.values, 0, 1, {R_->data()}, R_->stride(),
                      products_.row(slot(p)));
  }
}

template class RowBlocks<float>;
template class RowBlocks<double>;

}  // namespace manifact
