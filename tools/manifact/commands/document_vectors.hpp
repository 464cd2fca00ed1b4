// --vectors and --vector-field beside a text: a vector for each document in addition to its words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "handles.hpp"
#include "readers/input.hpp"
#include "terminal/session.hpp"

namespace cli {

class DocumentVectors {
 public:
  // Reads the file of --vectors. The input is that of the documents.
  DocumentVectors(Session &session, const Common &common, Input &input);

  // Gives `counts` the vectors of the next `read` documents; `kept`: the numbers, among these, of
  // those in counts; null: all.
  void attach(manifact_matrix *counts, std::int64_t read,
              const std::vector<std::int64_t> *kept = nullptr);

  // After the last document: the file must have no more vectors. `ids`: of the documents, or of
  // those that are kept, by their numbers.
  void end(const std::vector<std::string> &ids,
           const std::vector<std::int64_t> *kept = nullptr) const;

 private:
  Matrix rows_of_file(std::int64_t read, const std::vector<std::int64_t> *kept);
  Matrix rows_of_field(std::int64_t read, const std::vector<std::int64_t> *kept);

  Session &session_;
  Input &input_;
  std::string name_;
  Matrix file_;
  std::vector<std::string> ids_;
  std::int64_t used_ = 0;  // rows of the file
};

// A Failure for vectors that the command does not use.
void refuse_vectors(const Common &common, Input &input, const char *command);

// Names of rows that stand in another order than those of the documents.
void refuse_other_order(const std::vector<std::string> &rows, const std::vector<std::string> &ids,
                        const std::string &name);

void add_vectors(Command &command, Common &common);

}  // namespace cli
