// What is known of each document in addition to its words: for lists, reports and evaluation. The
// vectors are empty if the input was a matrix.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "readers/whole_texts.hpp"
#include "shared/document_names.hpp"

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
      fields;  // those that each was read from, "" as the one before; empty if formats have none
  std::vector<std::string> excerpts;  // the text of each on one line, or its beginning; valid UTF-8
  // Of each field of --group-field the values, "" unknown; empty if the input has no such fields.
  std::vector<std::vector<std::string>> groups = {};
  std::vector<std::string> links = {};  // addresses, "" unknown; empty if no document has one
  std::shared_ptr<WholeTexts> whole = nullptr;  // of each the text, if they are kept
};

using manifact::is_position;

}  // namespace cli
