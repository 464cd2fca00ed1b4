// text/words: the token rule against a reference, broken UTF-8 by the examples of the standard, all
// kinds of scripts and symbols.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/rng.hpp"
#include "text/words.hpp"

namespace manifact {
namespace {

using Strings = std::vector<std::string>;

Strings words_of(std::string_view text, const WordRules &rules = {},
                 std::int64_t *replaced = nullptr) {
  Words cut(rules);
  Strings all;
  cut.each(text, [&](std::string_view word) { all.emplace_back(word); });
  if (replaced != nullptr) *replaced = cut.replaced();
  return all;
}

// \b\w\w+\b on ASCII: runs of at least two letters, digits and "_", in lower case.
Strings textbook(std::string_view text) {
  Strings all;
  std::string word;
  for (const char c : std::string(text) + " ") {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_') {
      word.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
      continue;
    }
    if (word.size() >= 2) all.push_back(word);
    word.clear();
  }
  return all;
}

std::string random_ascii(Rng &rng, std::int64_t size) {
  std::string text;
  for (std::int64_t i = 0; i < size; ++i)
    text.push_back(static_cast<char>(rng.below(3) == 0 ? rng.below(128) : "aB_9 "[rng.below(5)]));
  return text;
}

TEST(Words, of_ascii_text_are_those_of_the_textbook) {
  Rng rng(1);
  for (int round = 0; round < 300; ++round) {
    const std::string text = random_ascii(rng, rng.below(200));
    EXPECT_EQ(words_of(text), textbook(text)) << text;
  }
}

TEST(Words, of_ascii_text_are_the_same_on_the_way_for_all_characters) {
  Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    const std::string text = random_ascii(rng, rng.below(100));
    // A space outside ASCII sends the whole text through the general path.
    std::string other;
    for (const char c : text)
      other +=
          textbook(std::string(2, c)).empty() ? std::string("\xe2\x80\x83") : std::string(1, c);
    EXPECT_EQ(words_of(other), textbook(text)) << text;
  }
}

TEST(Words, lose_connectors_at_both_ends_and_need_a_letter_or_a_digit) {
  const WordRules trim{.trim = true};
  EXPECT_EQ(words_of("_word_ __init__ ____ foo_bar a_ _ab_ -- _1 *b2*", trim),
            Strings({"word", "init", "foo_bar", "ab", "b2"}));
  EXPECT_EQ(words_of("_Käse_ ＿ａｂ＿ ‿xy‿ käse_‿ ーーー カー", trim),
            Strings({"käse", "ab", "xy", "käse", "カー"}));
  EXPECT_EQ(words_of("_word_ ____"), Strings({"_word_", "____"}));
  Words cut({.shortest = 3, .trim = true});
  cut.each("_ab_ ab äb ___ abc", [](std::string_view) {});
  EXPECT_EQ(cut.short_words(), 3);
}

TEST(Words, of_addresses_are_one_or_none) {
  const WordRules whole{.trim = true, .addresses = AddressForm::whole};
  const auto expect = [&](const char *text, const Strings &words) {
    EXPECT_EQ(words_of(text, whole), words) << text;
  };
  expect("see https://www.Example.org:8080/a_b?x=1#y, and <http://example.org>.",
         {"see", "example.org", "and", "example.org"});
  expect("_http://x.org/_ (www.Foo.com) WWW.FOO.COM Www.foo.com",
         {"x.org", "foo.com", "foo.com", "foo.com"});
  expect("Ann.Smith+x@Example.ORG, mailto:bob@example.org. _ann@x.org_",
         {"ann.smith+x@example.org", "bob@example.org", "ann@x.org"});
  expect("邮箱：ann@x.org请看http://x.com/a", {"邮箱", "ann@x.org", "请看", "x.com"});
  expect("http://x.org-/p _http://-y.org.:80/ http://z.org,/a", {"x.org", "y.org", "z.org"});
  expect("[text](http://x.org/p_(q)) ftp://user:pw@host.com", {"text", "x.org", "host.com"});
  expect("müller@example.org std::cout aa@bb 33@44.55 ://cc file:///usr/x",
         {"müller", "example", "org", "std", "cout", "aa", "bb", "33", "44", "55", "cc"});
  EXPECT_EQ(words_of("aa https://x.org/y b@c.org zz", {.addresses = AddressForm::drop}),
            Strings({"aa", "zz"}));
  EXPECT_EQ(words_of("https://x.org/yy"), Strings({"https", "org", "yy"}));
}

