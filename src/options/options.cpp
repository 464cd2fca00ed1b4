#include "options/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "methods/method.hpp"
#include "options/renamed.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

constexpr double unbounded = 1e300;
constexpr double below_one = 0.9999999;
constexpr double whole = 9007199254740992.0;  // 2^53: numbers a double holds exactly

constexpr OptionInfo table[] = {
    {Key::seed, "seed", OptionType::integer, 0, whole, nullptr, "0", "seed of every random choice"},
    {Key::threads, "threads", OptionType::integer, 0, 1024, nullptr, "1",
     "threads; 0 = all cores; decides nothing but the time"},
    {Key::memory_budget, "memory-budget", OptionType::integer, 1048576, whole, nullptr,
     "2147483648",
     "most bytes of any one array of a fit; needing more is an error that says how many"},
    {Key::precision, "precision", OptionType::word, 0, 0, "double float", "double",
     "arithmetic of the factors"},
    {Key::preset, "preset", OptionType::word, 0, 0, "none paper fast quality text", "none",
     "a named group of settings; options set by hand win over it"},
    {Key::weighting, "weighting", OptionType::word, 0, 0, "auto none tfidf log-tfidf", "auto",
     "weights of counts: tf ln(n/df) or (1 + ln tf) ln(n/df); auto = for sparse non-negative "
     "integers (log-tfidf for method auto, else tfidf)"},
    {Key::scaling, "scaling", OptionType::word, 0, 0, "auto none unit-rows min-max z-score", "auto",
     "rows to unit length, or each feature to the range 0 to 1, or to mean 0 and deviation 1; auto "
     "= unit-rows for sparse input, dense as given (srmcf, can, pcan: min-max)"},
    {Key::min_df, "min-df", OptionType::integer, 1, whole, nullptr, "1",
     "drop terms of counts in fewer documents (never below 50 terms)"},
    {Key::max_df, "max-df", OptionType::real, 0, 1, nullptr, "1",
     "drop terms of counts in a larger share of the documents (never below 50 terms)"},
    {Key::neighbors, "neighbors", OptionType::integer, 1, whole, nullptr, "5",
     "nearest neighbors of each document in the graph"},
    {Key::graph_weight, "graph-weight", OptionType::word, 0, 0, "cosine binary heat local-scaling",
     "cosine", "weights of the edges"},
    {Key::graph_rule, "graph-rule", OptionType::word, 0, 0, "or mutual", "or",
     "an edge where one is neighbor of the other, or both"},
    {Key::bandwidth, "bandwidth", OptionType::real, 0, unbounded, nullptr, "0",
     "b of exp(-d^2 / 2 b^2), heat weights and rbf kernel; 0 = mean distance over the edges, "
     "respectively root mean square over all pairs"},
    {Key::kernel, "kernel", OptionType::word, 0, 0, "linear polynomial rbf precomputed", "linear",
     "x.y, (x.y + offset)^degree, exp(-|x - y|^2 / 2 b^2), or the input is the kernel itself, "
     "documents x documents"},
    {Key::degree, "degree", OptionType::integer, 1, whole, nullptr, "2",
     "of the polynomial kernel"},
    {Key::offset, "offset", OptionType::real, 0, unbounded, nullptr, "0",
     "of the polynomial kernel"},
    {Key::split, "split", OptionType::word, 0, 0, "auto exact factored", "auto",
     "of kernels with negative values under update=mu: max(+-K, 0), or by the signs of the data "
     "(linear kernel); auto = exact up to 2048 documents"},
    {Key::graph_search, "graph-search", OptionType::word, 0, 0, "auto exact approximate", "auto",
     "neighbors of the documents: all the nearest, or most of them in less time; auto = "
     "approximate from 1000000 documents on, and it says so"},
    {Key::search_recall, "search-recall", OptionType::real, 0.5, 1, nullptr, "0.95",
     "share of the nearest neighbors that an approximate search is to find"},
    {Key::lambda, "lambda", OptionType::real, 0, unbounded, nullptr, "1",
     "strength of the graph regularization"},
    {Key::mu, "mu", OptionType::real, 0, unbounded, nullptr, "1",
     "strength of the second regularization: of the graph of the features (rcc, drcc), of the "
     "labels (gdcf), of the must-links (cnpcf)"},
    {Key::variant, "variant", OptionType::word, 0, 0, "scale-free paper raw local global",
     "scale-free",
     "co-clustering: the scale-free objective, which never rises in practice; the paper's unit "
     "columns after each update; or no normalization; can, pcan: each document among its first "
     "neighbors, or among all"},
    {Key::lambda_scale, "lambda-scale", OptionType::word, 0, 0, "absolute relative", "absolute",
     "relative divides lambda by the graph's mean degree"},
    {Key::normalization, "normalization", OptionType::word, 0, 0,
     "scale-invariant final per-update unit-memberships none", "si",
     "si = scale-invariant objective; the others fix the scale as the papers do, for reproduction "
     "(srmcf: none, or authors = unit columns of V after each update)"},
    {Key::ncw, "ncw", OptionType::word, 0, 0, "none unit-graph full", "none",
     "normalized-cut weighting: the graph transformed too (appendix B) or not (the authors' "
     "program)"},
    {Key::ncw_power, "ncw-power", OptionType::real, 0, 1, nullptr, "0.5",
     "power of the row sums of K in the weighting; 0.25 = half weighting"},
    {Key::update, "update", OptionType::word, 0, 0, "mu cd auto hals", "mu",
     "update rule: multiplicative, coordinate descent (linear kernel), auto = coordinate descent "
     "for the linear kernel where the mode is si or none; hals: descent of nmf"},
    {Key::update_order, "update-order", OptionType::word, 0, 0, "vw wv", "vw",
     "which factor is updated first"},
    {Key::floor, "floor", OptionType::word, 0, 0, "relative reference", "relative",
     "floor of denominators: 1e-16 of the row's largest, or 1e-10 as in the authors' program"},
    {Key::start, "start", OptionType::word, 0, 0,
     "random kmeans lsi ncut propagation mixture svd can given", "random",
     "first factors: uniform; or from k-means on the documents, their smoothed singular "
     "coordinates, the graph's eigenvectors, the labels spread over the graph, these with the "
     "documents' content, the non-negative parts of the singular vectors, the parts of a graph of "
     "adaptive neighbors; or the caller's"},
    {Key::restarts, "restarts", OptionType::integer, 1, 100000, nullptr, "1",
     "starts; the one of lowest objective is kept"},
    {Key::trial_iterations, "trial-iterations", OptionType::integer, 0, whole, nullptr, "30",
     "updates of each start before the choice; 0 = max-iterations"},
    {Key::max_iterations, "max-iterations", OptionType::integer, 0, whole, nullptr, "100",
     "updates after the choice; spectral methods: rounds of the eigensolver; can, pcan: rounds of "
     "graph and eigenvectors"},
    {Key::tolerance, "tolerance", OptionType::real, 0, 1, nullptr, "1e-05",
     "stop at this relative decrease of the objective; 0 = never; `end`, `each` and `authors` "
     "ignore it; spectral methods: of the eigenvectors' residuals"},
    {Key::kkt_tolerance, "kkt-tolerance", OptionType::real, 0, 1, nullptr, "0",
     "stop at this residual of the KKT conditions, looked at every 5 updates; 0 = never"},
    {Key::sweeps, "sweeps", OptionType::integer, 1, 1000, nullptr, "3",
     "passes over the columns of a row in each of its turns under update=cd"},
    {Key::extrapolation, "extrapolation", OptionType::real, 0, 0.99, nullptr, "0",
     "weight of the momentum of W and V between updates, as it begins; taken back where the "
     "objective would rise; 0 = none"},
    {Key::svd_rank, "svd-rank", OptionType::integer, 0, 100000, nullptr, "0",
     "singular values of start=lsi; 0 = twice the clusters, at most 200"},
    {Key::smoothing, "smoothing", OptionType::integer, 0, 100000, nullptr, "0",
     "steps of the walk over the graph that smooths the coordinates of start=lsi"},
    {Key::readout, "readout", OptionType::word, 0, 0, "argmax cosine-kmeans kmeans rotation",
     "argmax",
     "how memberships become labels; rotation = the orthogonal one nearest to a partition"},
    {Key::readout_starts, "readout-starts", OptionType::integer, 1, 100000, nullptr, "5",
     "starts of the k-means of read-outs, of start=lsi and ncut, and of the first clusters of "
     "co-clustering"},
    {Key::keep_data, "keep-data", OptionType::word, 0, 0, "yes no", "yes",
     "store the weighted documents in the model, which the graph term of assign and kernels need"},
    {Key::out_of_sample, "out-of-sample", OptionType::word, 0, 0,
     "exact iterative centroid predictor", "exact",
     "new documents by exact non-negative least squares, or by the paper's updates of their own "
     "rows (linear kernel); spectral methods: to the nearest mean direction, or where their "
     "neighbors predict"},
    {Key::top_terms, "top-terms", OptionType::integer, 1, 1000, nullptr, "10",
     "terms shown of each cluster; decides nothing else"},
    {Key::term_score, "term-score", OptionType::word, 0, 0, "lift concept", "lift",
     "terms by weight times log lift against the corpus, or by weight in the concept; decides "
     "nothing else"},
    {Key::language, "language", OptionType::word, 0, 0,
     "none arabic armenian basque catalan danish dutch english finnish french german greek hindi "
     "hungarian indonesian irish italian lithuanian "
     "nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish",
     "english", "language of the built-in stop words (English has some) and of stemming"},
    {Key::stop_words, "stop-words", OptionType::word, 0, 0, "auto none", "auto",
     "auto leaves out the built-in words of the language; one's own list is beside it"},
    {Key::stemming, "stemming", OptionType::word, 0, 0, "off on", "off",
     "words of one stem are one term, named by its most frequent word"},
    {Key::accents, "accents", OptionType::word, 0, 0, "keep remove", "keep",
     "remove makes e of an e with an accent"},
    {Key::numbers, "numbers", OptionType::word, 0, 0, "keep drop", "keep",
     "drop leaves out words of the digits 0 to 9 only"},
    {Key::ngrams, "ngrams", OptionType::integer, 1, 3, nullptr, "1",
     "longest run of words that is a term"},
    {Key::word_length, "word-length", OptionType::integer, 1, 100, nullptr, "2",
     "fewest characters of a word"},
    {Key::feature_clusters, "feature-clusters", OptionType::integer, 0, whole, nullptr, "0",
     "clusters of features in co-clustering; 0 = as many as of documents"},
    {Key::feature_neighbors, "feature-neighbors", OptionType::integer, 0, whole, nullptr, "0",
     "nearest neighbors of each feature in their graph; 0 = as neighbors"},
    {Key::feature_graph_weight, "feature-graph-weight", OptionType::word, 0, 0,
     "cosine binary heat local-scaling", "binary", "weights of the edges between features"},
    {Key::feature_min_df, "feature-min-df", OptionType::integer, 1, whole, nullptr, "3",
     "features in fewer documents have no edge in the graph of the features"},
    {Key::alpha, "alpha", OptionType::real, 0, below_one, nullptr, "0.5",
     "how far constraints spread over the graph: the share that each step keeps; above 0.97 they "
     "blur"},
    {Key::start_alpha, "start-alpha", OptionType::real, 0, below_one, nullptr, "0.95",
     "the same for start=propagation and mixture"},
    {Key::propagation_top, "propagation-top", OptionType::integer, 0, whole, "exact", "20",
     "edges that constraints may add to a document: its strongest; exact adds all, which with "
     "labels alone need not be stored"},
    {Key::propagation_solver, "propagation-solver", OptionType::word, 0, 0, "auto cholesky cg",
     "auto",
     "how constraints are spread: sparse factorization, conjugate gradients, or the cheaper by an "
     "analysis"},
    {Key::closure, "closure", OptionType::word, 0, 0, "off on", "off",
     "whether chains of must-links, and cannot-links between their groups, count as pairs of their "
     "own"},
    {Key::local_ridge, "local-ridge", OptionType::real, 1e-12, unbounded, nullptr, "0.1",
     "ridge of the local predictors, times the number of neighbors"},
    {Key::duplicates, "duplicates", OptionType::word, 0, 0, "collapse keep", "collapse",
     "equal documents are one in the graph, or each for itself"},
    {Key::adaptive_neighbors, "adaptive-neighbors", OptionType::integer, 0, whole, nullptr, "0",
     "neighbors that each document chooses anew in the space of the factors; 0 = clusters + 2"},
    {Key::adaptive_weight, "adaptive-weight", OptionType::real, 0, unbounded, nullptr, "1",
     "lambda_1, strength of the regularization by adaptive neighbors; far above the number of "
     "documents it holds the start"},
    {Key::gamma, "gamma", OptionType::word, 0, 0, "row fixed", "row",
     "adaptive neighbors: as many for each document, or one gamma for all, with as many as that "
     "gives"},
    {Key::adaptive_ridge, "adaptive-ridge", OptionType::real, 0, unbounded, nullptr, "0",
     "lambda_3 = lambda_1 gamma / 2 of gamma=fixed; 0 = from the mean gamma after one update"},
    {Key::refresh, "refresh", OptionType::integer, 0, whole, nullptr, "1",
     "updates between two choices of adaptive neighbors; 0 = those of the data stay"},
    {Key::affinity, "affinity", OptionType::word, 0, 0, "graph gram", "graph",
     "what is cut: the neighborhood graph, or the products of all documents"},
    {Key::components, "components", OptionType::integer, 0, 100000, nullptr, "0",
     "singular coordinates that are worked in; 0 = as many as clusters, at least 10 (gmm), four "
     "times as many, at least 50 (asi)"},
    {Key::covariance, "covariance", OptionType::word, 0, 0, "diagonal shared", "diagonal",
     "of a mixture: variances of each cluster, or one full matrix for all clusters"},
    {Key::variance_floor, "variance-floor", OptionType::real, 1e-12, 1, nullptr, "1e-04",
     "least variance of a mixture, as a share of the mean variance of the coordinates"},
    {Key::fidelity, "fidelity", OptionType::real, 1e-6, unbounded, nullptr, "20",
     "ssc: weight of what is not expressed by others, relative to the one at which some document "
     "would be expressed by none"},
    {Key::affine, "affine", OptionType::word, 0, 0, "no yes", "no",
     "ssc: whether the coefficients of a document sum to 1, for subspaces that do not hold the "
     "origin"},
    {Key::mass, "mass", OptionType::real, 1e-6, 1, nullptr, "0.7",
     "ssc, smce: share of the absolute coefficients of a document that its largest ones keep"},
    {Key::simplex_gamma, "simplex-gamma", OptionType::real, 0, unbounded, nullptr, "0",
     "can, pcan: how evenly a document is joined to others; 0 = the mean over documents of what "
     "gives each exactly its neighbors"},
    {Key::projection, "projection", OptionType::integer, 0, 100000, nullptr, "0",
     "pcan: dimensions that distances are taken in; 0 = the clusters less one"},
};

