// The option table and the values in force. One row here is an option of the C API, the command
// line, the bindings and the docs.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/index.hpp"

namespace manifact {

struct Method;

enum class Key : int {
  seed = 1,
  threads = 2,
  memory_budget = 3,
  precision = 4,
  preset = 5,
  weighting = 10,
  scaling = 11,
  min_df = 12,
  max_df = 13,
  neighbors = 20,
  graph_weight = 21,
  graph_rule = 22,
  bandwidth = 23,
  kernel = 24,
  degree = 25,
  offset = 26,
  split = 27,
  graph_search = 28,
  search_recall = 29,
  lambda = 30,
  lambda_scale = 31,
  normalization = 32,
  ncw = 33,
  ncw_power = 34,
  update = 35,
  update_order = 36,
  floor = 37,
  mu = 38,
  variant = 39,
  start = 40,
  restarts = 41,
  trial_iterations = 42,
  max_iterations = 43,
  tolerance = 44,
  svd_rank = 45,
  smoothing = 46,
  kkt_tolerance = 47,
  sweeps = 48,
  extrapolation = 49,
  readout = 50,
  readout_starts = 51,
  keep_data = 60,
  top_terms = 61,
  term_score = 62,
  out_of_sample = 63,
  language = 70,
  stop_words = 71,
  stemming = 72,
  accents = 73,
  numbers = 74,
  ngrams = 75,
  word_length = 76,
  feature_clusters = 90,
  feature_neighbors = 91,
  feature_graph_weight = 92,
  feature_min_df = 93,
  alpha = 80,
  start_alpha = 81,
  propagation_top = 82,
  propagation_solver = 83,
  closure = 84,
  local_ridge = 100,
  duplicates = 102,
  affinity = 103,
  components = 104,
  covariance = 105,
  variance_floor = 106,
  adaptive_neighbors = 110,
  adaptive_weight = 111,
  gamma = 112,
  adaptive_ridge = 113,
  refresh = 114,
  fidelity = 120,
  affine = 121,
  mass = 122,
  simplex_gamma = 123,
  projection = 124,
};

enum class OptionType : int { integer = 1, real = 2, word = 3 };

struct OptionInfo {
  Key key;
  const char *name;
  OptionType type;
  double minimum, maximum;  // numbers
  const char *words;  // words, separated by spaces; of a number: words that may stand in its place
  const char *fallback;  // where the method has no default of its own
  const char *summary;
};

std::span<const OptionInfo> option_table() noexcept;
const OptionInfo *find_option(std::string_view name) noexcept;  // `_` and `-` are alike
const OptionInfo *find_option(Key key) noexcept;

// A default of a method: a key and its value as text.
struct Setting {
  Key key;
  const char *value;
};

// Settings that follow from another option: lccf with normalization=final takes lambda 100, unless
// told otherwise.
struct Implication {
  Key key;
  const char *word;
  std::span<const Setting> settings;
};

// The words of an option that a method takes, where it does not take all of the table's.
struct AllowedWords {
  Key key;
  const char *words;
};

// The values set for one solver, over the defaults of its method. A value in force is the one set,
// else one implied by a preset or another option, else the method's default, else the table's.
class Options {
 public:
  explicit Options(const Method &method) noexcept : method_(&method) {}

  // Each throws Error(option) with the bounds or words in the sentence, and then nothing has
  // changed. A real option takes an integer, and an integer option a real number that is whole.
  void set(const OptionInfo &option, Index value);
  void set(const OptionInfo &option, double value);
  void set_text(const OptionInfo &option, std::string_view value);

  Index integer(Key key) const;
  double real(Key key) const;
  const char *word(Key key) const;  // valid until the option is set again
  bool is(Key key, std::string_view value) const { return text(key) == value; }
  bool is_set(Key key) const;
  std::string_view text(Key key) const;

  const Method &method() const noexcept { return *method_; }

  // The words of the option that the method takes.
  const char *words_of(const OptionInfo &option) const noexcept;

  // Throws Error(option) when the method has no such option.
  void check_used(const OptionInfo &option) const;
  void check_word(const OptionInfo &option, std::string_view value) const;

 private:
  static constexpr std::size_t most = 96;  // rows of the table, asserted there
  const Method *method_;
  std::array<std::optional<std::string>, most> set_;  // by row of the table
};

}  // namespace manifact
