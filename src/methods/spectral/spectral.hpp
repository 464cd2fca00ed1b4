// Shared by the spectral methods: eigenvectors of a graph, or of the Gram matrix of the documents,
// rotated to a partition.
#pragma once

#include <utility>

#include "methods/method.hpp"
#include "model/predict/rules.hpp"

namespace manifact {

// The normalized cut of the problem's graph.
template <class T>
std::unique_ptr<Algorithm<T>> normalized_cut(const Problem<T> &problem);

inline constexpr Key spectral_keys[] = {Key::neighbors,      Key::graph_weight, Key::graph_rule,
                                        Key::bandwidth,      Key::duplicates,   Key::readout,
                                        Key::readout_starts, Key::local_ridge,  Key::out_of_sample};
inline constexpr AllowedWords spectral_words[] = {{Key::readout, "cosine-kmeans kmeans rotation"},
                                                  {Key::out_of_sample, "centroid predictor"}};
inline constexpr OptionGroup spectral_family = {spectral_keys, spectral_words};

// Base of the methods without updates: start() computes the solution.
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
