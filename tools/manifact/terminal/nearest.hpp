// "did you mean": the known word nearest to one that is not known.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// The number of single characters to insert, delete, replace, or exchange with their neighbor, to
// turn one word into the other (optimal string alignment); bytes.
std::size_t edit_distance(std::string_view left, std::string_view right);

// The candidate with the smallest distance, the first of several; "" if none is near: more than a
// third of the characters differ.
std::string nearest_word(std::string_view word, const std::vector<std::string> &candidates);

// "; did you mean 'lambda'?", or "" if no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string> &candidates);

}  // namespace cli
