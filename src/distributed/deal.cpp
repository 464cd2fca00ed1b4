#include "distributed/deal.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

#include "distributed/group.hpp"

namespace manifact {
namespace {

struct RowHead {
  Index place, entries;
  Index bytes;  // of a packed row
};

constexpr Index rows_between_checks = 4096;

// The number of columns of all matrices.
Index checked_columns(const Matrix *X, ExecutionContext &run) {
  constexpr Index none = -1;
  const std::vector<Index> columns = group_of(run).all(X != nullptr ? X->columns : none);
  const auto has_rows = [](Index count) { return count != none; };
  const auto first = std::find_if(columns.begin(), columns.end(), has_rows);
  if (first == columns.end()) throw AgreedError(Status::empty, "no rank has rows");
  const auto other = std::find_if(first, columns.end(),
                                  [&](Index count) { return has_rows(count) && count != *first; });
  if (other != columns.end()) {
    char text[120];
    std::snprintf(text, sizeof text, "rank %lld has %lld features, rank %lld has %lld",
                  number(other - columns.begin()), number(*other), number(first - columns.begin()),
                  number(*first));
    throw AgreedError(Status::mismatch, text);
  }
  if (run.any(X != nullptr && X->dense))
    throw AgreedError(Status::option, "dense data cannot be divided among ranks: use sparse data");
  return *first;
}

// Other bytes may follow a packed row: only its entries are sent.
void put_packed(const Matrix &X, Index i, Index place, std::vector<unsigned char> &buffer,
                Bytes &packet) {
  const Index entries = X.indptr[i + 1] - X.indptr[i];
  buffer.resize(static_cast<std::size_t>(CountPacker::longest_entry * entries + 1));
  CountPacker packer(buffer.data());
  X.each(i,
         [&](std::int32_t j, double count) { packer.add(j, static_cast<std::uint32_t>(count)); });
  const RowHead head{place, entries, packer.end() - buffer.data()};
  put(packet, &head, 1);
  put(packet, buffer.data(), head.bytes);
}

void put_sparse(const Matrix &X, Index i, Index place, Bytes &packet) {
  const RowHead head{place, X.indptr[i + 1] - X.indptr[i], 0};
  put(packet, &head, 1);
  X.each(i, [&](std::int32_t j, double value) {
    put(packet, &j, 1);
    put(packet, &value, 1);
  });
}

constexpr Index entry_bytes = sizeof(std::int32_t) + sizeof(double);

std::vector<Bytes> packets_for(const Matrix &X, Index before, const Deal &deal, bool are_packed,
                               ExecutionContext &run) {
  std::vector<Bytes> to(static_cast<std::size_t>(group_of(run).size()));
  std::vector<unsigned char> buffer;
  for (Index i = 0; i < X.rows; ++i) {
    if (i % rows_between_checks == 0) run.monitor.check();
    const Index place = deal.place(before + i);
    Bytes &packet = to[static_cast<std::size_t>(deal.owner(place))];
    if (are_packed)
      put_packed(X, i, place, buffer, packet);
    else
      put_sparse(X, i, place, packet);
  }
  return to;
}

// visit(head, from), which removes the row from the message, for all rows of the packets.
template <class Visit>
void each_row(const std::vector<Bytes> &packets, const Monitor &monitor, const Visit &visit) {
  Index i = 0;
  for (const Bytes &packet : packets)
    for (Unpack from(packet); !from.done(); ++i) {
      if (i % rows_between_checks == 0) monitor.check();
      const auto head = from.one<RowHead>();
      visit(head, from);
    }
}

std::unique_ptr<Matrix> packed_rows(const std::vector<Bytes> &packets, Index first, Index rows,
                                    Index columns, ExecutionContext &run) {
  PackedCounts X;
  X.rows = rows;
  X.columns = columns;
  X.indptr = Array<Index>(run.memory, rows + 1);
  X.starts = Array<const unsigned char *>(run.memory, rows);
  Array<Index> begin(run.memory, rows + 1);
  each_row(packets, run.monitor, [&](const RowHead &head, Unpack &from) {
    X.indptr[head.place - first + 1] = head.entries;
    begin[head.place - first + 1] = head.bytes;
    from.view(head.bytes);
  });
  for (Index i = 0; i < rows; ++i) {
    X.indptr[i + 1] += X.indptr[i];
    begin[i + 1] += begin[i];
  }
  Array<unsigned char> bytes(run.memory, begin[rows]);
  each_row(packets, run.monitor, [&](const RowHead &head, Unpack &from) {
    from.take(bytes.data() + begin[head.place - first], head.bytes);
  });
  for (Index i = 0; i < rows; ++i) X.starts[i] = bytes.data() + begin[i];
  X.storage.push_back(std::make_shared<const Array<unsigned char>>(std::move(bytes)));
  return matrix_from_counts(std::move(X));
}

std::unique_ptr<Matrix> sparse_rows(const std::vector<Bytes> &packets, Index first, Index rows,
                                    Index columns, ExecutionContext &run) {
  Index entries = 0;
  each_row(packets, run.monitor, [&](const RowHead &head, Unpack &from) {
    entries += head.entries;
    from.view(head.entries * entry_bytes);
  });
  Csr<double> X(run.memory, rows, columns, entries);
  each_row(packets, run.monitor, [&](const RowHead &head, Unpack &from) {
    X.indptr[head.place - first + 1] = head.entries;
    from.view(head.entries * entry_bytes);
  });
  for (Index i = 0; i < rows; ++i) X.indptr[i + 1] += X.indptr[i];
  each_row(packets, run.monitor, [&](const RowHead &head, Unpack &from) {
    const Index begin = X.indptr[head.place - first];
    for (Index e = begin; e < begin + head.entries; ++e) {
      X.indices[e] = from.one<std::int32_t>();
      X.values[e] = from.one<double>();
    }
  });
  return matrix_from_parts(std::move(X));
}

}  // namespace

DividedMatrix deal_rows(const Matrix *X, std::uint64_t seed, ExecutionContext &run) {
  Group &group = group_of(run);
  const Index columns = checked_columns(X, run), own = X != nullptr ? X->rows : 0;
  const Index before = run.rows_before(own), n = run.total(own);
  if (n > std::numeric_limits<std::int32_t>::max())
    throw AgreedError(Status::argument, "the ranks have more than 2147483647 documents");
  const Deal deal(n, group.size(), seed);
  const bool are_packed = !run.any(own > 0 && X->packed == nullptr);
  const std::vector<Bytes> packets =
      group.exchange(own > 0 ? packets_for(*X, before, deal, are_packed, run)
                             : std::vector<Bytes>(static_cast<std::size_t>(group.size())));
  const Index first = deal.begin(group.rank()), rows = deal.begin(group.rank() + 1) - first;
  DividedMatrix divided;
  divided.rows = are_packed ? packed_rows(packets, first, rows, columns, run)
                            : sparse_rows(packets, first, rows, columns, run);
  divided.places = deal.rows_of(group.rank(), run.memory);
  divided.all_rows = n;
  return divided;
}

}  // namespace manifact
