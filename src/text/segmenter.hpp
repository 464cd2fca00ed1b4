// Words of scripts written without spaces, by the dictionaries of ICU.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace manifact {

class Segmenter {
 public:
  // Whether this build has ICU.
  static bool available() noexcept;

  // Throws Error(feature) in a build without ICU.
  Segmenter();
  ~Segmenter();
  Segmenter(Segmenter &&other) noexcept
      : iterator_(std::exchange(other.iterator_, nullptr)),
        text_(std::move(other.text_)),
        units_(std::move(other.units_)) {}
  Segmenter(const Segmenter &) = delete;

  // The end of each word of a run of characters, as positions in it; the last one is its size.
  void split(const std::vector<std::int32_t> &codes, std::vector<std::size_t> &ends);

 private:
  void *iterator_ = nullptr;
  std::vector<char16_t> text_;      // of the run, as UTF-16
  std::vector<std::size_t> units_;  // the number of characters before each unit of it
};

}  // namespace manifact
