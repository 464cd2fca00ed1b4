// The texts of failures: one buffer of valid UTF-8, whatever goes in.
#include "runtime/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace manifact {
namespace {

std::string failure(const std::string &text) {
  try {
    fail(Status::format, "%s", text.c_str());
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), Status::format);
    return error.what();
  }
}

TEST(ErrorText, ends_before_a_character_that_does_not_fit) {
  const std::string characters[] = {"\xc3\xa9", "\xe4\xb8\xad", "\xf0\x9f\x90\x9f"};  // é 中 🐟
  for (const std::string &character : characters)
    for (std::size_t before = 500; before < 520; ++before) {
      const std::string start(before, 'a');
      const std::size_t fits = before + character.size() <= 511 ? character.size() : 0;
      EXPECT_EQ(failure(start + character), start.substr(0, 511) + character.substr(0, fits));
      EXPECT_STREQ(Error(Status::format, (start + character).c_str()).what(),
                   (start.substr(0, 511) + character.substr(0, fits)).c_str());
    }
}

TEST(ErrorText, writes_bytes_that_are_not_utf8_as_numbers) {
  EXPECT_EQ(failure("a \xff b"), "a \\xff b");
  EXPECT_EQ(failure("a \x80\x80"), "a \\x80\\x80");
  EXPECT_EQ(failure("caf\xc3\xa9"), "caf\xc3\xa9");
  // Too long forms, a surrogate, and beyond the last code point.
  for (const char *wrong : {"\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80"})
    EXPECT_EQ(failure(std::string("a ") + wrong + " b"), "a  b");
}

TEST(ErrorText, drops_what_a_precision_left_of_a_character) {
  try {
    fail(Status::format, "'%.4s' is not a number", "caf\xc3\xa9");
  } catch (const Error &error) {
    EXPECT_STREQ(error.what(), "'caf' is not a number");
  }
}

}  // namespace
}  // namespace manifact
