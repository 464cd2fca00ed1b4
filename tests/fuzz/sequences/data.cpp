#include "data.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sequences {
namespace {

Data counts(Random &random, std::int64_t n, std::int64_t m) {
  Data data{n, m, std::vector<double>(static_cast<std::size_t>(n * m))};
  const std::int64_t topics = random.between(1, 4), words = random.between(1, 12);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t w = 0; w < words; ++w) {
      const std::int64_t share = std::max<std::int64_t>(1, m / topics);
      const std::int64_t own = std::min(m - 1, (i % topics) * share + random.below(share));
      data.at(i, random.chance(85) ? own : random.below(m)) += 1;
    }
  return data;
}

Data clouds(Random &random, std::int64_t n, std::int64_t m, bool negative) {
  Data data{n, m, std::vector<double>(static_cast<std::size_t>(n * m))};
  const std::int64_t k = random.between(1, 4);
  const double spread = random.one_of({0.0, 1e-9, 0.1, 1.0});
  const std::uint64_t salt = random.next();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      Random center(salt + static_cast<std::uint64_t>((i % k) * m + j));
      const double value = 4 * center.unit() + spread * (random.unit() - 0.5);
      data.at(i, j) = negative ? value - 2 : std::fabs(value);
    }
  return data;
}

Data degenerate(Random &random, std::int64_t n, std::int64_t m) {
  Data data{n, m, std::vector<double>(static_cast<std::size_t>(n * m))};
  const int kind = static_cast<int>(random.below(6));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < m; ++j) {
      double value = 0;  // kind 0: all zero
      if (kind == 1) value = 1;
      if (kind == 2) value = i == j ? 1 : 0;
      if (kind == 3) value = static_cast<double>(j + 1);  // all rows equal
      if (kind == 4) value = static_cast<double>(i + 1);  // all columns equal: rows on a line
      if (kind == 5) value = j == 0 && i == 0 ? 1 : 0;    // one entry
      data.at(i, j) = value;
    }
  return data;
}

// Rows or columns that are repeated, empty or negative.
void deface(Random &random, Data &data) {
  const std::int64_t changes = random.below(4);
  for (std::int64_t c = 0; c < changes; ++c) {
    const std::int64_t i = random.below(data.n), j = random.below(data.m),
                       other = random.below(data.n);
    const int kind = static_cast<int>(random.below(5));
    for (std::int64_t l = 0; l < data.m; ++l) {
      if (kind == 0) data.at(i, l) = 0;
      if (kind == 1) data.at(i, l) = data.at(other, l);
      if (kind == 2) data.at(i, l) = 2 * data.at(other, l);
    }
    for (std::int64_t l = 0; l < data.n && kind == 3; ++l) data.at(l, j) = 0;
    if (kind == 4) data.at(i, j) = -data.at(i, j);
  }
}

double power_of_ten(Random &random) {
  return std::pow(10.0, static_cast<double>(random.between(-310, 305)));
}

void rescale(Random &random, Data &data) {
  const int kind = static_cast<int>(random.below(4));
  const double factor = power_of_ten(random);
  const std::int64_t which = random.below(kind == 1 ? data.n : data.m);
  for (std::int64_t i = 0; i < data.n; ++i)
    for (std::int64_t j = 0; j < data.m; ++j) {
      const bool chosen = kind == 0 || (kind == 1 && i == which) || (kind == 2 && j == which);
      double &value = data.at(i, j);
      if (chosen) value *= factor;
      if (kind == 3 && random.chance(10)) value *= power_of_ten(random);
      if (!std::isfinite(value)) value = std::copysign(std::numeric_limits<double>::max(), value);
    }
}

}  // namespace

namespace {

// For the log: the range of the numbers.
void log_range(const Data &data, int kind) {
  double least = HUGE_VAL, most = 0;
  std::int64_t zeros = 0;
  for (const double value : data.values)
    if (value == 0)
      ++zeros;
    else
      least = std::fmin(least, std::fabs(value)), most = std::fmax(most, std::fabs(value));
  std::fprintf(stderr, "    # data %lld x %lld of kind %d: %lld zeros, others of %g to %g\n",
               static_cast<long long>(data.n), static_cast<long long>(data.m), kind,
               static_cast<long long>(zeros), least, most);
}

}  // namespace

