#include "pipeline/divided.hpp"

#include "methods/method.hpp"
#include "options/plan.hpp"
#include "runtime/error.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// The words of an option that need all documents in one process.
constexpr struct {
  Key key;
  const char *word;
} alone[] = {{Key::kernel, "polynomial"},   {Key::kernel, "rbf"},      {Key::kernel, "precomputed"},
             {Key::duplicates, "collapse"}, {Key::start, "merge"},     {Key::start, "propagation"},
             {Key::start, "ncut"},          {Key::select, "views"},    {Key::update, "cd"},
             {Key::scaling, "min-max"},     {Key::scaling, "z-score"}, {Key::keep_data, "yes"},
             {Key::split, "exact"}};

void refuse(const FitInputs &given) {
  const struct {
    bool given;
    const char *name;
  } all[] = {{given.feature_graph != nullptr, "a feature graph"},
             {given.constraints != nullptr, "constraints"},
             {given.texts != nullptr, "texts"},
             {given.weights != nullptr, "weights of an earlier fit"}};
  for (const auto &one : all)
    if (one.given) fail(Status::option, "%s cannot be divided among ranks", one.name);
  if (given.graph != nullptr && !given.graph->ghosts)
    fail(Status::option, "the graph is that of one process: its rows must be divided among ranks");
}

}  // namespace

void check_divided(const Matrix &X, const Method &method, const FitInputs &given) {
  if (!method.divides)
    fail(Status::option, "method '%s' cannot be divided among ranks", method.name);
  if (X.dense) fail(Status::option, "dense data cannot be divided among ranks: use sparse data");
  refuse(given);
}

void check_divided_options(const Options &options) {
  for (const auto &[key, word] : alone)
    if (options.uses(key) && options.is(key, word))
      fail(Status::option, "%s=%s needs all documents in one process", find_option(key)->name,
           word);
  if (options.uses(Key::outliers) && options.real(Key::outliers) > 0)
    fail(Status::option, "outliers needs all documents in one process");
}

void check_alike(const Matrix &X, const FitInputs &given, ExecutionContext &run) {
  const double columns = static_cast<double>(X.columns), start = given.has_start() ? 1 : 0,
               graph = given.graph != nullptr ? 1 : 0;
  double bounds[6] = {columns, -columns, start, -start, graph, -graph};
  run.group->max(bounds, 6);
  if (bounds[0] != -bounds[1])
    throw AgreedError(Status::mismatch, "the ranks have different numbers of features");
  if (bounds[2] != -bounds[3])
    throw AgreedError(Status::mismatch, "some ranks were given a start, and some were not");
  if (bounds[4] != -bounds[5])
    throw AgreedError(Status::mismatch, "some ranks were given a graph, and some were not");
}

}  // namespace manifact
