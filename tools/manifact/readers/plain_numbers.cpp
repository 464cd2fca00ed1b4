#include "readers/plain_numbers.hpp"

#include <array>
#include <string_view>

#include "terminal/shell.hpp"

namespace cli {
namespace {

constexpr std::string_view digits = "0123456789";

// A sign before or after a number, or between its thousands, and what removes it.
struct Sign {
  std::string_view text, replacement;
  const char *script;  // of sed -E, in the quotes of a shell
};
constexpr std::array signs{
    Sign{"\xc2\xa0", "", "\"s/$(printf '\\302\\240')//g\""},
    Sign{"\xe2\x80\xaf", "", "\"s/$(printf '\\342\\200\\257')//g\""},
    Sign{"%", "", "'s/([0-9]) *%/\\1/g'"},
    Sign{"$", "", "'s/[$] *([-+.0-9])/\\1/g; s/([0-9]) *[$]/\\1/g'"},
    Sign{"\xe2\x82\xac", "", "'s/\xe2\x82\xac *([-+.0-9])/\\1/g; s/([0-9]) *\xe2\x82\xac/\\1/g'"},
    Sign{"\xc2\xa3", "", "'s/\xc2\xa3 *([-+.0-9])/\\1/g; s/([0-9]) *\xc2\xa3/\\1/g'"},
    Sign{"\xe2\x88\x92", "-", "'s/\xe2\x88\x92([.0-9])/-\\1/g'"},
    Sign{"'", "", "\"s/([0-9])'([0-9])/\\1\\2/g\""},
};

bool replace_all(std::string &text, std::string_view from, std::string_view to) {
  bool is_found = false;
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
    is_found = true;
  }
  return is_found;
}

// What the commas of cells may be: 1,234 and 1,234,567.8, or 0,5.
struct Commas {
  bool are_thousands = false, are_decimal = false, is_one_unclear = false, are_beside_small = false;

  void look_at(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) {
      are_beside_small = are_beside_small || text.substr(0, text.find('.')).size() < 4;
      return;
    }
    const std::string_view rest = text.substr(comma + 1);
    const std::size_t group = std::min(rest.find_first_not_of(digits), rest.size());
    if (group != 3 || comma > 3 || text.front() == '0') {
      are_decimal = true;
    } else if (group < rest.size()) {
      are_thousands = true;
    } else {
      is_one_unclear = true;
    }
  }
  bool are_clear() const {
    return are_thousands != are_decimal || (!are_decimal && !is_one_unclear) ||
           (!are_decimal && are_beside_small);
  }
};

}  // namespace

std::string plain_numbers_command(const TableCells &table, const Places &columns) {
  if (!table.is_file) return "";
  std::array<bool, signs.size()> is_used{};
  Commas commas;
  std::vector<std::string> plain;
  for (const std::size_t j : columns)
    for (std::size_t i = 0; i < table.lines.size(); ++i) {
      std::string text(table.cell(i, j));
      if (text.empty()) continue;
      for (std::size_t s = 0; s < signs.size(); ++s)
        is_used[s] = replace_all(text, signs[s].text, signs[s].replacement) || is_used[s];
      if (!table.has_decimal_commas) commas.look_at(trimmed_cell(text));
      plain.push_back(std::move(text));
    }
  if (!commas.are_clear()) return "";
  std::string command = "sed -E";
  for (std::size_t s = 0; s < signs.size(); ++s)
    if (is_used[s]) command += std::string(" -e ") + signs[s].script;
  const std::string begin = table.delimiter == ',' ? "(\"[-+]?[0-9]+)" : "([0-9])";
  if (commas.are_decimal)
    command += " -e 's/" + begin + ",([0-9])/\\1.\\2/g'";
  else if (commas.are_thousands || commas.is_one_unclear)
    command += " -e :a -e 's/" + begin + ",([0-9][0-9][0-9])/\\1\\2/; ta'";
  for (std::string &text : plain) {
    replace_all(text, ",", commas.are_decimal ? "." : "");
    const bool is_plain = number_in(text) || (table.has_decimal_commas && with_decimal_point(text));
    if (!is_plain) return "";
  }
  if (command == "sed -E") return "";
  return on_text_of(command, table.name) + " > NEW";
}

}  // namespace cli
