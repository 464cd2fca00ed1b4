// Values that a damaged model file may give to a line of its facts or options.
#pragma once

namespace manifact {

// The rules for new documents.
inline constexpr const char *prediction_rules[] = {"least-squares", "centre",     "iterative",
                                                   "vote",          "prediction", "mixture"};

// A sequence of tests/fuzz/sequences draws from them by position: a change of the order or the
// number changes the sequences that its kept seeds replay.
inline constexpr const char *damaged_values[] = {"0",
                                                 "1",
                                                 "2",
                                                 "-1",
                                                 "3",
                                                 "nan",
                                                 "inf",
                                                 "1e300",
                                                 "9223372036854775807",
                                                 "",
                                                 "least-squares",
                                                 "centre",
                                                 "iterative",
                                                 "vote",
                                                 "prediction",
                                                 "mixture",
                                                 "euclidean",
                                                 "spherical",
                                                 "argmax",
                                                 "cosine-kmeans",
                                                 "kmeans",
                                                 "rotation",
                                                 "none",
                                                 "tfidf",
                                                 "log-tfidf",
                                                 "linear",
                                                 "polynomial",
                                                 "rbf",
                                                 "precomputed",
                                                 "kernel",
                                                 "min-max",
                                                 "z-score",
                                                 "cosine",
                                                 "heat",
                                                 "local-scaling",
                                                 "lccf",
                                                 "ncut",
                                                 "nmf",
                                                 "gmm"};

}  // namespace manifact
