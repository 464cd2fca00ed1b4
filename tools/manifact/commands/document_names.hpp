// The documents that a person names in a file of labels or pairs: by their ids, or by row numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "readers/documents.hpp"

namespace cli {

using Notes = std::vector<std::string>;

class DocumentNames {
 public:
  struct Given {
    std::string name;
    std::size_t line;  // of the file, from 1
  };

  DocumentNames(const Documents &documents, std::int64_t n_documents);

  // The rows of the documents with these names. A name without such an id may be the number of the
  // id, as 1 is that of 0001: spreadsheets remove zeros. If the documents have ids, but no name is
  // one of them, whole numbers are rows, counted from 0. Both are noted. A Failure names the file
  // and the line.
  std::vector<std::int64_t> rows_of(const std::vector<Given> &names, const std::string &path,
                                    Notes &notes) const;

  // Whether a document has this id, or one that is the same number.
  bool has(std::string_view name) const { return match(name).row != none; }

  // Whether some document has an id of the input, rather than its position.
  bool has_ids() const { return has_ids_; }

  std::int64_t size() const { return n_documents_; }

 private:
  static constexpr std::int64_t none = -1, several = -2;
  struct Match {
    std::int64_t row = none;
    bool is_by_number = false;
  };

  Match match(std::string_view name) const;
  // The numbers of the rows are counted from `base`.
  std::int64_t row_of_number(const Given &given, const std::string &path, std::int64_t base) const;
  std::vector<std::int64_t> rows_of_numbers(const std::vector<Given> &names,
                                            const std::string &path, Notes &notes) const;
  std::string nearest_to(std::string_view name) const;

  std::int64_t n_documents_;
  bool has_ids_ = false;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int64_t> rows_, numbers_;
};

// "labels.txt, line 7: "
std::string place(const std::string &path, std::size_t line);

// The number without leading zeros, a plus sign and decimals that are 0; "" for other texts.
std::string plain_number(std::string_view text);

}  // namespace cli
