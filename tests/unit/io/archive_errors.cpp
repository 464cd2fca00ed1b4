// io/archive: a damaged, hostile or foreign file gives one clear error, before any of its content
// is used.
#include <gtest/gtest.h>

#include <functional>

#include "io/archive.hpp"
#include "reference/archive.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace manifact {
namespace {

const auto archive_memory = std::make_shared<Memory>();

void open_all(const Bytes &bytes) {
  const ArchiveReader reader(bytes.data(), bytes.size(), "file 'x'");
  EXPECT_EQ(reader.text("words"), "hello");
  EXPECT_EQ(reader.numbers<std::int32_t>("ints", 2, 3, archive_memory)[5], 0x12345678);
  EXPECT_EQ(reader.numbers<double>("x", 1, 1, archive_memory)[0], 3.5);
}

TEST(ArchiveErrors, every_change_of_a_byte_is_refused) {
  const Bytes whole = hand_archive().bytes();
  open_all(whole);
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (int change = 1; change < 256; ++change) {
      Bytes bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      try {
        open_all(bytes);
        ADD_FAILURE() << "byte " << at << " became " << +bytes[at] << " unseen";
      } catch (const Error &error) {
        const Status status = error.status();
        EXPECT_TRUE(status == Status::corrupt || (at < 8 && status == Status::format) ||
                    (at / 4 == 3 && status == Status::version))
            << "byte " << at << ": " << error.what();
      }
    }
}

TEST(ArchiveErrors, every_truncation_is_refused) {
  const Bytes whole = hand_archive().bytes();
  for (std::size_t size = 0; size < whole.size(); ++size)
    expect_error(size < 8 ? Status::format : Status::corrupt,
                 size < 8 ? "is not a Manifact model" : "file 'x' is ",
                 [&] { open_all(whole.substr(0, size)); });
  expect_error(Status::corrupt, "the model should have", [&] { open_all(whole + '\0'); });
}

struct Hostile {
  Status status;
  const char *words;
  std::function<void(HandArchive &)> damage;
};

// `change` of section i.
template <class Change>
std::function<void(HandArchive &)> section(std::size_t i, Change change) {
  return [=](HandArchive &archive) { change(archive.sections[i]); };
}

// All of them have valid checksums.
void expect_refused(const std::vector<Hostile> &cases) {
  open_all(hand_archive().bytes());
  for (const Hostile &hostile : cases) {
    SCOPED_TRACE(hostile.words);
    HandArchive archive = hand_archive();
    hostile.damage(archive);
    expect_error(hostile.status, hostile.words, [&] { open_all(archive.bytes()); });
  }
}

TEST(ArchiveErrors, hostile_tables_and_names_of_sections_are_refused) {
  expect_refused({
      {Status::format, "is not a Manifact model",
       [](HandArchive &a) { a.magic.assign("MANIFOLD"); }},
      {Status::version, "it requires a reader of format 2, this one supports format 1",
       [](HandArchive &a) { a.oldest_reader = 2; }},
      {Status::corrupt, "the checksum of its table is wrong",
       [](HandArchive &a) { a.checksum_error = 1; }},
      {Status::corrupt, "the model should have", [](HandArchive &a) { a.more_size = 1; }},
      {Status::corrupt, "the model should have",
       [](HandArchive &a) { a.more_size = std::int64_t{1} << 62; }},
      {Status::corrupt, "its table of 4294967295 sections does not fit",
       [](HandArchive &a) { a.claimed_sections = 0xffffffff; }},
      {Status::corrupt, "bytes follow its last section",
       [](HandArchive &a) {
         a.sections.back().size = 0, a.sections.back().rows = 0, a.sections.back().checksum = 0;
       }},
      {Status::corrupt, "section 0 has an invalid name",
       section(0, [](HandSection &s) { s.name.clear(); })},
      {Status::corrupt, "section 0 has an invalid name",
       section(0, [](HandSection &s) { s.name.assign(48, 'x'); })},
      {Status::corrupt, "section 0 has an invalid name",
       section(0, [](HandSection &s) { s.name.assign("two words"); })},
      {Status::corrupt, "section 0 has an invalid name",
       section(0, [](HandSection &s) { s.name.assign("a\0b", 3); })},
      {Status::corrupt, "two of its sections are named 'x'",
       section(0, [](HandSection &s) { s.name.assign("x"); })},
      {Status::corrupt, "section 'ints' is missing",
       section(1, [](HandSection &s) { s.name.assign("others"); })},
  });
}

TEST(ArchiveErrors, hostile_places_sizes_and_types_of_sections_are_refused) {
  constexpr std::uint64_t huge = std::uint64_t{1} << 63;
  expect_refused({
      {Status::corrupt, "section 'ints' has an invalid position",
       section(1, [](HandSection &s) { s.offset = 8; })},
      {Status::corrupt, "section 'ints' has an invalid position",
       section(1, [](HandSection &s) { s.offset = 32 + 3 * 88; })},
      {Status::corrupt, "section 'ints' has an invalid position",
       section(1, [](HandSection &s) { s.offset = 32 + 3 * 88 + 9; })},
      {Status::corrupt, "section 'ints' has an invalid position",
       section(1, [](HandSection &s) { s.offset = huge; })},
      {Status::corrupt, "section 'ints' has an invalid position",
       section(1, [](HandSection &s) { s.size = huge; })},
      {Status::corrupt, "section 'ints' has an invalid position",
       section(1, [](HandSection &s) { s.size = ~std::uint64_t{0}; })},
      {Status::corrupt, "section 'x' has an invalid position",
       section(2, [](HandSection &s) { s.offset = 32 + 3 * 88 + 8; })},
      {Status::corrupt, "section 'ints' of 3 x 3 has an inconsistent size of 24 bytes",
       section(1, [](HandSection &s) { s.rows = 3; })},
      {Status::corrupt, "section 'ints' of -2 x -3 has an inconsistent size of 24 bytes",
       section(1, [](HandSection &s) { s.rows = -2, s.columns = -3; })},
      {Status::corrupt, "section 'ints' of 4611686018427387906 x 3",
       section(1, [](HandSection &s) { s.rows += std::int64_t{1} << 62; })},
      {Status::corrupt, "section 'ints' of 2305843009213693954 x 3",
       section(1, [](HandSection &s) { s.rows += std::int64_t{1} << 61; })},
      {Status::corrupt, "section 'ints' of 2 x 3 has an inconsistent size of 24 bytes",
       section(1, [](HandSection &s) { s.type = 2; })},
      {Status::corrupt, "section 'words' of 1 x 5 has an inconsistent size of 5 bytes",
       section(0, [](HandSection &s) { s.rows = 1, s.columns = 5; })},
      {Status::corrupt, "the checksum of section 'ints' is wrong",
       section(1, [](HandSection &s) { s.checksum ^= 1; })},
      {Status::corrupt, "section 'ints' has type 3 instead of 1",
       section(1, [](HandSection &s) { s.type = 3; })},
      {Status::corrupt, "section 'ints' is 3 x 2, which is inconsistent",
       section(1, [](HandSection &s) { s.rows = 3, s.columns = 2; })},
      {Status::corrupt, "section 'words' has type 99 instead of 0",
       section(0, [](HandSection &s) { s.type = 99; })},
  });
}

TEST(ArchiveErrors, a_file_that_is_no_archive_is_hardly_read) {
  const TemporaryFolder folder;
  Monitor monitor;
  const auto refused = [&](const std::string &path, Status status, const char *words) {
    const auto own = std::make_shared<Memory>();
    expect_error(status, words, [&] { read_archive(path.c_str(), own, monitor); });
    EXPECT_LT(own->peak(), 1 << 20);
    EXPECT_EQ(own->now(), 0);
  };
  if (std::filesystem::exists("/dev/zero"))
    refused("/dev/zero", Status::format, "file '/dev/zero' is not a Manifact model");
  refused(folder / "absent", Status::io, "No such file or directory");
  const Bytes whole = hand_archive().bytes();
  HandArchive hostile = hand_archive();
  hostile.more_size = std::int64_t{1} << 62;
  const auto file = [&](const Bytes &bytes) {
    spill(folder / "x", bytes);
    return folder / "x";
  };
  refused(file(""), Status::format, "is not a Manifact model");
  refused(file(whole.substr(0, 20)), Status::corrupt, "is truncated: only 20 bytes");
  refused(file(whole.substr(0, whole.size() - 1)), Status::corrupt,
          "is truncated after 335 of 336 bytes");
  refused(file(whole + "x"), Status::corrupt, "more than the expected 336 bytes");
  refused(file(hostile.bytes()), Status::corrupt,
          "is truncated after 336 of 4611686018427388240 bytes");
  hostile.more_size = -336;
  refused(file(hostile.bytes()), Status::corrupt, "more than the expected 0 bytes");
}

}  // namespace
}  // namespace manifact
