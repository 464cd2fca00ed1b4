// Malformed Arrow schemas, arrays and values: each is an error that says what is wrong, and nothing
// is read beyond the buffers.
#include <cstdint>
#include <cstring>
#include <functional>

#include "support/arrow_tables.hpp"

namespace {

using namespace support;

TEST_F(ArrowTables, malformed_schemas_are_refused) {
  for (const char *format :
       {"",    "x",     "ii",     "vx",       "w:",         "w:-1",     "w:3x", "w:99999999999",
        "d:",  "d:5",   "d:5,2,", "d:5,2,17", "d:5,2,128x", "d:5,5000", "+",    "+x",
        "+w:", "+w:-2", "+wl",    "t",        "tx",         "td",       "tdX",  "ts",
        "tss", "tsx:",  "ttq",    "ttsx",     "ti",         "tiX",      "tDx"}) {
    ArrowColumn column = as<int32_t>("i");
    column.format = format;
    expect_refused(column, "format \"" + std::string(format) + "\" is unknown");
  }
  ArrowColumn column = list<int32_t>("+l");
  column.children.clear();
  expect_refused(column, "\"+l\" has 1 children, not 0");
  column = as<int32_t>("i");
  column.children.push_back(as<int32_t>("i"));
  expect_refused(column, "\"i\" has 0 children, not 1");
  column = as<double>("g");
  column.dictionary = std::make_shared<ArrowColumn>(as<double>("g"));
  expect_refused(column, "index of a dictionary is an integer, not \"g\"");
  column = as<int32_t>("i");
  for (int depth = 0; depth < 40; ++depth) column = batch_of(4, {column});
  expect_refused(column, "too deep");
}

TEST_F(ArrowTables, malformed_arrays_are_refused) {
  const auto refused = [&](ArrowColumn column, const std::function<void(ArrowColumn &)> &edit,
                           const std::string &sentence) {
    edit(column);
    expect_refused(column, sentence);
    expect_refused(batch_of(column.length < 0 ? 4 : column.length, {column}), sentence);
  };
  const ArrowColumn number = as<int32_t>("i");
  refused(
      number, [](ArrowColumn &c) { c.length = -1; }, "length -1");
  refused(
      number, [](ArrowColumn &c) { c.offset = -5; }, "offset -5");
  refused(
      number, [](ArrowColumn &c) { c.length = INT64_MAX; }, "has length");
  refused(
      number, [](ArrowColumn &c) { c.null_count = 5; }, "5 nulls among 4 values");
  refused(
      number, [](ArrowColumn &c) { c.null_count = -2; }, "-2 nulls");
  refused(
      number, [](ArrowColumn &c) { c.null_count = 1; }, "buffer of validity is NULL");
  refused(
      number, [](ArrowColumn &c) { c.buffers.pop_back(); }, "has 1 buffers; the format \"i\"");
  refused(
      number, [](ArrowColumn &c) { c.buffers.push_back(nullptr); }, "has 3 buffers");
  refused(
      number, [](ArrowColumn &c) { c.buffers[1] = nullptr; }, "buffer 1 is NULL");
  refused(
      text_column<int32_t>("u", "t", words), [](ArrowColumn &c) { c.buffers.pop_back(); },
      "has 2 buffers");
  refused(
      view_column("t", words), [](ArrowColumn &c) { c.buffers.resize(2); }, "at least 3");
  refused(
      view_column("t", words), [](ArrowColumn &c) { c.buffers.back() = nullptr; },
      "sizes of the others is NULL");
  refused(
      fixed_list(elements<float>("f")), [](ArrowColumn &c) { c.children[0].length = 7; },
      "has 7 values, too few for the 4");
  refused(
      list_view<int32_t>("+vl"), [](ArrowColumn &c) { c.buffers[2] = nullptr; },
      "buffer 2 is NULL");
  expect_refused(batch_of(5, {number}), "has 4 values, too few for the 5");
  ArrowColumn batch = batch_of(4, {number});
  batch.buffers[0] = bits_of({true, true, false, true});
  expect_refused(batch, "row 2 is null as a whole", MANIFACT_ERROR_VALUE);
}

TEST_F(ArrowTables, arrays_that_differ_from_their_schemas_are_refused) {
  const ArrowColumn number = as<int32_t>("i");
  const auto differs = [&](const ArrowColumn &of_schema, const ArrowColumn &of_array,
                           const std::string &sentence) {
    ArrowSchema schema;
    ArrowArray array;
    export_schema(of_schema, &schema);
    export_array(of_array, &array);
    manifact_table *out = nullptr;
    EXPECT_EQ(manifact_table_from_arrow(context_.get(), &schema, &array, &out),
              MANIFACT_ERROR_STRUCTURE);
    EXPECT_NE(message().find(sentence), std::string::npos) << message();
  };
  differs(batch_of(4, {number, number}), batch_of(4, {number}), "1 children; its schema has 2");
  differs(categories(number), number, "no dictionary, but its schema has one");
  differs(number, categories(number), "has a dictionary, but its schema has none");
}

TEST_F(ArrowTables, pointers_that_are_null_or_released_are_refused) {
  const ArrowColumn batch = batch_of(4, {as<int32_t>("i")});
  const auto refused = [&](const std::function<void(ArrowSchema &, ArrowArray &)> &edit,
                           const std::string &sentence) {
    ArrowSchema schema;
    ArrowArray array;
    export_schema(batch, &schema);
    export_array(batch, &array);
    edit(schema, array);
    manifact_table *out = nullptr;
    EXPECT_EQ(manifact_table_from_arrow(context_.get(), &schema, &array, &out),
              MANIFACT_ERROR_STRUCTURE);
    EXPECT_NE(message().find(sentence), std::string::npos)
        << message() << "\nexpected: " << sentence;
  };
  refused([](ArrowSchema &s, ArrowArray &) { s.format = nullptr; }, "the format is NULL");
  refused([](ArrowSchema &s, ArrowArray &) { s.children = nullptr; }, "their array is NULL");
  refused([](ArrowSchema &s, ArrowArray &) { s.n_children = -1; }, "-1 children");
  refused([](ArrowSchema &s, ArrowArray &) { s.n_children = INT64_MAX; }, "more than");
  refused([](ArrowSchema &s, ArrowArray &) { s.children[0]->release(s.children[0]); },
          "the schema is released");
  refused([](ArrowSchema &, ArrowArray &a) { a.children = nullptr; }, "children is NULL");
  refused([](ArrowSchema &, ArrowArray &a) { a.buffers = nullptr; }, "buffers is NULL");
  refused([](ArrowSchema &, ArrowArray &a) { a.children[0]->release(a.children[0]); },
          "the array is released");
}

TEST_F(ArrowTables, values_outside_of_their_buffers_are_errors) {
  ArrowColumn text = text_column<int32_t>("u", "t", {"ab", "cd", "ef"});
  text.buffers[1] = buffer_of(std::vector<int32_t>{0, 4, 2, 6});
  expect_no_texts(text, "column \"t\": value 1 of a batch ends before it begins");
  text.buffers[1] = buffer_of(std::vector<int32_t>{0, 2, 7, 6});
  expect_no_texts(text, "value 1 of a batch lies outside of its text: the offsets decrease");
  text.buffers[1] = buffer_of(std::vector<int32_t>{-2, 2, 4, 6});
  expect_no_texts(text, "lies outside");
  text = text_column<int64_t>("U", "t", {"ab", "cd"});
  text.buffers[2] = nullptr;
  expect_no_texts(text, "buffer of text that is NULL");
  ArrowColumn view = view_column("t", {"a text of more than twelve bytes"});
  const auto damaged = [&](std::size_t at, std::int32_t value, const std::string &how) {
    ArrowColumn edited = view;
    edited.buffers[1] = std::make_shared<std::vector<char>>(*view.buffers[1]);
    std::memcpy(edited.buffers[1]->data() + at, &value, 4);
    expect_no_texts(edited, how);
  };
  damaged(0, 33, "outside of its buffer");
  damaged(0, -1, "a buffer that there is not");
  damaged(8, 2, "a buffer that there is not");
  damaged(8, -1, "a buffer that there is not");
  damaged(12, 1, "outside of its buffer");
  damaged(12, -1, "a buffer that there is not");
  ArrowColumn vector = list<int32_t>("+l");
  vector.buffers[1] = buffer_of(std::vector<int32_t>{0, 2, 4, 3, 8});
  expect_no_matrix(vector, "ends before it begins", MANIFACT_ERROR_STRUCTURE);
  vector.buffers[1] = buffer_of(std::vector<int32_t>{0, 2, 4, 6, 9});
  expect_no_matrix(vector, "lies outside of its elements", MANIFACT_ERROR_STRUCTURE);
  vector = list_view<int64_t>("+vL");
  vector.buffers[2] = buffer_of(std::vector<int64_t>{2, 2, 2, INT64_MAX});
  expect_no_matrix(vector, "lies outside of its elements", MANIFACT_ERROR_STRUCTURE);
  expect_no_texts(categories(plain_column("c", "t", std::vector<int8_t>{0, 5})),
                  "an index is 5, but the dictionary has 5 values");
  expect_no_texts(categories(plain_column("c", "t", std::vector<int8_t>{0, -1})), "an index is -1");
}

TEST_F(ArrowTables, what_is_not_read_is_refused_only_where_it_is_used) {
  const ArrowColumn map{"+m",
                        "m",
                        4,
                        {nullptr, buffer_of(std::vector<int32_t>(5))},
                        {batch_of(0, {as<int32_t>("i"), as<int32_t>("i")})}};
  const Table table = table_of(
      batch_of(4, {as<int32_t>("i"), map, plain_column("tDs", "d", std::vector<int64_t>(4)),
                   batch_of(4, {as<int32_t>("i")})}));
  EXPECT_EQ(manifact_table_columns(table.get()), 4);
  EXPECT_EQ(dense(matrix_of(table, {0}).get()), numbers);
  for (const int64_t column : {1, 2, 3}) {
    EXPECT_EQ(manifact_table_column_type(table.get(), column), MANIFACT_COLUMN_OTHER);
    const char *bytes = nullptr;
    const int64_t *offsets = nullptr;
    EXPECT_EQ(manifact_table_texts(context_.get(), table.get(), column, &bytes, &offsets),
              MANIFACT_ERROR_ARGUMENT);
    EXPECT_NE(message().find("of a type that is not read"), std::string::npos) << message();
  }
  manifact_matrix *out = nullptr;
  // A dictionary of values that are not read and have no buffers.
  ArrowColumn index = plain_column("c", "u", std::vector<int8_t>{0, 0});
  index.dictionary = std::make_shared<ArrowColumn>(ArrowColumn{"+ud:0", "", 1, {}});
  int64_t nulls = -1;
  EXPECT_EQ(manifact_table_nulls(context_.get(), table_of(index).get(), 0, &nulls), MANIFACT_OK);
  EXPECT_EQ(nulls, 0);
  const int64_t none = 4;
  EXPECT_EQ(manifact_table_matrix(context_.get(), table.get(), &none, 1, &out),
            MANIFACT_ERROR_ARGUMENT);
}

}  // namespace
