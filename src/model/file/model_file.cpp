#include "model/file/model_file.hpp"

#include <limits>
#include <map>

#include "io/archive.hpp"
#include "io/file.hpp"
#include "io/messages.hpp"
#include "methods/registry.hpp"
#include "model/file/assignment_check.hpp"
#include "model/file/documents.hpp"
#include "model/file/features.hpp"
#include "model/file/finite_section.hpp"
#include "model/file/mixture.hpp"
#include "model/file/scaling.hpp"
#include "model/file/text.hpp"
#include "model/file/violations.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {
namespace {

// Choices stand in the file as words, in the order of their enums here only: an enum may grow
// anywhere.
constexpr const char *rules[] = {"least-squares", "centre",     "iterative",
                                 "vote",          "prediction", "mixture"};
constexpr const char *geometries[] = {"euclidean", "spherical"};
constexpr const char *readouts[] = {"argmax", "cosine-kmeans", "kmeans", "rotation"};
constexpr const char *weightings[] = {"none", "tfidf", "log-tfidf"};
constexpr const char *kernel_words[] = {"linear", "polynomial", "rbf", "precomputed"};
constexpr const char *graph_weights[] = {"cosine", "binary", "heat", "local-scaling"};
static_assert(static_cast<int>(Geometry::spherical) == 1 &&
              static_cast<int>(Readout::rotation) == 3 && static_cast<int>(Weighting::none) == 1 &&
              static_cast<int>(Weighting::log_tfidf) == 3 &&
              static_cast<int>(GraphWeight::cosine) == 1 &&
              static_cast<int>(GraphWeight::local_scaling) == 4);

template <std::size_t n>
const char *word(const char *const (&words)[n], int position) noexcept {
  return words[position];
}

// What a reader must know to use the model rightly, beyond the first release: words, separated by
// spaces.
std::string needs_of(const Assignment &a) {
  std::string needs = a.kernel.kind == KernelKind::linear ? "" : "kernel";
  for (const auto &one : needs_of_scaling(a.weights)) needs += (needs.empty() ? "" : " ") + one;
  return needs;
}

Lines facts_of(const Model &model) {
  const Assignment &a = model.assignment;
  Lines facts = {{"method", model.method},
                 {"n", print(model.n)},
                 {"m", print(model.m)},
                 {"k", print(model.k)},
                 {"status", print(Index{model.status})},
                 {"converged", print(Index{model.converged})},
                 {"needs", needs_of(a)},
                 {"rule", word(rules, !a.mixture.empty() ? 5
                                      : a.predicted      ? 4
                                      : a.partition      ? 1
                                      : a.iterative      ? 2
                                      : a.vote           ? 3
                                                         : 0)},
                 {"geometry", word(geometries, static_cast<int>(a.geometry))},
                 {"readout", word(readouts, static_cast<int>(a.readout))},
                 {"weighting", word(weightings, static_cast<int>(a.weights.weighting) - 1)},
                 {"unit_rows", print(Index{a.weights.unit_rows()})},
                 {"features_dropped", print(a.weights.dropped)},
                 {"lambda", print(a.lambda)},
                 {"ncw", print(Index{a.ncw})},
                 {"ncw_appendix", print(Index{a.ncw_appendix})},
                 {"ncw_power", print(a.ncw_power)},
                 {"neighbors", print(a.neighbors)},
                 {"graph_weight", word(graph_weights, static_cast<int>(a.graph_weight) - 1)},
                 {"bandwidth", print(a.bandwidth)}};
  if (a.predicted) facts.emplace_back("ridge", print(a.ridge));
  if (a.kernel.kind == KernelKind::linear) return facts;
  facts.emplace_back("kernel", word(kernel_words, static_cast<int>(a.kernel.kind) - 1));
  facts.emplace_back("degree", print(a.kernel.degree));
  facts.emplace_back("offset", print(a.kernel.offset));
  facts.emplace_back("kernel_bandwidth", print(a.kernel.bandwidth));
  return facts;
}

void put(ArchiveWriter &writer, const char *name, const Array<double> &values, Index columns = 1) {
  if (!values.empty()) writer.numbers(name, values.data(), values.size() / columns, columns);
}

ArchiveWriter written(const Model &model) {
  const Assignment &a = model.assignment;
  ArchiveWriter writer;
  writer.text("facts", joined(facts_of(model)));
  writer.text("options", joined(model.options));
  writer.text("diagnostics", joined(model.diagnostics));
  std::string warnings;
  for (const std::string &warning : model.warnings) warnings.append(warning).append("\n");
  writer.text("warnings", warnings);
  writer.numbers("labels", model.labels.data(), model.n);
  put(writer, "history", model.history);
  put(writer, "cosines", model.cosines);
  put(writer, "V", model.V, model.k);
  put(writer, "W", model.W, model.k);
  put(writer, "U", a.U, model.k);
  put(writer, "centroids", model.centroids, model.k);
  put(writer, "M", a.M, model.k);
  put(writer, "idf", a.weights.idf);
  put_scaling(writer, a.weights);
  put(writer, "g", a.g);
  put(writer, "feature_sums", a.feature_sums);
  put(writer, "kernel_diagonal", a.kernel_diagonal);
  put(writer, "readout_weights", a.readout_weights);
  put(writer, "readout_centres", a.readout_centers, model.k);
  put(writer, "local_scales", a.local_scales);
  if (a.X.rows > 0) put_documents(writer, a.X);
  if (!a.mixture.empty()) put_mixture(writer, a.mixture);
  put_features(writer, model);
  put_violations(writer, model);
  if (model.text) put_text(writer, *model.text);
  return writer;
}

// Reads a model from an archive, checking that all parts fit each other.
class Reader {
 public:
  Reader(const ArchiveReader &archive, ExecutionContext &run)
      : archive_(archive), memory_(run.memory) {
    for (auto &[name, value] : split(archive.text("facts"))) facts_[name] = value;
  }

