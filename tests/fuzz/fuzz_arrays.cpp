// The readers of .npy, .npz and fvecs: any bytes, from a file or through a pipe, are a matrix of
// the library or one Failure with a reason.
#include <manifact/manifact.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <variant>

#include "../../tools/manifact/handles.hpp"
#include "../../tools/manifact/readers/array_matrix.hpp"
#include "../../tools/manifact/readers/bags_of_words.hpp"
#include "../../tools/manifact/readers/formats.hpp"
#include "../../tools/manifact/readers/npy.hpp"
#include "../../tools/manifact/readers/npz.hpp"
#include "../../tools/manifact/terminal/failure.hpp"

namespace {

using namespace cli;

// The bytes as a file with a path.
std::string as_file(const std::uint8_t *data, std::size_t size) {
  static const int file = memfd_create("arrays", 0);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  return "/proc/self/fd/" + std::to_string(file);
}

// A stream of unknown size, as a pipe.
class Unmeasured final : public Stream {
 public:
  explicit Unmeasured(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}
  std::size_t read(char *to, std::size_t size) override { return stream_->read(to, size); }
  const std::string &name() const override { return stream_->name(); }

 private:
  std::unique_ptr<Stream> stream_;
};

template <class Arrays>
void make_matrix(manifact_context *context, Arrays &&arrays) {
  manifact_matrix *matrix = nullptr;
  const int status = matrix_of(context, std::forward<Arrays>(arrays), &matrix);
  const Matrix owner(matrix);
  if ((status < 0) != (matrix == nullptr) || status <= MANIFACT_ERROR_INTERNAL) std::abort();
}

void read_stream(manifact_context *context, Format format, std::unique_ptr<Stream> stream) {
  if (is_bag_of_words(format))
    make_matrix(context, read_bags_of_words(*stream, format));
  else
    make_matrix(context, format == Format::npy ? read_npy(*stream) : read_fvecs(*stream));
}

void read_archive(manifact_context *context, const std::string &path) {
  const std::unique_ptr<Archive> archive =
      open_archive(std::make_unique<Bytes>(path), path, nullptr);
  std::visit([&](auto &&arrays) { make_matrix(context, std::move(arrays)); },
             read_npz(*archive, std::nullopt));
}

template <class Read>
void try_reading(Read &&read) {
  try {
    read();
  } catch (const Failure &failure) {
    if (failure.text.empty() || failure.code != bad_input) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string path = as_file(data, size);
  manifact_context *handle = nullptr;
  if (manifact_context_create(&handle) < 0) std::abort();
  const Context context(handle);
  for (const Format format :
       {Format::npy, Format::fvecs, Format::uci, Format::ldac, Format::cluto}) {
    try_reading([&] { read_stream(handle, format, stream_of(std::make_unique<Bytes>(path))); });
    try_reading([&] {
      read_stream(handle, format,
                  std::make_unique<Unmeasured>(stream_of(std::make_unique<Bytes>(path))));
    });
  }
  try_reading([&] { read_archive(handle, path); });
  return 0;
}
