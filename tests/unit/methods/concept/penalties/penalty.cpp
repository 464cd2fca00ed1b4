// methods/concept/penalties: the contract of every penalty, through the interface only. The parts
// of the gradient match the value, the carried products follow rescaling, and coordinate descent
// accepts only penalties that a graph expresses completely.
#include "methods/concept/penalties/adaptive.hpp"
#include "methods/concept/penalties/graph.hpp"
#include "methods/concept/penalties/labels.hpp"
#include "support/numbers.hpp"

namespace manifact {
namespace {

constexpr std::int64_t document_count = 17, cluster_count = 3, classes = 3;

// The graph, weights, labels and affinity from which penalties are made.
struct Inputs {
  Inputs() {
    for (std::int64_t i = 0; i < document_count; ++i) {
      weights[i] = 0.5 + 0.1 * static_cast<double>(i);
      labels[i] = i % 2 == 0 ? static_cast<std::int32_t>(i / 2 % classes) : -1;
      affinity.s[i] = 0;
      for (std::int64_t c = 0; c < classes; ++c) {
        affinity.P(i, c) = (c == i % classes ? 0.5 : 0.05) / (1 + 0.1 * static_cast<double>(i));
        affinity.s[i] += affinity.P(i, c);
      }
    }
  }

  std::unique_ptr<Penalty<double>> graph_penalty(const GraphStrength &strength,
                                                 bool with_affinity = false) {
    auto penalty = std::make_unique<GraphPenalty<double>>(
        graph, cluster_count, strength, host.run, with_affinity ? &affinity : nullptr, 1 << 24);
    penalty->set_weights(weights, host.run);
    return penalty;
  }

  std::unique_ptr<Penalty<double>> adaptive_penalty() {
    auto penalty =
        std::make_unique<AdaptivePenalty<double>>(document_count, cluster_count, 1.5, host.run);
    const Dense<double> points = dense<double>(random_plain(document_count, 4, 3), host.memory);
    penalty->set_neighbors(adaptive_neighbors(points, 4, host.run),
                           Tall<double>(host.memory, document_count, cluster_count), host.run);
    return penalty;
  }

  Host host;
  Graph graph = graph_of(random_weights(document_count, 0.3, 2), host.memory);
  Array<double> weights{host.memory, document_count};
  Array<std::int32_t> labels{host.memory, document_count};
  Affinity affinity{Dense<double>(host.memory, document_count, classes),
                    Array<double>(host.memory, document_count),
                    {},
                    {},
                    {},
                    1,
                    0,
                    {}};
};

struct Maker {
  const char *name;
  std::unique_ptr<Penalty<double>> (*make)(Inputs &inputs);
};
void PrintTo(const Maker &maker, std::ostream *out) { *out << maker.name; }

const Maker makers[] = {
    {"graph", [](Inputs &in) { return in.graph_penalty({2}); }},
    {"graph_scale_invariant",
     [](Inputs &in) {
       return in.graph_penalty({2, true});
     }},
    {"graph_transformed",
     [](Inputs &in) {
       return in.graph_penalty({2, true, true});
     }},
    {"graph_and_affinity", [](Inputs &in) { return in.graph_penalty({2}, true); }},
    {"labels",
     [](Inputs &in) -> std::unique_ptr<Penalty<double>> {
       return std::make_unique<LabelPenalty<double>>(in.labels, classes, cluster_count, 0.7);
     }},
    {"adaptive", [](Inputs &in) { return in.adaptive_penalty(); }},
};

class PenaltyOfFactors : public testing::TestWithParam<Maker> {
 protected:
  void SetUp() override { changed(W_, V_); }

  ExecutionContext &run() { return inputs_.host.run; }
  Tall<double> tall_of(const Plain &A) { return Tall(dense<double>(A, inputs_.host.memory)); }

  void changed(const Plain &W, const Plain &V) {
    penalty_->W_changed(tall_of(W), tall_of(transposed(W) * K_ * W), run());
    penalty_->V_changed(tall_of(V), run());
  }

  // Central differences of a value that is quadratic in the factor: a long step is exact up to
  // rounding.
  Plain differences(Plain &factor) {
    constexpr double h = 0.25;
    Plain gradient(document_count, cluster_count);
    for (std::size_t e = 0; e < gradient.values.size(); ++e) {
      double &entry = factor.values[e];
      const double before = entry;
      double side[2];
      for (const int s : {0, 1}) {
        entry = before + (s == 0 ? -h : h);
        changed(W_, V_);
        side[s] = penalty_->value();
      }
      entry = before;
      gradient.values[e] = (side[1] - side[0]) / (2 * h);
    }
    changed(W_, V_);
    return gradient;
  }

