// From text to a model and back: vocabulary, counts, the vectorizer in the model and in its file.
#include "api_corpus.hpp"
#include "text_data.hpp"

namespace {

using api::Packed;
using support::Matrix;
using support::Vectorizer;
using Strings = std::vector<std::string>;

class Text : public testing::Test {
 protected:
  support::Context context = support::context();
  manifact_context *c = context.get();
};

TEST_F(Text, becomes_counts_of_terms_in_the_order_of_their_bytes) {
  const Vectorizer v = api::vectorizer(c, {{"stop-words", "none"}});
  api::add(v.get(), {"Zebra, apple; apple!", "", "a Zebra x2 snake_case"});
  const Matrix X = api::finish(v.get());
  EXPECT_EQ(api::terms(v.get()), (Strings{"apple", "snake_case", "x2", "zebra"}));
  EXPECT_EQ(support::dense(X.get()), (std::vector<double>{2, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(manifact_vectorizer_documents(v.get()), 3);
  EXPECT_EQ(manifact_vectorizer_tokens(v.get()), 6);
  EXPECT_EQ(manifact_vectorizer_replaced(v.get()), 0);
  EXPECT_EQ(manifact_vectorizer_term(v.get(), 4), nullptr);
  EXPECT_EQ(manifact_vectorizer_term(v.get(), -1), nullptr);
}

TEST_F(Text, is_the_same_one_by_one_as_many_at_once) {
  const Strings texts = api::reports();
  const Vectorizer one = api::vectorizer(c), many = api::vectorizer(c);
  api::add(one.get(), texts);
  const Packed packed(texts);
  ASSERT_EQ(manifact_vectorizer_add_many(many.get(), packed.bytes.data(), packed.offsets.data(), packed.count()), MANIFACT_OK);
  EXPECT_EQ(manifact_vectorizer_documents(one.get()), 30);
  EXPECT_EQ(manifact_vectorizer_documents(many.get()), 30);
  const Matrix X = api::finish(one.get()), Y = api::finish(many.get());
  EXPECT_EQ(api::terms(one.get()), api::terms(many.get()));
  EXPECT_EQ(support::dense(X.get()), support::dense(Y.get()));
}

TEST_F(Text, transformed_again_gives_the_counts_it_gave) {
  const Strings texts = api::reports();
  for (const support::Settings &settings :
       {support::Settings{}, {{"stemming", "on"}}, {{"ngrams", "3"}}, {{"stemming", "on"}, {"ngrams", "2"}, {"accents", "remove"}}, {{"min-df", "9"}}}) {
    const Vectorizer v = api::vectorizer(c, settings);
    api::add(v.get(), texts);
    const Matrix X = api::finish(v.get());
    EXPECT_EQ(support::dense(api::transform(c, v.get(), texts).get()), support::dense(X.get()));
  }
}

TEST_F(Text, model_keeps_its_words_in_its_file) {
  const Strings texts = api::reports();
  for (const support::Settings &settings : {support::Settings{}, {{"stemming", "on"}, {"ngrams", "2"}}}) {
    const Vectorizer v = api::vectorizer(c, settings);
    api::add(v.get(), texts);
    const Matrix X = api::finish(v.get());
    const support::Solver s = support::solver(c, "lccf", {{"restarts", "1"}});
    ASSERT_EQ(manifact_solver_set_vectorizer(s.get(), v.get()), MANIFACT_OK);
    const support::Model model = support::fit(s.get(), X.get(), 3);
    EXPECT_EQ(manifact_model_vectorizer(model.get()), v.get());
    const std::string bytes = api::bytes(c, model.get());
    const support::Model loaded = api::load(c, bytes);
    EXPECT_EQ(api::bytes(c, loaded.get()), bytes);
    const manifact_vectorizer *const again = manifact_model_vectorizer(loaded.get());
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(api::terms(again), api::terms(v.get()));
    EXPECT_EQ(manifact_vectorizer_documents(again), 30);
    EXPECT_EQ(manifact_vectorizer_tokens(again), manifact_vectorizer_tokens(v.get()));
    for (const char *name : {"language", "stop-words", "stemming", "accents", "numbers", "ngrams", "word-length", "min-df", "max-df"}) {
      char values[2][32];
      EXPECT_EQ(manifact_vectorizer_get_by_name(v.get(), name, values[0], sizeof values[0]), MANIFACT_OK);
      EXPECT_EQ(manifact_vectorizer_get_by_name(again, name, values[1], sizeof values[1]), MANIFACT_OK);
      EXPECT_STREQ(values[1], values[0]) << name;
    }
    const Matrix Y = api::transform(c, again, texts);
    EXPECT_EQ(support::dense(Y.get()), support::dense(X.get()));
    std::vector<int32_t> before(30), after(30);
    EXPECT_EQ(manifact_model_assign(c, model.get(), X.get(), before.data(), nullptr, 30), MANIFACT_OK);
    EXPECT_EQ(manifact_model_assign(c, loaded.get(), Y.get(), after.data(), nullptr, 30), MANIFACT_OK);
    EXPECT_EQ(after, before);
  }
}

}  // namespace
