#include "model/file/training.hpp"

#include <limits>

#include "model/file/documents.hpp"
#include "model/file/left_out.hpp"
#include "model/file/scaling.hpp"
#include "runtime/index.hpp"

namespace manifact {
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
  check_kernel(facts, model);
  check_edges(facts, training);
}

}  // namespace manifact
