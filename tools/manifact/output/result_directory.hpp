// A directory that gets all its results or none.
#pragma once

#include <manifact/manifact.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "output/hidden.hpp"

namespace cli {

// Results are written into a hidden directory and put into their places by commit(). Until then,
// and after any failure, neither the files nor newly made directories are to be seen; at the end
// all are there or none, even should the process be killed meanwhile.
class ResultDirectory {
 public:
  // Checks, and makes nothing yet, but completes what a killed run left there. `results` are the
  // names of all files that a directory of results may have: it is exchanged as a whole, and those
  // not written go. Without names the files join those of a directory of others.
  explicit ResultDirectory(const std::string &path, std::vector<std::string> results = {});
  ~ResultDirectory();
  ResultDirectory(const ResultDirectory &) = delete;
  ResultDirectory &operator=(const ResultDirectory &) = delete;

  void open();
  void write(const char *name, std::string_view text);
  void write_matrix(const char *name, manifact_context *context, const manifact_matrix *matrix);
  void write_model(const char *name, manifact_context *context, const manifact_model *model);
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
  std::filesystem::path place_;   // the same without links
  std::vector<std::string> results_;
  HiddenFolder hidden_;          // where the place is new: what it becomes; else a journal
  std::filesystem::path aside_;  // what is being written
  std::vector<std::filesystem::path> made_;  // missing parents, outermost first
  std::vector<std::string> names_;
  bool is_new_ = false;
};

}  // namespace cli
