// text/vectorizer: counts agree with a reference that uses maps, bitwise for any batches and
// threads; limits, stems, stop words, malformed text.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

#include "linalg/sparse/matrix.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"
#include "text/stop_words.hpp"
#include "text/vectorizer.hpp"

namespace manifact {
namespace {

using Strings = std::vector<std::string>;

struct Packed {
  explicit Packed(const Strings &texts) {
    for (const std::string &text : texts) {
      bytes += text;
      offsets.push_back(static_cast<std::int64_t>(bytes.size()));
    }
  }
  Documents view() const {
    return {bytes.data(), offsets.data(), static_cast<std::int64_t>(offsets.size()) - 1};
  }

  std::string bytes;
  std::vector<std::int64_t> offsets{0};
};

const TextRules plain_rules{.language = "none"};

bool has_stemming() {
  try {
    Stemmer("english");
    return true;
  } catch (const Error &error) {
    EXPECT_EQ(static_cast<int>(error.status()), static_cast<int>(Status::feature));
    return false;
  }
}

struct Vectorized {
  Strings names, keys;
  Plain counts;
  std::int64_t tokens = 0, replaced = 0;
  std::unique_ptr<TextModel> text;
};

Plain plain(PackedCounts &&counts) {
  const auto X = matrix_from_counts(std::move(counts));
  Plain all(X->rows, X->columns);
  for (std::int64_t i = 0; i < X->rows; ++i)
    X->each(i, [&](std::int32_t j, double value) { all(i, j) = value; });
  return all;
}

Vectorized finished(Vectorizer &vectorizer, ExecutionContext &run) {
  Vectorizer::Result result = vectorizer.finish(run);
  Vectorized all;
  for (std::int64_t j = 0; j < result.text->size(); ++j) {
    all.names.emplace_back(result.text->name(j));
    all.keys.emplace_back(result.text->keys[j]);
  }
  all.counts = plain(std::move(result.counts));
  all.tokens = result.text->tokens;
  all.replaced = result.text->replaced;
  all.text = std::move(result.text);
  return all;
}

Vectorized vectorized(const Strings &texts, const TextRules &rules, const Strings &stop_words = {},
                      std::int64_t threads = 2) {
  Host host(threads);
  Vectorizer vectorizer(rules, stop_words, host.memory);
  const Packed packed(texts);
  vectorizer.add(packed.view(), host.run);
  return finished(vectorizer, host.run);
}

// Words w0 .. w39, the first ones more often; occasionally an "of".
Strings random_texts(std::int64_t n, std::int64_t length) {
  Rng rng(5);
  Strings texts;
  for (std::int64_t i = 0; i < n; ++i) {
    std::string text;
    for (std::int64_t w = rng.below(length); w > 0; --w)
      text += rng.below(9) == 0 ? "of "
                                : "W" + std::to_string(rng.below(1 + rng.below(40))) +
                                      (rng.below(2) == 0 ? ", " : " ");
    texts.push_back(text);
  }
  return texts;
}

// Counts by maps: split at anything but w, digits and letters; n-grams over the words that remain.
std::map<std::string, std::map<std::size_t, double>> textbook(const Strings &texts,
                                                              const Strings &stop_words,
                                                              std::size_t longest) {
  std::map<std::string, std::map<std::size_t, double>> counts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Strings words;
    std::string word;
    for (const char c : texts[i] + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
        word.push_back(static_cast<char>(std::tolower(c)));
      } else {
        if (word.size() >= 2 &&
            std::find(stop_words.begin(), stop_words.end(), word) == stop_words.end())
          words.push_back(word);
        word.clear();
      }
    }
    for (std::size_t first = 0; first < words.size(); ++first) {
      std::string term;
      for (std::size_t n = 0; n < longest && first + n < words.size(); ++n) {
        term += (n > 0 ? " " : "") + words[first + n];
        ++counts[term][i];
      }
    }
  }
  return counts;
}

