// Tables by the Arrow C data interface: every layout gives the same values, and structures are
// released exactly once.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>

#include "support/arrow_tables.hpp"

namespace {

using namespace support;

ArrowColumn decimal(int bytes) {
  std::vector<char> data;
  for (const double number : numbers) {
    const int value = static_cast<int>(number * 100) - 150;
    for (int b = 0; b < bytes; ++b)
      data.push_back(static_cast<char>(b < 4 ? value >> (8 * b) : value < 0 ? -1 : 0));
  }
  ArrowColumn column = plain_column(
      bytes == 16 ? "d:9,2" : ("d:9,2," + std::to_string(8 * bytes)).c_str(), "x", data);
  column.length = 4;
  return column;
}

TEST_F(ArrowTables, numbers_of_all_types_have_the_same_values) {
  // 3, 0, 1, 2 as IEEE 754 numbers of two bytes
  const ArrowColumn half =
      plain_column("e", "x", std::vector<uint16_t>{0x4200, 0x0000, 0x3c00, 0x4000});
  const std::vector<std::pair<ArrowColumn, int>> all{
      {as<int8_t>("c"), MANIFACT_FLOAT},
      {as<uint8_t>("C"), MANIFACT_FLOAT},
      {as<int16_t>("s"), MANIFACT_FLOAT},
      {as<uint16_t>("S"), MANIFACT_FLOAT},
      {as<int32_t>("i"), MANIFACT_DOUBLE},
      {as<uint32_t>("I"), MANIFACT_DOUBLE},
      {as<int64_t>("l"), MANIFACT_DOUBLE},
      {as<uint64_t>("L"), MANIFACT_DOUBLE},
      {half, MANIFACT_FLOAT},
      {as<float>("f"), MANIFACT_FLOAT},
      {as<double>("g"), MANIFACT_DOUBLE},
  };
  for (const auto &[column, type] : all) {
    const Table table = table_of(column);
    EXPECT_EQ(manifact_table_column_type(table.get(), 0), MANIFACT_COLUMN_NUMBERS);
    const Matrix X = matrix_of(table);
    EXPECT_EQ(dense(X.get()), numbers) << column.format;
    EXPECT_EQ(manifact_matrix_value_type(X.get()), type) << column.format;
    EXPECT_STREQ(manifact_matrix_feature_name(X.get(), 0), "x");
    ArrowColumn slice = column;
    slice.offset = 1;
    slice.length = 2;
    EXPECT_EQ(values_of(slice), (std::vector<double>{0, 1})) << column.format;
  }
  for (const int bytes : {4, 8, 16, 32})
    EXPECT_EQ(values_of(decimal(bytes)), (std::vector<double>{1.5, -1.5, -.5, .5})) << bytes;
  ArrowColumn truth{"b", "x", 3, {nullptr, bits_of({true, true, false, true})}};
  truth.offset = 1;
  EXPECT_EQ(values_of(truth), (std::vector<double>{1, 0, 1}));
  EXPECT_EQ(values_of(plain_column("l", "x", std::vector<int64_t>{-(int64_t{1} << 53), 5})),
            (std::vector<double>{-9007199254740992.0, 5}));
  EXPECT_EQ(values_of(plain_column("L", "x", std::vector<uint64_t>{~uint64_t{0}})),
            (std::vector<double>{18446744073709551616.0}));
}

TEST_F(ArrowTables, columns_of_a_batch_are_features_in_the_order_that_is_asked_for) {
  ArrowColumn batch =
      batch_of(4, {as<int16_t>("s"), text_column<int32_t>("u", "name", {"a", "b", "c", "d"}),
                   plain_column("g", "y", std::vector<double>{9, 8, 7, 6})});
  const Table table = table_of(batch);
  EXPECT_EQ(manifact_table_rows(table.get()), 4);
  EXPECT_EQ(manifact_table_columns(table.get()), 3);
  EXPECT_STREQ(manifact_table_column_name(table.get(), 1), "name");
  EXPECT_EQ(manifact_table_column_name(table.get(), 3), nullptr);
  EXPECT_EQ(manifact_table_find_column(table.get(), "y"), 2);
  EXPECT_EQ(manifact_table_find_column(table.get(), "z"), -1);
  const Matrix X = matrix_of(table, {2, 0});
  EXPECT_EQ(dense(X.get()), (std::vector<double>{9, 3, 8, 0, 7, 1, 6, 2}));
  EXPECT_STREQ(manifact_matrix_feature_name(X.get(), 0), "y");
  expect_no_matrix(batch, "column \"name\" holds texts", MANIFACT_ERROR_ARGUMENT);
  // A slice of the structure is one of its columns.
  batch.offset = 1;
  batch.length = 2;
  batch.children[2].offset = 1;
  batch.children[2].length = 3;
  EXPECT_EQ(dense(matrix_of(table_of(batch), {0, 2}).get()), (std::vector<double>{0, 7, 1, 6}));
  EXPECT_EQ(texts_of(table_of(batch), 1), (Texts{"b", "c"}));
  batch.children[1].name = "y";
  EXPECT_EQ(manifact_table_find_column(table_of(batch).get(), "y"), -1);
}

TEST_F(ArrowTables, a_missing_number_is_an_error_with_its_column_and_row) {
  expect_no_matrix(plain_column("i", "age", std::vector<int32_t>{1, 2, 3}, {true, false, true}),
                   "column \"age\": row 1 is null");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_no_matrix(plain_column("g", "age", std::vector<double>{1, 2, nan}), "row 2 is NaN");
  expect_no_matrix(plain_column("f", "age", std::vector<float>{HUGE_VALF}), "row 0 is infinite");
  expect_no_matrix({"n", "age", 2, {}}, "nulls only", MANIFACT_ERROR_ARGUMENT);
  expect_no_matrix(plain_column("i", "age", std::vector<int32_t>{}), "no rows",
                   MANIFACT_ERROR_EMPTY);
  const Table table =
      table_of(plain_column("i", "age", std::vector<int32_t>{1, 2, 3}, {true, false, true}));
  int64_t nulls = 0;
  EXPECT_EQ(manifact_table_nulls(context_.get(), table.get(), 0, &nulls), MANIFACT_OK);
  EXPECT_EQ(nulls, 1);
  std::vector<double> values(3);
  EXPECT_EQ(manifact_table_numbers(context_.get(), table.get(), 0, values.data(), 3), MANIFACT_OK);
  EXPECT_EQ(values[0], 1);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(manifact_table_numbers(context_.get(), table.get(), 0, values.data(), 2),
            MANIFACT_ERROR_LENGTH);
}

TEST_F(ArrowTables, vectors_of_all_layouts_have_the_same_values) {
  const ArrowColumn halves = plain_column(
      "e", "item", std::vector<uint16_t>{0, 0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600});
  ArrowColumn swapped = list_view<int32_t>("+vl");
  swapped.buffers[1] = buffer_of(std::vector<int32_t>{0, 6, 4, 2});
  ArrowColumn looked_up =
      fixed_list(plain_column("c", "item", std::vector<int8_t>{0, 0, 1, 2, 3, 4, 5, 6}));
  looked_up.children[0].dictionary = std::make_shared<ArrowColumn>(
      plain_column("g", "", std::vector<double>{9, 1, 2, 3, 4, 5, 6}));
  for (const ArrowColumn &column :
       {fixed_list(elements<float>("f")), fixed_list(elements<double>("g")),
        fixed_list(elements<int8_t>("c")), fixed_list(halves), list<int32_t>("+l"),
        list<int64_t>("+L"), list_view<int32_t>("+vl"), list_view<int64_t>("+vL"), looked_up}) {
    const Table table = table_of(column);
    EXPECT_EQ(manifact_table_column_type(table.get(), 0), MANIFACT_COLUMN_VECTORS);
    EXPECT_EQ(dense(matrix_of(table).get()), vectors) << column.format;
  }
  EXPECT_EQ(values_of(swapped), (std::vector<double>{5, 6, 3, 4, 1, 2}));
  // Beside a number, and in two batches.
  ArrowColumn batch =
      batch_of(3, {list<int32_t>("+l"), plain_column("l", "n", std::vector<int64_t>{7, 8, 9})});
  EXPECT_EQ(dense(matrix_of(table_of_batches({batch, batch})).get()),
            (std::vector<double>{1, 2, 7, 3, 4, 8, 5, 6, 9, 1, 2, 7, 3, 4, 8, 5, 6, 9}));
}

TEST_F(ArrowTables, vectors_of_another_length_and_nulls_in_them_are_errors) {
  ArrowColumn column = list<int32_t>("+l");
  column.buffers[1] = buffer_of(std::vector<int32_t>{0, 2, 4, 7, 8});
  expect_no_matrix(column, "column \"v\": row 1 has 3 numbers, the rows before it 2");
  column = list<int32_t>("+l");
  column.buffers[0] = bits_of({true, true, false, true});
  expect_no_matrix(column, "column \"v\": row 1 is null");
  column = fixed_list(elements<float>("f"));
  column.children[0].buffers[0] = bits_of({true, true, true, true, true, false, true, true});
  expect_no_matrix(column, "column \"v\": row 1 is null");
  column = list<int32_t>("+l");
  column.buffers[1] = buffer_of(std::vector<int32_t>{0, 0, 0, 0, 0});
  expect_no_matrix(column, "its vectors are empty", MANIFACT_ERROR_EMPTY);
}

TEST_F(ArrowTables, plain_vectors_and_columns_are_used_in_place) {
  ArrowColumn variable = list<int64_t>("+L");
  for (const ArrowColumn &column :
       {fixed_list(elements<float>("f")), fixed_list(elements<double>("g")), variable,
        as<double>("g"), batch_of(3, {fixed_list(elements<double>("g"))})}) {
    releases_ = {};
    const int64_t before = held();
    Table table = table_of(column);
    Matrix X = matrix_of(table);
    EXPECT_EQ(held(), before) << column.format;
    EXPECT_EQ(releases_.schemas, 1);
    table.reset();
    EXPECT_EQ(releases_.arrays, 0) << "the matrix uses the values";
    X.reset();
    EXPECT_EQ(releases_.arrays, 1);
  }
  // Others are copied: the table alone keeps the arrays.
  releases_ = {};
  Table table = table_of(fixed_list(elements<int32_t>("i")));
  const Matrix X = matrix_of(table);
  table.reset();
  EXPECT_EQ(releases_.arrays, 1);
}

TEST_F(ArrowTables, texts_of_all_layouts_have_the_same_bytes) {
  std::vector<ArrowColumn> all{text_column<int32_t>("u", "t", words),
                               text_column<int32_t>("z", "t", words),
                               text_column<int64_t>("U", "t", words),
                               text_column<int64_t>("Z", "t", words), view_column("t", words)};
  all.push_back(categories(plain_column("c", "t", std::vector<int8_t>{4, 3, 2, 1, 0})));
  all.push_back(categories(plain_column("S", "t", std::vector<uint16_t>{4, 3, 2, 1, 0})));
  all.push_back(categories(plain_column("I", "t", std::vector<uint32_t>{4, 3, 2, 1, 0})));
  all.push_back(categories(plain_column("l", "t", std::vector<int64_t>{4, 3, 2, 1, 0})));
  for (ArrowColumn column : all) {
    const Table table = table_of(column);
    EXPECT_EQ(manifact_table_column_type(table.get(), 0), MANIFACT_COLUMN_TEXTS);
    EXPECT_EQ(texts_of(table), words) << column.format;
    EXPECT_EQ(texts_of(table_of_batches({column, column})).size(), 2 * words.size());
    column.offset = 2;
    column.length = 2;
    EXPECT_EQ(texts_of(table_of(column)), (Texts{words[2], words[3]})) << column.format;
    column.buffers[0] = bits_of({true, true, false, true, true});
    EXPECT_EQ(texts_of(table_of(column)), (Texts{"", words[3]})) << column.format;
  }
  EXPECT_EQ(
      texts_of(table_of(
          {"w:3", "t", 2, {nullptr, buffer_of(std::vector<char>{'a', 'b', 'c', 'd', 'e', 'f'})}})),
      (Texts{"abc", "def"}));
  EXPECT_EQ(texts_of(table_of({"n", "t", 2, {nullptr}})), (Texts{"", ""}));
  EXPECT_EQ(texts_of(table_of({"+l",
                               "t",
                               2,
                               {nullptr, buffer_of(std::vector<int32_t>{0, 2, 3})},
                               {text_column<int32_t>("u", "", {"a", "b", "c"})}})),
            (Texts{"a\nb", "c"}));
}

TEST_F(ArrowTables, a_large_text_is_viewed_in_place) {
  const ArrowColumn column = text_column<int64_t>("U", "t", words);
  const int64_t before = held();
  const Table table = table_of(column);
  const char *bytes = nullptr;
  const int64_t *offsets = nullptr;
  ASSERT_EQ(manifact_table_texts(context_.get(), table.get(), 0, &bytes, &offsets), MANIFACT_OK);
  EXPECT_EQ(static_cast<const void *>(bytes), column.buffers[2]->data());
  EXPECT_EQ(static_cast<const void *>(offsets), column.buffers[1]->data());
  EXPECT_EQ(held(), before);
}

TEST_F(ArrowTables, dates_and_numbers_are_texts_and_seconds) {
  const auto expect = [&](const ArrowColumn &column, const Texts &texts,
                          const std::vector<double> &seconds) {
    const Table table = table_of(column);
    EXPECT_EQ(texts_of(table), texts) << column.format;
    std::vector<double> values(texts.size());
    EXPECT_EQ(manifact_table_numbers(context_.get(), table.get(), 0, values.data(),
                                     static_cast<int64_t>(values.size())),
              MANIFACT_OK)
        << message();
    EXPECT_EQ(values, seconds) << column.format;
  };
  expect(plain_column("tdD", "d", std::vector<int32_t>{0, -1, 19753}),
         {"1970-01-01", "1969-12-31", "2024-01-31"}, {0, -86400, 19753 * 86400.});
  expect(plain_column("tdm", "d", std::vector<int64_t>{-86400000, 86400000}),
         {"1969-12-31", "1970-01-02"}, {-86400, 86400});
  expect(plain_column("tss:", "d", std::vector<int64_t>{1706702400}), {"2024-01-31 12:00:00"},
         {1706702400});
  expect(plain_column("tsm:UTC", "d", std::vector<int64_t>{1706702400500}),
         {"2024-01-31 12:00:00.5Z"}, {1706702400.5});
  expect(plain_column("tsu:Europe/Berlin", "d", std::vector<int64_t>{-1}),
         {"1969-12-31 23:59:59.999999Z"}, {-1e-6});
  expect(plain_column("tsn:+01:00", "d", std::vector<int64_t>{1000000000}),
         {"1970-01-01 00:00:01Z"}, {1});
  expect(plain_column("tsn:", "d", std::vector<int64_t>{INT64_MIN}),
         {"1677-09-21 00:12:43.145224192"}, {-9223372036.854775808});
  expect(plain_column("l", "d", std::vector<int64_t>{9007199254740992}), {"9007199254740992"},
         {9007199254740992.});
  expect(plain_column("g", "d", std::vector<double>{.1}), {"0.1"}, {.1});
  expect(decimal(16), {"1.50", "-1.50", "-0.50", "0.50"}, {1.5, -1.5, -.5, .5});
  EXPECT_EQ(texts_of(table_of(plain_column("tts", "d", std::vector<int32_t>{3661}))),
            (Texts{"01:01:01"}));
  const Table date = table_of(plain_column("tdD", "d", std::vector<int32_t>{0}));
  EXPECT_EQ(manifact_table_column_type(date.get(), 0), MANIFACT_COLUMN_TIMES);
}

TEST_F(ArrowTables, labels_are_numbers_or_the_first_occurrences_of_texts) {
  const auto classes = [&](const ArrowColumn &column, std::size_t count) {
    const Table table = table_of(column);
    std::vector<int32_t> labels(count);
    EXPECT_EQ(manifact_table_labels(context_.get(), table.get(), 0, labels.data(),
                                    static_cast<int64_t>(count)),
              MANIFACT_OK)
        << message();
    return labels;
  };
  EXPECT_EQ(
      classes(plain_column("l", "y", std::vector<int64_t>{2, -1, 0, 7}, {true, true, true, false}),
              4),
      (std::vector<int32_t>{2, -1, 0, -1}));
  EXPECT_EQ(classes(text_column<int32_t>("u", "y", {"b", "", "a", "b"}), 4),
            (std::vector<int32_t>{0, -1, 1, 0}));
  EXPECT_EQ(classes(categories(plain_column("c", "y", std::vector<int8_t>{0, 3, 0, 4})), 4),
            (std::vector<int32_t>{0, 1, 0, -1}));
  const Table table = table_of(plain_column("g", "y", std::vector<double>{1, .5}));
  std::vector<int32_t> none(2);
  EXPECT_EQ(manifact_table_labels(context_.get(), table.get(), 0, none.data(), 2),
            MANIFACT_ERROR_VALUE);
  EXPECT_NE(message().find("row 1 is 0.5"), std::string::npos) << message();
}

TEST_F(ArrowTables, batches_of_a_stream_follow_each_other_and_are_released_once) {
  const ArrowColumn first = batch_of(2, {plain_column("i", "a", std::vector<int32_t>{1, 2})});
  const ArrowColumn empty = batch_of(0, {plain_column("i", "a", std::vector<int32_t>{})});
  Table table = table_of_batches({first, empty, first});
  EXPECT_EQ(manifact_table_rows(table.get()), 4);
  EXPECT_EQ(dense(matrix_of(table).get()), (std::vector<double>{1, 2, 1, 2}));
  EXPECT_EQ(releases_.streams, 1);
  EXPECT_EQ(releases_.schemas, 1);
  EXPECT_EQ(releases_.arrays, 1) << "the empty one";
  const Table second(manifact_table_retain(table.get()));
  table.reset();
  EXPECT_EQ(releases_.arrays, 1);
}

TEST_F(ArrowTables, a_stream_that_fails_gives_its_error_and_releases_all) {
  manifact_table *out = nullptr;
  const ArrowColumn batch = batch_of(2, {plain_column("i", "a", std::vector<int32_t>{1, 2})});
  EXPECT_EQ(open_stream({{batch, batch}, &releases_, EINVAL}, &out), MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_context_errno(context_.get()), EINVAL);
  EXPECT_NE(message().find("the query failed"), std::string::npos) << message();
  EXPECT_EQ(releases_.streams, 1);
  EXPECT_EQ(releases_.arrays, 2);
  EXPECT_EQ(open_stream({{batch, as<int32_t>("i")}, &releases_}, &out), MANIFACT_ERROR_STRUCTURE);
  EXPECT_EQ(releases_.arrays, 4);
  EXPECT_EQ(releases_.streams, 2);
}

TEST_F(ArrowTables, structures_are_moved_also_without_a_context_or_a_result) {
  for (const int what : {0, 1, 2}) {
    Releases releases;
    ArrowSchema schema;
    ArrowArray array;
    export_schema(as<int32_t>("i"), &schema, &releases.schemas);
    export_array(as<int32_t>("i"), &array, &releases.arrays);
    manifact_table *out = nullptr;
    EXPECT_EQ(manifact_table_from_arrow(what == 0 ? nullptr : context_.get(),
                                        what == 1 ? nullptr : &schema, &array,
                                        what == 2 ? nullptr : &out),
              MANIFACT_ERROR_NULL);
    if (what == 1) schema.release(&schema);
    EXPECT_EQ(releases.schemas, 1);
    EXPECT_EQ(releases.arrays, 1);
    EXPECT_EQ(array.release, nullptr);
  }
  ArrowArrayStream gone{};
  manifact_table *out = nullptr;
  EXPECT_EQ(manifact_table_from_arrow_stream(context_.get(), &gone, &out),
            MANIFACT_ERROR_STRUCTURE);
  ArrowSchema schema{};
  ArrowArray array{};
  EXPECT_EQ(manifact_table_from_arrow(context_.get(), &schema, &array, &out),
            MANIFACT_ERROR_STRUCTURE);
  EXPECT_NE(message().find("released"), std::string::npos) << message();
}

}  // namespace
