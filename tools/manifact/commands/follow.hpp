// manifact assign MODEL INPUT --follow: an answer for each line, as soon as it is read.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>

#include "readers/input_options.hpp"
#include "terminal/session.hpp"

namespace cli {

struct Following {
  double min_membership = 0;
  std::int64_t explain = 0;
};

// Until the input ends. options: with the usual fields of the model.
void follow(Session &session, const manifact_model *model, const InputOptions &options,
            const Following &following);

}  // namespace cli
