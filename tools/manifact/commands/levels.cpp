#include "commands/levels.hpp"

#include <algorithm>
#include <charconv>

#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {

std::vector<std::int64_t> levels_of(const std::string &text) {
  std::vector<std::int64_t> levels;
  std::size_t begin = 0;
  do {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, number);
    if (error != std::errc() || stop != text.data() + end || number < 1 ||
        std::find(levels.begin(), levels.end(), number) != levels.end())
      throw Failure("--levels " + escaped(text) +
                    ": expected distinct numbers of clusters, such as 5,20,80");
    levels.push_back(number);
    begin = end + 1;
  } while (begin <= text.size());
  std::sort(levels.begin(), levels.end());
  return levels;
}

std::vector<Level> levels_in(const Session &session, const std::optional<std::string> &given,
                             const manifact_model *model) {
  std::vector<Level> levels;
  if (!given) return levels;
  const std::int64_t k = manifact_model_clusters(model);
  for (const std::int64_t count : levels_of(*given)) {
    if (count >= k) continue;
    levels.push_back({count, std::vector<std::int32_t>(static_cast<std::size_t>(k))});
    session.check(manifact_model_tree_cut(session.stoppable(), model, MANIFACT_LINKAGE_WARD, count,
                                          levels.back().group.data(), k));
  }
  return levels;
}

}  // namespace cli
