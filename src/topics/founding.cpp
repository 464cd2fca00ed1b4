#include "topics/founding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "linalg/data/data_view.hpp"
#include "runtime/error.hpp"
#include "topics/fit_scores.hpp"

namespace manifact {
namespace {

constexpr Index smallest_topic = 10, seeds_at_most = 1000, halved_at_most = 500, near_in_seed = 10,
                rounds_at_most = 50, most_failures = 5, topics_at_most = 50;
constexpr double part_of_mean = 0.1, largest_cosine = 0.75;

using Rows = std::vector<std::int32_t>;

// The sum of the documents of a group.
class Group {
 public:
  Group(const DataView<double> &X, const Rows &members, Array<double> &sum) : X_(X), sum_(sum) {
    std::fill(sum.begin(), sum.end(), 0.0);
    for (const std::int32_t i : members) {
      const DataRow<double> x = X.row(i);
      for (Index e = 0; e < x.size(); ++e) sum[x.column(e)] += x[e];
    }
    for (const double value : sum) square_ += value * value;
  }

  double cosine(std::int32_t i, bool is_member) const {
    const DataRow<double> x = X_.row(i);
    double product = 0, own = 0;
    for (Index e = 0; e < x.size(); ++e) {
      product += x[e] * sum_[x.column(e)];
      own += x[e] * x[e];
    }
    const double out = is_member ? 1 : 0;  // the document is left out of the sum
    const double square = square_ - out * (2 * product - own);
    const double lengths = std::sqrt(own) * std::sqrt(std::max(square, 0.0));
    return lengths > 0 ? (product - out * own) / lengths : 0;
  }

  double cosine_to(const Array<double> &means, Index k, Index c) const {
    double product = 0, other = 0;
    for (Index j = 0; j < sum_.size(); ++j) {
      product += sum_[j] * means[j * k + c];
      other += means[j * k + c] * means[j * k + c];
    }
    const double lengths = std::sqrt(square_) * std::sqrt(other);
    return lengths > 0 ? product / lengths : 0;
  }

 private:
  const DataView<double> &X_;
  const Array<double> &sum_;
  double square_ = 0;
};

class Founding {
 public:
  Founding(const Model &model, ExecutionContext &run)
      : model_(model),
        run_(run),
        X_(model.kept().view()),
        n_fit_(model.fitted().n),
        base_(means_of_fit()),
        scores_(base_, true, run),
        sum_(run.memory, model.m) {
    score_documents();
    set_limits();
  }

  NewTopics find() {
    NewTopics found{0, Rows(model_.labels.begin(), model_.labels.end())};
    const Index n_new = X_.rows - n_fit_;
    if (n_new < least_size_) return found;
    double by_chance = 0;
    for (const Rows &group : groups(far(0, n_fit_)))
      by_chance =
          std::max(by_chance, static_cast<double>(group.size()) / static_cast<double>(n_fit_));
    const double expected = by_chance * static_cast<double>(n_new),
                 least = 2 * expected + 3 * std::sqrt(expected);
    std::vector<Rows> all;
    for (Rows &group : groups(far(n_fit_, X_.rows)))
      if (static_cast<double>(group.size()) > least) add_parts(std::move(group), least, all);
    for (const Rows &group : all) {
      if (!is_apart(group)) continue;
      const auto number = static_cast<std::int32_t>(model_.k + found.topics++);
      for (const std::int32_t i : group) found.labels[static_cast<std::size_t>(i)] = number;
    }
    return found;
  }

 private:
  // Of the documents of the fit alone: those that were added may be of other topics.
  Model means_of_fit() const {
    Model base;
    base.k = model_.k;
    base.m = model_.m;
    base.n = n_fit_;
    base.sizes = Array<Index>(run_.memory, base.k);
    base.centroids = Array<double>(run_.memory, base.m * base.k);
    for (Index i = 0; i < n_fit_; ++i) {
      const std::int32_t c = model_.labels[i];
      if (c < 0) continue;
      ++base.sizes[c];
      const DataRow<double> x = X_.row(i);
      for (Index e = 0; e < x.size(); ++e) base.centroids[x.column(e) * base.k + c] += x[e];
    }
    for (Index j = 0; j < base.m; ++j)
      for (Index c = 0; c < base.k; ++c)
        base.centroids[j * base.k + c] /= static_cast<double>(std::max(base.sizes[c], Index{1}));
    return base;
  }

  void score_documents() {
    own_ = Array<double>(run_.memory, X_.rows);
    for (Index i = 0; i < X_.rows; ++i) {
      if (i % rows_between_reports == 0) run_.monitor.report(i, X_.rows);
      const std::int32_t c = model_.labels[i];
      const bool is_fitted = i < n_fit_;
      own_[i] = c < 0 ? not_a_topic : scores_.of(X_.row(i), c, is_fitted);
      if (std::isnan(own_[i])) own_[i] = not_a_topic;
    }
  }

