// --seed-words: topics that are known by some of their words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "commands/constraints.hpp"
#include "commands/solving.hpp"
#include "report/seed_topics.hpp"
#include "terminal/session.hpp"

namespace cli {

// The topics of a file, in one of two forms:
//
//   sport: match, "world cup", striker^2       a line for each topic: words or phrases in quotes,
//                                              and weights; lines that begin with # are comments
//   {"sport": ["match", "world cup"], ...}     a JSON object of lists, or of {"word": weight}
//
// A topic without words is named, but free. A Failure names the line.
struct SeedFile {
  struct Word {
    std::string text;
    double weight;
  };
  struct Topic {
    std::string name;
    std::vector<Word> words;
  };
  std::string path;  // for messages
  std::vector<Topic> topics;
};

SeedFile read_seed_file(const std::string &file);

// The topics of the documents that have the words, -1 for the others.
SeededLabels labels_by_seeds(Session &session, const SeedFile &seeds, const Data &data,
                             const std::string &input, std::int64_t clusters);

// The numbers of the topics, printed with their labels: the labeled ones, of which there may be
// classes of --labels beside the topics, have the first numbers. A Failure if there are fewer
// clusters.
void number_seed_topics(Session &session, const SeedFile &seeds, const KnownLabels &labels,
                        std::int64_t clusters, SeededLabels &found);

// The names of the topics.
Model with_seed_names(const Session &session, Model model, SeededLabels &seeds);

}  // namespace cli
