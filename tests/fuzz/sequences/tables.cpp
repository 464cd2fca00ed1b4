// Calls that need no handle, and the comparison of two clusterings.
#include <cmath>
#include <cstring>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

void version(World &world) {
  expect(std::strcmp(CALL(manifact_version), MANIFACT_VERSION_STRING) == 0, "another version");
  const int abi = static_cast<int>(world.random.between(-1, 3));
  expect(CALL(manifact_abi_supported, abi) == (abi == MANIFACT_ABI ? 1 : 0), "another ABI");
  const int status = static_cast<int>(world.random.between(-700, 10));
  expect(*CALL(manifact_status_name, status) != '\0', "a status without a name");
  expect(*CALL(manifact_status_text, status) != '\0', "a status without a meaning");
  expect(CALL(manifact_version_number) == MANIFACT_VERSION_NUMBER, "another number of the version");
  const char *const feature =
      world.random.one_of<const char *>({"gzip", "stemming", "cholmod", "no-such", "", nullptr});
  const int has = CALL(manifact_has_feature, feature);
  expect(has == 0 || has == 1, "neither with nor without a feature");
}

void methods(World &world) {
  const std::int64_t index = random_number(world, world.random.below(CALL(manifact_method_count)));
  const char *name = nullptr, *summary = nullptr, *reference = nullptr;
  const int status =
      CALL(manifact_method_info, index, &name, or_null(world, &summary, 10), &reference);
  expect((status == 0) == (index >= 0 && index < manifact_method_count()),
         "the index of a method is not looked at");
  expect((status == 0) == (name != nullptr), "a method without a name");
}

void options(World &world) {
  const std::int64_t index = random_number(world, world.random.below(CALL(manifact_option_count)));
  const char *name = nullptr, *words = nullptr, *fallback = nullptr, *summary = nullptr,
             *method = "vectorizer";
  int type = 0;
  double minimum = 0, maximum = 0;
  const int status = CALL(manifact_option_info, index, &name, &type, &minimum,
                          or_null(world, &maximum, 10), &words, &fallback, &summary);
  expect((status == 0) == (index >= 0 && index < manifact_option_count()),
         "the index of an option is not looked at");
  if (world.random.chance(5))
    name = world.random.one_of<const char *>({"", "no-such-option", nullptr});
  if (world.random.chance(90))
    (void)manifact_method_info(world.random.below(manifact_method_count()), &method, nullptr,
                               nullptr);
  const int is_expert = CALL(manifact_option_is_expert, name);
  expect(is_expert == 0 || is_expert == 1, "the tier of an option is no flag");
  const int uses = CALL(manifact_method_uses_option, method, name);
  const char *const own = CALL(manifact_method_option_words, method, name);
  const char *const dense = CALL(manifact_method_dense_default, method, name);
  if (uses != 1) {
    expect(own == nullptr, "words of an option that the method does not use");
    expect(dense == nullptr, "a default of an option that the method does not use");
  }
}

void evaluate(World &world) {
  const std::int64_t n = world.random.between(1, 40);
  std::vector<std::int32_t> truth(static_cast<std::size_t>(n)), predicted(truth.size());
  const auto classes = static_cast<std::int32_t>(world.random.between(1, 6));
  const std::int32_t wild = world.random.chance(10) ? INT32_MAX : 6;
  for (auto &label : truth)
    label =
        static_cast<std::int32_t>(world.random.below(classes)) - (world.random.chance(10) ? 1 : 0);
  for (auto &label : predicted)
    label = world.random.chance(10) ? world.random.one_of<std::int32_t>({-1, wild, -5})
                                    : static_cast<std::int32_t>(world.random.below(classes));
  double scores[5] = {-9, -9, -9, -9, -9};
  const std::int64_t length =
      world.random.chance(5) ? world.random.one_of<std::int64_t>({0, -1, INT64_MIN}) : n;
  const int status =
      CALL(manifact_evaluate, any_context(world), or_null(world, truth.data()), predicted.data(),
           length, or_null(world, scores, 10), scores + 1, scores + 2, scores + 3, scores + 4);
  if (status < 0) return;
  expect_finite(scores, 5, "an evaluation");
  for (const int which : {1, 2, 4})
    expect(scores[which] >= 0 && scores[which] <= 1 + 1e-12, "a score beyond 0 to 1");
}

}  // namespace

const std::vector<Action> table_actions = {{version, 1}, {methods, 1}, {options, 1}, {evaluate, 1}};

}  // namespace sequences
