// Records the results of fits, to the bit, to check that a change does not affect them:
//
//   meson configure build -Dbenchmarks=true && ninja -C build bench/bench-record-fits
//   bench-record-fits [THREADS [save FOLDER | load FOLDER]] > before.txt
//   diff before.txt after.txt
//
// The cases are the lines of bench/recorded_fits/*.txt:
//
//   name  data  method  k  option=value ...  +input ...
//
// k = auto uses the number suggested from 2 to 8. `+refit` fits again from the model, with more
// labels; `+reload` saves and loads the model before it is recorded. `save` writes each model to
// the folder, `load` reads them from there instead of fitting: old model files must give the same
// lines.
//
// A line of the output contains the status of the fit, numbers, and 64-bit FNV-1a hashes: of the
// labels, history and memberships of the model; of its other content; of the assignments of the
// training documents and of new ones. Alternatively `refused` if the options or inputs were
// rejected, `failed` if the fit failed, `skipped` if the shared data is missing. The lines are the
// same for any number of threads, but may differ between machines.
#include <algorithm>
#include <cinttypes>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "corpus.hpp"
#include "record_inputs.hpp"

namespace record {
namespace {

struct Case {
  std::string name, data, method, k;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> inputs;

  bool has(const std::string &input) const {
    for (const std::string &given : inputs)
      if (given == input) return true;
    return false;
  }
};

struct Recorder {
  manifact_context *context;
  std::string mode, folder;
  std::map<std::string, std::unique_ptr<Data>> data = {};
};

struct Hash {
  uint64_t state = 14695981039346656037ULL;

  template <class T>
  Hash &add(const T *values, int64_t count) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(values);
    if (values == nullptr) count = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count) * sizeof(T); ++i)
      state = (state ^ bytes[i]) * 1099511628211ULL;
    return *this;
  }
  void print(const char *name) const { std::printf(" %s=%016" PRIx64, name, state); }
};

void read_table(const std::filesystem::path &path, std::vector<Case> &cases) {
  std::ifstream file(path);
  if (!file) stop(("cannot read " + path.string()).c_str());
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    Case one;
    if (!(words >> one.name >> one.data >> one.method >> one.k)) continue;
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      if (word[0] == '+')
        one.inputs.push_back(word.substr(1));
      else if (equals == std::string::npos)
        stop(("neither option=value nor +input: " + word).c_str());
      else
        one.options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    cases.push_back(one);
  }
}

std::vector<Case> all_cases() {
  std::vector<std::filesystem::path> tables;
  for (const auto &entry :
       std::filesystem::directory_iterator(MANIFACT_SOURCE_ROOT "/bench/recorded_fits"))
    tables.push_back(entry.path());
  std::sort(tables.begin(), tables.end());
  std::vector<Case> cases;
  for (const auto &table : tables) read_table(table, cases);
  return cases;
}

int append(void *user, const void *bytes, size_t size) {
  static_cast<std::string *>(user)->append(static_cast<const char *>(bytes), size);
  return 0;
}

Model reloaded(manifact_context *context, const manifact_model *model) {
  std::string bytes;
  manifact_model *out = nullptr;
  check(manifact_model_write(context, model, append, &bytes), context);
  check(manifact_model_load_memory(context, bytes.data(), bytes.size(), &out), context);
  return Model(out);
}

void print_assigned(manifact_context *context, const manifact_model *model,
                    const manifact_matrix *X, const char *labels_name, const char *rows_name) {
  const int64_t n = manifact_matrix_rows(X), k = manifact_model_clusters(model);
  std::vector<int32_t> labels(static_cast<std::size_t>(n));
  std::vector<double> rows(static_cast<std::size_t>(n * k));
  const int status = manifact_model_assign(context, model, X, labels.data(), rows.data(), n);
  if (status < 0) {
    std::printf(" %s=failed(%d)", labels_name, status);
    return;
  }
  Hash().add(labels.data(), n).print(labels_name);
  Hash().add(rows.data(), n * k).print(rows_name);
}

// The content of the model except labels, history and memberships.
Hash rest_of(const manifact_model *model) {
  const int64_t n = manifact_model_documents(model), m = manifact_model_features(model);
  const int64_t k = manifact_model_clusters(model), l = manifact_model_feature_clusters(model);
  Hash hash;
  hash.add(manifact_model_sizes(model), k).add(manifact_model_associations(model), n * k);
  hash.add(manifact_model_basis(model), m * k).add(manifact_model_centroids(model), m * k);
  hash.add(manifact_model_cosines(model), n).add(manifact_model_feature_sizes(model), l);
  hash.add(manifact_model_feature_labels(model), m).add(manifact_model_core(model), k * l);
  hash.add(manifact_model_feature_memberships(model), m * l);
  std::vector<double> proportions(static_cast<std::size_t>(n * k));
  if (manifact_model_proportions(model, proportions.data(), n * k) >= 0)
    hash.add(proportions.data(), n * k);
  int64_t found = manifact_model_violation_count(model);
  std::vector<int64_t> first(static_cast<std::size_t>(found)), second = first;
  std::vector<double> weights(first.size());
  manifact_model_violations(model, found, first.data(), second.data(), weights.data(), &found);
  hash.add(first.data(), found).add(second.data(), found).add(weights.data(), found);
  return hash;
}

