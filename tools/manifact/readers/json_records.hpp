// Records of JSON that write their text in a form of their own.
#pragma once

#include <nlohmann/json.hpp>

namespace cli {

// OpenAlex: {"abstract_inverted_index": {"Flour": [0, 3]}} becomes the field "abstract". Telegram:
// a "text" of pieces, [{"type": "link", "text": ...}, "..."], becomes one text.
void write_out(nlohmann::json &record);

// A notice of Telegram, such as "joined the group".
bool is_notice(const nlohmann::json &record);

}  // namespace cli
