// Update rules compared at equal time: the objective that each reaches from the same start, in
// processor time on one thread.
//
//   solvers FOLDER K METHOD SECONDS SEEDS COMMON SETTINGS...
//   FOLDER holds X.mtx.gz (counts) and labels.txt
//
// COMMON and each of SETTINGS are options, "lambda=1,update=cd"; COMMON applies to all. Prints for
// each of SETTINGS a line of means over SEEDS starts (without restarts): the objective after 1/8,
// 1/4, 1/2 and all of SECONDS, the number of updates, accuracy and NMI of the final labels, and the
// largest relative increase of the objective in any update.
#include <manifact/manifact.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Watch {
  manifact_solver *solver;
  double seconds, start = -1, ended = 0;
  int64_t updates = 0;
  double last = INFINITY, rise = 0;
  double at[4] = {NAN, NAN, NAN, NAN};

  // Called between updates; the time of an update is charged to the objective after it.
  static int tick(void *user, const char *stage, int64_t, int64_t, double objective, double) {
    auto *w = static_cast<Watch *>(user);
    const double time = processor_seconds();
    if (std::string_view(stage) != "fit") return 0;
    if (w->start < 0) {
      w->start = time;
      return 0;
    }
    w->ended = time;
    const double spent = time - w->start;
    for (int i = 0; i < 4; ++i)
      if (spent <= w->seconds / (1 << (3 - i))) w->at[i] = objective;
    if (objective > w->last)
      w->rise = std::fmax(w->rise, (objective - w->last) / std::fabs(w->last));
    w->last = objective;
    ++w->updates;
    return 0;
  }
};

bool set_all(manifact_solver *solver, const std::string &settings) {
  for (std::size_t from = 0; from < settings.size();) {
    const std::size_t comma = std::min(settings.find(',', from), settings.size()),
                      equals = settings.find('=', from);
    if (equals >= comma ||
        manifact_solver_set_text(solver, settings.substr(from, equals - from).c_str(),
                                 settings.substr(equals + 1, comma - equals - 1).c_str()) < 0)
      return std::fprintf(stderr, "%s: %s\n", settings.c_str(), manifact_solver_message(solver)),
             false;
    from = comma + 1;
  }
  return true;
}

struct Sums {
  double at[4] = {}, updates = 0, accuracy = 0, nmi = 0, rise = 0;
};

// Two fits: one of a few updates, to determine how many fit into SECONDS; and one of that many.
bool add(manifact_context *context, const manifact_matrix *X, const std::vector<int32_t> &truth,
         int64_t k, const char *method, double seconds, const std::string &settings, Sums &sums) {
  int64_t updates = 5;
  for (const bool first : {true, false}) {
    Watch watch{nullptr, seconds};
    manifact_model *model = nullptr;
    if (manifact_solver_create(context, method, &watch.solver) < 0)
      return std::fprintf(stderr, "%s\n", manifact_context_message(context)), false;
    manifact_solver_set_progress(watch.solver, Watch::tick, &watch);
    const bool set =
        set_all(watch.solver,
                settings + ",restarts=1,tolerance=0,max-iterations=" + std::to_string(updates));
    if (!set || manifact_solver_fit(watch.solver, X, k, &model) < 0)
      return std::fprintf(stderr, "%s\n", manifact_solver_message(watch.solver)), false;
    updates =
        std::max<int64_t>(1, static_cast<int64_t>(seconds * static_cast<double>(watch.updates) /
                                                  (watch.ended - watch.start)));
    if (!first) {
      const int32_t *const found = manifact_model_labels(model);
      double accuracy = NAN, nmi = NAN;
      manifact_evaluate(context, truth.data(), found, static_cast<int64_t>(truth.size()), &accuracy,
                        &nmi, nullptr, nullptr, nullptr);
      for (int i = 0; i < 4; ++i) sums.at[i] += watch.at[i];
      sums.updates += static_cast<double>(watch.updates);
      sums.accuracy += accuracy;
      sums.nmi += nmi;
      sums.rise = std::fmax(sums.rise, watch.rise);
    }
    manifact_model_free(model);
    manifact_solver_free(watch.solver);
  }
  return true;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 8)
    return std::fprintf(stderr,
                        "usage: solvers FOLDER K METHOD SECONDS SEEDS COMMON SETTINGS...\n"),
           1;
  const std::string folder = argv[1];
  manifact_context *context;
  manifact_matrix *X;
  if (manifact_context_create(&context) < 0 ||
      manifact_matrix_read(context, (folder + "/X.mtx.gz").c_str(), MANIFACT_FORMAT_AUTO, &X) < 0)
    return std::fprintf(stderr, "%s\n", manifact_context_message(context)), 1;
  std::vector<int32_t> truth(static_cast<std::size_t>(manifact_matrix_rows(X)), -1);
  std::ifstream labels(folder + "/labels.txt");
  for (int32_t &label : truth) labels >> label;
  const double seconds = std::atof(argv[4]);
  const int seeds = std::max(1, std::atoi(argv[5]));
  std::printf("%s, k = %s, %s, %s, means of %d starts: objective after %g, %g, %g, %g s\n", argv[1],
              argv[2], argv[3], argv[6], seeds, seconds / 8, seconds / 4, seconds / 2, seconds);
  for (int i = 7; i < argc; ++i) {
    Sums sums;
    for (int seed = 1; seed <= seeds; ++seed)
      if (!add(context, X, truth, std::atoll(argv[2]), argv[3], seconds,
               std::string(argv[6]) + "," + argv[i] + ",seed=" + std::to_string(seed), sums))
        return 1;
    std::printf("  %-36s", argv[i]);
    for (const double objective : sums.at) std::printf(" %11.6g", objective / seeds);
    std::printf("  %5.0f updates, accuracy %.3f, nmi %.3f, largest rise %.0e\n",
                sums.updates / seeds, sums.accuracy / seeds, sums.nmi / seeds, sums.rise);
    std::fflush(stdout);
  }
  manifact_matrix_free(X);
  manifact_context_free(context);
  return 0;
}
