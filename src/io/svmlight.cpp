// svmlight: one document per line, "label index:value index:value ... # comment", with qid:number
// allowed after the label. Indices count from 1, or from 0 if a 0 occurs anywhere. The label may be
// missing, or a list, "3,7": such a row has no number as its label.
#include <algorithm>
#include <limits>

#include "io/formats.hpp"
#include "io/messages.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

struct Feature {
  std::int32_t index;
  double value;
};

struct Lines {
  explicit Lines(const std::shared_ptr<Memory> &host)
      : memory(host), indptr(host), indices(host), values(host), labels(host) {
    indptr.push(0);
  }

  std::shared_ptr<Memory> memory;
  Growing<Index> indptr;
  Growing<std::int32_t> indices;  // as in the file
  Growing<double> values, labels;
  Array<Feature> scratch;
  std::int32_t largest = -1, smallest = 1;
};

void skip_query(Scanner &scanner) {
  const std::string word = scanner.word(24);
  if (!word.starts_with("qid:"))
    scanner.refuse(Status::format, "expected index:value, found %s", shown_text(word, 24).c_str());
}

void read_feature(Scanner &scanner, Lines &lines) {
  const Index index = scanner.whole("index:value");
  if (index < 0 || index > largest_dimension)
    scanner.refuse(Status::format, "the feature index %lld is not in 0..%lld", shown(index),
                   shown(largest_dimension));
  if (!scanner.at(':'))
    scanner.refuse(Status::format, "expected ':' and a value after feature index %lld",
                   shown(index));
  scanner.step();
  lines.values.push(scanner.real("the value"));
  lines.indices.push(static_cast<std::int32_t>(index));
  lines.largest = std::max(lines.largest, static_cast<std::int32_t>(index));
  lines.smallest = std::min(lines.smallest, static_cast<std::int32_t>(index));
}

void sort_line(Lines &lines, Index begin, Index end) {
  const Index length = end - begin;
  if (lines.scratch.size() < length)
    lines.scratch = Array<Feature>(lines.memory, std::max(length, 2 * lines.scratch.size()));
  for (Index e = 0; e < length; ++e)
    lines.scratch[e] = {lines.indices[begin + e], lines.values[begin + e]};
  std::sort(lines.scratch.begin(), lines.scratch.begin() + length,
            [](const Feature &a, const Feature &b) { return a.index < b.index; });
  for (Index e = 0; e < length; ++e) {
    lines.indices[begin + e] = lines.scratch[e].index;
    lines.values[begin + e] = lines.scratch[e].value;
  }
}

void end_line(Scanner &scanner, Lines &lines) {
  const Index begin = lines.indptr[lines.indptr.size() - 1], end = lines.indices.size();
  const auto rises = [&] {
    for (Index e = begin + 1; e < end; ++e)
      if (lines.indices[e] <= lines.indices[e - 1]) return false;
    return true;
  };
  if (!rises()) {
    sort_line(lines, begin, end);
    for (Index e = begin + 1; e < end; ++e)
      if (lines.indices[e] == lines.indices[e - 1])
        scanner.refuse(Status::format, "feature %lld occurs twice", shown(lines.indices[e]));
  }
  lines.indptr.push(end);
  scanner.next_line();
}

// The label, or NaN for several ones.
double read_labels(Scanner &scanner) {
  double label = scanner.real("a label");
  while (scanner.at(',')) {
    scanner.step();
    if (scanner.at_line_end() || scanner.at(' ') || scanner.at('\t')) break;
    scanner.real("a label");
    label = std::numeric_limits<double>::quiet_NaN();
  }
  return label;
}

void read_line(Scanner &scanner, Lines &lines) {
  if (lines.labels.size() == largest_dimension)
    scanner.refuse(Status::format, "more than %lld documents", shown(largest_dimension));
  const bool has_label = !scanner.at('q') && !scanner.feature_ahead();
  lines.labels.push(has_label ? read_labels(scanner) : std::numeric_limits<double>::quiet_NaN());
  for (scanner.skip_blanks(); !scanner.at_line_end() && !scanner.at('#'); scanner.skip_blanks()) {
    if (scanner.at('q')) {
      skip_query(scanner);
    } else {
      read_feature(scanner, lines);
    }
  }
  end_line(scanner, lines);
}

}  // namespace

std::unique_ptr<Matrix> read_svmlight(Scanner &scanner, const std::shared_ptr<Memory> &memory,
                                      int *index_base) {
  Lines lines(memory);
  for (scanner.skip_blanks(); !scanner.at_end(); scanner.skip_blanks()) {
    if (scanner.at('\n') || scanner.at('#')) {
      scanner.next_line();
    } else {
      read_line(scanner, lines);
    }
  }
  if (lines.labels.size() == 0)
    fail(Status::empty, "%s contains no documents", scanner.name().c_str());
  if (lines.largest < 0)
    fail(Status::empty, "%s contains no features, only labels", scanner.name().c_str());

  const std::int32_t base = std::min(lines.smallest, 1);
  if (index_base != nullptr) *index_base = base;
  Csr<double> X;
  X.rows = lines.labels.size();
  X.columns = Index{lines.largest} + 1 - base;
  if (X.columns > largest_dimension)
    fail(Status::format, "%s: feature indices from 0 to %lld are one too many",
         scanner.name().c_str(), shown(lines.largest));
  X.indptr = lines.indptr.take();
  X.indices = Array<std::int32_t>(memory, lines.indices.size());
  lines.indices.drain([&](Index e, std::int32_t index) { X.indices[e] = index - base; });
  X.values = lines.values.take();
  auto matrix = matrix_from_parts(std::move(X));
  matrix->row_labels = lines.labels.take();
  return matrix;
}

}  // namespace manifact
