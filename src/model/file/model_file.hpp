// Conversion of a model to an archive (io/archive.hpp) and back. Sections:
//
//   facts              text      name=value lines: method, n, m, k, status, converged, lambda, ...
//                                with the need left-out, since 0.2: min_membership, fit_score,
//                                least_score
//   options            text      name=value lines
//   diagnostics        text      name=value lines
//   warnings           text      one per line
//   labels             int32 n
//   history            double
//   cosines            double n
//   V, W               n x k
//   U, centroids       m x k
//   M                  k x k
//   strengths          k         of the graph term of each cluster, since 0.2
//   membership_map     m x k     memberships that are linear in a document, since 0.2
//   idf                m
//   g                  n
//   feature_sums       m
//   readout_weights    k
//   readout_centres    k x k
//   local_scales       n
//   kernel_diagonal    n
//   scaling_shift      m
//   scaling_spread     m
//   scaling_exponent   int32 1   with the need power-of-two: the documents were multiplied by 2^it
//                                before the fit
//   mixture_basis      m x r
//   mixture_linear     r x k
//   mixture_quadratic  r x k
//   mixture_bias       k
//   mixture_origin     r
//   G                  m x l     of co-clustering
//   core, block_mass   k x l     of co-clustering
//   feature_labels     int32 m   of co-clustering
//   X_indptr           int64 n + 1, with X_indices (int32) and X_values: the weighted documents
//                                with the need kept-documents, since 0.2: assignment does not use
//                                them
//   X_singles, X_reals n x m     with the need dense-documents, instead of the above: dense
//                                documents before weighting, as float or double
//   violations         text      "first second=weight" lines: constraints that the clusters
//                                violate; second -1: a label
//   text_rules         text      name=value lines: needs, the options of the vectorizer, documents,
//                                tokens, replaced
//   terms              the names of the features, each terminated by NUL
//   stop_words         all that are removed, likewise
//   term_keys          the normalized words that are counted as each term, likewise; only if they
//                      differ from the names
//   attached_centroids double    the clusters in the terms of attached texts, terms x k, since 0.2,
//   attached_concepts  double    with attached_rules, attached_terms, attached_stop_words and
//                                attached_term_keys: as the four above, for these terms
//
//   feature_names      the names of the features that are no terms, such as the columns of a table,
//                      each terminated by NUL; since 0.2
//   topic_names        the names given to topics, each terminated by NUL; since 0.2
//   topic_titles       their titles, likewise; since 0.2
//   columns            text      names of texts of documents, one per line; since 0.2. Each has:
//   column_<name>      text      the texts, one after the other
//   column_ends_<name> int64 n   where each ends
//   edits              text      one line per edit of an edited model, whose rule is "edited";
//                                since 0.2. Edit i, from 0, has:
//   edit_map_<i>       int64     the new number of each topic, -1: hidden
//   edit_split_<i>     int64 1   the topic that is split, if one is
//   edit_parts_<i>     text      the fit of its documents, a whole archive
//   fitted_model       text      the fit that is edited, a whole archive
//
// Sections that a model does not need are absent. Readers of every 0.x release understand these
// sections; later releases may add sections and facts.
#pragma once

#include <memory>
#include <string_view>

#include "io/archive.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"

namespace manifact {

// The feature clusters in a model file.

void put_features(ArchiveWriter &writer, const Model &model);
bool has_features(const ArchiveReader &archive) noexcept;

// Checks everything. Throws Error(corrupt).
FeatureClusters read_features(const ArchiveReader &archive, const Model &model,
                              const std::shared_ptr<Memory> &memory);

void save_model(const Model &model, const char *path, Monitor &monitor);
void write_model(const Model &model, int (*write)(void *user, const void *data, std::size_t size),
                 void *user);

// Whether this release has a method with that name.
using KnowsMethod = bool (*)(std::string_view method);

// Everything is checked before use. Throw Error(corrupt), (format), (version), (io).
std::unique_ptr<Model> load_model(const char *path, KnowsMethod knows_method,
                                  ExecutionContext &run);
std::unique_ptr<Model> parse_model(const void *data, std::size_t size, KnowsMethod knows_method,
                                   ExecutionContext &run);

}  // namespace manifact
