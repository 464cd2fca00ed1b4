// Files and streams of Arrow with columns added. Dictionaries and buffers stay as they are; new
// buffers stand behind those of a batch, and new messages refer to the parts of the earlier ones.
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "output/modules/column_table.hpp"
#include "output/modules/flat_builder.hpp"
#include "readers/modules/arrow_messages.hpp"

namespace cli::arrow {
namespace {

using flat::Builder;

constexpr std::string_view beginning_of_file("ARROW1\0\0", 8);
constexpr std::string_view end_of_stream("\xff\xff\xff\xff\0\0\0\0", 8);
constexpr int kind_of_schema = 1, kind_of_batch = 3;

// A table of the builder that has the parts of an earlier one, except those of `edited`.
struct Copied {
  std::vector<Builder::Slot> slots;
  std::vector<std::size_t> parts;  // of the references, where they are

  void add(const flat::Table &from, int field) {
    if (!from.has(field)) return;
    slots.push_back(Builder::reference(field));
    parts.push_back(from.place_of_part(field));
  }
  // After the slots that are not copied, which the caller adds first.
  void refer(Builder &to, const std::vector<std::size_t> &places) const {
    const std::size_t first = slots.size() - parts.size();
    for (std::size_t i = 0; i < parts.size(); ++i)
      to.refer_to_earlier(places[first + i + 1], parts[i]);
  }
};

void add_type(Builder &to, AddedType type, std::size_t from) {
  using Slots = std::vector<Builder::Slot>;
  const Slots slots = type == AddedType::integer ? Slots{{0, 4, 32}, {1, 1, 1}}  // bits, signed
                      : type == AddedType::real  ? Slots{{0, 2, 2}}              // double
                                                 : Slots{};
  to.refer(from, to.add_table(slots).front());
}

Type type_of(AddedType type) {
  switch (type) {
    case AddedType::integer:
      return Type::integer;
    case AddedType::real:
      return Type::real;
    case AddedType::truth:
      return Type::truth;
    default:
      return Type::text;
  }
}

void add_field(Builder &to, AddedType type, const std::string &name, std::size_t from) {
  const std::vector<std::size_t> places =
      to.add_table({Builder::reference(0),
                    {1, 1, 1},  // nullable
                    {2, 1, static_cast<std::int64_t>(type_of(type))},
                    Builder::reference(3),
                    Builder::reference(5)});
  to.refer(from, places[0]);
  to.refer(places[1], to.add_text(name));
  add_type(to, type, places[4]);
  to.refer(places[5], to.add_vector(0, "", 4));  // no children
}

// The schema with fields for the columns added, to which the reference at `from` points.
void add_schema(Builder &to, const flat::Table &schema, const std::vector<AddedType> &types,
                const AddedNames &names, std::size_t from) {
  Copied copied{{{0, 2, schema.number<std::int16_t>(0)}, Builder::reference(1)}, {}};
  copied.add(schema, 2);  // notes
  copied.add(schema, 3);  // features
  const std::vector<std::size_t> places = to.add_table(copied.slots);
  to.refer(from, places[0]);
  copied.refer(to, places);
  const flat::Vector fields = schema.vector(1);
  const std::size_t count = fields.size() + names.size();
  const std::size_t vector =
      to.add_vector(static_cast<std::uint32_t>(count), std::string(4 * count, '\0'), 4);
  to.refer(places[2], vector);
  for (std::uint32_t i = 0; i < fields.size(); ++i)
    to.refer_to_earlier(vector + 4 + 4 * static_cast<std::size_t>(i), fields.table(i).place());
  for (std::size_t j = 0; j < names.size(); ++j)
    add_field(to, types[j], names[j], vector + 4 + 4 * (fields.size() + j));
}

// A message of a schema that stands in `earlier`.
std::string schema_message(const flat::Table &schema, std::int16_t version,
                           const std::vector<AddedType> &types, const AddedNames &names,
                           std::string_view earlier) {
  Builder to;
  const std::vector<std::size_t> places =
      to.add_table({{3, 8, 0}, {0, 2, version}, {1, 1, kind_of_schema}, Builder::reference(2)});
  add_schema(to, schema, types, names, places[4]);
  return to.finish(places[0], earlier);
}

// A message with its size before it, to a multiple of 8 bytes.
std::string framed(const std::string &message) {
  std::string all("\xff\xff\xff\xff");
  const std::size_t size = (message.size() + 7) / 8 * 8;
  append_bytes(all, static_cast<std::int32_t>(size));
  return all.append(message).append(size - message.size(), '\0');
}

// The buffers of the columns added, behind those of a batch.
class AddedBuffers {
 public:
  AddedBuffers(Codec codec, std::string &body) : codec_(codec), body_(body) {}