  // The score that 95 % of the documents of each topic reach, and the mean scores.
  void set_limits() {
    std::vector<std::vector<double>> of_topic(static_cast<std::size_t>(model_.k));
    for (Index i = 0; i < n_fit_; ++i)
      if (model_.labels[i] >= 0 && own_[i] > not_a_topic)
        of_topic[static_cast<std::size_t>(model_.labels[i])].push_back(own_[i]);
    std::vector<double> known;
    Index documents = 0;
    for (std::vector<double> &scores : of_topic) {
      documents += std::ssize(scores);
      if (scores.empty()) {
        thresholds_.push_back(not_a_topic);
        continue;
      }
      const double mean =
          std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
      const auto rank = static_cast<std::ptrdiff_t>(far_share * static_cast<double>(scores.size()));
      std::nth_element(scores.begin(), scores.begin() + rank, scores.end());
      thresholds_.push_back(scores[static_cast<std::size_t>(rank)]);
      if (std::ssize(scores) < smallest_topic) continue;
      known.push_back(thresholds_.back());
      cohesion_ = known.size() == 1 ? mean : std::min(cohesion_, mean);
    }
    least_size_ =
        std::max<Index>(smallest_topic, std::llround(part_of_mean * static_cast<double>(documents) /
                                                     static_cast<double>(model_.k)));
    if (known.empty()) return;
    std::nth_element(known.begin(), known.begin() + std::ssize(known) / 2, known.end());
    membership_ = known[known.size() / 2];
  }

  Rows far(Index from, Index to) const {
    Rows rows;
    for (Index i = from; i < to; ++i) {
      const std::int32_t c = model_.labels[i];
      const bool is_far = c < 0 || own_[i] < thresholds_[static_cast<std::size_t>(c)];
      if (is_far && !X_.is_empty(i)) rows.push_back(static_cast<std::int32_t>(i));
    }
    return rows;
  }

  std::vector<Rows> groups(Rows rest) {
    std::vector<Rows> found;
    for (Index failures = 0; std::ssize(rest) >= least_size_ && failures < most_failures &&
                             std::ssize(found) < topics_at_most;) {
      run_.monitor.check();
      const Rows seed = densest(rest);
      Rows members = grown(seed, rest);
      const bool holds = std::ssize(members) >= least_size_ && mean_score(members) >= cohesion_;
      if (!holds) {
        ++failures;
        members = seed;
      }
      Rows others;
      std::set_difference(rest.begin(), rest.end(), members.begin(), members.end(),
                          std::back_inserter(others));
      rest = std::move(others);
      if (holds) found.push_back(std::move(members));
    }
    return found;
  }

  // At most `most`, evenly spaced.
  static Rows some_of(const Rows &rows, Index most) {
    Rows some;
    const Index step = (std::ssize(rows) + most - 1) / most;
    for (Index i = 0; i < std::ssize(rows); i += step)
      some.push_back(rows[static_cast<std::size_t>(i)]);
    return some;
  }

  // The document with the largest sum of its nearest ones' cosines, and these, ascending.
  Rows densest(const Rows &rows) {
    const Rows some = some_of(rows, seeds_at_most);
    const Index near = std::min<Index>(near_in_seed, std::ssize(some) - 1);
    double best = -1;
    Rows dense;
    std::vector<std::pair<double, std::int32_t>> cosines;
    for (const std::int32_t i : some) {
      run_.monitor.check();
      const Group alone(X_, {i}, sum_);
      cosines.clear();
      for (const std::int32_t other : some)
        if (other != i) cosines.emplace_back(-alone.cosine(other, false), other);
      std::partial_sort(cosines.begin(), cosines.begin() + near, cosines.end());
      double total = 0;
      for (Index q = 0; q < near; ++q) total -= cosines[static_cast<std::size_t>(q)].first;
      if (total <= best) continue;
      best = total;
      dense = {i};
      for (Index q = 0; q < near; ++q) dense.push_back(cosines[static_cast<std::size_t>(q)].second);
    }
    std::sort(dense.begin(), dense.end());
    return dense;
  }

  double score(const Group &group, std::int32_t i, bool is_member) const {
    return group.cosine(i, is_member) - scores_.cosine_to_all(X_.row(i));
  }

  Rows grown(Rows members, const Rows &rest) {
    for (Index round = 0; round < rounds_at_most; ++round) {
      run_.monitor.check();
      const Group group(X_, members, sum_);
      Rows next;
      for (const std::int32_t i : rest) {
        const bool is_member = std::binary_search(members.begin(), members.end(), i);
        const double fit = score(group, i, is_member);
        if (fit >= membership_ && fit > own_[i]) next.push_back(i);
      }
      if (next == members || next.empty()) return next;
      members = std::move(next);
    }
    return members;
  }

  double mean_score(const Rows &members) {
    const Group group(X_, members, sum_);
    double total = 0;
    for (const std::int32_t i : members) total += score(group, i, true);
    return total / static_cast<double>(members.size());
  }