  std::unique_ptr<Model> read() {
    auto model = std::make_unique<Model>();
    constexpr Index most = std::numeric_limits<std::int32_t>::max();
    model->method = text("method");
    if (find_method(model->method) == nullptr) refuse_later("method", model->method);
    model->n = integer("n", 1, most);
    model->m = integer("m", 1, most);
    model->k = integer("k", 1, model->n);
    read_needs(*model);
    model->status = static_cast<int>(integer("status", 0, most));
    if (model->status > static_cast<int>(Status::not_converged))
      refuse_later("status", text("status"));
    model->converged = flag("converged");
    model->options = split(archive_.text("options"));
    model->diagnostics = split(archive_.text("diagnostics"));
    for (auto &[name, value] : split(archive_.text("warnings")))
      model->warnings.push_back(value.empty() ? name : std::string(name).append("=").append(value));
    model->history = finite("history", -1, 1);
    if (model->history.empty()) archive_.refuse("the history is empty");
    model->cosines = finite("cosines", model->n, 1);
    model->V = finite("V", model->n, model->k);
    model->W = optional("W", model->n, model->k);
    model->centroids = finite("centroids", model->m, model->k);
    read_labels(*model);
    model->violations = read_violations(archive_, model->n);
    read_assignment(*model);
    if (has_features(archive_)) model->features = read_features(archive_, *model, memory_);
    if (has_text(archive_)) model->text = read_text(archive_, model->m, memory_);
    return model;
  }

 private:
  const std::string &text(const char *name) const {
    const auto found = facts_.find(name);
    if (found == facts_.end()) archive_.refuse("the fact '%s' is missing", name);
    return found->second;
  }

  [[noreturn]] void refuse_later(const char *what, const std::string &found) const {
    fail(Status::version,
         "the model was written by a later release: the %s '%.60s' is not known to this one", what,
         found.c_str());
  }

  // The position of a fact's word.
  template <std::size_t n>
  int chosen(const char *name, const char *const (&words)[n]) const {
    for (std::size_t i = 0; i < n; ++i)
      if (text(name) == words[i]) return static_cast<int>(i);
    refuse_later(name, text(name));
  }

  template <class Number>
  Number number(const char *name, Number least, Number most) const {
    const std::string &value = text(name);
    Number result{};
    if (!parsed(value, result) || !(result >= least && result <= most))
      archive_.refuse("the fact '%s' is '%.60s', which is no number in its range", name,
                      value.c_str());
    return result;
  }
  Index integer(const char *name, Index least, Index most) const {
    return number(name, least, most);
  }
  double real(const char *name, double most) const { return number(name, 0.0, most); }
  bool flag(const char *name) const { return integer(name, 0, 1) == 1; }

  Array<double> finite(const char *name, Index rows, Index columns) const {
    return finite_section(archive_, name, rows, columns, memory_);
  }
  Array<double> optional(const char *name, Index rows, Index columns) const {
    return archive_.has(name) ? finite(name, rows, columns) : Array<double>();
  }

