// A fixture for tables of Arrow columns, and columns of all layouts with the same values.
#pragma once

#include <gtest/gtest.h>
#include <manifact/manifact.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/arrow_columns.hpp"
#include "support/handles.hpp"

namespace support {

struct FreeTable {
  void operator()(manifact_table *table) const { manifact_table_free(table); }
};
using Table = std::unique_ptr<manifact_table, FreeTable>;
using Texts = std::vector<std::string>;

class ArrowTables : public testing::Test {
 protected:
  manifact_status open(const ArrowColumn &column, manifact_table **out) {
    ArrowSchema schema;
    ArrowArray array;
    export_schema(column, &schema, &releases_.schemas);
    export_array(column, &array, &releases_.arrays);
    const manifact_status status = manifact_table_from_arrow(context_.get(), &schema, &array, out);
    EXPECT_EQ(schema.release, nullptr);
    EXPECT_EQ(array.release, nullptr);
    return status;
  }
  Table table_of(const ArrowColumn &column) {
    manifact_table *out = nullptr;
    EXPECT_EQ(open(column, &out), MANIFACT_OK) << message();
    return Table(out);
  }
  manifact_status open_stream(Batches batches, manifact_table **out) {
    ArrowArrayStream stream;
    export_stream(std::move(batches), &stream);
    const manifact_status status = manifact_table_from_arrow_stream(context_.get(), &stream, out);
    EXPECT_EQ(stream.release, nullptr);
    return status;
  }
  Table table_of_batches(std::vector<ArrowColumn> batches) {
    manifact_table *out = nullptr;
    EXPECT_EQ(open_stream({std::move(batches), &releases_}, &out), MANIFACT_OK) << message();
    return Table(out);
  }
  std::string message() const { return manifact_context_message(context_.get()); }

  Matrix matrix_of(const Table &table, std::vector<int64_t> columns = {}) {
    manifact_matrix *out = nullptr;
    EXPECT_EQ(manifact_table_matrix(context_.get(), table.get(),
                                    columns.empty() ? nullptr : columns.data(),
                                    static_cast<int64_t>(columns.size()), &out),
              MANIFACT_OK)
        << message();
    return Matrix(out);
  }
  std::vector<double> values_of(const ArrowColumn &column) {
    return dense(matrix_of(table_of(column)).get());
  }
  Texts texts_of(const Table &table, int64_t column = 0) {
    const char *bytes = nullptr;
    const int64_t *offsets = nullptr;
    EXPECT_EQ(manifact_table_texts(context_.get(), table.get(), column, &bytes, &offsets),
              MANIFACT_OK)
        << message();
    Texts texts;
    for (int64_t i = 0; offsets != nullptr && i < manifact_table_rows(table.get()); ++i)
      texts.emplace_back(bytes + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    return texts;
  }
  int64_t held() const {
    int64_t now = 0;
    EXPECT_EQ(manifact_context_memory(context_.get(), &now, nullptr), MANIFACT_OK);
    return now;
  }
  // The structures are released although the table is refused.
  void expect_refused(const ArrowColumn &column, const std::string &words,
                      manifact_status status = MANIFACT_ERROR_STRUCTURE) {
    const Releases before = releases_;
    manifact_table *out = nullptr;
    EXPECT_EQ(open(column, &out), status) << words;
    EXPECT_EQ(out, nullptr);
    EXPECT_NE(message().find(words), std::string::npos) << message() << "\nexpected: " << words;
    EXPECT_EQ(releases_.schemas, before.schemas + 1);
    EXPECT_EQ(releases_.arrays, before.arrays + 1);
  }
  void expect_no_matrix(const ArrowColumn &column, const std::string &words,
                        manifact_status status = MANIFACT_ERROR_VALUE) {
    const Table table = table_of(column);
    manifact_matrix *out = nullptr;
    EXPECT_EQ(manifact_table_matrix(context_.get(), table.get(), nullptr, 0, &out), status);
    EXPECT_NE(message().find(words), std::string::npos) << message() << "\nexpected: " << words;
  }
  void expect_no_texts(const ArrowColumn &column, const std::string &words,
                       manifact_status status = MANIFACT_ERROR_STRUCTURE) {
    const Table table = table_of(column);
    const char *bytes = nullptr;
    const int64_t *offsets = nullptr;
    EXPECT_EQ(manifact_table_texts(context_.get(), table.get(), 0, &bytes, &offsets), status);
    EXPECT_NE(message().find(words), std::string::npos) << message() << "\nexpected: " << words;
  }

  Context context_ = context();
  Releases releases_;
};

inline const std::vector<double> numbers{3, 0, 1, 2};

template <class Value>
ArrowColumn as(const char *format) {
  return plain_column(format, "x", std::vector<Value>(numbers.begin(), numbers.end()));
}

// Vectors (1, 2), (3, 4), (5, 6) after one that is not in the slice.
inline const std::vector<double> vectors{1, 2, 3, 4, 5, 6};

template <class Value>
ArrowColumn elements(const char *format) {
  return plain_column(format, "item", std::vector<Value>{9, 9, 1, 2, 3, 4, 5, 6});
}

inline ArrowColumn fixed_list(ArrowColumn elements) {
  return {"+w:2", "v", 3, {nullptr}, {std::move(elements)}, nullptr, 1};
}

template <class Offset>
ArrowColumn list(const char *format) {
  return {format,
          "v",
          3,
          {nullptr, buffer_of(std::vector<Offset>{0, 2, 4, 6, 8})},
          {elements<float>("f")},
          nullptr,
          1};
}

template <class Offset>
ArrowColumn list_view(const char *format) {
  return {format,
          "v",
          3,
          {nullptr, buffer_of(std::vector<Offset>{0, 2, 4, 6}),
           buffer_of(std::vector<Offset>{2, 2, 2, 2})},
          {elements<double>("g")},
          nullptr,
          1};
}

inline const Texts words{"", "red", "a text of more than twelve bytes",
                         "another long text of a view", "gr\xc3\xbcn"};

inline ArrowColumn categories(ArrowColumn index) {
  index.dictionary = std::make_shared<ArrowColumn>(
      text_column<int32_t>("u", "", {words[4], words[3], words[2], words[1], words[0]}));
  return index;
}

}  // namespace support
