// Base of the methods without updates: start() computes the solution.
#pragma once

#include <utility>

#include "methods/method.hpp"
#include "model/predict/local_ridge.hpp"
#include "model/predict/nearest_center.hpp"

namespace manifact {

template <class T>
class SolvedAtStart : public Algorithm<T> {
 public:
  explicit SolvedAtStart(const Problem<T> &problem) : problem_(problem), run_(problem.run) {}

  void update() override {}
  double objective() const override { return objective_; }
  bool monotone() const override { return false; }
  bool solved() const override { return solved_; }
  void keep() override {}
  void restore() override {}
  void finish() override {}

  Factors<T> factors() override {
    Factors<T> f;
    f.V = std::move(V_);
    f.E = std::move(E_);
    const Options &options = problem_.options;
    f.predictor = problem_.plan.out_of_sample == OutOfSample::predictor
                      ? local_ridge(options.real(Key::local_ridge))
                      : nearest_center();
    f.geometry = geometry();
    f.findings = std::move(findings_);
    return f;
  }

 protected:
  virtual Geometry geometry() const = 0;  // of the centers that new documents are assigned to

  Problem<T> problem_;
  ExecutionContext &run_;
  Dense<T> V_;
  Dense<double> E_;  // Factors::E
  Findings findings_;
  double objective_ = 0;
  bool solved_ = false;
};

}  // namespace manifact
