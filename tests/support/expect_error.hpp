// A call must throw an Error of this status whose sentence holds these words.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "runtime/error.hpp"

namespace manifact {

template <class Call>
void expect_error(Status status, std::string_view words, Call &&call) {
  try {
    call();
  } catch (const Error &error) {
    EXPECT_EQ(static_cast<int>(error.status()), static_cast<int>(status)) << error.what();
    EXPECT_NE(std::string_view(error.what()).find(words), std::string_view::npos)
        << "said: " << error.what() << "\nexpected: " << words;
    return;
  }
  ADD_FAILURE() << "no error where one was expected: " << words;
}

}  // namespace manifact
