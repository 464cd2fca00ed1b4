// The options of every command that say what INPUT is and how it is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "readers/converted.hpp"
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
  std::string encoding = "auto";
  std::vector<std::string> filters;  // EXTENSION=COMMAND
  double filter_seconds = 60;
  std::string quoted_replies = "keep";
  std::optional<std::string> missing;  // words
  std::string text_format = "plain";

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
