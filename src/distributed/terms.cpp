#include "distributed/terms.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "distributed/group.hpp"
#include "runtime/error.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"
#include "text/terms.hpp"
#include "text/text_model.hpp"
#include "text/vocabulary.hpp"
#include "text/weighting.hpp"

namespace manifact {
namespace {

// The terms of documents that are divided among ranks. Each term has an owner, a rank chosen by its
// hash, which adds up the document frequencies; only terms within the limits are sent to all ranks.

// The same on every rank: the terms within the limits, and with stemming the stems in them, each
// with the word that represents it.
struct SharedTerms {
  explicit SharedTerms(const std::shared_ptr<Memory> &memory) noexcept
      : terms(memory), words(memory), term_of(memory), times(memory) {}

  Terms terms, words;
  List<std::int32_t> term_of;
  List<Index> times;
  Array<Index> df;  // of each term; 0 for a stem that is not itself a term
  DfLimits limits{};
  Index documents = 0;  // of all ranks
};

void put_text(Bytes &packet, std::string_view text) {
  const auto size = static_cast<Index>(text.size());
  put(packet, &size, 1);
  put(packet, text.data(), size);
}

std::string_view take_text(Unpack &from) {
  const auto size = from.one<Index>();
  return from.view(size);
}

std::size_t owner_of(std::uint32_t hash, const Group &group) noexcept {
  return hash % static_cast<std::size_t>(group.size());
}

// Collects the packets of all ranks on every rank.
std::vector<Bytes> spread(const Bytes &own, Group &group) {
  const std::vector<Index> sizes = group.all(std::ssize(own));
  std::vector<Bytes> all(sizes.size());
  for (std::size_t r = 0; r < all.size(); ++r) {
    all[r].resize(static_cast<std::size_t>(sizes[r]));
    if (static_cast<Index>(r) == group.rank()) all[r] = own;
    group.broadcast(all[r].data(), sizes[r], static_cast<Index>(r));
  }
  return all;
}

// The terms that a rank owns, with the sums over all ranks.
struct OwnedTerms {
  explicit OwnedTerms(const std::shared_ptr<Memory> &memory) noexcept
      : terms(memory), df(memory), words(memory), term_of(memory), times(memory) {}

