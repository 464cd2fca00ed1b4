// The suggestion of pairs as it is described, with every pair of groups and of documents looked at:
// what the library must give.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "runtime/rng.hpp"
#include "supervision/constraints.hpp"
#include "support/numbers.hpp"

namespace manifact {

class SuggestByHand {
 public:
  SuggestByHand(const Plain &X, const Constraints &c) : X_(X) {
    const std::vector<std::int64_t> head = linked_groups(c, 1e-300);
    std::set<std::int64_t> known;
    for (const Pair &pair : c.pairs) known.insert({pair.first, pair.second});
    for (std::int64_t i = 0; i < c.n && c.labeled > 0; ++i)
      if (c.classes[i] >= 0) known.insert(i);
    std::map<std::int64_t, std::size_t> number;
    for (const std::int64_t i : known) {
      const auto [found, fresh] =
          number.try_emplace(head[static_cast<std::size_t>(i)], groups_.size());
      if (fresh) groups_.emplace_back();
      groups_[found->second].push_back(i);
    }
    for (std::size_t a = 0; a < groups_.size(); ++a)
      for (std::size_t b = a + 1; b < groups_.size(); ++b)
        if (open(c, a, b)) open_.push_back({mean(a, b), a, b});
    std::stable_sort(open_.begin(), open_.end(),
                     [](const Open &x, const Open &y) { return x.mean > y.mean; });
  }

  std::vector<Pair> pairs(std::int64_t k, std::size_t count, std::uint64_t seed) {
    Rng rng(seed, groups_.size());
    std::vector<Pair> asked;
    for (std::size_t o = 0; o < open_.size() && asked.size() < count; ++o)
      asked.push_back(nearest(open_[o].a, open_[o].b));
    while (asked.size() < count) {
      std::vector<std::int64_t> others;
      for (std::int64_t i = 0; i < X_.rows; ++i)
        if (length(i) > 0 && chosen().count(i) == 0) others.push_back(i);
      if (others.empty()) break;
      const std::size_t own = groups_.size();
      const bool explore = own > 0 && static_cast<std::int64_t>(own) < k;
      const std::int64_t next = explore ? farthest(others) : drawn(others, rng);
      groups_.push_back({next});
      std::size_t best = 0;
      for (std::size_t b = 1; b < own; ++b)
        if (mean(own, b) > mean(own, best)) best = b;
      if (own > 0) asked.push_back(nearest(own, best));
    }
    return asked;
  }

 private:
  struct Open {
    double mean;
    std::size_t a, b;
  };

  bool open(const Constraints &c, std::size_t a, std::size_t b) const {
    bool a_class = false, b_class = false, apart = false;
    const auto is_in = [&](std::int64_t i, std::size_t g) {
      return std::count(groups_[g].begin(), groups_[g].end(), i) > 0;
    };
    for (std::int64_t i = 0; i < c.n && c.labeled > 0; ++i)
      if (c.classes[i] >= 0) a_class |= is_in(i, a), b_class |= is_in(i, b);
    for (const Pair &p : c.pairs)
      apart |= p.weight < 0 && ((is_in(p.first, a) && is_in(p.second, b)) ||
                                (is_in(p.first, b) && is_in(p.second, a)));
    return !apart && !(a_class && b_class);
  }

  double dot(std::int64_t i, std::int64_t j) const {
    double sum = 0;
    for (std::int64_t c = 0; c < X_.columns; ++c) sum += X_(i, c) * X_(j, c);
    return sum;
  }
  double length(std::int64_t i) const { return std::sqrt(dot(i, i)); }
  double cosine(std::int64_t i, std::int64_t j) const {
    return length(i) * length(j) > 0 ? dot(i, j) / (length(i) * length(j)) : 0;
  }

  // Of the unit rows.
  std::vector<double> sum(std::size_t a) const {
    std::vector<double> all(static_cast<std::size_t>(X_.columns));
    for (const std::int64_t i : groups_[a])
      for (std::size_t c = 0; c < all.size() && length(i) > 0; ++c)
        all[c] += X_(i, static_cast<std::int64_t>(c)) / length(i);
    return all;
  }

  double mean(std::size_t a, std::size_t b) const {
    // Of sums, as there, so that equal means are equal to the bit.
    const std::vector<double> x = sum(a), y = sum(b);
    double product = 0;
    for (std::size_t c = 0; c < x.size(); ++c) product += x[c] * y[c];
    return product /
           (static_cast<double>(groups_[a].size()) * static_cast<double>(groups_[b].size()));
  }

  Pair nearest(std::size_t a, std::size_t b) const {
    Pair best{0, 0, -2};
    for (const std::int64_t i : groups_[a])
      for (const std::int64_t j : groups_[b])
        if (cosine(i, j) > best.weight) best = {std::min(i, j), std::max(i, j), cosine(i, j)};
    return best;
  }

  std::set<std::int64_t> chosen() const {
    std::set<std::int64_t> all;
    for (const auto &group : groups_) all.insert(group.begin(), group.end());
    return all;
  }

  static std::int64_t drawn(const std::vector<std::int64_t> &others, Rng &rng) {
    return others[static_cast<std::size_t>(rng.below(static_cast<std::int64_t>(others.size())))];
  }

  std::int64_t farthest(const std::vector<std::int64_t> &others) const {
    std::int64_t best = -1;
    double least = 2;
    for (const std::int64_t i : others) {
      double most = -2;
      for (const std::int64_t j : chosen()) most = std::fmax(most, cosine(i, j));
      if (most < least) least = most, best = i;
    }
    return best;
  }

  Plain X_;
  std::vector<std::vector<std::int64_t>> groups_;
  std::vector<Open> open_;  // the nearest first
};

}  // namespace manifact
