#include "pipeline/derived_options.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "methods/start/labels.hpp"
#include "methods/start/propagation.hpp"
#include "options/plan.hpp"
#include "pipeline/collective_fits.hpp"
#include "pipeline/report.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

bool has_labels(const Constraints *constraints) noexcept {
  return constraints != nullptr && constraints->labeled > 0;
}

// Single precision of sparse rows of unit length: their values are at most 1, and the errors of
// products and scores are far below the differences of documents. Of few entries a fit takes no
// time, and of documents that are divided among processes the sums must agree in all digits.
bool fits_single(const Options &options, const Matrix &X, bool divided) {
  constexpr Index many_entries = 500'000;
  const bool unit_rows = options.choice<Scaling>() == Scaling::automatic ||
                         options.choice<Scaling>() == Scaling::unit_rows;
  if (X.dense) return X.value_type == ValueType::single;
  return !divided && unit_rows && X.entries() >= many_entries &&
         kernel_spec(options).kind == KernelKind::linear;
}

void derive_precision(Options &options, const Matrix &X, bool divided) {
  if (options.choice<Precision>() != Precision::auto_) return;
  options.replace(fits_single(options, X, divided) ? Precision::float_ : Precision::double_);
}

void derive_preset(Options &options, const Matrix &X, const Method &method,
                   const FitInputs &inputs) {
  if (!method.takes_constraints || !options.uses(Key::preset)) return;
  const std::string words = options.words_of(*find_option(Key::preset));
  const bool has_quality = words.find("quality") != std::string::npos;
  if (!has_labels(inputs.constraints))
    options.derive(Preset::pairs);
  else if (has_quality && !inputs.has_start() && !X.dense)
    options.derive(Preset::quality);
}

// The weighting divides by sums of kernel values, which may have any sign. From a random start
// every concept is close to the mean of all documents, K+ and K- nearly cancel, and the updates
// make hardly any progress; k-means gives distinct concepts.
void derive_for_signed_kernel(Options &options, bool given_start, Report &report) {
  std::string changed;
  const auto derive = [&](auto value) {
    const OptionInfo &option = *find_option(Choice<decltype(value)>::key);
    if (!options.uses(option.key) || options.is_set(option.key)) return;
    options.derive(value);
    changed.append(changed.empty() ? "" : " ").append(option.name).append("=");
    changed.append(options.text(option.key));
  };
  if (options.choice<CutWeighting>() != CutWeighting::none) derive(CutWeighting::none);
  if (options.choice<StartKind>() == StartKind::random && !given_start) derive(StartKind::kmeans);
  if (!changed.empty())
    report.warn(
        "the kernel has negative values: unless set explicitly, the default for such kernels is "
        "%s",
        changed.c_str());
}

bool follows_paper(const Options &options) {
  return options.uses(Key::preset) && options.choice<Preset>() == Preset::paper;
}

// With few terms the nearest documents are less informative, so local predictors need more of them,
// but not a large fraction of all documents. The eigenvectors are then farther from a partition: a
// rotation more often ends with a very small cluster than k-means does, if a graph smooths them
// (lambda > 0). The features of dense data are not terms. docs/methods/clgr.md has the
// measurements.
void derive_for_vocabulary(Options &options, const WeightedFacts &facts) {
  constexpr Index few = 1000, most_of_few = 80, least = 20, starts = 50;
  if (!facts.local_terms || facts.features > few || follows_paper(options)) return;
  const bool is_smooth = options.real(Key::lambda) > 0;
  const Index most = facts.most_neighbors > 0 ? facts.most_neighbors : most_of_few;
  options.derive(Key::neighbors, std::clamp(facts.documents / 20, least, most));
  if (!is_smooth || options.is_set(Key::readout)) return;
  options.derive(ReadoutKind::cosine_kmeans);
  options.derive(Key::readout_starts, starts);
}

