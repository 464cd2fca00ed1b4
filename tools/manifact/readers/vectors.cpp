#include "readers/vectors.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

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
  if (arrays_.columns == 0) arrays_.columns = size;
  if (size != arrays_.columns)
    fail("the vector has " + counted(size, "number") + ", but the first has " +
         std::to_string(arrays_.columns));
  ++arrays_.rows;
}

void VectorsInText::add_zeros() {
  Numbers &values = arrays_.values;
  const auto count = static_cast<std::size_t>(values.count),
             more = static_cast<std::size_t>(arrays_.columns);
  if ((count + more) * sizeof(double) > values.bytes.size())
    values.bytes.resize(std::max(2 * values.bytes.size(), (count + more) * sizeof(double)));
  std::fill_n(values.as<double>() + count, more, 0.0);
  values.count += arrays_.columns;
  ++arrays_.rows;
}

void VectorsInText::add_or_zeros(std::string_view text, const std::string &record) {
  const bool is_first = arrays_.columns == 0;
  if (inside(text).empty()) return is_first ? static_cast<void>(++before_) : add_zeros();
  add(text, record);
  if (!is_first || before_ == 0) return;
  // The first vector comes after documents without any.
  std::vector<double> first(arrays_.values.as<double>(),
                            arrays_.values.as<double>() + arrays_.columns);
  arrays_.rows = arrays_.values.count = 0;
  for (; before_ > 0; --before_) add_zeros();
  add_zeros();
  std::copy(first.begin(), first.end(),
            arrays_.values.as<double>() + arrays_.values.count - arrays_.columns);
}

DenseArrays VectorsInText::take() {
  DenseArrays taken;
  taken.name = arrays_.name;
  std::swap(taken, arrays_);
  arrays_.columns = taken.columns;
  before_ = 0;
  return taken;
}

void VectorsBesideText::add(const std::string &vector, const std::string &record) {
  ++count_;
  if (held_ == nullptr) return texts_.add_or_zeros(vector, record);
  std::int64_t row = -1;
  std::from_chars(vector.data(), vector.data() + vector.size(), row);
  rows_.push_back(row);
}

DenseArrays VectorsBesideText::take() {
  const std::int64_t count = std::exchange(count_, 0);
  if (held_ == nullptr) {
    DenseArrays taken = texts_.take();
    if (taken.rows == 0) taken.columns = 0;
    return taken;
  }
  const std::vector<std::int64_t> rows = std::exchange(rows_, {});
  bool are_all = count == held_->rows;
  for (std::int64_t i = 0; i < count; ++i)
    are_all = are_all && rows[static_cast<std::size_t>(i)] == i;
  if (!are_all) return rows_of(*held_, rows);
  DenseArrays taken = std::exchange(*held_, DenseArrays());
  held_->name = taken.name;
  held_->columns = taken.columns;
  held_->values.type = taken.values.type;
  return taken;
}

DenseArrays rows_of(const DenseArrays &arrays, const std::vector<std::int64_t> &rows) {
  DenseArrays some;
  some.name = arrays.name;
  some.rows = std::ssize(rows);
  some.columns = arrays.columns;
  some.values.type = arrays.values.type;
  some.values.count = some.rows * some.columns;
  const std::size_t width = arrays.values.type == MANIFACT_FLOAT ? sizeof(float) : sizeof(double),
                    row_bytes = static_cast<std::size_t>(arrays.columns) * width;
  some.values.bytes.resize(std::max<std::size_t>(1, rows.size() * row_bytes));
  char *to = some.values.bytes.data();
  for (const std::int64_t row : rows) {
    if (row >= 0)
      std::copy_n(arrays.values.bytes.data() + static_cast<std::size_t>(row) * row_bytes, row_bytes,
                  to);
    else
      std::fill_n(to, row_bytes, '\0');
    to += row_bytes;
  }
  return some;
}

}  // namespace cli
