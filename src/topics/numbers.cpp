#include "topics/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "graph/point_separation.hpp"
#include "runtime/array.hpp"
#include "runtime/error.hpp"
#include "runtime/memory.hpp"
#include "topics/nearness.hpp"
#include "topics/scores.hpp"

namespace manifact {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

using TopTerms = std::vector<std::vector<Index>>;

// The pairs of a topic with this many top terms, and the terms themselves.
Index pairs_of(Index terms) { return terms * (terms + 1) / 2; }

// In how many documents pairs of the top terms of some topics occur together.
class Pairs {
 public:
  // Of the topics begin .. end-1; the terms are columns 0 .. columns-1.
  Pairs(const TopTerms &terms, std::size_t begin, std::size_t end, Index columns,
        const std::shared_ptr<Memory> &memory)
      : starts_(memory, columns + 1), present_(end - begin) {
    Index all = 0;
    for (std::size_t t = begin; t < end; ++t) {
      firsts_.push_back(all);
      sizes_.push_back(std::ssize(terms[t]));
      all += pairs_of(sizes_.back());
      for (const Index term : terms[t]) ++starts_[term + 1];
    }
    counts_ = Array<std::int32_t>(memory, all);
    for (Index j = 0; j < columns; ++j) starts_[j + 1] += starts_[j];
    places_ = Array<Place>(memory, starts_[columns]);
    Array<Index> next = starts_.copy();
    for (std::size_t t = begin; t < end; ++t)
      for (std::size_t p = 0; p < terms[t].size(); ++p)
        places_[next[terms[t][p]]++] = {static_cast<std::int32_t>(t - begin),
                                        static_cast<std::int32_t>(p)};
  }

  void count(const TermDocuments &X, Index i) {
    touched_.clear();
    X.each_term(i, [this](std::int32_t j) {
      for (Index e = starts_[j]; e < starts_[j + 1]; ++e) {
        const auto topic = static_cast<std::size_t>(places_[e].topic);
        if (present_[topic].empty()) touched_.push_back(topic);
        present_[topic].push_back(places_[e].term);
      }
    });
    for (const std::size_t topic : touched_) {
      std::vector<std::int32_t> &present = present_[topic];
      std::sort(present.begin(), present.end());
      for (std::size_t a = 0; a < present.size(); ++a)
        for (std::size_t b = 0; b <= a; ++b) ++counts_[pair(topic, present[a], present[b])];
      present.clear();
    }
  }

  double coherence(std::size_t topic, Index documents) const {
    const Index k = sizes_[topic];
    if (k < 2) return unknown;
    const auto share = [&](Index a, Index b) {
      return count(topic, a, b) / static_cast<double>(documents);
    };
    double sum = 0;
    for (Index a = 0; a < k; ++a)
      for (Index b = 0; b < a; ++b) {
        const double p = share(a, b);
        sum += p == 0 ? -1 : p == 1 ? 1 : std::log(p / (share(a, a) * share(b, b))) / -std::log(p);
      }
    return 2 * sum / static_cast<double>(k * (k - 1));
  }

  // The number of documents with both terms, summed over the pairs, divided by what it would be if
  // terms were independent. Unlike the coherence, it gives little weight to pairs so rare that no
  // short document would have both.
  double lift_of_pairs(std::size_t topic, Index documents) const {
    double observed = 0, expected = 0;
    for (Index a = 0; a < sizes_[topic]; ++a)
      for (Index b = 0; b < a; ++b) {
        observed += count(topic, a, b);
        expected += count(topic, a, a) * count(topic, b, b) / static_cast<double>(documents);
      }
    return expected > 0 ? observed / expected : unknown;
  }

 private:
  struct Place {
    std::int32_t topic, term;  // the number of the term in the list of the topic
  };

  // a >= b.
  Index pair(std::size_t topic, Index a, Index b) const noexcept {
    return firsts_[topic] + pairs_of(a) + b;
  }
  double count(std::size_t topic, Index a, Index b) const noexcept {
    return static_cast<double>(counts_[pair(topic, a, b)]);
  }

  std::vector<Index> firsts_, sizes_;  // of each topic: its first pair, its terms
  Array<std::int32_t> counts_;
  Array<Index> starts_;  // of the places of each column
  Array<Place> places_;
  std::vector<std::vector<std::int32_t>> present_;  // of the document that is counted
  std::vector<std::size_t> touched_;
};

// The ends of the groups of topics that are counted together, each in a pass through the documents.
std::vector<std::size_t> ends_of_groups(const TopTerms &terms, Index budget) {
  const Index most = budget / 8;
  std::vector<std::size_t> ends;
  Index bytes = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const Index more = pairs_of(std::ssize(terms[t])) * Index{sizeof(std::int32_t)};
    check_budget(static_cast<double>(more), budget,
                 "the pairs of the %zu top terms of topic %zu need", terms[t].size(), t);
    if (bytes > 0 && bytes + more > most) {
      ends.push_back(t);
      bytes = 0;
    }
    bytes += more;
  }
  ends.push_back(terms.size());
  return ends;
}

