// How the topics of an earlier model live on in a later one.
//
// With a a topic of the earlier model and b one of the later, f_ab is the share of a that is in b,
// g_ab the share of b that comes from a.
//
//   by documents   N_ab of the documents in common are in a and in b, N_a and N_b of them in a, b:
//                  f_ab = N_ab / N_a,   g_ab = N_ab / N_b;   0 if N_a or N_b is less than a tenth
//                  of the documents of its topic
//   by terms       with the means m_a, m_b of the topics, terms found by their names, and
//                  x_a = argmin_{x >= 0} |m_a - sum_b x_b m_b|^2:
//                  f_ab = x_b <m_a, m_b> / |m_a|^2, and g_ab likewise with a and b exchanged.
//                  sum_b f_ab = |sum_b x_b m_b|^2 / |m_a|^2 <= 1, the part that is explained
//
// Partners are the matching of topics with the largest sum of N_ab, or of sqrt(f_ab g_ab). A pair
// is an a and a b of which each has most of the other (f_ab >= 1/2 and g_ab >= 1/2), or partners
// that are in no such pair. The changes follow from the shares, after MONIC (Spiliopoulou, Ntoutsi,
// Theodoridis, Schult 2006), whose threshold of a match is 1/2 as well:
//
//   split      two or more b consist mostly of a (g_ab >= 1/2) and have a tenth of it or more
//              (f_ab >= 1/10); these b, and smaller ones that consist mostly of a and are not its
//              pair, are split from it
//   joined     two or more a are mostly in b (f_ab >= 1/2) and make a tenth of it or more; these a,
//              and smaller ones that are mostly in b and not its pair, are joined to it
//   stayed     a pair, neither split nor joined, with f_ab >= 3/4 and g_ab >= 3/4
//   moved      another pair with f_ab >= 1/2 or g_ab >= 1/2
//   vanished   an a without any of these, appeared: such a b
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

// An index of a vector.
inline std::size_t place(Index i) noexcept { return static_cast<std::size_t>(i); }

enum class Change { stayed = 1, moved, split, joined, appeared, vanished };

struct Comparison {
  Index before = 0, after = 0;            // topics
  std::vector<double> forward, backward;  // before x after: f, g
  std::vector<Index> partner;             // of each earlier topic, or -1
  std::vector<Change> earlier, later;     // of each topic

  double f(Index a, Index b) const noexcept { return forward[place(a * after + b)]; }
  double g(Index a, Index b) const noexcept { return backward[place(a * after + b)]; }
};

// Null if there is none.
const DocumentColumn *column_named(const DocumentColumns &columns, std::string_view name);
std::string_view text_at(const DocumentColumn &column, Index i);

// For each document of the earlier model its row in the later one, -1 if it is not there: documents
// with the same name (the column "id", without positions such as "line 3"), of those without a name
// with the same beginning (the column "excerpt"). Names that occur twice in one of the models are
// none, and beginnings that do count for none.
//
// Whole numbers are names unless they seem to count the rows of two tables: they run without a gap,
// and most documents of the same number begin with other texts, or, without texts, most rows of the
// same number differ, as far as both models keep them. A note tells if they are none.
//
// columns: of the later model, which may not keep them.
struct CommonDocuments {
  std::vector<Index> rows;
  Index compared = 0, unlike = 0;  // documents with texts in both, those of other texts

  // Names may be equal by chance, or the texts were read in two ways.
  bool are_doubtful() const noexcept { return 2 * unlike > compared; }
};
CommonDocuments documents_of_both(const Model &before, const Model &after,
                                  const DocumentColumns &columns, ExecutionContext &run);

// The rows; a note tells if they are doubtful.
std::vector<Index> common_documents(const Model &before, const Model &after,
                                    const DocumentColumns &columns, ExecutionContext &run);

// rows: as common_documents() gives them, each in 0 .. n - 1 of the later model or -1.
Comparison compared_by_documents(const Model &before, const Model &after, const Index *rows);

// The column of the later model with each feature of the earlier (terms of attached texts, if there
// are any), or -1. Throws Error(argument) for features without names of another number.
std::vector<Index> columns_in_common(const Model &before, const Model &after);

// Of each earlier topic the later one of which each has most of the other, or -1; one of each.
std::vector<Index> mutual_pairs(const Comparison &comparison);

// Throws Error(argument) if the means of the topics are not vectors of the same terms: points,
// which have no direction, or unnamed features of another number.
Comparison compared_by_terms(const Model &before, const Model &after, ExecutionContext &run);

}  // namespace manifact
