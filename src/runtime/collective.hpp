// Errors of calls that all ranks make.
#pragma once

#include <new>

#include "runtime/error.hpp"
#include "runtime/group.hpp"

namespace manifact {

// Runs body(), which is collective. A rank with an error that the others do not know leaves them
// waiting, and ends them. `group` may be null.
template <class Body>
void collectively(Group *group, Body &&body) {
  try {
    body();
  } catch (const AgreedError &) {
    throw;
  } catch (const Error &error) {
    if (group != nullptr) group->abandon(error.what());
    throw;
  } catch (const std::bad_alloc &) {
    if (group != nullptr) group->abandon("out of memory");
    throw;
  }
}

}  // namespace manifact
