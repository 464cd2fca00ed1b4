// Where a document can be read: addresses of the web, and DOIs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "readers/reading.hpp"

namespace cli {

// "https://.." or "http://.." as it is, a DOI as "https://doi.org/10..."; "" for all other values,
// whose link might be a script or a file.
std::string address_in(std::string_view value);

// The addresses of the documents of an input.
class Links {
 public:
  // "" for another value, which is counted; place: of its record.
  std::string address(std::string_view value, const std::string &place);

  // A note on other values, once.
  void report(const std::string &name, const Reading &reading);

 private:
  std::int64_t others_ = 0;
  std::string first_;
};

}  // namespace cli
