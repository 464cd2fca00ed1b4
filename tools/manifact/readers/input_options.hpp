// The options of every command that say what INPUT is and how it is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "readers/converted.hpp"
#include "readers/origin.hpp"
#include "readers/reading.hpp"

namespace cli {

struct InputOptions {
  std::string input;
  std::vector<std::string> more_inputs;  // INPUT may be given several times
  std::string format = "auto";
  std::optional<std::string> array;   // of .npz, .safetensors, .mat and HDF5
  bool transpose = false;             // of a matrix
  std::optional<std::string> header;  // of a table of numbers
  bool no_header = false;             // of a table
  TableChoice table;
  std::optional<std::string> vector_field;
  Fields fields, usual;               // usual: see Reading
  std::vector<std::string> features;  // of the model, see Reading
  bool is_for_model = false;          // new documents for a model
  std::string encoding = "auto";
  std::vector<std::string> filters;  // EXTENSION=COMMAND
  double filter_seconds = 60;
  std::string quoted_replies = "keep";
  std::optional<std::string> missing;  // words
  std::string text_format = "plain";
  std::string html = "strip";
  std::optional<std::string> mask;             // see Reading
  std::optional<std::string> repeated_blocks;  // keep or drop
  std::shared_ptr<TableOrigins> origins;       // receives those of all inputs; may be null
  std::int64_t standard_input_begin = 0;       // the place of its first byte, if it is a file

  // All inputs, and other files, for the check that an output overwrites none of them.
  std::vector<std::string> inputs_and(std::vector<std::string> others) const {
    others.push_back(input);
    others.insert(others.end(), more_inputs.begin(), more_inputs.end());
    return others;
  }
};

// The options as readers take them, without a receiver of notes. A Failure for a malformed one.
Reading reading_of(const InputOptions &options);

}  // namespace cli
