// Messages about several inputs that differ only in the name of the input.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "readers/file_text.hpp"
#include "terminal/numbers.hpp"

namespace cli {

class Alike {
 public:
  // Whether the sentence is the first of its kind; the others are counted. `name` is the input's.
  bool add(const std::string &name, const std::string &sentence) {
    Counted &kind = kinds_[sentence.starts_with(name) ? sentence.substr(name.size()) : sentence];
    kind.add(sentence);
    return kind.count == 1;
  }

  // "the same for 59 more inputs: a.eml read as mail"
  std::vector<std::string> repeated() const {
    std::vector<std::string> sentences;
    for (const auto &[unused, kind] : kinds_) {
      if (kind.count > 1)
        sentences.push_back("the same for " + counted(kind.count - 1, "more input") + ": " +
                            kind.first);
    }
    return sentences;
  }

 private:
  std::map<std::string, Counted> kinds_;
};

}  // namespace cli