void expect_textbook(const Vectorized &ours,
                     const std::map<std::string, std::map<std::size_t, double>> &right,
                     std::size_t n) {
  ASSERT_EQ(ours.names.size(), right.size());
  Plain counts(static_cast<std::int64_t>(n), static_cast<std::int64_t>(right.size()));
  std::int64_t j = 0;
  for (const auto &[term, documents] : right) {  // a map has the order of the bytes
    EXPECT_EQ(ours.names[static_cast<std::size_t>(j)], term);
    for (const auto &[i, count] : documents) counts(static_cast<std::int64_t>(i), j) = count;
    ++j;
  }
  EXPECT_EQ(ours.counts, counts);
}

TEST(Counts, are_those_of_the_textbook) {
  const Strings texts = random_texts(60, 50);
  for (std::int64_t longest = 1; longest <= 3; ++longest)
    for (const Strings &stop_words : {Strings{}, Strings{"OF", "w0"}}) {
      TextRules rules = plain_rules;
      rules.longest_ngram = longest;
      Strings folded;
      for (const std::string &word : stop_words) folded.push_back(word == "OF" ? "of" : word);
      expect_textbook(vectorized(texts, rules, stop_words),
                      textbook(texts, folded, static_cast<std::size_t>(longest)), texts.size());
    }
}

TEST(Counts, tell_words_apart_that_differ_in_one_letter) {
  Strings words;
  for (std::size_t size = 2; size <= 20; ++size)
    for (std::size_t at = 0; at < size; ++at)
      for (char letter = 'a'; letter <= 'z'; ++letter)
        if (letter != 'm') (words.emplace_back(size, 'm'))[at] = letter;
  std::string text;
  for (const std::string &word : words) text += word + ' ';
  std::sort(words.begin(), words.end());
  EXPECT_EQ(vectorized({text}, plain_rules).names, words);
}

TEST(Counts, are_the_same_for_any_threads_batches_and_ways_to_add) {
  // Enough for several batches of several tasks; some terms occur in only some of them.
  Rng rng(7);
  Strings texts;
  const std::string long_word = " " + std::string(30, 'w');
  for (int i = 0; i < 12000; ++i) {
    std::string text = "number" + std::to_string(i / 30);
    for (int w = 0; w < 28; ++w)  // long words: the sizes of batches and tasks are in bytes
      text += " walk" + std::string(rng.below(3) == 0 ? "ing" : "ed") + long_word +
              std::to_string(rng.below(1 + rng.below(500)));
    texts.push_back(text);
  }
  const TextRules rules{.stemming = has_stemming(), .min_df = 2};
  const Vectorized one = vectorized(texts, rules, {}, 1);
  const auto expect_same = [&](const Vectorized &other) {
    EXPECT_EQ(other.names, one.names);
    EXPECT_EQ(other.keys, one.keys);
    EXPECT_TRUE(other.counts == one.counts);
    EXPECT_EQ(other.tokens, one.tokens);
  };
  for (const std::int64_t threads : {2, 5}) expect_same(vectorized(texts, rules, {}, threads));
  Host host(3);
  Vectorizer held(rules, {}, host.memory);
  for (const std::string &text : texts) {
    if (held.fits(static_cast<std::int64_t>(text.size())))
      held.hold(text);
    else
      held.add(text, host.run);
  }
  EXPECT_EQ(held.documents(), 12000);
  expect_same(finished(held, host.run));
}

TEST(Counts, of_new_text_are_those_that_it_had_in_the_vocabulary) {
  const Strings texts = random_texts(80, 60);
  for (const TextRules &rules : {TextRules{.language = "none", .longest_ngram = 3, .min_df = 30},
                                 TextRules{.drop_numbers = true, .max_df = 0.5}}) {
    const Vectorized trained = vectorized(texts, rules);
    Host host(2);
    const Packed packed(texts);
    EXPECT_EQ(plain(count_known_terms(*trained.text, packed.view(), host.run)), trained.counts);
    const Packed strange({"unheard words only", "", "W1 w1 nobody"});
    const PackedCounts X = count_known_terms(*trained.text, strange.view(), host.run);
    EXPECT_EQ(X.rows, 3);
    EXPECT_EQ(X.columns, trained.text->size());
    EXPECT_EQ(X.indptr[2], 0);
  }
}