TEST(Words, have_the_letters_i_of_their_language) {
  EXPECT_EQ(words_of("İstanbul I\xcc\x87zmir IŞIK"), Strings({"istanbul", "izmir", "işik"}));
  EXPECT_EQ(words_of("İstanbul I\xcc\x87zmir IŞIK ILIK", {.turkish = true}),
            Strings({"istanbul", "izmir", "ışık", "ılık"}));
}

TEST(Words, have_as_many_characters_as_are_asked_for) {
  EXPECT_EQ(words_of("a bc def", {1, false}), (Strings{"a", "bc", "def"}));
  EXPECT_EQ(words_of("a bc def", {3, false}), (Strings{"def"}));
  EXPECT_EQ(words_of("\xc3\xa9 \xc3\xa9t\xc3\xa9"), (Strings{"\xc3\xa9t\xc3\xa9"}))
      << "characters, not bytes";
  EXPECT_EQ(words_of("e\xcc\x81 e\xcc\x81t"), (Strings{"\xc3\xa9t"})) << "a mark is no character";
}

TEST(Words, are_the_same_composed_or_not) {
  EXPECT_EQ(words_of("re\xcc\x81sume\xcc\x81"), words_of("r\xc3\xa9sum\xc3\xa9"));
  EXPECT_EQ(words_of("o\xcc\xa3\xcc\x82i"), words_of("o\xcc\x82\xcc\xa3i")) << "marks in any order";
  EXPECT_EQ(words_of("\xef\xbc\xa1\xef\xbc\xa2\xef\xbc\x91"), (Strings{"ab1"})) << "full width";
  EXPECT_EQ(words_of("o\xef\xac\x83"
                     "ce"),
            (Strings{"office"}))
      << "a ligature";
  EXPECT_EQ(words_of("\xed\x95\x9c\xea\xb5\xad"), (Strings{"\xed\x95\x9c\xea\xb5\xad"}))
      << "Hangul comes back as syllables";
}

TEST(Words, are_folded) {
  EXPECT_EQ(words_of("\xc3\x84PFEL \xc3\xa4pfel"), (Strings{"\xc3\xa4pfel", "\xc3\xa4pfel"}));
  EXPECT_EQ(words_of("STRASSE stra\xc3\x9f"
                     "e"),
            (Strings{"strasse", "strasse"}));
  const std::string logos = "\xce\xbb\xcf\x8c\xce\xb3\xce\xbf\xcf\x82";
  EXPECT_EQ(words_of("\xce\x9b\xce\x8c\xce\x93\xce\x9f\xce\xa3 " + logos), (Strings{logos, logos}))
      << "the last sigma is a final one";
}

TEST(Words, lose_their_accents_on_demand_and_no_other_marks) {
  EXPECT_EQ(words_of("\xc3\xa9t\xc3\xa9 na\xc3\xafve \xc3\x85ngstr\xc3\xb6m", {2, true}),
            (Strings{"ete", "naive", "angstrom"}));
  EXPECT_EQ(words_of("\xe3\x81\x8c\xe3\x81\x8e", {2, true}), (Strings{"\xe3\x81\x8c\xe3\x81\x8e"}))
      << "voiced kana are other letters";
  EXPECT_EQ(words_of("\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d\xe0\xa4\xa6\xe0\xa5\x80",
                     {2, true}),
            (Strings{"\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d\xe0\xa4\xa6\xe0\xa5\x80"}))
      << "vowel signs stay";
}

TEST(Words, of_scripts_without_spaces_are_pairs_of_characters) {
  EXPECT_EQ(words_of("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e"),
            (Strings{"\xe6\x97\xa5\xe6\x9c\xac", "\xe6\x9c\xac\xe8\xaa\x9e"}));
  EXPECT_EQ(words_of("\xe7\x8c\xab"), Strings{}) << "one alone is a word of one character";
  EXPECT_EQ(words_of("\xe7\x8c\xab", {1, false}), (Strings{"\xe7\x8c\xab"}));
  EXPECT_EQ(words_of("\xe6\x97\xa5\xe6\x9c\xac"
                     "C3\xe8\xaa\x9e\xe7\x8c\xab",
                     {5, false}),
            (Strings{"\xe6\x97\xa5\xe6\x9c\xac", "\xe8\xaa\x9e\xe7\x8c\xab"}))
      << "pairs are words at any word-length";
  EXPECT_EQ(
      words_of("\xe0\xb8\x99\xe0\xb9\x89\xe0\xb8\xb3\xe0\xb8\x94\xe0\xb8\xb7\xe0\xb9\x88").size(),
      2u)
      << "Thai marks stay with their letters";
}

