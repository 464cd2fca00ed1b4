#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "readers/bytes.hpp"
#include "shared/gunzip.hpp"
#include "terminal/failure.hpp"
#include "terminal/shell.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_beginning = std::size_t{1} << 16;

// Text is compressed to a fiftieth of its size at best; an archive that expands more than this
// factor is made to exhaust memory or time.
constexpr std::int64_t largest_expansion = 200;

}  // namespace

#ifdef MANIFACT_HAVE_ZLIB

namespace {

// The decompressed content of the first bytes of a gzip file, as far as possible.
std::string unpacked_prefix(std::string_view packed) {
  std::string text(longest_beginning, '\0');
  text.resize(manifact::Gunzip().prefix(packed, text.data(), text.size()));
  return text;
}

}  // namespace

struct Unpacked::Gunzip {
  manifact::Gunzip gunzip;

  std::size_t read(Bytes &bytes, char *to, std::size_t size) {
    using Problem = manifact::Gunzip::Problem;
    return gunzip.read(
        to, size, [&bytes](char *into, std::size_t room) { return bytes.read(into, room); },
        [&bytes](Problem problem, const char *reason) {
          if (problem == Problem::memory) throw std::bad_alloc();
          if (problem == Problem::truncated)
            throw Damaged(bytes.name() + " is truncated: its gzip data ends too early");
          throw Damaged(bytes.name() + " contains damaged gzip data (" + reason + ')');
        });
  }
};

#else

namespace {

std::string unpacked_prefix(std::string_view) { return ""; }

}  // namespace

struct Unpacked::Gunzip {
  std::size_t read(Bytes &bytes, char *, std::size_t) {
    throw Failure(bytes.name() +
                  " is compressed with gzip, which this build cannot read; decompress it first: "
                  "gzip -dc " +
                  shell_path(bytes.name()) + " > NEW");
  }
};

#endif

Unpacked::Unpacked(std::unique_ptr<Bytes> bytes) : bytes_(std::move(bytes)) {
  if (bytes_->part() == nullptr && manifact::is_gzip(bytes_->peek(2)))
    gunzip_ = std::make_unique<Gunzip>();
}

Unpacked::~Unpacked() = default;

std::size_t Unpacked::read(char *to, std::size_t size) {
  return gunzip_ != nullptr ? gunzip_->read(*bytes_, to, size) : bytes_->read(to, size);
}

void check_expansion(const std::string &name, std::int64_t harmless, std::int64_t expanded,
                     std::int64_t packed) {
  check_expansion(name, harmless, expanded, packed, "decompress it first");
}

void check_expansion(const std::string &name, std::int64_t harmless, std::int64_t expanded,
                     std::int64_t packed, const char *remedy) {
  if (expanded > harmless && expanded / largest_expansion > packed)
    throw Failure(name + " expands to more than " + std::to_string(largest_expansion) +
                  " times its size; " + remedy + " if it is trusted");
}

std::string beginning(Bytes &bytes, std::size_t least) {
  if (bytes.part() != nullptr) {
    Bytes whole(bytes.name());
    return beginning(whole, least);
  }
  const bool packed = manifact::is_gzip(bytes.peek(2));
  for (std::size_t count = 4096;; count *= 2) {
    const std::string_view raw = bytes.peek(count);
    std::string text =
        packed ? unpacked_prefix(raw) : std::string(raw.substr(0, longest_beginning));
    const bool is_enough =
        text.size() >= longest_beginning ||
        (text.size() >= least && std::count(text.begin(), text.end(), '\n') >= 2);
    if (is_enough || raw.size() < count || count >= longest_beginning) return text;
  }
}

}  // namespace cli
