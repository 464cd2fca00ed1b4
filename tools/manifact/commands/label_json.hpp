// Files of labels in JSON: a list of labels, records with a label each, in a list or one on each
// line, or an object of documents and labels.
#pragma once

#include <optional>
#include <string>

#include "commands/label_file.hpp"

namespace cli {

// Nothing if the text is no JSON. `by_name`: documents may be given by name, else the labels are in
// their order.
std::optional<LabelFile> labels_of_json(const std::string &path, const std::string &text,
                                        bool by_name, const MissingWords &missing);

}  // namespace cli
