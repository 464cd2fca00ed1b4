// Matrices in the formats of -o: Matrix Market, or .npz as scipy.sparse.load_npz reads it.
#pragma once

#include <manifact/manifact.h>

#include <string>

#include "commands/session.hpp"

namespace cli {

bool is_npz(const std::string &path);

// Before any work: a name that promises a format which is not written is a Failure.
void require_matrix_name(const std::string &path);

// The matrix as compressed sparse rows, in the bytes of a .npz file. The same matrix gives the same
// bytes.
std::string npz_of(const manifact_matrix *matrix, Progress *progress);

// Writes the file, completely or not at all.
void write_matrix(Session &session, const manifact_matrix *matrix, const std::string &path);

}  // namespace cli
