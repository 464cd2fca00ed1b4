// The exact neighbor search with several block sizes, on one corpus or on a larger one generated
// from it.
//
//   graph_blocks FOLDER P THREADS COPIES ROWS SIZE..
//   FOLDER holds X.mtx.gz (counts, weighted here)
//
// COPIES: the number of copies of the corpus (corpus.hpp). ROWS documents are searched for, in
// evenly spaced runs of 500, in the order of a full search. SIZE: the maximum number of documents
// in a block, 0 for the default of the search. Each size is run three times, alternating; prints
// microseconds per row, without building the index, and postings per row.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "corpus.hpp"
#include "graph/neighbors/row_search.hpp"
#include "host.hpp"
#include "timing.hpp"

using namespace manifact;

namespace {

Csr<double> rows_of(const std::string &folder, std::int64_t copies, Host &host) {
  manifact_context *context;
  check(manifact_context_create(&context), nullptr);
  manifact_matrix *matrix = corpus(context, folder, copies);
  const Sparse s = copy_of(matrix);
  Csr<double> X(host.memory, manifact_matrix_rows(matrix), manifact_matrix_columns(matrix),
                manifact_matrix_entries(matrix));
  std::copy(s.indptr.begin(), s.indptr.end(), X.indptr.begin());
  std::transform(s.indices.begin(), s.indices.end(), X.indices.begin(),
                 [](std::int64_t c) { return static_cast<std::int32_t>(c); });
  std::copy(s.values.begin(), s.values.end(), X.values.begin());
  manifact_matrix_free(matrix);
  manifact_context_free(context);
  return X;
}

Array<std::int32_t> runs_of(std::int64_t n, std::int64_t rows, Host &host) {
  constexpr std::int64_t length = 500;
  const std::int64_t runs = std::max<std::int64_t>(1, rows / length);
  std::vector<std::int32_t> chosen;
  for (std::int64_t r = 0; r < runs; ++r)
    for (std::int64_t i = n * r / runs; i < std::min(n * r / runs + length, n * (r + 1) / runs);
         ++i)
      chosen.push_back(static_cast<std::int32_t>(i));
  Array<std::int32_t> all(host.memory, static_cast<std::int64_t>(chosen.size()));
  std::copy(chosen.begin(), chosen.end(), all.begin());
  return all;
}

void measure(const UnitRows<double> &X, std::int64_t p, const Array<std::int32_t> &rows,
             std::int64_t size, Host &host) {
  RowSearch<double> search(X, X, true, p, host.run, size);
  Neighbors found = no_neighbors(rows.size(), p, host.run);
  const double begin = now();
  search.find_some(rows, found);
  const double count = static_cast<double>(rows.size());
  std::printf("  blocks of %9lld  %7.1f us per row  %8.0f postings per row\n",
              static_cast<long long>(size), (now() - begin) / count * 1e6,
              static_cast<double>(search.work()) / count);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 7) stop("usage: graph_blocks FOLDER P THREADS COPIES ROWS SIZE..");
  Host host(std::atoll(argv[3]));
  const Csr<double> X = rows_of(argv[1], std::atoll(argv[4]), host);
  const UnitRows<double> unit = unit_rows(DataView<double>(X), host.run);
  const Array<std::int32_t> rows = runs_of(X.rows, std::atoll(argv[5]), host);
  std::printf("%s: %lld documents, %lld searched for, p = %s, %s threads\n", argv[1],
              static_cast<long long>(X.rows), static_cast<long long>(rows.size()), argv[2],
              argv[3]);
  for (int round = 0; round < 3; ++round)
    for (int a = 6; a < argc; ++a)
      measure(unit, std::atoll(argv[2]), rows, std::atoll(argv[a]), host);
  return 0;
}
