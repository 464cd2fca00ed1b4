// The contract of the public header, read from its text: the functions, the statuses that each may
// return, the stages of a solver.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace sequences {

struct Function {
  std::string name;
  bool gives_status = false;
  std::set<int> documented;  // > 0 and < 0
};

class Header {
 public:
  explicit Header(const std::string &path);

  const std::vector<Function> &functions() const noexcept { return functions_; }
  int index_of(const std::string &name) const;  // -1: not in the header
  bool is_stage(const std::string &name) const { return stages_.count(name) > 0; }

 private:
  std::vector<Function> functions_;
  std::set<std::string> stages_;
};

}  // namespace sequences
