#include "text/documents.hpp"

#include <algorithm>

#include "runtime/error.hpp"
#include "runtime/index.hpp"
#include "text/language.hpp"
#include "text/stop_words.hpp"

namespace manifact {
namespace {

constexpr std::uint64_t look_after = 1 << 15;  // words between two checks for cancellation

bool is_number(std::string_view word) noexcept {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void check_documents(const Documents &documents) {
  if (documents.count < 0)
    fail(Status::argument, "count is %lld; it must be at least 0", number(documents.count));
  if (documents.count > 0 && documents.offsets[0] < 0)
    fail(Status::argument, "offsets[0] is %lld; it must be at least 0",
         number(documents.offsets[0]));
  for (Index i = 0; i < documents.count; ++i)
    if (documents.offsets[i + 1] < documents.offsets[i])
      fail(Status::argument, "offsets[%lld] < offsets[%lld]", number(i + 1), number(i));
}

Counter::Counter(const TextRules &rules, const Terms &stop_words,
                 const std::shared_ptr<Memory> &memory, const Monitor &monitor)
    : words(memory),
      term_of(memory),
      times(memory),
      terms(memory),
      counts(memory),
      ends(memory),
      rules_(rules),
      stop_words_(stop_words),
      memory_(memory),
      monitor_(monitor),
      cut_(word_rules(rules, rules.shortest_word)),
      last_(memory) {
  if (rules.stemming) stemmer_.emplace(rules.language);
}

void Counter::expect(Index bytes) {
  constexpr Index bytes_a_word = 64, bytes_a_count = 12, most = Index{1} << 20;
  bytes = std::min(bytes, most);  // a long document may repeat its words
  words.expect(bytes / bytes_a_word);
  terms.expect(bytes / bytes_a_word);
  counts.reserve(bytes / bytes_a_count);
}

void Counter::count(std::string_view document) {
  first_ = counts.size();
  recent_.clear();
  own_stop_words_ = stop_words_in(document);
  cut_.each(document, [this](std::string_view word) { take(word); });
  ends.push(counts.size());
}

// Of its language, if each document has its own.
const Terms *Counter::stop_words_in(std::string_view document) {
  if (!rules_.has_language_of_each() || !rules_.built_in_stop_words) return nullptr;
  std::string_view language = language_of_text(document);
  if (language == "none") language = "english";
  const auto [at, is_new] = stop_words_of_.try_emplace(language, memory_);
  Terms &own = at->second;
  if (!is_new) return &own;
  Words cut(word_rules(rules_, 1));
  const auto add = [&](std::string_view word) { own.add(word); };
  cut.each(stop_words_of(language), add);
  if (has_other_script(language)) cut.each(stop_words_of("english"), add);
  return &own;
}

void Counter::take(std::string_view word) {
  if (++seen_ % look_after == 0) monitor_.check();
  const Index known = words.size();
  const std::int32_t number = words.add(word);
  if (number == known) {
    term_of.push(learn(word));
    times.push(0);
  }
  const std::int32_t term = term_of[number];
  if (term < 0 || (own_stop_words_ != nullptr && own_stop_words_->find(word) >= 0)) {
    ++left_out;
    return;
  }
  ++times[number];
  ++tokens;
  count_term(term);
  if (rules_.longest_ngram > 1) count_ngrams(term);
}

// The term of a new word, -1 if it is left out.
std::int32_t Counter::learn(std::string_view word) {
  if (stop_words_.find(word) >= 0 || (rules_.drop_numbers && is_number(word))) return -1;
  return number_of(stemmer_ && !is_address(word) ? stemmer_->stem(word) : word);
}

std::int32_t Counter::number_of(std::string_view term) {
  last_.reserve(1);
  const Index known = terms.size();
  const std::int32_t number = terms.add(term);
  if (number == known) last_.push(-1);
  return number;
}

void Counter::count_term(std::int32_t term) {
  if (last_[term] >= first_) {
    ++counts[last_[term]].count;
    return;
  }
  counts.push({term, 1});
  last_[term] = counts.size() - 1;
}

// The n-grams that end with this word.
void Counter::count_ngrams(std::int32_t last) {
  ngram_ = terms[last];
  for (auto word = recent_.rbegin(); word != recent_.rend(); ++word) {
    const std::string_view before = terms[*word];
    ngram_.insert(ngram_.begin(), ' ');
    ngram_.insert(0, before.data(), before.size());
    count_term(number_of(ngram_));
  }
  recent_.push_back(last);
  if (static_cast<Index>(recent_.size()) == rules_.longest_ngram) recent_.erase(recent_.begin());
}

}  // namespace manifact
