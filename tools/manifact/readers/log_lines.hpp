// Lines that begin with a date or a time, as those of logs do.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cli {

// The size of the time at the beginning of a line, with a level before it: 0 if there is none.
std::size_t log_time_size(std::string_view line);

// Whether most of these lines begin with a time, and are no table.
bool is_log(const std::vector<std::string_view> &lines);

// "31/01/2024, 10:00 - Ann: text", as WhatsApp exports it.
bool begins_chat(std::string_view line);

}  // namespace cli
