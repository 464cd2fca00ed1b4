// Conversion between the options and the rules of a text model.
#pragma once

#include "options/options.hpp"
#include "text/text_model.hpp"

namespace manifact {

inline constexpr Key text_keys[] = {Key::min_df,       Key::max_df,      Key::language,
                                    Key::stop_words,   Key::stemming,    Key::accents,
                                    Key::numbers,      Key::ngrams,      Key::word_length,
                                    Key::segmentation, Key::underscores, Key::addresses};

inline constexpr OptionSet vectorizer_options = {
    .name = "vectorizer", .kind = nullptr, .keys{text_keys}};

TextRules text_rules(const Options &options);
Options text_options(const TextRules &rules);  // with the option set vectorizer_options

}  // namespace manifact
