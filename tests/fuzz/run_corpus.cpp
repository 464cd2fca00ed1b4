// Runs a fuzz target over the files of a folder, as an ordinary test without libFuzzer: run_corpus
// FOLDER
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

int main(int count, char **arguments) {
  if (count != 2) return std::fprintf(stderr, "usage: %s FOLDER\n", arguments[0]), 2;
  int files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(arguments[1])) {
    std::printf("%s\n", entry.path().filename().c_str());
    std::fflush(stdout);  // a target that fails aborts: the last line names the file
    std::ifstream in(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    const auto exact =
        std::make_unique<std::uint8_t[]>(bytes.size());  // no byte behind the last one
    std::copy(bytes.begin(), bytes.end(), exact.get());
    LLVMFuzzerTestOneInput(exact.get(), bytes.size());
    ++files;
  }
  return files > 0 ? 0 : 1;
}
