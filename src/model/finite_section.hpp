// Sections whose numbers must be finite.
#pragma once

#include <cmath>
#include <memory>

#include "io/archive.hpp"
#include "runtime/index.hpp"

namespace manifact {

// The same as ArchiveReader::numbers, but rejects the file if a number is not finite.
inline Array<double> finite_section(const ArchiveReader &archive, const char *name, Index rows,
                                    Index columns, const std::shared_ptr<Memory> &memory) {
  Array<double> values = archive.numbers<double>(name, rows, columns, memory);
  for (const double value : values)
    if (!std::isfinite(value)) archive.refuse("section '%s' has a number that is not finite", name);
  return values;
}

}  // namespace manifact
