// From text to a model and back: vocabulary, counts, the vectorizer in the model and in its file.
#include <thread>

#include "support/corpus.hpp"
#include "support/text_data.hpp"

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
  ASSERT_EQ(manifact_vectorizer_add_many(many.get(), packed.bytes.data(), packed.offsets.data(),
                                         packed.count()),
            MANIFACT_OK);
  EXPECT_EQ(manifact_vectorizer_documents(one.get()), 30);
  EXPECT_EQ(manifact_vectorizer_documents(many.get()), 30);
  const Matrix X = api::finish(one.get()), Y = api::finish(many.get());
  EXPECT_EQ(api::terms(one.get()), api::terms(many.get()));
  EXPECT_EQ(support::dense(X.get()), support::dense(Y.get()));
}

TEST_F(Text, longer_than_what_is_held_keeps_its_place) {
  std::string line;
  while (line.size() < 20'000'000) line += "longword ";
  const Vectorizer v = api::vectorizer(c);
  api::add(v.get(), {"first", line, "last"});
  const Matrix X = api::finish(v.get());
  EXPECT_EQ(api::terms(v.get()), (Strings{"first", "last", "longword"}));
  EXPECT_EQ(support::dense(X.get()),
            (std::vector<double>{1, 0, 0, 0, 0, static_cast<double>(line.size() / 9), 0, 1, 0}));
}

TEST_F(Text, finished_is_shared_by_threads) {
  const Strings texts = api::reports();
  const Vectorizer v = api::vectorizer(c, {{"ngrams", "2"}});
  api::add(v.get(), texts);
  const std::vector<double> right = support::dense(api::finish(v.get()).get());
  std::vector<std::vector<double>> found(8);
  std::vector<std::thread> threads;
  for (auto &mine : found)
    threads.emplace_back([&] {
      const support::Context own = support::context();
      const Vectorizer kept(manifact_vectorizer_retain(v.get()));
      char value[8];
      for (int i = 0; i < 20; ++i)
        EXPECT_EQ(manifact_vectorizer_get_text(kept.get(), "ngrams", value, sizeof value),
                  MANIFACT_OK);
      mine = support::dense(api::transform(own.get(), kept.get(), texts).get());
    });
  for (std::thread &thread : threads) thread.join();
  for (const auto &mine : found) EXPECT_EQ(mine, right);
}

TEST_F(Text, transformed_again_gives_the_counts_it_gave) {
  const Strings texts = api::reports();
  for (const support::Settings &settings :
       {support::Settings{},
        {{"stemming", "yes"}},
        {{"ngrams", "3"}},
        {{"stemming", "yes"}, {"ngrams", "2"}, {"accents", "remove"}},
        {{"min-df", "9"}}}) {
    const Vectorizer v = api::vectorizer(c, settings);
    api::add(v.get(), texts);
    const Matrix X = api::finish(v.get());
    EXPECT_EQ(support::dense(api::transform(c, v.get(), texts).get()), support::dense(X.get()));
  }
}

TEST_F(Text, model_keeps_its_words_in_its_file) {
  const Strings texts = api::reports();
  for (const support::Settings &settings :
       {support::Settings{}, {{"stemming", "yes"}, {"ngrams", "2"}}}) {
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
    for (const char *name : {"language", "stop-words", "stemming", "accents", "numbers", "ngrams",
                             "word-length", "min-df", "max-df"}) {
      char values[2][32];
      EXPECT_EQ(manifact_vectorizer_get_text(v.get(), name, values[0], sizeof values[0]),
                MANIFACT_OK);
      EXPECT_EQ(manifact_vectorizer_get_text(again, name, values[1], sizeof values[1]),
                MANIFACT_OK);
      EXPECT_STREQ(values[1], values[0]) << name;
    }
    const Matrix Y = api::transform(c, again, texts);
    EXPECT_EQ(support::dense(Y.get()), support::dense(X.get()));
    std::vector<int32_t> before(30), after(30);
    EXPECT_EQ(manifact_model_assign(c, model.get(), X.get(), before.data(), nullptr, 30),
              MANIFACT_OK);
    EXPECT_EQ(manifact_model_assign(c, loaded.get(), Y.get(), after.data(), nullptr, 30),
              MANIFACT_OK);
    EXPECT_EQ(after, before);
  }
}

