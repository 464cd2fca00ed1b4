#include "options.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>

#include "actions.hpp"

namespace sequences {
namespace {

// Options that determine how long a call takes: the largest values that a sequence uses, and a
// small one.
struct Most {
  std::int64_t usual, small;
};
const std::map<std::string, Most> affordable = {
    {"restarts", {3, 2}},    {"trial-iterations", {6, 3}}, {"max-iterations", {25, 6}},
    {"sweeps", {6, 3}},      {"threads", {3, 3}},          {"readout-starts", {4, 2}},
    {"smoothing", {40, 10}},
};

std::vector<std::string> split(const char *words) {
  std::vector<std::string> all;
  std::istringstream list(words != nullptr ? words : "");
  for (std::string word; list >> word;) all.push_back(word);
  return all;
}

std::vector<Option> read(const std::string &method) {
  std::vector<Option> all;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    Option o{};
    const char *name = nullptr, *fallback = nullptr;
    (void)manifact_option_info(i, &name, &o.type, &o.minimum, &o.maximum, nullptr, &fallback,
                               nullptr);
    if (manifact_method_uses_option(method.c_str(), name) != 1) continue;
    o.name = name;
    // Beyond these each document takes all of its allowed steps, some seconds in total.
    if (o.name == "fidelity") o.maximum = 1e12;
    if (o.name == "lambda" && method == "smce") o.minimum = 1e-12;
    o.fallback = fallback;
    o.words = split(manifact_method_option_words(method.c_str(), name));
    all.push_back(std::move(o));
  }
  return all;
}

std::string print(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// The largest value; none if the option takes no time.
std::optional<std::int64_t> most_of(const World &world, const std::string &name) {
  const auto found = affordable.find(name);
  if (found == affordable.end()) return std::nullopt;
  return world.small ? found->second.small : found->second.usual;
}

std::string whole_number(World &world, const Option &o) {
  const auto low = static_cast<std::int64_t>(o.minimum),
             high = static_cast<std::int64_t>(o.maximum);
  const std::int64_t most = std::min(high, most_of(world, o.name).value_or(high));
  if (o.name == "threads") return std::to_string(world.random.between(1, world.threads));
  if (world.random.chance(10)) return std::to_string(low);
  if (world.random.chance(10)) return std::to_string(most);
  return std::to_string(world.random.between(
      low, std::min(most, low + world.random.one_of<std::int64_t>({3, 10, 50}))));
}

std::string real_number(World &world, const Option &o) {
  if (world.random.chance(8)) return print(o.minimum);
  if (world.random.chance(8) && (o.maximum <= 1 || !world.mild)) return print(o.maximum);
  if (o.maximum <= 1) return print(o.minimum + world.random.unit() * (o.maximum - o.minimum));
  const double value = std::pow(10.0, static_cast<double>(!world.mild && world.random.chance(15)
                                                              ? world.random.between(-300, 299)
                                                              : world.random.between(-3, 3)));
  return print(std::fmax(o.minimum, std::fmin(o.maximum, value)));
}

std::string bad_value(World &world, const Option &o) {
  if (world.random.chance(30) && (o.type == MANIFACT_TYPE_INT64 || o.type == MANIFACT_TYPE_DOUBLE))
    return world.random.chance(50) ? print(std::nextafter(o.maximum, HUGE_VAL))
                                   : print(std::nextafter(o.minimum, -HUGE_VAL));
  return world.random.one_of<const char *>({"", " ", "nonsense", "nan", "inf", "-1", "1e999",
                                            "99999999999999999999", "9007199254740993", "1.5",
                                            "0x1"});
}

}  // namespace

std::vector<std::string> method_names() {
  std::vector<std::string> all;
  const char *name = nullptr;
  for (std::int64_t i = 0; i < manifact_method_count(); ++i)
    if (manifact_method_info(i, &name, nullptr, nullptr) == MANIFACT_OK) all.emplace_back(name);
  return all;
}

const std::vector<Option> &options_of(const std::string &method) {
  static std::map<std::string, std::vector<Option>> known;
  const auto [place, is_new] = known.try_emplace(method);
  if (is_new) place->second = read(method);
  return place->second;
}

std::string random_value(World &world, const Option &o, bool bad) {
  if (bad && world.random.chance(10)) return bad_value(world, o);
  if (o.type == MANIFACT_TYPE_TEXT || o.type == MANIFACT_TYPE_BOOL ||
      (!o.words.empty() && world.random.chance(20)))
    return world.random.pick(o.words);
  return o.type == MANIFACT_TYPE_INT64 ? whole_number(world, o) : real_number(world, o);
}

namespace {

// The text of a value is made anew for each call, which is repeated after an allocation that the
// test lets fail.
std::string value_of(World &world, manifact_solver *solver, const Option &o) {
  char text[64] = "";
  int status = MANIFACT_ERROR_MEMORY;
  while (status == MANIFACT_ERROR_MEMORY)
    status = CALL(manifact_solver_get_text, solver, o.name.c_str(), static_cast<char *>(text),
                  sizeof text);
  expect(status == 0, "the value of an option cannot be got");
  std::size_t size = 0;
  status = MANIFACT_ERROR_MEMORY;
  while (status == MANIFACT_ERROR_MEMORY)
    status = CALL(manifact_solver_get_text_size, solver, o.name.c_str(), &size);
  expect(status == 0 && size == std::strlen(text) + 1, "another size than that of the text");
  return text;
}

// The getter of the option's type gives the value that is printed.
void check_typed_value(World &world, manifact_solver *solver, const Option &o,
                       const std::string &printed) {
  std::int64_t whole = 0;
  double real = 0;
  manifact_bool truth = 7;
  int status = 0;
  bool same = true;
  if (o.type == MANIFACT_TYPE_INT64) {
    status = CALL(manifact_solver_get_int64, solver, o.name.c_str(), &whole);
    same = whole == std::strtoll(printed.c_str(), nullptr, 10);
  } else if (o.type == MANIFACT_TYPE_DOUBLE) {
    status = CALL(manifact_solver_get_double, solver, o.name.c_str(), &real);
    same = real == std::strtod(printed.c_str(), nullptr);
  } else if (o.type == MANIFACT_TYPE_BOOL) {
    status = CALL(manifact_solver_get_bool, solver, o.name.c_str(), &truth);
    same = printed == (truth == 1 ? "yes" : "no");
  }
  expect(status == 0, "a typed getter refused its option");
  expect(same, "a typed getter and the printed value differ");
}

// Set as the type of the option, or now and then as the other type of number.
int set_typed(World &world, manifact_solver *solver, const Option &o, const std::string &value) {
  if (o.type == MANIFACT_TYPE_BOOL && (value == "yes" || value == "no"))
    return CALL(manifact_solver_set_bool, solver, o.name.c_str(), value == "yes" ? 1 : 0);
  if (o.type == MANIFACT_TYPE_TEXT || o.type == MANIFACT_TYPE_BOOL)
    return CALL(manifact_solver_set_text, solver, o.name.c_str(), or_null(world, value.c_str()));
  const bool real = (o.type == MANIFACT_TYPE_DOUBLE) != world.random.chance(20);
  if (real)
    return CALL(manifact_solver_set_double, solver, o.name.c_str(),
                std::strtod(value.c_str(), nullptr));
  return CALL(manifact_solver_set_int64, solver, o.name.c_str(),
              static_cast<std::int64_t>(std::strtoll(value.c_str(), nullptr, 10)));
}

void set_one(World &world) {
  if (world.solvers.empty()) return;
  Solver &solver = world.random.pick(world.solvers);
  const Option &o = world.random.pick(options_of(solver.method));
  const std::string value = random_value(world, o, true),
                    before = value_of(world, solver.handle, o);
  const bool typed = world.random.chance(40);
  const int status = typed ? set_typed(world, solver.handle, o, value)
                           : CALL(manifact_solver_set_text, solver.handle, o.name.c_str(),
                                  or_null(world, value.c_str()));
  const std::string now = value_of(world, solver.handle, o);
  if (status < 0) expect(now == before, "a value was refused and something changed");
  if (typed) check_typed_value(world, solver.handle, o, now);
  // What was read as a number beyond those that the sequence can afford is taken back.
  if (const auto most = most_of(world, o.name);
      most && std::strtod(now.c_str(), nullptr) > static_cast<double>(*most))
    CALL(manifact_solver_set_text, solver.handle, o.name.c_str(), "2");
}

void set_foreign(World &world) {
  const auto solver = one_of(world, world.solvers);
  const char *const name = world.random.one_of<const char *>(
      {"no-such-option", "", "language", "seed", "lambda", "readout", "top_terms", nullptr});
  std::int64_t whole = 0;
  double real = 0;
  manifact_bool truth = 7;
  switch (world.random.below(5)) {
    case 0:
      expect_refused(CALL(manifact_solver_get_int64, solver.handle, name, or_null(world, &whole)),
                     solver);
      break;
    case 1:
      expect_refused(CALL(manifact_solver_get_double, solver.handle, name, or_null(world, &real)),
                     solver);
      break;
    case 2: {
      const int status =
          CALL(manifact_solver_get_bool, solver.handle, name, or_null(world, &truth));
      expect_refused(status, solver);
      if (status == 0) expect(truth == 0 || truth == 1, "neither true nor false");
      break;
    }
    case 3: {
      const char *const reset =
          world.random.one_of<const char *>({"no-such-option", "lambda", "threads", nullptr});
      expect_refused(CALL(manifact_solver_reset, solver.handle, reset), solver);
      break;
    }
    default: {
      const char *const foreign =
          world.random.one_of<const char *>({"no-such-option", "", "language", nullptr});
      expect_refused(CALL(manifact_solver_set_text, solver.handle, foreign, "1"), solver);
      char text[4];
      expect_refused(CALL(manifact_solver_get_text, solver.handle, "memory-budget",
                          static_cast<char *>(text), sizeof text),
                     solver);
    }
  }
}

}  // namespace

const std::vector<Action> option_actions = {{set_one, 5}, {set_foreign, 2}};

}  // namespace sequences
