#include "model/file/model_file.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "io/archive.hpp"
#include "io/file.hpp"
#include "io/messages.hpp"
#include "model/fact_reader.hpp"
#include "model/file/edits.hpp"
#include "model/file/text.hpp"
#include "model/file/training.hpp"
#include "model/model.hpp"
#include "model/predict/rules.hpp"
#include "options/options.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {
namespace {

// The options of a fit in a model file: their values in force in the section "options", and since
// release 0.2 their origins in the section "origins".
//
// The section "origins" has a line for each option:
//
//   lambda=user             the user set the value in force
//   preset=data quality     the data decided, in place of what the user set
//   neighbors=default       the default

// By number; unknown ones are not written.
constexpr std::string_view origin_words[] = {"", "default", "preset", "data", "user"};

std::string line_of(const ModelOption &option) {
  std::string line(origin_words[static_cast<int>(option.origin)]);
  if (option.origin != Origin::user && !option.setting.empty())
    line.append(" ").append(option.setting);
  return line;
}

void take_origin(const ArchiveReader &archive, std::string_view line, ModelOption &option) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const auto *const found =
      std::find(std::begin(origin_words) + 1, std::end(origin_words), line.substr(0, space));
  if (found == std::end(origin_words))
    archive.refuse("the origin of the option '%.60s' is '%.60s'", option.name.c_str(),
                   std::string(line).c_str());
  option.origin = static_cast<Origin>(found - std::begin(origin_words));
  option.setting = option.origin == Origin::user
                       ? option.value
                       : std::string(line.substr(std::min(space + 1, line.size())));
}

void put_options(ArchiveWriter &writer, const Model &model) {
  KeyValues values, origins;
  for (const ModelOption &option : model.options) {
    values.emplace_back(option.name, option.value);
    if (option.origin != Origin::unknown) origins.emplace_back(option.name, line_of(option));
  }
  writer.text("options", joined(values));
  if (!origins.empty()) writer.text("origins", joined(origins));
}

// Without origins, those of all options are unknown. Throws if an origin is none.
void read_options(const ArchiveReader &archive, Model &model) {
  std::map<std::string, std::string> origins;
  if (archive.has("origins"))
    for (auto &[name, line] : split(archive.text("origins"))) origins[name] = std::move(line);
  for (auto &[name, value] : split(archive.text("options"))) {
    const auto origin = origins.find(name);
    rename_setting(name, value);
    ModelOption &option = model.options.emplace_back();
    option.name = std::move(name);
    option.value = std::move(value);
    if (origin != origins.end()) take_origin(archive, origin->second, option);
  }
}

}  // namespace

void put_features(ArchiveWriter &writer, const Model &model) {
  const FeatureClusters &features = model.features;
  if (features.l == 0) return;
  writer.numbers("G", features.memberships.data(), model.m, features.l);
  writer.numbers("core", features.core.data(), model.k, features.l);
  writer.numbers("block_mass", features.mass.data(), model.k, features.l);
  writer.numbers("feature_labels", features.labels.data(), model.m);
}

bool has_features(const ArchiveReader &archive) noexcept {
  return archive.has("G") || archive.has("core") || archive.has("block_mass") ||
         archive.has("feature_labels");
}

FeatureClusters read_features(const ArchiveReader &archive, const Model &model,
                              const std::shared_ptr<Memory> &memory) {
  FeatureClusters features;
  features.l = archive.columns("G");
  if (features.l < 1 || features.l > model.m)
    archive.refuse("section 'G' has %lld columns for %lld features",
                   static_cast<long long>(features.l), static_cast<long long>(model.m));
  features.memberships = finite_section(archive, "G", model.m, features.l, memory);
  features.core = finite_section(archive, "core", model.k, features.l, memory);
  features.mass = finite_section(archive, "block_mass", model.k, features.l, memory);
  features.labels = archive.numbers<std::int32_t>("feature_labels", model.m, 1, memory);
  features.sizes = Array<Index>(memory, features.l);
  for (Index j = 0; j < model.m; ++j) {
    if (features.labels[j] < -1 || features.labels[j] >= features.l)
      archive.refuse("feature label %lld is out of range", static_cast<long long>(j));
    if (features.labels[j] >= 0) ++features.sizes[features.labels[j]];
  }
  return features;
}

