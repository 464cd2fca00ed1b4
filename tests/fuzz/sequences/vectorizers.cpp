#include <cstdlib>
#include <cstring>

#include "actions.hpp"
#include "data.hpp"
#include "options.hpp"

namespace sequences {
namespace {

void set_option(World &world, Vectorizer &vectorizer) {
  const Option &option = world.random.pick(options_of("vectorizer"));
  const char *const name = world.random.chance(98) ? option.name.c_str() : "lambda";
  const std::string set = random_value(world, option, true);
  switch (world.random.below(6)) {
    case 0:
      CALL(manifact_vectorizer_set_int64, vectorizer.handle, name,
           static_cast<std::int64_t>(std::strtoll(set.c_str(), nullptr, 10)));
      break;
    case 1:
      CALL(manifact_vectorizer_set_double, vectorizer.handle, name,
           std::strtod(set.c_str(), nullptr));
      break;
    case 2:
      CALL(manifact_vectorizer_set_bool, vectorizer.handle, name, set == "yes" ? 1 : 0);
      break;
    case 3:
      CALL(manifact_vectorizer_reset, vectorizer.handle, world.random.chance(20) ? nullptr : name);
      break;
    default:
      CALL(manifact_vectorizer_set_text, vectorizer.handle, name, or_null(world, set.c_str()));
  }
  std::int64_t whole = 0;
  double real = 0;
  manifact_bool truth = 7;
  CALL(manifact_vectorizer_get_int64, vectorizer.handle, name, or_null(world, &whole, 5));
  CALL(manifact_vectorizer_get_double, vectorizer.handle, name, or_null(world, &real, 5));
  if (CALL(manifact_vectorizer_get_bool, vectorizer.handle, name, &truth) == 0)
    expect(truth == 0 || truth == 1, "neither true nor false");
  if (!world.solvers.empty() && world.random.chance(20))
    CALL(manifact_vectorizer_take_limits, vectorizer.handle,
         world.random.pick(world.solvers).handle);
  char value[64] = "";
  const std::size_t size =
      static_cast<std::size_t>(world.random.chance(90) ? 64 : world.random.below(8));
  const int status = CALL(manifact_vectorizer_get_text, vectorizer.handle, name,
                          or_null(world, static_cast<char *>(value)), size);
  if (status == 0) expect(std::strlen(value) < size, "a text beyond its buffer");
  std::size_t needed = 0;
  if (CALL(manifact_vectorizer_get_text_size, vectorizer.handle, name, &needed) == 0 && status == 0)
    expect(needed == std::strlen(value) + 1, "another size than that of the text");
}

// CLD2, which detects the language of the first texts, keeps its blocks where an allocation within
// it fails.
int added(World &world, const manifact_vectorizer *vectorizer, int status) {
  char language[16] = "";
  if (status == MANIFACT_ERROR_MEMORY &&
      manifact_vectorizer_get_text(vectorizer, "language", language, sizeof language) ==
          MANIFACT_OK &&
      std::string_view(language) == "auto")
    world.has_foreign_leak = true;
  return status;
}

// Some documents, usually up to the end; then possibly a solver with the words.
void fill(World &world, Vectorizer &vectorizer) {
  const Texts texts = random_texts(world, random_rows(world));
  const int status = CALL(manifact_vectorizer_add_many, vectorizer.handle, texts.bytes.c_str(),
                          texts.offsets.data(), texts.count());
  if (added(world, vectorizer.handle, status) < 0) return;
  manifact_matrix *out = unset<manifact_matrix>();
  if (world.random.chance(20) || CALL(manifact_vectorizer_finish, vectorizer.handle, &out) < 0)
    return;
  vectorizer.finished = true;
  keep(world, out);
  if (!world.solvers.empty())
    CALL(manifact_solver_set_vectorizer, world.random.pick(world.solvers).handle,
         vectorizer.handle);
}

void add_vectorizer(World &world) {
  if (world.vectorizers.size() > 3) return;
  manifact_vectorizer *out = unset<manifact_vectorizer>();
  if (world.random.chance(25)) {
    Texts terms = random_texts(world, random_columns(world));
    if (world.random.chance(10)) world.random.pick(terms.offsets) = random_number(world, -1);
    const std::int64_t count = terms.count();
    if (CALL(manifact_vectorizer_from_terms, any_context(world),
             or_null(world, terms.bytes.c_str()), terms.offsets.data(), count, &out) < 0)
      return;
    expect(CALL(manifact_vectorizer_terms, out) == count, "another number of terms");
    world.vectorizers.push_back({out, true});
    return;
  }
  if (CALL(manifact_vectorizer_create, any_context(world), &out) < 0) return;
  world.vectorizers.push_back({out, false});
  for (std::int64_t i = world.random.below(3); i > 0; --i)
    set_option(world, world.vectorizers.back());
  if (world.random.chance(80)) fill(world, world.vectorizers.back());
}

void vectorizer_options(World &world) {
  if (!world.vectorizers.empty()) set_option(world, world.random.pick(world.vectorizers));
}

void stop_words(World &world) {
  const auto v = one_of(world, world.vectorizers);
  const Texts words = random_texts(world, world.random.below(4));
  expect_refused(CALL(manifact_vectorizer_add_stop_words, v.handle, words.bytes.c_str(),
                      words.offsets.data(), words.count()),
                 v);
}

void add_documents(World &world) {
  const auto v = one_of(world, world.vectorizers);
  const Texts texts =
      random_texts(world, world.random.chance(60) ? world.n : world.random.between(1, 20));
  const std::int64_t before = CALL(manifact_vectorizer_documents, v.handle);
  const bool many = world.random.chance(70);
  std::int64_t count = many ? texts.count() : 1;
  int status;
  if (many) {
    status = CALL(manifact_vectorizer_add_many, v.handle, texts.bytes.c_str(),
                  or_null(world, texts.offsets.data()), count);
  } else {
    status = CALL(manifact_vectorizer_add, v.handle, texts.bytes.c_str(),
                  world.random.chance(95) ? texts.offsets[1] : std::int64_t{-1});
  }
  expect_refused(added(world, v.handle, status), v);
  const std::int64_t now = CALL(manifact_vectorizer_documents, v.handle);
  expect(now == before + (status == 0 ? count : 0),
         "a failing call added documents, or one that did not fail added others");
}

void finish(World &world) {
  const auto v = one_of(world, world.vectorizers);
  manifact_matrix *out = unset<manifact_matrix>();
  const int status = CALL(manifact_vectorizer_finish, v.handle, &out);
  expect_refused(status, v);
  if (status < 0) return;
  v.record->finished = true;
  expect(manifact_matrix_rows(out) == CALL(manifact_vectorizer_documents, v.handle),
         "counts of another number of documents");
  expect(manifact_matrix_columns(out) == CALL(manifact_vectorizer_terms, v.handle),
         "counts of another number of terms");
  keep(world, out);
}

void transform(World &world) {
  const auto v = one_of(world, world.vectorizers);
  const Texts texts = random_texts(world, world.random.between(0, 12));
  manifact_matrix *out = unset<manifact_matrix>();
  std::vector<std::int64_t> terms(static_cast<std::size_t>(texts.count()), -1);
  const bool counted = world.random.chance(50);
  const int status = counted ? CALL(manifact_vectorizer_transform_counted, any_context(world),
                                    v.handle, or_null(world, texts.bytes.c_str()),
                                    texts.offsets.data(), texts.count(), terms.data(), &out)
                             : CALL(manifact_vectorizer_transform, any_context(world), v.handle,
                                    or_null(world, texts.bytes.c_str()), texts.offsets.data(),
                                    texts.count(), &out);
  expect_refused(status, v);
  if (status == 0 && counted)
    for (const std::int64_t count : terms) expect(count >= 0, "terms that are not counted");
  if (status < 0) return;
  expect(manifact_matrix_rows(out) == texts.count() &&
             manifact_matrix_columns(out) == manifact_vectorizer_terms(v.handle),
         "counts of another shape");
  keep(world, out);
}

void look_at_vectorizer(World &world) {
  const auto v = one_of(world, world.vectorizers);
  const std::int64_t documents = CALL(manifact_vectorizer_documents, v.handle),
                     terms = CALL(manifact_vectorizer_terms, v.handle);
  const std::int64_t tokens = CALL(manifact_vectorizer_tokens, v.handle),
                     replaced = CALL(manifact_vectorizer_replaced, v.handle);
  expect(CALL(manifact_vectorizer_message, v.handle) != nullptr, "no message");
  if (!v)
    return expect(documents == -1 && terms == -1 && tokens == -1 && replaced == -1,
                  "a number of what is no vectorizer");
  expect(terms >= 0 && tokens >= 0 && replaced >= 0, "a negative number");
  expect(v.record->finished || terms == 0, "terms before the end");
  for (std::int64_t i = -1; i <= terms; ++i)
    expect((CALL(manifact_vectorizer_term, v.handle, i) != nullptr) == (i >= 0 && i < terms),
           "the index of a term is not looked at");
  expect_retained(v, CALL(manifact_vectorizer_retain, v.handle));
  CALL(manifact_vectorizer_free, v.handle);
}

}  // namespace

void add_to(World &world, std::vector<Vectorizer> &) { add_vectorizer(world); }

const std::vector<Action> vectorizer_actions = {
    {add_vectorizer, 3}, {vectorizer_options, 1}, {stop_words, 1},        {add_documents, 4},
    {finish, 3},         {transform, 2},          {look_at_vectorizer, 2}};

}  // namespace sequences
