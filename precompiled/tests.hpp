// The headers of the library's sources, and those of the tests.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "library.hpp"
