// The agreement of clusters with known classes.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "readers/documents.hpp"
#include "terminal/session.hpp"

namespace cli {

struct Score {
  const char *name;
  const char *meaning;
  double value;
};

// truth -1: unknown, left out. predicted -1: unassigned, counts as wrong in accuracy and purity,
// and as a separate group in the other measures.
std::array<Score, 5> scores(const Session &session, const std::vector<std::int64_t> &truth,
                            const std::vector<std::int64_t> &predicted);

// Labels of the documents, as numbers.
struct Classes {
  std::vector<std::string> names;  // sorted numerically if all are integers, else bytewise
  std::vector<std::int64_t>
      numbers;               // of each document: an index into names, -1 when its label is ""
  bool are_folders = false;  // that hold the documents
};

// Whether -1 is a class: the only other label is 1, as the labels of two sides are. Else it means
// unknown. Labels are in their shortest form, "" if they are missing.
bool is_minus_one_a_class(const std::vector<std::string> &labels);

// The note about it, after the name of a file.
inline constexpr const char *minus_one_note = "the labels are -1 and 1, and -1 is a class";

Classes classes_of(const std::vector<std::string> &labels);

struct Evaluation {
  std::array<Score, 5> scores;
  std::int64_t n_classes;
  std::int64_t n_documents;  // those with a label
  bool of_folders = false;   // a folder need not be a class: "agreement" instead of "accuracy"
};

// The classes. None, with a warning, if there are too many: such labels name documents, a table of
// them would be unreadable and no score meaningful.
// `most`: of --max-classes, 0 if it was not given; empty in a command without it.
Classes known_classes(Session &session, const Documents &documents,
                      std::optional<std::int64_t> most);

// None if there are fewer than two classes.
std::optional<Evaluation> evaluation(const Session &session, const Classes &classes,
                                     const manifact_model *model);

// The same for the documents whose class was not given to the fit; none if no labels were given.
std::optional<Evaluation> evaluation_of_unlabeled(const Session &session, const Classes &classes,
                                                  const manifact_constraints *constraints,
                                                  const manifact_model *model);

nlohmann::ordered_json evaluation_object(const Evaluation &evaluation);

// The name of a score for people.
std::string shown_name(const Evaluation &evaluation, const Score &score);

// thing: what has the labels, such as "document".
// "200 documents have labels of 5 classes: accuracy 0.9510, ..."
std::string evaluation_text(const Evaluation &evaluation, const char *thing);

}  // namespace cli
