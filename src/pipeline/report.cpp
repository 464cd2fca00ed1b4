#include "pipeline/report.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>

#include "pipeline/collective_fits.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

const char *name_of(Weighting weighting) {
  switch (weighting) {
    case Weighting::tfidf:
      return "tfidf";
    case Weighting::log_tfidf:
      return "log-tfidf";
    default:
      return "none";
  }
}

// Whether the option affects the result: only those options are stored in the model.
bool decides(Key key) {
  return key != Key::threads && key != Key::memory_budget && key != Key::top_terms &&
         key != Key::term_score;
}

// Every "document" becomes a "row".
std::string of_rows(std::string text) {
  constexpr std::string_view word = "document";
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at))
    text.replace(at, word.size(), "row");
  return text;
}

}  // namespace

void Report::warn(const char *format, ...) {
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const std::string warning = dense_ ? of_rows(text) : text;
  run_.monitor.note(1, warning.c_str());
  model_.findings.warnings.push_back(warning);
}

void Report::not_refined(const char *word, Index moved, Index documents) {
  refined(0);
  note("refinement_would_move", moved);
  char text[200];
  std::snprintf(text, sizeof text,
                "refine=%s is not taken: it would move %lld of %lld documents, more than a tenth",
                word, static_cast<long long>(moved), static_cast<long long>(documents));
  run_.monitor.note(0, (dense_ ? of_rows(text) : std::string(text)).c_str());
}

template <class T>
void Report::data(const DataView<T> &X, const FeatureWeights &weights, Index duplicates,
                  bool zeros_are_points) {
  Index empty = 0, entries = 0;
  std::vector<bool> seen(static_cast<std::size_t>(X.columns));
  for (Index i = 0; i < X.rows; ++i) {
    const DataRow<T> x = X.row(i);
    const Index before = entries;
    for (Index e = 0; e < x.size(); ++e) {
      if (x.dense() && x[e] == 0) continue;
      seen[static_cast<std::size_t>(x.column(e))] = true;
      ++entries;
    }
    if (entries > before) continue;
    ++empty;
    if (!zeros_are_points) empty_.push_back(i);
  }
  Array<Index> documents(run_.memory, X.columns);
  for (Index j = 0; j < documents.size(); ++j) documents[j] = seen[static_cast<std::size_t>(j)];
  run_.sum(documents.data(), documents.size());
  for (Index j = 0; j < documents.size(); ++j) seen[static_cast<std::size_t>(j)] = documents[j] > 0;
  empty = run_.total(empty);
  entries = run_.total(entries);
  const Index rows = run_.total(X.rows);
  Index used = 0;
  for (const bool s : seen) used += s ? 1 : 0;
  if (const CollectiveFits *const fits = run_.collective->fits()) {
    const CollectiveFits::Shares shares = fits->shares(X.entries(), run_);
    note("ranks", shares.processes);
    note("entries_balance", shares.balance);
  }
  note("weighting", name_of(weights.weighting));
  note("scaling", name_of(weights.scaling));
  if (weights.exponent != 0) {
    note("scaling_exponent", Index{weights.exponent});
    warn(
        "the documents were multiplied by 2^%d so that their squares stay in range: basis, "
        "centroids and objective refer to the scaled data, options to the data as given",
        weights.exponent);
  }
  note("features_used", used);
  note("features_dropped", weights.dropped);
  note("entries", entries);
  note("empty_documents", empty);
  note("duplicate_documents", duplicates);
  distinct_ = rows - empty - duplicates + (zeros_are_points && empty > 0 ? 1 : 0);
  rows_ = rows;
}

void Report::empty_documents(const Array<std::int32_t> *labels) {
  const Index all = run_.total(static_cast<Index>(empty_.size()));
  if (all == 0) return;
  Index clustered = 0;
  for (const Index i : empty_) clustered += labels != nullptr && (*labels)[i] >= 0 ? 1 : 0;
  clustered = run_.total(clustered);
  if (clustered == 0)
    warn("%lld of %lld documents %s to no cluster%s", number(all), number(rows_),
         all == 1 ? "is empty after weighting; it belongs"
                  : "are empty after weighting; they belong",
         dense_ ? ": where zeros are an answer, kmeans, ncut and other methods that compare "
                  "distances (with scaling=none), or preset=points of auto, take them as points"
                : "");
  else
    warn(
        "%lld of %lld documents %s empty after weighting; %lld of them got a cluster from the "
        "graph, labels or start, not from %s content",
        number(all), number(rows_), all == 1 ? "is" : "are", number(clustered),
        all == 1 ? "its" : "their");
}

