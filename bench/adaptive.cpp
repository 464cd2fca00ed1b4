// Adaptive neighbors in the space of the factors, and the updates that use them.
//
//   adaptive FOLDER CLUSTERS THREADS [UPDATES [FIRST LAST]]
//   FOLDER holds X.mtx.gz and labels.txt
//
// FIRST LAST: only documents of these classes; 5 14 of TDT2 selects 2,337 documents in 10 classes.
// Prints the time of the search for the k + 1 nearest in Y = V (W'W)^1/2 after UPDATES (20), by the
// tree and by all pairs (medians of 5); the processor time per update without and with the adaptive
// penalty, for several values of `refresh`, from fits with UPDATES and with no updates; the
// accuracy; and the peak memory.
#include <manifact/manifact.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>

#include "graph/neighbors/euclidean/near_points.hpp"
#include "methods/concept/penalties/adaptive.hpp"
#include "timing.hpp"

namespace {

using namespace manifact;

struct Data {
  manifact_context *context = nullptr;
  manifact_matrix *X = nullptr;
  std::vector<std::int32_t> truth;
};

// Processor time of all threads, which is independent of other processes on the machine.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int fail(const char *message) {
  std::fprintf(stderr, "%s\n", message);
  return 1;
}

void keep_classes(Data &data, std::int64_t first, std::int64_t last) {
  const auto rows = manifact_matrix_rows(data.X), entries = manifact_matrix_entries(data.X);
  std::vector<std::int64_t> indptr(static_cast<std::size_t>(rows + 1)),
      indices(static_cast<std::size_t>(entries)), start{0}, columns;
  std::vector<std::int32_t> truth;
  std::vector<double> values(static_cast<std::size_t>(entries)), kept;
  manifact_matrix_copy_csr(data.X, indptr.data(), MANIFACT_INT64, indices.data(), MANIFACT_INT64,
                           values.data(), MANIFACT_DOUBLE, entries);
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) {
    if (data.truth[i] < first || data.truth[i] > last) continue;
    truth.push_back(data.truth[i]);
    columns.insert(columns.end(), indices.begin() + indptr[i], indices.begin() + indptr[i + 1]);
    kept.insert(kept.end(), values.begin() + indptr[i], values.begin() + indptr[i + 1]);
    start.push_back(static_cast<std::int64_t>(columns.size()));
  }
  manifact_matrix *some = nullptr;
  manifact_matrix_create_csr(data.context, static_cast<std::int64_t>(truth.size()),
                             manifact_matrix_columns(data.X), start.back(), start.data(),
                             MANIFACT_INT64, columns.data(), MANIFACT_INT64, 0, kept.data(),
                             MANIFACT_DOUBLE, MANIFACT_COPY, nullptr, nullptr, &some);
  manifact_matrix_free(data.X);
  data.X = some;
  data.truth = truth;
}

manifact_model *fit(const Data &data, std::int64_t k,
                    const std::vector<std::pair<const char *, std::string>> &settings,
                    double &seconds) {
  manifact_solver *solver = nullptr;
  manifact_solver_create(data.context, "srmcf", &solver);
  manifact_solver_set_text(solver, "tolerance", "0");
  for (const auto &[name, value] : settings)
    if (manifact_solver_set_text(solver, name, value.c_str()) != 0)
      std::fprintf(stderr, "%s\n", manifact_solver_message(solver));
  manifact_model *model = nullptr;
  const double start = processor_seconds();
  if (manifact_solver_fit(solver, data.X, k, &model) < 0)
    std::fprintf(stderr, "%s\n", manifact_solver_message(solver));
  seconds = processor_seconds() - start;
  manifact_solver_free(solver);
  return model;
}

void time_searches(const manifact_model *model, std::int64_t threads) {
  const auto memory = std::make_shared<Memory>();
  ThreadPool pool(threads);
  Monitor monitor;
  ExecutionContext run{memory, pool, monitor};
  const std::int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  Tall<double> W(memory, n, k);
  Dense<double> V(memory, n, k);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t c = 0; c < k; ++c) {
      W(i, c) = manifact_model_associations(model)[i * k + c];
      V(i, c) = manifact_model_memberships(model)[i * k + c];
    }
  AdaptivePenalty<double> penalty(n, k, 1, run);
  penalty.W_changed(W, Dense<double>(), run);
  const Dense<double> Y = penalty.coordinates(V, run);
  Array<NearPoint> near(memory, n * (k + 3));
  for (const bool tree : {true, false}) {
    std::vector<double> times;
    for (int round = 0; round < 5; ++round) {
      const double start = processor_seconds();
      (tree ? box_tree(Y, run) : all_pairs(Y, run))->nearest(nullptr, n, k + 3, near.data(), run);
      times.push_back(processor_seconds() - start);
    }
    std::printf(
        "search of %lld nearest of %lld points in %lld columns, %-9s %8.1f ms of processor time\n",
        static_cast<long long>(k + 3), static_cast<long long>(n), static_cast<long long>(k),
        tree ? "tree" : "all pairs", 1e3 * median(times));
  }
}

void time_fits(const Data &data, std::int64_t k, const std::string &updates) {
  const std::vector<std::vector<std::pair<const char *, std::string>>> kinds = {
      {{"adaptive-weight", "0"}},
      {{"refresh", "1"}},
      {{"refresh", "5"}},
      {{"refresh", "20"}},
      {{"refresh", "0"}}};
  for (auto settings : kinds) {
    double none = 0, all = 0, accuracy = 0;
    settings.emplace_back("max-iterations", "0");
    manifact_model_free(fit(data, k, settings, none));
    settings.back().second = updates;
    manifact_model *const model = fit(data, k, settings, all);
    const std::int32_t *const labels = manifact_model_labels(model);
    manifact_evaluate(data.context, data.truth.data(), labels,
                      static_cast<std::int64_t>(data.truth.size()), &accuracy, nullptr, nullptr,
                      nullptr, nullptr);
    std::printf("%s=%s: %.1f ms per update, %.2f s in total (processor time), accuracy %.4f\n",
                settings[0].first, settings[0].second.c_str(),
                1e3 * (all - none) / std::atof(updates.c_str()), all, accuracy);
    manifact_model_free(model);
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 4) return fail("usage: adaptive FOLDER CLUSTERS THREADS [UPDATES [FIRST LAST]]");
  const std::int64_t k = std::atoll(argv[2]), threads = std::atoll(argv[3]);
  const std::string folder = argv[1], updates = argc > 4 ? argv[4] : "20";
  Data data;
  manifact_context_create(&data.context);
  manifact_context_set_threads(data.context, threads);
  if (manifact_matrix_read(data.context, (folder + "/X.mtx.gz").c_str(), MANIFACT_FORMAT_AUTO,
                           &data.X) < 0)
    return fail(manifact_context_message(data.context));
  std::ifstream lines(folder + "/labels.txt");
  for (std::int32_t label; lines >> label;) data.truth.push_back(label);
  if (argc > 6) keep_classes(data, std::atoll(argv[5]), std::atoll(argv[6]));
  double seconds = 0;
  manifact_model *const model = fit(data, k, {{"max-iterations", updates}}, seconds);
  if (model == nullptr) return 1;
  time_searches(model, threads);
  manifact_model_free(model);
  time_fits(data, k, updates);
  std::int64_t held = 0, peak = 0;
  manifact_context_memory(data.context, &held, &peak);
  std::printf("peak memory of the library %.0f MB\n", static_cast<double>(peak) / 1e6);
}
