// Matrices in the formats of -o: Matrix Market, or .npz as scipy.sparse.load_npz reads it.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <string>
#include <vector>

#include "output/writing.hpp"
#include "terminal/session.hpp"

namespace cli {

bool is_npz(const std::string &path);

// "out/X" for "out/X.mtx.gz": what the files beside a matrix begin with, as X.terms.txt.
std::string matrix_stem(const std::string &path);

// Before any work: a name that promises a format which is not written is a Failure.
void require_matrix_name(const std::string &path);

// The matrix as compressed sparse rows in a .npz file, written some rows at a time. The same matrix
// gives the same bytes. What is passed must outlive the result.
Content npz_of(const manifact_matrix *matrix, Progress *progress);

// Rows of `columns` shares, one row for each label: the arrays memberships (n x columns, double)
// and labels (n, int32) in a .npz file.
Content npz_of_memberships(const std::vector<double> &memberships, std::int64_t columns,
                           const std::int32_t *labels, Progress *progress);

// Writes the file, completely or not at all.
void write_matrix(Session &session, const manifact_matrix *matrix, const std::string &path);

}  // namespace cli
