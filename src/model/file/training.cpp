#include "model/file/training.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "model/fact_reader.hpp"
#include "model/grown_documents.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// before: the number of entries of the rows before these.
Csr<double> read_sparse(const ArchiveReader &archive, Index n, Index m, Index before,
                        const std::shared_ptr<Memory> &memory) {
  Csr<double> X;
  X.rows = n;
  X.columns = m;
  X.indptr = archive.numbers<Index>("X_indptr", n + 1, 1, memory);
  X.indices = archive.numbers<std::int32_t>("X_indices", -1, 1, memory);
  X.values = finite_section(archive, "X_values", X.indices.size(), 1, memory);
  bool good = X.indptr[0] == before;
  for (Index &end : X.indptr) end = good && end >= before ? end - before : -1;
  good = good && X.indptr[n] == X.indices.size();
  for (Index i = 0; i < n && good; ++i) good = X.indptr[i] <= X.indptr[i + 1];
  for (Index i = 0; i < n && good; ++i)
    for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      good =
          good && X.indices[e] >= (e > X.indptr[i] ? X.indices[e - 1] + 1 : 0) && X.indices[e] < m;
  if (!good)
    archive.refuse("the documents are not a sparse matrix of %lld x %lld",
                   static_cast<long long>(n), static_cast<long long>(m));
  return X;
}

template <class T>
std::unique_ptr<Matrix> read_dense(const ArchiveReader &archive, const char *name, Index n, Index m,
                                   const std::shared_ptr<Memory> &memory) {
  Array<T> values = archive.numbers<T>(name, n, m, memory);
  for (const T value : values)
    if (!std::isfinite(value)) archive.refuse("section '%s' has a number that is not finite", name);
  return matrix_from_values(n, m, std::move(values));
}

// Null if they are not kept.
std::unique_ptr<Matrix> read_vectors(const ArchiveReader &archive, Index n, Index columns,
                                     const std::shared_ptr<Memory> &memory) {
  if (archive.has("vector_singles"))
    return read_dense<float>(archive, "vector_singles", n, columns, memory);
  if (archive.has("vector_reals"))
    return read_dense<double>(archive, "vector_reals", n, columns, memory);
  return nullptr;
}

std::unique_ptr<Matrix> read_values(const ArchiveReader &archive, Index n, Index m,
                                    const std::shared_ptr<Memory> &memory) {
  return archive.has("X_singles") ? read_dense<float>(archive, "X_singles", n, m, memory)
                                  : read_dense<double>(archive, "X_reals", n, m, memory);
}

}  // namespace

// Dense documents are stored before weighting, in their own precision.
void put_rows(ArchiveWriter &writer, const WeightedData<double> &rows, const Matrix *matrix,
              Index first) {
  if (rows.is_dense()) {
    const Matrix &X = *matrix;
    const Index skipped = first * X.columns;
    X.singles != nullptr
        ? writer.numbers("X_singles", X.singles + skipped, X.rows - first, X.columns)
        : writer.numbers("X_reals", X.reals + skipped, X.rows - first, X.columns);
    return;
  }
  const Csr<double> &X = rows.sparse;
  const Index skipped = X.indptr[first], entries = X.entries() - skipped;
  writer.numbers("X_indptr", X.indptr.data() + first, X.rows - first + 1);
  writer.numbers("X_indices", X.indices.data() + skipped, entries);
  writer.numbers("X_values", X.values.data() + skipped, entries);
}

void put_vectors(ArchiveWriter &writer, const Matrix *vectors, Index first) {
  if (vectors == nullptr) return;
  const Matrix &E = *vectors;
  const Index skipped = first * E.columns;
  E.singles != nullptr
      ? writer.numbers("vector_singles", E.singles + skipped, E.rows - first, E.columns)
      : writer.numbers("vector_reals", E.reals + skipped, E.rows - first, E.columns);
}

bool has_documents(const ArchiveReader &archive) noexcept {
  for (const char *section : {"X_indptr", "X_indices", "X_values", "X_singles", "X_reals"})
    if (archive.has(section)) return true;
  return false;
}

