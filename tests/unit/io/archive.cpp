// io/archive: the bytes match the table in archive.hpp, and reading restores what was written.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "io/archive.hpp"
#include "io/crc32.hpp"
#include "reference/archive.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace manifact {
namespace {

const auto memory = std::make_shared<Memory>();

Bytes finished(const ArchiveWriter &writer) {
  Bytes bytes;
  writer.finish([&](const void *data, std::size_t size) {
    bytes.append(static_cast<const char *>(data), size);
    return true;
  });
  return bytes;
}

TEST(Archive, the_bytes_are_those_of_the_table) {
  const std::int32_t ints[] = {1, -2, 3, 4, 5, 0x12345678};
  const double x = 3.5;
  ArchiveWriter writer;
  writer.text("words", "hello");
  writer.numbers("ints", ints, 2, 3);
  writer.numbers("x", &x, 1);
  EXPECT_EQ(finished(writer), hand_archive().bytes());
  EXPECT_EQ(finished(writer), finished(writer));
  EXPECT_EQ(finished(ArchiveWriter()), HandArchive().bytes());
}

TEST(Archive, checksums_are_those_of_gzip) {
  const auto crc = [](const Bytes &bytes) {
    return crc32_of(reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size());
  };
  EXPECT_EQ(crc("123456789"), 0xcbf43926u);
  Bytes bytes;
  for (int i = 0; i < 400; ++i) {
    EXPECT_EQ(crc(bytes), slow_crc32(bytes)) << i;
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    const std::size_t third = bytes.size() / 3;
    EXPECT_EQ(crc32_of(data + third, bytes.size() - third, crc32_of(data, third)), crc(bytes)) << i;
    bytes += static_cast<char>(i * 37);
  }
}

TEST(Archive, everything_is_read_back) {
  const std::int32_t small[] = {std::numeric_limits<std::int32_t>::min(), 0, 7};
  const std::int64_t large[] = {std::numeric_limits<std::int64_t>::min(), -1};
  const float singles[] = {0.1f, -0.0f, 3e38f};
  const double reals[] = {0.1, 5e-324, -std::numeric_limits<double>::infinity(), 1e300};
  const Bytes text("line\nzero\0byte \xff", 16);
  ArchiveWriter writer;
  writer.numbers("int32", small, 3, 1);
  writer.numbers("int64", large, 1, 2);
  writer.numbers("float", singles, 3);
  writer.numbers("double", reals, 2, 2);
  writer.text("text", text);
  writer.text("nothing", "");
  writer.numbers<double>("empty", nullptr, 0, 5);
  // The reader must not depend on the alignment of the bytes.
  const Bytes bytes = "x" + finished(writer);
  const ArchiveReader reader(bytes.data() + 1, bytes.size() - 1, "it");
  const auto same = [&](const char *name, const auto *values, std::int64_t rows,
                        std::int64_t columns) {
    using T = std::remove_cvref_t<decltype(*values)>;
    const Array<T> read = reader.numbers<T>(name, rows, columns, memory);
    EXPECT_EQ(reader.rows(name), rows);
    EXPECT_EQ(reader.columns(name), columns);
    ASSERT_EQ(read.size(), rows * columns);
    EXPECT_EQ(std::memcmp(read.data(), values, sizeof(T) * static_cast<std::size_t>(read.size())),
              0)
        << name;
    EXPECT_EQ(reader.numbers<T>(name, -1, -1, memory).size(), read.size());
  };
  same("int32", small, 3, 1);
  same("int64", large, 1, 2);
  same("float", singles, 3, 1);
  same("double", reals, 2, 2);
  EXPECT_EQ(reader.text("text"), text);
  EXPECT_EQ(reader.text("nothing"), "");
  EXPECT_EQ(reader.numbers<double>("empty", -1, 5, memory).size(), 0);
  EXPECT_TRUE(reader.has("empty"));
  EXPECT_FALSE(reader.has("full"));
}

TEST(Archive, sections_of_later_releases_are_ignored) {
  HandArchive archive = hand_archive();
  archive.format = 7;  // a later writer that declares this reader sufficient
  archive.sections.insert(archive.sections.begin() + 1, {"later", 99, -5, 1 << 30, "any bytes"});
  const Bytes bytes = archive.bytes();
  const ArchiveReader reader(bytes.data(), bytes.size(), "it");
  EXPECT_EQ(reader.text("words"), "hello");
  EXPECT_EQ(reader.numbers<double>("x", 1, 1, memory)[0], 3.5);
}

TEST(Archive, a_sink_that_gives_up_is_an_error) {
  ArchiveWriter writer;
  writer.text("words", "hello");
  const std::size_t whole = finished(writer).size();
  for (std::size_t capacity : {std::size_t{0}, whole - 1}) {
    std::size_t taken = 0;
    expect_error(Status::io, "the write callback failed", [&] {
      writer.finish([&](const void *, std::size_t size) { return (taken += size) <= capacity; });
    });
  }
}

TEST(Archive, a_file_is_read_whole) {
  const TemporaryFolder folder;
  Monitor monitor;
  std::vector<double> numbers(100'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1.0 / static_cast<double>(i + 1);
  ArchiveWriter writer;
  writer.numbers("numbers", numbers.data(), static_cast<std::int64_t>(numbers.size()));
  for (const Bytes &bytes : {finished(writer), hand_archive().bytes(), HandArchive().bytes()}) {
    spill(folder / "x", bytes);
    const Array<unsigned char> read = read_archive((folder / "x").c_str(), memory, monitor);
    EXPECT_TRUE(Bytes(read.begin(), read.end()) == bytes);
  }
}

TEST(Archive, names_that_cannot_be_are_a_bug) {
  for (const Bytes &name : {Bytes(), Bytes("two words"), Bytes("umlaut\xfc"), Bytes("zero\0", 5),
                            Bytes(48, 'x'), Bytes("taken")}) {
    ArchiveWriter writer;
    writer.text("taken", "");
    expect_error(Status::internal, "is invalid or duplicate as the name",
                 [&] { writer.text(name, "x"); });
  }
  ArchiveWriter writer;
  writer.text(Bytes(47, 'x'), "longest");
  const Bytes bytes = finished(writer);
  EXPECT_EQ(ArchiveReader(bytes.data(), bytes.size(), "it").text(Bytes(47, 'x')), "longest");
}

}  // namespace
}  // namespace manifact
