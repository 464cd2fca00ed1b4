// What each method promises when the input changes in a way that should not change the clusters:
// the table below, over many small problems. MANIFACT_SEEDS=FIRST:COUNT chooses the problems. The
// page docs/topics/invariances.md shows the table.
#include <fstream>
#include <sstream>

#include "support/sanitized.hpp"
#include "support/small_problems.hpp"
#include "support/source_root.hpp"

namespace {

using support::Kind;
using support::Settings;
using support::SmallFit;
using support::SmallProblem;

// What is promised, each with what follows it unless it says otherwise:
//   b  the same bits, in the unit of the first fit
//   r  from the same start, labels and memberships that are equal up to rounding
//   c  with the default settings, the same clusters where groups are far from each other
//   s  as r, but not with the default settings
//   -  nothing
struct Row {
  const char *method;
  const char *promises;  // one for each of `relations`
  // Options in the unit of the data, and the power of the unit.
  std::vector<std::pair<const char *, int>> units = {};
};

const std::vector<Row> table = {
    {"auto", "rrc-rcr-r"},
    {"cf", "rsrrb-rsr"},
    {"lccf", "rsr-b-rss"},
    {"rcf", "rsr---rrs"},
    {"semi-lccf", "rsr---rrs"},
    {"ccf", "rrrrb-rrr"},
    {"gdcf", "rrr-b-rrr", {{"lambda", 2}, {"mu", 2}}},
    {"cnpcf", "rrr-b-rrr", {{"lambda", 2}, {"mu", 2}}},
    {"srmcf", "rrr-b-rsr", {{"lambda", 2}, {"adaptive-weight", 2}}},
    {"nmf", "rrrrr-rrr"},
    {"gnmf", "rsr-b-rrs"},
    {"semi-nmf", "rrrrb-rrr"},
    {"onmtf", "rcrrb-crr"},
    {"rcc", "rc--b--rs"},
    {"drcc", "rc--b--rs"},
    {"label-propagation", "rrr-b-rrr"},
    {"average-association", "rrrrb-rrr"},
    {"ratio-cut", "rrrrbrrrr"},
    {"ncut", "rrrrbrrrr"},
    {"symnmf", "rrc-brrrr"},
    {"cplr", "rrrrbrrrr"},
    {"clgr", "rrrrbrrrr"},
    {"can", "rrrrbrrrr"},
    {"pcan", "rrr-brrrr"},
    {"ssc", "rrrrbrrrr"},
    {"smce", "rrrrbrrrr"},
    {"kmeans", "rrrrbrrrr"},
    {"spherical-kmeans", "rrrrb-rrr"},
    {"gmm", "rrrrrrr-r"},
    {"asi", "rrrrbrrrr"},
};

// Two fits to compare: document i of the first is document place[i] of the second.
struct Case {
  SmallProblem first, second;
  std::vector<int64_t> place;
  Settings of_first = {}, of_second = {};
};

std::vector<int64_t> in_order(int64_t count, int64_t from = 0) {
  std::vector<int64_t> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), from);
  return all;
}

std::vector<int64_t> mixed(int64_t count, support::Random &random) {
  std::vector<int64_t> all = in_order(count);
  for (int64_t i = count - 1; i > 0; --i)
    std::swap(all[static_cast<std::size_t>(i)],
              all[static_cast<std::size_t>(support::below(random, i + 1))]);
  return all;
}

// Value (i, j) becomes value (row[i], column[j]) of a matrix of this size, whose others are 0.
SmallProblem moved(const SmallProblem &p, int64_t n, int64_t m, const std::vector<int64_t> &row,
                   const std::vector<int64_t> &column) {
  SmallProblem q = p;
  q.n = n;
  q.m = m;
  q.values.assign(static_cast<std::size_t>(n * m), 0);
  for (auto *labels : {&q.truth, &q.start, &q.known}) labels->resize(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto to = static_cast<std::size_t>(row[i]), columns = static_cast<std::size_t>(m);
    for (std::size_t j = 0; j < column.size(); ++j)
      q.values[to * columns + static_cast<std::size_t>(column[j])] =
          p.values[i * column.size() + j];
    q.truth[to] = p.truth[i];
    q.start[to] = p.start[i];
    q.known[to] = p.known[i];
  }
  return q;
}

SmallProblem twice(SmallProblem p) {
  const auto repeat = [](auto &all) {
    const auto once = all;
    all.insert(all.end(), once.begin(), once.end());
  };
  repeat(p.values), repeat(p.truth), repeat(p.start), repeat(p.known);
  p.n *= 2;
  return p;
}

