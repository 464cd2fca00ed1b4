// "did you mean": the known word nearest to one that is not known. The program, which sees only the
// public header, has the same for its own words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace manifact {

// "; did you mean 'lambda'?" for the word with the fewest single characters to insert, delete,
// replace, or exchange with their neighbor (optimal string alignment), ignoring the case of ASCII
// letters and reading '_' as '-'; "" if more than a third of the characters differ.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view> &known);

// The same for words separated by spaces.
std::string did_you_mean(std::string_view word, std::string_view known);

}  // namespace manifact
