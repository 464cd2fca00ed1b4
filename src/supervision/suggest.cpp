#include "supervision/suggest.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "runtime/rng.hpp"

namespace manifact {
namespace {

// Groups of documents known to be of one cluster, and how near documents are to them.
class Asking {
 public:
  Asking(CsrView<double> X, const Constraints &c, Run &run) : X_(X), run_(run), length_(size(X.rows)), chosen_(size(X.rows)), summed_(size(X.columns)) {
    for (std::int64_t i = 0; i < X.rows; ++i) {
      double square = 0;
      for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e) square += X.values[e] * X.values[e];
      length_[size(i)] = std::sqrt(square);
    }
    const std::vector<std::int64_t> group = linked_groups(c, 1e-300);  // softer answers settle a question too
    std::set<std::int64_t> documents;
    for (const Pair &pair : c.pairs) documents.insert({pair.first, pair.second});
    for (std::int64_t i = 0; i < c.n && c.labelled > 0; ++i)
      if (c.classes[i] >= 0) documents.insert(i);
    std::map<std::int64_t, std::size_t> number;
    std::vector<std::vector<std::int64_t>> members;
    for (const std::int64_t i : documents) {
      const auto [found, fresh] = number.try_emplace(group[size(i)], members.size());
      if (fresh) members.emplace_back();
      members[found->second].push_back(i);
    }
    for (auto &some : members) add_group(std::move(some));
    find_open(c, [&](std::int64_t i) { return number.at(group[size(i)]); });
  }

  std::size_t groups() const noexcept { return groups_.size(); }

  // The open question between groups of largest mean cosine, by their most similar documents. Returns whether there is one.
  bool take_open(std::vector<Pair> &asked) {
    if (open_.empty()) return false;
    const auto [mean, a, b] = open_.back();
    open_.pop_back();
    asked.push_back(nearest_pair(groups_[a].members, groups_[b].members));
    return true;
  }

  // The farthest document from all chosen ones; -1 when all are chosen.
  std::int64_t farthest(Rng &rng) {
    if (groups_.empty()) return drawn(rng);
    come_nearer();
    std::int64_t best = -1;
    for (std::int64_t i = 0; i < X_.rows; ++i)
      if (askable(i) && (best < 0 || nearest_[size(i)] < nearest_[size(best)])) best = i;
    return best;
  }

  std::int64_t drawn(Rng &rng) const {
    std::vector<std::int64_t> open;
    for (std::int64_t i = 0; i < X_.rows; ++i)
      if (askable(i)) open.push_back(i);
    return open.empty() ? -1 : open[size(rng.below(static_cast<std::int64_t>(open.size())))];
  }

  // A document beside the others, a group of its own; the question is with the nearest of them. Whatever the answer, no further one about it now.
  void introduce(std::int64_t i, std::vector<Pair> &asked) {
    const std::size_t own = groups_.size();
    add_group({i});
    double most = -2;
    std::size_t best = own;
    for (std::size_t b = 0; b < own; ++b)
      if (const double mean = mean_cosine(own, b); mean > most) {
        most = mean;
        best = b;
      }
    if (best != own) asked.push_back(nearest_pair(groups_[own].members, groups_[best].members));
  }

 private:
  using Sum = std::vector<std::pair<std::int32_t, double>>;  // by column

  struct Group {
    std::vector<std::int64_t> members;
    Sum sum;  // of their unit rows
  };

  static std::size_t size(std::int64_t i) noexcept { return static_cast<std::size_t>(i); }

  bool askable(std::int64_t i) const noexcept { return length_[size(i)] > 0 && !chosen_[size(i)]; }

  void add_group(std::vector<std::int64_t> members) {
    std::vector<std::int32_t> columns;
    for (const std::int64_t i : members) {
      chosen_[size(i)] = true;
      latest_.push_back(i);
      for (std::int64_t e = X_.indptr[i]; e < X_.indptr[i + 1] && length_[size(i)] > 0; ++e) {
        double &sum = summed_[size(X_.indices[e])];
        if (sum == 0) columns.push_back(X_.indices[e]);
        sum += X_.values[e] / length_[size(i)];
      }
    }
    std::sort(columns.begin(), columns.end());
    Sum sum;
    for (const std::int32_t j : columns)
      if (const double value = std::exchange(summed_[size(j)], 0); value != 0) sum.emplace_back(j, value);  // once, where it came back to 0 between
    groups_.push_back({std::move(members), std::move(sum)});
  }

