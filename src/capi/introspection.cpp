// What there is: methods, options.
#include "capi/handles.hpp"

using namespace manifact;

namespace {

struct KeyPair {
  int number;
  Key key;
};
constexpr KeyPair keys[] = {
    {MANIFACT_OPTION_SEED, Key::seed},
    {MANIFACT_OPTION_THREADS, Key::threads},
    {MANIFACT_OPTION_MEMORY_BUDGET, Key::memory_budget},
    {MANIFACT_OPTION_PRECISION, Key::precision},
    {MANIFACT_OPTION_PRESET, Key::preset},
    {MANIFACT_OPTION_WEIGHTING, Key::weighting},
    {MANIFACT_OPTION_SCALING, Key::scaling},
    {MANIFACT_OPTION_MIN_DF, Key::min_df},
    {MANIFACT_OPTION_MAX_DF, Key::max_df},
    {MANIFACT_OPTION_NEIGHBORS, Key::neighbors},
    {MANIFACT_OPTION_GRAPH_WEIGHT, Key::graph_weight},
    {MANIFACT_OPTION_GRAPH_RULE, Key::graph_rule},
    {MANIFACT_OPTION_BANDWIDTH, Key::bandwidth},
    {MANIFACT_OPTION_KERNEL, Key::kernel},
    {MANIFACT_OPTION_DEGREE, Key::degree},
    {MANIFACT_OPTION_OFFSET, Key::offset},
    {MANIFACT_OPTION_SPLIT, Key::split},
    {MANIFACT_OPTION_GRAPH_SEARCH, Key::graph_search},
    {MANIFACT_OPTION_SEARCH_RECALL, Key::search_recall},
    {MANIFACT_OPTION_LAMBDA, Key::lambda},
    {MANIFACT_OPTION_LAMBDA_SCALE, Key::lambda_scale},
    {MANIFACT_OPTION_NORMALIZATION, Key::normalization},
    {MANIFACT_OPTION_NCW, Key::ncw},
    {MANIFACT_OPTION_NCW_POWER, Key::ncw_power},
    {MANIFACT_OPTION_UPDATE, Key::update},
    {MANIFACT_OPTION_UPDATE_ORDER, Key::update_order},
    {MANIFACT_OPTION_FLOOR, Key::floor},
    {MANIFACT_OPTION_MU, Key::mu},
    {MANIFACT_OPTION_VARIANT, Key::variant},
    {MANIFACT_OPTION_START, Key::start},
    {MANIFACT_OPTION_RESTARTS, Key::restarts},
    {MANIFACT_OPTION_TRIAL_ITERATIONS, Key::trial_iterations},
    {MANIFACT_OPTION_MAX_ITERATIONS, Key::max_iterations},
    {MANIFACT_OPTION_TOLERANCE, Key::tolerance},
    {MANIFACT_OPTION_SVD_RANK, Key::svd_rank},
    {MANIFACT_OPTION_SMOOTHING, Key::smoothing},
    {MANIFACT_OPTION_KKT_TOLERANCE, Key::kkt_tolerance},
    {MANIFACT_OPTION_SWEEPS, Key::sweeps},
    {MANIFACT_OPTION_EXTRAPOLATION, Key::extrapolation},
    {MANIFACT_OPTION_READOUT, Key::readout},
    {MANIFACT_OPTION_READOUT_STARTS, Key::readout_starts},
    {MANIFACT_OPTION_KEEP_DATA, Key::keep_data},
    {MANIFACT_OPTION_TOP_TERMS, Key::top_terms},
    {MANIFACT_OPTION_TERM_SCORE, Key::term_score},
    {MANIFACT_OPTION_OUT_OF_SAMPLE, Key::out_of_sample},
    {MANIFACT_OPTION_LANGUAGE, Key::language},
    {MANIFACT_OPTION_STOP_WORDS, Key::stop_words},
    {MANIFACT_OPTION_STEMMING, Key::stemming},
    {MANIFACT_OPTION_ACCENTS, Key::accents},
    {MANIFACT_OPTION_NUMBERS, Key::numbers},
    {MANIFACT_OPTION_NGRAMS, Key::ngrams},
    {MANIFACT_OPTION_WORD_LENGTH, Key::word_length},
    {MANIFACT_OPTION_FEATURE_CLUSTERS, Key::feature_clusters},
    {MANIFACT_OPTION_FEATURE_NEIGHBORS, Key::feature_neighbors},
    {MANIFACT_OPTION_FEATURE_GRAPH_WEIGHT, Key::feature_graph_weight},
    {MANIFACT_OPTION_FEATURE_MIN_DF, Key::feature_min_df},
    {MANIFACT_OPTION_ALPHA, Key::alpha},
    {MANIFACT_OPTION_START_ALPHA, Key::start_alpha},
    {MANIFACT_OPTION_PROPAGATION_TOP, Key::propagation_top},
    {MANIFACT_OPTION_PROPAGATION_SOLVER, Key::propagation_solver},
    {MANIFACT_OPTION_CLOSURE, Key::closure},
    {MANIFACT_OPTION_LOCAL_RIDGE, Key::local_ridge},
    {MANIFACT_OPTION_DUPLICATES, Key::duplicates},
    {MANIFACT_OPTION_AFFINITY, Key::affinity},
    {MANIFACT_OPTION_COMPONENTS, Key::components},
    {MANIFACT_OPTION_COVARIANCE, Key::covariance},
    {MANIFACT_OPTION_VARIANCE_FLOOR, Key::variance_floor},
    {MANIFACT_OPTION_ADAPTIVE_NEIGHBORS, Key::adaptive_neighbors},
    {MANIFACT_OPTION_ADAPTIVE_WEIGHT, Key::adaptive_weight},
    {MANIFACT_OPTION_GAMMA, Key::gamma},
    {MANIFACT_OPTION_ADAPTIVE_RIDGE, Key::adaptive_ridge},
    {MANIFACT_OPTION_REFRESH, Key::refresh},
    {MANIFACT_OPTION_FIDELITY, Key::fidelity},
    {MANIFACT_OPTION_AFFINE, Key::affine},
    {MANIFACT_OPTION_MASS, Key::mass},
    {MANIFACT_OPTION_SIMPLEX_GAMMA, Key::simplex_gamma},
    {MANIFACT_OPTION_PROJECTION, Key::projection},
};

constexpr int numbers[] = {
#define MANIFACT_OPTION(key, number, ...) number,
#include "options/options.def"
#undef MANIFACT_OPTION
};

constexpr bool numbers_agree() {
  for (const KeyPair &pair : keys)
    if (pair.number != numbers[static_cast<int>(pair.key)]) return false;
  return true;
}
static_assert(numbers_agree(), "the option keys of the header and of the library differ");
static_assert(MANIFACT_TYPE_INT64 == static_cast<int>(OptionType::integer) &&
              MANIFACT_TYPE_DOUBLE == static_cast<int>(OptionType::real) &&
              MANIFACT_TYPE_STRING == static_cast<int>(OptionType::word));
static_assert(MANIFACT_INT32 == static_cast<int>(IndexType::int32) &&
              MANIFACT_INT64 == static_cast<int>(IndexType::int64) &&
              MANIFACT_FLOAT == static_cast<int>(ValueType::single) &&
              MANIFACT_DOUBLE == static_cast<int>(ValueType::real));
static_assert(MANIFACT_WEIGHT_COSINE == static_cast<int>(GraphWeight::cosine) &&
              MANIFACT_WEIGHT_BINARY == static_cast<int>(GraphWeight::binary) &&
              MANIFACT_WEIGHT_HEAT == static_cast<int>(GraphWeight::heat) &&
              MANIFACT_WEIGHT_LOCAL_SCALING == static_cast<int>(GraphWeight::local_scaling));
static_assert(MANIFACT_SEARCH_AUTO == static_cast<int>(SearchKind::automatic) &&
              MANIFACT_SEARCH_EXACT == static_cast<int>(SearchKind::exact) &&
              MANIFACT_SEARCH_APPROXIMATE == static_cast<int>(SearchKind::approximate));
static_assert(MANIFACT_RULE_OR == static_cast<int>(GraphRule::either) &&
              MANIFACT_RULE_MUTUAL == static_cast<int>(GraphRule::mutual));

}  // namespace

