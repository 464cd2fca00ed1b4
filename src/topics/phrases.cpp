#include "topics/phrases.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "text/batches.hpp"
#include "text/phrases.hpp"

namespace manifact {
namespace {

constexpr std::size_t longest_phrase = 3;  // in words
constexpr char separator = '\n';           // in no word

// Marks that tell apart what is counted next to a phrase.
struct Sides {
  char word, stop_word;
};
constexpr Sides before{'<', '['}, after{'>', ']'};
constexpr char at_end = '|';

std::size_t at_place(Index i) noexcept { return static_cast<std::size_t>(i); }

// The topics of which each term is a candidate.
class Candidates {
 public:
  explicit Candidates(const PhraseSource &source) : topics_(at_place(source.text.size())) {
    for (std::size_t c = 0; c < source.candidates.size(); ++c)
      for (const Index term : source.candidates[c])
        topics_[at_place(term)].push_back(static_cast<Index>(c));
  }

  bool any(std::int32_t term) const { return term >= 0 && !topics_[at_place(term)].empty(); }
  bool shared(std::int32_t a, std::int32_t b) const {
    const std::vector<Index> &left = topics_[at_place(a)], &right = topics_[at_place(b)];
    return std::any_of(left.begin(), left.end(), [&](Index topic) {
      return std::binary_search(right.begin(), right.end(), topic);
    });
  }
  bool of(Index topic, std::int32_t term) const {
    return std::binary_search(topics_[at_place(term)].begin(), topics_[at_place(term)].end(),
                              topic);
  }

 private:
  std::vector<std::vector<Index>> topics_;
};

// Counts of strings.
struct Tally {
  explicit Tally(const std::shared_ptr<Memory> &memory) : keys(memory) {}
  Index &operator[](std::string_view key) {
    const std::int32_t number = keys.add(key);
    if (number == std::ssize(counts)) counts.push_back(0);
    return counts[at_place(number)];
  }
  Terms keys;
  std::vector<Index> counts;
};

struct Counted {
  bool own;  // both ends are candidates of the topic
  Index documents = 0, occurrences = 0, last = -1;
  std::vector<std::int32_t> terms = {};
};

// What a topic contributes: its own phrases, and the documents with any phrase.
struct Contribution {
  Index documents = 0;
  std::vector<Phrase> own = {};
  std::vector<std::pair<std::string, Index>> all = {};
};

class TopicCounter {
 public:
  TopicCounter(const PhraseSource &source, const Candidates &candidates, Index topic,
               const std::shared_ptr<Memory> &memory)
      : candidates_(candidates),
        topic_(topic),
        reader_(source.text, memory),
        phrases_(memory),
        extensions_(memory),
        forms_(memory) {}

  void count(std::string_view text) {
    reader_.read(text.substr(0, most_bytes), [this](const WordRun &run) { take(run); });
    ++documents_;
  }

  Contribution result() {
    Contribution all{documents_};
    for (std::size_t p = 0; p < counted_.size(); ++p) {
      Counted &counted = counted_[p];
      std::string key(phrases_[static_cast<Index>(p)]);
      all.all.emplace_back(key, counted.documents);
      if (!counted.own) continue;
      own_.emplace(static_cast<std::int32_t>(p), all.own.size());
      all.own.push_back(
          {std::move(key), "", std::move(counted.terms), counted.documents, counted.occurrences});
    }
    set_extensions(all.own);
    set_forms(all.own);
    return all;
  }

 private:
  const PhraseReader::Kind &kind(const RunWord &word) const {
    return reader_.kinds[at_place(word.number)];
  }

  void take(const WordRun &run) {
    for (std::size_t first = 0; first < run.size(); ++first) {
      const std::int32_t begin = kind(run[first]).term;
      if (!candidates_.any(begin) || kind(run[first]).is_number) continue;
      key_.clear();
      for (std::size_t last = first; last < std::min(first + longest_phrase, run.size()); ++last) {
        const PhraseReader::Kind &word = kind(run[last]);
        key_.append(last > first ? " " : "").append(reader_.words[run[last].number]);
        if (candidates_.any(word.term) && candidates_.shared(begin, word.term))
          take_phrase(run, first, last);
        if (word.is_stop && !word.is_joining) break;
      }
    }
  }

