// UTF-8 that was read as Latin-1 and written as UTF-8 again ("fÃ¼r"), as exports of some platforms.
#pragma once

#include <string>

#include "commands/text_languages.hpp"
#include "terminal/session.hpp"

namespace cli {

// A warning with a command that corrects the file, if many of the texts that are not ASCII are so.
void warn_of_twice_encoded(Session &session, const std::string &name, const TextSample &sample);

}  // namespace cli
