// distributed/ranks: what is derived and refused when documents are divided among ranks.
#include "distributed/ranks.hpp"

#include <gtest/gtest.h>

#include "pipeline/derived_options.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

TEST(Fits, of_several_ranks_keep_the_options_that_were_set) {
  Matrix X;
  X.rows = 10;
  X.columns = 5;
  const FitInputs none;
  const RanksFits ranks;
  const Method &method = *find_method("auto");
  const Options plain = derive_from_input(options_of("auto"), X, method, none, &ranks);
  EXPECT_EQ(plain.text(Key::update), "mu");
  EXPECT_EQ(plain.text(Key::keep_data), "no");
  EXPECT_EQ(plain.text(Key::max_iterations), "100");
  for (const Key key : {Key::update, Key::keep_data, Key::max_iterations, Key::duplicates}) {
    EXPECT_FALSE(plain.is_set(key));
    EXPECT_EQ(plain.origin(key), Origin::data);
  }
  const Options set = derive_from_input(
      options_of("auto", {{"update", "cd"}, {"keep-data", "yes"}}), X, method, none, &ranks);
  EXPECT_EQ(set.text(Key::update), "cd");
  EXPECT_EQ(set.text(Key::keep_data), "yes");
  EXPECT_EQ(set.text(Key::max_iterations), "20");
  EXPECT_EQ(set.origin(Key::update), Origin::user);
}

}  // namespace
}  // namespace manifact
