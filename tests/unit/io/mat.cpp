// io/mat: MAT files assembled byte by byte from the description of version 5: sparse and dense,
// valid and damaged.
#include "io/reader.hpp"
#include "reference/archive.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"
#include "support/temporary_folder.hpp"

namespace manifact {
namespace {

Bytes element(std::int32_t type, const Bytes &payload) {
  return little_endian(type) + little_endian(static_cast<std::int32_t>(payload.size())) + payload +
         Bytes((8 - payload.size() % 8) % 8, '\0');
}

template <class T>
Bytes packed(const std::vector<T> &numbers) {
  return {reinterpret_cast<const char *>(numbers.data()),
          numbers.size() * sizeof(T)};  // the machine of the test is little-endian
}

// A matrix of class `kind` (6 double, 5 sparse, 9 uint8), its parts behind the name.
Bytes variable(const std::string &name, std::int32_t kind, std::int32_t rows, std::int32_t columns,
               const Bytes &parts, std::int32_t flags = 0) {
  return element(14, element(6, little_endian(kind | flags << 8) + little_endian(std::int32_t{8})) +
                         element(5, packed<std::int32_t>({rows, columns})) + element(1, name) +
                         parts);
}
Bytes dense(const std::string &name) {
  return variable(name, 6, 2, 3, element(9, packed<double>({1, 2, 0, 4.5, 5, 6})));
}
Bytes sparse(const std::string &name, const std::vector<std::int32_t> &rows,
             const std::vector<std::int32_t> &starts) {
  return variable(name, 5, 2, 3,
                  element(5, packed(rows)) + element(5, packed(starts)) +
                      element(9, packed<double>({7, 8, 9})));
}

class Mat : public testing::Test {
 protected:
  void SetUp() override {
    try {
      read(dense("fea"));
    } catch (const Error &error) {
      if (error.status() == Status::feature) GTEST_SKIP() << "this build has no libmatio";
    }
  }
  std::unique_ptr<Matrix> read(const Bytes &variables, const char *head = "MATLAB 5.0 MAT-file") {
    Bytes header = head;
    header.resize(116, ' ');
    spill(folder_ / "x.mat",
          header + Bytes(8, '\0') + little_endian(std::int16_t{0x0100}) + "IM" + variables);
    return read_matrix((folder_ / "x.mat").c_str(), Format::automatic, host_.memory, host_.monitor);
  }
  Plain numbers(const Bytes &variables) {
    const auto X = read(variables);
    return plain(sparse_copy(*X, host_.memory).view());
  }
  void refused(Status status, const char *words, const Bytes &variables) {
    expect_error(status, words, [&] { read(variables); });
  }

  Host host_;
  TemporaryFolder folder_;
};

TEST_F(Mat, dense_and_sparse_are_read) {
  EXPECT_EQ(numbers(dense("fea")).values, (std::vector<double>{1, 0, 5, 2, 4.5, 6}));
  EXPECT_TRUE(read(dense("fea"))->dense);
  EXPECT_EQ(numbers(sparse("fea", {0, 1, 0}, {0, 2, 2, 3})).values,
            (std::vector<double>{7, 0, 9, 8, 0, 0}));
  EXPECT_FALSE(read(sparse("fea", {0, 1, 0}, {0, 2, 2, 3}))->dense);
  EXPECT_EQ(numbers(variable("fea", 9, 1, 3, element(2, Bytes("\x01\x00\xff", 3)))).values,
            (std::vector<double>{1, 0, 255}));
}

TEST_F(Mat, fea_is_taken_among_others_and_the_only_one_by_any_name) {
  EXPECT_EQ(numbers(sparse("gnd", {0, 1, 0}, {0, 2, 2, 3}) + dense("fea")).values,
            (std::vector<double>{1, 0, 5, 2, 4.5, 6}));
  EXPECT_EQ(numbers(dense("data")).values, (std::vector<double>{1, 0, 5, 2, 4.5, 6}));
  refused(Status::format, "several others: 'left right'", dense("left") + dense("right"));
  refused(Status::format, "no real matrix",
          variable("text", 4, 1, 3, element(4, packed<std::uint16_t>({97, 98, 99}))));
  refused(Status::format, "no real matrix", "");
}

TEST_F(Mat, of_another_version_or_kind_is_refused) {
  expect_error(Status::format, "save it with -v7",
               [&] { read(dense("fea"), "MATLAB 7.3 MAT-file"); });
  expect_error(Status::format, "not a MAT file of version 5",
               [&] { read(dense("fea"), "something else"); });
  expect_error(Status::io, "missing.mat", [&] {
    read_matrix((folder_ / "missing.mat").c_str(), Format::automatic, host_.memory, host_.monitor);
  });
  expect_error(Status::format, "standard input",
               [&] { read_matrix("-", Format::mat, host_.memory, host_.monitor); });
  expect_error(Status::format, "from memory", [&] {
    parse_matrix("x", 1, "x.mat", Format::automatic, host_.memory, host_.monitor);
  });
  refused(Status::empty, "is empty", variable("fea", 6, 0, 3, element(9, "")));
}

TEST_F(Mat, damaged_is_refused) {
  refused(Status::structure, "indices[2]", sparse("fea", {0, 1, 2}, {0, 2, 2, 3}));
  refused(Status::structure, "indptr[2] < indptr[1]", sparse("fea", {0, 1, 0}, {0, 2, 1, 3}));
  refused(Status::format, "damaged", sparse("fea", {0, 1, 0}, {0, 2, 2, 4}));
  refused(Status::value, "NaN", variable("fea", 6, 1, 2, element(9, packed<double>({1, NAN}))));
  const Bytes whole = dense("fea");
  for (std::size_t size = 1; size < whole.size(); ++size)
    refused(Status::format, "ends in the middle of a variable", whole.substr(0, size));
}

}  // namespace
}  // namespace manifact