  // The phrase key_.
  void take_phrase(const WordRun &run, std::size_t first, std::size_t last) {
    const std::int32_t number = phrases_.add(key_);
    if (number == std::ssize(counted_)) {
      Counted &made = counted_.emplace_back(Counted{candidates_.of(topic_, kind(run[first]).term) &&
                                                    candidates_.of(topic_, kind(run[last]).term)});
      for (std::size_t w = first; w <= last; ++w)
        if (!kind(run[w]).is_stop) made.terms.push_back(kind(run[w]).term);
    }
    Counted &counted = counted_[at_place(number)];
    ++counted.occurrences;
    counted.documents += counted.last < documents_ ? 1 : 0;
    counted.last = documents_;
    if (!counted.own) return;
    entry_.assign(key_).push_back(separator);
    reader_.append(run, first, last, entry_);
    ++forms_[entry_];
    if (first > 0) extend(before, first == last, run[first - 1]);
    if (last + 1 < run.size())
      extend(after, first == last, run[last + 1]);
    else if (first < last)
      ++extensions_[entry_.assign(key_).append({separator, at_end})];
  }

  // Stop words only, for a single word.
  void extend(Sides side, bool is_single, const RunWord &beside) {
    if (is_single && !kind(beside).is_stop) return;
    entry_.assign(key_).append({separator, kind(beside).is_stop ? side.stop_word : side.word});
    entry_ += kind(beside).is_number ? std::string_view("0") : reader_.words[beside.number];
    ++extensions_[entry_];
  }

  // The number of the own phrase that an entry of a tally belongs to.
  std::size_t own_of(std::string_view entry) const {
    return own_.at(phrases_.find(entry.substr(0, entry.find(separator))));
  }

  void set_extensions(std::vector<Phrase> &own) const {
    for (std::size_t e = 0; e < extensions_.counts.size(); ++e) {
      const std::string_view entry = extensions_.keys[static_cast<Index>(e)];
      Phrase &phrase = own[own_of(entry)];
      const char side = entry[entry.find(separator) + 1];
      const Index count = extensions_.counts[e];
      Index &most = side == before.word || side == before.stop_word ? phrase.before : phrase.after;
      most = std::max(most, count);
      if (side == before.word || side == after.word)
        phrase.extended = std::max(phrase.extended, count);
    }
  }

  // The form with the fewest capitals of those that are at least a quarter as frequent as the most
  // frequent one: headlines are written in capitals, sentences begin with one.
  void set_forms(std::vector<Phrase> &own) const {
    std::vector<Index> most(own.size());
    for (std::size_t f = 0; f < forms_.counts.size(); ++f) {
      Index &largest = most[own_of(forms_.keys[static_cast<Index>(f)])];
      largest = std::max(largest, forms_.counts[f]);
    }
    using Rank = std::tuple<Index, Index, std::string_view>;  // capitals, -count, form
    std::vector<std::optional<Rank>> chosen(own.size());
    for (std::size_t f = 0; f < forms_.counts.size(); ++f) {
      const std::string_view entry = forms_.keys[static_cast<Index>(f)];
      const std::size_t p = own_of(entry);
      if (4 * forms_.counts[f] < most[p]) continue;
      const std::string_view form = entry.substr(entry.find(separator) + 1);
      const Rank rank{capitals(form), -forms_.counts[f], form};
      if (!chosen[p] || rank < *chosen[p]) chosen[p] = rank;
    }
    for (std::size_t p = 0; p < own.size(); ++p)
      if (chosen[p]) own[p].form = std::get<2>(*chosen[p]);
  }