TEST(Words, keep_the_vowel_am_of_thai_and_lao_whole) {
  const WordRules pairs, dictionary{.dictionary = Segmenter::available()};
  EXPECT_EQ(words_of("ทำ ກຳ", pairs), Strings({"ทำ", "ກຳ"}));
  EXPECT_EQ(words_of("น้ำ", pairs), Strings({"น้ำ"}));
  for (const char *written : {"น้\u0e33", "น้\u0e4d\u0e32", "น\u0e4d\u0e49\u0e32"})
    EXPECT_EQ(words_of(written, dictionary), Strings({"น้\u0e33"})) << written;
  EXPECT_EQ(words_of("ນ\u0ecd\u0ec9\u0eb2", pairs), Strings({"ນ້\u0eb3"}));
  EXPECT_EQ(words_of("กา\u0e4d า", pairs).size(), 1u) << "a ring before a blank is none";
  if (!Segmenter::available()) GTEST_SKIP() << "this build has no ICU";
  EXPECT_EQ(words_of("สำหรับ", dictionary), Strings({"สำหรับ"}));
  EXPECT_EQ(words_of("สํ\u0e32หรับ", dictionary), Strings({"สำหรับ"})) << "decomposed";
}

TEST(Words, have_signs_between_letters_in_some_scripts) {
  const Strings five(4, "п\u02bcять");
  EXPECT_EQ(words_of("п'ять п’ЯТЬ п\u02bcять 'п'ять'"), five);
  EXPECT_EQ(words_of("'слово' ’слово’ слово' інтерв\u0301'ю"),
            Strings({"слово", "слово", "слово", "інтерв\u0301\u02bcю"}));
  EXPECT_EQ(words_of("צה״ל צה\"ל צה”ל \"צה\"ל\" צַהַ\"ל", {.remove_accents = true}),
            Strings(5, "צה״ל"));
  EXPECT_EQ(words_of("ג׳ורג׳ ג'ורג' \"שלום\""), Strings({"ג׳ורג", "ג׳ורג", "שלום"}));
  EXPECT_EQ(words_of("paral·lel PARAL·LEL paraŀlel COŀLECCIÓ"),
            Strings({"paral·lel", "paral·lel", "paral·lel", "col·lecció"}));
  EXPECT_EQ(words_of("aa·bb l'équipe don't él·fil aa\"bb ŀa"),
            Strings({"aa", "bb", "équipe", "don", "él", "fil", "aa", "bb"}))
      << "no other words have them";
}

TEST(Words, end_at_quotes_in_hebrew_that_are_no_gershayim) {
  EXPECT_EQ(words_of("ב\"הארץ\" ו\"מעריב\" ב”הארץ”"), Strings({"הארץ", "מעריב", "הארץ"}));
  EXPECT_EQ(words_of("כתב\"ה\" דו\"חות"), Strings({"כתב", "דו", "חות"}));
  EXPECT_EQ(words_of("דו\"ח, דו\"ח-צה\"ל “צה\"ל” ב״הארץ"),
            Strings({"דו״ח", "דו״ח", "צה״ל", "צה״ל", "ב״הארץ"}));
}

TEST(Words, in_arabic_are_as_long_as_without_tatweel) {
  EXPECT_EQ(words_of("كتـــاب كتاب ﻛﺘﺎﺏ ـكتاب"), Strings(4, "كتاب"));
  EXPECT_EQ(words_of("كت\ufe71اب", {.remove_accents = true}), Strings({"كتاب"}));
}

TEST(WordPart, has_the_signs_within_a_word) {
  for (const std::string text : {"п'ять", "צה\"ל", "paral·lel", "كتـــاب"}) {
    const std::string longer = text + "' x";
    const WordPart part = word_part(longer.data(), longer.data(), longer.data() + longer.size());
    EXPECT_EQ(part.size, text.size()) << text;
  }
  const std::string english = "don't";
  EXPECT_EQ(word_part(english.data(), english.data(), english.data() + english.size()).size, 3u);
}