static_assert(std::size(table) <= 96, "widen Options::set_");

std::size_t row(const OptionInfo &option) { return static_cast<std::size_t>(&option - table); }

const OptionInfo &info(Key key) { return *find_option(key); }

bool has_word(std::string_view words, std::string_view value) {
  while (!words.empty()) {
    const std::size_t space = std::min(words.find(' '), words.size());
    if (words.substr(0, space) == value) return true;
    words.remove_prefix(std::min(space + 1, words.size()));
  }
  return false;
}

enum class Parsed { number, beyond_the_type, no_number };

template <class Number>
Parsed parse(std::string_view text, Number &value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument)
    return Parsed::no_number;
  return error == std::errc() ? Parsed::number : Parsed::beyond_the_type;
}

template <class Number>
std::string print(Number value) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

// Names the bound that was exceeded, or both bounds of a range.
[[noreturn]] void refuse_out_of_bounds(const OptionInfo &option, bool above, std::string_view got) {
  const auto bound = [&](double value) {
    return option.type == OptionType::integer ? print(static_cast<Index>(value)) : print(value);
  };
  const std::string low = bound(option.minimum), high = bound(option.maximum);
  const int length = static_cast<int>(std::min<std::size_t>(got.size(), 100));
  if (option.maximum < whole)
    fail(Status::option, "option '%s' must be between %s and %s, not %.*s", option.name,
         low.c_str(), high.c_str(), length, got.data());
  fail(Status::option, "option '%s' must be %s %s, not %.*s", option.name,
       above ? "at most" : "at least", (above ? high : low).c_str(), length, got.data());
}

