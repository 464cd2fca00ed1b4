#include "model/file/text.hpp"

#include <algorithm>
#include <map>

#include "options/conversions.hpp"
#include "options/options.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"
#include "text/words.hpp"

namespace manifact {
namespace {

// For a text with words that a dictionary found, or addresses as terms: a reader without them would
// split the words differently.
constexpr const char *dictionary_need = "dictionary", *address_need = "addresses";

// Releases before these options had these values.
constexpr struct {
  Key key;
  const char *value;
} values_without[] = {
    {Key::segmentation, "pairs"}, {Key::underscores, "keep"}, {Key::addresses, "words"}};

const char *value_without(Key key) noexcept {
  for (const auto &[one, value] : values_without)
    if (one == key) return value;
  return nullptr;
}

bool has_dictionary_words(const TextModel &text) noexcept {
  if (!text.rules.dictionary) return false;
  for (Index j = 0; j < text.size(); ++j)
    if (has_spaceless(text.keys[j])) return true;
  return false;
}

bool has_addresses(const TextModel &text) noexcept {
  if (text.rules.addresses != AddressForm::whole) return false;
  for (Index j = 0; j < text.size(); ++j)
    if (is_address(text.keys[j])) return true;
  return false;
}

std::string needs_of(const TextModel &text) {
  std::string needs = has_dictionary_words(text) ? dictionary_need : "";
  if (has_addresses(text)) needs += (needs.empty() ? "" : " ") + std::string(address_need);
  return needs;
}

[[noreturn]] void refuse_later(const char *what, const std::string &found) {
  fail(Status::version,
       "the model was written by a later release: the %s '%.60s' of its text is not known to this "
       "one",
       what, found.c_str());
}

// Terms are terminated by NUL.
void read_terms(const ArchiveReader &archive, const char *name, Terms &terms) {
  std::string_view bytes = archive.text(name);
  if (!bytes.empty() && bytes.back() != '\0')
    archive.refuse("section '%s' does not end with a complete term", name);
  check_utf8(archive, name, bytes);
  terms.expect(std::count(bytes.begin(), bytes.end(), '\0'));
  while (!bytes.empty()) {
    const std::string_view term = bytes.substr(0, bytes.find('\0'));
    terms.append(term);
    bytes.remove_prefix(term.size() + 1);
  }
}

class RuleReader {
 public:
  RuleReader(const ArchiveReader &archive, const char *section) : archive_(archive) {
    for (auto &[name, value] : split(archive.text(section))) lines_[name] = value;
  }

  TextRules rules() const {
    std::string_view needs = text("needs");
    while (!needs.empty()) {
      const std::string need(needs.substr(0, needs.find(' ')));
      if (need != dictionary_need && need != address_need) refuse_later("need", need);
      needs.remove_prefix(std::min(need.size() + 1, needs.size()));
    }
    Options options(vectorizer_options);
    for (const Key key : text_keys) {
      const OptionInfo &option = *find_option(key);
      if (const char *before = value_without(key);
          before != nullptr && !lines_.contains(option.name))
        options.set_text(option, before);
      else
        set(options, option);
    }
    TextRules found = text_rules(options);
    found.folds_dotted_i = lines_.contains("dotted-i");
    return found;
  }

  Index count(const char *name) const {
    const std::string &value = text(name);
    Index number = -1;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || number < 0)
      archive_.refuse("the fact '%s' of the text is '%.60s', which is not a count", name,
                      value.c_str());
    return number;
  }

 private:
  const std::string &text(const char *name) const {
    const auto found = lines_.find(name);
    if (found == lines_.end()) archive_.refuse("the fact '%s' of the text is missing", name);
    return found->second;
  }

  // A word that the option does not have comes from a later release; a number out of bounds means a
  // corrupt file.
  void set(Options &options, const OptionInfo &option) const {
    const std::string &value = text(option.name);
    const char *const renamed = renamed_word(option.name, value);
    try {
      options.set_text(option, renamed != nullptr ? renamed : value);
    } catch (const Error &) {
      if (option.words != nullptr) refuse_later(option.name, value);
      archive_.refuse("the fact '%s' of the text is '%.60s', which is not a number in its range",
                      option.name, value.c_str());
    }
  }

  const ArchiveReader &archive_;
  std::map<std::string, std::string> lines_;
};

}  // namespace