  // All pairs of groups of which nothing is said, the nearest last.
  template <class GroupOf>
  void find_open(const Constraints &c, GroupOf &&group_of) {
    std::set<std::pair<std::size_t, std::size_t>> apart;
    for (const Pair &pair : c.pairs)
      if (pair.weight < 0) apart.insert(std::minmax({group_of(pair.first), group_of(pair.second)}));
    std::vector<bool> of_class(groups_.size());  // classes are apart without a pair that says so
    for (std::int64_t i = 0; i < c.n && c.labelled > 0; ++i)
      if (c.classes[i] >= 0) of_class[group_of(i)] = true;
    for (std::size_t a = 0; a < groups_.size(); ++a) {
      run_.monitor.check();
      for (std::size_t b = a + 1; b < groups_.size(); ++b)
        if (!(of_class[a] && of_class[b]) && apart.count({a, b}) == 0) open_.emplace_back(mean_cosine(a, b), a, b);
    }
    std::sort(open_.begin(), open_.end(), [](const auto &x, const auto &y) {
      return std::get<0>(x) != std::get<0>(y) ? std::get<0>(x) < std::get<0>(y) : std::tie(std::get<1>(x), std::get<2>(x)) > std::tie(std::get<1>(y), std::get<2>(y));
    });
  }

  double mean_cosine(std::size_t a, std::size_t b) const {
    const Sum &x = groups_[a].sum, &y = groups_[b].sum;
    double product = 0;
    for (std::size_t p = 0, q = 0; p < x.size() && q < y.size();) {
      if (x[p].first == y[q].first) product += x[p].second * y[q].second;
      const std::int32_t left = x[p].first, right = y[q].first;
      p += left <= right ? 1 : 0;
      q += right <= left ? 1 : 0;
    }
    return product / (static_cast<double>(groups_[a].members.size()) * static_cast<double>(groups_[b].members.size()));
  }

  double cosine(std::int64_t i, std::int64_t j) const {
    double product = 0;
    std::int64_t a = X_.indptr[i], b = X_.indptr[j];
    while (a < X_.indptr[i + 1] && b < X_.indptr[j + 1]) {
      if (X_.indices[a] == X_.indices[b]) product += X_.values[a] * X_.values[b];
      const std::int32_t left = X_.indices[a], right = X_.indices[b];
      a += left <= right ? 1 : 0;
      b += right <= left ? 1 : 0;
    }
    const double lengths = length_[size(i)] * length_[size(j)];
    return lengths > 0 ? product / lengths : 0;
  }

  Pair nearest_pair(const std::vector<std::int64_t> &some, const std::vector<std::int64_t> &others) const {
    Pair pair{0, 0, -2};
    for (const std::int64_t i : some) {
      run_.monitor.check();
      for (const std::int64_t j : others)
        if (const double value = cosine(i, j); value > pair.weight) pair = {std::min(i, j), std::max(i, j), value};
    }
    return pair;
  }

  // Brings nearest_ up to what was chosen since.
  void come_nearer() {
    nearest_.resize(size(X_.rows), -2);
    for (const std::int64_t chosen : latest_) {
      run_.monitor.check();
      run_.team.blocks(X_.rows, 1024, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) nearest_[size(i)] = std::fmax(nearest_[size(i)], cosine(i, chosen));
      });
    }
    latest_.clear();
  }

  CsrView<double> X_;
  Run &run_;
  std::vector<double> length_;
  std::vector<bool> chosen_;
  std::vector<double> summed_;        // by column; zeros between the sums
  std::vector<Group> groups_;
  std::vector<std::tuple<double, std::size_t, std::size_t>> open_;  // mean cosine, groups; rising
  std::vector<double> nearest_;       // largest cosine to a chosen document, but for ...
  std::vector<std::int64_t> latest_;  // ... these
};

}  // namespace

std::vector<Pair> suggest_pairs(CsrView<double> X, const Constraints &constraints, std::int64_t k, std::int64_t count, std::uint64_t seed, Run &run) {
  Asking asking(X, constraints, run);
  Rng rng(seed, asking.groups());
  std::vector<Pair> asked;
  while (static_cast<std::int64_t>(asked.size()) < count) {
    if (asking.take_open(asked)) continue;
    const bool explore = static_cast<std::int64_t>(asking.groups()) < k;
    const std::int64_t next = explore ? asking.farthest(rng) : asking.drawn(rng);
    if (next < 0) break;
    asking.introduce(next, asked);
  }
  return asked;
}

}  // namespace manifact
