#include "capi/handles.hpp"
#include "manifact/manifact.h"
#include "options/options.hpp"

namespace manifact {
namespace {

struct StatusName {
  int number;
  Status status;
  const char *name;
};

#define MANIFACT_STATUS(name, member) \
  { MANIFACT_##name, Status::member, #name }
#define MANIFACT_FAILURE(name, member) \
  { MANIFACT_ERROR_##name, Status::member, "ERROR_" #name }
constexpr StatusName table[] = {
    MANIFACT_STATUS(OK, ok),
    MANIFACT_STATUS(ITERATION_LIMIT, iteration_limit),
    MANIFACT_STATUS(FEWER_CLUSTERS, fewer_clusters),
    MANIFACT_STATUS(CONTRADICTIONS, contradictions),
    MANIFACT_STATUS(NOT_CONVERGED, not_converged),
    MANIFACT_FAILURE(NULL, null),
    MANIFACT_FAILURE(HANDLE, handle),
    MANIFACT_FAILURE(ARGUMENT, argument),
    MANIFACT_FAILURE(OPTION, option),
    MANIFACT_FAILURE(LENGTH, length),
    MANIFACT_FAILURE(MISMATCH, mismatch),
    MANIFACT_FAILURE(STRUCTURE, structure),
    MANIFACT_FAILURE(VALUE, value),
    MANIFACT_FAILURE(EMPTY, empty),
    MANIFACT_FAILURE(FORMAT, format),
    MANIFACT_FAILURE(CORRUPT, corrupt),
    MANIFACT_FAILURE(VERSION, version),
    MANIFACT_FAILURE(NUMERICS, numerics),
    MANIFACT_FAILURE(MEMORY, memory),
    MANIFACT_FAILURE(BUDGET, budget),
    MANIFACT_FAILURE(IO, io),
    MANIFACT_FAILURE(THREADS, threads),
    MANIFACT_FAILURE(FEATURE, feature),
    MANIFACT_FAILURE(CANCELLED, cancelled),
    MANIFACT_FAILURE(INTERNAL, internal),
};
#undef MANIFACT_STATUS
#undef MANIFACT_FAILURE

constexpr bool numbers_agree() {
  for (const StatusName &row : table)
    if (row.number != static_cast<int>(row.status)) return false;
  return true;
}
static_assert(numbers_agree(), "the status numbers of the header and of the library differ");

}  // namespace
}  // namespace manifact

const char *manifact_version(void) { return MANIFACT_VERSION_STRING; }

int manifact_abi_supported(int abi) { return abi == MANIFACT_ABI ? 1 : 0; }

const char *manifact_status_name(int status) {
  for (const auto &row : manifact::table)
    if (row.number == status) return row.name;
  return "UNKNOWN";
}
