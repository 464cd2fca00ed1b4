// --levels: nested clusterings.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/summary.hpp"
#include "terminal/session.hpp"

namespace cli {

// The numbers of clusters of "5,20,80", ascending.
std::vector<std::int64_t> levels_of(const std::string &text);

// The coarser clusterings: the tree over the clusters, cut at the levels below their number.
std::vector<Level> levels_in(const Session &session, const std::optional<std::string> &given,
                             const manifact_model *model);

}  // namespace cli
