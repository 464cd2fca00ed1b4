// runtime/collective and distributed/group: what one process is asked about all documents, and what
// ranks answer together.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "support/expect_error.hpp"
#include "support/numbers.hpp"
#include "support/thread_ranks.hpp"

namespace manifact {
namespace {

// The numbers that `rows` documents on `ranks` ranks get from one seed, document by document.
std::vector<double> drawn_rows(Index rows, Index ranks) {
  std::vector<double> drawn(static_cast<std::size_t>(rows));
  on_ranks(ranks, [&](ExecutionContext &run) {
    const Index rank = group_of(run).rank(), begin = rows * rank / ranks,
                end = rows * (rank + 1) / ranks;
    Rng rng(7);
    run.collective->draw_rows(end - begin, rng, nullptr, [&](Index i, Rng &numbers) {
      drawn[static_cast<std::size_t>(begin + i)] = numbers.uniform();
    });
    EXPECT_EQ(rng.next(), [] {
      Rng same(7);
      same.next();
      return same.next();
    }());
  });
  return drawn;
}

TEST(Collective, of_one_process_has_the_whole) {
  Host host;
  ExecutionContext &run = host.run;
  EXPECT_FALSE(run.divided());
  EXPECT_EQ(run.total(Index{5}), 5);
  EXPECT_EQ(run.largest(-2), -2);
  EXPECT_EQ(run.rows_before(9), 0);
  EXPECT_TRUE(run.any(true));
  EXPECT_FALSE(run.any(false));
  EXPECT_EQ(run.collective->first_found(-1), -1);
  EXPECT_TRUE(run.collective->has_largest(0));
  EXPECT_FALSE(run.collective->has_largest(-1));
  EXPECT_EQ(run.collective->graphs(), nullptr);
  expect_error(Status::empty, "nothing",
               [&] { run.together([] { fail(Status::empty, "nothing"); }); });
}

TEST(Collective, of_one_process_draws_in_the_order_of_the_rows) {
  Host host;
  const std::vector<std::int32_t> order{2, 0, 1};
  std::vector<double> drawn(3);
  Rng rng(7), same(7);
  host.run.collective->draw_rows(3, rng, order.data(), [&](Index i, Rng &numbers) {
    drawn[static_cast<std::size_t>(i)] = numbers.uniform();
  });
  for (const std::int32_t i : order) EXPECT_EQ(drawn[static_cast<std::size_t>(i)], same.uniform());
  host.run.collective->draw_row(8, 3, rng, [&](double target, Rng &numbers) {
    EXPECT_EQ(target, 8 * same.uniform());
    EXPECT_EQ(&numbers, &rng);
  });
}

TEST(Collective, of_ranks_adds_up) {
  on_ranks(3, [](ExecutionContext &run) {
    const Index rank = group_of(run).rank();
    EXPECT_TRUE(run.divided());
    EXPECT_EQ(run.total(rank + 1), 6);
    EXPECT_EQ(run.largest(-1.0 - static_cast<double>(rank)), -1);
    EXPECT_EQ(run.rows_before(10 * (rank + 1)), (std::vector<Index>{0, 10, 30})[rank]);
    EXPECT_TRUE(run.any(rank == 2));
    EXPECT_FALSE(run.any(false));
    EXPECT_EQ(run.value_of_first(static_cast<double>(rank) + 4), 4);
    EXPECT_EQ(run.collective->first_found(rank == 0 ? -1 : rank), 1);
    EXPECT_EQ(run.collective->first_found(-1), -1);
  });
}

TEST(Collective, of_ranks_gives_the_largest_value_to_one_of_them) {
  on_ranks(3, [](ExecutionContext &run) {
    const Index rank = group_of(run).rank();
    EXPECT_EQ(run.collective->has_largest(rank == 0 ? 1 : 2), rank == 1);  // ties: the first
    EXPECT_FALSE(run.collective->has_largest(-1));
  });
}

TEST(Collective, of_ranks_draws_the_same_numbers_for_a_document_on_any_rank) {
  const std::vector<double> alone = drawn_rows(11, 1);
  EXPECT_NE(alone[0], alone[1]);
  EXPECT_EQ(drawn_rows(11, 2), alone);
  EXPECT_EQ(drawn_rows(11, 4), alone);
}

// Rank r has the weight r + 1, rank 0 none: rank 2 is drawn 3 times of 5.
TEST(Collective, of_ranks_draws_a_row_on_one_rank_by_its_weight) {
  constexpr Index draws = 4000;
  std::vector<Index> drawn(3);
  on_ranks(3, [&](ExecutionContext &run) {
    const Index rank = group_of(run).rank();
    const double weight = rank == 0 ? 0 : static_cast<double>(rank + 1);
    Rng rng(1);
    Index own = 0;
    for (Index d = 0; d < draws; ++d) {
      Index here = 0;
      run.collective->draw_row(weight, 4, rng, [&](double target, Rng &) {
        EXPECT_GE(target, 0);
        EXPECT_LE(target, weight);
        ++here;
      });
      EXPECT_EQ(run.total(here), 1);
      own += here;
    }
    drawn[static_cast<std::size_t>(rank)] = own;
  });
  EXPECT_EQ(drawn[0], 0);
  EXPECT_NEAR(static_cast<double>(drawn[2]) / draws, 0.6, 0.04);
}

TEST(Collective, of_ranks_throws_on_all_of_them_what_one_throws) {
  for (const Index failing : {0, 2})
    on_ranks(3, [&](ExecutionContext &run) {
      const char *const name = failing == 0 ? "rank 0: bad row" : "rank 2: bad row";
      expect_error(Status::value, name, [&] {
        run.together([&] {
          if (group_of(run).rank() == failing) fail(Status::value, "bad row");
        });
      });
    });
}

}  // namespace
}  // namespace manifact
