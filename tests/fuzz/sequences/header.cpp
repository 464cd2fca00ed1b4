#include "header.hpp"

#include <manifact/manifact.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <stdexcept>

namespace sequences {
namespace {

std::map<std::string, int> all_statuses() {
  std::map<std::string, int> all;
  for (int status = -999; status < 100; ++status)
    if (const std::string name = manifact_status_name(status); name != "UNKNOWN")
      all[name.rfind("ERROR_", 0) == 0 ? name.substr(6) : name] = status;
  return all;
}

// Functions whose comment refers to that of another, in words.
const std::map<std::string, std::string> as_of = {
    {"manifact_matrix_create_csc", "manifact_matrix_create_csr"},
    {"manifact_matrix_create_dense", "manifact_matrix_create_csr"},
    {"manifact_matrix_parse", "manifact_matrix_read"},
    {"manifact_solver_set_text", "manifact_solver_set_int64"},
    {"manifact_solver_get_text", "manifact_solver_get_int64"},
    {"manifact_solver_set_start_model", "manifact_solver_set_start_factors"},
    {"manifact_solver_set_start_labels", "manifact_solver_set_start_factors"},
    {"manifact_solver_suggest_k", "manifact_solver_fit"},
    {"manifact_model_assign_proportions", "manifact_model_assign"},
    {"manifact_model_explain", "manifact_model_assign"},
    {"manifact_model_assign_explained", "manifact_model_assign"},
    {"manifact_model_representatives", "manifact_model_top_features"},
    {"manifact_model_load_memory", "manifact_model_load"},
    {"manifact_model_write", "manifact_model_save"},
};

// Functions whose result is the status of something earlier.
const std::set<std::string> no_statuses = {"manifact_model_status"};

std::set<int> statuses_in(const std::string &comment) {
  static const std::map<std::string, int> all = all_statuses();
  static const std::regex word("[A-Z_]{2,}");
  std::set<int> found;
  for (std::sregex_iterator it(comment.begin(), comment.end(), word), none; it != none; ++it) {
    std::string name = it->str();
    for (const char *prefix : {"MANIFACT_ERROR_", "MANIFACT_"})
      if (name.rfind(prefix, 0) == 0) name.erase(0, std::string(prefix).size());
    if (const auto status = all.find(name); status != all.end()) found.insert(status->second);
  }
  return found;
}

std::string text_of(const std::string &path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Header::Header(const std::string &path) {
  const std::string text = text_of(path);
  static const std::regex part(
      R"((/\*[\s\S]*?\*/)|MANIFACT_API\s+([\w ]+?[\s*]+)(manifact_\w+)\()");
  static const std::regex quoted("\"([^\"]+)\"");
  std::string comment;
  for (std::sregex_iterator it(text.begin(), text.end(), part), none; it != none; ++it) {
    if ((*it)[1].matched) {
      // A comment behind a declaration, on its line, is none of the next function.
      const auto line = text.rfind('\n', static_cast<std::size_t>(it->position()));
      if (text.compare(line + 1, 12, "MANIFACT_API") != 0) comment = it->str();
      continue;
    }
    const std::string result = (*it)[2];
    Function function{(*it)[3], result.rfind("manifact_status", 0) == 0, statuses_in(comment)};
    if (no_statuses.count(function.name) > 0) function.gives_status = false;
    functions_.push_back(std::move(function));
  }
  const std::size_t callback = text.find("(*manifact_progress_fn)"),
                    begin = text.rfind("/*", callback);
  const std::string stages = text.substr(begin, callback - begin);
  for (std::sregex_iterator q(stages.begin(), stages.end(), quoted), none; q != none; ++q)
    stages_.insert((*q)[1]);
  for (const auto &[name, other] : as_of) {
    Function &function = functions_.at(static_cast<std::size_t>(index_of(name)));
    const std::set<int> &more = functions_.at(static_cast<std::size_t>(index_of(other))).documented;
    function.documented.insert(more.begin(), more.end());
  }
}

int Header::index_of(const std::string &name) const {
  for (std::size_t i = 0; i < functions_.size(); ++i)
    if (functions_[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace sequences
