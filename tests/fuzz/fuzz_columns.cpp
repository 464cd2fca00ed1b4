// The readers of Parquet and Arrow, and the writers of the same files with columns added: any bytes
// are a table or one Failure with a reason, and memory is proportional to what the file may expand
// to.
#include <fcntl.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "../../tools/manifact/output/modules/column_table.hpp"
#include "../../tools/manifact/readers/converted.hpp"
#include "../../tools/manifact/readers/safetensors.hpp"
#include "../../tools/manifact/terminal/failure.hpp"
#include "bytes_of.hpp"

namespace {

using namespace cli;

constexpr std::int64_t harmless = 1 << 20;
constexpr std::size_t most_text = std::size_t{1} << 24;  // a text may be repeated in many rows

template <class Read>
void try_reading(Read &&read) {
  try {
    read();
  } catch (const Failure &failure) {
    if (failure.text.empty() || failure.code != bad_input) std::abort();
  }
}

void read_table(const std::string &bytes, const std::optional<std::string> &vector_field) {
  Vectors vectors;
  Conversion conversion{.choice = {},
                        .harmless_expansion = harmless,
                        .note =
                            [](const std::string &note) {
                              if (note.empty()) std::abort();
                            },
                        .fields = {},
                        .vector_field = vector_field,
                        .vectors = &vectors};
  const std::unique_ptr<Stream> table = open_columns("fuzz", bytes_of(bytes), conversion);
  std::string block(4096, '\0');
  for (std::size_t all = 0, got = 1; got > 0 && all < most_text; all += got)
    got = table->read(block.data(), block.size());
  if (vectors.arrays.values.count != vectors.arrays.rows * vectors.arrays.columns) std::abort();
}

// Of a file of which some rows were documents.
void write_table(const std::string &bytes) {
  static const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  TableOrigin origin;
  origin.name = "fuzz";
  origin.rows = {1, 2, 4, 1000};
  AddedColumns columns;
  columns.titles = {"oven", "goal"};
  const std::int32_t labels[] = {0, 1, -1, 1};
  const double shares[] = {1, 0, 0.25, 0.75, 0.5, 0.5, 0, 1};
  columns.add(labels, shares, std::size(labels), 2);
  const std::vector<std::int64_t> all;
  const TableRows read{origin, columns, all};
  const FileRows rows(read);
  CountedOutput to(nowhere);
  std::unique_ptr<Bytes> file = bytes_of(bytes);
  if (begins_as_parquet(file))
    write_parquet(PlacedBytes("fuzz", std::move(file)), rows, columns.names(), to);
  else
    write_arrow("fuzz", std::move(file), rows, columns.names(), to);
  if (to.finish() != 0) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char *>(data), size);
  try_reading([&] { read_table(bytes, std::nullopt); });
  try_reading([&] { read_table(bytes, "v"); });
  try_reading([&] { write_table(bytes); });
  try_reading([&] {
    FuzzedStream stream(bytes);
    read_safetensors(stream, std::nullopt);
  });
  return 0;
}
