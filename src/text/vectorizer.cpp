#include "text/vectorizer.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/index.hpp"
#include "text/batches.hpp"
#include "text/language.hpp"
#include "text/stop_words.hpp"
#include "text/vocabulary.hpp"

namespace manifact {
namespace {

constexpr Index most_documents = std::numeric_limits<std::int32_t>::max();

// Writes the number of terms of each document counted; returns the position after the last.
Index *write_totals(const Counter &counter, Index *totals) {
  Index e = 0;
  for (Index d = 0; d < counter.ends.size(); ++d, ++totals)
    for (*totals = 0; e < counter.ends[d]; ++e) *totals += counter.counts[e].count;
  return totals;
}

}  // namespace

Vectorizer::Vectorizer(const TextRules &rules, const std::vector<std::string> &stop_words,
                       const std::shared_ptr<Memory> &memory)
    : rules_(rules),
      memory_(memory),
      stop_words_(memory),
      held_bytes_(memory),
      held_offsets_(memory),
      terms_(memory),
      words_(memory),
      term_of_(memory),
      times_(memory) {
  is_open_ = rules.language == "auto";
  if ((is_open_ || rules.has_language_of_each()) && !can_detect_language())
    fail(Status::feature, "this build cannot detect languages (CLD2); name the language");
  if (rules.stemming && !is_open_) Stemmer(rules.language);
  if (!is_open_) add_stop_words();
  Words cut(word_rules(rules, 1));
  for (const std::string &word : stop_words) {
    cut.each(word, [&](std::string_view part) { stop_words_.add(part); });
    if (is_address(word)) stop_words_.add(word);  // a host without the scheme of a URL
  }
}

// Stop words are normalized like the words of texts.
void Vectorizer::add_stop_words() {
  if (!rules_.built_in_stop_words || rules_.has_language_of_each()) return;
  if (rules_.language != "none" && stop_words_of(rules_.language).empty())
    rules_.built_in_stop_words = false;
  Words cut(word_rules(rules_, 1));
  const auto add = [&](std::string_view word) { stop_words_.add(word); };
  cut.each(stop_words_of(rules_.language), add);
  if (has_other_script(rules_.language)) cut.each(stop_words_of("english"), add);
}

// language=auto: the language of the first texts holds for all.
void Vectorizer::detect_language(const Documents &texts) {
  if (!is_open_) return;
  rules_.language = detected_language(texts);
  rules_.stemming = rules_.stemming && has_stemmer(rules_.language);
  add_stop_words();
  is_open_ = false;
}

bool Vectorizer::fits(Index length) const noexcept {
  return length <= batch_bytes - held_bytes_.size() && held() < batch_documents;
}

void Vectorizer::hold(std::string_view document) {
  if (documents() >= most_documents)
    fail(Status::argument, "there are more than %lld documents", number(most_documents));
  held_offsets_.reserve(2);
  held_bytes_.append(document.data(), static_cast<Index>(document.size()));
  if (held_offsets_.size() == 0) held_offsets_.push(0);
  held_offsets_.push(held_bytes_.size());
}

void Vectorizer::count_held(ExecutionContext &run) {
  if (held() == 0) return;
  count_batch({held_bytes_.data(), held_offsets_.data(), held()}, run);
  held_bytes_.shorten(0);
  held_offsets_.shorten(0);
}

void Vectorizer::add(std::string_view document, ExecutionContext &run) {
  run.monitor.stage = "counting";
  count_held(run);
  const auto length = static_cast<Index>(document.size());
  if (fits(length)) return hold(document);
  if (documents_ >= most_documents)
    fail(Status::argument, "there are more than %lld documents", number(most_documents));
  const Index offsets[] = {0, length};
  count_batch({document.data(), offsets, 1}, run);
}

void Vectorizer::add(const Documents &documents, ExecutionContext &run) {
  check_documents(documents);
  if (documents.count > most_documents - this->documents())
    fail(Status::argument, "there are more than %lld documents", number(most_documents));
  run.monitor.enter("counting", documents.count);
  count_held(run);
  const std::size_t blocks = blocks_.size();
  const Index counted = documents_, words = tokens_, broken = replaced_;
  const WordsLeftOut left_out = left_out_;
  const Array<Index> times = times_.exact();
  try {
    for (Index done = 0; done < documents.count;) {
      const Documents batch = next_batch(documents, done);
      count_batch(batch, run);
      done += batch.count;
      run.monitor.report(done, documents.count);
    }
  } catch (...) {
    blocks_.resize(blocks);
    documents_ = counted;
    tokens_ = words;
    replaced_ = broken;
    left_out_ = left_out;
    for (Index w = 0; w < times_.size(); ++w) times_[w] = w < times.size() ? times[w] : 0;
    throw;
  }
}

// Maps the terms and words of a task to numbers in the global tables. Terms that remain unused
// because of a later failure are harmless.
void Vectorizer::number_terms(const Counter &counter, Array<std::int32_t> &term_numbers,
                              Array<std::int32_t> &word_numbers) {
  term_numbers = Array<std::int32_t>(memory_, counter.terms.size());
  for (Index t = 0; t < counter.terms.size(); ++t)
    term_numbers[t] = terms_.add(counter.terms[t], counter.terms.hash_of(t));
  if (!rules_.stemming) return;
  word_numbers = Array<std::int32_t>(memory_, counter.words.size());
  for (Index w = 0; w < counter.words.size(); ++w) {
    word_numbers[w] = -1;
    if (counter.term_of[w] < 0) continue;
    term_of_.reserve(1);
    times_.reserve(1);
    const Index known = words_.size();
    word_numbers[w] = words_.add(counter.words[w], counter.words.hash_of(w));
    if (word_numbers[w] != known) continue;
    term_of_.push(term_numbers[counter.term_of[w]]);
    times_.push(0);
  }
}

void Vectorizer::count_batch(const Documents &batch, ExecutionContext &run) {
  detect_language(batch);
  std::vector<Counter> counters = count_tasks(batch, rules_, stop_words_, run);
  const std::size_t tasks = counters.size();
  std::vector<Array<std::int32_t>> term_numbers(tasks), word_numbers(tasks);
  for (std::size_t t = 0; t < tasks; ++t) {
    run.monitor.check();
    number_terms(counters[t], term_numbers[t], word_numbers[t]);
  }
  std::vector<CountedBlock> blocks = renumbered(counters, term_numbers, run);
  blocks_.reserve(blocks_.size() + tasks);
  // Nothing fails from here on.
  for (std::size_t t = 0; t < tasks; ++t) {
    documents_ += counters[t].ends.size();
    tokens_ += counters[t].tokens;
    replaced_ += counters[t].replaced();
    left_out_.stop_words += counters[t].left_out;
    left_out_.short_words += counters[t].short_words();
    for (Index w = 0; w < word_numbers[t].size(); ++w)
      if (word_numbers[t][w] >= 0) times_[word_numbers[t][w]] += counters[t].times[w];
    blocks_.push_back(std::move(blocks[t]));
  }
}

Vectorizer::Result Vectorizer::finish(ExecutionContext &run) {
  run.monitor.enter("vocabulary");
  count_held(run);
  detect_language({});  // if there are no texts
  Result result;
  result.text = std::make_unique<TextModel>(memory_);
  TextModel &text = *result.text;
  text.rules = rules_;
  for (Index w = 0; w < stop_words_.size(); ++w) text.stop_words.add(stop_words_[w]);
  text.documents = run.total(documents_);
  text.tokens = run.total(tokens_);
  text.replaced = run.total(replaced_);
  Array<std::int32_t> columns =
      choose_terms({{terms_, words_, term_of_, times_}, blocks_, documents_, left_out_}, text, run);
  result.counts = counts_matrix(blocks_, documents_, std::move(columns), text.size(), run);
  return result;
}

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