// Whole numbers are compared as such: 2^53 + 1 must not be rounded into the bounds.
template <class Number>
void check_bounds(const OptionInfo &option, Number value) {
  const bool above = value > static_cast<Number>(option.maximum);
  if (above || !(value >= static_cast<Number>(option.minimum)))
    refuse_out_of_bounds(option, above, print(value));  // NaN is refused
}

// Nothing when the text is no number. One that the type does not hold is out of the bounds, for
// these are narrower.
std::optional<Index> integer_of(const OptionInfo &option, std::string_view text) {
  Index value = 0;
  const Parsed parsed = parse(text, value);
  if (parsed == Parsed::beyond_the_type) refuse_out_of_bounds(option, text.front() != '-', text);
  return parsed == Parsed::number ? std::optional(value) : std::nullopt;
}

std::optional<double> real_of(const OptionInfo &option, std::string_view text) {
  double value = 0;
  const Parsed parsed = parse(text, value);
  if (parsed == Parsed::beyond_the_type)
    fail(Status::option, "option '%s' takes a number that a double holds, not '%.*s'", option.name,
         static_cast<int>(std::min<std::size_t>(text.size(), 100)), text.data());
  return parsed == Parsed::number ? std::optional(value) : std::nullopt;
}

}  // namespace

std::span<const OptionInfo> option_table() noexcept { return table; }

