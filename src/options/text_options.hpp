// The rules of a text model by the names and words of the option table.
#pragma once

#include "methods/method.hpp"
#include "text/text_model.hpp"

namespace manifact {

TextRules text_rules(const Options &options);
Options text_options(const TextRules &rules);  // of vectorizer_options

}  // namespace manifact