TEST(Vocabulary, is_limited_by_document_frequency_but_for_fifty_terms) {
  Strings texts(200);
  for (std::size_t t = 0; t < 100; ++t)  // term t is in t + 1 documents
    for (std::size_t i = 0; i <= t; ++i) texts[i] += "term" + std::to_string(t) + " ";
  for (auto &text : texts) text += "common";
  const auto size = [&](std::int64_t min_df, double max_df) {
    return vectorized(texts, {.language = "none", .min_df = min_df, .max_df = max_df}).names.size();
  };
  EXPECT_EQ(size(1, 1), 101u);
  EXPECT_EQ(size(31, 1), 71u);
  EXPECT_EQ(size(31, 0.9), 70u);
  EXPECT_EQ(size(52, 1), 50u);
  EXPECT_EQ(size(90, 1), 50u) << "never fewer";
  EXPECT_EQ(size(90, 0.2), 50u) << "never fewer, and the upper limit goes";
}

TEST(Vocabulary, leaves_out_stop_words_and_numbers) {
  const Strings texts = {"The cats don't like 3 cats of 2024, it's 42nd; we'll see", "THE end"};
  EXPECT_EQ(vectorized(texts, {}).names, (Strings{"2024", "42nd", "cats", "end", "see"}));
  EXPECT_EQ(vectorized(texts, {.drop_numbers = true}).names,
            (Strings{"42nd", "cats", "end", "see"}));
  EXPECT_EQ(vectorized(texts, {}, {"See", "CATS!"}).names, (Strings{"2024", "42nd", "end"}));
  EXPECT_EQ(vectorized(texts, {.built_in_stop_words = false}).names,
            (Strings{"2024", "42nd", "cats", "don", "end", "it", "like", "ll", "of", "see", "the",
                     "we"}));
}

Strings stop_words(const char *language) {
  Strings found;
  Words cut({1, false});
  cut.each(stop_words_of(language), [&](std::string_view word) { found.emplace_back(word); });
  std::sort(found.begin(), found.end());
  return found;
}

TEST(StopWords, of_many_languages_are_found) {
  const Strings english = stop_words("english");
  ASSERT_GT(english.size(), 150u);
  for (const char *word : {"the", "don", "ll", "ve", "isn", "themselves"})
    EXPECT_TRUE(std::binary_search(english.begin(), english.end(), word)) << word;
  for (const char *word : {"new", "computer", "first", "use"})
    EXPECT_FALSE(std::binary_search(english.begin(), english.end(), word)) << word;
  for (const auto &[language, word] :
       std::initializer_list<std::pair<const char *, const char *>>{{"german", "dass"},
                                                                    {"french", "avec"},
                                                                    {"spanish", "para"},
                                                                    {"portuguese", "não"},
                                                                    {"russian", "который"},
                                                                    {"arabic", "على"},
                                                                    {"hindi", "लेकिन"},
                                                                    {"indonesian", "dengan"},
                                                                    {"turkish", "için"},
                                                                    {"italian", "perché"},
                                                                    {"dutch", "voor"},
                                                                    {"chinese", "这个"},
                                                                    {"chinese", "這個"},
                                                                    {"chinese", "沒有"}}) {
    const Strings words = stop_words(language);
    EXPECT_TRUE(std::binary_search(words.begin(), words.end(), word)) << language;
  }
  EXPECT_TRUE(stop_words_of("basque").empty());
}

TEST(Segmentation, finds_words_by_dictionary) {
  if (!Segmenter::available()) GTEST_SKIP() << "this build has no ICU";
  const Vectorized v = vectorized({"操作系统的软件包管理工具", "ソフトウェアの開発環境です"},
                                  {.language = "none", .dictionary = true});
  for (const char *word : {"操作", "系统", "管理", "工具", "ソフトウェア", "開発", "環境"})
    EXPECT_NE(std::find(v.names.begin(), v.names.end(), word), v.names.end()) << word;
}

