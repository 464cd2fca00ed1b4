#include "topics/groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace manifact {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double precision = 1e-16;

// The series of the lower tail P(a, x), for x < a + 1 (DLMF 8.7.1).
double lower_series(double a, double x) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; term > sum * precision; ++n) sum += term *= x / n;
  return sum * std::exp(a * std::log(x) - x - std::lgamma(a));
}

// The continued fraction of Q(a, x) (DLMF 8.9.2), evaluated from its first term on.
double upper_fraction(double a, double x) {
  constexpr double tiny = 1e-300;
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, product = d;
  for (double i = 1; i < 1e6; ++i) {
    const double numerator = -i * (i - a);
    b += 2;
    d = numerator * d + b;
    c = b + numerator / c;
    d = 1 / (std::fabs(d) < tiny ? tiny : d);
    c = std::fabs(c) < tiny ? tiny : c;
    product *= d * c;
    if (std::fabs(d * c - 1) < precision * 4) break;
  }
  return product * std::exp(a * std::log(x) - x - std::lgamma(a));
}

}  // namespace

double upper_gamma(double a, double x) {
  if (!(x > 0)) return 1;
  return x < a + 1 ? 1 - lower_series(a, x) : upper_fraction(a, x);
}

void correct_by_holm(std::vector<double> &p) {
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < p.size(); ++c)
    if (!std::isnan(p[c])) order.push_back(c);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  double most = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    most = std::max(most, std::min(1.0, static_cast<double>(order.size() - i) * p[order[i]]));
    p[order[i]] = most;
  }
}

bool are_groups(const std::int32_t *groups, Index n, Index n_groups) noexcept {
  return std::all_of(groups, groups + n, [&](std::int32_t g) { return g >= -1 && g < n_groups; });
}

std::vector<GroupTest> group_tests(const Model &model, const std::int32_t *groups, Index n_groups) {
  const auto k = static_cast<std::size_t>(model.k);
  std::vector<Index> counts(static_cast<std::size_t>(n_groups) * k);
  count_periods(model, groups, n_groups, counts.data());
  std::vector<double> of_group, of_topic(k);
  double all = 0;
  for (std::size_t g = 0; g < static_cast<std::size_t>(n_groups); ++g) {
    double sum = 0;
    for (std::size_t c = 0; c < k; ++c) {
      const auto n = static_cast<double>(counts[g * k + c]);
      sum += n;
      of_topic[c] += n;
    }
    of_group.push_back(sum);
    all += sum;
  }
  const auto present =
      std::count_if(of_group.begin(), of_group.end(), [](double n) { return n > 0; });
  std::vector<GroupTest> tests(k);
  std::vector<double> p(k, no_number);
  for (std::size_t c = 0; c < k; ++c) {
    GroupTest &test = tests[c];
    test = {no_number, no_number, no_number, no_number};
    if (present < 2 || of_topic[c] == 0 || of_topic[c] == all) continue;
    test.statistic = 0;
    test.expected = all;
    for (std::size_t g = 0; g < of_group.size(); ++g) {
      if (of_group[g] == 0) continue;
      const double e = of_group[g] * of_topic[c] / all,
                   other = of_group[g] * (all - of_topic[c]) / all;
      const double off = static_cast<double>(counts[g * k + c]) - e;
      test.statistic += off * off * (1 / e + 1 / other);
      test.expected = std::min({test.expected, e, other});
    }
    p[c] = test.p = upper_gamma(static_cast<double>(present - 1) / 2, test.statistic / 2);
  }
  correct_by_holm(p);
  for (std::size_t c = 0; c < k; ++c) tests[c].adjusted = p[c];
  return tests;
}

Array<double> group_terms(const Model &model, const TermDocuments &X, const std::int32_t *groups,
                          Index topic, std::int32_t group, ExecutionContext &run) {
  constexpr double least_having = 5;
  constexpr Index portion = 4096;
  run.monitor.enter("terms of groups", model.n);
  Array<double> own(run.memory, X.columns()), other(run.memory, X.columns());
  double of_own = 0, of_other = 0;
  for (Index i = 0; i < model.n; ++i) {
    if (i % portion == 0) run.monitor.report(i, model.n);
    if (groups[i] < 0 || (topic >= 0 && model.labels[i] != topic)) continue;
    const bool is_own = groups[i] == group;
    X.each_term(i, [&](std::int32_t j) {
      (is_own ? own : other)[j] += 1;
      (is_own ? of_own : of_other) += 1;
    });
  }
  const double prior = std::min(of_own, of_other), all = of_own + of_other;
  for (Index j = 0; j < own.size(); ++j) {
    const double having = own[j] + other[j], a = all > 0 ? prior * having / all : 0;
    const double y = own[j] + a, z = other[j] + a;
    const double rest_y = of_own + prior - y, rest_z = of_other + prior - z;
    const bool comparable = having >= least_having && prior > 0 && rest_y > 0 && rest_z > 0;
    own[j] =
        comparable ? (std::log(y / rest_y) - std::log(z / rest_z)) / std::sqrt(1 / y + 1 / z) : 0;
  }
  return own;
}

}  // namespace manifact
