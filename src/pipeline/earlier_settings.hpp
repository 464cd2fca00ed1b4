// What the user set for a model that does not say it: files before release 0.2 have the values in
// force without their origins.
#pragma once

#include "methods/method.hpp"
#include "model/model.hpp"
#include "options/options.hpp"

namespace manifact {

// Whether no option of the model has an origin.
bool lacks_origins(const Model &model);

// The options in force that neither a default, a preset nor a rule for the data of the model gives.
// What the user set to the value that a rule would have given is not restored: the rule gives it
// again for the same data. Rules for several processes do not count: their values suit all data.
Options earlier_settings(const Model &model, const Method &method);

}  // namespace manifact
