// manifact.hpp: what the C++ layer adds to the C interface, which the other tests cover.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <manifact/manifact.hpp>
#include <thread>

#include "support/arrow_columns.hpp"

namespace {

using manifact::Context;
using manifact::Matrix;
using manifact::Model;
using manifact::Solver;
using manifact::Table;

constexpr std::int64_t n = 60, m = 30, k = 3;

// Three groups of documents with terms of their own.
std::vector<double> counts() {
  std::vector<double> values(static_cast<std::size_t>(n * m));
  std::uint32_t state = 1;
  for (std::int64_t i = 0; i < n; ++i)
    for (int t = 0; t < 8; ++t) {
      state = state * 1664525U + 1013904223U;
      values[static_cast<std::size_t>(i * m + i % k * 10 + (state >> 16) % 10)] += 1;
    }
  return values;
}

std::vector<std::string> texts() {
  std::vector<std::string> all;
  for (int i = 0; i < 40; ++i)
    all.push_back(i % 2 == 0 ? "apples pears plums fruit" : "trains rails buses traffic");
  return all;
}

template <class Function>
manifact_status status_of(Function &&function, const std::string &sentence = "") {
  try {
    function();
  } catch (const manifact::Error &error) {
    EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
    EXPECT_STREQ(error.name(), manifact_status_name(error.status()));
    return error.status();
  }
  return MANIFACT_OK;
}

TEST(Cxx, fits_what_c_fits) {
  Context context;
  const Matrix X = Matrix::dense(context, n, m, counts());
  const Model model = Solver(context, "lccf").set("seed", 7).set("lambda", 2.0).fit(X, k);
  manifact_solver *solver = nullptr;
  manifact_model *fitted = nullptr;
  ASSERT_EQ(manifact_solver_create(context.handle(), "lccf", &solver), MANIFACT_OK);
  ASSERT_EQ(manifact_solver_set_int64(solver, "seed", 7), MANIFACT_OK);
  ASSERT_EQ(manifact_solver_set_double(solver, "lambda", 2), MANIFACT_OK);
  ASSERT_GE(manifact_solver_fit(solver, X.handle(), k, &fitted), 0);
  EXPECT_EQ(model.bytes(context), Model(manifact_model_retain(fitted)).bytes(context));
  manifact_solver_free(solver);
  manifact_model_free(fitted);

  EXPECT_EQ(model.labels().length(), n);
  EXPECT_EQ(model.memberships().rows(), n);
  EXPECT_EQ(model.memberships().columns(), k);
  EXPECT_EQ(model.memberships()(4, 1), model.memberships().row(4)[1]);
  EXPECT_EQ(model.sizes()[0] + model.sizes()[1] + model.sizes()[2], n);
  EXPECT_EQ(model.history().length(), model.iterations() + 1);
  EXPECT_EQ(model.core().size(), 0U) << "lccf has none";
  EXPECT_EQ(model.method(), "lccf");
  EXPECT_EQ(model.option("lambda"), "2");
  EXPECT_FALSE(model.diagnostics().empty());
  EXPECT_EQ(model.top_features(0, 4).size(), 4U);
  const auto again = model.assign(context, X);
  EXPECT_EQ(again.labels, model.labels().copy());
  EXPECT_EQ(manifact::evaluate(context, model.labels(), again.labels).accuracy, 1);
}

TEST(Cxx, failures_have_a_status_and_a_sentence) {
  Context context;
  EXPECT_EQ(status_of([&] { Solver(context, "lcfc"); }, "lcfc"), MANIFACT_ERROR_OPTION);
  Solver solver(context, "lccf");
  EXPECT_EQ(status_of([&] { solver.set("lambda", -1.0); }, "lambda"), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(status_of([&] { (void)solver.get<bool>("lambda"); }), MANIFACT_ERROR_OPTION);
  EXPECT_EQ(status_of([&] { Matrix::read(context, "/nothing.mtx"); }, "/nothing.mtx"),
            MANIFACT_ERROR_IO);
  try {
    Matrix::read(context, "/nothing.mtx");
  } catch (const manifact::Error &error) {
    EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
  }
  EXPECT_EQ(status_of([&] { (void)Matrix().rows(); }), MANIFACT_ERROR_NULL);
  EXPECT_EQ(status_of([&] { solver.fit(Matrix(), 2); }), MANIFACT_ERROR_NULL);
  EXPECT_EQ(status_of([&] { (void)Model().labels(); }), MANIFACT_ERROR_NULL);
  const Matrix X = Matrix::dense(context, n, m, counts());
  EXPECT_EQ(status_of([&] { solver.fit(X, n + 1); }, "61"), MANIFACT_ERROR_ARGUMENT);
  EXPECT_EQ(status_of([&] { Matrix::dense(context, 3, 3, std::vector<double>(8)); }, "8 entries"),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(status_of(
                [&] {
                  Matrix::csr(context, 2, 2, std::vector<int>{0, 1}, std::vector<int>{0},
                              std::vector<double>{1});
                },
                "indptr has 2 entries instead of 3"),
            MANIFACT_ERROR_LENGTH);
  EXPECT_NO_THROW(solver.fit(X, k)) << "a failure leaves no exception behind";
  const Model model = solver.fit(X, k);
  EXPECT_EQ(status_of([&] { (void)model.timeline(std::vector<std::int32_t>(3), 1); },
                      "periods has 3 entries instead of 60"),
            MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(status_of([&] { manifact::group_tests(model, std::vector<std::int32_t>(61), 1); },
                      "groups has 61 entries instead of 60"),
            MANIFACT_ERROR_LENGTH);
}

TEST(Cxx, options_have_the_type_of_the_value) {
  Context context;
  Solver solver(context, "lccf");
  solver.set("lambda", 3).set("seed", 11L).set("keep-data", false).set("update", "cd");
  solver.set(std::string("max-iterations"), std::string("50")).set("tolerance", 1e-3F);
  EXPECT_EQ(solver.get<double>("lambda"), 3);
  EXPECT_EQ(solver.get<std::int64_t>("seed"), 11);
  EXPECT_FALSE(solver.get<bool>("keep-data"));
  EXPECT_EQ(solver.get<std::string>("update"), "cd");
  EXPECT_EQ(solver.get<std::int64_t>("max-iterations"), 50);
  solver.reset("lambda").reset();
  EXPECT_NE(solver.get<std::string>("lambda"), "3");
  EXPECT_TRUE(manifact::method_uses_option("lccf", "lambda"));
  EXPECT_FALSE(manifact::methods().empty());
  const auto options = manifact::options();
  const auto is_expert = [&options](std::string_view name) {
    return std::find_if(options.begin(), options.end(),
                        [name](const auto &option) { return option.name == name; })
        ->expert;
  };
  EXPECT_FALSE(is_expert("lambda"));
  EXPECT_TRUE(is_expert("update"));
}

TEST(Cxx, handles_are_shared_or_moved) {
  Context context;
  Matrix X = Matrix::dense(context, n, m, counts());
  Matrix copy = X, moved = std::move(X);
  EXPECT_FALSE(X);  // NOLINT: a moved handle is empty
  EXPECT_EQ(copy.handle(), moved.handle());
  moved = Matrix();
  EXPECT_EQ(copy.rows(), n);
  Solver solver(context, "kmeans"), other(context, "ncut");
  solver = std::move(other);
  EXPECT_EQ(solver.method(), "ncut");
  Model model;
  {
    Context inner;
    model = Solver(inner, "kmeans").fit(copy, k);
  }
  EXPECT_EQ(model.clusters(), k) << "a model outlives its context";
  static_assert(!std::is_copy_constructible_v<Solver> && !std::is_copy_constructible_v<Context>);
  static_assert(std::is_nothrow_move_constructible_v<Solver>);
}

struct Stop {
  int at;
};

TEST(Cxx, exceptions_of_callbacks_come_out_of_the_call) {
  Context context;
  const Matrix X = Matrix::dense(context, n, m, counts());
  Solver solver(context, "lccf");
  int calls = 0;
  solver.set_progress([&](const manifact::Progress &) -> bool { throw Stop{++calls}; });
  EXPECT_THROW(solver.fit(X, k), Stop);
  EXPECT_EQ(calls, 1) << "the first one stops the call";
  solver.set_progress([&](const manifact::Progress &p) {
    EXPECT_FALSE(p.stage.empty());
    return ++calls > 3;
  });
  EXPECT_EQ(status_of([&] { solver.fit(X, k); }), MANIFACT_ERROR_CANCELLED);
  solver.set_progress({});
  const Model model = solver.fit(X, k);
  EXPECT_THROW(model.write(context, [](std::string_view) { throw Stop{0}; }), Stop);

  context.set_progress([](const manifact::Progress &) -> bool { throw Stop{0}; });
  EXPECT_THROW(manifact::Graph::knn(context, X, 5), Stop);
  const auto words = texts();
  manifact::Vectorizer vectorizer(context);
  EXPECT_THROW(vectorizer.add_many(words), Stop) << "a vectorizer uses its context";
  context.set_progress({});
  EXPECT_NO_THROW(manifact::Graph::knn(context, X, 5));
}

// The solver warns that a document has fewer neighbors than were asked for.
TEST(Cxx, a_solver_keeps_the_log_that_its_context_had) {
  Context context;
  const Matrix X = Matrix::dense(context, n, m, counts());
  int first = 0, second = 0;
  context.set_log([&](manifact_log_level, std::string_view text) { first += !text.empty(); });
  Solver solver(context, "lccf");
  solver.set("neighbors", 2 * n);
  context.set_log([&](manifact_log_level, std::string_view) { ++second; });
  solver.fit(X, k);
  EXPECT_GT(first, 0);
  EXPECT_EQ(second, 0);
  context.set_log({});
  const int before = first;
  Solver(context, "lccf").set("neighbors", 2 * n).fit(X, k);
  EXPECT_EQ(first, before);

  int reports = 0;
  context.set_log([&](manifact_log_level, std::string_view) { throw Stop{reports}; });
  Solver throwing(context, "lccf");
  throwing.set("neighbors", 2 * n);
  EXPECT_THROW(throwing.fit(X, k), Stop) << "the fit succeeds, and the model has an owner";
  throwing.set_progress([&](const manifact::Progress &) { return ++reports, false; });
  try {
    throwing.fit(X, k);
    ADD_FAILURE() << "no exception";
  } catch (const Stop &stop) {
    EXPECT_EQ(reports, stop.at) << "the next report stops the call";
  }
  EXPECT_NO_THROW(solver.fit(X, k));
}

TEST(Cxx, an_empty_context_makes_nothing) {
  Context context, moved = std::move(context);
  EXPECT_EQ(status_of([&] { Solver(context, "lccf"); }), MANIFACT_ERROR_NULL);  // NOLINT
  EXPECT_EQ(status_of([&] { manifact::Vectorizer vectorizer(context); }), MANIFACT_ERROR_NULL);
  EXPECT_EQ(status_of([&] { context.set_log({}); }), MANIFACT_ERROR_NULL);
}

TEST(Cxx, a_call_inside_a_callback_keeps_its_exceptions) {
  Context context, inside;
  const Matrix X = Matrix::dense(context, n, m, counts());
  Solver solver(context, "lccf");
  bool caught = false;
  solver.set_progress([&](const manifact::Progress &) {
    caught = caught || status_of([&] { Solver(inside, "none"); }) == MANIFACT_ERROR_OPTION;
    return false;
  });
  EXPECT_NO_THROW(solver.fit(X, k));
  EXPECT_TRUE(caught);
  manifact_status busy = MANIFACT_OK;
  solver.set_progress([&](const manifact::Progress &) {
    busy = status_of([&] { solver.fit(X, k); });
    return false;
  });
  EXPECT_NO_THROW(solver.fit(X, k));
  EXPECT_EQ(busy, MANIFACT_ERROR_BUSY);
}

TEST(Cxx, a_cancel_token_stops_the_next_call_only) {
  Context context;
  const Matrix X = Matrix::dense(context, n, m, counts());
  Solver solver(context, "lccf");
  const manifact::CancelToken token, same = token;
  solver.set_cancel_token(token);
  std::thread([&] { same.request(); }).join();
  EXPECT_EQ(status_of([&] { solver.fit(X, k); }), MANIFACT_ERROR_CANCELLED);
  EXPECT_NO_THROW(solver.fit(X, k));
  context.set_cancel_token(token);
  token.request();
  EXPECT_EQ(status_of([&] { manifact::Graph::knn(context, X, 5); }), MANIFACT_ERROR_CANCELLED);
}

TEST(Cxx, arrays_are_copied_kept_or_borrowed) {
  Context context;
  const std::vector<std::int64_t> indptr = {0, 2, 3};
  const std::vector<std::int32_t> indices = {0, 2, 1};
  const double values[] = {1, 2, 3};
  const Matrix copied = Matrix::csr(context, 2, 3, indptr, indices, values);
  const Matrix columns = Matrix::csc(context, 3, 2, indptr, indices, values);
  const Matrix one_based = Matrix::csr(context, 2, 3, std::vector<int>{1, 3, 4},
                                       std::vector<std::int64_t>{1, 3, 2}, values, 1);
  const auto arrays = copied.copy_csr<std::int32_t, std::int64_t, float>();
  EXPECT_EQ(arrays.indptr, (std::vector<std::int32_t>{0, 2, 3}));
  EXPECT_EQ(arrays.indices, (std::vector<std::int64_t>{0, 2, 1}));
  EXPECT_EQ(arrays.values, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(one_based.copy_csr().indices, indices);
  EXPECT_EQ(columns.rows(), 3);
  EXPECT_EQ(copied.copy_rows(1, 1, 1).second, std::vector<double>{3});

  manifact::CsrArrays<> own{indptr, indices, {1, 2, 3}}, from_1{{1, 3, 4}, {1, 3, 2}, {1, 2, 3}};
  const std::int64_t before = context.memory().now;
  const Matrix kept = Matrix::csr(context, 2, 3, std::move(own));
  EXPECT_EQ(context.memory().now, before) << "vectors that are moved in are used in place";
  const Matrix kept_from_1 = Matrix::csr(context, 2, 3, std::move(from_1), 1);
  EXPECT_EQ(context.memory().now, before + 24) << "but for an indptr that begins with 1";
  for (const Matrix *matrix : {&kept, &kept_from_1}) EXPECT_EQ(matrix->copy_csr().indices, indices);

  int released = 0;
  const auto release = [&] { ++released; };
  {
    const Matrix borrowed = Matrix::csr_borrowed(context, 2, 3, indptr, indices, values, release);
    const Matrix shared = borrowed;
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
  EXPECT_EQ(
      status_of([&] { Matrix::csr_borrowed(context, 1, 3, indptr, indices, values, release); }),
      MANIFACT_ERROR_LENGTH);
  EXPECT_EQ(released, 2) << "also if the layer refuses the arrays";
  const double bad[] = {1, NAN, 3};
  EXPECT_EQ(status_of([&] { Matrix::csr_borrowed(context, 2, 3, indptr, indices, bad, release); }),
            MANIFACT_ERROR_VALUE);
  EXPECT_EQ(released, 3) << "also if the library does";
  const std::vector<float> row = {1, 2};
  Matrix::dense_borrowed(context, 1, 2, row, release);
  EXPECT_EQ(released, 4);
}

TEST(Cxx, text_to_topics) {
  Context context;
  const auto words = texts();
  manifact::Vectorizer vectorizer(context);
  vectorizer.set("stop-words", "none").set("min-df", 1).add_stop_words({"fruit"});
  vectorizer.add("trains").add_many(words);
  const Matrix X = vectorizer.finish();
  EXPECT_EQ(X.rows(), 41);
  EXPECT_EQ(vectorizer.documents(), 41);
  EXPECT_EQ(vectorizer.term(0), "apples");
  Solver solver(context, "lccf");
  std::vector<std::string> names(41, "x");
  const Model model =
      solver.set("min-df", 1).set_vectorizer(vectorizer).set_column("name", names).fit(X, 2);
  EXPECT_EQ(model.column("name").at(40), "x");
  EXPECT_EQ(model.vectorizer().terms(), vectorizer.terms());
  EXPECT_FALSE(model.text_vectorizer());
  const auto [Y, terms] =
      model.vectorizer().transform_counted(context, {"apples plums", "unknown trains rails"});
  EXPECT_EQ(terms, (std::vector<std::int64_t>{2, 3}));
  const auto labels = model.assign(context, Y).labels;
  EXPECT_NE(labels[0], labels[1]);
  const Model updated = model.update(context, Y, terms, {{"name", std::vector{"a", "b"}}});
  EXPECT_EQ(updated.documents(), 43);
  EXPECT_EQ(updated.column("name").back(), "b");
  EXPECT_EQ(updated.edit_drift(0).unknown, 1);
  const Model merged = updated.merge(context, std::vector<std::int64_t>{0, 1});
  EXPECT_EQ(merged.clusters(), 1);
  ASSERT_EQ(merged.edits().size(), 2U);
  EXPECT_EQ(merged.edits()[1].map.copy(), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(merged.rename(context, 0, "all").title(0), "all");
  const Model loaded = Model::load_memory(context, merged.bytes(context));
  EXPECT_EQ(loaded.labels().copy(), merged.labels().copy());
  EXPECT_EQ(model.topic_numbers(context, 3).coherence.size(), 2U);
  EXPECT_EQ(model.tree(context).order.size(), 2U);
  EXPECT_EQ(model.tree_cut(context, 1), std::vector<std::int32_t>(2, 0));
}

TEST(Cxx, columns_of_arrow_are_texts_and_matrices) {
  Context context;
  const support::ArrowColumn batch =
      support::batch_of(3, {support::plain_column("g", "x", std::vector<double>{1, 2, 3}),
                            support::text_column<std::int32_t>("u", "t", {"a", "b", "a"})});
  ArrowSchema schema;
  ArrowArray array;
  support::export_schema(batch, &schema);
  support::export_array(batch, &array);
  const Table table = Table::from_arrow(context, &schema, &array);
  EXPECT_EQ(array.release, nullptr);
  EXPECT_EQ(table.rows(), 3);
  EXPECT_EQ(table.columns(), 2);
  EXPECT_EQ(table.column_name(1), "t");
  EXPECT_EQ(table.column_type(1), MANIFACT_COLUMN_TEXTS);
  EXPECT_EQ(table.nulls(context, 0), 0);
  const std::vector<std::int64_t> chosen{table.find_column("x")};
  EXPECT_EQ(table.matrix(context, chosen).copy_csr().values, (std::vector<double>{1, 2, 3}));
  EXPECT_THROW(table.matrix(context), manifact::Error);
  EXPECT_EQ(table.texts(context, 1)[1], "b");
  EXPECT_EQ(table.numbers(context, 0), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(table.labels(context, 1), (std::vector<std::int32_t>{0, 1, 0}));
  support::Releases releases;
  ArrowArrayStream stream;
  support::export_stream({{batch, batch}, &releases}, &stream);
  EXPECT_EQ(Table::from_arrow(context, &stream).rows(), 6);
  EXPECT_EQ(releases.arrays, 2);
}

TEST(Cxx, counts_are_weighted_by_the_frequencies_of_another_collection) {
  Context context;
  Matrix X = Matrix::dense(context, n, m, counts());
  const std::vector<std::int64_t> own = X.document_frequencies(context);
  EXPECT_EQ(static_cast<std::int64_t>(own.size()), m);
  X.set_background(context, own, n);
  EXPECT_EQ(X.background_documents(), n);
  X.set_background(context, {}, 0);
  EXPECT_EQ(X.background_documents(), 0);
}

TEST(Cxx, points_have_features_and_places) {
  Context context;
  const Matrix X = Matrix::dense(context, 4, 2, std::vector<double>{0, 1, 0.5, 1, 9, 5, 9.5, 5});
  const Model model = Solver(context, "kmeans").set("restarts", 10).fit(X, 2);
  const auto found = model.point_features(context);
  EXPECT_EQ(found.overall[0], 4.75);
  EXPECT_EQ(found.means[0] + found.means[1], 9.5);
  EXPECT_EQ(found.scores[2] + found.scores[3], 0);
  const auto plot = model.scatter(context, X);
  EXPECT_EQ(plot.places, (std::vector<double>{0, 1, 0.5, 1, 9, 5, 9.5, 5}));
  EXPECT_EQ(plot.distances, std::vector<double>(4, 0.25));
}

TEST(Cxx, constraints_graphs_and_suggestions) {
  Context context;
  const Matrix X = Matrix::dense(context, n, m, counts());
  std::vector<std::int32_t> known(static_cast<std::size_t>(n), -1);
  for (std::size_t i = 0; i < 9; ++i) known[i] = static_cast<std::int32_t>(i % k);
  const manifact::Constraints labels(context, known), both(context, n, known, {{10, 13, 1}});
  EXPECT_EQ(labels.status(), MANIFACT_OK);
  EXPECT_EQ(labels.list(MANIFACT_CONSTRAINTS_LABELED).size(), 9U);
  EXPECT_EQ(both.list(MANIFACT_CONSTRAINTS_PAIRS).at(0).second, 13);
  const manifact::Constraints torn(context, n, {{0, 1, 1}, {0, 1, -1}});
  EXPECT_EQ(torn.status(), MANIFACT_CONTRADICTIONS) << "a condition, not an error";
  Solver solver(context, "rcf");
  solver.set_constraints(both);
  const manifact::Graph graph = solver.graph(X);
  EXPECT_EQ(graph.vertices(), n);
  EXPECT_EQ(graph.to_matrix(context).entries(), 2 * graph.edges());
  EXPECT_EQ(solver.set_graph(graph).fit(X, k).violation_count(), 0);
  solver.set_graph({}).set_constraints({});
  EXPECT_EQ(manifact::Constraints::suggest(context, X, {}, k, 4).size(), 4U);
  const manifact::Suggestion suggestion = Solver(context, "ncut").suggest_k(X, 2, 5);
  EXPECT_EQ(suggestion.k(), k);
  EXPECT_EQ(suggestion.row(1).k, 3);
  EXPECT_FALSE(suggestion.reason().empty());
}

TEST(Cxx, threads_and_allocator_of_the_host) {
  static std::atomic<int> blocks{0};
  Context context([](void *, std::size_t size) { return ++blocks, std::malloc(size); },
                  [](void *, void *pointer) { std::free(pointer); }, nullptr);
  const Matrix kept = Matrix::dense(context, n, m, counts());
  EXPECT_EQ(context.memory().now, 0) << "a vector that is moved in is used in place";
  const std::vector<double> values = counts();
  const Matrix X = Matrix::dense(context, n, m, values);
  EXPECT_GT(blocks, 0);
  EXPECT_GE(context.memory().now, n * m * 8);
  const auto alone = Solver(context, "lccf").fit(X, k).labels().copy();
  std::atomic<int> tasks{0};
  context.set_threads(3).set_runner(
      [&](const std::function<void(std::int64_t)> &task, std::int64_t count) {
        for (std::int64_t i = count; i-- > 0; ++tasks) task(i);
      });
  Solver solver(context, "lccf");
  EXPECT_EQ(solver.fit(X, k).labels().copy(), alone);
  EXPECT_GT(tasks, 0);
  context.set_runner({});
  EXPECT_EQ(solver.fit(X, k).labels().copy(), alone);
  EXPECT_EQ(manifact::version(), MANIFACT_VERSION_STRING);
  EXPECT_TRUE(manifact::abi_supported());
}

TEST(Cxx, eight_threads_fit_and_assign_on_shared_handles) {
  Context context;
  const Matrix X = Matrix::dense(context, n, m, counts());
  const Model shared = Solver(context, "lccf").fit(X, k);
  const std::vector<std::int32_t> expected = shared.labels().copy();
  const std::string bytes = shared.bytes(context);
  std::atomic<int> same{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, matrix = X, model = shared] {
      Context own;
      for (int i = 0; i < 3; ++i)
        same += Solver(own, "lccf").fit(matrix, k).bytes(own) == bytes &&
                model.assign(own, matrix).labels == expected;
    });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(same, 24);
}

// The handles are released, also by moves and exceptions: the context holds what it held.
TEST(Cxx, a_thousand_fits_leak_nothing) {
  Context context;
  const Matrix X = Matrix::dense(context, n, m, counts());
  Solver solver(context, "kmeans");
  const auto held = [&] {
    std::int64_t now = 0;
    EXPECT_EQ(manifact_context_memory(context.handle(), &now, nullptr), MANIFACT_OK);
    return now;
  };
  const auto fits = [&](int count) {
    for (int i = 0; i < count; ++i) {
      Model model = solver.fit(X, k);
      const Model moved = std::move(model);
      EXPECT_EQ(moved.assign(context, X).labels.size(), static_cast<std::size_t>(n));
      EXPECT_EQ(status_of([&] { solver.fit(X, n + 1); }), MANIFACT_ERROR_ARGUMENT);
    }
  };
  fits(10);
  const std::int64_t before = held();
  fits(1000);
  EXPECT_EQ(held(), before);
}

}  // namespace
