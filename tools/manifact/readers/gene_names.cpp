#include "readers/gene_names.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "terminal/utf8.hpp"

namespace cli {
namespace {

bool is_one_of_digits(char c) { return c >= '0' && c <= '9'; }

// TP53, HLA-A, C1orf112: the letters at the beginning; "" if it is none.
std::string_view begin_of_symbol(std::string_view name) {
  constexpr std::size_t longest = 12;
  const bool is_short = name.size() >= 3 && name.size() <= longest;
  const bool is_plain =
      name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.orf") == std::string_view::npos;
  const std::size_t letters = name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return is_short && is_plain && letters > 0 ? name.substr(0, letters) : "";
}

}  // namespace

bool are_ids_of_genes(const std::vector<std::string_view> &names) {
  const auto ids = std::ranges::count_if(names, [](std::string_view name) {
    return (name.starts_with("ENS") && name.size() > 14) || name.ends_with("_at");
  });
  return 2 * ids > std::ssize(names);
}

// Names of samples, such as S1 and S2, have few beginnings, those of wells, such as AA1, short
// ones; codes of countries have no digits.
bool are_symbols_of_genes(const std::vector<std::string_view> &names) {
  constexpr std::ptrdiff_t fewest = 20, fewest_symbols = 200;
  std::ptrdiff_t symbols = 0, long_begins = 0, with_digits = 0, numbered = 0;
  std::set<std::string_view> begins;
  for (const std::string_view name : names) {
    const bool has_digit = std::ranges::any_of(name, is_one_of_digits);
    numbered += has_digit && lower_case(std::string(name)).starts_with("gene") ? 1 : 0;
    const std::string_view begin = begin_of_symbol(name);
    if (begin.empty()) continue;
    ++symbols;
    with_digits += has_digit ? 1 : 0;
    long_begins += begin.size() >= 3 ? 1 : 0;
    begins.insert(begin);
  }
  const std::ptrdiff_t all = std::ssize(names);
  if (all < fewest) return false;
  return 2 * numbered > all ||
         (all >= fewest_symbols && 4 * symbols > 3 * all && 2 * long_begins > all &&
          4 * with_digits > all && 3 * std::ssize(begins) > all);
}

}  // namespace cli
