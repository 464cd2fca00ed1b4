// io/source: bytes are decompressed, and every error names the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/expect_error.hpp"
#include "support/written_files.hpp"

namespace manifact {
namespace {

TEST(Source, gzip_members_follow_one_another_and_may_end_in_zeros) {
  NEEDS_GZIP();
  const TemporaryFolder folder;
  write_file(folder / "a.gz", "first ", Packing::by_name);
  write_file(folder / "b.gz", "second", Packing::by_name);
  spill(folder / "both",
        slurp(folder / "a.gz") + slurp(folder / "b.gz") + std::string(70'000, '\0'));
  EXPECT_EQ(read_file(folder / "both"), "first second");
}

TEST(Source, damaged_gzip_is_an_error_wherever_it_breaks) {
  NEEDS_GZIP();
  const TemporaryFolder folder;
  write_file(folder / "whole.gz", "one two three four five six seven", Packing::by_name);
  const std::string whole = slurp(folder / "whole.gz");
  for (std::size_t size = 2; size < whole.size(); ++size) {
    spill(folder / "part", whole.substr(0, size));
    expect_error(Status::format, "part' is truncated: its gzip data ends too early",
                 [&] { read_file(folder / "part"); });
  }
  spill(folder / "tail", whole + "tail");
  expect_error(Status::format, "tail' contains damaged gzip data (incorrect header check)",
               [&] { read_file(folder / "tail"); });
  std::string wrong = whole;
  wrong[wrong.size() - 8] ^= 1;
  spill(folder / "wrong", wrong);
  expect_error(Status::format, "wrong' contains damaged gzip data (incorrect data check)",
               [&] { read_file(folder / "wrong"); });
}

TEST(Source, a_build_without_gzip_refuses_it) {
  if (has_gzip()) GTEST_SKIP() << "this build has gzip";
  const TemporaryFolder folder;
  spill(folder / "x", "\x1f\x8b\x08");
  expect_error(Status::feature,
               "x' is compressed with gzip, which this build of the library cannot read",
               [&] { read_file(folder / "x"); });
}

TEST(Source, short_files_are_not_taken_for_gzip) {
  const TemporaryFolder folder;
  for (const std::string content : {"", "\x1f", "x", "xy", "\x1fx"}) {
    spill(folder / "x", content);
    EXPECT_EQ(read_file(folder / "x"), content);
  }
}

TEST(Source, places_that_cannot_be_read_are_named) {
  const TemporaryFolder folder;
  expect_error(Status::io, "cannot open '" + (folder / "absent") + "': No such file or directory",
               [&] { read_file(folder / "absent"); });
  expect_error(Status::io, "cannot read file '" + (folder / "") + "': it is a directory",
               [&] { read_file(folder / ""); });
}

struct ProgressRecord {
  std::vector<std::int64_t> done;
  std::int64_t total = 0;
  int stop_after = 1 << 30;
  static int take(void *user, const char *, std::int64_t done, std::int64_t total, double, double) {
    auto &record = *static_cast<ProgressRecord *>(user);
    record.done.push_back(done);
    record.total = total;
    return static_cast<int>(record.done.size()) > record.stop_after;
  }
};

TEST(Source, progress_counts_the_bytes_of_the_file_and_can_cancel) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  spill(folder / "x", text);
  ProgressRecord record;
  Monitor monitor;
  monitor.progress = ProgressRecord::take;
  monitor.progress_user = &record;
  EXPECT_EQ(read_all(*open_file((folder / "x").c_str(), monitor)), text);
  EXPECT_STREQ(monitor.stage, "reading");
  EXPECT_TRUE(std::is_sorted(record.done.begin(), record.done.end()));
  EXPECT_EQ(record.done.front(), 0);
  EXPECT_EQ(record.done.back(), static_cast<std::int64_t>(text.size()));
  EXPECT_EQ(record.total, static_cast<std::int64_t>(text.size()));
  record.done.clear();
  record.stop_after = 3;
  expect_error(Status::cancelled, "cancelled during reading",
               [&] { read_all(*open_memory(text.data(), text.size(), monitor)); });
  EXPECT_EQ(record.done.size(), 4u);
}

}  // namespace
}  // namespace manifact