const OptionInfo *find_option(std::string_view name) noexcept {
  for (const OptionInfo &option : table)
    if (name == option.name) return &option;
  return nullptr;
}

const OptionInfo *find_option(Key key) noexcept {
  for (const OptionInfo &option : table)
    if (key == option.key) return &option;
  return nullptr;
}

const char *Options::words_of(const OptionInfo &option) const noexcept {
  for (const AllowedWords &own : method_->words)
    if (own.key == option.key) return own.words;
  if (method_->family != nullptr)
    for (const AllowedWords &shared : method_->family->words)
      if (shared.key == option.key) return shared.words;
  return option.words;
}

void Options::check_used(const OptionInfo &option) const {
  if (method_->uses(option.key)) return;
  fail(Status::option,
       method_->make_double != nullptr ? "method '%s' has no option '%s'"
                                       : "the %s has no option '%s'",
       method_->name, option.name);
}

void Options::check_word(const OptionInfo &option, std::string_view value) const {
  const int length = static_cast<int>(std::min<std::size_t>(value.size(), 100));
  const char *const words = words_of(option);
  if (!value.empty() && has_word(words, value)) return;
  refuse_renamed_word(option.name, value);
  if (words == option.words)
    fail(Status::option, "option '%s' is one of: %s; not '%.*s'", option.name, words, length,
         value.data());
  fail(Status::option, "option '%s' of method '%s' is one of: %s; not '%.*s'", option.name,
       method_->name, words, length, value.data());
}

