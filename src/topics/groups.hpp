// How topics differ between groups of documents, such as their sources.
//
// For topic c, with n_gc of the n_g documents of group g in it, the test is Pearson's chi-square
// for equal shares (Pearson 1900), without a correction for continuity, over the groups with
// documents:
//
//   X^2 = sum_g (n_gc - e_gc)^2 (1 / e_gc + 1 / (n_g - e_gc)),   e_gc = n_g n_c / n
//   p   = Q((G - 1) / 2, X^2 / 2)       G groups with documents, Q the regularized gamma function
//
// and the p of all topics are corrected by Holm's step-down method (Holm 1979): with p_(1) <= ...
// <= p_(k), the adjusted p_(i) is the largest of min(1, (k - j + 1) p_(j)) for j <= i. p is not a
// number where there is nothing to compare: fewer than two groups, or all documents or none of
// them in the topic; these topics are not among the k.
//
// A term is typical of group g among the documents of a topic by its log-odds ratio with an
// informative Dirichlet prior (Monroe, Colaresi, Quinn 2008, eqs 15 to 22), counted in documents:
// y_j of the documents in the group have term j, z_j of the other groups, a_j = A (y_j + z_j) / N,
// with N the sum of y + z and A = sum_j a_j as large as the smaller of both sums,
//
//   d_j = ln (y_j + a_j) / (Y + A - y_j - a_j) - ln (z_j + a_j) / (Z + A - z_j - a_j)
//   score_j = d_j / sqrt(1 / (y_j + a_j) + 1 / (z_j + a_j))
//
// which is approximately standard normal without a difference.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "topics/numbers.hpp"

namespace manifact {

// Whether all are -1 .. n_groups - 1.
bool are_groups(const std::int32_t *groups, Index n, Index n_groups) noexcept;

struct GroupTest {
  double statistic = 0, p = 0, adjusted = 0;
  double expected = 0;  // the smallest e_gc or n_g - e_gc: below 5, p is a rough approximation
};

std::vector<GroupTest> group_tests(const Model &model, const std::int32_t *groups, Index n_groups);

// Among the documents of a topic, -1: of all. The score of each column of X; 0 for terms in fewer
// than 5 of them.
Array<double> group_terms(const Model &model, const TermDocuments &X, const std::int32_t *groups,
                          Index topic, std::int32_t group, ExecutionContext &run);

// Terms with a lower score are not listed.
inline constexpr double least_group_score = 1.96;

// Q(a, x) = Gamma(a, x) / Gamma(a) for a > 0, x >= 0: the upper tail of a gamma distribution.
double upper_gamma(double a, double x);

// Holm's correction in place; those that are not numbers stay and are not counted.
void correct_by_holm(std::vector<double> &p);

}  // namespace manifact
