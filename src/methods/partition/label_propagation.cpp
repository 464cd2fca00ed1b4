// Label propagation over the graph alone: the baseline for every method that uses labels.
//
//   P = (1 - alpha)(I - alpha S)^-1 Y,  S = D^-1/2 W D^-1/2,  label of i = arg max_c P_ic
//
// (Zhou et al. 2003). A document that no label reaches belongs to no cluster. A new document gets
// the weighted mean of its neighbors (Delalleau et al. 2005).
#include "methods/method.hpp"

#include "methods/start/propagation.hpp"
#include "model/predict/rules.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

template <class T>
class LabelPropagation final : public Algorithm<T> {
 public:
  explicit LabelPropagation(const Problem<T> &problem) : problem_(problem) {}

  void start(Start) override {
    q_ = class_probabilities(problem_, problem_.options.real(Key::alpha), trace_);
  }
  void update() override {}
  double objective() const override { return 0; }
  bool monotone() const override { return true; }
  bool fixed_point() const override { return true; }
  void keep() override {}
  void restore() override {}
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    f.V = Dense<T>(problem_.run.memory, q_.rows(), problem_.k);
    for (Index i = 0; i < q_.rows(); ++i)
      for (Index c = 0; c < q_.columns(); ++c) f.V(i, c) = static_cast<T>(q_(i, c));
    f.predictor = neighbor_average();
    f.lambda = 1;
    f.propagation = trace_;
    return f;
  }

 private:
  Problem<T> problem_;
  Dense<double> q_;
  PropagationTrace trace_;
};

constexpr Key label_propagation_keys[] = {Key::neighbors,  Key::graph_weight,
                                          Key::graph_rule, Key::bandwidth,
                                          Key::alpha,      Key::propagation_solver};
constexpr Setting label_propagation_settings[] = {{Key::alpha, "0.95"}, {Key::max_iterations, "0"}};

}  // namespace

extern const Method label_propagation = {
    .name = "label-propagation",
    .summary =
        "labels of some documents spread over the graph: the baseline for methods with labels",
    .reference = "Zhou et al. 2003; RCF paper, steps 2 to 4",
    .keys = label_propagation_keys,
    .defaults = label_propagation_settings,
    .graph = GraphSource::neighbors,
    .graph_decides = true,
    .start_input = StartInput::none,
    .takes_constraints = true,
    .ignores_pairs = true,
    .needs_graph = always,
    .make = maker<LabelPropagation>,
};

}  // namespace manifact