#define NEEDS_STEMMING \
  if (!has_stemming()) GTEST_SKIP() << "this build has no libstemmer"

TEST(Stemming, names_a_stem_by_its_most_frequent_word) {
  NEEDS_STEMMING;
  const Vectorized v = vectorized(
      {"Running runs RUNNING connections", "connected connection run running connection"},
      {.stemming = true});
  EXPECT_EQ(v.names, (Strings{"connection", "running"}));
  EXPECT_EQ(v.keys, (Strings{"connect", "run"}));
  EXPECT_EQ(v.counts.values, (std::vector<double>{1, 3, 3, 2}));
  EXPECT_EQ(vectorized({"walks walked", "walked walks"}, {.stemming = true}).names,
            (Strings{"walked"}))
      << "ties by bytes";
}

TEST(Stemming, names_runs_of_words_by_their_words) {
  NEEDS_STEMMING;
  const Vectorized v = vectorized({"learning machines, learning machines", "learned machine"},
                                  {.stemming = true, .longest_ngram = 2});
  EXPECT_EQ(v.names, (Strings{"learning", "learning machines", "machines", "machines learning"}));
}

TEST(Stemming, knows_the_languages_of_the_option) {
  NEEDS_STEMMING;
  EXPECT_EQ(vectorized({"H\xc3\xa4user Hauses", "Haus"}, {.language = "german", .stemming = true})
                .names.size(),
            1u);
  expect_error(Status::option, "stemming requires a language",
               [] { vectorized({"a"}, {.language = "none", .stemming = true}); });
  expect_error(Status::feature, "klingon",
               [] { vectorized({"a"}, {.language = "klingon", .stemming = true}); });
}

TEST(FixedVocabulary, names_columns_and_counts_its_terms) {
  Host host;
  const Packed terms({"Apple", "New York", "", "apple",
                      "bro\xff"
                      "ken",
                      "x"});
  const auto text = fixed_vocabulary(terms.view(), host.memory);
  ASSERT_EQ(text->size(), 6);
  EXPECT_STREQ(text->name(0), "Apple");
  EXPECT_STREQ(text->name(1), "New York");
  EXPECT_STREQ(text->name(2), "");
  EXPECT_STREQ(text->name(4), "bro\xef\xbf\xbdken");
  EXPECT_EQ(text->replaced, 1);
  const Packed texts({"apples, an APPLE of New York", "york new x. X, x"});
  EXPECT_EQ(plain(count_known_terms(*text, texts.view(), host.run)).values,
            (std::vector<double>{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3}));
  const Packed nul({"fine", std::string("n\0l", 3)});
  expect_error(Status::value, "term 1 contains a NUL",
               [&] { fixed_vocabulary(nul.view(), host.memory); });
  expect_error(Status::empty, "no term", [&] { fixed_vocabulary(Packed({}).view(), host.memory); });
}

TEST(MalformedText, text_is_counted_and_nothing_is_fatal) {
  const std::string line(10'000'000, 'z');
  const Strings texts = {"",
                         "word",
                         line,
                         std::string("nul\0nul", 7),
                         "<html><b>bold</b>&nbsp;</html>",
                         "From: a@b.org\r\n> > quoted =20=\r\n",
                         "\xff\xfe\xc0\xaf bytes",
                         "\xf0\x9f\x98\x80\xf0\x9f\x98\x80",
                         "   \t\n "};
  const Vectorized v = vectorized(texts, plain_rules);
  EXPECT_EQ(v.counts.rows, 9);
  EXPECT_EQ(v.replaced, 4);
  EXPECT_EQ(v.names, (Strings{"20", "bold", "bytes", "from", "html", "nbsp", "nul", "org", "quoted",
                              "word", line}));
  EXPECT_EQ(v.counts(3, 6), 2);
  for (const std::int64_t i : {0, 7, 8})
    for (std::int64_t j = 0; j < v.counts.columns; ++j) EXPECT_EQ(v.counts(i, j), 0);
}

