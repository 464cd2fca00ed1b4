// io/matrix_market: files as scipy, MATLAB and SuiteSparse write them, and lines without end.
#include <gtest/gtest.h>

#include <algorithm>

#include "io/formats.hpp"
#include "support/expect_error.hpp"
#include "support/parsed.hpp"

namespace manifact {
namespace {

using Values = std::vector<double>;

Values values(const std::string &kind, const std::string &rest) {
  return dense(*parse("%%MatrixMarket matrix " + kind + "\n" + rest, Format::matrix_market));
}

TEST(MatrixMarket, what_scipy_writes_is_read) {
  EXPECT_EQ(values("coordinate unsigned-integer general",
                   "%\n2 2 3\n1 1 9223372036854775808\n1 2 1\n2 2 3\n"),
            (Values{9223372036854775808.0, 1, 0, 3}));
  EXPECT_EQ(values("array unsigned-integer general", "%\n2 2\n1\n3\n2\n4\n"), (Values{1, 2, 3, 4}));
  EXPECT_EQ(values("coordinate pattern symmetric", "%\n3 3 2\n2 1\n3 3\n"),
            (Values{0, 1, 0, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(values("coordinate real skew-symmetric",
                   "%\n2 2 2\n1 1 0.000000000000000e+00\n2 1 1.000000000000000e+00\n"),
            (Values{0, -1, 1, 0}))
      << "an explicit zero on the diagonal";
  EXPECT_EQ(values("array real symmetric",
                   "%\n2 2\n0.0000000000000000e+00\n1.8633234332675996e-01\n-2.5\n"),
            (Values{0, 0.18633234332675996, 0.18633234332675996, -2.5}));
  EXPECT_EQ(values("coordinate double general", "1 1 1\n1 1 1.5\n"), (Values{1.5}))
      << "its C++ writer";
}

TEST(MatrixMarket, what_matlab_and_suitesparse_write_is_read) {
  EXPECT_EQ(values("coordinate real general",
                   "% made by mmwrite\n%\n%\n2 2 2\n    1     1  1.5\n    2     2 -3e+05\n"),
            (Values{1.5, 0, 0, -3e5}));
  EXPECT_EQ(values("array real general", "%% test\n\n 2 1\n 1.\n+.5\n"), (Values{1, 0.5}));
  EXPECT_EQ(values("coordinate real symmetric",
                   "%%GraphBLAS type double\r\n2 2 2\r\n\r\n1 1 1e0\r\n\r\n2 1 -2\r\n\r\n"),
            (Values{1, -2, -2, 0}));
  EXPECT_EQ(
      values("COORDINATE  Pattern GENERAL ", "\n% c\n\n1 2 1\n% between\n\n1 2\n% behind\n\n"),
      (Values{0, 1}));
  EXPECT_EQ(values("coordinate real general", "2 2 1\n  % indented\n2 2 7\n%"),
            (Values{0, 0, 0, 7}));
}

TEST(MatrixMarket, exponents_may_be_those_of_fortran) {
  EXPECT_EQ(values("array real general", "5 1\n1D5\n-2.5d-3\n+1.D+02\n.5D0\n1D-400\n"),
            (Values{1e5, -2.5e-3, 100, 0.5, 0}));
  for (const char *wrong : {"1D", "1D+", "D5", "1D5x", "1DD5", "1D5.0"}) {
    SCOPED_TRACE(wrong);
    expect_error(Status::format, ", line 3: expected the value, found '",
                 [&] { values("array real general", "1 1\n" + std::string(wrong)); });
  }
  expect_error(Status::value, ", line 3: '1D999' is too large for a double",
               [] { values("array real general", "1 1\n1D999\n"); });
  expect_error(Status::format, ", line 1, column 1: expected a number, found '1D5'",
               [] { parse("1D5,2\n", Format::csv); });
}

TEST(MatrixMarket, what_is_not_real_or_not_as_announced_is_refused_with_its_line) {
  const auto refused = [](const std::string &kind, const char *words) {
    expect_error(Status::format, words, [&] { values(kind, "1 1 1\n1 1 -1 0\n"); });
  };
  refused("coordinate complex general", "file 'x', line 1: complex matrices are not supported");
  refused("coordinate Complex Hermitian", "file 'x', line 1: complex matrices are not supported");
  refused("coordinate real hermitian", "file 'x', line 1: hermitian matrices are not supported");
  refused("coordinate unsigned-integer general",
          "file 'x', line 3: expected an unsigned integer as declared in the banner, found -1");
  expect_error(Status::format, "line 3: expected an integer as declared in the banner, found 1.5",
               [] { values("array unsigned-integer general", "1 1\n1.5\n"); });
}

// Repeats one piece without end and counts the bytes that were read.
class Endless final : public Source {
 public:
  Endless(std::string start, const std::string &piece, std::int64_t &taken)
      : start_(std::move(start)), taken_(taken) {
    while (pieces_.size() < 4096) pieces_ += piece;
  }

  std::size_t read(char *to, std::size_t size) override {
    return give(start_.empty() ? pieces_ : std::exchange(start_, ""), to, size);
  }

 private:
  std::size_t give(const std::string &text, char *to, std::size_t size) {
    const std::size_t count = std::min(size, text.size());
    std::copy_n(text.data(), count, to);
    taken_ += static_cast<std::int64_t>(count);
    return count;
  }

  std::string start_, pieces_;
  std::int64_t &taken_;
};

template <class Read>
void expect_given_up(const std::string &start, const std::string &piece, Read read) {
  constexpr std::int64_t longest = 5 << 20;
  SCOPED_TRACE(start + piece);
  std::int64_t taken = 0;
  const auto memory = std::make_shared<Memory>();
  const std::string line = std::to_string(std::count(start.begin(), start.end(), '\n') + 1);
  expect_error(Status::format, "file 'x', line " + line + ": the line is longer than 5242880 bytes",
               [&] {
                 Scanner scanner(std::make_unique<Endless>(start, piece, taken), "file 'x'", memory,
                                 longest);
                 read(scanner, memory);
               });
  EXPECT_GE(taken, longest);
  EXPECT_LT(taken, longest + (1 << 20));
  EXPECT_EQ(memory->now(), 0);
}

TEST(Reader, a_line_that_never_ends_is_given_up) {
  const std::string market = "%%MatrixMarket matrix coordinate real general\n";
  const auto csv = [](Scanner &scanner, const std::shared_ptr<Memory> &memory) {
    return read_csv(scanner, memory, Monitor());
  };
  const auto svmlight = [](Scanner &scanner, const std::shared_ptr<Memory> &memory) {
    return read_svmlight(scanner, memory);
  };
  for (const std::string start :
       {"", "%%MatrixMarket matrix ", "%%MatrixMarket matrix array real general\n%",
        "%%MatrixMarket matrix array real general\n1 1\n"})
    expect_given_up(start, start.ends_with("1\n") ? " " : "y", read_matrix_market);
  expect_given_up(market + "1 1 1\n", " ", read_matrix_market);
  expect_given_up("", std::string(1, '\0'), read_matrix_market);
  for (const std::string start : {"", "1,2\n", "a,b\n3,"})
    expect_given_up(start, start.empty() ? "y" : "1,", csv);
  expect_given_up(",a\n", "y", csv);
  expect_given_up("", std::string(1, '\0'), csv);
  expect_given_up("1\n2\n3,4 ", " ", csv);
  expect_given_up("1 1:1\n# ", "y", svmlight);
  expect_given_up("1 1:1\n1", " 1:1", svmlight);
}

TEST(Reader, many_lines_are_no_long_line) {
  const auto memory = std::make_shared<Memory>();
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "1,2,3,4\n";
  Monitor monitor;
  Scanner scanner(open_memory(text.data(), text.size(), monitor), "file 'x'", memory, 300'000);
  EXPECT_EQ(read_csv(scanner, memory, monitor)->rows, 200'000);
}

}  // namespace
}  // namespace manifact
