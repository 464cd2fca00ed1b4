// How many clusters: what the normalised cut of the graph says of each number k.
//
//   theta_1 <= theta_2 <= ..  eigenvalues of I - D^-1/2 W D^-1/2         gap       (theta_k+1 - theta_k) / theta_k+1
//   samples of the documents, each cut into k clusters of its own        stability mean adjusted Rand index of two samples, where both have a label
//   score = k gap stability
//
// One search for all eigenvectors of the graph, and one for each sample: those of k are the first k of them.
#pragma once

#include <string>
#include <vector>

#include "methods/fit.hpp"

namespace manifact {

struct Judged {
  std::int64_t k = 0;
  double eigenvalue, gap, stability, score;  // NaN: not judged
  Status status = Status::ok;
  std::string why;  // of a status that is not ok
};

struct Suggestion {
  std::int64_t k = 0;
  std::string reason;
  std::vector<Judged> rows;
};

// 2 <= from <= to < documents; options of the method ncut. Of `given` the graph counts. The same for any number of threads.
Suggestion suggest_k(const Matrix &X, std::int64_t from, std::int64_t to, const Options &options, const Given &given, Run &run);

}  // namespace manifact
