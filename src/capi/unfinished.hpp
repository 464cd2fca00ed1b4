// What a vectorizer accepts until its first document.
#pragma once

#include "capi/handles.hpp"

namespace manifact {

inline void refuse_late(const manifact_vectorizer &vectorizer, const char *what) {
  if (vectorizer.finished || vectorizer.counting)
    fail(Status::argument, "%s only before the first document", what);
}

}  // namespace manifact