  // The group, or its halves if they are topics of their own.
  void add_parts(Rows group, double least, std::vector<Rows> &all) {
    const std::array<Rows, 2> parts = halves(group);
    const bool are_large = std::all_of(parts.begin(), parts.end(), [&](const Rows &part) {
      return std::ssize(part) >= least_size_ && static_cast<double>(part.size()) > least;
    });
    if (!are_large || !are_two(parts)) {
      all.push_back(std::move(group));
      return;
    }
    for (const Rows &part : parts) add_parts(part, least, all);
  }

  // By the cosine to the means of two parts, from two dense groups: the second is among the half of
  // the documents that are least similar to the first.
  std::array<Rows, 2> halves(const Rows &group) {
    std::array<Rows, 2> parts{densest(group), {}};
    if (std::ssize(group) < 4) return parts;
    Rows others = group;
    {
      const Group first(X_, parts[0], sum_);
      std::vector<std::pair<double, std::int32_t>> cosines;
      for (const std::int32_t i : group) cosines.emplace_back(first.cosine(i, false), i);
      std::sort(cosines.begin(), cosines.end());
      others.resize(group.size() / 2);
      for (std::size_t r = 0; r < others.size(); ++r) others[r] = cosines[r].second;
      std::sort(others.begin(), others.end());
    }
    parts[1] = densest(others);
    std::vector<double> nearer(group.size());
    for (Index round = 0; round < rounds_at_most; ++round) {
      run_.monitor.check();
      add_cosines(parts[0], group, 1, nearer);
      add_cosines(parts[1], group, -1, nearer);
      std::array<Rows, 2> next;
      for (std::size_t r = 0; r < group.size(); ++r) {
        next[nearer[r] >= 0 ? 0 : 1].push_back(group[r]);
        nearer[r] = 0;
      }
      if (next == parts || next[0].empty() || next[1].empty()) return next;
      parts = std::move(next);
    }
    return parts;
  }

  void add_cosines(const Rows &part, const Rows &group, double factor, std::vector<double> &to) {
    const Group mean(X_, part, sum_);
    for (std::size_t r = 0; r < group.size(); ++r)
      to[r] +=
          factor * mean.cosine(group[r], std::binary_search(part.begin(), part.end(), group[r]));
  }

  // Whether each holds together as a topic of the fit does, and they are farther apart than the
  // halves of every topic of the fit.
  bool are_two(const std::array<Rows, 2> &parts) {
    for (const Rows &part : parts)
      if (mean_score(part) < cohesion_) return false;
    return similarity(parts) < least_similar_halves();
  }

  // The cosine of their means.
  double similarity(const std::array<Rows, 2> &parts) {
    Group(X_, parts[0], sum_);
    const Array<double> first = sum_.copy();
    return Group(X_, parts[1], sum_).cosine_to(first, 1, 0);
  }

  // Of the topics of the fit with enough documents.
  double least_similar_halves() {
    if (least_similar_halves_ <= 1) return least_similar_halves_;
    std::vector<Rows> of_topic(static_cast<std::size_t>(model_.k));
    for (Index i = 0; i < n_fit_; ++i)
      if (model_.labels[i] >= 0 && !X_.is_empty(i))
        of_topic[static_cast<std::size_t>(model_.labels[i])].push_back(
            static_cast<std::int32_t>(i));
    least_similar_halves_ = 1;
    for (const Rows &all : of_topic) {
      if (std::ssize(all) < least_size_) continue;
      const double own = similarity(halves(some_of(all, halved_at_most)));
      least_similar_halves_ = std::min(least_similar_halves_, own);
    }
    return least_similar_halves_;
  }

  bool is_apart(const Rows &members) {
    const Group group(X_, members, sum_);
    for (Index c = 0; c < model_.k; ++c)
      if (group.cosine_to(base_.centroids, model_.k, c) >= largest_cosine) return false;
    return true;
  }

  static constexpr double not_a_topic = -2;  // below every score
  static constexpr Index rows_between_reports = 4096;

  const Model &model_;
  ExecutionContext &run_;
  DataView<double> X_;
  Index n_fit_;
  Model base_;
  FitScores scores_;
  Array<double> sum_, own_;
  std::vector<double> thresholds_;
  double cohesion_ = 1, membership_ = 1, least_similar_halves_ = 2;  // 2: not computed
  Index least_size_ = smallest_topic;
};

}  // namespace

NewTopics new_topics(const Model &model, ExecutionContext &run) {
  if (model.kept().empty())
    fail(Status::argument,
         "the model does not keep its documents (keep-data=no): new topics cannot be looked for");
  if (model.kept().is_dense() && !model.fitted().training.weights.unit_rows())
    fail(Status::argument,
         "new topics are groups of documents by the cosine; rows of points have no direction");
  run.monitor.enter("new topics");
  return Founding(model, run).find();
}

}  // namespace manifact