template <class Change>
SmallProblem with_values(SmallProblem p, Change change) {
  for (double &x : p.values) x = change(x);
  return p;
}

SmallProblem stored(SmallProblem p, bool sparse) {
  p.sparse = sparse;
  return p;
}

bool takes_word(const std::string &method, const char *option, const std::string &word) {
  const char *const words = manifact_method_option_words(method.c_str(), option);
  return words != nullptr && std::string(words).find(word) != std::string::npos;
}

// The defaults for dense data, for both.
Settings of_dense_data(const std::string &method) {
  Settings all = {{"weighting", "none"},
                  {"scaling", "none"},
                  {"preset", "none"},
                  {"components", "6"},
                  {"readout-starts", "10"}};
  for (int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    EXPECT_EQ(manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
              MANIFACT_OK);
    const std::string option = name;
    const char *const value = manifact_method_dense_default(method.c_str(), name);
    const bool decided = option == "scaling" || option == "max-iterations" ||
                         option == "restarts" || option == "readout-starts";
    if (value != nullptr && !decided) all.emplace_back(option, value);
  }
  all.emplace_back("metric", "euclidean");
  all.emplace_back("readout", takes_word(method, "readout", "rotation") ? "rotation" : "kmeans");
  return all;
}

const Settings one_vertex = {{"duplicates", "collapse"}};
const Settings as_given = {{"weighting", "none"}, {"scaling", "none"}};

struct Relation {
  const char *name;
  Case (*make)(const Row &, const SmallProblem &, support::Random &);
};

const Relation relations[] = {
    {"documents in another order",
     [](const Row &, const SmallProblem &p, support::Random &random) {
       const std::vector<int64_t> place = mixed(p.n, random);
       return Case{p, moved(p, p.n, p.m, place, in_order(p.m)), place};
     }},
    {"features in another order",
     [](const Row &, const SmallProblem &p, support::Random &random) {
       return Case{p, moved(p, p.n, p.m, in_order(p.n), mixed(p.m, random)), in_order(p.n)};
     }},
    {"equal documents",
     [](const Row &, const SmallProblem &p, support::Random &) {
       return Case{twice(p), twice(p), in_order(p.n, p.n), one_vertex, one_vertex};
     }},
    {"all documents twice",
     [](const Row &, const SmallProblem &p, support::Random &) {
       return Case{p, twice(p), in_order(p.n), one_vertex, one_vertex};
     }},
    {"another unit",
     [](const Row &row, const SmallProblem &p, support::Random &random) {
       const int exponents[] = {-9, 12, 300}, e = exponents[support::below(random, 3)];
       Case c{p, with_values(p, [e](double x) { return std::ldexp(x, e); }), in_order(p.n),
              as_given, as_given};
       const support::Context context = support::context();
       for (const auto &[option, power] : row.units) {
         double value = 0;
         EXPECT_EQ(manifact_solver_get_double(support::solver(context.get(), row.method).get(),
                                              option, &value),
                   MANIFACT_OK);
         std::ostringstream text, larger;
         text.precision(17), larger.precision(17);
         text << value, larger << std::ldexp(value, power * e);
         c.of_first.emplace_back(option, text.str());
         c.of_second.emplace_back(option, larger.str());
       }
       return c;
     }},
    {"another origin",
     [](const Row &, const SmallProblem &p, support::Random &) {
       return Case{stored(p, false), stored(with_values(p, [](double x) { return x + 64; }), false),
                   in_order(p.n)};
     }},
    {"features of zeros",
     [](const Row &, const SmallProblem &p, support::Random &) {
       return Case{p, moved(p, p.n, p.m + 2, in_order(p.n), in_order(p.m, 1)), in_order(p.n)};
     }},
    {"sparse or dense",
     [](const Row &row, const SmallProblem &p, support::Random &) {
       const Settings all = of_dense_data(row.method);
       return Case{stored(p, true), stored(p, false), in_order(p.n), all, all};
     }},
    {"float or double",
     [](const Row &, const SmallProblem &p, support::Random &) {
       return Case{p, p, in_order(p.n), {{"precision", "double"}}, {{"precision", "float"}}};
     }},
};

// A few updates from a given start show a difference that later updates would hide.
Settings basic_settings(const std::string &method, bool starts) {
  if (!starts) return {{"tolerance", "1e-10"}, {"min-df", "1"}};
  Settings few = {{"restarts", "1"},       {"trial-iterations", "0"}, {"update", "mu"},
                  {"max-iterations", "8"}, {"tolerance", "0"},        {"min-df", "1"}};
  if (takes_word(method, "readout", "argmax")) few.emplace_back("readout", "argmax");
  return few;
}

