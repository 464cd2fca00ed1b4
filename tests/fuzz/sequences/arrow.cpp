// Tables of Arrow columns: made, used and freed by one action; their matrices stay.
#include <cstring>

#include "../../support/arrow_columns.hpp"
#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

using support::ArrowColumn;

// A number, a vector, a text and a date in each row.
ArrowColumn batch(World &world, Data data) {
  const auto n = static_cast<std::size_t>(data.n);
  std::vector<std::int32_t> days(n);
  std::vector<std::string> words(n);
  std::vector<bool> present(n, true);
  for (std::size_t i = 0; i < n; ++i) {
    days[i] = static_cast<std::int32_t>(world.random.between(-20000, 20000));
    words[i] = world.random.one_of({"", "red", "green", "a text of more than twelve bytes"});
    if (world.random.chance(5)) present[i] = false;
  }
  if (world.random.chance(10)) spoil(world, data);
  const ArrowColumn elements = support::plain_column("g", "item", data.values);
  const std::string format = "+w:" + std::to_string(data.m);
  ArrowColumn vectors{format, "v", data.n, {nullptr}, {elements}};
  return support::batch_of(data.n, {support::plain_column("i", "day", days), vectors,
                                    support::text_column<std::int64_t>("U", "t", words, present),
                                    support::plain_column("tdD", "d", days, present)});
}

// Introduces an error that is found at once: true if it did.
bool is_broken(World &world, ArrowColumn &column) {
  if (!world.random.chance(10)) return false;
  switch (world.random.below(4)) {
    case 0:
      column.children[0].format = "what";
      break;
    case 1:
      column.children[2].length = random_number(world, -1) < 0 ? -1 : -2;
      break;
    case 2:
      column.children[1].children[0].length -= 1;
      break;
    default:
      column.children[3].buffers.pop_back();
  }
  return true;
}

manifact_table *opened(World &world, const ArrowColumn &column, support::Releases &releases,
                       bool is_stream, int *status) {
  manifact_table *out = unset<manifact_table>();
  if (is_stream) {
    ArrowArrayStream stream{};
    {
      const memory::Spared spared;
      support::export_stream({{column, column}, &releases}, &stream);
    }
    *status = CALL(manifact_table_from_arrow_stream, any_context(world), &stream, &out);
    expect(stream.release == nullptr && releases.streams == 1, "a stream was not moved");
    return out;
  }
  ArrowSchema schema{};
  ArrowArray array{};
  {
    const memory::Spared spared;
    support::export_schema(column, &schema, &releases.schemas);
    support::export_array(column, &array, &releases.arrays);
  }
  *status = CALL(manifact_table_from_arrow, any_context(world), &schema, &array, &out);
  expect(schema.release == nullptr && array.release == nullptr, "structures were not moved");
  return out;
}

void use(World &world, const manifact_table *table) {
  const std::int64_t n = CALL(manifact_table_rows, table),
                     columns = CALL(manifact_table_columns, table);
  const std::int64_t column = random_number(world, world.random.below(columns));
  const bool is_there = column >= 0 && column < columns;
  expect((CALL(manifact_table_column_name, table, column) != nullptr) == is_there,
         "a column without a name");
  expect(CALL(manifact_table_find_column, table, "v") == 1, "a column is not found");
  const int type = CALL(manifact_table_column_type, table, column);
  std::int64_t nulls = 0;
  CALL(manifact_table_nulls, any_context(world), table, column, &nulls);
  manifact_matrix *X = unset<manifact_matrix>();
  const std::int64_t chosen[] = {world.random.chance(90) ? 1 : column, 0};
  if (CALL(manifact_table_matrix, any_context(world), table,
           world.random.chance(5) ? nullptr : chosen, world.random.between(1, 2), &X) >= 0)
    keep(world, X);
  const char *bytes = nullptr;
  const std::int64_t *offsets = nullptr;
  if (CALL(manifact_table_texts, any_context(world), table, column, &bytes, &offsets) >= 0) {
    expect(is_there && type != MANIFACT_COLUMN_VECTORS, "vectors as texts");
    for (std::int64_t i = 0; i < n; ++i)
      expect(offsets[i] <= offsets[i + 1], "offsets of texts decrease");
  }
  std::vector<double> values(static_cast<std::size_t>(n));
  std::vector<std::int32_t> labels(values.size());
  CALL(manifact_table_numbers, any_context(world), table, column, values.data(),
       random_number(world, n));
  if (CALL(manifact_table_labels, any_context(world), table, column, labels.data(),
           world.random.chance(90) ? n : 0) >= 0)
    for (const std::int32_t label : labels) expect(label >= -1, "a label below -1");
}

void table(World &world) {
  ArrowColumn column = batch(world, random_data(world, random_rows(world), random_columns(world)));
  const bool is_stream = world.random.chance(40), broken = is_broken(world, column);
  // A matrix that uses the arrays in place may outlive this action, and its counts with it.
  static support::Releases releases;
  releases = {};
  int status = 0;
  manifact_table *const out = opened(world, column, releases, is_stream, &status);
  if (status < 0) return;
  expect(!broken, "a malformed array was taken");
  expect(releases.schemas == 1, "a schema was not released once");
  use(world, out);
  expect(CALL(manifact_table_retain, out) == out, "retain gives another handle");
  CALL(manifact_table_free, out);
  CALL(manifact_table_free, out);
}

}  // namespace

const std::vector<Action> arrow_actions = {{table, 3}};

}  // namespace sequences
