#include "model/topic_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "model/topics.hpp"

namespace manifact {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

using TopTerms = std::vector<std::vector<Index>>;

// In how many documents pairs of the top terms of a topic occur together.
class Pairs {
 public:
  explicit Pairs(const TopTerms &terms) : terms_(terms) {
    for (std::size_t t = 0; t < terms.size(); ++t) {
      counts_.emplace_back(terms[t].size() * terms[t].size());
      present_.emplace_back();
      for (std::size_t p = 0; p < terms[t].size(); ++p) places_[terms[t][p]].push_back({t, p});
    }
  }

  void count(const DataRow<double> &x) {
    touched_.clear();
    for (Index e = 0; e < x.size(); ++e) {
      const auto found = places_.find(x.column(e));
      if (found == places_.end() || x[e] == 0) continue;
      for (const auto &[topic, place] : found->second) {
        if (present_[topic].empty()) touched_.push_back(topic);
        present_[topic].push_back(place);
      }
    }
    for (const std::size_t topic : touched_) {
      for (const std::size_t a : present_[topic])
        for (const std::size_t b : present_[topic]) ++counts_[topic][a * terms_[topic].size() + b];
      present_[topic].clear();
    }
  }

  double coherence(std::size_t topic, Index documents) const {
    const std::size_t k = terms_[topic].size();
    if (k < 2) return unknown;
    const auto share = [&](std::size_t a, std::size_t b) {
      return static_cast<double>(counts_[topic][a * k + b]) / static_cast<double>(documents);
    };
    double sum = 0;
    for (std::size_t a = 0; a < k; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const double p = share(a, b);
        sum += p == 0 ? -1 : p == 1 ? 1 : std::log(p / (share(a, a) * share(b, b))) / -std::log(p);
      }
    return 2 * sum / static_cast<double>(k * (k - 1));
  }

  // The documents with both terms, summed over the pairs, over their number if terms were
  // independent. Unlike the coherence it does not count a pair that short documents cannot show.
  double lift_of_pairs(std::size_t topic, Index documents) const {
    const std::size_t k = terms_[topic].size();
    const auto count = [&](std::size_t a, std::size_t b) {
      return static_cast<double>(counts_[topic][a * k + b]);
    };
    double observed = 0, expected = 0;
    for (std::size_t a = 0; a < k; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        observed += count(a, b);
        expected += count(a, a) * count(b, b) / static_cast<double>(documents);
      }
    return expected > 0 ? observed / expected : unknown;
  }

 private:
  const TopTerms &terms_;
  std::unordered_map<Index, std::vector<std::pair<std::size_t, std::size_t>>> places_;
  std::vector<std::vector<Index>> counts_;
  std::vector<std::vector<std::size_t>> present_;  // of the document that is counted
  std::vector<std::size_t> touched_;
};

// And marks topics whose terms occur together less often than by chance.
void set_coherence(std::vector<TopicNumbers> &numbers, const TopTerms &terms,
                   const DataView<double> &X, ExecutionContext &run) {
  constexpr Index portion = 4096;
  Pairs pairs(terms);
  for (Index i = 0; i < X.rows; ++i) {
    if (i % portion == 0) run.monitor.report(i, X.rows);
    pairs.count(X.row(i));
  }
  for (std::size_t t = 0; t < terms.size(); ++t) {
    numbers[t].coherence = pairs.coherence(t, X.rows);
    if (pairs.lift_of_pairs(t, X.rows) < 1) numbers[t].weakness = Weakness::incoherent;
  }
}

void set_diversity(std::vector<TopicNumbers> &numbers, const TopTerms &terms) {
  std::unordered_map<Index, int> topics_of;
  for (const auto &list : terms)
    for (const Index term : list) ++topics_of[term];
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const auto own = std::count_if(terms[t].begin(), terms[t].end(),
                                   [&](Index term) { return topics_of[term] == 1; });
    if (!terms[t].empty())
      numbers[t].diversity = static_cast<double>(own) / static_cast<double>(terms[t].size());
  }
}

void set_separation(std::vector<TopicNumbers> &numbers, const Model &model) {
  const auto k = static_cast<std::size_t>(model.k);
  std::vector<double> cosines(k * k);
  cluster_similarities(model, cosines.data());
  for (std::size_t c = 0; c < k; ++c) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d < k; ++d)
      if (d != c && model.sizes[static_cast<Index>(d)] > 0)
        most = std::max(most, cosines[c * k + d]);
    if (model.sizes[static_cast<Index>(c)] > 0 && std::isfinite(most))
      numbers[c].separation = 1 - most;
  }
}

Weakness weakness_of(const TopicNumbers &numbers, Index size, double mean_size) {
  if (size == 0) return Weakness::empty;
  if (static_cast<double>(size) < least_size * mean_size) return Weakness::small;
  if (numbers.separation < least_separation) return Weakness::near_copy;
  return numbers.weakness;
}

}  // namespace

std::vector<TopicNumbers> topic_numbers(const Model &model, const TopTerms &terms,
                                        const DataView<double> *X, ExecutionContext &run) {
  std::vector<TopicNumbers> numbers(static_cast<std::size_t>(model.k),
                                    {unknown, unknown, unknown, Weakness::none});
  run.monitor.enter("topic numbers");
  if (X != nullptr && !X->is_dense()) set_coherence(numbers, terms, *X, run);
  set_diversity(numbers, terms);
  set_separation(numbers, model);
  double documents = 0;
  for (const Index size : model.sizes) documents += static_cast<double>(size);
  for (std::size_t c = 0; c < numbers.size(); ++c)
    numbers[c].weakness = weakness_of(numbers[c], model.sizes[static_cast<Index>(c)],
                                      documents / static_cast<double>(model.k));
  return numbers;
}

}  // namespace manifact
