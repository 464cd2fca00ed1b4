// Records of JSON that write their text in a form of their own.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "readers/field_guess.hpp"

namespace cli {

// OpenAlex: {"abstract_inverted_index": {"Flour": [0, 3]}} becomes the field "abstract". Telegram:
// a "text" of pieces, [{"type": "link", "text": ...}, "..."], becomes one text.
void write_out(nlohmann::json &record);

// A notice of Telegram, such as "joined the group".
bool is_notice(const nlohmann::json &record);

using Objects = std::vector<const nlohmann::json *>;

std::vector<std::string> keys_of(const nlohmann::json &object);

// What the fields, or the paths such as "tweet.id", hold.
FieldsSeen seen_in(const Objects &records, const std::vector<std::string> &keys);

// Of records such as {"tweet": {"full_text": ...}} or {"_id": ..., "_source": {...}}, without a
// text of their own, the fields of the only object in each that has a text by its names, as paths.
// An object beside other fields that is another record, such as the author, is none.
void look_inside(const Objects &records, std::vector<std::string> &keys, FieldsSeen &seen,
                 FieldChoice &guess);

// The fields of the first such object, of whatever record, that could be texts by their names, as
// paths with commas between them; "" if there are none.
std::string texts_inside(const Objects &records, const std::vector<std::string> &keys);

// Takes fields that hold objects out of a guess that has another text, and returns what a message
// says of them. Those of the best known names stay, and are refused: they were the text.
std::string leave_out_objects(const Objects &records, const std::vector<std::string> &keys,
                              const FieldsSeen &seen, FieldChoice &guess);

// The texts in the object of a field, as texts_inside(), else its first string.
std::string text_inside(const nlohmann::json &record, const std::string &key);

}  // namespace cli