Data random_data(World &world, std::int64_t n, std::int64_t m) {
  Random &random = world.random;
  Data data{0, 0, {}};
  const int kind = static_cast<int>(random.below(8));
  switch (kind) {
    case 0:
    case 1:
    case 2:
      data = counts(random, n, m);
      break;
    case 3:
    case 4:
      data = clouds(random, n, m, false);
      break;
    case 5:
      data = clouds(random, n, m, true);
      break;
    case 6:
      data = degenerate(random, n, m);
      break;
    default:
      data = {n, m, std::vector<double>(static_cast<std::size_t>(n * m))};
      for (double &value : data.values) value = random.chance(40) ? random.unit() : 0;
  }
  if (random.chance(30)) deface(random, data);
  if (!world.mild && random.chance(50)) rescale(random, data);
  if (world.verbose()) log_range(data, kind);
  return data;
}

Data random_square(World &world, std::int64_t n) {
  Random &random = world.random;
  const Data points = random_data(world, n, random.between(1, 6));
  Data data{n, n, std::vector<double>(static_cast<std::size_t>(n * n))};
  const bool sparse = random.chance(40), asymmetric = random.chance(10);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j <= i; ++j) {
      double product = 0;
      for (std::int64_t l = 0; l < points.m; ++l)
        product += points.values[static_cast<std::size_t>(i * points.m + l)] *
                   points.values[static_cast<std::size_t>(j * points.m + l)];
      if (sparse && i != j && random.chance(70)) product = 0;
      if (!std::isfinite(product)) product = 1e300;
      data.at(i, j) = data.at(j, i) = product;
    }
  if (asymmetric) data.at(random.below(n), random.below(n)) += 1;
  return data;
}

void spoil(World &world, Data &data) {
  world.random.pick(data.values) = world.random.one_of({std::nan(""), HUGE_VAL, -HUGE_VAL});
}

std::int64_t random_rows(World &world) {
  return world.random.chance(80) ? world.n : world.random.between(1, world.small ? 9 : 20);
}
std::int64_t random_columns(World &world) {
  return world.random.chance(80) ? world.m : world.random.between(1, world.small ? 7 : 12);
}

std::int64_t random_k(World &world, std::int64_t n) {
  if (world.random.chance(4))
    return world.random.one_of<std::int64_t>({0, -1, n + 1, INT64_MAX, INT64_MIN});
  if (world.random.chance(12)) return n;
  return world.random.between(1, std::min<std::int64_t>(n, world.random.chance(10) ? n : 6));
}

std::int64_t random_number(World &world, std::int64_t usual) {
  if (!world.random.chance(8)) return usual;
  return world.random.one_of<std::int64_t>(
      {0, -1, usual + 1, usual - 1, INT64_MAX, INT64_MIN, std::int64_t{1} << 31, 1});
}

Texts random_texts(World &world, std::int64_t count) {
  static const char *const words[] = {
      "goal",        "goals",   "match",         "referee", "minister",
      "budget",      "tax",     "the",           "of",      "42",
      "caf\xc3\xa9", "a",       "don't",         "x_1",     "\xe4\xb8\xad\xe6\x96\x87\xe5\xad\x97",
      "\xff\xfe",    "STRASSE", "stra\303\237e", "running", "runs"};
  Random &random = world.random;
  Texts texts;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t length = random.chance(10) ? 0 : random.between(1, 15);
    for (std::int64_t w = 0; w < length; ++w) {
      texts.bytes += words[random.below(std::size(words))];
      texts.bytes += random.chance(95) ? ' ' : static_cast<char>(random.below(256));
    }
    texts.offsets.push_back(static_cast<std::int64_t>(texts.bytes.size()));
  }
  return texts;
}

}  // namespace sequences
