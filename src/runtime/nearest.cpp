#include "runtime/nearest.hpp"

#include <algorithm>
#include <numeric>

namespace manifact {
namespace {

std::string plain(std::string_view word) {
  std::string text(word);
  for (char &c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return text;
}

std::size_t edit_distance(std::string_view left, std::string_view right) {
  const std::size_t width = right.size() + 1;
  std::vector<std::size_t> before(width), last(width), row(width);  // rows i - 2, i - 1 and i
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t changed = left[i - 1] == right[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + changed});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[right.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string_view> &known) {
  constexpr std::size_t longest = 100;  // the cost is quadratic
  if (word.size() > longest) return "";
  const std::string entered = plain(word);
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string_view nearest;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(entered, candidate);
    if (distance >= least || distance >= candidate.size()) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?";
}

std::string did_you_mean(std::string_view word, std::string_view known) {
  std::vector<std::string_view> words;
  while (!known.empty()) {
    const std::string_view next = known.substr(0, known.find(' '));
    if (!next.empty()) words.push_back(next);
    known.remove_prefix(std::min(known.size(), next.size() + 1));
  }
  return did_you_mean(word, words);
}

}  // namespace manifact