void Options::set(const OptionInfo &option, Index value) {
  check_used(option);
  if (option.type != OptionType::integer)
    fail(Status::option, "option '%s' does not take a whole number", option.name);
  check_bounds(option, value);
  set_[row(option)] = print(value);
}

void Options::set(const OptionInfo &option, double value) {
  check_used(option);
  if (option.type != OptionType::real)
    fail(Status::option, "option '%s' does not take a real number", option.name);
  check_bounds(option, value);
  set_[row(option)] = print(value);
}

void Options::set_text(const OptionInfo &option, std::string_view value) {
  check_used(option);
  const int length = static_cast<int>(std::min<std::size_t>(value.size(), 100));
  switch (option.type) {
    case OptionType::integer:
      if (option.words != nullptr && has_word(option.words, value)) break;
      if (const auto number = integer_of(option, value)) return set(option, *number);
      fail(Status::option, "option '%s' takes a whole number%s%s, not '%.*s'", option.name,
           option.words != nullptr ? " or " : "", option.words != nullptr ? option.words : "",
           length, value.data());
    case OptionType::real:
      if (const auto number = real_of(option, value)) return set(option, *number);
      fail(Status::option, "option '%s' takes a number, not '%.*s'", option.name, length,
           value.data());
    case OptionType::word:
      break;
  }
  if (option.type == OptionType::word) check_word(option, value);
  set_[row(option)] = std::string(value);
}

bool Options::is_set(Key key) const { return set_[row(info(key))].has_value(); }

std::string_view Options::text(Key key) const {
  if (is_set(key)) return *set_[row(info(key))];
  for (const Implication &implication : method_->implications)
    for (const Setting &setting : implication.settings)
      if (setting.key == key && text(implication.key) == implication.word) return setting.value;
  for (const Setting &setting : method_->defaults)
    if (setting.key == key) return setting.value;
  return info(key).fallback;
}

Index Options::integer(Key key) const {
  const std::string_view value = text(key);
  Index number = 0;
  if (parse(value, number) != Parsed::number)
    fail(Status::option, "option '%s' is '%.*s', no number", info(key).name,
         static_cast<int>(value.size()), value.data());
  return number;
}

double Options::real(Key key) const {
  double number = 0;
  parse(text(key), number);
  return number;
}

const char *Options::word(Key key) const { return text(key).data(); }

}  // namespace manifact
