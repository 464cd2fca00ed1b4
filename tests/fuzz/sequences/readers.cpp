// Matrices from text and from files.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

std::string number(World &world, double value) {
  char text[64];
  std::snprintf(text, sizeof text, world.random.chance(80) ? "%.17g" : "%g", value);
  if (!world.random.chance(1)) return text;
  return world.random.one_of<const char *>(
      {"nan", "1e999", "-", "0x1", "1,5", "inf", "", "99999999999999999999", "1e-400"});
}

std::string matrix_market(World &world, Data &data) {
  std::string body;
  std::int64_t entries = 0;
  for (std::int64_t i = 0; i < data.n; ++i)
    for (std::int64_t j = 0; j < data.m; ++j) {
      if (data.at(i, j) == 0) continue;
      ++entries;
      body += std::to_string(i + 1) + " " + std::to_string(j + 1) + " " +
              number(world, data.at(i, j)) + "\n";
    }
  const char *const head =
      world.random.chance(90)
          ? "%%MatrixMarket matrix coordinate real general\n"
          : world.random.one_of({"%%MatrixMarket matrix array real general\n", "",
                                 "%%MatrixMarket\n",
                                 "%%MatrixMarket matrix coordinate pattern symmetric\n"});
  return head + std::to_string(data.n) + " " + std::to_string(data.m) + " " +
         std::to_string(random_number(world, entries)) + "\n" + body;
}

std::string svmlight(World &world, Data &data) {
  std::string text;
  for (std::int64_t i = 0; i < data.n; ++i) {
    text += std::to_string(i % 3);
    for (std::int64_t j = 0; j < data.m; ++j)
      if (data.at(i, j) != 0)
        text += " " + std::to_string(j + 1) + ":" + number(world, data.at(i, j));
    text += world.random.chance(5) ? " # a remark\n" : "\n";
  }
  return text;
}

std::string csv(World &world, Data &data) {
  const char separator = world.random.one_of({',', ',', ';', '\t'});
  std::string text = world.random.chance(20) ? "name\n" : "";
  for (std::int64_t i = 0; i < data.n; ++i)
    for (std::int64_t j = 0; j < data.m; ++j)
      text += number(world, data.at(i, j)) + (j + 1 < data.m ? separator : '\n');
  return text;
}

std::string document(World &world, const char **name) {
  Data data = random_data(world, random_rows(world), random_columns(world));
  std::string text;
  switch (world.random.below(3)) {
    case 0:
      text = matrix_market(world, data), *name = "in.mtx";
      break;
    case 1:
      text = svmlight(world, data), *name = "in.svm";
      break;
    default:
      text = csv(world, data), *name = "in.csv";
  }
  if (world.random.chance(10) && !text.empty())
    world.random.pick(text) = static_cast<char>(world.random.below(256));
  if (world.random.chance(5))
    text.resize(
        static_cast<std::size_t>(world.random.below(static_cast<std::int64_t>(text.size()) + 1)));
  if (world.random.chance(5))
    *name = world.random.one_of<const char *>({"in", "-", "", nullptr, "in.mat"});
  return text;
}

int format(World &world) {
  return world.random.chance(85) ? MANIFACT_FORMAT_AUTO
                                 : static_cast<int>(world.random.between(-1, 5));
}

void parse(World &world) {
  const char *name = "";
  const std::string text = document(world, &name);
  manifact_matrix *out = unset<manifact_matrix>();
  const int status =
      CALL(manifact_matrix_parse, any_context(world), static_cast<const void *>(text.data()),
           text.size(), name, format(world), &out);
  if (status >= 0) keep(world, out);
}

void read(World &world) {
  const char *name = nullptr;
  const std::string text = document(world, &name),
                    path = file_name(world, name != nullptr ? name : "in");
  std::ofstream(path, std::ios::binary) << text;
  manifact_matrix *out = unset<manifact_matrix>();
  const std::string other = world.random.chance(5) ? path + ".none" : path;
  const int status = CALL(manifact_matrix_read, any_context(world), or_null(world, other.c_str()),
                          format(world), &out);
  if (status >= 0) keep(world, out);
}

void write(World &world) {
  const auto X = one_of(world, world.matrices);
  const std::string path =
      file_name(world, world.random.one_of({"out.mtx", "out.mtx.gz", "no-such-folder/out.mtx"}));
  manifact_context *const context = some_context(world);
  const int status = CALL(manifact_matrix_write, context, X.handle, path.c_str());
  expect_refused(status, X);
  if (status < 0) return;
  const auto values_of = [](const manifact_matrix *matrix) {
    std::vector<double> values(static_cast<std::size_t>(manifact_matrix_entries(matrix)));
    (void)manifact_matrix_copy_csr(matrix, nullptr, MANIFACT_INT64, nullptr, MANIFACT_INT64,
                                   values.data(), MANIFACT_DOUBLE, manifact_matrix_entries(matrix));
    return values;
  };
  const std::vector<double> written = values_of(X.handle);
  const bool is_beyond = std::any_of(written.begin(), written.end(),
                                     [](double value) { return std::fabs(value) > 1e300; });
  const Calm calm(world);
  manifact_matrix *out = unset<manifact_matrix>();
  if (CALL(manifact_matrix_read, context, path.c_str(), int{MANIFACT_FORMAT_MATRIX_MARKET}, &out) <
      0) {
    expect(world.cancel_pending || is_beyond, "what was written cannot be read");
    return;
  }
  expect(written == values_of(out), "what was written is read as something else");
  keep(world, out);
}

}  // namespace

const std::vector<Action> reader_actions = {{parse, 2}, {read, 1}, {write, 1}};

}  // namespace sequences
