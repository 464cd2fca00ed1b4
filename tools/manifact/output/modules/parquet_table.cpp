// Parquet files with columns added. All bytes before the footer stay where they are; behind them
// stand the new parts of each group of rows, and a footer that names both.
#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <utility>

#include "output/modules/column_table.hpp"
#include "output/modules/thrift_writer.hpp"
#include "readers/modules/parquet_schema.hpp"
#include "shared/base64.hpp"
#include "terminal/interrupts.hpp"

namespace cli::parquet {
namespace {

using thrift::Reader;
using thrift::Writer;

constexpr std::int64_t rows_of_page = 16'384;
constexpr int plain = 0, rle = 3, dictionary_of = 8;  // encodings

Physical physical_of(AddedType type) {
  switch (type) {
    case AddedType::integer:
      return Physical::int32;
    case AddedType::real:
      return Physical::real64;
    case AddedType::truth:
      return Physical::truth;
    default:
      return Physical::bytes;
  }
}

// Numbers of some bits each, one packed run of the hybrid encoding.
std::string packed_run(const std::vector<std::uint32_t> &numbers, unsigned bits) {
  const std::size_t groups = (numbers.size() + 7) / 8;
  std::string bytes = thrift::varint_of(groups << 1 | 1);
  std::uint64_t held = 0;
  unsigned count = 0;
  for (std::size_t i = 0; i < groups * 8; ++i) {
    held |= static_cast<std::uint64_t>(i < numbers.size() ? numbers[i] : 0) << count;
    for (count += bits; count >= 8; count -= 8, held >>= 8) bytes += static_cast<char>(held & 0xff);
  }
  return bytes;
}

// What a part of a group of rows is, for the footer.
struct Part {
  std::string described;  // a ColumnChunk
  std::int64_t packed = 0, unpacked = 0;
};

// Writes the values of one column in a group of rows.
class PartWriter {
 public:
  PartWriter(const FileRows &rows, std::size_t column, std::string name, Codec codec,
             CountedOutput &to)
      : rows_(rows), column_(column), name_(std::move(name)), codec_(codec), to_(to) {}

  Part write(std::int64_t first, std::int64_t count) {
    const std::int64_t begin = to_.place();
    if (rows_.types()[column_] == AddedType::text) find_words(first, count);
    if (has_words_) write_words();
    const std::int64_t data = to_.place();
    for (std::int64_t at = 0; at < count; at += rows_of_page)
      write_page(first + at, std::min(rows_of_page, count - at));
    if (count == 0) write_page(first, 0);
    part_.packed = to_.place() - begin;
    Writer described;
    described.number(1, thrift::i32, static_cast<int>(physical_of(rows_.types()[column_])));
    std::string encodings = thrift::list_of(thrift::i32, has_words_ ? 3 : 2);
    encodings += thrift::integer_of(plain) + thrift::integer_of(rle);
    if (has_words_) encodings += thrift::integer_of(dictionary_of);
    described.field(2, thrift::list, encodings)
        .field(3, thrift::list, thrift::list_of(thrift::binary, 1) + thrift::text_of(name_))
        .number(4, thrift::i32, codec_number())
        .number(5, thrift::i64, count)
        .number(6, thrift::i64, part_.unpacked)
        .number(7, thrift::i64, part_.packed)
        .number(9, thrift::i64, data);
    if (has_words_) described.number(11, thrift::i64, begin);
    part_.described =
        Writer().number(2, thrift::i64, begin).field(3, thrift::structure, described.done()).done();
    return std::move(part_);
  }

 private:
  int codec_number() const { return codec_ == Codec::snappy ? 1 : codec_ == Codec::zstd ? 6 : 0; }

  // Texts that repeat are written once.
  void find_words(std::int64_t first, std::int64_t count) {
    for (std::int64_t at = 0; at < count; at += rows_of_page) {
      const std::int64_t some = std::min(rows_of_page, count - at);
      AddedValues all = values(first + at, some);
      for (std::size_t i = 0; i < all.texts.size(); ++i) {
        if (!all.present[i]) continue;
        places_.try_emplace(std::move(all.texts[i]), static_cast<std::uint32_t>(places_.size()));
        if (std::ssize(places_) > std::max<std::int64_t>(count / 2, 1)) return places_.clear();
      }
    }
    has_words_ = !places_.empty();
  }

  AddedValues values(std::int64_t first, std::int64_t count) const {
    stop_if_interrupted();
    return std::move(rows_.values(first, count)[column_]);
  }

  static void append_text(std::string &to, std::string_view text) {
    append_bytes(to, static_cast<std::uint32_t>(text.size()));
    to += text;
  }

  void write_words() {
    std::vector<const std::string *> words(places_.size());
    for (const auto &[text, place] : places_) words[place] = &text;
    std::string bytes;
    for (const std::string *word : words) append_text(bytes, *word);
    const std::string details =
        Writer().number(1, thrift::i32, std::ssize(words)).number(2, thrift::i32, plain).done();
    add_page(PageHeader::dictionary, 7, details, bytes);
  }

