// The tiers of options: listings, completions and signatures show the common ones of a method.
#include <gtest/gtest.h>
#include <manifact/manifact.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/corpus.hpp"

namespace {

struct Counts {
  int common = 0, expert = 0;
};

Counts counts_of(const std::string &method) {
  Counts counts;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (manifact_method_uses_option(method.c_str(), name) == MANIFACT_TRUE)
      ++(manifact_option_is_expert(name) == MANIFACT_TRUE ? counts.expert : counts.common);
  }
  return counts;
}

TEST(Tiers, no_method_has_more_than_16_common_options) {
  std::vector<std::string> methods = api::methods();
  methods.emplace_back("vectorizer");
  for (const std::string &method : methods) {
    const Counts counts = counts_of(method);
    EXPECT_GE(counts.common, 8) << method;
    EXPECT_LE(counts.common, 16) << method;
    EXPECT_GT(counts.expert, 0) << method;
  }
}

TEST(Tiers, are_told_by_name) {
  for (const char *name : {"neighbors", "lambda", "start", "seed", "min-df", "min_df"})
    EXPECT_EQ(manifact_option_is_expert(name), MANIFACT_FALSE) << name;
  for (const char *name : {"kkt-tolerance", "kkt_tolerance", "memory-budget", "segmentation"})
    EXPECT_EQ(manifact_option_is_expert(name), MANIFACT_TRUE) << name;
  EXPECT_EQ(manifact_option_is_expert("no-such-option"), MANIFACT_FALSE);
  EXPECT_EQ(manifact_option_is_expert(""), MANIFACT_FALSE);
  EXPECT_EQ(manifact_option_is_expert(nullptr), MANIFACT_FALSE);
}

}  // namespace