TEST_F(Text, in_a_fixed_vocabulary_names_the_features_of_any_matrix) {
  const Packed names({"left", "Right side", "left"});
  manifact_vectorizer *out = nullptr;
  ASSERT_EQ(manifact_vectorizer_from_terms(c, names.bytes.data(), names.offsets.data(), 3, &out),
            MANIFACT_OK);
  const Vectorizer v(out);
  EXPECT_EQ(api::terms(v.get()), (Strings{"left", "Right side", "left"}));
  EXPECT_EQ(support::dense(api::transform(c, v.get(), {"left, the RIGHT side!", ""}).get()),
            (std::vector<double>{1, 1, 0, 0, 0, 0}));
  const Matrix X = support::matrix(c, 4, 3, {3, 0, 1, 2, 0, 1, 0, 5, 1, 0, 4, 1}, true);
  const support::Solver s = support::solver(c, "kmeans");
  ASSERT_EQ(manifact_solver_set_vectorizer(s.get(), v.get()), MANIFACT_OK);
  const support::Model model = support::fit(s.get(), X.get(), 2);
  const support::Model loaded = api::load(c, api::bytes(c, model.get()));
  EXPECT_EQ(api::terms(manifact_model_vectorizer(loaded.get())),
            (Strings{"left", "Right side", "left"}));
  EXPECT_EQ(api::bytes(c, loaded.get()), api::bytes(c, model.get()));
}

TEST_F(Text, is_left_without_its_words_when_the_solver_forgets_them) {
  const Vectorizer v = api::vectorizer(c);
  api::add(v.get(), api::reports());
  const Matrix X = api::finish(v.get());
  const support::Solver s = support::solver(c, "kmeans");
  ASSERT_EQ(manifact_solver_set_vectorizer(s.get(), v.get()), MANIFACT_OK);
  ASSERT_EQ(manifact_solver_set_vectorizer(s.get(), nullptr), MANIFACT_OK);
  const support::Model model = support::fit(s.get(), X.get(), 3);
  EXPECT_EQ(manifact_model_vectorizer(model.get()), nullptr);
  EXPECT_EQ(api::bytes(c, model.get()).find("text_rules"), std::string::npos);
}

TEST_F(Text, handles_outlive_each_other) {
  support::Context other = support::context();
  Vectorizer v = api::vectorizer(other.get());
  other.reset();  // its progress and cancellation are released, its vectorizer continues
  api::add(v.get(), api::reports());
  const Packed packed(api::reports());
  ASSERT_EQ(manifact_vectorizer_add_many(v.get(), packed.bytes.data(), packed.offsets.data(),
                                         packed.count()),
            MANIFACT_OK);
  const Matrix X = api::finish(v.get());
  support::Solver s = support::solver(c, "kmeans");
  ASSERT_EQ(manifact_solver_set_vectorizer(s.get(), v.get()), MANIFACT_OK);
  v.reset();
  support::Model model = support::fit(s.get(), X.get(), 3);
  s.reset();
  const manifact_vectorizer *const view = manifact_model_vectorizer(model.get());
  const Vectorizer kept(manifact_vectorizer_retain(const_cast<manifact_vectorizer *>(view)));
  model.reset();
  EXPECT_EQ(manifact_vectorizer_documents(kept.get()), 60);
  EXPECT_EQ(support::dense(api::transform(c, kept.get(), {"goalkeeper"}).get()).size(),
            static_cast<size_t>(manifact_vectorizer_terms(kept.get())));
}

TEST_F(Text, cancelled_from_outside_leaves_the_documents_before) {
  const Vectorizer v = api::vectorizer(c);
  api::add(v.get(), {"kept words"});
  manifact_cancel_token *token = nullptr;
  ASSERT_EQ(manifact_cancel_token_create(&token), MANIFACT_OK);
  ASSERT_EQ(manifact_context_set_cancel_token(c, token), MANIFACT_OK);
  manifact_cancel_token_request(token);
  EXPECT_EQ(manifact_vectorizer_add(v.get(), "lost", 4), MANIFACT_ERROR_CANCELLED);
  manifact_cancel_token_free(token);
  const auto stop = [](void *, const char *, int64_t, int64_t, double, double) { return 1; };
  ASSERT_EQ(manifact_context_set_progress(c, stop, nullptr), MANIFACT_OK);
  const Packed packed(api::reports());
  EXPECT_EQ(manifact_vectorizer_add_many(v.get(), packed.bytes.data(), packed.offsets.data(),
                                         packed.count()),
            MANIFACT_ERROR_CANCELLED);
  manifact_matrix *X = nullptr;
  EXPECT_EQ(manifact_vectorizer_finish(v.get(), &X), MANIFACT_ERROR_CANCELLED);
  EXPECT_EQ(X, nullptr);
  ASSERT_EQ(manifact_context_set_progress(c, nullptr, nullptr), MANIFACT_OK);
  const Matrix counts = api::finish(v.get());
  EXPECT_EQ(api::terms(v.get()), (Strings{"kept", "words"}));
}

