// The factorizations of X itself against the vectors of an independent implementation: the factors
// after 1, 10, 100 updates and the objective.
#include <cmath>
#include <fstream>

#include "support/handles.hpp"
#include "support/numbers.hpp"
#include "support/predictor_parts.hpp"

namespace {

using namespace manifact;

Plain read_plain(const std::string &path) {
  const auto context = support::context();
  const auto matrix = support::read(context.get(), path);
  Plain A(manifact_matrix_rows(matrix.get()), manifact_matrix_columns(matrix.get()));
  A.values = support::dense(matrix.get());
  return A;
}

std::vector<double> read_numbers(const std::string &path, bool numbered) {
  std::vector<double> values;
  std::ifstream file(path);
  for (double t, value;
       !numbered ? static_cast<bool>(file >> value) : static_cast<bool>(file >> t >> value);)
    values.push_back(value);
  return values;
}

// Largest difference over the largest entry of its column.
double column_error(const Plain &got, const Plain &want) {
  EXPECT_EQ(got.rows, want.rows);
  EXPECT_EQ(got.columns, want.columns);
  double worst = 0;
  for (std::int64_t c = 0; c < want.columns; ++c) {
    double most = 0, difference = 0;
    for (std::int64_t i = 0; i < want.rows; ++i) {
      most = std::fmax(most, std::fabs(want(i, c)));
      difference = std::isnan(got(i, c)) ? INFINITY
                                         : std::fmax(difference, std::fabs(got(i, c) - want(i, c)));
    }
    worst = std::fmax(worst, difference / most);
  }
  return worst;
}

// The letters of the memberships, of the other factor and of the core in the file names, "" for
// none; `mark` precedes the number of updates.
struct Case {
  const char *folder, *method;
  std::vector<std::pair<const char *, std::string>> settings = {};
  const char *V = "F", *G = "U", *S = "";
  const char *mark = "", *graph = "", *feature_graph = "";
  bool numbered = false;     // objective: "t value" instead of a value a line
  bool core_before = false;  // the core in the file is the one before the update
  bool finished = false;     // with the last scaling
};

void PrintTo(const Case &c, std::ostream *out) { *out << c.folder << c.mark; }

// From the collection of the authors; the objective file has a number before each value.
Case gnmf_of(const char *folder, const char *lambda) {
  return {.folder = folder,
          .method = "gnmf",
          .settings = {{"lambda", lambda}, {"floor", "reference"}},
          .V = "V",
          .graph = "S",
          .numbered = true};
}

Case drcc_of(const char *folder) {
  return {.folder = folder,
          .method = "drcc",
          .settings = {{"lambda", "10"}, {"mu", "5"}},
          .G = "G",
          .S = "S",
          .mark = "n",
          .graph = "WF",
          .feature_graph = "WG"};
}

Case rcc_of(const char *folder) {
  Case c = drcc_of(folder);
  c.method = "rcc";
  c.settings = {{"lambda", "10"}};
  c.feature_graph = "";
  return c;
}

Case raw(Case c) {
  c.settings.emplace_back("variant", "raw");
  c.mark = "";
  c.core_before = true;
  return c;
}

// The program of the authors scales U before the first and after the last update.
Case authors(Case c) {
  c.settings.emplace_back("preset", "paper");
  c.finished = true;
  return c;
}

constexpr const char *tdt2_drcc = "drcc_small/tdt2_60x80", *signed_drcc = "drcc_small/signed_40x15",
                     *tdt2_rcc = "rcc_small/tdt2_60x80", *signed_rcc = "rcc_small/signed_40x15";

const Case cases[] = {
    {.folder = "nmf_ls_small/tdt2_60x80",
     .method = "nmf",
     .settings = {{"update", "mu"}, {"update-order", "wv"}}},
    {.folder = "lccf_nmf",
     .method = "nmf",
     .settings = {{"update", "mu"}, {"floor", "reference"}},
     .V = "V",
     .numbered = true},
    {.folder = "gnmf_small/tdt2_60x80",
     .method = "gnmf",
     .settings = {{"lambda", "1"}},
     .graph = "WF"},
    gnmf_of("lccf_gnmf", "100"),
    gnmf_of("lccf_gnmf_lam1", "1"),
    authors(gnmf_of("lccf_gnmf_authors", "100")),
    {.folder = "seminmf_small/tdt2_60x80", .method = "semi-nmf", .G = ""},
    {.folder = "seminmf_small/signed_40x15", .method = "semi-nmf", .G = ""},
    {.folder = "onmtf_small/tdt2_60x80", .method = "onmtf", .G = "G", .S = "S"},
    drcc_of(tdt2_drcc),
    drcc_of(signed_drcc),
    rcc_of(tdt2_rcc),
    rcc_of(signed_rcc),
    raw(drcc_of(tdt2_drcc)),
    raw(drcc_of(signed_drcc)),
    raw(rcc_of(tdt2_rcc)),
    raw(rcc_of(signed_rcc)),
};

class CoclusterOracle : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    NEEDS_SHARED(std::string("oracle/") + GetParam().folder);
    folder_ = support::shared() + "/oracle/" + GetParam().folder + "/";
    X_ = csr<double>(read_plain(folder_ + "X.mtx"), host_.memory);
    const Case &c = GetParam();
    if (*c.graph != '\0') graph_ = graph_of(read_plain(folder_ + c.graph + ".mtx"), host_.memory);
    if (*c.feature_graph != '\0')
      feature_graph_ = graph_of(read_plain(folder_ + c.feature_graph + ".mtx"), host_.memory);
    V_ = read_plain(folder_ + c.V + "0.mtx");
    if (*c.G != '\0') G_ = read_plain(folder_ + c.G + "0.mtx");
    if (std::string(c.method) == "onmtf") S_ = read_plain(folder_ + "S0.mtx");
  }

  // The objectives and the factors after this number of updates.
  std::pair<std::vector<double>, Factors<double>> run(int updates) {
    const Case &c = GetParam();
    const Options options = options_of(c.method, c.settings);
    const auto algorithm = find_method(c.method)->make(
        Problem<double>{.X = X_.view(),
                        .graph = *c.graph != '\0' ? &graph_ : nullptr,
                        .unit_rows = true,
                        .k = V_.columns,
                        .options = options,
                        .run = host_.run,
                        .canonical_order = nullptr,
                        .feature_graph = *c.feature_graph != '\0' ? &feature_graph_ : nullptr});
    Start start{Rng(0)};
    start.V = V_.values.data();
    if (!G_.values.empty()) start.G = G_.values.data();
    if (!S_.values.empty()) start.S = S_.values.data();
    start.l = G_.columns;
    algorithm->start(start);
    std::vector<double> history = {algorithm->objective()};
    for (int t = 0; t < updates; ++t) {
      algorithm->update();
      history.push_back(algorithm->objective());
    }
    if (c.finished) algorithm->finish();
    return {history, algorithm->factors()};
  }

  Plain file(const char *letter, int updates) const {
    return read_plain(folder_ + letter + "_" + GetParam().mark + std::to_string(updates) + ".mtx");
  }

  Host host_;
  std::string folder_;
  Csr<double> X_;
  Graph graph_, feature_graph_;
  Plain V_, G_, S_;
};

