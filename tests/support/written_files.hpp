// Files written and read back whole, for the tests of io.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "io/file.hpp"
#include "io/source.hpp"
#include "runtime/error.hpp"
#include "support/temporary_folder.hpp"

namespace manifact {

inline void write_file(const std::string &path, const std::string &content,
                       Packing packing = Packing::plain) {
  AtomicFile file(path.c_str(), packing);
  file.write(content.data(), content.size());
  file.commit();
}

inline bool has_gzip() {
  const TemporaryFolder folder;
  try {
    write_file(folder / "x.gz", "", Packing::by_name);
    return true;
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), Status::feature);
    return false;
  }
}
#define NEEDS_GZIP() \
  if (!has_gzip()) GTEST_SKIP() << "this build has no gzip"

// Longer than every buffer on the way, and nothing repeats.
inline std::string long_text() {
  std::string text;
  for (int i = 0; text.size() < 3'000'000; ++i)
    text += std::to_string(i) + (i % 10 == 0 ? '\n' : ' ');
  return text;
}

inline std::string read_all(Source &source, std::size_t piece = 100'000) {
  std::string text;
  std::string buffer(piece, '\0');
  while (const std::size_t count = source.read(buffer.data(), piece)) text.append(buffer, 0, count);
  return text;
}

inline std::string read_file(const std::string &path, std::size_t piece = 100'000) {
  Monitor monitor;
  return read_all(*unpacked(open_file(path.c_str(), monitor), "file '" + path + "'"), piece);
}

}  // namespace manifact
