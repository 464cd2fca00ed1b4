#include "topics/suggest_pairs.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "model/edits.hpp"
#include "model/proportions.hpp"
#include "topics/compare.hpp"
#include "topics/nearness.hpp"

namespace manifact {
namespace {

class PairQuestions {
 public:
  PairQuestions(const Model &model, const Constraints &known, ExecutionContext &run)
      : model_(model),
        known_(known),
        run_(run),
        group_(linked_groups(known)),
        size_(place(model.n)),
        is_known_(place(model.n)),
        shares_(place(model.k)) {
    for (const Index group : group_) ++size_[place(group)];
    for (Index i = 0; i < model.n && known.labeled > 0; ++i)
      is_known_[place(i)] = known.classes[i] >= 0;
    for (const Pair &pair : known.pairs) {
      is_known_[place(pair.first)] = is_known_[place(pair.second)] = true;
      if (pair.weight < 0) apart_.insert(groups_of(pair.first, pair.second));
    }
    count_conflicts();
    set_anchors();
  }

  std::vector<PairQuestion> ask(Index count) {
    std::vector<PairQuestion> questions;
    const auto ask_about = [&](const std::vector<Index> &documents) {
      for (const Index i : documents) {
        if (std::ssize(questions) == count) return;
        ask_about_one(i, questions);
      }
    };
    ask_about(conflicts_);
    ask_about(loose_documents());
    if (std::ssize(questions) < count) ask_about(by_margin());
    return questions;
  }

 private:
  std::pair<Index, Index> groups_of(Index i, Index j) const {
    return std::minmax(group_[place(i)], group_[place(j)]);
  }

  bool is_related(Index i, Index j) const {
    const std::pair<Index, Index> groups = groups_of(i, j);
    return groups.first == groups.second || apart_.contains(groups) ||
           label_relation(known_, i, j) != 0;
  }

  bool is_askable(Index i) const {
    return model_.labels[i] >= 0 && (by_distance(model_) || model_.cosines[i] > 0);
  }

  // The documents of violated pairs, and for each topic how many known documents it has, and of
  // these in violated pairs or with another label than most.
  void count_conflicts() {
    std::vector<bool> is_odd(place(model_.n));
    for (const Pair &pair : known_.pairs) {
      const std::int32_t a = model_.labels[pair.first], b = model_.labels[pair.second];
      if (a < 0 || b < 0 || (pair.weight > 0) == (a == b)) continue;
      for (const Index i : {pair.first, pair.second}) {
        if (!is_odd[place(i)]) conflicts_.push_back(i);
        is_odd[place(i)] = true;
      }
    }
    std::vector<std::map<std::int32_t, Index>> labels(place(model_.k));
    std::vector<Index> known(place(model_.k)), odd(place(model_.k));
    for (Index i = 0; i < model_.n; ++i) {
      if (!is_known_[place(i)] || model_.labels[i] < 0) continue;
      const std::size_t c = place(model_.labels[i]);
      ++known[c];
      if (is_odd[place(i)])
        ++odd[c];
      else if (known_.labeled > 0 && known_.classes[i] >= 0)
        ++labels[c][known_.classes[i]];
    }
    for (std::size_t c = 0; c < known.size(); ++c) {
      Index all = 0, most = 0;
      for (const auto &each : labels[c]) {
        all += each.second;
        most = std::max(most, each.second);
      }
      doubt_.push_back(1 + static_cast<double>(odd[c] + all - most) /
                               static_cast<double>(std::max<Index>(known[c], 1)));
    }
  }

  void set_anchors() {
    anchor_.assign(place(model_.k), -1);
    std::vector<double> nearness(place(model_.k));
    for (Index i = 0; i < model_.n; ++i) {
      if (i % rows_per_check == 0) run_.monitor.check();
      if (!is_askable(i)) continue;
      const std::size_t c = place(model_.labels[i]);
      const double own = nearness_of(model_, i);
      const Index best = anchor_[c];
      if (best >= 0) {
        const Index more = known_in_group(i) - known_in_group(best);
        if (more < 0 || (more == 0 && own <= nearness[c])) continue;
      }
      anchor_[c] = i;
      nearness[c] = own;
    }
    for (const Index i : anchor_)
      if (i >= 0) anchor_groups_.insert(group_[place(i)]);
  }

  // 0 for a document that is not known.
  Index known_in_group(Index i) const {
    return is_known_[place(i)] ? size_[place(group_[place(i)])] : 0;
  }

  std::vector<Index> loose_documents() const {
    std::vector<bool> is_apart(place(model_.n));
    for (const auto &[a, b] : apart_) is_apart[place(a)] = is_apart[place(b)] = true;
    std::vector<Index> loose;
    for (Index i = 0; i < model_.n; ++i)
      if (is_known_[place(i)] && is_apart[place(group_[place(i)])] && known_in_group(i) == 1)
        loose.push_back(i);
    return loose;
  }

  std::vector<Index> by_margin() {
    std::vector<std::pair<double, Index>> scores;
    for (Index i = 0; i < model_.n; ++i) {
      if (i % rows_per_check == 0) run_.monitor.check();
      if (!is_askable(i)) continue;
      const double typical = by_distance(model_) ? 1 : model_.cosines[i];
      scores.emplace_back(-(1 - margin(i)) * typical * doubt_[place(model_.labels[i])], i);
    }
    std::sort(scores.begin(), scores.end());
    std::vector<Index> documents;
    for (const auto &[score, i] : scores) documents.push_back(i);
    return documents;
  }

  double margin(Index i) {
    membership_proportions(model_, i, 1, shares_.data());
    return margin_of(shares_.data(), model_.k);
  }

  void ask_about_one(Index i, std::vector<PairQuestion> &questions) {
    if (!is_askable(i) || anchor_groups_.contains(group_[place(i)]) || !asked_.insert(i).second)
      return;
    const double own_margin = margin(i);  // and the shares
    Index best = -1;
    for (Index c = 0; c < model_.k; ++c)
      if (const Index other = anchor_[place(c)]; other >= 0 && !is_related(i, other))
        if (best < 0 || shares_[place(c)] > shares_[place(best)]) best = c;
    if (best < 0) return;
    const auto [first, second] = std::minmax(i, anchor_[place(best)]);
    questions.push_back({first, second, own_margin});
  }

  const Model &model_;
  const Constraints &known_;
  ExecutionContext &run_;
  std::vector<Index> group_, size_;  // of each document the first of its group; of that the size
  std::vector<bool> is_known_;
  std::vector<double> shares_, doubt_;  // workspace; 1 + d_c / l_c
  std::vector<Index> anchor_, conflicts_;
  std::set<Index> anchor_groups_, asked_;
  std::set<std::pair<Index, Index>> apart_;  // groups
};

}  // namespace

std::vector<PairQuestion> suggest_pairs(const Model &model, const Constraints &known, Index count,
                                        ExecutionContext &run) {
  return PairQuestions(model, known, run).ask(count);
}

}  // namespace manifact