  void add(const AddedValues &values) {
    const std::int64_t there = std::count(values.present.begin(), values.present.end(), true);
    append_bytes(nodes, values.count());
    append_bytes(nodes, values.count() - there);
    add_buffer(there == values.count() ? "" : bits_of(values.present));
    std::string data;
    if (values.type == AddedType::text) return add_texts(values.texts);
    if (values.type == AddedType::truth)
      data = bits_of({values.integers.begin(), values.integers.end()});
    for (std::size_t i = 0; values.type == AddedType::integer && i < values.present.size(); ++i)
      append_bytes(data, values.integers[i]);
    for (const double value : values.reals) append_bytes(data, value);
    add_buffer(data);
  }

  std::string nodes, buffers;  // structures FieldNode and Buffer

 private:
  static std::string bits_of(const std::vector<bool> &truths) {
    std::string bytes((truths.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < truths.size(); ++i)
      if (truths[i]) bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << (i % 8));
    return bytes;
  }

  void add_texts(const std::vector<std::string> &texts) {
    std::string ends, data;
    append_bytes(ends, std::int32_t{0});
    for (const std::string &text : texts) {
      data += text;
      if (data.size() > std::numeric_limits<std::int32_t>::max())
        throw NotWritten("a batch has more than 2 GB of explanations; its table is not written");
      append_bytes(ends, static_cast<std::int32_t>(data.size()));
    }
    add_buffer(ends);
    add_buffer(data);
  }

  void add_buffer(std::string_view bytes) {
    constexpr std::size_t alignment = 64;
    body_.resize((body_.size() + alignment - 1) / alignment * alignment);
    const std::size_t begin = body_.size();
    if (codec_ != Codec::none && !bytes.empty()) {
      Codec used = codec_;
      const std::string packed = compressed(used, bytes);
      append_bytes(body_, used == Codec::none ? std::int64_t{-1} : std::ssize(bytes));
      body_ += packed;
    } else {
      body_ += bytes;
    }
    append_bytes(buffers, static_cast<std::int64_t>(begin));
    append_bytes(buffers, static_cast<std::int64_t>(body_.size() - begin));
  }

  Codec codec_;
  std::string &body_;
};

class Copy {
 public:
  Copy(const std::string &path, std::unique_ptr<Bytes> bytes, const FileRows &rows,
       const AddedNames &names, CountedOutput &to)
      : messages_(path, std::move(bytes)), rows_(rows), names_(names), to_(to) {}

  void write() {
    messages_.fields();  // checks them
    const std::string first = messages_.metadata();
    messages_.guarded([&] { write_schema(first); });
    std::string body;
    while (!to_.has_failed() && messages_.next())
      messages_.guarded([&] {
        const flat::Table message = flat::Table::root(messages_.metadata());
        messages_.read_body(message.number<std::int64_t>(3), body);
        if (message.number<std::uint8_t>(1) == kind_of_batch)
          write_batch(message, body);
        else
          add(dictionaries_, framed(messages_.metadata()), body);
      });
    rows_.check_count(row_);
    to_.add(end_of_stream);
    if (messages_.is_file()) messages_.guarded([&] { write_footer(first); });
  }

 private:
  void write_schema(const std::string &first) {
    const flat::Table root = flat::Table::root(first);
    if (messages_.is_file()) to_.add(beginning_of_file);
    to_.add(framed(schema_message(root.table(messages_.is_file() ? 1 : 2),
                                  root.number<std::int16_t>(0), rows_.types(), names_, first)));
  }

  // A message and its body, whose place the end of a file lists.
  void add(std::string &blocks, const std::string &message, const std::string &body) {
    append_bytes(blocks, to_.place());
    append_bytes(blocks, static_cast<std::int64_t>(message.size()));  // 4 bytes, and 4 unused
    append_bytes(blocks, static_cast<std::int64_t>((body.size() + 7) / 8 * 8));
    to_.add(message);
    to_.add(body);
    to_.pad(8);
  }