void check_utf8(const ArchiveReader &archive, const char *section, std::string_view bytes) {
  for (const char *p = bytes.data(), *const end = p + bytes.size(); p < end;) {
    const Character character = read_character(p, end);
    if (character.broken) archive.refuse("section '%s' is not UTF-8", section);
    p = character.next;
  }
}

namespace {

// Version 0.1 reads no other words.
std::string word_of_file(Key key, const Options &options) {
  if (key == Key::stemming) return options.boolean(key) ? "on" : "off";
  return std::string(options.text(key));
}

}  // namespace

void put_text(ArchiveWriter &writer, const TextSections &sections, const TextModel &text) {
  KeyValues lines = {// as in the facts: features that a reader must know to use the text
                     {"needs", needs_of(text)}};
  const Options options = text_options(text.rules);
  for (const Key key : text_keys) {
    const std::string value = word_of_file(key, options);
    if (const char *before = value_without(key); before == nullptr || value != before)
      lines.emplace_back(find_option(key)->name, value);
  }
  if (text.rules.folds_dotted_i) lines.emplace_back("dotted-i", "folded");
  lines.emplace_back("documents", print(text.documents));
  lines.emplace_back("tokens", print(text.tokens));
  lines.emplace_back("replaced", print(text.replaced));
  writer.text(sections.rules, joined(lines));
  const bool named = text.names.size() > 0;
  const auto put = [&writer](std::string_view section, const Terms &terms) {
    writer.text(section, std::string(terms.bytes()));
  };
  put(sections.terms, named ? text.names : text.keys);
  if (named) put(sections.term_keys, text.keys);
  put(sections.stop_words, text.stop_words);
}

bool has_text(const ArchiveReader &archive, const TextSections &sections) noexcept {
  return archive.has(sections.rules) || archive.has(sections.terms) ||
         archive.has(sections.term_keys) || archive.has(sections.stop_words);
}

std::shared_ptr<const TextModel> read_text(const ArchiveReader &archive,
                                           const TextSections &sections, Index m,
                                           const std::shared_ptr<Memory> &memory) {
  auto text = std::make_shared<TextModel>(memory);
  const RuleReader reader(archive, sections.rules);
  text->rules = reader.rules();
  text->documents = reader.count("documents");
  text->tokens = reader.count("tokens");
  text->replaced = reader.count("replaced");
  const bool named = archive.has(sections.term_keys);
  if (named) read_terms(archive, sections.term_keys, text->keys);
  read_terms(archive, sections.terms, named ? text->names : text->keys);
  read_terms(archive, sections.stop_words, text->stop_words);
  if (text->keys.size() != m || (named && text->names.size() != m))
    archive.refuse("there are %lld terms and %lld names for %lld features",
                   static_cast<long long>(text->keys.size()),
                   static_cast<long long>(named ? text->names.size() : text->keys.size()),
                   static_cast<long long>(m));
  return text;
}

namespace {

// Earlier releases ignore these sections: their names differ from those of the vectorizer of the
// features.
constexpr TextSections sections = {.rules = "attached_rules",
                                   .terms = "attached_terms",
                                   .term_keys = "attached_term_keys",
                                   .stop_words = "attached_stop_words"};

}  // namespace

void put_attached_texts(ArchiveWriter &writer, const Model &model) {
  const AttachedTexts &texts = model.texts;
  if (texts.terms == nullptr) return;
  const Index m = texts.terms->size();
  writer.numbers("attached_centroids", texts.centroids.data(), m, model.k);
  if (!texts.concepts.empty())
    writer.numbers("attached_concepts", texts.concepts.data(), m, model.k);
  put_text(writer, sections, *texts.terms);
}

bool has_attached_texts(const ArchiveReader &archive) noexcept {
  return archive.has("attached_centroids") || archive.has("attached_concepts") ||
         has_text(archive, sections);
}

AttachedTexts read_attached_texts(const FactReader &facts, Index k) {
  AttachedTexts texts;
  texts.centroids = facts.finite("attached_centroids", -1, k);
  const Index m = texts.centroids.size() / k;
  if (m == 0) facts.archive().refuse("section 'attached_centroids' is empty");
  texts.concepts = facts.optional("attached_concepts", m, k);
  texts.terms = read_text(facts.archive(), sections, m, facts.memory());
  return texts;
}

}  // namespace manifact
