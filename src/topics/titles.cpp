#include "topics/titles.hpp"

#include <algorithm>

#include "text/phrases.hpp"
#include "topics/scores.hpp"

namespace manifact {
namespace {

constexpr std::size_t most_candidates = 50, most_phrases = 3, shortest_stem = 4;
constexpr Index longest_title = 60;  // in characters

// Whether two words differ in their ending only.
bool are_variants(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  const auto common =
      static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
  return a == b || (common >= std::max(shortest_stem, a.size() - 1) && b.size() <= common + 3);
}

std::vector<std::string_view> words_of(std::string_view key) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find(' ', begin), key.size());
    words.push_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// Whether a word or term of the phrase is one of the other, in any of its forms. Words that join
// others are too short to matter.
bool overlap(const Phrase &a, const Phrase &b) {
  for (const std::int32_t term : a.terms)
    if (term >= 0 && std::find(b.terms.begin(), b.terms.end(), term) != b.terms.end()) return true;
  for (const std::string_view word : words_of(a.key))
    for (const std::string_view other : words_of(b.key))
      if (word.size() >= shortest_stem && are_variants(word, other)) return true;
  return false;
}

bool is_several(std::string_view key) { return key.find(' ') != key.npos; }

// The best terms of each topic without a title; only single words if `is_for_texts`.
std::vector<std::vector<Index>> best_terms(const Model &model, const TextModel &text,
                                           bool is_for_texts, ExecutionContext &run) {
  const ClusterVectors vectors = term_vectors(model);
  const TermTotals totals = term_totals(model, vectors, &run.monitor);
  std::vector<std::vector<Index>> best;
  for (Index c = 0; c < model.k; ++c) {
    std::vector<Index> &terms = best.emplace_back();
    if (!model.titles[static_cast<std::size_t>(c)].empty()) continue;
    run.monitor.check();
    const std::vector<double> scores = exclusivity_scores(model, vectors, totals, c);
    for (std::size_t j = 0; j < scores.size(); ++j)
      if (scores[j] > 0 && !(is_for_texts && is_several(text.keys[static_cast<Index>(j)])))
        terms.push_back(static_cast<Index>(j));
    const auto end =
        terms.begin() + static_cast<std::ptrdiff_t>(std::min(terms.size(), most_candidates));
    std::partial_sort(terms.begin(), end, terms.end(), [&](Index a, Index b) {
      const double x = scores[static_cast<std::size_t>(a)], y = scores[static_cast<std::size_t>(b)];
      return x > y || (x == y && a < b);
    });
    terms.erase(end, terms.end());
    terms.shrink_to_fit();
  }
  return best;
}

const DocumentColumn *texts_in(const DocumentColumns &columns) {
  for (const auto &column : columns)
    if (column->name == titled_column) return column.get();
  return nullptr;
}

std::vector<Phrase> as_phrases(const TextModel &text, const std::vector<Index> &terms) {
  std::vector<Phrase> phrases;
  for (const Index term : terms)
    phrases.push_back(
        {std::string(text.keys[term]), text.name(term), {static_cast<std::int32_t>(term)}});
  return phrases;
}

}  // namespace

std::string title_of(const std::vector<Phrase> &phrases, const std::vector<std::string> &taken) {
  std::string title;
  Index length = 0;
  std::vector<const Phrase *> chosen;
  const auto is_taken = [&] { return std::find(taken.begin(), taken.end(), title) != taken.end(); };
  for (const Phrase &phrase : phrases) {
    if (chosen.size() >= most_phrases && !is_taken()) break;
    const Index more = character_count(phrase.form) + (chosen.empty() ? 0 : 2);
    if (length + more > longest_title ||
        std::any_of(chosen.begin(), chosen.end(),
                    [&](const Phrase *other) { return overlap(phrase, *other); }))
      continue;
    title.append(chosen.empty() ? "" : ", ").append(phrase.form);
    length += more;
    chosen.push_back(&phrase);
  }
  const std::string unnumbered = title;
  for (std::size_t number = 2; !title.empty() && is_taken(); ++number)
    title = unnumbered + " (" + std::to_string(number) + ')';
  return title;
}

void set_titles(Model &model, const DocumentColumns &columns, ExecutionContext &run) {
  const TextModel *const text =
      model.texts.terms != nullptr ? model.texts.terms.get() : model.text.get();
  model.titles.resize(text != nullptr ? static_cast<std::size_t>(model.k) : 0);
  if (std::none_of(model.titles.begin(), model.titles.end(),
                   [](const std::string &title) { return title.empty(); }))
    return;
  run.monitor.enter("titles");
  const DocumentColumn *const texts = texts_in(columns);
  const std::vector<std::vector<Index>> terms = best_terms(model, *text, texts != nullptr, run);
  std::vector<std::vector<Phrase>> phrases(terms.size());
  if (texts != nullptr) phrases = topic_phrases({*text, *texts, model.labels, terms}, run);
  for (std::size_t c = 0; c < terms.size(); ++c) {
    if (!model.titles[c].empty()) continue;
    if (phrases[c].empty()) phrases[c] = as_phrases(*text, terms[c]);
    model.titles[c] = title_of(phrases[c], model.titles);
  }
}

}  // namespace manifact
