// The neighbor search among documents that are divided among ranks, with the ranks as threads of
// this process: CPU time and recall, without MPI.
//
//   graph_ranks FOLDER P exact|approximate RANKS..
//   FOLDER holds X.mtx.gz (counts, weighted here); its documents are shuffled
//
// Prints the CPU seconds of all ranks together and of the slowest one, the recall that the
// search estimates, its budget, and the balance.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "corpus.hpp"
#include "distributed/deal.hpp"
#include "distributed/ring.hpp"
#include "support/thread_ranks.hpp"

using namespace manifact;

namespace {

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

Csr<double> rows_of_rank(const Sparse &X, std::int64_t columns, ExecutionContext &run) {
  const std::int64_t n = static_cast<std::int64_t>(X.indptr.size()) - 1,
                     ranks = group_of(run).size(), begin = n * group_of(run).rank() / ranks,
                     end = n * (group_of(run).rank() + 1) / ranks;
  const Shuffle place(n, 0);
  const auto start_of = [&](std::int64_t k) { return static_cast<std::size_t>(place.back(k)); };
  std::int64_t entries = 0;
  for (std::int64_t k = begin; k < end; ++k)
    entries += X.indptr[start_of(k) + 1] - X.indptr[start_of(k)];
  Csr<double> rows(run.memory, end - begin, columns, entries);
  std::int64_t to = 0;
  for (std::int64_t k = begin; k < end; ++k) {
    for (std::int64_t e = X.indptr[start_of(k)]; e < X.indptr[start_of(k) + 1]; ++e, ++to) {
      rows.indices[to] = static_cast<std::int32_t>(X.indices[static_cast<std::size_t>(e)]);
      rows.values[to] = X.values[static_cast<std::size_t>(e)];
    }
    rows.indptr[k - begin + 1] = to;
  }
  return rows;
}

void measure(const Sparse &X, std::int64_t columns, std::int64_t p, SearchKind kind,
             std::int64_t ranks) {
  std::vector<double> seconds(static_cast<std::size_t>(ranks));
  SearchTrace trace;
  on_ranks(ranks, [&](ExecutionContext &run) {
    const Csr<double> rows = rows_of_rank(X, columns, run);
    const double begin = thread_seconds();
    SearchRequest request;
    request.kind = kind;
    const Neighbors found = ring_neighbors(DataView<double>(rows), p, run, request);
    seconds[static_cast<std::size_t>(group_of(run).rank())] = thread_seconds() - begin;
    if (group_of(run).rank() == 0) trace = found.search;
  });
  double sum = 0;
  for (const double one : seconds) sum += one;
  std::printf("%3lld ranks, %s  %8.2f s, slowest %8.2f s, recall %.4f, budget %lld, balance %.3f\n",
              static_cast<long long>(ranks), trace.approximate ? "approximate" : "exact", sum,
              *std::max_element(seconds.begin(), seconds.end()), trace.recall,
              static_cast<long long>(trace.budget), static_cast<double>(trace.balance));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 5) stop("usage: graph_ranks FOLDER P exact|approximate RANKS..");
  manifact_context *context;
  check(manifact_context_create(&context), nullptr);
  manifact_matrix *matrix = corpus(context, argv[1], 1);
  const Sparse X = copy_of(matrix);
  const std::int64_t columns = manifact_matrix_columns(matrix);
  manifact_matrix_free(matrix);
  manifact_context_free(context);
  const SearchKind kind =
      std::string(argv[3]) == "exact" ? SearchKind::exact : SearchKind::approximate;
  for (int a = 4; a < argc; ++a)
    measure(X, columns, std::atoll(argv[2]), kind, std::atoll(argv[a]));
  return 0;
}