  const Candidates &candidates_;
  Index topic_, documents_ = 0;
  PhraseReader reader_;
  Terms phrases_;
  std::vector<Counted> counted_;
  Tally extensions_, forms_;  // of own phrases: phrase, separator, and what is counted
  std::unordered_map<std::int32_t, std::size_t> own_;
  std::string key_, entry_;
};

// The documents of each topic.
std::vector<std::vector<Index>> documents_of(const PhraseSource &source) {
  std::vector<std::vector<Index>> members(source.candidates.size());
  for (Index i = 0; i < source.labels.size(); ++i)
    if (source.labels[i] >= 0) members[at_place(source.labels[i])].push_back(i);
  return members;
}

// At most most_documents of them, evenly spaced.
std::vector<Index> sample(const std::vector<Index> &members) {
  const auto count = static_cast<Index>(members.size()), most = std::min(count, most_documents);
  std::vector<Index> sampled;
  for (Index i = 0; i < most; ++i) sampled.push_back(members[at_place(i * count / most)]);
  return sampled;
}

std::string_view text_of(const DocumentColumn &texts, Index i) {
  const Index begin = i > 0 ? texts.ends[at_place(i - 1)] : 0;
  return std::string_view(texts.bytes)
      .substr(at_place(begin), at_place(texts.ends[at_place(i)] - begin));
}

// Calls visit(key) for the parts of a phrase of several words.
template <class Visit>
void each_part(std::string_view key, const Visit &visit) {
  std::vector<std::size_t> begins{0};
  for (std::size_t blank = key.find(' '); blank != key.npos; blank = key.find(' ', blank + 1))
    begins.push_back(blank + 1);
  begins.push_back(key.size() + 1);
  for (std::size_t first = 0; first + 1 < begins.size(); ++first)
    for (std::size_t last = first + 1; last < begins.size(); ++last)
      if (last - first + 1 < begins.size())
        visit(key.substr(begins[first], begins[last] - 1 - begins[first]));
}

// The number of terms of a phrase among the first candidates.
Index leading_terms(const Phrase &phrase, const std::vector<Index> &candidates) {
  const auto end =
      candidates.begin() + static_cast<std::ptrdiff_t>(std::min(most_leading, candidates.size()));
  return std::count_if(phrase.terms.begin(), phrase.terms.end(), [&](std::int32_t term) {
    return std::find(candidates.begin(), end, term) != end;
  });
}

// Removes the phrases that are not phrases of the topic, fragments, not complete, or mostly part of
// another.
void select(std::vector<Phrase> &phrases) {
  std::erase_if(phrases, [](const Phrase &phrase) {
    if (!(phrase.score > 0) || phrase.leading == 0) return true;
    if (phrase.documents >= least_documents &&
        10 * std::min(phrase.before, phrase.after) >= 9 * phrase.occurrences)
      return true;
    if (phrase.terms.size() == 1) return false;
    return phrase.documents < least_documents || 2 * phrase.extended >= phrase.occurrences;
  });
  std::unordered_map<std::string_view, std::size_t> number_of;
  for (std::size_t p = 0; p < phrases.size(); ++p) number_of.emplace(phrases[p].key, p);
  std::vector<bool> is_redundant(phrases.size());
  for (const Phrase &whole : phrases)
    each_part(whole.key, [&](std::string_view key) {
      const auto part = number_of.find(key);
      if (part != number_of.end() && 2 * whole.occurrences >= phrases[part->second].occurrences)
        is_redundant[part->second] = true;
    });
  std::vector<Phrase> kept;
  for (std::size_t p = 0; p < phrases.size(); ++p)
    if (!is_redundant[p]) kept.push_back(std::move(phrases[p]));
  std::sort(kept.begin(), kept.end(), [](const Phrase &a, const Phrase &b) {
    return a.score > b.score || (a.score == b.score && a.key < b.key);
  });
  phrases = std::move(kept);
}

}  // namespace

std::vector<std::vector<Phrase>> topic_phrases(const PhraseSource &source, ExecutionContext &run) {
  const std::vector<std::vector<Index>> documents = documents_of(source);
  const auto k = static_cast<Index>(documents.size());
  const Candidates candidates(source);
  std::vector<Contribution> topics(documents.size());
  each_task(k, run, [&](Index c) {
    TopicCounter counter(source, candidates, c, run.memory);
    for (const Index i : sample(documents[at_place(c)])) {
      run.monitor.check();
      counter.count(text_of(source.texts, i));
    }
    topics[at_place(c)] = counter.result();
  });

  std::unordered_map<std::string, double> in_corpus;  // documents
  double all = 0;
  Index filled = 0;
  for (std::size_t c = 0; c < topics.size(); ++c) {
    const auto size = static_cast<double>(documents[c].size());
    all += size;
    filled += size > 0 ? 1 : 0;
    for (const auto &[key, count] : topics[c].all)
      in_corpus[key] +=
          size * static_cast<double>(count) / static_cast<double>(topics[c].documents);
  }
  std::vector<std::vector<Phrase>> phrases;
  for (std::size_t c = 0; c < topics.size(); ++c) {
    for (Phrase &phrase : topics[c].own) {
      phrase.leading = leading_terms(phrase, source.candidates[c]);
      const double share =
          static_cast<double>(phrase.documents) / static_cast<double>(topics[c].documents);
      const double lift = filled > 1 ? std::log(share * all / in_corpus[phrase.key]) : 1;
      phrase.score = static_cast<double>(phrase.terms.size()) * share * lift;
    }
    phrases.push_back(std::move(topics[c].own));
    select(phrases.back());
  }
  return phrases;
}

}  // namespace manifact
