// Documents that are copies of others, exactly or nearly, and what is done with them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "readers/documents.hpp"

namespace cli {

enum class CopyHandling {
  keep,      // they are documents like others
  collapse,  // only the first one is clustered, the others get its topic
  drop       // only the first one is a document
};

struct Copies {
  CopyHandling handling = CopyHandling::keep;
  bool is_given = false;  // then near copies of any number of documents are found
  bool are_counted = false;
  std::int64_t exact = 0, near = 0;
  // Unless they are kept: of each document that was read, the place of the clustered one, or -1.
  std::vector<std::int64_t> places;
  Documents all;  // with collapse: ids, labels and dates of all that were read

  bool has_places() const { return !places.empty(); }
};

}  // namespace cli
