// A Gaussian mixture on points with masses m_i, by expectation maximization from a clustering:
//
//   max  sum_i m_i ln sum_c pi_c N(y_i; mu_c, S_c) + prior
//
//   full     S_c = (sum_i m_i r_ic (y_i - mu_c)(y_i - mu_c)' + (d + 1) S_0) / (n_c + d + 1)
//   round    S_c = s_c I, s_c the mean eigenvalue of the same
//   equal    s I, s the mean over the clusters
//   S_0      the pooled covariance of the clustering at the start
//
// S_0 stands for d + 1 further rows in each cluster: no covariance becomes singular.
#pragma once

#include <cstdint>

#include "linalg/dense/dense.hpp"
#include "model/predict/mixture_posterior.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

enum class Covariances { full, round, equal_round };

// Means, and the inverse Cholesky factors of the covariances.
struct Gaussians {
  Index d = 0, k = 0;
  Covariances kind = Covariances::full;
  Array<double> log_weight;  // k: ln pi_c
  Array<double> mean;        // k x d
  Array<double> inverse;     // k x d x d: lower triangular R with S^-1 = R'R
  Array<double> log_root;    // k: the logarithm of the determinant of R

  // ln pi_c N(y; mu_c, S_c) without the constant -d/2 ln 2 pi. work: d entries.
  double log_density(const double *y, Index c, double *work) const noexcept;
};

struct GaussianClusters {
  Gaussians model;
  Array<std::int32_t> labels;
  // sum_i m_i ln pi_z N(y_i; mu_z, S_z) of the most likely clusters z, minus p / 2 ln n for p
  // parameters (BIC)
  double criterion = 0;
  Index rounds = 0;
};

// labels: 0 .. k-1 at the start.
GaussianClusters gaussian_clusters(const Dense<double> &Y, const Array<double> &mass,
                                   const Array<std::int32_t> &labels, Index k, Covariances kind,
                                   Index rounds, ExecutionContext &run);

// The mixture in the form that assigns new rows, without a basis: z are the points.
Posterior posterior_of(const Gaussians &model, ExecutionContext &run);

}  // namespace manifact
