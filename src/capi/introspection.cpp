// Lists the methods and the options.
#include "capi/handles.hpp"

using namespace manifact;

namespace {

static_assert(MANIFACT_TYPE_INT64 == static_cast<int>(OptionType::integer) &&
              MANIFACT_TYPE_DOUBLE == static_cast<int>(OptionType::real) &&
              MANIFACT_TYPE_TEXT == static_cast<int>(OptionType::word) &&
              MANIFACT_TYPE_BOOL == static_cast<int>(OptionType::boolean));
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
static_assert(MANIFACT_RULE_SYMMETRIC == 0 &&
              MANIFACT_RULE_OR == static_cast<int>(GraphRule::either) &&
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

int manifact_option_info(int64_t index, const char **name, int *type, double *minimum,
                         double *maximum, const char **words, const char **fallback,
                         const char **summary) {
  if (index < 0 || index >= manifact_option_count()) return MANIFACT_ERROR_ARGUMENT;
  const OptionInfo &option = option_table()[static_cast<std::size_t>(index)];
  give(name, option.name);
  give(type, static_cast<int>(option.type));
  give(minimum, option.minimum);
  give(maximum, option.maximum);
  give(words, option.words);
  give(fallback, option.fallback);
  give(summary, option.summary);
  return MANIFACT_OK;
}

int manifact_option_is_expert(const char *option) {
  const OptionInfo *const info =
      option == nullptr ? nullptr : find_option(std::string_view(option));
  return info != nullptr && info->tier == Tier::expert ? MANIFACT_TRUE : MANIFACT_FALSE;
}

int manifact_method_uses_option(const char *method, const char *option) {
  if (method == nullptr || option == nullptr) return MANIFACT_FALSE;
  const OptionInfo *const info = find_option(std::string_view(option));
  if (info == nullptr) return MANIFACT_FALSE;
  if (std::string_view(method) == vectorizer_options.name)
    return vectorizer_options.keys.has(info->key) ? MANIFACT_TRUE : MANIFACT_FALSE;
  const Method *const found = find_method(method);
  return found != nullptr && found->uses(info->key) ? MANIFACT_TRUE : MANIFACT_FALSE;
}

const char *manifact_method_dense_default(const char *method, const char *option) {
  if (manifact_method_uses_option(method, option) == MANIFACT_FALSE) return nullptr;
  const Method *const found = find_method(method);
  if (found == nullptr) return nullptr;
  const Key key = find_option(std::string_view(option))->key;
  const char *const value = value_of(key, found->dense_defaults);
  Options dense(found->option_set());
  dense.take_dense_defaults();
  // What another default implies takes precedence.
  return value != nullptr && dense.is(key, value) ? value : nullptr;
}

const char *manifact_method_option_words(const char *method, const char *option) {
  if (manifact_method_uses_option(method, option) == MANIFACT_FALSE) return nullptr;
  const Method *const found = find_method(method);
  const OptionInfo &info = *find_option(std::string_view(option));
  return found != nullptr ? Options(found->option_set()).words_of(info) : info.words;
}
