#include <algorithm>
#include <cstring>
#include <utility>

#include "io/source.hpp"
#include "runtime/error.hpp"
#include "shared/gunzip.hpp"

namespace manifact {
namespace {

// Reads the first bytes of a source without consuming them.
class Peeked final : public Source {
 public:
  explicit Peeked(std::unique_ptr<Source> inner) : inner_(std::move(inner)) {
    for (std::size_t count = 1; held_ < sizeof first_ && count > 0; held_ += count)
      count = inner_->read(first_ + held_, sizeof first_ - held_);
  }

  bool gzip() const noexcept { return is_gzip({first_, held_}); }

  std::size_t read(char *to, std::size_t size) override {
    if (taken_ == held_) return inner_->read(to, size);
    const std::size_t count = std::min(size, held_ - taken_);
    std::memcpy(to, first_ + taken_, count);
    taken_ += count;
    return count;
  }

 private:
  std::unique_ptr<Source> inner_;
  char first_[2] = {};
  std::size_t held_ = 0, taken_ = 0;
};

#ifdef MANIFACT_HAVE_ZLIB

class Decompressed final : public Source {
 public:
  Decompressed(std::unique_ptr<Source> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)) {}

  std::size_t read(char *to, std::size_t size) override {
    return gunzip_.read(
        to, size, [this](char *into, std::size_t room) { return packed_->read(into, room); },
        [this](Gunzip::Problem problem, const char *reason) { refuse(problem, reason); });
  }

 private:
  void refuse(Gunzip::Problem problem, const char *reason) const {
    switch (problem) {
      case Gunzip::Problem::memory:
        fail(Status::memory, "out of memory while decompressing %s", name_.c_str());
      case Gunzip::Problem::truncated:
        fail(Status::format, "%s is truncated: its gzip data ends too early", name_.c_str());
      case Gunzip::Problem::damaged:
        fail(Status::format, "%s contains damaged gzip data (%s)", name_.c_str(), reason);
    }
  }

  std::unique_ptr<Source> packed_;
  std::string name_;
  Gunzip gunzip_;
};

#endif

}  // namespace

std::unique_ptr<Source> unpacked(std::unique_ptr<Source> packed, std::string name) {
  auto peeked = std::make_unique<Peeked>(std::move(packed));
  if (!peeked->gzip()) return peeked;
#ifdef MANIFACT_HAVE_ZLIB
  return std::make_unique<Decompressed>(std::move(peeked), std::move(name));
#else
  fail(Status::feature, "%s is compressed with gzip, which this build of the library cannot read",
       name.c_str());
#endif
}

}  // namespace manifact
