// Where results go: standard output, one file, or a directory that gets all its files or none.
#pragma once

#include <manifact/manifact.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// Standard output. A failed write is a Failure: silent when the reader closed the pipe, else with the reason.
void print(std::string_view text);

// A file that is replaced as a whole: written aside and renamed. A device or a pipe is written to in place; "-" is standard output (and so
// is /dev/stdout, which may be a regular file that has other things in it).
void write_file(const std::string &path, std::string_view text);

// Asked before long work: throws when it can already be told that the file cannot be written.
void require_writable_file(const std::string &path);

// Likewise: throws when an output is one of the inputs, under whatever name; "-" is none. Results must not destroy what they are made of.
void refuse_overwriting(const std::vector<std::string> &outputs, const std::vector<std::string> &inputs);

// Where "-" is not taken for standard output: throws, so that no file of that name is made.
void refuse_dash(const std::string &path, const char *reason);

// The directory of results. Its files are written into a hidden directory on the same disk and moved into place by commit(); until then,
// and after any failure, neither the files nor newly made directories are to be seen.
class ResultDirectory {
 public:
  explicit ResultDirectory(const std::string &path);  // checks, and makes nothing yet
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
  void replace_files();
  void discard() noexcept;

  std::filesystem::path target_;
  std::filesystem::path aside_;              // "" when there is nothing to discard
  std::vector<std::filesystem::path> made_;  // missing parents, outermost first
  std::vector<std::string> names_;
  bool is_new_ = false;
};

}  // namespace cli