class Invariances : public testing::TestWithParam<Row> {
 protected:
  // The number of comparisons.
  int64_t compare(const Relation &relation, char promise, Kind kind, uint64_t seed, bool defaults) {
    const Row &row = GetParam();
    const SmallProblem p = support::small_problem(seed, kind);
    support::Random random(seed);
    const Case c = relation.make(row, p, random);
    const support::Context context = support::context();
    const bool starts = !defaults && support::takes_start(context.get(), row.method, p);
    const Settings basic = defaults ? Settings() : basic_settings(row.method, starts);
    const auto fit = [&](const SmallProblem &problem, const Settings &of_case) {
      // The read-out of the basic settings wins.
      Settings all = support::with(support::with(basic, of_case), {});
      if (starts && takes_word(row.method, "readout", "argmax"))
        all.emplace_back("readout", "argmax");
      return support::fit_small(row.method, problem, all, starts);
    };
    const std::string what =
        std::string(row.method) + ", " + relation.name + ", seed " + std::to_string(seed) +
        ", kind " + std::to_string(static_cast<int>(kind)) + (defaults ? ", default settings" : "");
    const SmallFit first = fit(c.first, c.of_first);
    if (kind == Kind::centered && first.status == MANIFACT_ERROR_VALUE) return 0;
    const SmallFit second = fit(c.second, c.of_second);
    EXPECT_GE(first.status, 0) << what << ": " << first.message;
    EXPECT_GE(second.status, 0) << what << ": " << second.message;
    if (first.status < 0 || second.status < 0) return 1;
    const support::Difference d = support::difference(first, second, c.place);
    EXPECT_EQ(d.labels, 0) << what;
    if (promise == 'b') {
      EXPECT_TRUE(d.same_bits) << what << ": " << d.memberships;
    }
    if (defaults) return 1;
    const bool in_float = std::string(relation.name) == "float or double";
    EXPECT_LE(d.memberships, in_float ? 2e-3 : 1e-6) << what;
    const bool same_documents = c.place.size() == second.labels.size();
    // The log-likelihood of a mixture is not in the unit of the data.
    if (starts && same_documents && !in_float && std::string(row.method) != "gmm") {
      EXPECT_LE(d.history, 1e-6) << what << ": the objective";
    }
    return 1;
  }
};

TEST_P(Invariances, hold_over_many_problems) {
  const Row &row = GetParam();
  ASSERT_EQ(std::string(row.promises).size(), std::size(relations));
  const support::Context context = support::context();
  const bool starts =
      support::takes_start(context.get(), row.method, support::small_problem(1, Kind::counts));
  int64_t compared = 0;
  for (const uint64_t seed : support::seeds(support::all_or_few(3, 1)))
    for (std::size_t r = 0; r < std::size(relations); ++r) {
      const char promise = row.promises[r];
      for (const Kind kind : {Kind::table, Kind::centered, Kind::counts}) {
        const bool given = promise == 'b' || promise == 'r' || promise == 's',
                   defaults = promise == 'b' || promise == 'r' || promise == 'c';
        // Without a start, groups of counts are too close to be found in the same way.
        if (given && (starts || kind != Kind::counts))
          compared += compare(relations[r], promise, kind, seed, false);
        if (defaults && kind != Kind::counts)
          compared += compare(relations[r], promise, kind, seed, true);
      }
    }
  EXPECT_GT(compared, 10) << "a test of something";
}

INSTANTIATE_TEST_SUITE_P(Methods, Invariances, testing::ValuesIn(table), [](const auto &row) {
  std::string name = row.param.method;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(InvariancesTable, has_every_method) {
  std::vector<std::string> listed;
  for (const Row &row : table) listed.emplace_back(row.method);
  EXPECT_EQ(listed, api::methods());
}

TEST(InvariancesTable, is_that_of_the_page) {
  const std::map<char, std::string> words = {
      {'b', "bits"}, {'r', "rounding"}, {'s', "start"}, {'c', "clusters"}, {'-', "–"}};
  std::string wanted = "| method |", rule = "|---|";
  for (const Relation &relation : relations) {
    wanted += " " + std::string(relation.name) + " |";
    rule += "---|";
  }
  wanted += "\n" + rule + "\n";
  for (const Row &row : table) {
    wanted += "| [`" + std::string(row.method) + "`](../methods/" + row.method + ".md) |";
    for (const char promise : std::string(row.promises)) wanted += " " + words.at(promise) + " |";
    wanted += "\n";
  }
  std::ifstream file(std::string(support::source_root) + "/docs/topics/invariances.md");
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_NE(page.str().find(wanted), std::string::npos) << "the page should have\n" << wanted;
}

}  // namespace