void read_documents(const FactReader &facts, Index n, Index m, TrainingData &training,
                    ExecutionContext &run) {
  const ArchiveReader &archive = facts.archive();
  if (!archive.has("X_singles") && !archive.has("X_reals")) {
    training.X.sparse = read_sparse(archive, n, m, 0, facts.memory());
    return;
  }
  training.matrix = read_values(archive, n, m, facts.memory());
  training.X = weighted_data<double>(*training.matrix, training.weights, run);
}

std::shared_ptr<const GrownDocuments> read_added_rows(const FactReader &facts, const Model &model,
                                                      Index added, ExecutionContext &run) {
  const ArchiveReader &archive = facts.archive();
  const TrainingData &training = model.fitted().training;
  if (training.X.empty() || training.kernel.kind == KernelKind::precomputed)
    archive.refuse("documents were added to a fit without documents");
  if (training.X.is_dense())
    return grown_by(model, *read_values(archive, added, model.m, facts.memory()), nullptr, run);
  const Index before = training.X.sparse.entries();
  const std::unique_ptr<Matrix> vectors =
      read_vectors(archive, added, training.vector_columns, facts.memory());
  return grown_by(model, read_sparse(archive, added, model.m, before, facts.memory()),
                  vectors.get(), run);
}

namespace {

constexpr const char *power_of_two = "power-of-two", *exponent_section = "scaling_exponent";
constexpr int most = 1100;  // larger than the exponent of the smallest positive double

}  // namespace

std::vector<std::string> needs_of_scaling(const FeatureWeights &weights) {
  std::vector<std::string> names;
  if (!weights.shift.empty()) names.emplace_back(name_of(weights.scaling));
  if (weights.exponent != 0) names.emplace_back(power_of_two);
  return names;
}

void put_scaling(ArchiveWriter &writer, const FeatureWeights &weights) {
  if (weights.exponent != 0) writer.numbers(exponent_section, &weights.exponent, 1);
  if (weights.shift.empty()) return;
  writer.numbers("scaling_shift", weights.shift.data(), weights.shift.size());
  writer.numbers("scaling_spread", weights.spread.data(), weights.spread.size());
}

bool read_scaling(const ArchiveReader &archive, std::string_view name, Index m,
                  FeatureWeights &weights, const std::shared_ptr<Memory> &memory) {
  if (name == power_of_two) {
    weights.exponent = archive.numbers<std::int32_t>(exponent_section, 1, 1, memory)[0];
    if (weights.exponent < -most || weights.exponent > most)
      archive.refuse("section '%s' is %d, outside %d .. %d", exponent_section, weights.exponent,
                     -most, most);
    return true;
  }
  for (const Scaling scaling : {Scaling::min_max, Scaling::z_score}) {
    if (name != name_of(scaling)) continue;
    weights.scaling = scaling;
    weights.shift = archive.numbers<double>("scaling_shift", m, 1, memory);
    weights.spread = archive.numbers<double>("scaling_spread", m, 1, memory);
    for (Index j = 0; j < m; ++j)
      if (!std::isfinite(weights.shift[j]) || !std::isfinite(weights.spread[j]) ||
          weights.spread[j] < 0)
        archive.refuse("the scaling of feature %lld is invalid", static_cast<long long>(j));
    return true;
  }
  return false;
}

namespace {

constexpr const char *scores[] = {"none", "cosine", "distance"};
static_assert(static_cast<int>(FitScore::none) == 0 && static_cast<int>(FitScore::distance) == 2);

}  // namespace

void add_left_out_facts(KeyValues &facts, const LeftOutRule &rule) {
  if (rule.empty()) return;
  facts.emplace_back("min_membership", print(rule.min_membership));
  facts.emplace_back("fit_score", scores[static_cast<int>(rule.score)]);
  facts.emplace_back("least_score", print(rule.least_score));
}

LeftOutRule read_left_out(const FactReader &facts) {
  constexpr double largest = 1e300;
  return {facts.real("min_membership", 1), static_cast<FitScore>(facts.chosen("fit_score", scores)),
          facts.real("least_score", -largest, largest)};
}

