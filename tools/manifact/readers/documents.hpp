// What is known of each document in addition to its words: for lists, reports and evaluation. The
// vectors are empty if the input was a matrix.
#pragma once

#include <string>
#include <vector>

namespace cli {

struct Documents {
  std::vector<std::string>
      // a file's name in its folder, a package, the id field, "line 17"; one each when there are
      // any
      ids;
  std::vector<std::string>
      // the class that came with each document, "" unknown; empty when no document came with one
      labels;
  std::vector<std::string>
      dates;  // as they are written, "" unknown; empty when no document came with one
  std::vector<std::string>
      excerpts;  // the beginning of each: about 200 characters on one line, valid UTF-8
};

}  // namespace cli
