// The texts of the documents that a model keeps: what is known of them, as columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "readers/documents.hpp"
#include "readers/input_options.hpp"
#include "terminal/session.hpp"

namespace cli {

// For the models of the solver: all that is known, or only the texts that titles are made from.
void keep_documents(const Session &session, manifact_solver *solver, const Documents &documents,
                    bool all);

// A column as the library takes it.
struct PackedColumn {
  const char *name;
  std::string bytes;
  std::vector<std::int64_t> offsets;
};
std::vector<PackedColumn> packed_columns(const Documents &documents);

// Empty if the model keeps none.
std::vector<std::string> kept_column(const manifact_model *model, const char *name);
Documents kept_documents(const manifact_model *model);

// The fields that the first documents of the model were read from, for later inputs.
Fields kept_fields(const manifact_model *model);

// The options, with those fields where none are given, and the names of the features of the model.
InputOptions with_usual_fields(InputOptions options, const manifact_model *model);

}  // namespace cli