void Report::scales(const FeatureScales &scales, Scaling scaling) {
  if (scaling == Scaling::z_score)
    warn(
        "the features have very different scales (the largest standard deviation is %.0f times the "
        "median): they were standardized; scaling=none keeps them as they are",
        scales.ratio);
  if (scaling == Scaling::none && scales.worth_a_warning())
    warn(
        "the features have very different scales (the largest standard deviation is %.0f times the "
        "median), so the largest determine the clusters: consider scaling=z-score or min-max",
        scales.ratio);
}

void Report::far_from_origin(double ratio, const char *method) {
  warn(
      "the rows are %.2g times as far from the origin as from their mean: method '%s' compares "
      "them "
      "by inner products, which lose the differences; use scaling=min-max or z-score, or a method "
      "that compares distances, such as auto or kmeans",
      ratio, method);
}

void Report::dense_counts(DenseCounts kind, const FeatureWeights &weights, const Options &options) {
  const bool weighted = options.is_set(Key::weighting), scaled = options.is_set(Key::scaling);
  if (kind == DenseCounts::likely && !(weighted && scaled))
    warn(
        "the dense values are whole numbers and mostly 0: they are treated as counts, as in a "
        "sparse matrix (weighting %s%s); weighting=none and scaling=none keep the values",
        name_of(weights.weighting), weights.unit_rows() ? ", rows of unit length" : "");
  if (kind == DenseCounts::possible && !weighted && !scaled)
    warn(
        "the dense values are whole numbers and mostly 0, but not treated as counts, as they would "
        "be in a sparse matrix: if they are counts, set weighting=tfidf and scaling=unit-rows");
}

std::string warning_of_kind(const Matrix &X, const Options &options, const FitInputs &inputs,
                            bool fewer, ExecutionContext &run) {
  if (inputs.of_kernel || kernel_spec(options).kind == KernelKind::precomputed) return {};
  const Pairwise values =
      inputs.graph == nullptr ? pairwise_values(X, inputs.places, run) : Pairwise::none;
  if (values == Pairwise::distances)
    return "the data are square and symmetric with zeros in the diagonal, like distances between "
           "the rows or the weights of a graph, but are taken as features of the rows: give "
           "weights as the graph of the fit, too, with a method such as ncut; of distances d give "
           "exp(-d^2 / (2 s^2)) with kernel=precomputed and a method such as auto or lccf";
  if (values == Pairwise::similarities)
    return "the data are square and symmetric like similarities of the rows, but are taken as "
           "features of the rows: kernel=precomputed, with a method such as auto or lccf, takes "
           "them as similarities";
  if (options.is_set(Key::scaling) || options.is_set(Key::metric)) return {};
  const SparsePoints points = sparse_points(X, run);
  if (points == SparsePoints::none || (points == SparsePoints::possible && !fewer)) return {};
  std::string text =
      points == SparsePoints::negative ? "some values of the sparse data are negative"
      : points == SparsePoints::full
          ? "nearly all values of the sparse data are stored and not all are whole numbers"
      : points == SparsePoints::uneven
          ? "the rows of the sparse data have very different lengths and not all values are whole "
            "numbers"
          : "there are fewer clusters and not all values of the sparse data are whole numbers";
  text +=
      ", like points, but the rows are scaled to unit length and compared by directions: a dense "
      "matrix of the same values is taken as points; a sparse one is, with scaling=none, by kmeans "
      "or by ncut with metric=euclidean";
  return text;
}

void Report::metric(bool chosen) {
  note("graph_metric", "euclidean");
  if (chosen)
    run_.monitor.note(0,
                      "points of few features: neighbors by Euclidean distance (metric=cosine "
                      "compares directions)");
}

