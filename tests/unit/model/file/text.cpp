// model/file/text: written sections are read back; damaged ones, ones of another size and ones of a
// later release are refused.
#include "model/file/text.hpp"
#include "support/expect_error.hpp"
#include "support/numbers.hpp"
#include "text/vectorizer.hpp"

namespace manifact {
namespace {

using Sections = std::vector<std::pair<std::string, std::string>>;

const std::string rules =
    "needs=\nmin-df=2\nmax-df=0.5\nlanguage=german\nstop-words=none\nstemming=off\naccents="
    "remove\nnumbers=drop\nngrams=2\nword-length=3\n"
    "documents=9\ntokens=80\nreplaced=1\n";
const std::string terms("eins\0zwei\0", 10);

Sections good() {
  return {{"text_rules", rules}, {"terms", terms}, {"stop_words", std::string("und\0", 4)}};
}

std::string bytes_of(const ArchiveWriter &writer) {
  std::string bytes;
  writer.finish([&](const void *data, std::size_t size) {
    bytes.append(static_cast<const char *>(data), size);
    return true;
  });
  return bytes;
}

std::shared_ptr<const TextModel> read(const Sections &sections, std::int64_t m = 2) {
  ArchiveWriter writer;
  for (const auto &[name, content] : sections) writer.text(name, content);
  const std::string bytes = bytes_of(writer);
  return read_text(ArchiveReader(bytes.data(), bytes.size(), "test"), feature_text, m,
                   std::make_shared<Memory>());
}

Sections with(const std::string &name, const std::string &content) {
  Sections sections = good();
  for (auto &section : sections)
    if (section.first == name) {
      section.second = content;
      return sections;
    }
  sections.emplace_back(name, content);
  return sections;
}

Sections with_rule(const std::string &before, const std::string &after) {
  std::string changed = rules;
  EXPECT_NE(changed.find(before), std::string::npos);
  return with("text_rules", changed.replace(changed.find(before), before.size(), after));
}

TEST(TextFile, is_read_as_it_was_written) {
  const auto text = read(good());
  EXPECT_EQ(text->rules.language, "german");
  EXPECT_FALSE(text->rules.built_in_stop_words);
  EXPECT_FALSE(text->rules.stemming);
  EXPECT_TRUE(text->rules.remove_accents);
  EXPECT_TRUE(text->rules.drop_numbers);
  EXPECT_EQ(text->rules.longest_ngram, 2);
  EXPECT_EQ(text->rules.shortest_word, 3);
  EXPECT_EQ(text->rules.min_df, 2);
  EXPECT_EQ(text->rules.max_df, 0.5);
  EXPECT_EQ(text->documents, 9);
  EXPECT_EQ(text->tokens, 80);
  EXPECT_EQ(text->replaced, 1);
  EXPECT_EQ(text->stop_words.find("und"), 0);
  EXPECT_STREQ(text->name(1), "zwei");
  EXPECT_EQ(text->keys.find("zwei"), 1);
  ArchiveWriter writer, again;
  put_text(writer, feature_text, *text);
  for (const auto &[name, content] : good()) again.text(name, content);
  EXPECT_EQ(bytes_of(writer), bytes_of(again));
  EXPECT_STREQ(read(with("term_keys", std::string("ein\0zw\0", 7)))->name(0), "eins");
  EXPECT_EQ(read(with("term_keys", std::string("ein\0zw\0", 7)))->keys.find("ein"), 0);
}

TEST(TextFile, of_a_later_release_is_refused) {
  expect_error(Status::version, "need 'phrases'",
               [] { read(with_rule("needs=", "needs=phrases")); });
  expect_error(Status::version, "language 'klingon'", [] { read(with_rule("german", "klingon")); });
  expect_error(Status::version, "stemming 'lemmas'",
               [] { read(with_rule("stemming=off", "stemming=lemmas")); });
}

TEST(TextFile, that_is_damaged_is_refused) {
  expect_error(Status::corrupt, "'documents' of the text is '-1'",
               [] { read(with_rule("documents=9", "documents=-1")); });
  expect_error(Status::corrupt, "'ngrams' of the text is '4'",
               [] { read(with_rule("ngrams=2", "ngrams=4")); });
  expect_error(Status::corrupt, "'accents' of the text is missing",
               [] { read(with_rule("accents=remove\n", "")); });
  expect_error(Status::corrupt, "2 terms and 2 names for 3 features", [] { read(good(), 3); });
  expect_error(Status::corrupt, "1 terms and 1 names for 2 features",
               [] { read(with("terms", std::string("eins\0", 5))); });
  expect_error(Status::corrupt, "section 'terms' does not end with a complete term",
               [] { read(with("terms", "eins")); });
  expect_error(Status::corrupt, "'terms' is not UTF-8",
               [] { read(with("terms", std::string("ei\xff\0zwei\0", 9))); });
  expect_error(Status::corrupt, "'stop_words' does not end",
               [] { read(with("stop_words", "und")); });
  expect_error(Status::corrupt, "1 terms and 2 names for 2 features",
               [] { read(with("term_keys", std::string("ein\0", 4))); });
}

}  // namespace
}  // namespace manifact