  void write_batch(const flat::Table &message, std::string &body) {
    const flat::Table batch = message.table(2);
    const auto count = batch.number<std::int64_t>(0);
    rows_.check_rows(row_, count);
    AddedBuffers added(codec_of(batch), body);
    for (const AddedValues &values : rows_.values(row_, count)) added.add(values);
    row_ += count;
    body.resize((body.size() + 7) / 8 * 8);
    Builder to;
    Copied outer{{{3, 8, std::ssize(body)},
                  {0, 2, message.number<std::int16_t>(0)},
                  {1, 1, kind_of_batch},
                  Builder::reference(2)},
                 {}};
    outer.add(message, 4);  // notes
    const std::vector<std::size_t> root = to.add_table(outer.slots);
    outer.refer(to, root);
    Copied inner{{{0, 8, count}, Builder::reference(1), Builder::reference(2)}, {}};
    inner.add(batch, 3);  // the compression
    inner.add(batch, 4);  // the buffers of views
    const std::vector<std::size_t> places = to.add_table(inner.slots);
    to.refer(root[4], places[0]);
    inner.refer(to, places);
    to.refer(places[2], extended(to, batch.vector(1), added.nodes));
    to.refer(places[3], extended(to, batch.vector(2), added.buffers));
    add(batches_, framed(to.finish(root[0], messages_.metadata())), body);
  }

  static Codec codec_of(const flat::Table &batch) {
    if (!batch.has(3)) return Codec::none;
    return batch.table(3).number<std::int8_t>(0) == 0 ? Codec::lz4_frame : Codec::zstd;
  }

  // A vector of structures of 16 bytes with some more.
  static std::size_t extended(Builder &to, const flat::Vector &vector, const std::string &more) {
    constexpr std::size_t size = 16;
    vector.need(size);
    const std::string all = std::string(vector.elements(size)) + more;
    return to.add_vector(static_cast<std::uint32_t>(all.size() / size), all, 8);
  }

  void write_footer(const std::string &first) {
    const flat::Table root = flat::Table::root(first);
    Builder to;
    Copied copied{{{0, 2, root.number<std::int16_t>(0)},
                   Builder::reference(1),
                   Builder::reference(2),
                   Builder::reference(3)},
                  {}};
    copied.add(root, 4);  // notes
    const std::vector<std::size_t> places = to.add_table(copied.slots);
    copied.refer(to, places);
    add_schema(to, root.table(1), rows_.types(), names_, places[2]);
    constexpr std::size_t block = 24;
    std::size_t place = places[3];
    for (const std::string *blocks : {&dictionaries_, &batches_}) {
      to.refer(place,
               to.add_vector(static_cast<std::uint32_t>(blocks->size() / block), *blocks, 8));
      place = places[4];
    }
    std::string footer = to.finish(places[0], first);
    append_bytes(footer, static_cast<std::int32_t>(footer.size()));
    to_.add(footer + "ARROW1");
  }

  Messages messages_;
  const FileRows &rows_;
  const AddedNames &names_;
  CountedOutput &to_;
  std::string dictionaries_, batches_;  // blocks of the end of a file
  std::int64_t row_ = 0;
};

}  // namespace
}  // namespace cli::arrow

namespace cli {

void write_arrow(const std::string &path, std::unique_ptr<Bytes> bytes, const FileRows &rows,
                 const AddedNames &names, CountedOutput &to) {
  arrow::Copy(path, std::move(bytes), rows, names, to).write();
}

std::string schema_with_columns(std::string_view message, const std::vector<AddedType> &types,
                                const AddedNames &names) {
  constexpr std::size_t size = 4;  // of the length, after 0xffffffff since 0.15
  message.remove_prefix(
      std::min(message.size(), message.starts_with("\xff\xff\xff\xff") ? 2 * size : size));
  try {
    const flat::Table root = flat::Table::root(message);
    return arrow::framed(
        arrow::schema_message(root.table(2), root.number<std::int16_t>(0), types, names, message));
  } catch (const flat::Damaged &) {
    return "";
  }
}

}  // namespace cli