void Report::texts(const Csr<double> &T, const FeatureWeights &weights) {
  Index empty = 0;
  for (Index i = 0; i < T.rows; ++i) empty += T.indptr[i] == T.indptr[i + 1] ? 1 : 0;
  note("text_weighting", name_of(weights.weighting));
  note("text_terms", T.columns - weights.dropped);
  note("text_terms_dropped", weights.dropped);
  note("text_empty_documents", empty);
  if (empty == T.rows) warn("all texts are empty after weighting: clusters have no top terms");
}

Index Report::possible_clusters(Index requested, Index least) {
  if (requested <= std::max(distinct_, least)) return requested;
  warn("n_clusters reduced from %lld to %lld: there are no more distinct documents",
       number(requested), number(std::max(distinct_, least)));
  return std::max(distinct_, least);
}

void Report::search(const SearchTrace &trace, const SearchRequest &requested) {
  note("graph_search", trace.approximate ? "approximate" : "exact");
  if (run_.divided()) note("graph_balance", trace.balance);
  if (trace.declined && requested.kind == SearchKind::approximate)
    warn("graph-search=approximate: the search was exact, which is not slower for these documents");
  if (!trace.approximate) return;
  if (trace.groups > 0)
    warn(
        "the weighted rows exceed the memory-budget: neighbors were searched among documents that "
        "share one of their three heaviest features, in %lld groups",
        number(trace.groups));
  note("graph_recall", trace.recall);
  note("graph_recall_sample", trace.sampled);
  const double found = std::floor(trace.recall * 1000) / 10;  // percent
  if (trace.recall < requested.recall)
    warn(
        "the approximate search found %.1f%% of the nearest neighbors, below the requested %g%% "
        "(on a sample of %lld documents)",
        found, requested.recall * 100, number(trace.sampled));
  else if (requested.kind == SearchKind::automatic)
    warn(
        "for this number of documents the graph is approximate: it has about %.1f%% of the nearest "
        "neighbors; graph-search=exact finds all",
        found);
}

void Report::background(const DocumentFrequencies &background, const FeatureWeights &weights) {
  if (weights.weighting == Weighting::none)
    return warn(
        "the document frequencies of %lld other documents are ignored: the values are not "
        "weighted",
        number(background.documents));
  Index used = 0, unknown = 0;
  for (Index j = 0; j < weights.idf.size(); ++j) {
    if (!(weights.idf[j] > 0)) continue;
    ++used;
    unknown += background.of[j] == 0 ? 1 : 0;
  }
  note("background_documents", background.documents);
  note("background_unknown_features", unknown);
  if (2 * unknown > used)
    warn(
        "%lld of %lld features are in none of the %lld other documents that give the document "
        "frequencies; each weighs as if it were in one",
        number(unknown), number(used), number(background.documents));
}

void Report::vectors(Index columns, Index without) {
  note("vector_columns", columns);
  if (without == 0) return;
  note("documents_without_vector", without);
  warn("%lld of %lld documents %s no vector, and only %s words are used", number(without),
       number(rows_), without == 1 ? "has" : "have", without == 1 ? "its" : "their");
}

void Report::graph(const Graph &graph, const char *source,
                   const Array<std::int32_t> &first_duplicate, bool from_coordinates) {
  Index repeats = 0;
  for (Index i = 0; i < first_duplicate.size(); ++i) repeats += first_duplicate[i] != i ? 1 : 0;
  note("graph", source);
  note("graph_edges", graph.edges());
  note("graph_components", graph.components - repeats);
  note("graph_isolated", graph.isolated - repeats);
  if (graph.averaged > 0)
    warn(
        "%lld of %lld edges of the given graph have two weights that differ by rounding (by at "
        "most a fraction of %.2g): they were averaged",
        number(graph.averaged), number(graph.edges()), graph.asymmetry);
  if (graph.stored_zeros > 0)
    warn(
        "%lld stored zeros of the given graph are no edges; if the weights are distances, equal "
        "documents are not joined and near ones only weakly: give similarities, such as "
        "exp(-d^2 / (2 b^2))",
        number(graph.stored_zeros));
  if (!first_duplicate.empty()) note("graph_collapsed", repeats);
  if (graph.components - graph.isolated > model_.k && model_.k > 0 && !from_coordinates)
    warn(
        "the graph has %lld components (not counting isolated documents), more than there are "
        "clusters: it cannot join them",
        number(graph.components - graph.isolated));
}