  struct Parts {
    Plain minus, plus;
    Plain gradient() const { return 2 * (plus - minus); }
  };
  // In blocks of rows, as the updates request them.
  Parts parts_of_V(const Plain &V, std::int64_t block = document_count) {
    return parts(V, block, &Penalty<double>::add_V);
  }
  Parts parts_of_W(const Plain &W, std::int64_t block = document_count) {
    Parts found = parts(W, block, &Penalty<double>::add_W);
    Dense<double> A(inputs_.host.memory, cluster_count, cluster_count);
    penalty_->add_hessian_of_W(A);
    found.plus = found.plus + K_ * W * plain(A);
    return found;
  }
  Parts parts(const Plain &factor, std::int64_t block,
              void (Penalty<double>::*add)(const Dense<double> &, std::int64_t, std::int64_t,
                                           double *, double *) noexcept) {
    const Tall<double> F = tall_of(factor);
    Dense<double> num(inputs_.host.memory, document_count, cluster_count),
        den(inputs_.host.memory, document_count, cluster_count);
    for (std::int64_t begin = 0; begin < document_count; begin += block)
      ((*penalty_).*add)(F, begin, std::min(begin + block, document_count), num.row(begin),
                         den.row(begin));
    return {plain(num), plain(den)};
  }

  Inputs inputs_;
  Plain W_ = random_plain(document_count, cluster_count, 9),
        V_ = random_plain(document_count, cluster_count, 10);
  const Plain X_ = random_plain(document_count, 8, 11), K_ = X_ * transposed(X_);
  const std::unique_ptr<Penalty<double>> penalty_ = GetParam().make(inputs_);
};

double least(const Plain &A) { return *std::min_element(A.values.begin(), A.values.end()); }

TEST_P(PenaltyOfFactors, gradient_of_V_is_that_of_the_value) {
  const Parts parts = parts_of_V(V_);
  EXPECT_LT(relative_error(differences(V_), parts.gradient()), 1e-10);
  EXPECT_GE(least(parts.minus), 0);
  EXPECT_GE(least(parts.plus), 0);
  EXPECT_GT(largest(parts.plus), 0);
}

TEST_P(PenaltyOfFactors, gradient_of_W_is_that_of_the_value) {
  const Parts parts = parts_of_W(W_);
  const Plain differences_of_W = differences(W_);
  EXPECT_LE(largest(differences_of_W - parts.gradient()), 1e-10 * (1 + largest(parts.plus)));
  EXPECT_GE(least(parts.minus), 0);
  EXPECT_GE(least(parts.plus), 0);
}

TEST_P(PenaltyOfFactors, parts_of_blocks_of_rows_are_those_of_all_rows) {
  const Parts V = parts_of_V(V_), V_blocks = parts_of_V(V_, 5), W = parts_of_W(W_),
              W_blocks = parts_of_W(W_, 5);
  EXPECT_EQ(V.minus, V_blocks.minus);
  EXPECT_EQ(V.plus, V_blocks.plus);
  EXPECT_EQ(W.minus, W_blocks.minus);
  EXPECT_EQ(W.plus, W_blocks.plus);
}

TEST_P(PenaltyOfFactors, carried_products_follow_rescaling) {
  Array<double> s(inputs_.host.memory, cluster_count);
  for (std::int64_t c = 0; c < cluster_count; ++c) s[c] = 0.3 + static_cast<double>(c * c);
  std::vector<double> inverse;
  for (const double x : s) inverse.push_back(1 / x);
  const Plain W = scaled({}, W_, inverse), V = scaled({}, V_, listed(s));
  penalty_->rescale(s, run());
  const double value = penalty_->value();
  const Parts of_V = parts_of_V(V), of_W = parts_of_W(W);
  changed(W, V);
  EXPECT_NEAR(value, penalty_->value(), 1e-12 * value);
  const Parts new_V = parts_of_V(V), new_W = parts_of_W(W);
  EXPECT_LT(relative_error(of_V.minus, new_V.minus), 1e-13);
  EXPECT_LT(relative_error(of_V.plus, new_V.plus), 1e-13);
  EXPECT_LE(largest(of_W.minus - new_W.minus), 1e-13 * largest(new_W.minus));
  EXPECT_LE(largest(of_W.plus - new_W.plus), 1e-13 * largest(new_W.plus));
}

TEST_P(PenaltyOfFactors, values_of_a_sum_add_up) {
  double sum = 5;
  penalty_->add_value(sum);
  EXPECT_GT(penalty_->value(), 0);
  EXPECT_NEAR(sum, 5 + penalty_->value(), 1e-13 * sum);
}

TEST_P(PenaltyOfFactors, steps_of_its_own_variables_never_raise_it) {
  for (int step = 0; step < 20; ++step) {
    const double before = penalty_->value();
    penalty_->update(tall_of(V_), run());
    ASSERT_LE(penalty_->value(), before * (1 + 1e-14)) << step;
  }
}

TEST_P(PenaltyOfFactors, recall_restores_its_own_variables) {
  const Parts kept = parts_of_V(V_);
  const double value = penalty_->value();
  penalty_->keep();
  penalty_->update(tall_of(V_), run());
  changed(2 * W_, V_ + W_);
  penalty_->restore(run());
  changed(W_, V_);
  EXPECT_EQ(penalty_->value(), value);
  const Parts found = parts_of_V(V_);
  EXPECT_EQ(found.minus, kept.minus);
  EXPECT_EQ(found.plus, kept.plus);
}

// Coordinate descent uses only the form sum_c lambda_c v_c'L v_c of a penalty and the matrix of W.
TEST_P(PenaltyOfFactors, descent_is_refused_or_its_form_is_the_whole_penalty) {
  const GraphForm<double> form = penalty_->graph_form();
  if (const char *const why = penalty_->no_descent()) {
    EXPECT_NE(std::string(why).find("needs update=mu"), std::string::npos) << why;
    return;
  }
  ASSERT_NE(form.L, nullptr);
  const std::vector<double> strengths = listed(*form.strengths);
  const Plain SV = plain(form.L->S.view()) * V_, DV = scaled(listed(form.L->d), V_, {});
  const Parts parts = parts_of_V(V_);
  EXPECT_LT(relative_error(scaled({}, SV, strengths), parts.minus), 1e-13);
  EXPECT_LT(relative_error(scaled({}, DV, strengths), parts.plus), 1e-13);
  EXPECT_EQ(largest(this->parts(W_, document_count, &Penalty<double>::add_W).plus), 0);
}

std::string name_of(const testing::TestParamInfo<Maker> &info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(, PenaltyOfFactors, testing::ValuesIn(makers), name_of);

TEST(GraphPenalty, of_the_dense_part_is_that_of_all_its_edges) {
  Inputs in;
  Plain all = plain(in.graph.S.view());
  for (std::int64_t i = 0; i < document_count; ++i)
    for (std::int64_t j = 0; j < document_count; ++j)
      if (i != j) all(i, j) += std::fmax(in.affinity.at(i, j), 0);
  const Graph full = graph_of(all, in.host.memory);
  GraphPenalty<double> edges(full, cluster_count, {2}, in.host.run);
  edges.set_weights({}, in.host.run);
  const auto parts = in.graph_penalty({2}, true);
  const Tall<double> V(
      dense<double>(random_plain(document_count, cluster_count, 10), in.host.memory));
  edges.V_changed(V, in.host.run);
  parts->V_changed(V, in.host.run);
  EXPECT_NEAR(parts->value(), edges.value(), 1e-12 * edges.value());
}

TEST(AdaptivePenalty, recall_restores_the_neighbors) {
  Inputs in;
  AdaptivePenalty<double> penalty(document_count, cluster_count, 1, in.host.run);
  const Tall<double> V(
      dense<double>(random_plain(document_count, cluster_count, 10), in.host.memory));
  const auto neighbors = [&](std::uint64_t seed) {
    return adaptive_neighbors(dense<double>(random_plain(document_count, 4, seed), in.host.memory),
                              4, in.host.run);
  };
  penalty.W_changed(V, {}, in.host.run);
  penalty.set_neighbors(neighbors(3), V, in.host.run);
  const double value = penalty.value();
  penalty.keep();
  penalty.set_neighbors(neighbors(4), V, in.host.run);
  EXPECT_NE(penalty.value(), value);
  penalty.restore(in.host.run);
  penalty.V_changed(V, in.host.run);
  EXPECT_EQ(penalty.value(), value);
  EXPECT_EQ(plain(penalty.neighbors().A.view()), plain(neighbors(3).A.view()));
}

}  // namespace
}  // namespace manifact
