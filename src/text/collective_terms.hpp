// The vocabulary of documents that several processes hold.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/array.hpp"
#include "runtime/execution_context.hpp"
#include "runtime/index.hpp"

namespace manifact {

struct Counted;
struct TextModel;

class CollectiveTerms {
 public:
  virtual ~CollectiveTerms() = default;

  // Throws Error(option) for a language that the texts of one process cannot tell.
  virtual void check_language(std::string_view language) const = 0;
  // choose_terms() (text/vocabulary.hpp) of all documents; df: of the terms in those of this
  // process. Collective.
  virtual Array<std::int32_t> choose(const Counted &counted, const Array<Index> &df,
                                     TextModel &text, ExecutionContext &run) const = 0;
};

}  // namespace manifact
