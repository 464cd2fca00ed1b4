#include "text/transform.hpp"

#include <algorithm>
#include <utility>

#include "runtime/index.hpp"
#include "text/batches.hpp"

namespace manifact {

namespace {

// Writes the number of terms of each document counted; returns the position after the last.
Index *write_totals(const Counter &counter, Index *totals) {
  Index e = 0;
  for (Index d = 0; d < counter.ends.size(); ++d, ++totals)
    for (*totals = 0; e < counter.ends[d]; ++e) *totals += counter.counts[e].count;
  return totals;
}

}  // namespace

PackedCounts count_known_terms(const TextModel &text, const Documents &documents,
                               ExecutionContext &run, Index *terms) {
  check_documents(documents);
  run.monitor.enter("counting", documents.count);
  std::vector<CountedBlock> blocks;
  for (Index done = 0; done < documents.count;) {
    const Documents batch = next_batch(documents, done);
    const std::vector<Counter> counters = count_tasks(batch, text.rules, text.stop_words, run);
    std::vector<Array<std::int32_t>> columns;
    for (const Counter &counter : counters) {
      Array<std::int32_t> &column_of = columns.emplace_back(run.memory, counter.terms.size());
      for (Index t = 0; t < counter.terms.size(); ++t)
        column_of[t] = text.keys.find(counter.terms[t], counter.terms.hash_of(t));
      if (terms != nullptr) terms = write_totals(counter, terms);
    }
    for (CountedBlock &block : renumbered(counters, columns, run))
      blocks.push_back(std::move(block));
    done += batch.count;
    run.monitor.report(done, documents.count);
  }
  Array<std::int32_t> same(run.memory, text.size());
  for (Index j = 0; j < same.size(); ++j) same[j] = static_cast<std::int32_t>(j);
  return counts_matrix(blocks, documents.count, std::move(same), text.size(), run);
}

namespace {

// Well-formed UTF-8: invalid sequences become U+FFFD. Returns their number.
Index repair(std::string_view bytes, std::string &repaired) {
  Index broken = 0;
  repaired.clear();
  for (const char *p = bytes.data(), *const end = p + bytes.size(); p < end;) {
    const Character character = read_character(p, end);
    if (character.broken)
      repaired.append("\xef\xbf\xbd");
    else
      repaired.append(p, character.next);
    broken += character.broken ? 1 : 0;
    p = character.next;
  }
  return broken;
}

}  // namespace

std::unique_ptr<TextModel> fixed_vocabulary(const Documents &terms,
                                            const std::shared_ptr<Memory> &memory) {
  check_documents(terms);
  if (terms.count == 0) fail(Status::empty, "the vocabulary contains no term");
  auto text = std::make_unique<TextModel>(memory);
  text->rules = TextRules{.language = "none", .built_in_stop_words = false, .shortest_word = 1};
  std::string name, key;
  Words cut({1, false});
  for (Index i = 0; i < terms.count; ++i) {
    if (terms[i].find('\0') != std::string_view::npos)
      fail(Status::value, "term %lld contains a NUL", static_cast<long long>(i));
    text->replaced += repair(terms[i], name);
    Index words = 0;
    key.clear();
    cut.each(name, [&](std::string_view word) { key.append(words++ > 0 ? " " : "").append(word); });
    text->keys.append(key);
    text->names.append(name);
    text->rules.longest_ngram = std::clamp(words, text->rules.longest_ngram, Index{3});
  }
  return text;
}

}  // namespace manifact
