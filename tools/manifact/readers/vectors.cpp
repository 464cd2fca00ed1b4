#include "readers/vectors.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::string_view between = " \t\r\n,;";

bool is_bracket(char c) { return std::string_view("[](){}").find(c) != std::string_view::npos; }

// Without the brackets around the numbers.
std::string_view inside(std::string_view text) {
  while (!text.empty() && (is_bracket(text.front()) || between.find(text.front()) != between.npos))
    text.remove_prefix(1);
  while (!text.empty() && (is_bracket(text.back()) || between.find(text.back()) != between.npos))
    text.remove_suffix(1);
  return text;
}

}  // namespace

void VectorsInText::add(std::string_view text, const std::string &record) {
  const auto fail = [&](const std::string &what) {
    throw Failure(arrays_.name + ", " + record + ": " + what);
  };
  std::string_view rest = inside(text);
  if (rest.empty()) fail("it has no vector; remove the record, or choose another field");
  Numbers &values = arrays_.values;
  values.type = MANIFACT_DOUBLE;
  std::int64_t size = 0;
  while (!rest.empty()) {
    double value = 0;
    const char *const begin = rest.data() + (rest.front() == '+' ? 1 : 0);
    const auto [end, problem] = std::from_chars(begin, rest.data() + rest.size(), value);
    const auto used = static_cast<std::size_t>(end - rest.data());
    const bool is_whole = used == rest.size() || between.find(rest[used]) != between.npos;
    if (problem != std::errc() || !is_whole || !std::isfinite(value)) {
      const std::string word(rest.substr(0, rest.find_first_of(between)));
      fail("number " + std::to_string(size + 1) + " of the vector is \"" +
           escaped(excerpt(word, 40)) + "\", which is not a number" +
           (word == "..." ? "; NumPy shortens long arrays so: write them with tolist()" : ""));
    }
    const auto count = static_cast<std::size_t>(values.count);
    if ((count + 1) * sizeof(double) > values.bytes.size())
      values.bytes.resize(std::max<std::size_t>(2 * values.bytes.size(), 1 << 16));
    values.as<double>()[values.count++] = value;
    ++size;
    rest.remove_prefix(used);
    rest.remove_prefix(std::min(rest.find_first_not_of(between), rest.size()));
  }
  if (arrays_.rows == 0) arrays_.columns = size;
  if (size != arrays_.columns)
    fail("the vector has " + counted(size, "number") + ", but the first has " +
         std::to_string(arrays_.columns));
  ++arrays_.rows;
}

}  // namespace cli
