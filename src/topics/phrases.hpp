// The phrases of topics, from the texts of their documents.
//
// A phrase is one to three words of a text in a run (text/phrases.hpp). It begins and ends with
// candidates, the terms with the highest scores of a topic, has one of the ten best of them, and
// does not begin with a number. A word between them is not a stop word unless it is one that joins
// nouns, such as "of". With d_c(p) the documents of topic c that have p,
//
//   f_c(p)    d_c(p) / n_c, the share of the documents of the topic
//   f(p)      sum_c N_c f_c(p) / sum_c N_c, the share in the corpus
//   score     |p| f_c(p) ln(f_c(p) / f(p)), |p| the words of p without joining ones
//
//   n_c, N_c  the documents of the topic that are read, at most `most_documents`, and all of them
//
// A phrase of several words that the same word precedes or follows at half of its occurrences is
// part of a longer one and is left out: it is not complete. A phrase of which a longer one makes up
// half of the occurrences is left out as well.
//
// A phrase of three documents or more is a fragment of a sentence that they repeat, and is left
// out, if nine tenths of its occurrences have the same word before them and nine tenths the same
// word, or the end of a run, after them, stop words included: "[this] package provides libraries
// [for]". Of a single word both must be stop words: "[that] comes [with]".
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Phrase {
  std::string key;                  // its words in their normalized form, joined by blanks
  std::string form;                 // a common spelling
  std::vector<std::int32_t> terms;  // of its words, without joining ones
  Index documents = 0, occurrences = 0;
  Index extended = 0;           // occurrences next to the word that is there most often
  Index before = 0, after = 0;  // occurrences in the context that a fragment has, on each side
  Index leading = 0;            // of its terms, those among the ten best candidates
  double score = 0;
};

struct PhraseSource {
  const TextModel &text;
  const DocumentColumn &texts;
  const Array<std::int32_t> &labels;
  // Of each topic, the best first. A phrase has one of the first `most_leading`.
  const std::vector<std::vector<Index>> &candidates;
};
inline constexpr std::size_t most_leading = 10;
inline constexpr Index most_documents = 1000;    // read of a topic, evenly spaced
inline constexpr std::size_t most_bytes = 2000;  // read of a document
inline constexpr Index least_documents = 3;      // with a phrase of several words, or a fragment

// For each topic, those with a positive score, by decreasing score, then by key.
std::vector<std::vector<Phrase>> topic_phrases(const PhraseSource &source, ExecutionContext &run);

}  // namespace manifact
