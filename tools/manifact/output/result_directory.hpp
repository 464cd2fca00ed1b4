// A directory that receives all of its results or none.
#pragma once

#include <manifact/manifact.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "output/hidden.hpp"
#include "output/writing.hpp"

namespace cli {

// Results are written to a hidden directory and moved to their places by commit(). Until then, and
// after any failure, neither the files nor newly created directories are visible. After commit()
// all exist or none, even if the process is killed in the meantime.
class ResultDirectory {
 public:
  // Validates the path and creates nothing yet, but completes the work of a killed run. `results`
  // are the names of all files that a results directory may contain: the directory is exchanged as
  // a whole, and results that are not written are removed. If `results` is empty, the files are
  // added to a directory that contains other files.
  explicit ResultDirectory(const std::string &path, std::vector<std::string> results = {});
  ~ResultDirectory();
  ResultDirectory(const ResultDirectory &) = delete;
  ResultDirectory &operator=(const ResultDirectory &) = delete;

  void open();
  void write(const char *name, std::string_view text);
  void write(const char *name, const Content &content);
  // A file that `make` creates, given its path.
  void write_by(const std::string &name, const std::function<void(const std::string &)> &make);
  void write_matrix(const char *name, manifact_context *context, const manifact_matrix *matrix);
  void write_model(const char *name, manifact_context *context, const manifact_model *model);
  void drop(const std::string &name);    // a file that was written, before commit()
  void remove(const std::string &name);  // at commit(), if it is there
  void commit();

 private:
  int create(const char *name);
  void repair() const;
  void begin_journal();
  bool commit_new();
  void commit_to_existing();
  bool commit_by_exchange();
  void move_to_journal(HiddenFolder fresh);
  void commit_by_journal();
  void discard() noexcept;

  std::filesystem::path target_;  // as given, for messages
  std::filesystem::path place_;   // the same with symbolic links resolved
  std::vector<std::string> results_;
  HiddenFolder hidden_;          // the future directory if the place is new, otherwise a journal
  std::filesystem::path aside_;  // the directory being written
  std::vector<std::filesystem::path> made_;  // missing parents, outermost first
  std::vector<std::string> names_, removed_;
  bool is_new_ = false;
};

}  // namespace cli
