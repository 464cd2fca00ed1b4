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

// Files that are longer than what is read at once on several threads.
struct Large {
  std::string banner, size_line;
  std::vector<std::string> lines;

  std::string text() const {
    std::string all = "%%MatrixMarket matrix " + banner + "\n" + size_line + "\n";
    for (const std::string &line : lines) all += line;
    return all;
  }
};

constexpr std::int64_t large = 100'000;

Large large_file(const std::string &field, bool by_row) {
  Large file{.banner = "coordinate " + field,
             .size_line = "70000 70000 " + std::to_string(large),
             .lines = {}};
  const bool symmetric = field.find("symmetric") != std::string::npos;
  for (std::int64_t e = 0; e < large; ++e) {
    const std::int64_t row = (by_row ? e : e * 7919) % large * 69'000 / large + 1,
                       column = symmetric ? 1 + e % std::max<std::int64_t>(1, row - 1)
                                          : 1 + e * 31 % 70'000;
    file.lines.push_back(std::to_string(row) + " " + std::to_string(column));
    if (!field.starts_with("pattern")) file.lines.back() += " " + std::to_string(1 + e % 1000);
    if (field.starts_with("real") && e % 3 == 0) file.lines.back() += ".25e-2";
    file.lines.back() += e % 1000 == 7 ? " \n\n% a comment\r\n" : "\n";
  }
  return file;
}

// Of the matrix, or of the message.
std::string outcome(const std::string &text, ThreadPool *pool) {
  try {
    const auto X = parse(text, Format::matrix_market, "x", std::make_shared<Memory>(), pool);
    EXPECT_TRUE(is_canonical(*X));
    const auto bytes = [](const auto *data, std::int64_t count) {
      return std::string(reinterpret_cast<const char *>(data),
                         static_cast<std::size_t>(count) * sizeof *data);
    };
    return bytes(X->indptr, X->rows + 1) + bytes(X->indices.narrow, X->entries()) +
           bytes(X->reals, X->entries());
  } catch (const Error &error) {
    return error.what();
  }
}

// The outcome, which is the same for any number of threads.
std::string common_outcome(const std::string &text) {
  const std::string alone = outcome(text, nullptr);
  for (const std::int64_t threads : {1, 3}) {
    ThreadPool pool(threads);
    EXPECT_TRUE(outcome(text, &pool) == alone) << threads << " threads";
  }
  return alone;
}

TEST(MatrixMarket, large_files_are_the_same_for_any_number_of_threads) {
  for (const char *field :
       {"integer general", "real general", "pattern symmetric", "real skew-symmetric"})
    for (const bool by_row : {true, false}) {
      SCOPED_TRACE(field);
      Large file = large_file(field, by_row);
      if (std::string_view(field).ends_with("skew-symmetric"))
        for (std::string &line : file.lines)
          if (line.starts_with("1 1 ")) line = "2 1 5\n";
      const std::string whole = common_outcome(file.text());
      EXPECT_FALSE(whole.starts_with("file")) << whole.substr(0, 200);
      file.lines.back().pop_back();  // no line end
      EXPECT_TRUE(common_outcome(file.text()) == whole);
    }
}

TEST(MatrixMarket, the_first_error_of_a_large_file_is_told_for_any_number_of_threads) {
  const Large good = large_file("integer general", true);
  const auto told = [](const Large &file) { return common_outcome(file.text()); };
  for (const std::size_t at : {std::size_t{20'000}, std::size_t{60'000}, good.lines.size() - 1}) {
    // Each comment takes two more lines.
    const std::string line = ", line " + std::to_string(at + 3 + 2 * ((at + 992) / 1000)) + ": ";
    Large file = good;
    file.lines[at] = "1 0 1\n";
    if (at < 70'000) file.lines[at + 30'000] = "wrong\n";
    EXPECT_EQ(told(file), "file 'x'" + line + "expected a column number in 1..70000, found 0");
    file.lines[at] = "1 1 1.5\n";
    EXPECT_EQ(told(file),
              "file 'x'" + line + "expected an integer as declared in the banner, found 1.5");
    file = good;
    file.size_line = "70000 70000 " + std::to_string(at);
    EXPECT_EQ(told(file),
              "file 'x'" + line + "more than the declared " + std::to_string(at) + " entries");
    file.lines.resize(at);
    file.size_line = "70000 70000 99999999999";
    EXPECT_EQ(told(file), "file 'x'" + line + "the file ends after " + std::to_string(at) +
                              " of 99999999999 entries");
  }
  Large file = large_file("integer symmetric", true);
  file.lines[80'000] = "1 9 1\n";
  EXPECT_NE(told(file).find("line 80163: entries on both sides of the diagonal"), std::string::npos)
      << told(file);
}

TEST(MatrixMarket, sizes_that_lie_allocate_nothing) {
  for (const char *sizes : {"3 3 99999999999", "2000000 3 99999999999", "3 3 4000000"}) {
    const auto memory = std::make_shared<Memory>();
    const std::string text =
        std::string("%%MatrixMarket matrix coordinate real general\n") + sizes + "\n1 1 1\n";
    expect_error(Status::format, "line 4: the file ends after 1 of ",
                 [&] { parse(text, Format::matrix_market, "x", memory); });
    EXPECT_LT(memory->peak(), 1 << 20);
  }
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
  EXPECT_LT(taken, longest + (2 << 20));  // what is read at once
  EXPECT_EQ(memory->now(), 0);
}

TEST(Reader, a_line_that_never_ends_is_given_up) {
  const std::string market = "%%MatrixMarket matrix coordinate real general\n";
  ThreadPool pool(2);
  const auto coordinates = [&](Scanner &scanner, const std::shared_ptr<Memory> &memory) {
    return read_matrix_market(scanner, memory, &pool);
  };
  const auto csv = [](Scanner &scanner, const std::shared_ptr<Memory> &memory) {
    return read_csv(scanner, memory, Monitor());
  };
  const auto svmlight = [](Scanner &scanner, const std::shared_ptr<Memory> &memory) {
    return read_svmlight(scanner, memory);
  };
  for (const std::string start :
       {"", "%%MatrixMarket matrix ", "%%MatrixMarket matrix array real general\n%",
        "%%MatrixMarket matrix array real general\n1 1\n"})
    expect_given_up(start, start.ends_with("1\n") ? " " : "y", coordinates);
  expect_given_up(market + "1 1 1\n", " ", coordinates);
  expect_given_up("", std::string(1, '\0'), coordinates);
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
