// How often the language of N texts is detected (language=auto).
//
//   bench-languages LANGUAGE FILE [OTHERS SHARE]
//   FILE: texts in LANGUAGE, one a line, in random order; OTHERS: likewise, in another language,
//   which replace the given share of the texts, evenly spaced
//
// Up to 300 groups of 1, 3, 10, 30 and 100 texts, evenly spaced. Prints the share of each that is
// right and the other answers.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "text/language.hpp"

using namespace manifact;

namespace {

std::vector<std::string> lines_of(const char *path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

void detect(const std::string &language, const std::vector<std::string> &texts, std::size_t size) {
  constexpr std::size_t most_groups = 300;
  const std::size_t step = std::max(size, texts.size() / most_groups);
  int groups = 0;
  std::map<std::string, int> found;
  for (std::size_t first = 0; first + size <= texts.size(); first += step) {
    std::string text;
    std::vector<Index> offsets{0};
    for (std::size_t i = first; i < first + size; ++i) {
      text += texts[i];
      offsets.push_back(static_cast<Index>(text.size()));
    }
    ++groups;
    ++found[detected_language({text.data(), offsets.data(), static_cast<Index>(size)})];
  }
  if (groups == 0) return;
  std::printf("%-12s %3zu texts, %3d groups: %.3f", language.c_str(), size, groups,
              found[language] / static_cast<double>(groups));
  for (const auto &[other, times] : found)
    if (other != language) std::printf(", %s %d", other.c_str(), times);
  std::printf("\n");
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 3 && count != 5) {
    std::fputs("usage: bench-languages LANGUAGE FILE [OTHERS SHARE]\n", stderr);
    return 2;
  }
  std::vector<std::string> texts = lines_of(arguments[2]);
  if (count == 5) {
    const std::vector<std::string> others = lines_of(arguments[3]);
    const double share = std::atof(arguments[4]);
    for (std::size_t i = 0; i < texts.size() && !others.empty(); ++i) {
      const auto before = static_cast<std::size_t>(static_cast<double>(i) * share);
      const auto after = static_cast<std::size_t>(static_cast<double>(i + 1) * share);
      if (after > before) texts[i] = others[before % others.size()];
    }
  }
  for (const std::size_t size : {1, 3, 10, 30, 100}) detect(arguments[1], texts, size);
  return 0;
}