// And marks topics whose terms occur together less often than by chance.
void set_coherence(std::vector<TopicNumbers> &numbers, const TopTerms &terms,
                   const TermDocuments &X, const std::vector<std::size_t> &ends,
                   ExecutionContext &run) {
  constexpr Index portion = 4096;
  const Index passes = std::ssize(ends);
  run.monitor.enter("topic numbers", passes * X.rows());
  for (std::size_t pass = 0, begin = 0; pass < ends.size(); begin = ends[pass++]) {
    Pairs pairs(terms, begin, ends[pass], X.columns(), run.memory);
    const Index before = static_cast<Index>(pass) * X.rows();
    for (Index i = 0; i < X.rows(); ++i) {
      if (i % portion == 0) run.monitor.report(before + i, passes * X.rows());
      pairs.count(X, i);
    }
    for (std::size_t t = begin; t < ends[pass]; ++t) {
      run.monitor.check();
      numbers[t].coherence = pairs.coherence(t - begin, X.rows());
      if (pairs.lift_of_pairs(t - begin, X.rows()) < 1) numbers[t].weakness = Weakness::incoherent;
    }
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

void set_separation(std::vector<TopicNumbers> &numbers, const Model &model, ExecutionContext &run) {
  const auto k = static_cast<std::size_t>(model.k);
  run.monitor.enter("similarities", model.m);
  Array<double> cosines(run.memory, model.k * model.k);
  cluster_similarities(model, cosines.data(), &run.monitor);
  for (std::size_t c = 0; c < k; ++c) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d < k; ++d)
      if (d != c && model.sizes[static_cast<Index>(d)] > 0)
        most = std::max(most, cosines[static_cast<Index>(c * k + d)]);
    if (model.sizes[static_cast<Index>(c)] > 0 && std::isfinite(most))
      numbers[c].separation = 1 - most;
  }
}

Weakness weakness_of(const TopicNumbers &numbers, Index size, double mean_size, double least) {
  if (size == 0) return Weakness::empty;
  if (static_cast<double>(size) < least_size * mean_size) return Weakness::small;
  if (numbers.separation < least) return Weakness::near_copy;
  return numbers.weakness;
}

}  // namespace

std::vector<TopicNumbers> topic_numbers(const Model &model, const TopTerms &terms,
                                        const TermDocuments &X, ExecutionContext &run) {
  std::vector<TopicNumbers> numbers(static_cast<std::size_t>(model.k),
                                    {unknown, unknown, unknown, Weakness::none});
  check_similarities(model);
  if (X.rows() > 0)
    set_coherence(numbers, terms, X, ends_of_groups(terms, model.memory_budget), run);
  set_diversity(numbers, terms);
  const bool points = separated_by_distance(model);
  if (points) {
    const std::vector<double> found =
        point_separations(model.kept().view(), model.labels, model.k, run);
    for (std::size_t c = 0; c < numbers.size(); ++c) numbers[c].separation = found[c];
  } else {
    set_separation(numbers, model, run);
  }
  double documents = 0;
  for (const Index size : model.sizes) documents += static_cast<double>(size);
  for (std::size_t c = 0; c < numbers.size(); ++c)
    numbers[c].weakness = weakness_of(numbers[c], model.sizes[static_cast<Index>(c)],
                                      documents / static_cast<double>(model.k),
                                      points ? least_separation_of_points : least_separation);
  return numbers;
}

void count_periods(const Model &model, const std::int32_t *periods, Index n_periods,
                   Index *counts) {
  std::fill(counts, counts + n_periods * model.k, Index{0});
  for (Index i = 0; i < model.n; ++i)
    if (periods[i] >= 0 && model.labels[i] >= 0) ++counts[periods[i] * model.k + model.labels[i]];
}

Array<double> term_trends(const Model &model, const TermDocuments &X, const std::int32_t *periods,
                          Index topic, ExecutionContext &run) {
  constexpr double least_having = 5;
  constexpr Index portion = 4096;
  const auto takes_part = [&](Index i) { return model.labels[i] == topic && periods[i] >= 0; };
  run.monitor.enter("trends", model.n);
  double documents = 0, sum = 0, squares = 0;
  for (Index i = 0; i < model.n; ++i)
    if (takes_part(i)) {
      documents += 1;
      sum += periods[i];
    }
  const double mean = documents > 0 ? sum / documents : 0;
  Array<double> trend(run.memory, X.columns()), having(run.memory, X.columns());
  for (Index i = 0; i < model.n; ++i) {
    if (i % portion == 0) run.monitor.report(i, model.n);
    if (!takes_part(i)) continue;
    const double t = periods[i] - mean;
    squares += t * t;
    X.each_term(i, [&](std::int32_t j) {
      trend[j] += t;
      having[j] += 1;
    });
  }
  for (Index j = 0; j < trend.size(); ++j) {
    const double p = documents > 0 ? having[j] / documents : 0;
    const double variance = p * (1 - p) * squares;
    trend[j] = having[j] >= least_having && variance > 0 ? trend[j] / std::sqrt(variance) : 0;
  }
  return trend;
}

}  // namespace manifact
