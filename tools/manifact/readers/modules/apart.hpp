// A matrix that is read in a process of its own. On some damaged files the library of HDF5 ends its
// process or does not end: here that is a Failure.
#pragma once

#include <functional>
#include <string>

#include "readers/hdf5.hpp"

namespace cli {

// `path` is for the message. A Failure of `read` is one here.
void read_apart(const std::string &path, const std::function<void(Hdf5Matrix &)> &read,
                Hdf5Matrix &matrix);

}  // namespace cli
