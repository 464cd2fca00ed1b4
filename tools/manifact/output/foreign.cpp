#include "output/foreign.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace fs = std::filesystem;

void refuse_foreign_files(const std::string &folder, const std::vector<std::string> &results) {
  std::error_code error;
  std::string first;
  std::size_t count = 0;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.') || std::find(results.begin(), results.end(), name) != results.end())
      continue;
    first = count++ == 0 ? name : std::min(first, name);
  }
  if (count == 0) return;
  throw Failure("the folder " + escaped(folder) + " holds " +
                (count == 1 ? "a file that is not a result"
                            : std::to_string(count) + " files that are not results") +
                ", such as " + escaped(first) +
                "; choose another folder for -o, or write there with --force");
}

}  // namespace cli