void Report::constraints(const Constraints &c) {
  note("labeled_documents", c.labeled);
  note("classes", c.n_classes());
  note("constraint_pairs", static_cast<Index>(c.pairs.size()));
  note("constraint_contradictions", static_cast<Index>(c.contradictions.size()));
  note("constraint_conflicts", static_cast<Index>(c.conflicts.size()));
  if (!c.contradictions.empty())
    warn("%lld pair%s both must-link and cannot-link: the mean of %s weights is used",
         number(c.contradictions.size()), c.contradictions.size() == 1 ? " is" : "s are",
         c.contradictions.size() == 1 ? "its" : "their");
  if (!c.conflicts.empty())
    warn("%lld cannot-link%s with chains of must-links or labels", number(c.conflicts.size()),
         c.conflicts.size() == 1 ? " conflicts" : "s conflict");
}

void Report::propagation(const PropagationTrace &trace, const char *of) {
  if (trace.solver == PropagationSolver::automatic) return;
  const std::string before = of;
  const bool factor = trace.solver == PropagationSolver::cholesky;
  note(before + "propagation_solver", factor ? "cholesky" : "cg");
  if (trace.fill > 0) note(before + "propagation_fill", trace.fill);
  if (!factor) note(before + "propagation_rounds", trace.rounds);
  if (trace.residual > 0)
    warn(
        "conjugate gradients stopped after %lld rounds with a residual of %g: alpha may be too "
        "close to 1",
        number(trace.rounds), trace.residual);
}

void Report::affinity(AdjustedGraph &adjusted, const Options &options, const Graph &before) {
  if (!adjusted.affinity) return;
  const Affinity &F = *adjusted.affinity;
  const double alpha = options.real(Key::alpha);
  propagation(F.trace);
  note("propagation_scale", F.scale);
  if (F.dropped > 0) note("propagation_dropped", F.dropped);
  note("constraint_edges", adjusted.graph.S.entries() / 2 - before.S.entries() / 2);
  if (alpha > 0.97) warn("alpha is %g: above 0.97 constraints blur over the whole graph", alpha);
  adjusted.affinity.reset();
}

void Report::violations() {
  Index labels = 0;
  for (const Pair &pair : model_.violations) labels += pair.second < 0 ? 1 : 0;
  note("violated_labels", labels);
  note("violated_pairs", static_cast<Index>(model_.violations.size()) - labels);
}

void Report::findings(const Findings &findings) {
  for (const auto &[name, value] : findings.notes) note(name, value.c_str());
  for (const std::string &warning : findings.warnings) warn("%s", warning.c_str());
}

bool Report::has(std::string_view name) const {
  const auto &notes = model_.findings.notes;
  return std::any_of(notes.begin(), notes.end(),
                     [&](const auto &one) { return one.first == name; });
}

void Report::rotation(double objective, Index start) {
  note("rotation_objective", objective);
  note("rotation_start", start);
}

void Report::outliers(Index documents, double threshold) {
  note("outliers", documents);
  note("outlier_threshold", threshold);
}

void Report::attached(Index documents) { note("attached_documents", documents); }

void Report::acceptance(const CutAcceptance &acceptance, bool accepted) {
  note("cut_acceptance", accepted ? "cut" : "content");
  note("cut_agreement", acceptance.agreement);
  note("cut_balance", acceptance.balance);
}

void Report::views(double content, double merged, std::size_t chosen) {
  constexpr const char *names[] = {"lsi", "merge", "coarse merge"};
  note("view_choice", names[chosen]);
  note("view_score_lsi", content);
  note("view_score_merge", merged);
}

void Report::neighbors_compared(Index kept, double separation, Index other,
                                double other_separation) {
  note("neighbors_kept", kept);
  note("neighbors_kept_separation", separation);
  note("neighbors_left", other);
  note("neighbors_left_separation", other_separation);
}

void Report::options(const Options &options, bool given_start) {
  model_.memory_budget = options.integer(Key::memory_budget);
  for (const OptionInfo &option : option_table()) {
    if (!decides(option.key) || !options.uses(option.key)) continue;
    const bool start = option.key == Key::start && given_start;
    const auto &setting = options.setting(option.key);
    model_.options.push_back({option.name, start ? "given" : options.text(option.key),
                              start ? Origin::data : options.origin(option.key),
                              setting ? printed(option, *setting) : std::string()});
  }
}