// Of many documents all starts of k-means end alike. The clusters of the start are the only ones
// that k-means finds: a read-out by k-means has few coordinates, and the same option.
void derive_for_size(Options &options, const Method &method, const WeightedFacts &facts) {
  if (method.fewer_restarts && !follows_paper(options)) {
    const Index restarts = options.integer(Key::restarts),
                fewer = starts_of_size(restarts, facts.documents);
    if (fewer < restarts) options.derive(Key::restarts, fewer);
  }
  if (!options.uses(Key::readout_starts) || !options.uses(Key::smoothing)) return;
  if (options.choice<StartKind>() != StartKind::lsi) return;
  if (options.choice<ReadoutKind>() != ReadoutKind::argmax) return;
  const Index starts = options.integer(Key::readout_starts),
              fewer = starts_of_size(starts, facts.documents);
  if (fewer < starts) options.derive(Key::readout_starts, fewer);
}

}  // namespace

Index starts_of_size(Index starts, Index documents) noexcept {
  constexpr Index few = 20'000;
  if (documents <= few) return starts;
  return std::max<Index>(1, (starts * few + documents - 1) / documents);
}

Options derive_from_input(const Options &requested, const Matrix &X, const Method &method,
                          const FitInputs &inputs, const CollectiveFits *fits) {
  Options options = requested;
  if (X.dense) options.take_dense_defaults();
  derive_precision(options, X, fits != nullptr);
  derive_preset(options, X, method, inputs);
  if (fits != nullptr) fits->derive(options);
  return options;
}

bool takes_single(const Options &options, const Matrix &X, const Method &method, Index k) {
  constexpr double factors = 4;  // V, W, K W and K V
  return X.mapped() && method.streams && options.uses(Key::update) &&
         !options.is_set(Key::precision) && options.choice<Precision>() == Precision::double_ &&
         fits_single(options, X, false) &&
         factors * sizeof(double) * static_cast<double>(X.rows) * static_cast<double>(k) >
             static_cast<double>(options.integer(Key::memory_budget));
}

std::vector<Options> view_candidates(const Options &requested) {
  Options content = requested;
  content.replace(Selection::none);
  content.derive(StartKind::lsi);
  Options merged = content;
  merged.derive(StartKind::merge);
  merged.derive(Key::max_iterations, Index{0});
  // Clusters of less even sizes than by the default of start=merge. Where they are wrong, the views
  // agree less.
  merged.derive(Key::merge_exponent, 0.3);
  std::vector<Options> candidates = {content, merged};
  if (requested.choice<Preset>() == Preset::best) {
    merged.derive(Key::svd_rank, Index{100});
    candidates.push_back(merged);
  }
  return candidates;
}

Options derive_points(const Options &requested, Report &report) {
  Options options = requested;
  if (requested.is_set(Key::preset)) {
    options.replace(Preset::points);
    report.warn("dense data have no terms to compare: preset=points");
  } else {
    options.derive(Preset::points);
  }
  return options;
}

Options derive_scaling_of_points(const Options &requested, bool standardize) {
  Options options = requested;
  options.replace(standardize ? Scaling::z_score : Scaling::none);
  return options;
}

bool chooses_metric(const Options &options) {
  const bool needs_cosines =
      kernel_spec(options).kind == KernelKind::precomputed ||
      (options.choice<GraphWeight>() == GraphWeight::cosine && options.is_set(Key::graph_weight));
  return options.choice<Metric>() == Metric::automatic && !needs_cosines;
}

Options derive_metric(const Options &requested, bool searched, bool points) {
  const bool wanted = requested.choice<Metric>() == Metric::euclidean,
             by_cosine = requested.choice<GraphWeight>() == GraphWeight::cosine;
  if (wanted && kernel_spec(requested).kind == KernelKind::precomputed)
    fail(Status::option,
         "metric=euclidean is not possible with kernel=precomputed: the neighbors are read from "
         "the kernel");
  if (wanted && by_cosine && requested.is_set(Key::graph_weight))
    fail(Status::option,
         "graph-weight=cosine needs metric=cosine: with metric=euclidean, the weights are binary, "
         "heat or local-scaling");
  Options options = requested;
  const bool by_distance = searched && (points || wanted);
  options.replace(by_distance ? Metric::euclidean : Metric::cosine);
  if (by_distance && by_cosine) options.derive(GraphWeight::local_scaling);
  return options;
}

