// What the commands read: matrices, lists of terms, lists of labels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "handles.hpp"
#include "session.hpp"

namespace cli {

// The words of --format that this version reads, and their number in the library; a Failure that names them for every other word.
int matrix_format(const std::string &word);

// A matrix of documents. Throws before reading for a directory and for the kinds of files that this version does not know.
Matrix read_matrix(Session &session, const std::string &path, const std::string &format);

// One term a line, as many as the matrix has features.
std::vector<std::string> read_terms(const std::string &path, std::int64_t n_features, const std::string &matrix_path);

// One integer a line; blank lines at the end are none.
std::vector<std::int64_t> read_labels(const std::string &path);

}  // namespace cli