void Report::kernel(const KernelSpec &spec, const KernelStore &store, const char *update_rule) {
  if (update_rule != nullptr) note("update_rule", update_rule);
  if (spec.kind == KernelKind::rbf) note("kernel_bandwidth", spec.bandwidth);
  if (store.blocks == 0) return;
  note("kernel_blocks", store.blocks);
  note("kernel_blocks_kept", store.kept);
  note("kernel_bytes", store.kept * store.block_bytes);
  if (store.kept < store.blocks)
    warn(
        "the kernel of %lld x %lld documents needs %lld bytes, more than the memory-budget: %lld "
        "of its %lld blocks are recomputed for every product",
        number(model_.n), number(model_.n), number(store.blocks * store.block_bytes),
        number(store.blocks - store.kept), number(store.blocks));
}

void Report::trace(const SolveTrace &trace, const Schedule &schedule, bool tolerance_applies) {
  if (schedule.restarts > 1) note("best_start", trace.best_start);
  note("updates", trace.iterations());
  note("objective_first", trace.history.front());
  note("objective_last", trace.history.back());
  if (!std::isnan(trace.residual)) note("kkt_residual", trace.residual);
  limited_ = ((tolerance_applies && schedule.tolerance > 0) || schedule.kkt_tolerance > 0) &&
             schedule.max_iterations > 0 && !trace.converged;
  note("stopped_by", trace.stationary        ? "kkt-tolerance"
                     : trace.converged       ? "tolerance"
                     : limited_ || unsolved_ ? "iteration limit"
                                             : "number of updates asked for");
}

void Report::features(Index requested) {
  if (requested > model_.features.l)
    warn("feature-clusters reduced from %lld to %lld: there are no more features",
         number(requested), number(model_.features.l));
  Index unused = 0;
  for (const Index size : model_.features.sizes) unused += size == 0 ? 1 : 0;
  note("feature_clusters", model_.features.l);
  note("empty_feature_clusters", unused);
  if (unused > 0)
    warn("%lld of %lld feature clusters %s empty", number(unused), number(model_.features.l),
         unused == 1 ? "is" : "are");
  fewer_features_ = unused > 0 || requested > model_.features.l;
}

void Report::result(Index dead, Index requested) {
  empty_documents(&model_.labels);
  Index unassigned = 0, unused = 0;
  for (const std::int32_t label : model_.labels) unassigned += label < 0 ? 1 : 0;
  unassigned = run_.total(unassigned);
  for (const Index size : model_.sizes) unused += size == 0 ? 1 : 0;
  note("unassigned_documents", unassigned);
  note("empty_clusters", unused);
  note("dead_concepts", dead);
  if (unused > 0)
    warn("%lld of %lld clusters %s empty", number(unused), number(model_.k),
         unused == 1 ? "is" : "are");
  if (limited_)
    warn("max-iterations was reached before the tolerance (after %lld updates)",
         number(model_.iterations()));
  const bool fewer = unused > 0 || model_.k < requested || fewer_features_;
  model_.status = static_cast<int>(fewer       ? Status::fewer_clusters
                                   : unsolved_ ? Status::not_converged
                                   : limited_  ? Status::iteration_limit
                                               : Status::ok);
}

template void Report::data<float>(const DataView<float> &, const FeatureWeights &, Index, bool);
template void Report::data<double>(const DataView<double> &, const FeatureWeights &, Index, bool);

std::string nothing_left(const FeatureWeights &weights) {
  std::string text = "all documents are empty after weighting: there is nothing to cluster";
  if (weights.idf.size() == 0) return text;
  const Index zeros =
      static_cast<Index>(std::count(weights.idf.begin(), weights.idf.end(), 0.0)) - weights.dropped;
  if (zeros > 0)
    text += "; tf-idf gives the weight 0 to " + std::to_string(zeros) +
            (zeros == 1 ? " feature, which all documents have, or none"
                        : " features, which all documents have, or none");
  if (weights.dropped > 0)
    text += "; min-df and max-df leave out " + std::to_string(weights.dropped);
  return text;
}

}  // namespace manifact