void print_model(manifact_context *context, const manifact_model *model, const Data &data) {
  const int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  int64_t length = 0;
  const double *history = manifact_model_history(model, &length);
  std::printf(" status=%d k=%" PRId64 " iterations=%" PRId64, manifact_model_status(model), k,
              manifact_model_iterations(model));
  Hash().add(manifact_model_labels(model), n).print("labels");
  Hash().add(history, length).print("history");
  Hash().add(manifact_model_memberships(model), n * k).print("memberships");
  rest_of(model).print("rest");
  const manifact_matrix *known = data.known != nullptr ? data.known.get() : data.X.get();
  print_assigned(context, model, known, "assigned", "assigned_memberships");
  print_assigned(context, model, data.fresh.get(), "new", "new_memberships");
}

// The suggested number of clusters, or the status of the failure.
int64_t suggested(manifact_context *context, const manifact_matrix *X) {
  manifact_solver *solver = nullptr;
  manifact_suggestion *out = nullptr;
  check(manifact_solver_create(context, "ncut", &solver), context);
  const Solver owner(solver);
  const int status = manifact_solver_suggest_k(solver, X, 2, 8, &out);
  const Suggestion suggestion(out);
  if (status < 0) return status;
  Hash hash;
  for (int64_t i = 0; i < manifact_suggestion_count(out); ++i) {
    double numbers[4];
    int judged = 0;
    manifact_suggestion_row(out, i, nullptr, numbers, numbers + 1, numbers + 2, numbers + 3,
                            &judged, nullptr);
    for (double &number : numbers)
      if (number != number) number = -1;  // all NaNs are equal
    hash.add(numbers, 4).add(&judged, 1);
  }
  hash.print("suggestion");
  return manifact_suggestion_k(out);
}

// Fits the case; on failure, prints it and returns null.
Model fitted(manifact_context *context, const Case &one, const Data &data, int64_t k) {
  manifact_solver *solver = nullptr;
  manifact_model *model = nullptr;
  int status =
      k < 1 ? static_cast<int>(k) : manifact_solver_create(context, one.method.c_str(), &solver);
  const Solver owner(solver);
  for (const auto &[option, value] : one.options)
    if (status >= 0) status = manifact_solver_set_text(solver, option.c_str(), value.c_str());
  if (status >= 0 && data.vectorizer != nullptr)
    status = manifact_solver_set_vectorizer(solver, data.vectorizer.get());
  for (const std::string &input : one.inputs)
    if (status >= 0 && input != "refit" && input != "reload")
      status = give(context, solver, data, k, input);
  if (status < 0) {
    std::printf(" refused(%d)", status);
    return nullptr;
  }
  status = manifact_solver_fit(solver, data.X.get(), k, &model);
  Model result(model);
  if (status >= 0 && one.has("refit")) {
    status = give(context, solver, data, k, "labels-and-pairs");
    if (status >= 0) status = manifact_solver_set_start_model(solver, result.get());
    if (status >= 0) {
      status = manifact_solver_fit(solver, data.X.get(), k, &model);
      result.reset(model);
    }
  }
  if (status < 0) {
    std::printf(" failed(%d)", status);
    return nullptr;
  }
  return one.has("reload") ? reloaded(context, result.get()) : std::move(result);
}

void run(Recorder &recorder, const Case &one) {
  if (recorder.data.count(one.data) == 0)
    recorder.data[one.data] = data_of(recorder.context, one.data);
  const Data *data = recorder.data[one.data].get();
  std::printf("%s", one.name.c_str());
  if (data == nullptr) {
    std::printf(" skipped\n");
    return;
  }
  const std::string path = recorder.folder + "/" + one.name + ".manifact";
  const int64_t k =
      one.k == "auto" ? suggested(recorder.context, data->X.get()) : std::stoll(one.k);
  Model model;
  if (recorder.mode == "load" && std::filesystem::exists(path)) {
    manifact_model *out = nullptr;
    const int status = manifact_model_load(recorder.context, path.c_str(), &out);
    if (status < 0) std::printf(" unread(%d)", status);
    model.reset(out);
  } else {
    model = fitted(recorder.context, one, *data, k);
    if (model != nullptr && recorder.mode == "load") std::printf(" no-file");
  }
  if (model != nullptr && recorder.mode == "save")
    check(manifact_model_save(recorder.context, model.get(), path.c_str()), recorder.context);
  if (model != nullptr) print_model(recorder.context, model.get(), *data);
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace
}  // namespace record

int main(int argc, char **argv) {
  manifact_context *context = nullptr;
  if (manifact_context_create(&context) < 0) stop("no context");
  const record::Context owner(context);
  check(manifact_context_set_threads(context, argc > 1 ? std::atoll(argv[1]) : 1), context);
  record::Recorder recorder{context, argc > 3 ? argv[2] : "", argc > 3 ? argv[3] : ""};
  for (const record::Case &one : record::all_cases()) record::run(recorder, one);
  return 0;
}