TEST(MalformedText, an_empty_vocabulary_is_reported_and_more_text_may_follow) {
  Host host;
  Vectorizer vectorizer({}, {}, host.memory);
  expect_error(Status::empty, "no term is left in 0 documents",
               [&] { vectorizer.finish(host.run); });
  vectorizer.hold("the of and");
  expect_error(Status::empty, "no term is left in 1 document",
               [&] { vectorizer.finish(host.run); });
  vectorizer.hold("words");
  EXPECT_EQ(finished(vectorizer, host.run).counts.rows, 2);
}

// Fails once, when `left` allocations have succeeded.
struct Failing {
  std::int64_t left = -1;
  static void *allocate(void *user, std::size_t size) {
    Failing &failing = *static_cast<Failing *>(user);
    return failing.left >= 0 && failing.left-- == 0 ? nullptr : std::malloc(size);
  }
  static void release(void *, void *pointer) { std::free(pointer); }
};

// The blocks of counts become rows of the matrix one by one.
TEST(Finish, that_fails_in_the_middle_loses_nothing) {
  TextRules rules = plain_rules;
  rules.min_df = 2;
  Strings common, rare;
  for (int t = 0; t < 60; ++t)
    common.push_back("b" + std::to_string(t) + " b" + std::to_string(t / 2));
  for (int t = 0; t < 20; ++t)
    rare.push_back("a" + std::to_string(t) + " a0 c" + std::to_string(t) + " b7 b7");
  const Packed first(common), second(rare), third({"c3 new", "b0 c3 new c4"});
  Host host;
  Failing failing;
  host.memory = std::make_shared<Memory>(Failing::allocate, Failing::release, &failing);
  host.run.memory = host.memory;
  const auto counted = [&](std::int64_t left) {
    Vectorizer vectorizer(rules, {}, host.memory);
    vectorizer.add(first.view(), host.run);
    vectorizer.add(second.view(), host.run);
    vectorizer.add(first.view(), host.run);
    bool failed = false;
    failing.left = left;
    try {
      if (left >= 0) vectorizer.finish(host.run);
    } catch (const Error &error) {
      failed = error.status() == Status::memory;
    }
    failing.left = -1;
    vectorizer.add(third.view(), host.run);
    return std::pair(failed || left < 0, finished(vectorizer, host.run));
  };
  const Vectorized right = counted(-1).second;
  EXPECT_EQ(right.counts.rows, 142);
  EXPECT_EQ(right.counts.columns, 64) << "60 times b, a0, c3, new, c4, and no other";
  int failures = 0;
  for (std::int64_t left = 0;; ++left, ++failures) {
    const auto [failed, v] = counted(left);
    ASSERT_EQ(v.names, right.names) << left;
    ASSERT_EQ(v.counts, right.counts) << left;
    if (!failed) break;
  }
  EXPECT_GT(failures, 10);
}

TEST(Cancelled, call_leaves_what_was_there_before) {
  Host host(2);
  Vectorizer vectorizer(plain_rules, {}, host.memory);
  const Packed before({"first words", "second words"}), more(random_texts(3000, 400));
  vectorizer.add(before.view(), host.run);
  host.monitor.progress = [](void *, const char *, std::int64_t done, std::int64_t, double,
                             double) { return done > 0 ? 1 : 0; };
  expect_error(Status::cancelled, "counting", [&] { vectorizer.add(more.view(), host.run); });
  EXPECT_EQ(vectorizer.documents(), 2);
  host.monitor.progress = nullptr;
  host.monitor.cancel = false;
  const Vectorized v = finished(vectorizer, host.run);
  EXPECT_EQ(v.names, (Strings{"first", "second", "words"}));
  EXPECT_EQ(v.tokens, 4);
}

}  // namespace
}  // namespace manifact