  void write_page(std::int64_t first, std::int64_t count) {
    const AddedValues all = values(first, count);
    const std::vector<std::uint32_t> present(all.present.begin(), all.present.end());
    const std::string levels = packed_run(present, 1);
    std::string bytes;
    append_bytes(bytes, static_cast<std::uint32_t>(levels.size()));
    bytes += levels;
    add_values(bytes, all);
    const std::string details = Writer()
                                    .number(1, thrift::i32, count)
                                    .number(2, thrift::i32, has_words_ ? dictionary_of : plain)
                                    .number(3, thrift::i32, rle)
                                    .number(4, thrift::i32, rle)
                                    .done();
    add_page(PageHeader::data, 5, details, bytes);
  }

  void add_values(std::string &bytes, const AddedValues &all) const {
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < all.present.size(); ++i) {
      if (!all.present[i]) continue;
      if (all.type == AddedType::integer) append_bytes(bytes, all.integers[i]);
      if (all.type == AddedType::real) append_bytes(bytes, all.reals[i]);
      if (all.type == AddedType::truth)
        numbers.push_back(static_cast<std::uint32_t>(all.integers[i]));
      if (all.type != AddedType::text) continue;
      if (has_words_)
        numbers.push_back(places_.at(all.texts[i]));
      else
        append_text(bytes, all.texts[i]);
    }
    if (all.type == AddedType::truth) {  // without the head of a run
      const std::string run = packed_run(numbers, 1);
      const std::size_t body = (numbers.size() + 7) / 8;
      bytes += run.substr(run.size() - body);
    }
    if (!has_words_) return;
    const unsigned bits = static_cast<unsigned>(std::max(1, bits_of(places_.size() - 1)));
    bytes += static_cast<char>(bits);
    bytes += packed_run(numbers, bits);
  }

  void add_page(int type, std::int64_t field, const std::string &details, const std::string &all) {
    // All pages of a part are compressed alike.
    const std::string packed = compressed(codec_, all);
    const std::string header = Writer()
                                   .number(1, thrift::i32, type)
                                   .number(2, thrift::i32, std::ssize(all))
                                   .number(3, thrift::i32, std::ssize(packed))
                                   .field(field, thrift::structure, details)
                                   .done();
    to_.add(header);
    to_.add(packed);
    part_.unpacked += std::ssize(header) + std::ssize(all);
  }

  const FileRows &rows_;
  std::size_t column_;
  std::string name_;
  Codec codec_;
  CountedOutput &to_;
  Part part_;
  bool has_words_ = false;
  std::unordered_map<std::string, std::uint32_t> places_;
};

// The footer of a file, in which all that is not about columns is copied.
class FooterWriter {
 public:
  FooterWriter(std::string_view footer, const FileRows &rows, const AddedNames &names)
      : footer_(footer), rows_(rows), names_(names) {}

  // Writes the parts of the columns added, then gives the footer.
  std::string write(CountedOutput &to) {
    const std::size_t leaves = footer_of(footer_).schema.leaves.size();
    Reader reader(footer_);
    std::string all = thrift::rewritten(
        reader, [&](std::int64_t id, thrift::Type, std::string_view bytes, Writer &into) {
          const bool is_list = id == 2 || id == 4 || id == 5 || id == 7;
          if (is_list)
            into.field(id, thrift::list,
                       id == 2   ? schema(bytes)
                       : id == 4 ? groups(bytes, leaves, to)
                       : id == 5 ? notes(bytes)
                                 : orders(bytes));
          return is_list;
        });
    rows_.check_count(count_);
    return all;
  }

 private:
  // A list of structures again, edited one by one, with others behind them.
  template <class Edit>
  static std::string extended(std::string_view bytes, const std::vector<std::string> &more,
                              Edit &&edit) {
    Reader reader(bytes);
    const thrift::List list = reader.list_begin();
    std::string all = thrift::list_of(thrift::structure, list.size + more.size());
    for (std::uint32_t i = 0; i < list.size; ++i)
      all += edit(i, thrift::raw_value(reader, thrift::structure));
    for (const std::string &one : more) all += one;
    return all;
  }

  static std::string as_it_is(std::uint32_t, std::string_view one) { return std::string(one); }

  std::string schema(std::string_view bytes) const {
    std::vector<std::string> more;
    for (std::size_t j = 0; j < names_.size(); ++j) {
      const AddedType type = rows_.types()[j];
      Writer element;
      element.number(1, thrift::i32, static_cast<int>(physical_of(type)))
          .number(3, thrift::i32, 1)  // optional
          .text(4, names_[j]);
      const std::string none(1, '\0'), is_text = "\x1c" + none + none;
      if (type == AddedType::text)  // UTF8, and the union of today
        element.number(6, thrift::i32, 0).field(10, thrift::structure, is_text);
      more.push_back(element.done());
    }
    return extended(bytes, more, [&](std::uint32_t i, std::string_view one) {
      if (i > 0) return std::string(one);
      Reader root(one);
      return thrift::rewritten(
          root, [&](std::int64_t id, thrift::Type type, std::string_view value, Writer &to) {
            if (id == 5) to.number(id, type, Reader(value).integer() + std::ssize(names_));
            return id == 5;
          });
    });
  }

