// Any bytes as text, with any rules: words are well-formed UTF-8, the counts are a canonical
// matrix, and the same text gives the same counts in its own vocabulary. The first byte chooses the
// rules; a newline ends a document.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "linalg/sparse/csr.hpp"
#include "runtime/error.hpp"
#include "text/vectorizer.hpp"

namespace manifact {
namespace {

void check(bool good) {
  if (!good) std::abort();
}

void check_terms(const TextModel &text) {
  for (std::int64_t j = 0; j < text.size(); ++j) {
    const std::string_view term = text.keys[j];
    check(!term.empty() && (j == 0 || text.keys[j - 1] < term || text.names.size() > 0));
    for (const char *p = term.data(), *const end = p + term.size(); p < end;) {
      const Character character = read_character(p, end);
      check(!character.broken && character.code != 0);
      p = character.next;
    }
  }
}

void check_same(const PackedCounts &one, const PackedCounts &other,
                const std::shared_ptr<Memory> &memory) {
  const auto csr = [&memory](const PackedCounts &counts) {
    Csr<double> X(memory, counts.rows, counts.columns, counts.entries());
    Index e = 0;
    for (Index i = 0; i < X.rows; ++i) {
      each_packed(counts.starts[i], counts.indptr[i + 1] - counts.indptr[i],
                  [&](std::int32_t j, double value) {
                    X.indices[e] = j;
                    X.values[e++] = value;
                  });
      X.indptr[i + 1] = e;
    }
    return X;
  };
  const Csr<double> X = csr(one), Y = csr(other);
  check(X.rows == Y.rows && X.columns == Y.columns && X.entries() == Y.entries());
  for (std::int64_t i = 0; i < X.rows; ++i)
    for (std::int64_t e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
      check(X.indptr[i] == Y.indptr[i] && X.indices[e] == Y.indices[e] &&
            X.values[e] == Y.values[e] && X.values[e] >= 1 && X.indices[e] < X.columns &&
            (e == X.indptr[i] || X.indices[e - 1] < X.indices[e]));
}

void vectorize(int choice, const std::string &bytes) {
  const TextRules rules{.language = choice & 1 ? "english" : "none",
                        .remove_accents = (choice & 2) != 0,
                        .drop_numbers = (choice & 4) != 0,
                        .shortest_word = 1 + (choice >> 3 & 1),
                        .longest_ngram = 1 + (choice >> 4 & 3) % 3};
  std::vector<std::int64_t> offsets{0};
  for (std::size_t at = 0; at < bytes.size(); ++at)
    if (bytes[at] == '\n') offsets.push_back(static_cast<std::int64_t>(at) + 1);
  offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  const Documents documents{bytes.data(), offsets.data(),
                            static_cast<std::int64_t>(offsets.size()) - 1};
  const auto memory = std::make_shared<Memory>();
  ThreadPool pool(1);
  Monitor monitor;
  ExecutionContext run{memory, pool, monitor};
  Vectorizer vectorizer(rules, {}, memory);
  vectorizer.add(documents, run);
  try {
    const Vectorizer::Result result = vectorizer.finish(run);
    check_terms(*result.text);
    check_same(result.counts, count_known_terms(*result.text, documents, run), memory);
  } catch (const Error &error) {
    check(error.status() == Status::empty);
  }
}

}  // namespace
}  // namespace manifact

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0) return 0;
  manifact::vectorize(data[0], std::string(data + 1, data + size));
  return 0;
}
