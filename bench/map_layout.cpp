// The map of the documents of a model, and how well positions preserve the neighbors of the same
// coordinates: those of the library, or of another program.
//
//   map_layout MODEL COORDINATES [THREADS]    writes the coordinates, and prints the time of the
//                                             layout and its trustworthiness and continuity
//   map_layout --of POSITIONS COORDINATES     those of other positions of the same coordinates
//
// COORDINATES and POSITIONS are files of floats by row, after the number of rows and of columns as
// two 64-bit numbers. map_layout_umap.mjs makes positions with umap-js.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "capi/handles.hpp"
#include "topics/positions.hpp"

using namespace manifact;

namespace {

struct Rows {
  std::int64_t rows = 0, columns = 0;
  std::vector<float> values;
};

Rows read_rows(const char *path) {
  Rows all;
  std::FILE *const file = std::fopen(path, "rb");
  std::int64_t shape[2] = {};
  if (file == nullptr || std::fread(shape, sizeof shape, 1, file) != 1) std::exit(2);
  all.rows = shape[0];
  all.columns = shape[1];
  all.values.resize(static_cast<std::size_t>(all.rows * all.columns));
  if (std::fread(all.values.data(), sizeof(float), all.values.size(), file) != all.values.size())
    std::exit(2);
  std::fclose(file);
  return all;
}

void write_rows(const char *path, const Dense<float> &Z) {
  std::FILE *const file = std::fopen(path, "wb");
  if (file == nullptr) std::exit(2);
  const std::int64_t shape[2] = {Z.rows(), Z.columns()};
  std::fwrite(shape, sizeof shape, 1, file);
  for (Index i = 0; i < Z.rows(); ++i)
    std::fwrite(Z.row(i), sizeof(float), static_cast<std::size_t>(Z.columns()), file);
  std::fclose(file);
}

void print_quality(const Dense<float> &Z, const Array<float> &positions, ExecutionContext &run) {
  const LayoutQuality q = layout_quality(Z, positions, map_neighbors, 1000, run);
  std::printf("trustworthiness %.4f  continuity %.4f\n", q.trustworthiness, q.continuity);
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const auto memory = std::make_shared<Memory>();
  ThreadPool pool(argc > 3 && std::string(argv[1]) != "--of" ? std::atoi(argv[3]) : 1);
  Monitor monitor;
  ExecutionContext run{memory, pool, monitor};
  if (std::string(argv[1]) == "--of") {
    const Rows positions = read_rows(argv[2]), coordinates = read_rows(argv[3]);
    Dense<float> Z(memory, coordinates.rows, coordinates.columns);
    for (Index i = 0; i < Z.rows(); ++i)
      std::copy_n(&coordinates.values[static_cast<std::size_t>(i * Z.columns())], Z.columns(),
                  Z.row(i));
    Array<float> places(memory, 2 * positions.rows);
    std::copy(positions.values.begin(), positions.values.end(), places.begin());
    print_quality(Z, places, run);
    return 0;
  }
  manifact_context *context = nullptr;
  manifact_model *model = nullptr;
  manifact_context_create(&context);
  if (manifact_model_load(context, argv[1], &model) < 0) return 2;
  const Model &m = *model->model;
  const Dense<float> all = layout_coordinates(m.kept().view(), m.fitted().n, run);
  std::vector<Index> rows;
  for (Index i = 0; i < all.rows(); ++i)
    if (std::any_of(all.row(i), all.row(i) + all.columns(), [](float z) { return z != 0; }))
      rows.push_back(i);
  Dense<float> Z(memory, std::ssize(rows), all.columns());
  for (Index i = 0; i < Z.rows(); ++i)
    std::copy_n(all.row(rows[static_cast<std::size_t>(i)]), Z.columns(), Z.row(i));
  write_rows(argv[2], Z);
  const double begin = cpu_seconds();
  const Array<float> positions = layout_of(Z, run);
  std::printf("%lld documents, %lld coordinates: %.2f s of CPU time\n",
              static_cast<long long>(Z.rows()), static_cast<long long>(Z.columns()),
              cpu_seconds() - begin);
  print_quality(Z, positions, run);
  manifact_model_free(model);
  manifact_context_free(context);
  return 0;
}