namespace {

// The words for enum values in the file. The order of enum values matters only here, so that enums
// may grow anywhere.
constexpr const char *geometries[] = {"euclidean", "spherical"};
constexpr const char *readouts[] = {"argmax", "cosine-kmeans", "kmeans", "rotation"};
constexpr const char *weightings[] = {"none", "tfidf", "log-tfidf"};
constexpr const char *kernel_words[] = {"linear", "polynomial", "rbf", "precomputed"};
constexpr const char *graph_weights[] = {"cosine", "binary", "heat", "local-scaling"};
static_assert(static_cast<int>(Geometry::spherical) == 1 &&
              static_cast<int>(ReadoutKind::rotation) == 3 &&
              static_cast<int>(Weighting::none) == 1 &&
              static_cast<int>(Weighting::log_tfidf) == 3 &&
              static_cast<int>(GraphWeight::cosine) == 1 &&
              static_cast<int>(GraphWeight::local_scaling) == 4 &&
              static_cast<int>(KernelKind::linear) == 1 &&
              static_cast<int>(KernelKind::precomputed) == 4);

// The graph is of neighbors by Euclidean distance.
constexpr const char *euclidean_need = "euclidean-graph";
// The documents are stored, but new ones are not compared with them.
constexpr const char *kept_need = "kept-documents";
// The documents have vectors, which a new fit needs.
constexpr const char *vectors_need = "vectors";

template <std::size_t n>
const char *word(const char *const (&words)[n], int position) noexcept {
  return words[position];
}

void read_kernel(const FactReader &facts, KernelSpec &kernel) {
  kernel.kind = static_cast<KernelKind>(facts.chosen("kernel", kernel_words) + 1);
  kernel.degree = facts.integer("degree", 1, std::numeric_limits<Index>::max());
  kernel.offset = facts.real("offset", 1e300);
  kernel.bandwidth = facts.real("kernel_bandwidth", 1e300);
}

void check_kernel(const FactReader &facts, const Model &model) {
  const KernelSpec &kernel = model.training.kernel;
  const bool precomputed = kernel.kind == KernelKind::precomputed;
  if (precomputed != !model.training.kernel_diagonal.empty())
    facts.archive().refuse("section 'kernel_diagonal' does not match the kernel");
  if (precomputed && model.m != model.n)
    facts.archive().refuse("a kernel of %lld x %lld is not square", static_cast<long long>(model.n),
                           static_cast<long long>(model.m));
  if (kernel.kind == KernelKind::rbf) facts.require_positive(kernel.bandwidth, "kernel_bandwidth");
}

// Edges between new documents and those of the fit.
void check_edges(const FactReader &facts, const TrainingData &training) {
  for (const double scale : training.local_scales)
    if (!(scale > 0))
      facts.archive().refuse("section 'local_scales' has a number that is not positive");
  const bool precomputed = training.kernel.kind == KernelKind::precomputed;
  if (!(training.lambda > 0) || (!training.compared && !precomputed)) return;
  facts.require_positive(static_cast<double>(training.neighbors), "neighbors");
  if (training.graph_weight == GraphWeight::heat)
    facts.require_positive(training.bandwidth, "bandwidth");
  facts.require_section(
      training.graph_weight != GraphWeight::local_scaling || !training.local_scales.empty(),
      "local_scales");
}

void read_weights(const FactReader &facts, Index m, FeatureWeights &weights) {
  weights.weighting = static_cast<Weighting>(facts.chosen("weighting", weightings) + 1);
  const bool unit_rows = facts.flag("unit_rows");
  if (unit_rows && !weights.shift.empty())
    facts.archive().refuse("both rows and features are scaled");
  if (unit_rows) weights.scaling = Scaling::unit_rows;
  weights.dropped = facts.integer("features_dropped", 0, m);
  weights.idf = facts.optional("idf", m, 1);
  if ((weights.weighting != Weighting::none) != !weights.idf.empty())
    facts.archive().refuse("section 'idf' does not match the weighting");
}

}  // namespace

std::string needs_of(const Model &model) {
  const TrainingData &training = model.training;
  std::string needs = training.kernel.kind == KernelKind::linear ? "" : "kernel";
  for (const auto &one : needs_of_scaling(training.weights))
    needs += (needs.empty() ? "" : " ") + one;
  if (training.X.is_dense()) needs.append(needs.empty() ? "" : " ").append(dense_need);
  if (!training.X.empty() && !training.compared)
    needs.append(needs.empty() ? "" : " ").append(kept_need);
  if (training.metric == Metric::euclidean)
    needs.append(needs.empty() ? "" : " ").append(euclidean_need);
  if (training.vector_columns > 0) needs.append(needs.empty() ? "" : " ").append(vectors_need);
  if (!model.left_out.empty()) needs.append(needs.empty() ? "" : " ").append(left_out_need);
  return needs;
}

