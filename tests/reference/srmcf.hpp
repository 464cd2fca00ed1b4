// SRMCF with all matrices n x n, R = W V' among them, and nothing carried from step to step: the
// slow reference of the fast one.
#pragma once

#include "support/numbers.hpp"

namespace manifact {

struct SlowSrmcf {
  SlowSrmcf(const Plain &data, const Plain &graph, Plain start_W, Plain start_V, double weight,
            double lambda, double gamma_of_all, std::int64_t k)
      : X(data),
        K(data * transposed(data)),
        K_plus(K),
        K_minus(K),
        S(graph),
        W(std::move(start_W)),
        V(std::move(start_V)),
        l1(weight),
        l2(lambda),
        gamma(gamma_of_all),
        neighbors(k) {
    for (std::size_t e = 0; e < K.values.size(); ++e) {
      K_plus.values[e] = std::fmax(K.values[e], 0);
      K_minus.values[e] = std::fmax(-K.values[e], 0);
    }
    A = by_row(distances(X));
  }

  // |row_i - row_j|^2
  static Plain distances(const Plain &Y) {
    Plain d(Y.rows, Y.rows);
    for (std::int64_t i = 0; i < Y.rows; ++i)
      for (std::int64_t j = 0; j < Y.rows; ++j)
        for (std::int64_t c = 0; c < Y.columns; ++c)
          d(i, j) += (Y(i, c) - Y(j, c)) * (Y(i, c) - Y(j, c));
    return d;
  }

  static std::vector<std::int64_t> others(const Plain &d, std::int64_t i) {
    std::vector<std::int64_t> order;
    for (std::int64_t j = 0; j < d.rows; ++j)
      if (j != i) order.push_back(j);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t a, std::int64_t b) { return d(i, a) < d(i, b); });
    return order;
  }

  Plain by_row(const Plain &d) const {
    Plain B(d.rows, d.rows);
    for (std::int64_t i = 0; i < d.rows; ++i) {
      const std::vector<std::int64_t> order = others(d, i);
      const double last = d(i, order[static_cast<std::size_t>(neighbors)]);
      double gap = 0;
      for (std::int64_t h = 0; h < neighbors; ++h)
        gap += last - d(i, order[static_cast<std::size_t>(h)]);
      for (std::int64_t h = 0; h < neighbors; ++h)
        B(i, order[static_cast<std::size_t>(h)]) =
            (last - d(i, order[static_cast<std::size_t>(h)])) / gap;
    }
    return B;
  }

  // The simplex by bisection of theta: sum_j max(-d_ij / (2 gamma) - theta, 0) = 1.
  Plain by_gamma(const Plain &d) const {
    Plain B(d.rows, d.rows);
    for (std::int64_t i = 0; i < d.rows; ++i) {
      const std::vector<std::int64_t> order = others(d, i);
      const auto u = [&](std::int64_t j) { return (d(i, order[0]) - d(i, j)) / (2 * gamma); };
      double low = -1, high = 0;
      for (int step = 0; step < 200; ++step) {
        const double theta = (low + high) / 2;
        double sum = 0;
        for (const std::int64_t j : order) sum += std::fmax(u(j) - theta, 0);
        (sum > 1 ? low : high) = theta;
      }
      for (const std::int64_t j : order) B(i, j) = std::fmax(u(j) - high, 0);
    }
    return B;
  }

  Plain symmetric_A() const { return 0.5 * (A + transposed(A)); }
  static Plain degrees(const Plain &B) {
    Plain D(B.rows, B.rows);
    const std::vector<double> sums = row_sums(B);
    for (std::int64_t i = 0; i < B.rows; ++i) D(i, i) = sums[static_cast<std::size_t>(i)];
    return D;
  }

  double objective() const {
    const Plain R = W * transposed(V), rest = transposed(X) - transposed(X) * R,
                LA = degrees(symmetric_A()) - symmetric_A(), L = degrees(S) - S;
    return inner(rest, rest) + l1 * inner(R, R * LA) + l2 * inner(V, L * V) +
           (gamma > 0 ? l1 * gamma / 2 * inner(A, A) : 0);
  }

  // Parts of the halved gradients with a minus and with a plus; Kp - Kn = K.
  Plain W_plus(const Plain &Kp) const {
    return Kp * W * (transposed(V) * V) + l1 * (W * (transposed(V) * degrees(symmetric_A()) * V));
  }
  Plain W_minus(const Plain &Kn) const {
    return Kn * W * (transposed(V) * V) + l1 * (W * (transposed(V) * symmetric_A() * V));
  }
  Plain V_plus(const Plain &Kp) const {
    return V * (transposed(W) * Kp * W) + l1 * (degrees(symmetric_A()) * V * (transposed(W) * W)) +
           l2 * (degrees(S) * V);
  }
  Plain V_minus(const Plain &Kn) const {
    return V * (transposed(W) * Kn * W) + l1 * (symmetric_A() * V * (transposed(W) * W)) +
           l2 * (S * V);
  }

  bool is_signed() const { return largest(K_minus) > 0; }

  static void move(Plain &factor, const Plain &b, const Plain &plus, const Plain &minus,
                   bool by_root) {
    for (std::size_t e = 0; e < factor.values.size(); ++e) {
      const double B = b.values[e], P = plus.values[e], N = minus.values[e];
      factor.values[e] *= by_root ? (B + std::sqrt(B * B + 4 * P * N)) / (2 * P) : (B + N) / P;
    }
  }
  void move_W() { move(W, K * V, W_plus(K_plus), W_minus(K_minus), is_signed()); }
  void move_V() { move(V, K * W, V_plus(K_plus), V_minus(K_minus), is_signed()); }
  void move_A() {
    const Plain d = distances(transposed(W * transposed(V)));  // columns of R
    A = gamma > 0 ? by_gamma(d) : by_row(d);
  }

  Plain X, K, K_plus, K_minus, S, W, V, A;
  double l1, l2, gamma;
  std::int64_t neighbors;
};

}  // namespace manifact
