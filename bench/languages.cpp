// How often the language of N texts is detected, by the shares of stop words (language=auto) and by
// the Compact Language Detector 2.
//
//   bench-languages LANGUAGE FILE
//   FILE: one text a line, all in LANGUAGE, in random order
//
// Up to 300 groups of 1, 3, 10 and 30 texts, evenly spaced. Prints the share of each that is right.
#include <algorithm>
#include <cctype>
#include <cstdio>  // before CLD2, which needs it
#include <fstream>
#include <string>
#include <vector>

#include <cld2/public/compact_lang_det.h>

#include "text/stop_words.hpp"

using namespace manifact;

namespace {

std::vector<std::string> lines_of(const char *path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line + '\n');
  return lines;
}

std::string name_by_cld2(const std::string &text) {
  bool is_reliable = false;
  std::string name = CLD2::LanguageName(
      CLD2::DetectLanguage(text.data(), static_cast<int>(text.size()), true, &is_reliable));
  for (char &c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

void compare(const std::string &language, const std::vector<std::string> &texts, std::size_t size) {
  constexpr std::size_t most_groups = 300;
  const std::size_t step = std::max(size, texts.size() / most_groups);
  int groups = 0, by_shares = 0, by_cld2 = 0;
  for (std::size_t first = 0; first + size <= texts.size(); first += step) {
    std::string text;
    std::vector<Index> offsets{0};
    for (std::size_t i = first; i < first + size; ++i) {
      text += texts[i];
      offsets.push_back(static_cast<Index>(text.size()));
    }
    ++groups;
    by_shares +=
        detected_language({text.data(), offsets.data(), static_cast<Index>(size)}) == language;
    by_cld2 += name_by_cld2(text) == language;
  }
  if (groups == 0) return;
  std::printf("%-12s %3zu texts, %3d groups: by shares %.3f, by CLD2 %.3f\n", language.c_str(),
              size, groups, by_shares / static_cast<double>(groups),
              by_cld2 / static_cast<double>(groups));
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 3) {
    std::fputs("usage: bench-languages LANGUAGE FILE\n", stderr);
    return 2;
  }
  const std::vector<std::string> texts = lines_of(arguments[2]);
  for (const std::size_t size : {1, 3, 10, 30}) compare(arguments[1], texts, size);
  return 0;
}