int64_t manifact_method_count(void) { return static_cast<int64_t>(method_table().size()); }

int manifact_method_info(int64_t index, const char **name, const char **summary,
                         const char **reference) {
  if (index < 0 || index >= manifact_method_count()) return MANIFACT_ERROR_ARGUMENT;
  const Method &method = *method_table()[static_cast<std::size_t>(index)];
  give(name, method.name);
  give(summary, method.summary);
  give(reference, method.reference);
  return MANIFACT_OK;
}

int64_t manifact_option_count(void) { return static_cast<int64_t>(option_table().size()); }

int manifact_option_info(int64_t index, int *key, const char **name, int *type, double *minimum,
                         double *maximum, const char **words, const char **fallback,
                         const char **summary) {
  if (index < 0 || index >= manifact_option_count()) return MANIFACT_ERROR_ARGUMENT;
  const OptionInfo &option = option_table()[static_cast<std::size_t>(index)];
  give(key, option.number);
  give(name, option.name);
  give(type, static_cast<int>(option.type));
  give(minimum, option.minimum);
  give(maximum, option.maximum);
  give(words, option.words);
  give(fallback, option.fallback);
  give(summary, option.summary);
  return MANIFACT_OK;
}

int manifact_method_uses_option(const char *method, const char *option) {
  if (method == nullptr || option == nullptr) return MANIFACT_ERROR_NULL;
  const OptionInfo *const info = find_option(std::string_view(option));
  if (info != nullptr && std::string_view(method) == vectorizer_options.name)
    return vectorizer_options.keys.has(info->key) ? 1 : 0;
  const Method *const found = find_method(method);
  if (found == nullptr || info == nullptr) return MANIFACT_ERROR_OPTION;
  return found->uses(info->key) ? 1 : 0;
}

const char *manifact_method_option_words(const char *method, const char *option) {
  if (manifact_method_uses_option(method, option) != 1) return nullptr;
  const Method *const found = find_method(method);
  const OptionInfo &info = *find_option(std::string_view(option));
  return found != nullptr ? Options(found->option_set()).words_of(info) : info.words;
}
