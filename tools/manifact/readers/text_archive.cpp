#include "readers/module.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"

namespace cli {

#ifdef MANIFACT_HAVE_ARCHIVE

std::unique_ptr<TextReader> read_archive(const std::string &path, std::unique_ptr<Bytes> bytes,
                                         const Reading &reading, Progress &progress) {
  std::unique_ptr<TextReader> reader;
  of_module<ReadArchive>("manifact-archives", "manifact_read_archive",
                         bytes->name() + " cannot be read")(path, bytes, reading, progress, reader);
  return reader;
}

#else

std::unique_ptr<TextReader> read_archive(const std::string &, std::unique_ptr<Bytes> bytes,
                                         const Reading &, Progress &) {
  throw Failure(bytes->name() +
                " is an archive, which this build cannot read: it was built without libarchive");
}

#endif

}  // namespace cli