  Terms terms;
  List<Index> df;
  Terms words;
  List<std::int32_t> term_of;
  List<Index> times;
};

// Packs the terms of each owner: df and text. Returns the number of each term in its packet.
std::vector<Index> pack_terms(const TermTables &own, const Array<Index> &df, std::vector<Bytes> &to,
                              const Group &group) {
  std::vector<Index> place(static_cast<std::size_t>(own.terms.size()), -1), counts(to.size());
  for (Index t = 0; t < own.terms.size(); ++t) {
    if (df[t] == 0) continue;
    const std::size_t r = owner_of(own.terms.hash_of(t), group);
    place[static_cast<std::size_t>(t)] = counts[r]++;
    put(to[r], &df[t], 1);
    put_text(to[r], own.terms[t]);
  }
  return place;
}

// Packs the words of stems: the number of the stem in its packet, the occurrences, the word.
void pack_words(const TermTables &own, const std::vector<Index> &place, std::vector<Bytes> &to,
                const Group &group) {
  for (Index w = 0; w < own.words.size(); ++w) {
    const Index stem = place[static_cast<std::size_t>(own.term_of[w])];
    if (stem < 0) continue;
    const std::size_t r = owner_of(own.terms.hash_of(own.term_of[w]), group);
    put(to[r], &stem, 1);
    put(to[r], &own.times[w], 1);
    put_text(to[r], own.words[w]);
  }
}

OwnedTerms owned_terms(const TermTables &own, const Array<Index> &df, ExecutionContext &run) {
  Group &group = group_of(run);
  std::vector<Bytes> to(static_cast<std::size_t>(group.size()));
  const std::vector<Index> place = pack_terms(own, df, to, group);
  const std::vector<Bytes> terms = group.exchange(to);
  for (Bytes &packet : to) packet = {};
  pack_words(own, place, to, group);
  const std::vector<Bytes> words = group.exchange(to);

  OwnedTerms owned(run.memory);
  for (std::size_t r = 0; r < terms.size(); ++r) {
    run.monitor.check();
    std::vector<std::int32_t> numbers;  // of the terms of the packet
    for (Unpack from(terms[r]); !from.done();) {
      const auto frequency = from.one<Index>();
      numbers.push_back(owned.terms.add(take_text(from)));
      if (numbers.back() == owned.df.size()) owned.df.push(0);
      owned.df[numbers.back()] += frequency;
    }
    for (Unpack from(words[r]); !from.done();) {
      const auto stem = from.one<Index>(), times = from.one<Index>();
      const std::int32_t word = owned.words.add(take_text(from));
      if (word == owned.times.size()) {
        owned.term_of.push(numbers[static_cast<std::size_t>(stem)]);
        owned.times.push(0);
      }
      owned.times[word] += times;
    }
  }
  return owned;
}

DfLimits limits_of_all(const OwnedTerms &owned, const TextRules &rules, Index documents,
                       ExecutionContext &run) {
  Bytes packet;
  for (const auto &[df, terms] : terms_by_df(owned.df.exact())) {
    put(packet, &df, 1);
    put(packet, &terms, 1);
  }
  TermsByDf all;
  for (const Bytes &one : spread(packet, group_of(run)))
    for (Unpack from(one); !from.done();) {
      const auto df = from.one<Index>();
      all[df] += from.one<Index>();
    }
  return df_limits(all, rules.min_df, rules.max_df, documents);
}

// The terms within the limits go to all ranks.
void share_kept(const OwnedTerms &owned, SharedTerms &shared, ExecutionContext &run) {
  Bytes packet;
  for (Index t = 0; t < owned.terms.size(); ++t) {
    if (!shared.limits.keep(owned.df[t])) continue;
    put(packet, &owned.df[t], 1);
    put_text(packet, owned.terms[t]);
  }
  List<Index> df(run.memory);
  for (const Bytes &one : spread(packet, group_of(run)))
    for (Unpack from(one); !from.done();) {
      df.push(from.one<Index>());
      shared.terms.append(take_text(from));
    }
  shared.df = df.exact();
}

// The stems in the terms, each of them once.
Terms stems_in(const Terms &terms, const std::shared_ptr<Memory> &memory) {
  Terms stems(memory);
  for (Index t = 0; t < terms.size(); ++t)
    for (std::string_view rest = terms[t];;) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      stems.add(rest.substr(0, end));
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
    }
  return stems;
}

// The rank that owns a stem finds its word, also if the stem occurs only within terms.
void share_words(const OwnedTerms &owned, SharedTerms &shared, ExecutionContext &run) {
  const Array<std::int32_t> best =
      best_words({owned.terms, owned.words, owned.term_of, owned.times}, run);
  const Terms stems = stems_in(shared.terms, run.memory);
  Bytes packet;
  for (Index s = 0; s < stems.size(); ++s) {
    const std::int32_t t = owned.terms.find(stems[s], stems.hash_of(s));
    if (t < 0 || best[t] < 0) continue;
    put_text(packet, stems[s]);
    put_text(packet, owned.words[best[t]]);
  }
  for (const Bytes &one : spread(packet, group_of(run)))
    for (Unpack from(one); !from.done();) {
      shared.term_of.push(shared.terms.add(take_text(from)));
      shared.words.append(take_text(from));
      shared.times.push(1);
    }
  Array<Index> df(run.memory, shared.terms.size());
  std::copy(shared.df.begin(), shared.df.end(), df.begin());
  shared.df = std::move(df);
}

// Collective. own: the tables of this rank, with the number of its documents that have each term.
SharedTerms share_terms(const TermTables &own, const Array<Index> &df, const TextRules &rules,
                        Index documents, ExecutionContext &run) {
  const OwnedTerms owned = owned_terms(own, df, run);
  SharedTerms shared(run.memory);
  shared.documents = run.total(documents);
  shared.limits = limits_of_all(owned, rules, shared.documents, run);
  share_kept(owned, shared, run);
  if (rules.stemming) share_words(owned, shared, run);
  return shared;
}

}  // namespace

// Each rank reads its own texts: none of them has the first texts of the whole corpus.
void RanksTerms::check_language(std::string_view language) const {
  if (language == "auto")
    fail(Status::option,
         "language=auto needs the first texts in one process: name the language of texts that are "
         "divided among ranks");
}

// The terms of all ranks are chosen on each of them, and those of this rank are looked up.
Array<std::int32_t> RanksTerms::choose(const Counted &counted, const Array<Index> &df,
                                       TextModel &text, ExecutionContext &run) const {
  if (text.documents > std::numeric_limits<std::int32_t>::max())
    throw AgreedError(Status::argument, "the ranks have more than 2147483647 documents");
  const SharedTerms shared = share_terms(counted.tables, df, text.rules, counted.documents, run);
  choose_terms({shared.terms, shared.words, shared.term_of, shared.times}, shared.df, shared.limits,
               text, run);
  if (text.keys.size() == 0) {
    const WordsLeftOut left_out{run.total(counted.left_out.stop_words),
                                run.total(counted.left_out.short_words)};
    throw AgreedError(Status::empty, no_term_left(shared.documents, left_out, text.rules).c_str());
  }
  const Terms &terms = counted.tables.terms;
  Array<std::int32_t> columns(run.memory, terms.size());
  for (Index t = 0; t < terms.size(); ++t) columns[t] = text.keys.find(terms[t], terms.hash_of(t));
  return columns;
}

}  // namespace manifact
