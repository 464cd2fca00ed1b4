// The bytes of a file, decompressed whatever program compressed them, block by block and within
// bounds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "readers/bytes.hpp"

struct archive;

namespace cli {

struct ReleaseArchive {
  void operator()(archive *opened) const;
};

// What libarchive says about its last error.
std::string reason_of(archive *opened);

// Compression by gzip, bzip2 and others.
class Expanded {
 public:
  Expanded(std::unique_ptr<Bytes> bytes, std::int64_t harmless);
  ~Expanded();
  Expanded(const Expanded &) = delete;
  Expanded &operator=(const Expanded &) = delete;

  bool is_packed() const { return is_packed_; }
  std::int64_t packed() const;  // bytes read before decompression

  // The next bytes, valid until the next call; "" at the end.
  std::string_view block();

 private:
  struct Source;

  void open();
  [[noreturn]] void fail() const;

  std::string name_;
  std::int64_t harmless_, expanded_ = 0;
  std::unique_ptr<Source> source_;
  std::unique_ptr<archive, ReleaseArchive> archive_;
  bool is_packed_ = false, is_at_end_ = false;
};

}  // namespace cli