namespace {

// The constraints that the clusters of a model violate, in its file.

// first second=weight
void put_violations(ArchiveWriter &writer, const Model &model) {
  if (model.violations.empty()) return;
  KeyValues lines;
  for (const Pair &pair : model.violations)
    lines.emplace_back(print(pair.first) + ' ' + print(pair.second), print(pair.weight));
  writer.text("violations", joined(lines));
}

// Pairs of n documents; checks everything. Throws Error(corrupt).
std::vector<Pair> read_violations(const ArchiveReader &archive, Index n) {
  std::vector<Pair> violations;
  if (!archive.has("violations")) return violations;
  for (const auto &[documents, weight] : split(archive.text("violations"))) {
    const std::size_t space = std::min(documents.find(' '), documents.size());
    const std::string_view first = std::string_view(documents).substr(0, space),
                           second = std::string_view(documents).substr(space);
    Pair pair;
    const bool good =
        parsed(first, pair.first) && !second.empty() && parsed(second.substr(1), pair.second) &&
        parsed(std::string_view(weight), pair.weight) && pair.first >= 0 && pair.first < n &&
        pair.second >= -1 && pair.second < n && pair.weight >= -1 && pair.weight <= 1;
    if (!good)
      archive.refuse("'%.60s=%.60s' is not a violated pair of documents", documents.c_str(),
                     weight.c_str());
    violations.push_back(pair);
  }
  return violations;
}

// The values of the prediction rule come from the predictor.
KeyValues facts_of(const Model &model) {
  KeyValues facts = {{"method", model.method},
                     {"n", print(model.n)},
                     {"m", print(model.m)},
                     {"k", print(model.k)},
                     {"status", print(Index{model.status})},
                     {"converged", print(Index{model.converged})},
                     {"needs", needs_of(model)},
                     {"rule", model.predictor ? model.predictor->word() : edited_rule}};
  add_readout_facts(facts, model.readout);
  add_left_out_facts(facts, model.left_out);
  add_training_facts(facts, model.training);
  if (model.predictor) model.predictor->set_facts(facts);
  add_kernel_facts(facts, model.training.kernel);
  add_vector_facts(facts, model.training);
  return facts;
}

void put(ArchiveWriter &writer, const char *name, const Array<double> &values, Index columns = 1) {
  if (!values.empty()) writer.numbers(name, values.data(), values.size() / columns, columns);
}

ArchiveWriter written(const Model &model) {
  const TrainingData &training = model.training;
  std::vector<PredictorPart> parts;
  if (model.predictor) parts = model.predictor->parts(model.k);
  ArchiveWriter writer;
  // Sections that release 0.1 wrote between others keep their positions.
  const auto put_part = [&](std::string_view name) {
    for (const PredictorPart &part : parts)
      if (part.section == name) put(writer, part.section, *part.values, part.columns);
    std::erase_if(parts, [&](const PredictorPart &part) { return part.section == name; });
  };
  writer.text("facts", joined(facts_of(model)));
  put_options(writer, model);
  writer.text("diagnostics", joined(model.findings.notes));
  std::string warnings;
  for (const std::string &warning : model.findings.warnings) warnings.append(warning).append("\n");
  writer.text("warnings", warnings);
  writer.numbers("labels", model.labels.data(), model.n);
  put(writer, "history", model.history);
  put(writer, "cosines", model.cosines);
  put(writer, "V", model.V, model.k);
  put(writer, "W", model.W, model.k);
  put(writer, "U", model.basis, model.k);
  put(writer, "centroids", model.centroids, model.k);
  put_part("M");
  put(writer, "idf", training.weights.idf);
  put_scaling(writer, training.weights);
  put_part("g");
  put_part("feature_sums");
  put(writer, "kernel_diagonal", training.kernel_diagonal);
  put(writer, "readout_weights", model.readout.weights);
  put(writer, "readout_centres", model.readout.centers, model.k);
  put(writer, "local_scales", training.local_scales);
  if (!training.X.empty()) put_rows(writer, training.X, training.matrix.get(), 0);
  put_vectors(writer, training.vectors.get(), 0);
  for (const PredictorPart &part : parts) put(writer, part.section, *part.values, part.columns);
  put_features(writer, model);
  put_violations(writer, model);
  put_attached_texts(writer, model);
  put_names(writer, model);
  if (model.edits.fitted) {  // the text is that of the fit, as are the columns of its documents
    put_edits(writer, model, written);
    return writer;
  }
  if (model.text) put_text(writer, feature_text, *model.text);
  put_feature_names(writer, model);
  put_columns(writer, model);
  return writer;
}

// Reads a model from an archive and checks that all parts are consistent.
class Reader {
 public:
  Reader(const ArchiveReader &archive, KnowsMethod knows_method, ExecutionContext &run,
         bool is_part = false)
      : archive_(archive),
        is_part_(is_part),
        facts_(archive, run.memory),
        memory_(run.memory),
        run_(run),
        knows_method_(knows_method) {}

