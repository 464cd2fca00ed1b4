// Rows that another process holds.
#pragma once

#include "runtime/index.hpp"

namespace manifact {

class GhostRows {
 public:
  virtual ~GhostRows() = default;
  virtual Index count() const noexcept = 0;
  // ghosts = the wanted rows, in the order in which they were requested; `rows` are those of this
  // process, which do not change until the call returns. Both have `row_bytes` per row. Collective:
  // a process without ghosts calls it too, with any pointer for them.
  virtual void fetch(const void *rows, Index row_bytes, void *ghosts) const = 0;
};

}  // namespace manifact
