#include "output/npy_archive.hpp"

#ifdef MANIFACT_HAVE_ZIP

#include <bit>
#include <utility>

#include "readers/module.hpp"

namespace cli {
namespace {

std::string npy_header(std::string type, std::int64_t count, std::int64_t columns) {
  constexpr std::size_t alignment = 64;
  const bool is_string = type.front() == '|';
  if (!is_string) type.insert(type.begin(), std::endian::native == std::endian::little ? '<' : '>');
  const std::string shape = columns > 0
                                ? std::to_string(count / columns) + ", " + std::to_string(columns)
                                : std::to_string(count) + ',';
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                       (is_string ? "" : shape) + "), }";
  header.append(alignment - (header.size() + 11) % alignment, ' ').append("\n");
  const auto length = static_cast<unsigned>(header.size());
  header.insert(0, {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, static_cast<char>(length & 255),
                    static_cast<char>(length >> 8)});
  return header;
}

WriteArchive *writer_of(const std::string &path) {
  static WriteArchive *const write = of_module<WriteArchive>(
      "manifact-zip", "manifact_write_archive", path + " cannot be written");
  return write;
}

}  // namespace

NpyArray::NpyArray(const char *member, std::string type, std::int64_t count, std::size_t width,
                   Piece make, std::size_t n_pieces, std::int64_t columns)
    : name(member),
      header(npy_header(std::move(type), count, columns)),
      bytes(static_cast<std::size_t>(count) * width),
      piece(std::move(make)),
      pieces(n_pieces) {}

NpyArray::NpyArray(const char *member, std::string type, std::int64_t count, const void *data,
                   std::size_t width, std::int64_t columns)
    : NpyArray(
          member, std::move(type), count, width,
          [all = std::string_view(static_cast<const char *>(data),
                                  static_cast<std::size_t>(count) * width)](std::size_t) {
            return all;
          },
          1, columns) {}

void require_archive_writer(const std::string &path) { writer_of(path); }

int write_archive(int fd, const std::vector<NpyArray> &arrays, Progress *progress) {
  return writer_of("a .npz file")(fd, arrays, progress);
}

}  // namespace cli

#endif