TEST(Words, end_where_what_is_not_seen_says_so_only) {
  EXPECT_EQ(words_of("infor\xc2\xadmation"), (Strings{"information"})) << "soft hyphen";
  EXPECT_EQ(words_of("\xef\xbb\xbf"
                     "first \xe2\x80\x8fright"),
            (Strings{"first", "right"}))
      << "byte order and direction marks";
  EXPECT_EQ(words_of("ab\xe2\x80\x8b"
                     "cd"),
            (Strings{"ab", "cd"}))
      << "zero width space";
  EXPECT_EQ(
      words_of("snow \xe2\x9d\x84\xef\xb8\x8f \xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80 man"),
      (Strings{"snow", "man"}))
      << "emoji";
  EXPECT_EQ(words_of(std::string("ab\0cd", 5)), (Strings{"ab", "cd"})) << "NUL";
  EXPECT_EQ(words_of("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d, \xd8\xb3\xd9\x84\xd8\xa7\xd9\x85"),
            (Strings{"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "\xd8\xb3\xd9\x84\xd8\xa7\xd9\x85"}))
      << "from right to left";
  EXPECT_EQ(words_of("\xcc\x81\xcc\x81\xcc\x81"), Strings{}) << "marks on nothing";
}

TEST(BrokenUtf8, is_replaced_by_maximal_parts_as_in_the_standard) {
  // Unicode 15.0, tables 3-8 to 3-11, and what is cut off at the end.
  const std::vector<std::pair<std::string, std::int64_t>> cases = {
      {"\xc0\xaf\xe0\x80\xbf\xf0\x81\x82 ", 8},
      {"\xed\xa0\x80\xed\xbf\xbf\xed\xaf ", 8},
      {"\xf4\x91\x92\x93\xff"
       "A\x80\xbf"
       "B",
       7},
      {"\xe1\x80\xe2\xf0\x91\x92\xf1\xbf ", 4},
      {"\xf0\x9f\x98", 1},
      {"\xe2\x82", 1},
      {"\xc3", 1},
      {"\xf5\x80\x80\x80", 4},
      {"\xfe\xff", 2},
      {"\x80", 1},
      {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 0}};
  for (const auto &[text, expected] : cases) {
    std::int64_t replaced = -1;
    words_of(text, {}, &replaced);
    EXPECT_EQ(replaced, expected) << testing::PrintToString(text);
  }
  EXPECT_EQ(words_of("ab\xff"
                     "cd\xc3 ef"),
            (Strings{"ab", "cd", "ef"}))
      << "it ends a word";
}

TEST(BrokenUtf8, every_character_is_read_and_every_cut_of_it_is_broken) {
  for (std::int32_t code = 0x80; code < 0x110000; code += code < 0x3000 ? 1 : 37) {
    if (code >= 0xd800 && code < 0xe000) continue;
    std::string bytes;
    if (code >= 0x10000) {
      bytes = {static_cast<char>(0xf0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 63)),
               static_cast<char>(0x80 | (code >> 6 & 63)), static_cast<char>(0x80 | (code & 63))};
    } else if (code >= 0x800) {
      bytes = {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)),
               static_cast<char>(0x80 | (code & 63))};
    } else {
      bytes = {static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 63))};
    }
    const Character whole = read_character(bytes.data(), bytes.data() + bytes.size());
    ASSERT_TRUE(whole.code == code && !whole.broken && whole.next == bytes.data() + bytes.size())
        << code;
    for (std::size_t size = 1; size < bytes.size(); ++size) {
      const Character cut = read_character(bytes.data(), bytes.data() + size);
      ASSERT_TRUE(cut.broken && cut.code == 0xfffd && cut.next == bytes.data() + size)
          << code << " " << size;
    }
  }
}

TEST(Words, of_ten_million_bytes_in_one_run_come_at_once) {
  const std::string run(10'000'000, 'x');
  EXPECT_EQ(words_of(run), (Strings{run}));
  std::string marks = "e";
  for (int i = 0; i < 1'000'000; ++i) marks += i % 2 == 0 ? "\xcc\x81" : "\xcc\xa3";
  EXPECT_EQ(words_of(marks + "t").size(), 1u) << "a million marks on one letter";
  std::string han;
  for (int i = 0; i < 1'000'000; ++i) han += "\xe6\x97\xa5";
  EXPECT_EQ(words_of(han).size(), 999'999u);
}

}  // namespace
}  // namespace manifact
