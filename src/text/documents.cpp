#include "text/documents.hpp"

#include "runtime/error.hpp"

namespace manifact {
namespace {

long long shown(Index number) noexcept { return number; }

}  // namespace

void check_documents(const Documents &documents) {
  if (documents.count < 0)
    fail(Status::argument, "count is %lld; it must be at least 0", shown(documents.count));
  if (documents.count > 0 && documents.offsets[0] < 0)
    fail(Status::argument, "offsets[0] is %lld; it must be at least 0",
         shown(documents.offsets[0]));
  for (Index i = 0; i < documents.count; ++i)
    if (documents.offsets[i + 1] < documents.offsets[i])
      fail(Status::argument, "offsets[%lld] < offsets[%lld]", shown(i + 1), shown(i));
}

}  // namespace manifact
