// topics/titles: phrases and their scores against a slow obvious version, how phrases are written,
// what a title is composed of, and titles through the API.
#include "topics/titles.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "runtime/rng.hpp"
#include "support/corpus.hpp"
#include "support/text_data.hpp"
#include "text/phrases.hpp"

namespace {

using manifact::Index;
using manifact::Phrase;
using Strings = std::vector<std::string>;

const Strings vocabulary{"12",    "apple", "bank",  "cedar", "delta", "eagle", "flint",
                         "grape", "hazel", "ivory", "jewel", "knife", "lemon", "maple"};

manifact::TextModel text_model(const Strings &terms, bool dictionary = false) {
  manifact::TextModel text(std::make_shared<manifact::Memory>());
  text.rules.dictionary = dictionary;
  for (const char *word : {"of", "the"}) text.stop_words.add(word);
  for (const std::string &term : terms) text.keys.append(term);
  return text;
}

struct Word {
  std::string written, key;
};
using Run = std::vector<Word>;

struct Texts {
  std::vector<std::vector<Run>> runs;  // of each document
  manifact::DocumentColumn column{"excerpt", {}, {}};
  std::vector<int> topics;
};

Texts random_texts(manifact::Rng &rng, int n, int k) {
  Strings words = vocabulary;
  words.insert(words.end(), {"of", "the", "345", "gull"});
  Texts texts;
  for (int i = 0; i < n; ++i) {
    std::vector<Run> &runs = texts.runs.emplace_back();
    texts.topics.push_back(static_cast<int>(rng.below(k + 1)) - 1);
    for (std::int64_t r = rng.below(4); r >= 0; --r) {
      Run &run = runs.emplace_back();
      for (std::int64_t w = rng.below(6); w >= 0; --w) {
        const std::string &key =
            words[static_cast<std::size_t>(rng.below(rng.below(2) == 0 ? 4 : std::ssize(words)))];
        std::string written = key;
        // One word is mostly in capitals: its other forms are too rare to count.
        const std::int64_t most = key == vocabulary[1] ? 16 : 3, form = rng.below(most);
        const std::size_t capitals = key == vocabulary[1] ? (form > 0 ? 9U : 0U)
                                     : form > 0           ? 0U
                                     : rng.below(2) > 0   ? 1U
                                                          : 9U;
        for (std::size_t c = 0; c < std::min(capitals, written.size()); ++c)
          written[c] = static_cast<char>(std::toupper(written[c]));
        texts.column.bytes += (run.empty() ? "" : " ") + written;
        run.push_back({written, key});
      }
      texts.column.bytes += ", ";
    }
    texts.column.ends.push_back(std::ssize(texts.column.bytes));
  }
  return texts;
}

std::string joined(const Run &run, std::size_t first, std::size_t last, std::string Word::*part) {
  std::string text;
  for (std::size_t w = first; w <= last; ++w) text += (w > first ? " " : "") + run[w].*part;
  return text;
}

struct Slow {
  std::set<int> documents;
  Index occurrences = 0, extended = 0;
  std::map<std::string, Index> forms, beside, before, after;  // before, after: with stop words
  double score = 0;
  std::size_t words = 0;
  Strings content;  // without "of"
};

std::int32_t term_of(const std::string &word) {
  const auto found = std::find(vocabulary.begin(), vocabulary.end(), word);
  return found == vocabulary.end() ? -1 : static_cast<std::int32_t>(found - vocabulary.begin());
}

// Every phrase of one to three words, whatever its ends are, in each topic.
std::vector<std::map<std::string, Slow>> all_phrases(const Texts &texts, std::size_t k) {
  const auto beside = [](const Word &word) {
    return std::isdigit(word.key[0]) != 0 ? std::string("0") : word.key;
  };
  const auto is_stop = [](const std::string &key) { return key == "of" || key == "the"; };
  std::vector<std::map<std::string, Slow>> all(k);
  for (std::size_t i = 0; i < texts.runs.size(); ++i)
    for (const Run &run : texts.runs[i])
      for (std::size_t first = 0; first < run.size(); ++first)
        for (std::size_t last = first; last < std::min(first + 3, run.size()); ++last) {
          if (texts.topics[i] < 0 || std::isdigit(run[first].key[0]) != 0 ||
              (last == first + 2 && run[first + 1].key == "the"))
            continue;
          Slow &one =
              all[static_cast<std::size_t>(texts.topics[i])][joined(run, first, last, &Word::key)];
          one.documents.insert(static_cast<int>(i));
          ++one.occurrences;
          ++one.forms[joined(run, first, last, &Word::written)];
          one.words = last - first + 1 - (last == first + 2 && is_stop(run[first + 1].key) ? 1 : 0);
          one.content.clear();
          for (std::size_t w = first; w <= last; ++w)
            if (run[w].key != "of") one.content.push_back(run[w].key);
          const bool is_single = first == last;
          if (first > 0 && (!is_single || is_stop(run[first - 1].key)))
            ++one.before[beside(run[first - 1])];
          if (last + 1 == run.size() ? !is_single : !is_single || is_stop(run[last + 1].key))
            ++one.after[last + 1 < run.size() ? beside(run[last + 1]) : ""];
          if (first > 0 && !is_stop(run[first - 1].key)) ++one.beside["<" + beside(run[first - 1])];
          if (last + 1 < run.size() && !is_stop(run[last + 1].key))
            ++one.beside[">" + beside(run[last + 1])];
        }
  return all;
}

std::string best_form(const Slow &phrase) {
  Index most = 0;
  for (const auto &[form, count] : phrase.forms) most = std::max(most, count);
  std::vector<std::tuple<Index, Index, std::string>> forms;
  for (const auto &[form, count] : phrase.forms)
    if (4 * count >= most)
      forms.emplace_back(std::count_if(form.begin(), form.end(),
                                       [](unsigned char c) { return std::isupper(c) != 0; }),
                         -count, form);
  return std::get<2>(*std::min_element(forms.begin(), forms.end()));
}

// Whether nine tenths of the occurrences, in three documents or more, are in the same context.
bool is_fragment(const Slow &phrase) {
  const auto most = [](const std::map<std::string, Index> &counts) {
    Index largest = 0;
    for (const auto &[word, count] : counts) largest = std::max(largest, count);
    return largest;
  };
  return phrase.documents.size() >= 3 && 10 * most(phrase.before) >= 9 * phrase.occurrences &&
         10 * most(phrase.after) >= 9 * phrase.occurrences;
}

std::map<std::string, Slow> slow_phrases(const Texts &texts, std::size_t topic,
                                         const std::vector<Index> &candidates, std::size_t k) {
  std::vector<std::map<std::string, Slow>> all = all_phrases(texts, k);
  std::vector<double> sizes(k);
  for (const int c : texts.topics)
    if (c >= 0) ++sizes[static_cast<std::size_t>(c)];
  std::map<std::string, Slow> found;
  for (auto [key, phrase] : all[topic]) {
    const auto is_candidate = [&](const std::string &word) {
      return std::find(candidates.begin(), candidates.end(), term_of(word)) != candidates.end();
    };
    if (!is_candidate(key.substr(0, key.find(' '))) ||
        !is_candidate(key.substr(key.rfind(' ') + 1)))
      continue;
    const auto is_leading = [&](const std::string &word) {
      const auto place = std::find(candidates.begin(), candidates.end(), term_of(word));
      return place != candidates.end() && place - candidates.begin() < 10;
    };
    double documents = 0, n = 0;
    for (std::size_t c = 0; c < k; ++c) {
      documents += static_cast<double>(all[c][key].documents.size());
      n += sizes[c];
    }
    const double share = static_cast<double>(phrase.documents.size()) / sizes[topic];
    phrase.score = static_cast<double>(phrase.words) * share * std::log(share * n / documents);
    for (const auto &[word, count] : phrase.beside)
      phrase.extended = std::max(phrase.extended, phrase.words > 1 ? count : 0);
    if (std::none_of(phrase.content.begin(), phrase.content.end(), is_leading)) continue;
    const bool is_complete = phrase.words == 1 || (phrase.documents.size() >= 3 &&
                                                   2 * phrase.extended < phrase.occurrences);
    if (phrase.score > 1e-12 && is_complete && !is_fragment(phrase)) found[key] = phrase;
  }
  std::map<std::string, Slow> kept = found;
  for (const auto &[whole, phrase] : found)
    for (const auto &[part, other] : found)
      if (part != whole && (' ' + whole + ' ').find(' ' + part + ' ') != std::string::npos &&
          2 * phrase.occurrences >= other.occurrences)
        kept.erase(part);
  return kept;
}

struct Resources {
  std::shared_ptr<manifact::Memory> memory = std::make_shared<manifact::Memory>();
  manifact::Monitor monitor;
  manifact::ThreadPool pool{1};
  manifact::ExecutionContext run{memory, pool, monitor};
};

TEST(Phrases, are_those_of_the_slow_version) {
  Resources resources;
  const manifact::TextModel text = text_model(vocabulary);
  std::size_t compared = 0;
  for (std::uint64_t round = 0; round < 60; ++round) {
    manifact::Rng rng(round);
    const auto k = static_cast<std::size_t>(2 + round % 3);
    const Texts texts = random_texts(rng, 40, static_cast<int>(k));
    manifact::Array<std::int32_t> labels(resources.memory, 40);
    std::copy(texts.topics.begin(), texts.topics.end(), labels.begin());
    std::vector<std::vector<Index>> candidates(k);
    for (auto &list : candidates)
      for (Index term = 0; term < std::ssize(vocabulary); ++term)
        if (rng.below(4) > 0) list.push_back(term);
    const auto found = topic_phrases({text, texts.column, labels, candidates}, resources.run);
    for (std::size_t c = 0; c < k; ++c) {
      std::vector<std::vector<Index>> own(k);
      own[c] = candidates[c];
      const auto alone = topic_phrases({text, texts.column, labels, own}, resources.run);
      ASSERT_EQ(alone[c].size(), found[c].size());
      for (std::size_t p = 0; p < found[c].size(); ++p) {
        EXPECT_EQ(alone[c][p].key, found[c][p].key);
        EXPECT_EQ(alone[c][p].score, found[c][p].score);
      }
      const std::map<std::string, Slow> wanted = slow_phrases(texts, c, candidates[c], k);
      Strings keys;
      for (const auto &[key, phrase] : wanted) keys.push_back(key);
      Strings found_keys;
      double before = 1e9;
      for (const Phrase &phrase : found[c]) {
        if (phrase.score <= 1e-12) continue;  // rounded
        found_keys.push_back(phrase.key);
        EXPECT_LE(phrase.score, before);
        before = phrase.score;
        const auto slow = wanted.find(phrase.key);
        if (slow == wanted.end()) continue;
        EXPECT_NEAR(phrase.score, slow->second.score, 1e-12) << phrase.key;
        EXPECT_EQ(phrase.documents, std::ssize(slow->second.documents)) << phrase.key;
        EXPECT_EQ(phrase.occurrences, slow->second.occurrences) << phrase.key;
        EXPECT_EQ(phrase.form, best_form(slow->second)) << phrase.key;
        ++compared;
      }
      std::sort(found_keys.begin(), found_keys.end());
      EXPECT_EQ(found_keys, keys) << "round " << round << ", topic " << c;
    }
  }
  EXPECT_GT(compared, 500U);
}

// The keys of the phrases of the first of two topics; the second one has "ivory" only.
Strings phrases_of(const Strings &texts) {
  Resources resources;
  const manifact::TextModel text = text_model(vocabulary);
  manifact::DocumentColumn column{"excerpt", {}, {}};
  manifact::Array<std::int32_t> labels(resources.memory, std::ssize(texts) + 1);
  for (const std::string &each : texts) {
    column.bytes += each;
    column.ends.push_back(std::ssize(column.bytes));
  }
  column.bytes += "ivory";
  column.ends.push_back(std::ssize(column.bytes));
  labels[std::ssize(texts)] = 1;
  std::vector<Index> all(vocabulary.size());
  std::iota(all.begin(), all.end(), 0);
  Strings keys;
  const std::vector<std::vector<Index>> candidates{all, all};
  const auto found = topic_phrases({text, column, labels, candidates}, resources.run);
  for (const Phrase &phrase : found[0]) keys.push_back(phrase.key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

TEST(Phrases, are_no_fragments_of_repeated_sentences) {
  const Strings words{"cedar", "delta", "eagle", "flint", "grape",
                      "hazel", "jewel", "knife", "lemon", "maple"};
  Strings fixed, varied, single;
  for (const std::string &word : words) {
    fixed.push_back("the apple bank of " + word + ".");
    varied.push_back((fixed.size() % 2 == 0 ? "the apple bank of " : "the apple bank the ") + word);
    single.push_back(word + " of apple the " + word + " bank the");
  }
  const auto has = [](const Strings &keys, const std::string &key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  EXPECT_FALSE(has(phrases_of(fixed), "apple bank"));
  EXPECT_TRUE(has(phrases_of(fixed), "apple")) << "a content word follows it";
  EXPECT_TRUE(has(phrases_of(varied), "apple bank"));
  EXPECT_FALSE(has(phrases_of(single), "apple"));
  EXPECT_TRUE(has(phrases_of(single), "bank"));
  EXPECT_TRUE(has(phrases_of({single[0], single[1]}), "apple")) << "two documents repeat little";
  fixed.front() = "an apple bank";
  EXPECT_FALSE(has(phrases_of(fixed), "apple bank")) << "nine of ten";
  fixed.back() = "an apple bank";
  EXPECT_TRUE(has(phrases_of(fixed), "apple bank")) << "eight of ten";
  for (std::string &text : fixed) text = "the apple bank";
  EXPECT_FALSE(has(phrases_of(fixed), "apple bank")) << "runs end behind it";
  for (std::string &text : fixed) text = "apple bank the";
  EXPECT_TRUE(has(phrases_of(fixed), "apple bank")) << "runs begin with it";
}

Strings runs_of(const std::string &text, const manifact::TextModel &model) {
  manifact::PhraseReader reader(model, std::make_shared<manifact::Memory>());
  Strings runs;
  reader.read(text, [&](const manifact::WordRun &run) {
    reader.append(run, 0, run.size() - 1, runs.emplace_back());
  });
  return runs;
}

TEST(Phrases, are_written_as_in_the_text) {
  const manifact::TextModel text = text_model({});
  EXPECT_EQ(
      runs_of("The Wi-Fi  of\tNode.js, AT&T (Johnson & Johnson): world\u2019s Caf\u00c9!", text),
      (Strings{"The Wi-Fi of Node.js", "AT&T", "Johnson & Johnson", "world\u2019s Caf\u00c9"}));
  EXPECT_EQ(runs_of("\u201cLabour\u201d \u2013 so\u00adft", text), (Strings{"Labour", "soft"}))
      << "quotes and dashes end a run, invisible characters are left out";
  EXPECT_EQ(runs_of("\u4e2d\u56fd\u7ecf\u6d4e\uff0c\u589e\u957f", text),
            (Strings{"\u4e2d\u56fd\u7ecf\u6d4e", "\u589e\u957f"}))
      << "pairs of characters overlap";
  EXPECT_EQ(runs_of("broken \xff bytes \xc3", text), (Strings{"broken", "bytes"}));
  EXPECT_EQ(runs_of("See https://example.org/a.html for more", text), (Strings{"See", "for more"}));
  EXPECT_EQ(runs_of("", text), Strings{});
}

Phrase phrase(const std::string &form, std::vector<std::int32_t> terms = {}) {
  Phrase made;
  made.key = made.form = form;
  std::transform(made.key.begin(), made.key.end(), made.key.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  made.terms = std::move(terms);
  return made;
}

TEST(Titles, have_no_variants_of_a_word_and_an_end) {
  const auto of = [](const std::vector<Phrase> &phrases, const Strings &taken = {}) {
    return manifact::title_of(phrases, taken);
  };
  EXPECT_EQ(of({}), "");
  EXPECT_EQ(of({phrase("Pension"), phrase("pensions"), phrase("state pension fund"),
                phrase("strike"), phrase("union"), phrase("age")}),
            "Pension, strike, union");
  EXPECT_EQ(of({phrase("go", {3}), phrase("golang", {4}), phrase("goes", {3})}), "go, golang")
      << "forms of one term";
  EXPECT_EQ(of({phrase(std::string(61, 'x')), phrase(std::string(50, 'y')),
                phrase(std::string(9, 'z')), phrase("end")}),
            std::string(50, 'y') + ", end");
  const std::vector<Phrase> four{phrase("alpha"), phrase("brick"), phrase("crown"), phrase("dove")};
  EXPECT_EQ(of(four), "alpha, brick, crown");
  EXPECT_EQ(of(four, {"alpha, brick, crown"}), "alpha, brick, crown, dove");
  EXPECT_EQ(of(four, {"alpha, brick, crown", "alpha, brick, crown, dove",
                      "alpha, brick, crown, dove (2)"}),
            "alpha, brick, crown, dove (3)");
}

class Fitted : public testing::Test {
 protected:
  Fitted() {
    manifact::Rng rng(3);
    const Strings topics[] = {{"Tony Blair", "general election", "votes"},
                              {"mobile phone", "broadband", "network"},
                              {"Six Nations", "rugby", "coach"}};
    for (int i = 0; i < 90; ++i) {
      std::string &text = texts_.emplace_back();
      for (int w = 0; w < 8; ++w)
        text += topics[rng.below(8) == 0 ? rng.below(3) : i % 3]
                      [static_cast<std::size_t>(rng.below(3))] +
                (rng.below(2) == 0 ? ", " : ". ");
    }
  }

  support::Model fit(const std::string &threads, bool with_texts, const char *keep = "yes") {
    const support::Vectorizer vectorizer = api::vectorizer(context_.get());
    api::add(vectorizer.get(), texts_);
    const support::Matrix X = api::finish(vectorizer.get());
    const support::Solver solver =
        support::solver(context_.get(), "kmeans", {{"threads", threads}, {"keep-data", keep}});
    EXPECT_EQ(manifact_solver_set_vectorizer(solver.get(), vectorizer.get()), MANIFACT_OK);
    const api::Packed packed(texts_);
    EXPECT_EQ(manifact_solver_set_column(solver.get(), "excerpt",
                                         with_texts ? packed.bytes.data() : nullptr,
                                         packed.offsets.data(), packed.count()),
              MANIFACT_OK);
    return support::fit(solver.get(), X.get(), 3);
  }

  static Strings titles(const manifact_model *model) {
    Strings all;
    for (int64_t c = 0; c < manifact_model_clusters(model); ++c)
      all.emplace_back(manifact_model_title(model, c));
    return all;
  }

  const support::Context context_ = support::context();
  Strings texts_;
};

TEST_F(Fitted, titles_are_phrases_of_the_texts_and_do_not_depend_on_threads) {
  const support::Model model = fit("1", true);
  const Strings all = titles(model.get());
  const std::set<std::string> words(all.begin(), all.end());
  EXPECT_EQ(words.size(), 3U);
  for (const char *wanted : {"Tony Blair", "general election", "mobile phone", "Six Nations"})
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const std::string &title) {
      return title.find(wanted) != title.npos;
    })) << wanted;
  EXPECT_EQ(titles(fit("3", true).get()), all);
  EXPECT_EQ(titles(api::load(context_.get(), api::bytes(context_.get(), model.get())).get()), all);
  EXPECT_EQ(manifact_model_title(model.get(), 3), nullptr);
  EXPECT_EQ(manifact_model_title(nullptr, 0), nullptr);
}

TEST_F(Fitted, models_keep_200_characters_of_a_text_on_one_line) {
  const std::string words(40, 'x');
  texts_[0] = " two\r\n\tlines\x01 and \xff ";
  texts_[1] = words + '\n' + words + '\n' + words + '\n' + words + "\n \n" + words;
  std::string letters, expected;
  for (int i = 0; i < 201; ++i) (i < 200 ? expected : letters) += "\xc3\xa9";
  texts_[2] = expected;
  texts_[3] = expected + letters;
  const support::Model model = fit("1", true);
  const char *bytes = nullptr;
  const int64_t *ends = nullptr;
  ASSERT_EQ(manifact_model_column(model.get(), "excerpt", &bytes, &ends), MANIFACT_OK);
  const auto kept = [&](int i) {
    return std::string(bytes + (i > 0 ? ends[i - 1] : 0), bytes + ends[i]);
  };
  EXPECT_EQ(kept(0), "two lines and \xef\xbf\xbd");
  EXPECT_EQ(kept(1), words + ' ' + words + ' ' + words + ' ' + words + ' ' + words.substr(4) + "…");
  EXPECT_EQ(kept(2), expected);
  EXPECT_EQ(kept(3), expected + "…");
  EXPECT_EQ(kept(4) + (texts_[4].ends_with(" ") ? " " : ""), texts_[4]);
}

TEST_F(Fitted, without_texts_titles_are_top_terms) {
  for (const std::string &title : titles(fit("1", false).get()))
    EXPECT_EQ(std::count(title.begin(), title.end(), ','), 2) << title;
}

TEST_F(Fitted, edits_change_the_titles_of_the_topics_they_make) {
  for (const char *keep : {"yes", "no"}) {
    const support::Model model = fit("1", true, keep);
    const Strings before = titles(model.get());
    const support::Matrix X =
        api::transform(context_.get(), manifact_model_vectorizer(model.get()), texts_);
    const int64_t topics[] = {0, 2};
    manifact_model *out = nullptr;
    ASSERT_EQ(manifact_model_merge(context_.get(), model.get(), topics, 2, X.get(), &out),
              MANIFACT_OK)
        << manifact_context_message(context_.get());
    const support::Model merged(out);
    EXPECT_EQ(titles(merged.get())[1], before[1]);
    EXPECT_NE(titles(merged.get())[0], before[0]);
    EXPECT_NE(titles(merged.get())[0], "");
    ASSERT_EQ(manifact_model_rename(context_.get(), merged.get(), 0, "Elsewhere", &out),
              MANIFACT_OK);
    const support::Model named(out);
    EXPECT_EQ(titles(named.get()), (Strings{"Elsewhere", before[1]}));
  }
}

}  // namespace