  void read_labels(Model &model) const {
    model.labels = archive_.numbers<std::int32_t>("labels", model.n, 1, memory_);
    model.sizes = Array<Index>(memory_, model.k);
    for (Index i = 0; i < model.n; ++i) {
      if (model.labels[i] < -1 || model.labels[i] >= model.k)
        archive_.refuse("label %lld is out of range", static_cast<long long>(i));
      if (model.labels[i] >= 0) ++model.sizes[model.labels[i]];
    }
  }

  void read_needs(Model &model) const {
    for (const std::string &word : words_of(text("needs"))) {
      if (word == "kernel")
        read_kernel(model.assignment.kernel);
      else if (!read_scaling(archive_, word, model.m, model.assignment.weights, memory_))
        refuse_later("need", word);
    }
  }

  void read_kernel(KernelSpec &kernel) const {
    kernel.kind = static_cast<KernelKind>(chosen("kernel", kernel_words) + 1);
    kernel.degree = integer("degree", 1, std::numeric_limits<Index>::max());
    kernel.offset = real("offset", 1e300);
    kernel.bandwidth = real("kernel_bandwidth", 1e300);
  }

  void read_assignment(Model &model) const {
    Assignment &a = model.assignment;
    const Index n = model.n, m = model.m, k = model.k;
    const int rule = chosen("rule", rules);
    a.partition = rule == 1 || rule == 4;  // a predictor has centers too
    a.iterative = rule == 2;
    a.vote = rule == 3;
    if (rule == 5) a.mixture = read_mixture(archive_, model, memory_);
    if ((a.predicted = rule == 4)) a.ridge = number("ridge", 1e-12, 1e300);
    a.geometry = static_cast<Geometry>(chosen("geometry", geometries));
    a.readout = static_cast<Readout>(chosen("readout", readouts));
    a.weights.weighting = static_cast<Weighting>(chosen("weighting", weightings) + 1);
    const bool unit_rows = flag("unit_rows");
    if (unit_rows && !a.weights.shift.empty()) archive_.refuse("both rows and features are scaled");
    if (unit_rows) a.weights.scaling = Scaling::unit_rows;
    a.weights.dropped = integer("features_dropped", 0, m);
    a.weights.idf = optional("idf", m, 1);
    a.lambda = real("lambda", std::numeric_limits<double>::max());
    a.ncw = flag("ncw");
    a.ncw_appendix = flag("ncw_appendix");
    a.ncw_power = real("ncw_power", 1);
    a.neighbors = integer("neighbors", 0, std::numeric_limits<Index>::max());
    a.graph_weight = static_cast<GraphWeight>(chosen("graph_weight", graph_weights) + 1);
    a.bandwidth = real("bandwidth", 1e300);
    if (a.kernel.kind == KernelKind::linear && !a.vote && a.mixture.empty())
      a.U = finite("U", m, k);
    a.kernel_diagonal = optional("kernel_diagonal", n, 1);
    a.M = optional("M", k, k);
    a.g = optional("g", n, 1);
    a.feature_sums = optional("feature_sums", m, 1);
    a.readout_weights = optional("readout_weights", k, 1);
    a.readout_centers = optional("readout_centres", k, k);
    a.local_scales = optional("local_scales", n, 1);
    if (has_documents(archive_)) a.X = read_documents(archive_, n, m, memory_);
    check_parts(archive_, model);
  }

  const ArchiveReader &archive_;
  std::shared_ptr<Memory> memory_;
  std::map<std::string, std::string> facts_;
};

}  // namespace

void save_model(const Model &model, const char *path, Monitor &monitor) {
  monitor.enter("saving");
  AtomicFile file(path, Packing::plain);
  written(model).finish([&](const void *data, std::size_t size) {
    file.write(data, size);
    return true;
  });
  file.commit();
}

void write_model(const Model &model, int (*write)(void *user, const void *data, std::size_t size),
                 void *user) {
  written(model).finish(
      [&](const void *data, std::size_t size) { return write(user, data, size) == 0; });
}

std::unique_ptr<Model> load_model(const char *path, ExecutionContext &run) {
  run.monitor.enter("reading");
  const Array<unsigned char> bytes = read_archive(path, run.memory, run.monitor);
  const ArchiveReader archive(bytes.data(), static_cast<std::size_t>(bytes.size()),
                              shown_input(path));
  return Reader(archive, run).read();
}

std::unique_ptr<Model> parse_model(const void *data, std::size_t size, ExecutionContext &run) {
  return Reader(ArchiveReader(data, size, "the model in memory"), run).read();
}

}  // namespace manifact
