// The answers of a person, as lines document<TAB>class of a file that --labels reads too.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "readers/documents.hpp"
#include "terminal/session.hpp"

namespace cli {

class AnswersFile {
 public:
  struct Answer {
    std::int64_t document;
    std::string name;  // of the class
  };

  // Opens or creates it and reads the answers that are there; a last line that was not written to
  // its end is removed, with a note. A Failure names the file and the line.
  AnswersFile(Session &session, const std::string &path, const Documents &documents,
              std::int64_t n_documents);
  ~AnswersFile();
  AnswersFile(const AnswersFile &) = delete;
  AnswersFile &operator=(const AnswersFile &) = delete;

  const std::vector<Answer> &answers() const { return answers_; }
  bool has(std::int64_t document) const;

  // Written as one line, on the disk when it returns.
  void add(std::int64_t document, const std::string &name);
  // Removes the last answer; there must be one.
  void undo();

 private:
  std::string name_of(std::int64_t document) const;
  std::int64_t document_named(const std::string &name, std::size_t line) const;
  void read(Session &session);

  std::string path_;
  const Documents &documents_;
  std::int64_t n_documents_;
  std::unordered_map<std::string, std::int64_t> ids_;  // empty: documents are numbers from 0
  int file_ = -1;
  std::vector<Answer> answers_;
  std::vector<std::int64_t> begins_;  // of their lines in the file
  std::int64_t end_ = 0;
};

// Why a class cannot have this name, "" if it can.
std::string wrong_class_name(const std::string &name);

}  // namespace cli
