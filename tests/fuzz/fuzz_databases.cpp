// The reader of databases of SQLite: any bytes are a table or one Failure with a reason.
// databases.py writes the first inputs.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "../../tools/manifact/readers/bytes.hpp"
#include "../../tools/manifact/readers/converted.hpp"
#include "../../tools/manifact/terminal/failure.hpp"

namespace {

using namespace cli;

constexpr std::size_t most_text = std::size_t{1} << 24;  // a view may repeat a text in many rows

// A file with a path of its own: SQLite follows links.
class File {
 public:
  File() : path_((std::filesystem::temp_directory_path() / "fuzz-database-XXXXXX").native()) {
    number_ = ::mkstemp(path_.data());
    if (number_ < 0) std::abort();
  }
  ~File() {
    ::close(number_);
    ::unlink(path_.c_str());
  }

  const std::string &holding(const std::uint8_t *data, std::size_t size) const {
    if (ftruncate(number_, 0) != 0 || pwrite(number_, data, size, 0) != static_cast<ssize_t>(size))
      std::abort();
    return path_;
  }

 private:
  std::string path_;
  int number_;
};

void read_rows(const std::string &path, const std::optional<std::string> &query) {
  Conversion conversion{
      .choice = {}, .harmless_expansion = 1 << 20, .note = [](const std::string &note) {
        if (note.empty()) std::abort();
      }};
  conversion.choice.query = query;
  try {
    const std::unique_ptr<Stream> table =
        open_database(path, std::make_unique<Bytes>(path), conversion);
    std::string block(4096, '\0');
    for (std::size_t all = 0, got = 1; got > 0 && all < most_text; all += got)
      got = table->read(block.data(), block.size());
  } catch (const Failure &failure) {
    if (failure.text.empty() || failure.code != bad_input) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const File file;
  const std::string &path = file.holding(data, size);
  read_rows(path, std::nullopt);
  read_rows(path, "select rowid, * from a order by 2");
  return 0;
}
