#include "readers/archive.hpp"

#include <algorithm>
#include <string_view>

#include "readers/module.hpp"
#include "shared/gunzip.hpp"
#include "terminal/failure.hpp"
#include "terminal/shell.hpp"

namespace cli {

#ifdef MANIFACT_HAVE_ZIP

std::unique_ptr<Archive> open_archive(std::unique_ptr<Bytes> bytes, const std::string &path,
                                      Progress *progress) {
  const std::string &name = bytes->name();
  if (manifact::is_gzip(bytes->peek(2)))
    throw Failure(name + " is a compressed .npz file; decompress it first: gzip -dc " +
                  shell_path(name) + " > NEW.npz");
  const std::string_view magic = bytes->peek(4).substr(0, 4);
  if (magic != "PK\3\4" && magic != "PK\5\6")
    throw Failure(name + " is not a .npz file: it does not begin like a zip archive");
  std::unique_ptr<Archive> archive;
  of_module<OpenArchive>("manifact-zip", "manifact_open_archive", name + " cannot be read")(
      bytes, path, progress, archive);
  return archive;
}

#else

std::unique_ptr<Archive> open_archive(std::unique_ptr<Bytes> bytes, const std::string &,
                                      Progress *) {
  throw Failure(bytes->name() +
                " is a zip archive, which this build cannot read (libzip); save the array "
                "as .npy");
}

#endif

bool Archive::holds(const std::string &array) const {
  return std::find(arrays_.begin(), arrays_.end(), array) != arrays_.end();
}

}  // namespace cli
