#pragma once

#include <memory>
#include <string>
#include <utility>

#include "../../tools/manifact/readers/bytes.hpp"

namespace cli {

// The input of a fuzzer as a stream.
class FuzzedStream final : public Stream {
 public:
  explicit FuzzedStream(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(char *to, std::size_t size) override {
    const std::size_t count = bytes_.copy(to, size, at_);
    at_ += count;
    return count;
  }
  const std::string &name() const override { return name_; }

 private:
  std::string bytes_, name_ = "fuzz";
  std::size_t at_ = 0;
};

inline std::unique_ptr<Bytes> bytes_of(std::string input) {
  return std::make_unique<Bytes>(std::make_unique<FuzzedStream>(std::move(input)));
}

}  // namespace cli
