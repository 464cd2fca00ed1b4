// Times the neighbors of dense rows.
//
//   dense_neighbors ROWS COLUMNS P FILE.npy [exact|approximate|auto] [THREADS] [RECALL]
//   FILE.npy   float32, row-major, version 1, at least ROWS x COLUMNS (bench/dense_data.py)
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "graph/neighbors/dense/dense_neighbors.hpp"
#include "host.hpp"
#include "timing.hpp"

using namespace manifact;

namespace {

std::vector<float> read_npy(const char *name, std::size_t count) {
  std::vector<float> values(count);
  std::FILE *const file = std::fopen(name, "rb");
  unsigned char head[10] = {};
  if (file == nullptr || std::fread(head, 1, sizeof head, file) != sizeof head ||
      std::fseek(file, 10 + head[8] + 256L * head[9], SEEK_SET) != 0 ||
      std::fread(values.data(), sizeof(float), count, file) != count) {
    std::fprintf(stderr, "cannot read %zu numbers of %s\n", count, name);
    std::exit(1);
  }
  std::fclose(file);
  return values;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: dense_neighbors ROWS COLUMNS P FILE [KIND] [THREADS] [RECALL]\n");
    return 1;
  }
  const Index n = std::atoll(argv[1]), d = std::atoll(argv[2]), p = std::atoll(argv[3]);
  const std::vector<float> values = read_npy(argv[4], static_cast<std::size_t>(n * d));
  const std::string kind = argc > 5 ? argv[5] : "exact";
  SearchRequest request;
  request.kind = kind == "exact"         ? SearchKind::exact
                 : kind == "approximate" ? SearchKind::approximate
                                         : SearchKind::automatic;
  if (argc > 7) request.recall = std::atof(argv[7]);
  Host host(argc > 6 ? std::atoll(argv[6]) : 2);
  const double start = now();
  DenseRows X;
  X.rows = n, X.columns = X.stride = d;
  X.singles = values.data();
  const Neighbors found = nearest_neighbors(X, p, host.run, request);
  const double seconds = now() - start;
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const double used = static_cast<double>(usage.ru_utime.tv_sec) +
                      1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
  std::printf(
      "%s%s %lld x %lld, p %lld: %.2f s (%.2f s of processor time), %.1f MB beside the data, "
      "recall "
      "%.4f, %lld pairs per row\n",
      kind.c_str(), found.search.declined ? " (declined)" : "", static_cast<long long>(n),
      static_cast<long long>(d), static_cast<long long>(p), seconds, used,
      static_cast<double>(host.memory->peak()) / 1e6, found.search.recall,
      static_cast<long long>(found.search.budget));
  return 0;
}
