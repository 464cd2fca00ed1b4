// io/reader on real matrices: shapes and numbers of entries as their documentation gives them.
#include <gtest/gtest.h>

#include "support/handles.hpp"
#include "support/parsed.hpp"
#include "support/sanitized.hpp"
#include "support/written_files.hpp"

namespace manifact {
namespace {

struct KnownSize {
  const char *name;
  std::int64_t rows, columns, entries;
};

class RealData : public testing::TestWithParam<KnownSize> {};

TEST_P(RealData, has_the_documented_shape) {
  const KnownSize known = GetParam();
  const std::string path = std::string("data/") + known.name + "/X.mtx.gz";
  NEEDS_SHARED(path);
  NEEDS_GZIP();
  if (known.rows > 100'000) NOT_UNDER_SANITIZERS("nine million entries more of the same kind");
  Monitor monitor;
  const auto matrix = read_matrix((support::shared() + "/" + path).c_str(), Format::automatic,
                                  std::make_shared<Memory>(), monitor);
  EXPECT_EQ(matrix->rows, known.rows);
  EXPECT_EQ(matrix->columns, known.columns);
  EXPECT_EQ(matrix->entries(), known.entries);
  EXPECT_TRUE(is_canonical(*matrix));
}

INSTANTIATE_TEST_SUITE_P(
    Reader, RealData,
    testing::Values(
        KnownSize{"20newsgroups", 18846, 26214, 1687590},
        KnownSize{"bbc_news", 2225, 16692, 298327}, KnownSize{"classic3", 3891, 4303, 176347},
        KnownSize{"coil20", 1440, 1024, 967507}, KnownSize{"cstr", 475, 1000, 16157},
        KnownSize{"gitlog_556k", 556340, 35519, 9355021},
        KnownSize{"reuters21578_raw", 9495, 14654, 396629}, KnownSize{"tdt2", 9394, 36771, 1224135},
        KnownSize{"uci_balance_scale", 625, 4, 2500},
        KnownSize{"uci_house_votes_84", 435, 16, 6568}, KnownSize{"uci_iris", 150, 4, 600},
        KnownSize{"uci_kr_vs_kp", 3196, 36, 26273}, KnownSize{"uci_wine", 178, 13, 2314},
        KnownSize{"uci_zoo", 101, 16, 738}, KnownSize{"webace", 2340, 1000, 142711}),
    [](const auto &test) { return std::string(test.param.name); });

}  // namespace
}  // namespace manifact
