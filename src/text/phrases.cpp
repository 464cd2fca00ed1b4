#include "text/phrases.hpp"

#include <algorithm>

namespace manifact {
namespace {

// Stop words that join the nouns of a name, by language.
struct JoiningWords {
  std::string_view language, words;
};
constexpr JoiningWords joining_words[] = {{"dutch", "van de der"},
                                          {"english", "of per"},
                                          {"french", "d de des du"},
                                          {"german", "der des für von"},
                                          {"italian", "dei del della delle dell di"},
                                          {"portuguese", "da das de do dos"},
                                          {"spanish", "de del"}};

constexpr std::string_view apostrophe = "\u2019", hyphens[] = {"\u2010", "\u2011"};

bool is_blank(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The gap between two words of a run, blanks as one; nothing if a run ends there.
std::optional<std::string_view> joint(std::string_view gap) {
  if (std::all_of(gap.begin(), gap.end(), is_blank))
    return std::string_view(gap.empty() ? "" : " ");
  constexpr std::string_view signs = "-'/.+&";
  if (gap.size() == 1 && signs.find(gap.front()) != std::string_view::npos) return gap;
  if (gap == " & " || gap == apostrophe || gap == hyphens[0] || gap == hyphens[1]) return gap;
  return std::nullopt;
}

}  // namespace

PhraseReader::PhraseReader(const TextModel &text, const std::shared_ptr<Memory> &memory)
    : words(memory), text_(text), cut_(word_rules(text.rules, 1)), joining_(memory) {
  if (text.rules.stemming) stemmer_.emplace(text.rules.language);
  for (const JoiningWords &of : joining_words)
    if (of.language == text.rules.language)
      cut_.each(of.words, [&](std::string_view word) { joining_.add(word); });
}

PhraseReader::Kind PhraseReader::kind_of(std::string_view word) {
  const bool is_number =
      std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
  const bool is_joining = joining_.find(word) >= 0;
  if (text_.stop_words.find(word) >= 0 || is_joining)
    return {.term = -1, .is_stop = true, .is_joining = is_joining, .is_number = is_number};
  const std::int32_t term = text_.keys.find(stemmer_ ? stemmer_->stem(word) : word);
  const bool is_letter = character_count(word) == 1 && !is_number && !has_spaceless(word);
  return {
      .term = term, .is_stop = term < 0 && is_letter, .is_joining = false, .is_number = is_number};
}

void PhraseReader::add_part(std::string_view part, std::string_view gap, bool has_unseen) {
  const std::size_t before = run_.size();
  const auto spaceless = [&](std::int32_t word) { return has_spaceless(words[word]); };
  cut_.each(part, [&](std::string_view word) {
    const Index known = words.size();
    const std::int32_t number = words.add(word);
    if (number == known) kinds.push_back(kind_of(word));
    const bool overlaps = run_.size() > before && !text_.rules.dictionary && spaceless(number) &&
                          spaceless(run_.back().number);
    run_.push_back({.number = number,
                    .written = {},
                    .gap = run_.size() == before ? gap : std::string_view(),
                    .overlaps = overlaps});
  });
  if (run_.size() == before + 1 && !has_unseen && !spaceless(run_.back().number))
    run_.back().written = part;
}

void PhraseReader::read(std::string_view text, const std::function<void(const WordRun &)> &take) {
  AddressFinder addresses(text);
  std::size_t done = 0;
  while (addresses.next()) {
    read_part(text.substr(done, addresses.begin() - done), take);
    done = addresses.end();
  }
  read_part(text.substr(done), take);
}

void PhraseReader::read_part(std::string_view text,
                             const std::function<void(const WordRun &)> &take) {
  const auto give = [&] {
    if (!run_.empty()) take(run_);
    run_.clear();
  };
  run_.clear();
  const char *const end = text.data() + text.size();
  const char *after = text.data();  // the last part
  for (const char *p = after; p < end;) {
    const WordPart part = word_part(text.data(), p, end);
    if (part.size > 0) {
      const auto gap = joint({after, static_cast<std::size_t>(p - after)});
      if (!gap) give();
      add_part({p, part.size}, run_.empty() ? std::string_view() : *gap, part.has_unseen);
      after = part.next;
    }
    p = part.next;
  }
  give();
}

void PhraseReader::append(const WordRun &run, std::size_t first, std::size_t last,
                          std::string &form) const {
  for (std::size_t w = first; w <= last; ++w) {
    std::string_view word = run[w].written.empty() ? words[run[w].number] : run[w].written;
    if (w > first) form += run[w].gap;
    if (w > first && run[w].overlaps)
      word.remove_prefix(static_cast<std::size_t>(
          read_character(word.data(), word.data() + word.size()).next - word.data()));
    form += word;
  }
}

Index character_count(std::string_view text) noexcept {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

}  // namespace manifact