void add_readout_facts(KeyValues &facts, const MembershipReadout &readout) {
  facts.emplace_back("geometry", word(geometries, static_cast<int>(readout.geometry)));
  facts.emplace_back("readout", word(readouts, static_cast<int>(readout.kind)));
}

void add_training_facts(KeyValues &facts, const TrainingData &training) {
  const FeatureWeights &weights = training.weights;
  facts.insert(facts.end(),
               {{"weighting", word(weightings, static_cast<int>(weights.weighting) - 1)},
                {"unit_rows", print(Index{weights.unit_rows()})},
                {"features_dropped", print(weights.dropped)},
                {"lambda", print(training.lambda)},
                {"ncw", "0"},  // unless the predictor overrides it
                {"ncw_appendix", "0"},
                {"ncw_power", print(training.ncw_power)},
                {"neighbors", print(training.neighbors)},
                {"graph_weight", word(graph_weights, static_cast<int>(training.graph_weight) - 1)},
                {"bandwidth", print(training.bandwidth)}});
}

void add_kernel_facts(KeyValues &facts, const KernelSpec &kernel) {
  if (kernel.kind == KernelKind::linear) return;
  facts.emplace_back("kernel", word(kernel_words, static_cast<int>(kernel.kind) - 1));
  facts.emplace_back("degree", print(kernel.degree));
  facts.emplace_back("offset", print(kernel.offset));
  facts.emplace_back("kernel_bandwidth", print(kernel.bandwidth));
}

void add_vector_facts(KeyValues &facts, const TrainingData &training) {
  if (training.vector_columns > 0)
    facts.emplace_back("vector_columns", print(training.vector_columns));
}

void read_needs(const FactReader &facts, Model &model) {
  TrainingData &training = model.training;
  training.compared = has_documents(facts.archive());
  for (const std::string &need : words_of(facts.text("needs"))) {
    if (need == "kernel")
      read_kernel(facts, training.kernel);
    else if (need == dense_need)
      facts.require_section(has_documents(facts.archive()), "X_reals");
    else if (need == euclidean_need)
      training.metric = Metric::euclidean;
    else if (need == vectors_need)
      training.vector_columns =
          facts.integer("vector_columns", 1, std::numeric_limits<std::int32_t>::max());
    else if (need == kept_need)
      training.compared = false;
    else if (need == left_out_need)
      model.left_out = read_left_out(facts);
    else if (!read_scaling(facts.archive(), need, model.m, training.weights, facts.memory()))
      facts.refuse_later("need", need);
  }
}

void read_readout(const FactReader &facts, Model &model) {
  MembershipReadout &readout = model.readout;
  readout.geometry = static_cast<Geometry>(facts.chosen("geometry", geometries));
  readout.kind = static_cast<ReadoutKind>(facts.chosen("readout", readouts));
  readout.weights = facts.optional("readout_weights", model.k, 1);
  readout.centers = facts.optional("readout_centres", model.k, model.k);
}

void read_training(const FactReader &facts, Model &model, ExecutionContext &run) {
  TrainingData &training = model.training;
  const Index n = model.n, m = model.m;
  read_weights(facts, m, training.weights);
  training.lambda = facts.real("lambda", std::numeric_limits<double>::max());
  training.ncw_power = facts.real("ncw_power", 1);
  training.neighbors = facts.integer("neighbors", 0, std::numeric_limits<Index>::max());
  training.graph_weight = static_cast<GraphWeight>(facts.chosen("graph_weight", graph_weights) + 1);
  training.bandwidth = facts.real("bandwidth", 1e300);
  training.kernel_diagonal = facts.optional("kernel_diagonal", n, 1);
  training.local_scales = facts.optional("local_scales", n, 1);
  if (has_documents(facts.archive())) read_documents(facts, n, m, training, run);
  if (training.vector_columns > 0)
    training.vectors = read_vectors(facts.archive(), n, training.vector_columns, facts.memory());
  check_kernel(facts, model);
  check_edges(facts, training);
}

}  // namespace manifact
