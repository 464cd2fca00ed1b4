// Documents with vectors beside their words, such as those of a sentence model: one fit of both.
//
//   W = (1 - a) S + a (s / t) T
//
// S, T: the graphs of neighbors by the words and by the cosines of the vectors, with equal numbers
// of neighbors; s, t: their mean degrees;  a: vector-weight. W takes the place of S in
//
//   |Y' - Y'W V'|^2 + lambda tr V'L V   and   Z <- (Z + D^-1 W Z) / 2
//
// so that neighbors in either sense get like memberships, and concepts and titles are those of the
// words. A sum of Laplacians is the usual objective of several views of the same objects (Zhou,
// Burges 2007; Cai, Nie, Huang, Kamangar 2011); equal mean degrees make a independent of the scale
// of the weights. refine=sizes adds the cosines with the mean vectors of the clusters
// (readout/size_refinement.hpp): it has the same share, and is the rule for new documents.
#pragma once

#include "pipeline/fit_state.hpp"
#include "pipeline/report.hpp"

namespace manifact {

// Throws for vectors that the fit cannot use.
void check_vectors(const Matrix &X, const Method &method, const FitInputs &inputs,
                   const ExecutionContext &run);

// Whether there are vectors that have a part in the fit.
bool uses_vectors(const Options &options, const FitInputs &inputs) noexcept;

// Sets state.vectors.
template <class T>
void prepare_vectors(FitState<T> &state, const Options &options, const FitInputs &inputs,
                     Report &report, ExecutionContext &run);

// W of the graph S by the words. `p`: neighbors of each vector. What there is to tell of the graph
// of the vectors is added to the findings.
template <class T>
Graph joined_with_vectors(Graph &&words, const FitState<T> &state, Index p, const Options &options,
                          Findings &findings, ExecutionContext &run);

}  // namespace manifact
