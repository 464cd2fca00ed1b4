#include "supervision/suggest.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "runtime/rng.hpp"

namespace manifact {
namespace {

// Neighbourhoods, and how near documents are to them.
class Asking {
 public:
  Asking(CsrView<double> X, const Constraints &c, Run &run)
      : X_(X), run_(run), length_(static_cast<std::size_t>(X.rows)), nearest_(static_cast<std::size_t>(X.rows), -2), chosen_(static_cast<std::size_t>(X.rows)) {
    for (std::int64_t i = 0; i < X.rows; ++i) {
      double square = 0;
      for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) square += X.values[e] * X.values[e];
      at(length_, i) = std::sqrt(square);
    }
    const std::vector<std::int64_t> group = linked_groups(c, 1e-300);  // softer answers settle a question too
    std::set<std::int64_t> documents;
    for (const Pair &pair : c.pairs) documents.insert({pair.first, pair.second});
    for (std::int64_t i = 0; i < c.n && c.labelled > 0; ++i)
      if (c.classes[i] >= 0) documents.insert(i);
    std::map<std::int64_t, std::size_t> number;
    for (const std::int64_t i : documents) {
      const auto [found, fresh] = number.try_emplace(group[static_cast<std::size_t>(i)], members_.size());
      if (fresh) members_.emplace_back();
      members_[found->second].push_back(i);
      choose(i);
    }
    for (const Pair &pair : c.pairs)
      if (pair.weight < 0) apart_.insert(ordered(number.at(group[static_cast<std::size_t>(pair.first)]), number.at(group[static_cast<std::size_t>(pair.second)])));
    // Classes are apart without a pair that says so.
    std::vector<std::size_t> of_class;
    for (std::int64_t i = 0; i < c.n && c.labelled > 0; ++i)
      if (c.classes[i] >= 0) of_class.push_back(number.at(group[static_cast<std::size_t>(i)]));
    std::sort(of_class.begin(), of_class.end());
    of_class.erase(std::unique(of_class.begin(), of_class.end()), of_class.end());
    for (std::size_t a = 0; a < of_class.size(); ++a)
      for (std::size_t b = a + 1; b < of_class.size(); ++b) apart_.insert({of_class[a], of_class[b]});
  }

  std::size_t neighbourhoods() const noexcept { return members_.size(); }
  bool askable(std::int64_t i) const noexcept { return at(length_, i) > 0 && !chosen_[static_cast<std::size_t>(i)]; }

  // The open question between neighbourhoods of largest mean cosine, by their most similar documents. Returns whether there is one.
  bool take_open(std::vector<Pair> &asked) {
    double most = -2;
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t a = 0; a < members_.size(); ++a) {
      run_.monitor.check();
      for (std::size_t b = a + 1; b < members_.size(); ++b) {
        if (apart_.count({a, b}) != 0) continue;
        const double mean = mean_cosine(a, b);
        if (mean > most) {
          most = mean;
          best = {a, b};
        }
      }
    }
    if (most < -1.5) return false;
    apart_.insert(best);  // asked now
    Pair pair{0, 0, -2};
    for (const std::int64_t i : members_[best.first])
      for (const std::int64_t j : members_[best.second])
        if (const double value = cosine(i, j); value > pair.weight) pair = {std::min(i, j), std::max(i, j), value};
    asked.push_back(pair);
    return true;
  }

  // The farthest document from all chosen ones; -1 when all are chosen.
  std::int64_t farthest(Rng &rng) const {
    if (members_.empty()) return drawn(rng);
    std::int64_t best = -1;
    for (std::int64_t i = 0; i < X_.rows; ++i)
      if (askable(i) && (best < 0 || at(nearest_, i) < at(nearest_, best))) best = i;
    return best;
  }

  std::int64_t drawn(Rng &rng) const {
    std::vector<std::int64_t> open;
    for (std::int64_t i = 0; i < X_.rows; ++i)
      if (askable(i)) open.push_back(i);
    return open.empty() ? -1 : open[static_cast<std::size_t>(rng.below(static_cast<std::int64_t>(open.size())))];
  }

  // A document beside the others, a neighbourhood of its own; the question is with the nearest of them.
  void introduce(std::int64_t i, std::vector<Pair> &asked) {
    const std::size_t own = members_.size();
    members_.push_back({i});
    choose(i);
    double most = -2;
    std::size_t best = own;
    for (std::size_t b = 0; b < own; ++b) {
      const double mean = mean_cosine(own, b);
      apart_.insert({b, own});  // whatever the answer, no further question about it now
      if (mean > most) {
        most = mean;
        best = b;
      }
    }
    if (best == own) return;
    Pair pair{0, 0, -2};
    for (const std::int64_t j : members_[best])
      if (const double value = cosine(i, j); value > pair.weight) pair = {std::min(i, j), std::max(i, j), value};
    asked.push_back(pair);
  }

 private:
  static double &at(std::vector<double> &values, std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
  static double at(const std::vector<double> &values, std::int64_t i) { return values[static_cast<std::size_t>(i)]; }
  static std::pair<std::size_t, std::size_t> ordered(std::size_t a, std::size_t b) { return {std::min(a, b), std::max(a, b)}; }

  double cosine(std::int64_t i, std::int64_t j) const {
    double product = 0;
    std::int64_t a = X_.indptr[i], b = X_.indptr[j];
    while (a < X_.indptr[i + 1] && b < X_.indptr[j + 1]) {
      if (X_.indices[a] == X_.indices[b]) product += X_.values[a] * X_.values[b];
      const std::int32_t left = X_.indices[a], right = X_.indices[b];
      a += left <= right ? 1 : 0;
      b += right <= left ? 1 : 0;
    }
    const double lengths = at(length_, i) * at(length_, j);
    return lengths > 0 ? product / lengths : 0;
  }

  double mean_cosine(std::size_t a, std::size_t b) const {
    double sum = 0;
    for (const std::int64_t i : members_[a])
      for (const std::int64_t j : members_[b]) sum += cosine(i, j);
    return sum / (static_cast<double>(members_[a].size()) * static_cast<double>(members_[b].size()));
  }

  void choose(std::int64_t chosen) {
    run_.monitor.check();
    chosen_[static_cast<std::size_t>(chosen)] = true;
    run_.team.blocks(X_.rows, 1024, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) at(nearest_, i) = std::fmax(at(nearest_, i), cosine(i, chosen));
    });
  }

  CsrView<double> X_;
  Run &run_;
  std::vector<double> length_, nearest_;  // nearest_: largest cosine to a chosen document
  std::vector<bool> chosen_;
  std::vector<std::vector<std::int64_t>> members_;
  std::set<std::pair<std::size_t, std::size_t>> apart_;  // neighbourhoods that are known to differ, or asked about
};

}  // namespace

std::vector<Pair> suggest_pairs(CsrView<double> X, const Constraints &constraints, std::int64_t k, std::int64_t count, std::uint64_t seed, Run &run) {
  Asking asking(X, constraints, run);
  Rng rng(seed, asking.neighbourhoods());
  std::vector<Pair> asked;
  while (static_cast<std::int64_t>(asked.size()) < count) {
    if (asking.take_open(asked)) continue;
    const bool explore = static_cast<std::int64_t>(asking.neighbourhoods()) < k;
    const std::int64_t next = explore ? asking.farthest(rng) : asking.drawn(rng);
    if (next < 0) break;
    asking.introduce(next, asked);
  }
  return asked;
}

}  // namespace manifact