// The status and message of each.
class TextErrors : public Text {
 protected:
  void expect(int status, int expected, const char *words, const char *message) {
    EXPECT_EQ(status, expected) << message;
    EXPECT_NE(std::string(message).find(words), std::string::npos)
        << "said: " << message << "\nexpected: " << words;
  }
  const char *said(const Vectorizer &of) { return manifact_vectorizer_message(of.get()); }

  Vectorizer v = api::vectorizer(c);
  manifact_matrix *X = nullptr;
};

TEST_F(TextErrors, what_is_missing_or_of_another_kind_is_refused) {
  auto *const foreign = reinterpret_cast<manifact_vectorizer *>(c);
  const int64_t offsets[] = {0, 3, 2};
  manifact_vectorizer *out = foreign;
  EXPECT_EQ(manifact_vectorizer_create(nullptr, &out), MANIFACT_ERROR_NULL);
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(manifact_vectorizer_create(c, nullptr), MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_vectorizer_add(nullptr, "a", 1), MANIFACT_ERROR_NULL);
  EXPECT_EQ(manifact_vectorizer_add(foreign, "a", 1), MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(manifact_vectorizer_add_many(foreign, "a", offsets, 1), MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(manifact_vectorizer_finish(foreign, &X), MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(manifact_vectorizer_set_text(foreign, "ngrams", "1"), MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(manifact_vectorizer_transform(c, foreign, "a", offsets, 1, &X), MANIFACT_ERROR_HANDLE);
  EXPECT_EQ(manifact_vectorizer_documents(foreign), -1);
  EXPECT_EQ(manifact_vectorizer_terms(nullptr), -1);
  EXPECT_EQ(manifact_vectorizer_tokens(foreign), -1);
  EXPECT_EQ(manifact_vectorizer_replaced(nullptr), -1);
  EXPECT_EQ(manifact_vectorizer_term(foreign, 0), nullptr);
  EXPECT_STREQ(manifact_vectorizer_message(foreign), "not a vectorizer");
  EXPECT_EQ(manifact_model_vectorizer(nullptr), nullptr);
  expect(manifact_vectorizer_add(v.get(), nullptr, 1), MANIFACT_ERROR_NULL, "text is NULL",
         said(v));
  expect(manifact_vectorizer_add(v.get(), "a", -1), MANIFACT_ERROR_ARGUMENT,
         "length must be at least 0, not -1", said(v));
  expect(manifact_vectorizer_add_many(v.get(), nullptr, offsets, 1), MANIFACT_ERROR_NULL,
         "bytes is NULL", said(v));
  expect(manifact_vectorizer_add_many(v.get(), "abc", nullptr, 1), MANIFACT_ERROR_NULL,
         "offsets is NULL", said(v));
  expect(manifact_vectorizer_add_many(v.get(), "abc", offsets, 2), MANIFACT_ERROR_ARGUMENT,
         "offsets[2] < offsets[1]", said(v));
  expect(manifact_vectorizer_add_many(v.get(), "abc", offsets, -1), MANIFACT_ERROR_ARGUMENT,
         "count must be at least 0, not -1", said(v));
  expect(manifact_vectorizer_finish(v.get(), nullptr), MANIFACT_ERROR_NULL, "out is NULL", said(v));
  EXPECT_EQ(manifact_vectorizer_add(v.get(), nullptr, 0), MANIFACT_OK) << "an empty document";
  expect(manifact_vectorizer_finish(v.get(), &X), MANIFACT_ERROR_EMPTY,
         "no term is left in 1 document", said(v));
}

TEST_F(TextErrors, options_are_checked_and_come_first) {
  expect(manifact_vectorizer_set_text(v.get(), "lambda", "1"), MANIFACT_ERROR_OPTION,
         "the vectorizer has no option 'lambda'", said(v));
  expect(manifact_vectorizer_set_text(v.get(), "color", "1"), MANIFACT_ERROR_OPTION, "'color'",
         said(v));
  expect(manifact_vectorizer_set_text(v.get(), "ngrams", "4"), MANIFACT_ERROR_OPTION,
         "between 1 and 3", said(v));
  expect(manifact_vectorizer_set_text(v.get(), "language", "klingon"), MANIFACT_ERROR_OPTION,
         "klingon", said(v));
  char value[8];
  EXPECT_EQ(manifact_vectorizer_get_text(v.get(), "language", value, 7), MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(manifact_vectorizer_get_text(v.get(), "language", value, 8), MANIFACT_OK);
  EXPECT_STREQ(value, "english");
  EXPECT_EQ(manifact_vectorizer_get_text(v.get(), "seed", value, 8), MANIFACT_ERROR_OPTION);
  ASSERT_EQ(manifact_vectorizer_set_text(v.get(), "language", "none"), MANIFACT_OK);
  ASSERT_EQ(manifact_vectorizer_set_text(v.get(), "stemming", "yes"), MANIFACT_OK);
  EXPECT_LT(manifact_vectorizer_add(v.get(), "a", 1), 0)
      << "stemming without a language, or without libstemmer";
  ASSERT_EQ(manifact_vectorizer_set_text(v.get(), "stemming", "no"), MANIFACT_OK)
      << "nothing has begun yet";
  api::add(v.get(), {"word"});
  const int64_t offsets[] = {0, 1};
  expect(manifact_vectorizer_set_text(v.get(), "ngrams", "2"), MANIFACT_ERROR_ARGUMENT,
         "before the first document", said(v));
  expect(manifact_vectorizer_add_stop_words(v.get(), "a", offsets, 1), MANIFACT_ERROR_ARGUMENT,
         "before the first document", said(v));
}

TEST_F(TextErrors, options_have_types_and_defaults) {
  const auto value = [&](const char *name) {
    char text[32] = "";
    EXPECT_EQ(manifact_vectorizer_get_text(v.get(), name, text, sizeof text), MANIFACT_OK);
    return std::string(text);
  };
  const std::string min_df = value("min-df"), max_df = value("max-df");
  ASSERT_EQ(manifact_vectorizer_set_int64(v.get(), "min_df", 7), MANIFACT_OK);
  ASSERT_EQ(manifact_vectorizer_set_double(v.get(), "max-df", 0.25), MANIFACT_OK);
  ASSERT_EQ(manifact_vectorizer_set_bool(v.get(), "stemming", MANIFACT_TRUE), MANIFACT_OK);
  EXPECT_EQ(value("min-df"), "7");
  EXPECT_EQ(value("max_df"), "0.25");
  EXPECT_EQ(value("stemming"), "yes");
  EXPECT_EQ(manifact_vectorizer_set_double(v.get(), "min-df", 1.5), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_vectorizer_set_int64(v.get(), "language", 1), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(manifact_vectorizer_set_bool(v.get(), "max-df", 1), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(value("min-df"), "7") << "a refused value changes nothing";
  ASSERT_EQ(manifact_vectorizer_reset(v.get(), "min-df"), MANIFACT_OK);
  EXPECT_EQ(value("min-df"), min_df);
  EXPECT_EQ(value("max-df"), "0.25");
  ASSERT_EQ(manifact_vectorizer_reset(v.get(), nullptr), MANIFACT_OK);
  EXPECT_EQ(value("max-df"), max_df);
  EXPECT_EQ(value("stemming"), "no");
}

TEST_F(TextErrors, what_is_finished_is_finished_and_what_is_not_is_not_used) {
  const int64_t offsets[] = {0, 4};
  const support::Solver s = support::solver(c, "kmeans");
  expect(manifact_vectorizer_transform(c, v.get(), "word", offsets, 1, &X), MANIFACT_ERROR_ARGUMENT,
         "not finished", manifact_context_message(c));
  expect(manifact_solver_set_vectorizer(s.get(), v.get()), MANIFACT_ERROR_ARGUMENT, "not finished",
         manifact_solver_message(s.get()));
  EXPECT_EQ(manifact_solver_set_vectorizer(s.get(), reinterpret_cast<manifact_vectorizer *>(c)),
            MANIFACT_ERROR_HANDLE);
  api::add(v.get(), {"some words", "more words"});
  const Matrix counts = api::finish(v.get());
  expect(manifact_vectorizer_add(v.get(), "word", 4), MANIFACT_ERROR_ARGUMENT, "finished", said(v));
  expect(manifact_vectorizer_add_many(v.get(), "word", offsets, 1), MANIFACT_ERROR_ARGUMENT,
         "finished", said(v));
  expect(manifact_vectorizer_finish(v.get(), &X), MANIFACT_ERROR_ARGUMENT, "finished", said(v));
  expect(manifact_vectorizer_set_text(v.get(), "ngrams", "2"), MANIFACT_ERROR_ARGUMENT,
         "before the first document", said(v));
  expect(manifact_vectorizer_transform(c, v.get(), "word", offsets, 0, &X), MANIFACT_ERROR_EMPTY,
         "no documents", manifact_context_message(c));
  ASSERT_EQ(manifact_solver_set_vectorizer(s.get(), v.get()), MANIFACT_OK);
  const Matrix other = support::matrix(c, 2, 2, {1, 0, 0, 1});
  manifact_model *model = nullptr;
  expect(manifact_solver_fit(s.get(), other.get(), 2, &model), MANIFACT_ERROR_MISMATCH,
         "the vectorizer has 1 terms, but X has 2 columns", manifact_solver_message(s.get()));
  EXPECT_EQ(model, nullptr);
}

}  // namespace