Options derive_from_data(const Options &requested, const Matrix &X, const Method &method,
                         bool given_start, const WeightedFacts &facts, Report &report) {
  Options options = requested;
  if (method.take_data != nullptr)
    if (const char *const replaced = method.take_data(X, given_start, options))
      report.warn("%s", replaced);
  if (facts.signed_kernel)
    derive_for_signed_kernel(options, given_start, report);
  else
    derive_for_vocabulary(options, facts);
  derive_for_size(options, method, facts);
  return options;
}

bool may_compare_neighbors(const Options &requested, const Method &method, const Matrix &X,
                           const FitInputs &inputs) {
  return method.local_prediction && !X.dense && inputs.graph == nullptr &&
         !requested.is_set(Key::neighbors) && !follows_paper(requested) &&
         requested.real(Key::lambda) > 0;
}

Options derive_without_labels(const Options &requested, const Constraints *constraints,
                              bool given_start, Report &report) {
  if (!requested.uses(Key::start) || !starts_from_labels(requested) || given_start ||
      has_labels(constraints))
    return requested;
  if (requested.is_set(Key::start))
    fail(Status::option, "start=%s needs labels of some documents",
         requested.text(Key::start).c_str());
  Options options = requested;
  if (requested.uses(Key::preset) && requested.choice<Preset>() == Preset::quality) {
    options.replace(Preset::pairs);
    report.warn("there are no labels to start from: preset=pairs");
    return options;
  }
  options.derive(StartKind::random);
  if (options.integer(Key::restarts) == 1) options.derive(Key::restarts, Index{5});
  report.warn("there are no labels to start from: start=random with restarts=%s",
              options.text(Key::restarts).c_str());
  return options;
}

bool chooses_start(const Options &options) {
  if (!options.uses(Key::preset) || options.choice<StartKind>() != StartKind::ncut) return false;
  return options.choice<Preset>() == Preset::dense && !options.is_set(Key::start);
}

Options content_options(const Options &options) {
  Options content = options;
  if (chooses_start(options)) content.derive(StartKind::lsi);
  return content;
}

void warn_ineffective_options(const Options &options, bool given_start, Report &report) {
  const Options defaults = options.defaults();
  const auto warn = [&](std::initializer_list<Key> keys, const char *why) {
    for (const Key key : keys)
      if (options.uses(key) && options.is_set(key) && options.text(key) != defaults.text(key))
        report.warn("%s is ignored %s", find_option(key)->name, why);
  };
  if (options.uses(Key::adaptive_weight)) {
    if (options.real(Key::adaptive_weight) == 0)
      warn({Key::adaptive_neighbors, Key::gamma, Key::adaptive_ridge, Key::refresh},
           "with adaptive-weight=0");
    else if (options.integer(Key::refresh) == 0)
      warn({Key::gamma, Key::adaptive_ridge},
           "with refresh=0, which keeps the adaptive neighbors in the data");
    else if (options.choice<GammaKind>() == GammaKind::row)
      warn({Key::adaptive_ridge}, "with gamma=row, which gives each document its gamma");
  }
  if (options.uses(Key::max_iterations) && options.uses(Key::trial_iterations) &&
      options.integer(Key::max_iterations) == 0 && options.integer(Key::restarts) == 1)
    warn({Key::update, Key::update_order, Key::sweeps, Key::tolerance, Key::kkt_tolerance,
          Key::extrapolation},
         "without updates (max-iterations=0)");
  if (ends_with_its_start(options))
    warn({Key::alpha}, "without updates (max-iterations=0): start-alpha is that of the start");
  if (options.uses(Key::smoothing) && given_start)
    warn({Key::svd_rank, Key::smoothing}, "with a given start");
  else if (options.uses(Key::smoothing) && !starts_from_content(options))
    warn({Key::svd_rank, Key::smoothing}, "without start=lsi or merge");
  if (options.uses(Key::preset) && options.choice<Preset>() == Preset::points)
    return warn({Key::start, Key::max_iterations, Key::neighbors, Key::graph_weight,
                 Key::graph_rule, Key::metric, Key::lambda, Key::lambda_scale, Key::svd_rank,
                 Key::smoothing, Key::refine, Key::update, Key::ncw, Key::ncw_power, Key::select},
                "with preset=points");
  if (options.uses(Key::merge_exponent) && options.choice<StartKind>() != StartKind::merge)
    warn({Key::merge_exponent}, "without start=merge");
}

}  // namespace manifact