  std::unique_ptr<Model> read() const {
    auto model = std::make_unique<Model>();
    constexpr Index most = std::numeric_limits<std::int32_t>::max();
    model->method = facts_.text("method");
    if (!knows_method_(model->method)) facts_.refuse_later("method", model->method);
    model->n = facts_.integer("n", 1, most);
    model->m = facts_.integer("m", 1, most);
    const bool is_edited = !is_part_ && facts_.text("rule") == edited_rule;
    // A split can leave more topics than documents, some of them empty.
    model->k = facts_.integer("k", 1, is_edited ? most : model->n);
    read_needs(facts_, *model);
    model->status = static_cast<int>(facts_.integer("status", 0, most));
    if (model->status > static_cast<int>(Status::not_converged))
      facts_.refuse_later("status", facts_.text("status"));
    model->converged = facts_.flag("converged");
    read_options(archive_, *model);
    model->findings.notes = split(archive_.text("diagnostics"));
    for (auto &[name, value] : split(archive_.text("warnings")))
      model->findings.warnings.push_back(
          value.empty() ? name : std::string(name).append("=").append(value));
    model->history = facts_.finite("history", -1, 1);
    if (model->history.empty()) archive_.refuse("the history is empty");
    model->cosines = facts_.finite("cosines", model->n, 1);
    model->V = facts_.finite("V", model->n, model->k);
    model->W = facts_.optional("W", model->n, model->k);
    model->centroids = facts_.finite("centroids", model->m, model->k);
    read_labels(*model);
    model->violations = read_violations(archive_, model->n);
    const ReadPredictor read_rule = is_edited ? nullptr : reader_of_rule(facts_);
    if (model->training.kernel.kind == KernelKind::linear)
      model->basis = facts_.optional("U", model->m, model->k);
    read_readout(facts_, *model);
    if (is_edited) {
      read_edits(
          archive_, *model, [this](std::string_view bytes) { return part(bytes); }, memory_);
      model->training.compared = false;
      read_grown(facts_, *model, run_);
    } else {
      read_training(facts_, *model, run_);
      model->predictor = read_rule(facts_, *model);
      if (!model->predictor->uses_basis()) model->basis = Array<double>();
    }
    read_names(archive_, *model);
    if (!is_edited) {
      read_feature_names(archive_, *model);
      read_columns(archive_, *model, memory_);
    }
    if (has_features(archive_)) model->features = read_features(archive_, *model, memory_);
    if (has_text(archive_, feature_text))
      model->text = read_text(archive_, feature_text, model->m, memory_);
    if (has_attached_texts(archive_)) model->texts = read_attached_texts(facts_, model->k);
    return model;
  }

 private:
  // The fit of an edited model, or the fit of a topic that was split: not edited itself.
  std::unique_ptr<Model> part(std::string_view bytes) const {
    const ArchiveReader archive(bytes.data(), bytes.size(), "the fit of an edited model");
    return Reader(archive, knows_method_, run_, true).read();
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

  const ArchiveReader &archive_;
  bool is_part_;
  FactReader facts_;
  std::shared_ptr<Memory> memory_;
  ExecutionContext &run_;
  KnowsMethod knows_method_;
};

}  // namespace

void save_model(const Model &model, const char *path, Monitor &monitor) {
  monitor.enter("saving");
  AtomicFile file(path, Packing::plain);
  written(model).finish([&](const void *data, std::size_t size) {
    constexpr std::size_t most = std::size_t{1} << 20;
    for (std::size_t done = 0; done < size; done += most) {
      monitor.check();
      file.write(static_cast<const char *>(data) + done, std::min(most, size - done));
    }
    return true;
  });
  file.commit();
}

void write_model(const Model &model, int (*write)(void *user, const void *data, std::size_t size),
                 void *user) {
  written(model).finish(
      [&](const void *data, std::size_t size) { return write(user, data, size) == 0; });
}

std::unique_ptr<Model> load_model(const char *path, KnowsMethod knows_method,
                                  ExecutionContext &run) {
  run.monitor.enter("reading");
  const Array<unsigned char> bytes = read_archive(path, run.memory, run.monitor);
  const ArchiveReader archive(bytes.data(), static_cast<std::size_t>(bytes.size()),
                              shown_input(path));
  return Reader(archive, knows_method, run).read();
}

std::unique_ptr<Model> parse_model(const void *data, std::size_t size, KnowsMethod knows_method,
                                   ExecutionContext &run) {
  const ArchiveReader archive(data, size, "the model in memory");
  return Reader(archive, knows_method, run).read();
}

}  // namespace manifact
