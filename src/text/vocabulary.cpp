#include "text/vocabulary.hpp"

#include <algorithm>
#include <string>

#include "runtime/index.hpp"
#include "text/batches.hpp"
#include "text/weighting.hpp"

namespace manifact {
namespace {

Array<Index> document_frequencies(const Counted &counted, ExecutionContext &run) {
  Array<Index> df(run.memory, counted.tables.terms.size());
  const auto blocks = static_cast<Index>(counted.blocks.size());
  for (Index b = 0; b < blocks; ++b) {
    const CountedBlock &block = counted.blocks[static_cast<std::size_t>(b)];
    for (Index i = 0; i < block.ends.size(); ++i)
      block.each(i, [&df](std::int32_t term, std::uint32_t) { ++df[term]; });
    run.monitor.report(b + 1, blocks);
  }
  return df;
}

// Replaces the stems of a term by words. Different terms get different names: a word has one stem
// and contains no space.
std::string readable(const TermTables &tables, const Array<std::int32_t> &best,
                     std::string_view term) {
  std::string name;
  while (true) {
    const std::size_t end = std::min(term.find(' '), term.size());
    const std::int32_t word = best[tables.terms.find(term.substr(0, end))];
    name.append(tables.words[word]);
    if (end == term.size()) return name;
    name.push_back(' ');
    term.remove_prefix(end + 1);
  }
}

struct Named {
  std::uint64_t prefix;  // first eight bytes, which decide most comparisons
  std::string_view name;
  std::int32_t term;
};

std::uint64_t prefix_of(std::string_view name) noexcept {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < 8; ++i)
    prefix = prefix << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0);
  return prefix;
}

// Sorted by name. With stemming the names are stored in `names`.
std::vector<Named> named_terms(const TermTables &tables, const Array<Index> &df,
                               const DfLimits &limits, bool stemmed, Terms &names,
                               ExecutionContext &run) {
  const Array<std::int32_t> best = stemmed ? best_words(tables, run) : Array<std::int32_t>();
  std::vector<std::int32_t> kept;
  for (Index t = 0; t < df.size(); ++t)
    if (limits.keep(df[t])) kept.push_back(static_cast<std::int32_t>(t));
  if (stemmed)
    for (const std::int32_t t : kept) names.append(readable(tables, best, tables.terms[t]));
  run.monitor.check();
  std::vector<Named> named;
  named.reserve(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const std::string_view name = stemmed ? names[static_cast<Index>(i)] : tables.terms[kept[i]];
    named.push_back({prefix_of(name), name, kept[i]});
  }
  std::sort(named.begin(), named.end(), [](const Named &a, const Named &b) {
    return a.prefix < b.prefix || (a.prefix == b.prefix && a.name < b.name);
  });
  return named;
}

std::string counted_words(Index count) {
  return std::to_string(count) + (count == 1 ? " word is " : " words are ");
}

}  // namespace

Array<std::int32_t> choose_terms(const TermTables &tables, const Array<Index> &df,
                                 const DfLimits &limits, TextModel &text, ExecutionContext &run) {
  const bool stemmed = text.rules.stemming;
  Terms names(run.memory);
  const std::vector<Named> named = named_terms(tables, df, limits, stemmed, names, run);
  run.monitor.check();
  Array<std::int32_t> columns(run.memory, tables.terms.size());
  std::fill(columns.begin(), columns.end(), -1);
  for (const Named &term : named) {
    columns[term.term] = text.keys.add(tables.terms[term.term], tables.terms.hash_of(term.term));
    if (stemmed) text.names.append(term.name);
  }
  return columns;
}

std::string no_term_left(Index documents, const WordsLeftOut &left_out, const TextRules &rules) {
  std::string reasons;
  if (left_out.stop_words > 0)
    reasons = counted_words(left_out.stop_words) +
              (rules.drop_numbers ? "stop words or numbers" : "stop words") +
              " (language=" + rules.language +
              ", stop-words=" + (rules.built_in_stop_words ? "auto" : "none") +
              (rules.drop_numbers ? ", numbers=drop)" : ")");
  if (left_out.short_words > 0)
    reasons += (reasons.empty() ? "" : ", ") + counted_words(left_out.short_words) +
               "shorter than word-length=" + std::to_string(rules.shortest_word);
  return "no term is left in " + std::to_string(documents) + " document" +
         (documents == 1 ? "" : "s") + ": " + (reasons.empty() ? "there are no words" : reasons);
}

Array<std::int32_t> choose_terms(const Counted &counted, TextModel &text, ExecutionContext &run) {
  const Array<Index> df = document_frequencies(counted, run);
  if (const CollectiveTerms *const terms = run.collective->terms())
    return terms->choose(counted, df, text, run);
  const DfLimits limits = df_limits(df, text.rules.min_df, text.rules.max_df, counted.documents);
  Array<std::int32_t> columns = choose_terms(counted.tables, df, limits, text, run);
  if (text.keys.size() == 0)
    fail(Status::empty, "%s",
         no_term_left(counted.documents, counted.left_out, text.rules).c_str());
  return columns;
}

}  // namespace manifact
