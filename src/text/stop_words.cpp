#include "text/stop_words.hpp"

namespace manifact {
namespace {

// Function words of English: articles, pronouns, prepositions, conjunctions, auxiliaries, adverbs
// of place, time and degree that occur with any subject; and the parts of contractions at an
// apostrophe (don't -> don, t). Words that may denote a subject are not included: "new", "first",
// "use", "computer" stay.
constexpr std::string_view english[] = {
    "a",          "about",     "above",       "across",     "after",     "again",      "against",
    "ago",        "ain",       "all",         "almost",     "along",     "already",    "also",
    "although",   "always",    "am",          "among",      "amongst",   "an",         "and",
    "another",    "any",       "anybody",     "anyone",     "anything",  "anyway",     "are",
    "aren",       "around",    "as",          "at",         "away",      "back",       "be",
    "because",    "been",      "before",      "behind",     "being",     "below",      "beside",
    "besides",    "between",   "beyond",      "both",       "but",       "by",         "can",
    "cannot",     "could",     "couldn",      "d",          "despite",   "did",        "didn",
    "do",         "does",      "doesn",       "doing",      "don",       "done",       "down",
    "during",     "each",      "either",      "else",       "enough",    "even",       "ever",
    "every",      "everybody", "everyone",    "everything", "except",    "few",        "for",
    "from",       "further",   "furthermore", "get",        "gets",      "getting",    "got",
    "had",        "hadn",      "half",        "has",        "hasn",      "have",       "haven",
    "having",     "he",        "hence",       "her",        "here",      "hers",       "herself",
    "him",        "himself",   "his",         "how",        "however",   "i",          "if",
    "in",         "indeed",    "instead",     "into",       "is",        "isn",        "it",
    "its",        "itself",    "just",        "least",      "less",      "let",        "lets",
    "like",       "ll",        "m",           "many",       "may",       "maybe",      "me",
    "meanwhile",  "might",     "mightn",      "mine",       "more",      "moreover",   "most",
    "much",       "must",      "mustn",       "my",         "myself",    "near",       "needn",
    "neither",    "never",     "no",          "nobody",     "none",      "nor",        "not",
    "nothing",    "now",       "of",          "off",        "often",     "on",         "once",
    "one",        "ones",      "only",        "onto",       "or",        "other",      "others",
    "otherwise",  "ought",     "our",         "ours",       "ourselves", "out",        "over",
    "own",        "per",       "perhaps",     "quite",      "rather",    "re",         "really",
    "s",          "same",      "several",     "shall",      "she",       "should",     "shouldn",
    "since",      "so",        "some",        "somebody",   "someone",   "something",  "sometimes",
    "still",      "such",      "t",           "than",       "that",      "the",        "their",
    "theirs",     "them",      "themselves",  "then",       "there",     "therefore",  "these",
    "they",       "this",      "those",       "though",     "through",   "throughout", "thus",
    "till",       "to",        "together",    "too",        "toward",    "towards",    "under",
    "unless",     "unlike",    "until",       "up",         "upon",      "us",         "usually",
    "ve",         "very",      "via",         "was",        "wasn",      "we",         "were",
    "weren",      "what",      "whatever",    "when",       "where",     "whereas",    "whether",
    "which",      "whichever", "while",       "who",        "whoever",   "whom",       "whose",
    "why",        "will",      "with",        "within",     "without",   "won",        "would",
    "wouldn",     "yes",       "yet",         "you",        "your",      "yours",      "yourself",
    "yourselves",
};

}  // namespace

std::span<const std::string_view> stop_words_of(std::string_view language) noexcept {
  if (language == "english") return english;
  return {};
}

}  // namespace manifact