  std::string groups(std::string_view bytes, std::size_t leaves, CountedOutput &to) {
    return extended(bytes, {}, [&](std::uint32_t, std::string_view one) {
      Reader parsed(one), again(one);
      const RowGroup group = row_group_of(parsed, leaves);
      rows_.check_rows(count_, group.rows);
      const int codec = group.chunks.front().codec;
      std::vector<std::string> parts;
      std::int64_t packed = 0, unpacked = 0;
      for (std::size_t j = 0; j < names_.size(); ++j) {
        PartWriter writer(rows_, j, names_[j],
                          codec == 1   ? Codec::snappy
                          : codec == 6 ? Codec::zstd
                                       : Codec::none,
                          to);
        Part part = writer.write(count_, group.rows);
        packed += part.packed;
        unpacked += part.unpacked;
        parts.push_back(std::move(part.described));
      }
      count_ += group.rows;
      return thrift::rewritten(
          again, [&](std::int64_t id, thrift::Type type, std::string_view value, Writer &into) {
            if (id == 1) into.field(id, type, extended(value, parts, as_it_is));
            if (id == 2 || id == 6)
              into.number(id, type, Reader(value).integer() + (id == 2 ? unpacked : packed));
            return id == 1 || id == 2 || id == 6;
          });
    });
  }

  std::string orders(std::string_view bytes) const {
    const std::string by_type("\x1c\0\0", 3);
    return extended(bytes, std::vector(names_.size(), by_type), as_it_is);
  }

  // Pairs of texts. Those of Arrow and of Spark, which describe the columns again, get them, too:
  // their readers trust these more than the file.
  std::string notes(std::string_view bytes) const {
    return extended(bytes, {}, [&](std::uint32_t, std::string_view one) {
      Reader parsed(one), again(one);
      std::string key;
      parsed.fields([&](std::int64_t id, thrift::Type type) {
        if (id != 1 || type != thrift::binary) return false;
        key = parsed.text();
        return true;
      });
      return thrift::rewritten(
          again, [&](std::int64_t id, thrift::Type type, std::string_view value, Writer &to) {
            if (id != 2 || type != thrift::binary) return false;
            const std::optional<std::string> text = edited(key, Reader(value).text());
            if (text) to.text(id, *text);
            return text.has_value();
          });
    });
  }

  // Nothing: it stays.
  std::optional<std::string> edited(const std::string &key, std::string_view text) const {
    if (key == "ARROW:schema") return with_arrow_fields(text);
    if (key == "org.apache.spark.sql.parquet.row.metadata") return with_spark_fields(text);
    return {};
  }

  std::optional<std::string> with_arrow_fields(std::string_view text) const {
    std::string message, made;
    if (!manifact::from_base64(text, message)) return {};
    const std::string schema = schema_with_columns(message, rows_.types(), names_);
    if (schema.empty()) return {};
    manifact::append_base64(made, schema);
    return made;
  }

  std::optional<std::string> with_spark_fields(std::string_view text) const {
    nlohmann::ordered_json schema = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!schema.is_object() || !schema.contains("fields") || !schema["fields"].is_array())
      return {};
    for (std::size_t j = 0; j < names_.size(); ++j) {
      const AddedType type = rows_.types()[j];
      schema["fields"].push_back({{"name", names_[j]},
                                  {"type", type == AddedType::text    ? "string"
                                           : type == AddedType::real  ? "double"
                                           : type == AddedType::truth ? "boolean"
                                                                      : "integer"},
                                  {"nullable", true},
                                  {"metadata", nlohmann::ordered_json::object()}});
    }
    return schema.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  std::string_view footer_;
  const FileRows &rows_;
  const AddedNames &names_;
  std::int64_t count_ = 0;  // of rows
};

}  // namespace
}  // namespace cli::parquet

namespace cli {

void write_parquet(const PlacedBytes &file, const FileRows &rows, const AddedNames &names,
                   CountedOutput &to) {
  const std::string footer = footer_of_parquet(file);
  constexpr std::int64_t ending = 8;
  const std::int64_t end = file.size() - ending - std::ssize(footer);
  std::string held;
  for (std::int64_t at = 0; at < end && !to.has_failed();) {
    constexpr std::int64_t some = std::int64_t{1} << 20;
    stop_if_interrupted();
    const std::int64_t count = std::min(some, end - at);
    to.add(file.read(at, count, held));
    at += count;
  }
  try {
    std::string last = parquet::FooterWriter(footer, rows, names).write(to);
    append_bytes(last, static_cast<std::uint32_t>(last.size()));
    to.add(last + "PAR1");
  } catch (const thrift::Damaged &damaged) {
    throw Failure(file.name() + " is a damaged Parquet file: its footer: " + damaged.reason);
  }
}

}  // namespace cli
