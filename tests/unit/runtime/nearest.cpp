// runtime/nearest: the known word nearest to one that is not known.
#include "runtime/nearest.hpp"

#include <gtest/gtest.h>

namespace manifact {
namespace {

TEST(Nearest, the_fewest_changes_win) {
  const std::vector<std::string_view> known = {"kmeans", "spherical-kmeans", "lccf", "rcf", "cf"};
  EXPECT_EQ(did_you_mean("kmenas", known), "; did you mean 'kmeans'?");  // exchanged
  EXPECT_EQ(did_you_mean("KMeans", known), "; did you mean 'kmeans'?");
  EXPECT_EQ(did_you_mean("spherical_kmeans", known), "; did you mean 'spherical-kmeans'?");
  EXPECT_EQ(did_you_mean("lcf", known), "; did you mean 'lccf'?");
  EXPECT_EQ(did_you_mean("fuzzy", known), "");
  EXPECT_EQ(did_you_mean("", known), "");
  EXPECT_EQ(did_you_mean(std::string(200, 'k'), known), "");
}

TEST(Nearest, words_may_be_one_text) {
  EXPECT_EQ(did_you_mean("randon", "random kmeans lsi"), "; did you mean 'random'?");
  EXPECT_EQ(did_you_mean("lsy", "random kmeans lsi"), "; did you mean 'lsi'?");
  EXPECT_EQ(did_you_mean("random", ""), "");
}

}  // namespace
}  // namespace manifact
