// The columns of a Parquet file: the leaves of its schema, and where their values are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "readers/modules/columns.hpp"
#include "readers/modules/parquet_values.hpp"
#include "readers/modules/thrift.hpp"

namespace cli::parquet {

struct Leaf {
  Kind kind;
  std::size_t column = 0;  // of the table
  // Levels: of a value that is there, of an element of a list, of a list that may be empty.
  int most_defined = 0, most_repeated = 0, element_defined = 0;
};

struct Schema {
  std::vector<FileColumn> columns;
  std::vector<Leaf> leaves;
  // Of each column that is read, its leaf.
  std::vector<std::size_t> leaf_of;
};

// The values of a leaf in a group of rows.
struct Chunk {
  int codec = 0;
  std::int64_t values = 0, begin = 0, size = 0;
  bool is_elsewhere = false;  // in another file
  bool is_encrypted = false;
};

struct RowGroup {
  std::int64_t rows = 0;
  std::vector<Chunk> chunks;  // one for each leaf
};

// What the end of the file says. The groups of rows are decoded one by one, from `groups`.
struct Footer {
  Schema schema;
  std::int64_t groups = 0;
  std::size_t first_group = 0;  // its place in the footer
};

Footer footer_of(std::string_view bytes);
RowGroup row_group_of(thrift::Reader &reader, std::size_t leaves);

struct PageHeader {
  enum Type { data = 0, index = 1, dictionary = 2, data_2 = 3 };
  int type = -1, encoding = 0, defined_encoding = 3, repeated_encoding = 3;
  std::int64_t size = -1, packed = -1, values = -1;
  // Version 2: levels before the values, which are not compressed.
  std::int64_t repeated_bytes = 0, defined_bytes = 0;
  bool is_packed = true;
};
PageHeader page_header_of(thrift::Reader &reader);

}  // namespace cli::parquet
