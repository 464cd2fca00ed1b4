// io/reader: a malformed file gives one clear error that names the file and the line; a valid
// counterpart beside each must be read.
#include <gtest/gtest.h>

#include "support/countdown.hpp"
#include "support/expect_error.hpp"
#include "support/parsed.hpp"

namespace manifact {
namespace {

const std::string market = "%%MatrixMarket matrix coordinate real general\n";

struct Malformed {
  std::string text, twin;
  const char *words;
  Status status = Status::format;
};

void expect_all(const std::vector<Malformed> &cases, Format format) {
  for (const Malformed &one : cases) {
    SCOPED_TRACE(one.text);
    const auto memory = std::make_shared<Memory>();
    expect_error(one.status, std::string("file 'dir/x.txt'") + one.words,
                 [&] { parse(one.text, format, "dir/x.txt", memory); });
    EXPECT_EQ(memory->now(), 0);
    EXPECT_TRUE(is_canonical(*parse(one.twin, format))) << one.twin;
  }
}

TEST(ReaderErrors, matrix_market_headers) {
  const std::string good = market + "2 2 1\n1 1 5\n";
  const auto head = [](const std::string &line) {
    return "%%MatrixMarket " + line + "\n2 2 1\n1 1 5\n";
  };
  const auto size = [](const std::string &line) { return market + "% c\n" + line + "\n1 1 5\n"; };
  expect_all(
      {
          {"", good,
           ", line 1: expected '%%MatrixMarket matrix coordinate real general' or the like, found "
           "''"},
          {"2 2 1\n1 1 5\n", good,
           ", line 1: expected '%%MatrixMarket matrix coordinate real general' or the like, found "
           "'2'"},
          {head("vector coordinate real general"), good,
           ", line 1: expected the object 'matrix' in the banner, found 'vector'"},
          {head("matrix banded real general"), good,
           ", line 1: expected 'coordinate' or 'array' in the banner, found 'banded'"},
          {head("matrix coordinate complex general"), good,
           ", line 1: complex matrices are not supported, only real ones"},
          {head("matrix coordinate real hermitian"), good,
           ", line 1: hermitian matrices are not supported, only real ones"},
          {head("matrix coordinate real"), good,
           ", line 1: expected 'general', 'symmetric' or 'skew-symmetric' in the banner, found ''"},
          {head("matrix coordinate real general x"), good,
           ", line 1: expected the end of the line, found 'x'"},
          {head("matrix array pattern general"), head("matrix coordinate integer general"),
           ", line 1: a pattern has no values"},
          {market, good, ", line 2: expected the number of rows, found the end of the file"},
          {size("x 2 1"), good, ", line 3: expected the number of rows, found 'x'"},
          {size("2 2"), good,
           ", line 3: expected the number of entries, found the end of the line"},
          {size("2 2 1 1"), good, ", line 3: expected the end of the line, found '1'"},
          {size("2 2.5 1"), good, ", line 3: expected the number of columns, found '2.5'"},
          {size("-2 2 1"), good,
           ", line 3: the number of rows is -2; it must lie in 1..2147483647"},
          {size("2 2147483648 1"), size("2 16777216 1"),
           ", line 3: the number of columns is 2147483648; it must lie in 1..2147483647"},
          {size("2 2147483647 1"), size("2 16777216 1"),
           " has feature indices up to 2147483647, but only 1 entries"},
          {size("2 9223372036854775808 1"), good,
           ", line 3: '9223372036854775808' is too large for the number of columns"},
          {size("2 2 -1"), good, ", line 3: the number of entries is -1"},
          {size("0 2 0"), good, ", line 3: a matrix of 0 x 2 is empty", Status::empty},
          {"%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 5\n",
           "%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n1 1 5\n",
           ", line 2: a symmetric matrix must be square, this one is 2 x 3"},
          {market + "20000000 2 1\n1 1 5\n", market + "1000000 2 1\n1 1 5\n",
           ", line 4: the file declares 20000000 rows, but has only 1 entries"},
      },
      Format::matrix_market);
}

TEST(ReaderErrors, matrix_market_entries) {
  const auto two = [](const std::string &line) { return market + "\n3 4 2\n1 1 5\n" + line; };
  const auto symmetric = [](const std::string &kind, const std::string &lines) {
    return "%%MatrixMarket matrix coordinate real " + kind + "\n2 2 2\n" + lines;
  };
  const std::string array = "%%MatrixMarket matrix array real general\n2 1\n";
  expect_all(
      {
          {two(""), two("3 4 6\n"), ", line 5: the file ends after 1 of 2 entries"},
          {two("3 4 6\n2 2 2\n"), two("3 4 6\n\n"), ", line 6: more than the declared 2 entries"},
          {two("4 1 6\n"), two("3 1 6\n"), ", line 5: expected a row number in 1..3, found 4"},
          {two("1 5 6\n"), two("1 4 6\n"), ", line 5: expected a column number in 1..4, found 5"},
          {two("0 1 6\n"), two("1 1 6\n"), ", line 5: expected a row number in 1..3, found 0"},
          {two("1 -1 6\n"), two("1 1 6\n"), ", line 5: expected a column number in 1..4, found -1"},
          {two("1 1\n"), two("1 1 6\n"), ", line 5: expected the value, found the end of the line"},
          {two("1 1"), two("1 1 6"), ", line 5: expected the value, found the end of the file"},
          {two("1 1 6 7\n"), two("1 1 6 \n"), ", line 5: expected the end of the line, found '7'"},
          {two("1 1 six\n"), two("1 1 6\n"), ", line 5: expected the value, found 'six'"},
          {two("1 1 6x\n"), two("1 1 6\n"), ", line 5: expected the value, found '6x'"},
          {two("1 1 0x6\n"), two("1 1 6\n"), ", line 5: expected the value, found '0x6'"},
          {two("1 1 \x01\xff\n"), two("1 1 6\n"),
           ", line 5: expected the value, found '\\x01\\xff'"},
          {two("1.5 1 6\n"), two("1 1 6\n"), ", line 5: expected a row number, found '1.5'"},
          {two("% late comment\n2 1 x\n"), two("% late comment\n2 1 6\n"),
           ", line 6: expected the value, found 'x'"},
          {two("1 1 nan\n"), two("1 1 6\n"), ", line 5: the value is NaN", Status::value},
          {two("1 1 -inf\n"), two("1 1 6\n"), ", line 5: the value is infinite", Status::value},
          {two("1 1 1e999\n"), two("1 1 1e300\n"), ", line 5: '1e999' is too large for a double",
           Status::value},
          {two("1 1 " + std::string(400, '9') + "\n"), two("1 1 " + std::string(300, '9') + "\n"),
           ", line 5: '999999999999999999999999...' is too large for a double", Status::value},
          {two("1 1 -1e308\n"), two("1 1 -1e300\n"),
           ", line 5: the value is '-1e308', beyond 1e+300; R's writeMM() writes NA, NaN and Inf "
           "as "
           "1e308: replace missing values first (row 1, column 1, counted from 1)",
           Status::value},
          {"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n",
           "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 15\n",
           ", line 3: expected an integer as declared in the banner, found 1.5"},
          {"%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n",
           "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n",
           ", line 3: expected the end of the line, found '1'"},
          {symmetric("symmetric", "2 1 3\n1 2 3\n"), symmetric("symmetric", "2 1 3\n1 1 3\n"),
           ", line 4: entries on both sides of the diagonal"},
          {symmetric("skew-symmetric", "2 1 3\n1 1 3\n"),
           symmetric("skew-symmetric", "2 1 3\n2 1 3\n"),
           ", line 4: an entry on the diagonal of a skew-symmetric matrix"},
          {array + "1\n", array + "1\n2\n", ", line 4: the file ends after 1 of 2 entries"},
          {array + "1\n2\n3\n", array + "1\n2\n", ", line 5: more than the declared 2 entries"},
          {array + "1 2\n", array + "1\n2\n", ", line 3: expected the end of the line, found '2'"},
      },
      Format::matrix_market);
}

TEST(ReaderErrors, svmlight_lines) {
  const std::string good = "1 1:2 3:4\n";
  expect_all(
      {
          {"", good, " contains no documents", Status::empty},
          {"# nothing\n\n", good, " contains no documents", Status::empty},
          {"1\n2\n", "1\n2 1:1\n", " contains no features, only labels", Status::empty},
          {good + "x 1:2\n", good + "2 1:2\n", ", line 2: expected a label, found 'x'"},
          {good + "1,x 1:2\n", good + "1,2 1:2\n", ", line 2: expected a label, found 'x'"},
          {good + "nan 1:2\n", good + "2 1:2\n", ", line 2: a label is NaN", Status::value},
          {good + "1 a:2\n", good + "1 1:2\n", ", line 2: expected index:value, found 'a:2'"},
          {good + "1 -1:2\n", good + "1 1:2\n",
           ", line 2: the feature index -1 is not in 0..2147483647"},
          {good + "1 2147483648:2\n", good + "1 16777216:2\n",
           ", line 2: the feature index 2147483648 is not in 0..2147483647"},
          {good + "1 2147483647:2\n", good + "1 16777216:2\n",
           " has feature indices up to 2147483647, but only"},
          {"1 0:2 2147483647:2\n", "1 0:2 16777215:2\n",
           ": feature indices from 0 to 2147483647 are one too many"},
          {good + "1 1 2\n", good + "1 1:2\n",
           ", line 2: expected ':' and a value after feature index 1"},
          {good + "1 1:\n", good + "1 1:2\n",
           ", line 2: expected the value, found the end of the line"},
          {good + "1 1:x\n", good + "1 1:2\n", ", line 2: expected the value, found 'x'"},
          {good + "1 1:inf\n", good + "1 1:2\n", ", line 2: the value is infinite", Status::value},
          {good + "1 1:2:3\n", good + "1 1:2\n", ", line 2: expected index:value, found ':3'"},
          {good + "1 1:2 1:3\n", good + "1 1:2 2:3\n", ", line 2: feature 1 occurs twice"},
          {good + "1 7:2 1:2 7:3\n", good + "1 7:2 1:3\n", ", line 2: feature 7 occurs twice"},
          {good + "1 query:2\n", good + "1 qid:2\n",
           ", line 2: expected index:value, found 'query:2'"},
      },
      Format::svmlight);
}

TEST(ReaderErrors, csv_lines) {
  const std::string good = "1,2,3\n";
  expect_all(
      {
          {"", good, " contains no rows of numbers", Status::empty},
          {"\n \n", good, " contains no rows of numbers", Status::empty},
          {"a,b,c\n", "a,b,c\n1,2,3\n", " contains no rows of numbers", Status::empty},
          {good + "4,5\n", good + "4,5,6\n", ", line 2: the line has 2 cells, but line 1 has 3"},
          {good + "4,5,6,7\n", good + "4,5,6\n",
           ", line 2: the line has 4 cells, but line 1 has 3"},
          {"a,b\n1,2\n1,2,3\n", "a,b\n1,2\n3,4\n",
           ", line 3: the line has 3 cells, but line 1 has 2"},
          {"a\n1,2\n", "a,b\n1,2\n", ", line 2: the line has 2 cells, but line 1 has 1"},
          {good + "4,,6\n", good + "4,5,6\n", ", line 2, column 2: the cell is empty"},
          {good + "4,5,\n", good + "4,5,6\n", ", line 2, column 3: the cell is empty"},
          {good + ",5,6\n", good + "4,5,6\n", ", line 2, column 1: the cell is empty"},
          {"1\t2\n\t2\n", "1\t2\n1\t2\n", ", line 2, column 1: the cell is empty"},
          {good + "\n4,5,6\n", good + "4,5,6\n\n", ", line 2: the line is empty"},
          {"\n" + good, good, ", line 1: the line is empty"},
          {good + "4,five,6\n", good + "4,5,6\n",
           ", line 2, column 2: expected a number, found 'five'"},
          {good + "4,\"5\",6\n", good + "4,5,6\n",
           ", line 2, column 2: expected a number, found '\"5\"'"},
          {good + "4,5 5,6\n", good + "4,5,6\n",
           ", line 2, column 2: expected a separator or the end of the line, found '5'"},
          {"1,x,3\n4,5,6\n", "x,y,z\n4,5,6\n", ", line 1, column 2: expected a number, found 'x'"},
          {"1,,3\n", good, ", line 1, column 2: the cell is empty"},
          {",0,1,3\n1,1,2,3\n", ",0,1,2\n1,1,2,3\n", ", line 1, column 1: the cell is empty"},
          {",1,0\n" + good, ",0,1\n" + good, ", line 1, column 1: the cell is empty"},
          {",7\n1,2\n", ",0\n1,2\n", ", line 1, column 1: the cell is empty"},
          {"a,b\nx,1\n", "a,b\nx,1,2\n", ", line 2, column 1: expected a number, found 'x'"},
          {",a,2\n" + good, ",a,b\n" + good, ", line 1, column 1: the cell is empty"},
          {",a,b\nx,,2\n", ",a,b\nx,1,2\n", ", line 2, column 2: the cell is empty"},
          {",a,b\nx y,1\n", ",a,b\nx y,1,2\n", ", line 2: the line has 2 cells, but line 1 has 3"},
          {",a\n\"x,1\n", ",a\n\"x\",1\n",
           ", line 2, column 1: the closing quote is missing on this line"},
          {",,\n1,2,3\n", ",a,\n1,2,3\n", ", line 1, column 1: the cell is empty"},
          {"\"a,b\n1,2\n", "\"a\",b\n1,2\n",
           ", line 1, column 1: the closing quote is missing on this line"},
          {"1;2\n1,5;2\n", "1;2\n1.5;2\n",
           ", line 2, column 1: the decimal separator must be a point, not a comma"},
          {good + "4,5,NaN\n", good + "4,5,6\n", ", line 2, column 3: a number is NaN",
           Status::value},
          {"1,2,inf\n", good, ", line 1, column 3: the value is infinite", Status::value},
          {good + "4,5,1e400\n", good + "4,5,1e30\n",
           ", line 2, column 3: '1e400' is too large for a double", Status::value},
      },
      Format::csv);
}

TEST(ReaderErrors, messages_name_the_end_of_a_long_path_and_stay_one_line) {
  const std::string path = std::string(4000, 'd') + "/the end\n.csv";
  expect_error(Status::format, "/the end\\n.csv', line 1, column 2: the cell is empty",
               [&] { parse("1,\n", Format::automatic, path.c_str()); });
}

TEST(ReaderErrors, the_end_of_the_text_may_come_anywhere) {
  const std::string texts[] = {market + "3 3 3\n1 1 1.5e3\n2 3 -2\n3 3 7\n",
                               "1 qid:2 1:2 3:4.5 # c\n-1 2:2\n", "a,\"b\"\n1.5,2e3\n-3,4\n"};
  for (int format = 0; format <= 3; ++format)
    for (const std::string &text : texts)
      for (std::size_t size = 0; size <= text.size(); ++size) {
        try {
          EXPECT_TRUE(is_canonical(*parse(text.substr(0, size), Format{format})));
        } catch (const Error &error) {
          EXPECT_TRUE(error.status() == Status::format || error.status() == Status::empty ||
                      error.status() == Status::value)
              << error.what();
        }
      }
}

TEST(ReaderErrors, every_failed_allocation_is_reported_and_nothing_leaks) {
  const std::string texts[] = {market + "3 3 4\n3 3 7\n3 1 1\n2 3 -2\n3 3 1\n",
                               "1 2:2 1:4.5\n-1 2:2\n", "a,b\n1.5,2e3\n-3,4\n"};
  for (int format = 1; format <= 3; ++format)
    expect_every_failed_allocation_reported(
        [&](const std::shared_ptr<Memory> &memory) {
          parse(texts[format - 1], Format{format}, "x", memory);
          return true;
        },
        100);
}

}  // namespace
}  // namespace manifact
