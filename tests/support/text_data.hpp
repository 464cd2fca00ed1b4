// Texts for the tests of the public API, and a vectorizer of them.
#pragma once

#include <string>
#include <vector>

#include "support/handles.hpp"

namespace api {

// Concatenated strings, as the API takes them.
struct Packed {
  explicit Packed(const std::vector<std::string> &texts) {
    for (const std::string &text : texts) {
      bytes += text;
      offsets.push_back(static_cast<int64_t>(bytes.size()));
    }
  }
  int64_t count() const { return static_cast<int64_t>(offsets.size()) - 1; }

  std::string bytes;
  std::vector<int64_t> offsets{0};
};

inline support::Vectorizer vectorizer(manifact_context *context,
                                      const support::Settings &settings = {}) {
  manifact_vectorizer *out = nullptr;
  EXPECT_EQ(manifact_vectorizer_create(context, &out), MANIFACT_OK)
      << manifact_context_message(context);
  for (const auto &[name, value] : settings)
    EXPECT_EQ(manifact_vectorizer_set_text(out, name.c_str(), value.c_str()), MANIFACT_OK)
        << manifact_vectorizer_message(out);
  return support::Vectorizer(out);
}

inline void add(manifact_vectorizer *vectorizer, const std::vector<std::string> &texts) {
  for (const std::string &text : texts)
    EXPECT_EQ(manifact_vectorizer_add(vectorizer, text.data(), static_cast<int64_t>(text.size())),
              MANIFACT_OK)
        << manifact_vectorizer_message(vectorizer);
}

inline support::Matrix finish(manifact_vectorizer *vectorizer) {
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_vectorizer_finish(vectorizer, &out), MANIFACT_OK)
      << manifact_vectorizer_message(vectorizer);
  return support::Matrix(out);
}

inline support::Matrix transform(manifact_context *context, const manifact_vectorizer *vectorizer,
                                 const std::vector<std::string> &texts) {
  const Packed packed(texts);
  manifact_matrix *out = nullptr;
  EXPECT_EQ(manifact_vectorizer_transform(context, vectorizer, packed.bytes.data(),
                                          packed.offsets.data(), packed.count(), &out),
            MANIFACT_OK)
      << manifact_context_message(context);
  return support::Matrix(out);
}

inline std::vector<std::string> terms(const manifact_vectorizer *vectorizer) {
  std::vector<std::string> all;
  for (int64_t j = 0; j < manifact_vectorizer_terms(vectorizer); ++j)
    all.emplace_back(manifact_vectorizer_term(vectorizer, j));
  return all;
}

// Small texts on three subjects, with common words.
inline std::vector<std::string> reports(int64_t n = 30) {
  const std::vector<std::vector<std::string>> subjects = {
      {"The goalkeeper saved", "two goals", "in the second half", "the striker scored",
       "a penalty for the team", "the match ended"},
      {"The bank raised", "interest rates", "and the shares fell", "investors sold",
       "bonds at the exchange", "the market closed"},
      {"The telescope observed", "a distant galaxy", "whose stars", "astronomers measured",
       "the orbit of a planet", "light from the nebula"}};
  std::vector<std::string> texts;
  uint64_t state = 88172645463325252ULL;
  for (int64_t i = 0; i < n; ++i) {
    std::string text;
    for (int part = 0; part < 5; ++part) {
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
      const auto &subject = subjects[static_cast<std::size_t>(i % 3)];
      text += subject[state % subject.size()] + (part % 2 == 0 ? ", " : ". ");
    }
    texts.push_back(text + "Report " + std::to_string(i % 7) + ".");
  }
  return texts;
}

}  // namespace api
