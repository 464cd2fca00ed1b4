// runtime/rng: the same numbers on every machine.
#include "runtime/rng.hpp"

#include <gtest/gtest.h>

namespace manifact {
namespace {

TEST(Rng, halves_give_the_upper_product_of_a_wider_integer) {
  constexpr std::uint64_t all = ~std::uint64_t{0}, half = std::uint64_t{1} << 32;
  EXPECT_EQ(upper_product_of_halves(all, all), all - 1);
  EXPECT_EQ(upper_product_of_halves(half, half), 1U);
  EXPECT_EQ(upper_product_of_halves(half - 1, half + 1), 0U);
  EXPECT_EQ(upper_product_of_halves(all, 2), 1U);
  Rng rng(1);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t a = rng.next() >> (i % 64), b = rng.next() >> (i / 64 % 64);
    EXPECT_EQ(upper_product_of_halves(a, b), upper_product(a, b)) << a << " " << b;
  }
}

TEST(Rng, has_the_numbers_of_its_definition) {
  Rng rng(42 - 0x632be59bd9b4e019ULL);  // what the stream 0 adds
  const std::uint64_t first = rng.next(), second = rng.next();
  EXPECT_EQ(first, 1546998764402558742U);
  EXPECT_EQ(second, 6990951692964543102U);
  for (const Index bound : {Index{1}, Index{7}, Index{1} << 40})
    for (int i = 0; i < 100; ++i) {
      const Index x = rng.below(bound);
      EXPECT_TRUE(x >= 0 && x < bound);
    }
}

}  // namespace
}  // namespace manifact
