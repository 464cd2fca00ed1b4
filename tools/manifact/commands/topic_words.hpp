// Topics as people name them: by number or by title.
#pragma once

#include <manifact/manifact.h>

#include <cstdint>
#include <string>

namespace cli {

// The topic with this number, or with this title or name in any case. A Failure, which begins with
// `place`, if there is none or if several have it.
std::int64_t topic_called(const manifact_model *model, const std::string &word,
                          const std::string &place = "");

}  // namespace cli
