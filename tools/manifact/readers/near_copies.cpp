#include "readers/near_copies.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace cli {
namespace {

constexpr std::size_t shingle = 4;  // words
constexpr std::size_t few_words = 64;
constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

// The last steps of SplitMix64.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t joined(std::uint64_t hash, std::uint64_t next) { return mixed(hash + golden + next); }

bool is_part_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c < 0;
}

// Of texts without blanks between words, each character beyond ASCII is one.
constexpr std::size_t longest_word = 32;

}  // namespace

void NearCopies::hash_words(std::string_view text) {
  words_.clear();
  for (std::size_t at = 0; at < text.size();) {
    if (!is_part_of_word(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_part_of_word(text[end])) ++end;
    const bool is_long = end - at > longest_word;
    std::uint64_t hash = 0;
    for (; at < end; ++at) {
      const char c = text[at];
      const bool is_first = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
      if (is_long && is_first && hash != 0 && c < 0) {
        words_.push_back(mixed(hash));
        hash = 0;
      }
      const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c;
      hash = (hash ^ static_cast<unsigned char>(lower)) * 0x100000001b3 + golden;
    }
    words_.push_back(mixed(hash));
  }
}

// The minimum of the shingles of each bin; an empty bin takes that of another one.
NearCopies::Seen NearCopies::seen() const {
  constexpr std::uint64_t empty = std::numeric_limits<std::uint64_t>::max();
  std::array<std::uint64_t, bins> least;
  least.fill(empty);
  Seen found;
  const std::size_t size = std::min(shingle, words_.size());
  const bool are_few = words_.size() <= few_words;
  for (std::size_t i = 0; i + size <= words_.size(); ++i) {
    std::uint64_t hash = 0;
    for (std::size_t j = 0; j < size; ++j) hash = joined(hash, words_[i + j]);
    std::uint64_t &bin = least[hash % bins];
    bin = std::min(bin, hash / bins);
    if (are_few) found.shingles.push_back(static_cast<std::uint32_t>(hash >> 32));
  }
  std::sort(found.shingles.begin(), found.shingles.end());
  found.shingles.erase(std::unique(found.shingles.begin(), found.shingles.end()),
                       found.shingles.end());
  for (std::size_t b = 0; b < bins; ++b) {
    std::uint64_t from = b;
    for (std::uint64_t attempt = 0; least[from] == empty; ++attempt)
      from = joined(b, attempt) % bins;
    found.signature[b] = static_cast<std::uint16_t>(mixed(least[from]));
  }
  return found;
}

// Three quarters of the shingles are common; of texts of few shingles they are counted.
bool NearCopies::are_near(const Seen &left, const Seen &right) {
  if (!left.shingles.empty() && !right.shingles.empty()) {
    std::vector<std::uint32_t> common;
    std::set_intersection(left.shingles.begin(), left.shingles.end(), right.shingles.begin(),
                          right.shingles.end(), std::back_inserter(common));
    const std::size_t all = left.shingles.size() + right.shingles.size() - common.size();
    return 4 * common.size() >= 3 * all;
  }
  std::size_t equal = 0;
  for (std::size_t b = 0; b < bins; ++b) equal += left.signature[b] == right.signature[b] ? 1 : 0;
  return equal >= least_common;
}

std::int64_t NearCopies::nearest(const Seen &seen,
                                 const std::array<std::uint64_t, bands> &keys) const {
  for (const std::uint64_t key : keys) {
    const auto candidate = by_band_.find(key);
    if (candidate != by_band_.end() && are_near(seen, originals_.at(candidate->second)))
      return candidate->second;
  }
  return none;
}

std::int64_t NearCopies::add(std::string_view text, bool finds_near) {
  const std::int64_t document = count_++;
  was_near_ = false;
  hash_words(text);
  if (words_.empty()) return none;
  std::uint64_t whole = words_.size();
  for (const std::uint64_t word : words_) whole = joined(whole, word);
  const auto [same, is_new] = all_.emplace(whole, document);
  if (!is_new) {
    ++exact_;
    return same->second;
  }
  if (!finds_near) return none;
  Seen found = seen();
  std::array<std::uint64_t, bands> keys;
  for (std::size_t band = 0; band < bands; ++band) {
    keys[band] = band;
    for (std::size_t r = 0; r < rows; ++r)
      keys[band] = joined(keys[band], found.signature[band * rows + r]);
  }
  if (const std::int64_t original = nearest(found, keys); original != none) {
    ++near_;
    was_near_ = true;
    same->second = original;
    return original;
  }
  for (const std::uint64_t key : keys) by_band_.emplace(key, document);
  originals_.emplace(document, std::move(found));
  return none;
}

}  // namespace cli