TEST_P(CoclusterOracle, factors_follow_the_reference) {
  const Case &c = GetParam();
  for (const int updates : {1, 10, 100}) {
    const Factors<double> f = run(updates).second;
    EXPECT_LE(column_error(plain(f.V), file(c.V, updates)), 1e-10) << updates;
    if (*c.S != '\0') {
      EXPECT_LE(column_error(plain(f.G), file(c.G, updates)), 1e-10) << updates;
      const Plain S = c.core_before ? plain(run(updates - 1).second.S) : plain(f.S);
      EXPECT_LE(relative_error(S, file(c.S, updates)), 1e-10) << updates;
      EXPECT_LE(relative_error(plain(f.U), plain(f.G) * plain(f.S)), 1e-13) << updates;
    } else if (*c.G != '\0') {
      EXPECT_LE(column_error(plain(f.U), file(c.G, updates)), 1e-10) << updates;
    } else {  // Z in the file is the one before the update
      EXPECT_LE(column_error(plain(run(updates - 1).second.U), file("Z", updates)), 1e-10)
          << updates;
    }
    EXPECT_LE(relative_error(part_of(*f.predictor, f.V.columns(), "M"),
                             transposed(plain(f.U)) * plain(f.U)),
              1e-12)
        << updates;
  }
}

// lambda tr(F'L F)
double penalty(double lambda, const Plain &F, const Graph &graph) {
  const Plain S = plain(graph.S.view());
  double value = 0;
  for (std::int64_t i = 0; i < F.rows; ++i)
    for (std::int64_t j = 0; j < F.rows; ++j)
      for (std::int64_t c = 0; c < F.columns; ++c)
        value += S(i, j) * (F(i, c) - F(j, c)) * (F(i, c) - F(j, c)) / 2;
  return lambda * value;
}

TEST_P(CoclusterOracle, objective_follows_the_reference) {
  const Case &c = GetParam();
  if (c.core_before) {  // the file uses the core before the update
    const std::vector<double> want = read_numbers(folder_ + "obj.txt", false), got = run(100).first;
    for (const std::size_t t : {1, 10, 100}) {
      const Factors<double> now = run(static_cast<int>(t)).second;
      const Plain S = plain(run(static_cast<int>(t) - 1).second.S), V = plain(now.V),
                  G = plain(now.G);
      const Plain difference = plain(X_.view()) - V * transposed(G * S);
      const double mu = *c.feature_graph != '\0' ? penalty(5, G, feature_graph_) : 0;
      EXPECT_NEAR(inner(difference, difference) + penalty(10, V, graph_) + mu, want[t],
                  1e-10 * want[t])
          << t;
      EXPECT_LE(got[t], want[t]) << t;
    }
    return;
  }
  const std::vector<double> want =
      read_numbers(folder_ + (*c.mark == 'n' ? "obj_n.txt" : "obj.txt"), c.numbered);
  const std::vector<double> got = run(100).first;
  ASSERT_EQ(want.size(), got.size());
  for (std::size_t t = 0; t < want.size(); ++t) EXPECT_NEAR(got[t], want[t], 1e-10 * want[t]) << t;
}

INSTANTIATE_TEST_SUITE_P(, CoclusterOracle, testing::ValuesIn(cases),
                         [](const testing::TestParamInfo<Case> &one) {
                           std::string name = std::string(one.param.folder) +
                                              (one.param.core_before ? "_raw" : "");
                           for (char &letter : name)
                             letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter
                                                                                            : '_';
                           return name;
                         });

}  // namespace
