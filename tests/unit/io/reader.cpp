// io/reader: the meaning of each format; memory follows the data, not the header; written matrices
// read back.
#include <gtest/gtest.h>

#include <cmath>

#include "runtime/rng.hpp"
#include "support/expect_error.hpp"
#include "support/parsed.hpp"
#include "support/written_files.hpp"

namespace manifact {
namespace {

using Values = std::vector<double>;

const std::string real_general = "%%MatrixMarket matrix coordinate real general\n";

std::unique_ptr<Matrix> read(const std::string &path, Format format = Format::automatic) {
  Monitor monitor;
  return read_matrix(path.c_str(), format, std::make_shared<Memory>(), monitor);
}

TEST(MatrixMarket, coordinates_in_any_order_give_sorted_rows) {
  for (const char *entries :
       {"1 1 1\n1 3 2\n3 2 3\n", "1 1 1\n3 2 3\n1 3 2\n", "3 2 3\n1 3 2\n1 1 1\n"}) {
    const auto matrix = parse(real_general + "3 3 3\n" + entries);
    EXPECT_EQ(dense(*matrix), (Values{1, 0, 2, 0, 0, 0, 0, 3, 0})) << entries;
    EXPECT_TRUE(is_canonical(*matrix)) << entries;
  }
}

TEST(MatrixMarket, entries_given_twice_are_added) {
  const auto matrix = parse(real_general + "2 2 3\n2 1 1.5\n1 1 1\n2 1 2\n");
  EXPECT_EQ(matrix->entries(), 2);
  EXPECT_EQ(dense(*matrix), (Values{1, 0, 3.5, 0}));
}

TEST(MatrixMarket, explicit_zeros_stay_in_coordinates_and_go_in_arrays) {
  EXPECT_EQ(parse(real_general + "2 2 1\n1 1 0\n")->entries(), 1);
  EXPECT_EQ(parse("%%MatrixMarket matrix array real general\n2 1\n0\n5\n")->entries(), 1);
}

TEST(MatrixMarket, layout_between_the_numbers_does_not_matter) {
  const Values expected = {0, 1.5, -2, 0};
  for (const std::string &text : std::vector<std::string>{
           real_general + "2 2 2\n1 2 1.5\n2 1 -2\n",
           real_general + "2 2 2\n1 2 1.5\n2 1 -2",  // no newline at the end
           "%%matrixmarket MATRIX Coordinate REAL General\r\n% c\r\n2 2 2\r\n1 2 1.5\r\n2 1 "
           "-2\r\n",  // other letters, CRLF
           "%%MatrixMarket\tmatrix  coordinate real general \n%\n\n % c\n\n 2\t2 2 \n\n1 2 "
           "1.5\n \n\t2  1 -2 \n\n",
           "\xef\xbb\xbf" + real_general + "2 2 2\n1 2 +1.5\n2 1 -2e0\n",
           real_general + std::string(600'000, '%') + "\n2 2 2\n1 2 1.5" +
               std::string(600'000, ' ') + "\n2 1 -2\n",
       })
    EXPECT_EQ(dense(*parse(text)), expected) << text.substr(0, 200);
}

// Readers use a window of 2^18 bytes: its edge falls on every character of the lines after a
// comment.
TEST(Reader, the_edge_of_the_window_may_fall_anywhere) {
  const std::string rows = "1 1 123456.75\n2 2 -2.5e-3\n";
  const Values expected = {123456.75, 0, 0, -2.5e-3};
  for (const std::size_t edge : {std::size_t{1} << 18, std::size_t{1} << 19})
    for (std::size_t before = 0; before <= rows.size() + 8; ++before) {
      const std::string start = real_general + "%", size = "\n2 2 2\n";
      const std::string text =
          start + std::string(edge - start.size() - size.size() - before, 'x') + size + rows;
      ASSERT_EQ(dense(*parse(text)), expected) << before;
      ASSERT_EQ(dense(*parse(text.substr(0, text.size() - 1))), expected) << before;
    }
}

TEST(Reader, lines_longer_than_the_window_are_read) {
  const std::int64_t m = 100'000;
  std::string csv, svmlight = "1";
  for (std::int64_t j = 0; j < m; ++j) {
    csv += std::to_string(j) + (j + 1 < m ? "," : "\n");
    svmlight += ' ' + std::to_string(m - j) + ':' + std::to_string(m - j - 1);
  }
  Values expected(static_cast<std::size_t>(m));
  for (std::int64_t j = 0; j < m; ++j) expected[j] = static_cast<double>(j);
  EXPECT_TRUE(dense(*parse(csv, Format::csv)) == expected);
  EXPECT_TRUE(dense(*parse(svmlight, Format::svmlight)) == expected);
}

TEST(MatrixMarket, fields_and_symmetries) {
  const auto values = [](const std::string &kind, const std::string &rest) {
    return dense(*parse("%%MatrixMarket matrix " + kind + "\n" + rest));
  };
  EXPECT_EQ(values("coordinate integer general", "1 2 2\n1 1 7\n1 2 -3\n"), (Values{7, -3}));
  EXPECT_EQ(values("coordinate pattern general", "2 2 2\n1 2\n2 1\n"), (Values{0, 1, 1, 0}));
  EXPECT_EQ(values("coordinate real symmetric", "2 2 2\n1 1 5\n2 1 3\n"), (Values{5, 3, 3, 0}));
  EXPECT_EQ(values("coordinate real symmetric", "2 2 2\n1 1 5\n1 2 3\n"), (Values{5, 3, 3, 0}));
  EXPECT_EQ(values("coordinate pattern symmetric", "2 2 1\n2 1\n"), (Values{0, 1, 1, 0}));
  EXPECT_EQ(values("coordinate real skew-symmetric", "2 2 1\n2 1 3\n"), (Values{0, -3, 3, 0}));
  EXPECT_EQ(values("array real general", "2 3\n1\n2\n3\n4\n5\n6\n"), (Values{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(values("array integer symmetric", "2 2\n1\n2\n3\n"), (Values{1, 2, 2, 3}));
  EXPECT_EQ(values("array real skew-symmetric", "3 3\n1\n2\n3\n"),
            (Values{0, -1, -2, 1, 0, -3, 2, 3, 0}));
}

TEST(MatrixMarket, no_entries_are_a_matrix_of_zeros) {
  const auto matrix = parse(real_general + "3 4 0\n");
  EXPECT_EQ(matrix->rows, 3);
  EXPECT_EQ(matrix->columns, 4);
  EXPECT_EQ(matrix->entries(), 0);
}

TEST(Svmlight, labels_features_queries_and_comments) {
  const auto matrix = parse(
      "# made by hand\n+1 1:0.5 4:2 # first\n\n-1 qid:3 2:1\n3.5\n0 4:1 1:-2\n", Format::svmlight);
  EXPECT_EQ(matrix->columns, 4);
  EXPECT_EQ(dense(*matrix), (Values{0.5, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, -2, 0, 0, 1}));
  EXPECT_EQ(Values(matrix->row_labels.begin(), matrix->row_labels.end()), (Values{1, -1, 3.5, 0}));
  EXPECT_TRUE(is_canonical(*matrix));
}

TEST(Svmlight, a_zero_anywhere_makes_indices_count_from_zero) {
  EXPECT_EQ(dense(*parse("1 1:5\n1 2:6\n", Format::svmlight)), (Values{5, 0, 0, 6}));
  EXPECT_EQ(dense(*parse("1 1:5\n1 2:6 0:7\n", Format::svmlight)), (Values{0, 5, 0, 7, 0, 6}));
}

TEST(Svmlight, rows_have_no_label_or_several) {
  const auto matrix = parse("3,7 1:5\n2:6\nqid:1 1:2\n4 2:1\n", Format::svmlight);
  EXPECT_EQ(dense(*matrix), (Values{5, 0, 0, 6, 2, 0, 0, 1}));
  for (Index i = 0; i < 3; ++i) EXPECT_TRUE(std::isnan(matrix->row_labels[i])) << i;
  EXPECT_EQ(matrix->row_labels[3], 4);
}

TEST(Csv, separators_headers_and_line_ends_do_not_matter) {
  const Values expected = {1, 0, -2.5, 4e3, 0.5, 6};
  for (const char *text : {
           "1,0,-2.5\n4e3,.5,6\n",
           "1;0;-2.5\r\n4e3;.5;6\r\n",
           "1\t0\t-2.5\n4e3\t.5\t6",
           " 1 , 0 ,-2.5 \n4e3, +.5,6\n\n \n",
           "\xef\xbb\xbf"
           "1,0,-2.5\n4e3,.5,6\n",
           "a,b,c\n1,0,-2.5\n4e3,.5,6\n",
           "\"a,1\",\"b \"\"c\"\"\",c\n1,0,-2.5\n4e3,.5,6\n",
           "\"a;\";b,c;d\n1;0;-2.5\n4e3;.5;6\n",
           "a,,c\n1,0,-2.5\n4e3,.5,6\n",
           ",,c\n1,0,-2.5\n4e3,.5,6\n",
       })
    EXPECT_EQ(dense(*parse(text, Format::csv)), expected) << text;
  EXPECT_EQ(dense(*parse("7\n0\n", Format::csv)), (Values{7, 0}));
  EXPECT_EQ(parse("7\n0\n", Format::csv)->entries(), 1) << "zeros are not stored";
}

TEST(Csv, a_first_column_without_a_name_is_skipped_with_a_warning) {
  const Values expected = {1, 0, -2.5, 4e3, 0.5, 6};
  for (const std::string text : {
           ",a,b,c\n0,1,0,-2.5\n1,4e3,.5,6\n",
           "\"\",\"a\",\"b\",\"c\"\n\"1\",1,0,-2.5\n\"2\",4e3,.5,6\n",
           " ;a;b;c\r\nRoe, Jane;1;0;-2.5\r\n;4e3;.5;6\r\n",
           "\ta\tb\tc\nfirst row\t1\t0\t-2.5\nx\t4e3\t.5\t6",
           ",0,1,2\n2024-01-01,1,0,-2.5\n2024-01-02,4e3,.5,6\n",
           ",a,b,c\n\"7, \"\"x\"\"\",1,0,-2.5\nnan,4e3,.5,6\n",
       }) {
    std::vector<std::string> warnings;
    Monitor monitor;
    monitor.log_user = &warnings;
    monitor.log = [](void *user, int level, const char *sentence) {
      EXPECT_EQ(level, 1);
      static_cast<std::vector<std::string> *>(user)->emplace_back(sentence);
    };
    const auto matrix = parse_matrix(text.data(), text.size(), "x", Format::csv,
                                     std::make_shared<Memory>(), monitor);
    EXPECT_EQ(matrix->columns, 3);
    EXPECT_EQ(dense(*matrix), expected) << text;
    EXPECT_EQ(warnings, std::vector<std::string>{
                            "file 'x': the first column, which has no name, is skipped"});
  }
  EXPECT_EQ(dense(*parse(",a\nx,7\ny,0\n", Format::csv)), (Values{7, 0}));
}

TEST(Reader, a_first_line_of_numbers_is_a_row) {
  EXPECT_EQ(dense(*parse("1,2\n1.5,1.8\n5,8\n", Format::csv)), (Values{1, 2, 1.5, 1.8, 5, 8}));
  EXPECT_EQ(dense(*parse("0,1,2\n.5,7,9\n", Format::csv)), (Values{0, 1, 2, .5, 7, 9}));
  EXPECT_EQ(dense(*parse("1990,1991\n5,3\n", Format::csv)), (Values{1990, 1991, 5, 3}));
  EXPECT_EQ(dense(*parse(",0,1\n0,5,3\n1,7,2\n", Format::csv)), (Values{5, 3, 7, 2}))
      << "beside an empty name they are names";
}

TEST(Reader, numbers_are_exact_and_too_small_ones_are_zero) {
  const auto value = [](const std::string &text) {
    return dense(*parse(text + ",1\n", Format::csv))[0];
  };
  EXPECT_EQ(value("0.1"), 0.1);
  EXPECT_EQ(value("123456789012345678"), 123456789012345678.0);
  EXPECT_EQ(value("2.2250738585072011e-308"), 2.2250738585072011e-308);
  EXPECT_EQ(value("4.9e-324"), 4.9e-324);
  EXPECT_EQ(value("1e-400"), 0);
  EXPECT_EQ(value("-1e-99999999999999999999"), 0);
  EXPECT_EQ(value("0." + std::string(400, '0') + "1"), 0);
  EXPECT_EQ(value(std::string(2000, '0') + "5"), 5);
  EXPECT_EQ(value("100000e-400"), 0);
}

TEST(Reader, the_format_follows_from_the_name_or_else_the_first_line) {
  const std::string market = real_general + "1 2 1\n1 2 3\n", svmlight = "1 2:3\n", csv = "0,3\n";
  for (const char *name : {"x.mtx", "dir.csv/x.MTX", "x.mtx.gz"})
    EXPECT_EQ(dense(*parse(market, Format::automatic, name)), (Values{0, 3}));
  for (const char *name : {"x.svm", "x.svmlight", "x.libsvm.gz"})
    EXPECT_EQ(parse(svmlight, Format::automatic, name)->row_labels.size(), 1);
  EXPECT_EQ(dense(*parse(csv, Format::automatic, "x.csv")), (Values{0, 3}));
  for (const char *name : {"x", "-", "x.txt", "mtx"}) {
    EXPECT_EQ(dense(*parse(market, Format::automatic, name)), (Values{0, 3}));
    EXPECT_EQ(dense(*parse(svmlight, Format::automatic, name)), (Values{0, 3}));
    EXPECT_EQ(parse("# 1,2\n1 2:3\n", Format::automatic, name)->row_labels.size(), 1);
    EXPECT_EQ(dense(*parse(csv, Format::automatic, name)), (Values{0, 3}));
    EXPECT_EQ(dense(*parse("at 12h:00,b\n0,3\n", Format::automatic, name)), (Values{0, 3}));
  }
  expect_error(Status::format, "line 1: expected '%%MatrixMarket",
               [&] { parse(csv, Format::automatic, "x.mtx"); });
  EXPECT_EQ(dense(*parse(csv, Format::csv, "x.mtx")), (Values{0, 3}))
      << "what the caller says wins";
}

TEST(Reader, a_dash_is_a_file_name_like_any_other) {
  const TemporaryFolder folder;
  expect_error(Status::io, "cannot open '-'", [] { read("-"); });
  spill(folder / "-", "1,2\n");
  EXPECT_EQ(dense(*read(folder / "-")), (Values{1, 2}));
}

TEST(Reader, written_matrices_read_back_bit_by_bit_plain_and_packed) {
  Rng rng(5);
  const std::int64_t n = 300, m = 200;
  std::string csv;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j)
      csv +=
          (rng.uniform() < 0.8
               ? "0"
               : std::to_string(std::ldexp(rng.uniform() - 0.5, static_cast<int>(rng.below(60))))) +
          (j + 1 < m ? "," : "\n");
  const auto matrix = parse(csv, Format::csv);
  for (std::int64_t e = 0; e < matrix->entries(); ++e)
    matrix->own_reals[e] = std::ldexp(matrix->own_reals[e] / 3, static_cast<int>(e % 600) - 300);
  const TemporaryFolder folder;
  Monitor monitor;
  std::vector<std::string> names = {"x.mtx"};
  if (has_gzip()) names.push_back("x.mtx.gz");
  for (const std::string &name : names) {
    write_matrix(*matrix, (folder / name).c_str(), monitor);
    const auto again = read(folder / name);
    ASSERT_EQ(again->entries(), matrix->entries());
    EXPECT_EQ(dense(*again), dense(*matrix));
    const std::string bytes = slurp(folder / name);
    EXPECT_EQ(dense(*parse(bytes, Format::matrix_market)), dense(*matrix)) << "from memory too";
  }
}

TEST(Reader, single_precision_is_written_with_its_exact_value) {
  const float values[] = {0.1f, 3};
  const auto matrix =
      matrix_from_dense(1, 2, 2, 1, values, ValueType::single, std::make_shared<Memory>());
  const TemporaryFolder folder;
  Monitor monitor;
  write_matrix(*matrix, (folder / "x").c_str(), monitor);
  EXPECT_EQ(dense(*read(folder / "x")), (Values{0.1f, 3}));
}

TEST(Reader, a_cancelled_writing_leaves_nothing) {
  const auto matrix = parse("1,2\n", Format::csv);
  const TemporaryFolder folder;
  Monitor monitor;
  monitor.progress = [](void *, const char *, std::int64_t done, std::int64_t, double, double) {
    return static_cast<int>(done == 2);
  };
  expect_error(Status::cancelled, "cancelled during writing",
               [&] { write_matrix(*matrix, (folder / "x").c_str(), monitor); });
  EXPECT_TRUE(folder.names().empty());
}

TEST(Reader, memory_is_twice_the_matrix_at_most_and_all_given_back) {
  std::string text = real_general + "1000 1000 200000\n";
  for (int e = 0; e < 200'000; ++e)
    text += std::to_string(e % 1000 + 1) + ' ' +
            std::to_string((e / 200 + e % 2 * 500) % 1000 + 1) + " 1.5\n";
  const auto memory = std::make_shared<Memory>();
  {
    const auto matrix = parse(text, Format::matrix_market, "x", memory);
    ASSERT_EQ(matrix->entries(), 200'000);
    const std::int64_t size = 8 * (matrix->rows + 1) + 12 * matrix->entries();
    EXPECT_LT(memory->peak(), 2 * size + (1 << 20));
  }
  EXPECT_EQ(memory->now(), 0);
}

TEST(Reader, what_a_header_claims_is_not_allocated) {
  for (const char *claim : {"1000000000000000000 5 5\n", "5 5 1000000000000000000\n",
                            "2147483647 2147483647 4000000000000000000\n",
                            "2147483647 3 1\n1 1 1\n", "99999999999999999999 1 1\n"}) {
    const auto memory = std::make_shared<Memory>();
    expect_error(Status::format, "file 'x', line ",
                 [&] { parse(real_general + claim, Format::matrix_market, "x", memory); });
    EXPECT_LT(memory->peak(), 2 << 20) << claim;
    EXPECT_EQ(memory->now(), 0) << claim;
  }
  const auto memory = std::make_shared<Memory>();
  expect_error(Status::format, "the file ends after 1 of 4611686014132420609 entries", [&] {
    parse("%%MatrixMarket matrix array real general\n2147483647 2147483647\n1\n",
          Format::matrix_market, "x", memory);
  });
  EXPECT_LT(memory->peak(), 2 << 20);
}

TEST(Reader, what_unpacks_to_much_but_means_little_costs_little) {
  NEEDS_GZIP();
  const TemporaryFolder folder;
  const std::string blanks(1 << 20, ' '), comment(1 << 20, '%');
  AtomicFile file((folder / "x.mtx.gz").c_str(), Packing::by_name);
  file.write(real_general.data(), real_general.size());
  for (int i = 0; i < 30; ++i) file.write(comment.data(), comment.size());
  file.write("\n2 2 1\n1", 8);
  for (int i = 0; i < 30; ++i) file.write(blanks.data(), blanks.size());
  file.write("2 3\n", 4);
  file.commit();
  EXPECT_LT(std::filesystem::file_size(folder / "x.mtx.gz"), 100'000u);
  const auto memory = std::make_shared<Memory>();
  Monitor monitor;
  EXPECT_EQ(dense(*read_matrix((folder / "x.mtx.gz").c_str(), Format::automatic, memory, monitor)),
            (Values{0, 3, 0, 0}));
  EXPECT_LT(memory->peak(), 2 << 20);
}

}  // namespace
}  // namespace manifact
