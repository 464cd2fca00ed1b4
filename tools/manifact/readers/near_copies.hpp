// Documents that are copies of others, or nearly: by the shingles of their words. The share of
// common shingles, the Jaccard index, is estimated by minima of hashes, and candidates are found by
// bands of them, in a time that is linear in the text.
// Source: Broder 1997; with one permutation, whose empty bins take the minima of others:
// Shrivastava 2017
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cli {

class NearCopies {
 public:
  static constexpr std::size_t bins = 64, rows = 4, bands = bins / rows;
  static constexpr std::size_t least_common = 48;  // of the bins: three quarters
  static constexpr std::int64_t none = -1;

  // The first document, counted from 0, of which this text is a copy or nearly one; `none` if it is
  // another one, or has no words. `finds_near`: else only exact copies are found.
  std::int64_t add(std::string_view text, bool finds_near);

  std::int64_t exact() const { return exact_; }  // the same words in the same order
  std::int64_t near() const { return near_; }    // others
  bool was_near() const { return was_near_; }    // the last one

 private:
  using Signature = std::array<std::uint16_t, bins>;
  struct Seen {
    Signature signature;
    std::vector<std::uint32_t> shingles;  // sorted and distinct, of a text of few
  };

  void hash_words(std::string_view text);
  Seen seen() const;
  static bool are_near(const Seen &left, const Seen &right);
  std::int64_t nearest(const Seen &seen, const std::array<std::uint64_t, bands> &keys) const;

  std::vector<std::uint64_t> words_;                     // hashes, in their order
  std::unordered_map<std::uint64_t, std::int64_t> all_;  // by the hash of all words
  std::unordered_map<std::uint64_t, std::int64_t> by_band_;
  std::unordered_map<std::int64_t, Seen> originals_;  // of documents that are no copies
  std::int64_t count_ = 0, exact_ = 0, near_ = 0;
  bool was_near_ = false;
};

}  // namespace cli
