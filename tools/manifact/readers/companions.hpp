// Files beside a matrix that say what its rows are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// Why the rows of a Matrix Market file seem to be features and its columns documents; "" if nothing
// says so. `head` is its beginning, `path` "" if it is not a file.
std::string turned_matrix(const std::string &path, std::string_view head, std::int64_t rows,
                          std::int64_t columns);

// The names of the rows and columns of a matrix of documents and features, in files beside it that
// have as many lines; empty if there are none.
struct CompanionNames {
  std::vector<std::string> documents, features;
  std::vector<std::string> kinds;  // of the features of 10x, such as "Gene Expression"
  std::string document_file, feature_file;

  // "ids from barcodes.tsv.gz, names of features from features.tsv.gz"
  std::string told() const;
};
CompanionNames names_beside(const std::string &path, std::int64_t rows, std::int64_t columns);

// The matrix of a folder of 10x, with barcodes and features or genes beside it; "" if it is none.
std::string tenx_matrix(const std::string &folder);

}  // namespace cli
