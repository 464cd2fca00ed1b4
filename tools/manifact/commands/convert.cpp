// manifact convert INPUT OUTPUT
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/document_vectors.hpp"
#include "output/file.hpp"
#include "output/npz.hpp"
#include "output/streamed_counts.hpp"
#include "readers/formats.hpp"
#include "readers/input.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/shell.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::string output;
};

// Sparse rows of an array keep its nonzero values only, and a fit treats them as counts.
void require_counts(Session &session, const Input &input, const manifact_matrix *matrix) {
  if (manifact_matrix_is_dense(matrix) == MANIFACT_FALSE) return;
  constexpr std::int64_t rows_at_once = 256;
  const std::int64_t rows = manifact_matrix_rows(matrix), columns = manifact_matrix_columns(matrix);
  std::vector<std::int64_t> starts(static_cast<std::size_t>(rows) + 1);
  session.check(manifact_matrix_copy_csr(matrix, starts.data(), MANIFACT_INT64, nullptr, 0, nullptr,
                                         0, manifact_matrix_entries(matrix)));
  std::vector<double> values;
  for (std::int64_t row = 0; row < rows; row += rows_at_once) {
    const std::int64_t count = std::min(rows_at_once, rows - row);
    const std::int64_t entries =
        starts[static_cast<std::size_t>(row + count)] - starts[static_cast<std::size_t>(row)];
    values.resize(static_cast<std::size_t>(std::min(entries, rows_at_once * columns)));
    session.check(manifact_matrix_copy_rows(matrix, row, count, nullptr, 0, values.data(),
                                            MANIFACT_DOUBLE, entries));
    for (const double value : values)
      if (!(value >= 0) || value != std::floor(value))
        throw Failure(input.name() + " holds " + short_number(value) +
                      ", not counts only: a dense matrix of other numbers is used as it is, and "
                      "would be another one as sparse rows");
  }
  session.warn(
      input.name() +
      " is a dense table, whose numbers are used as they are; as counts they are weighted "
      "as words are (-m kmeans -s weighting=none -s scaling=none compares the numbers; auto "
      "compares directions)");
}

void tell(std::int64_t rows, std::int64_t columns, std::int64_t entries) {
  print(counted(rows, "row") + ", " + counted(columns, "column") + ", " + std::to_string(entries) +
        (entries == 1 ? " entry\n" : " entries\n"));
}

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  refuse_dash(arguments.output, "name the file");
  require_writable_file(arguments.output);
  refuse_overwriting({arguments.output}, arguments.inputs_and({}));
  require_matrix_name(arguments.output);
  Input input(session, arguments);
  if (input.is_text())
    throw Failure(input.name() + " is text: manifact vectorize " + shell_path(arguments.input) +
                  " -o " + shell_path(arguments.output) +
                  " counts its words and writes the same file");
  if (input.format() == Format::matrix_market && !arguments.transpose &&
      format_of_name(arguments.output) == Format::counts)
    if (const auto done = streamed_counts(session, arguments.input, arguments.output)) {
      if (!arguments.quiet) tell(done->rows, done->columns, done->entries);
      return;
    }
  const Matrix matrix = input.matrix();
  refuse_vectors(arguments, input, "convert");
  require_counts(session, input, matrix.get());
  if (manifact_matrix_row_labels(matrix.get()) != nullptr)
    session.note("the labels of the rows of " + input.name() + " are not written");
  write_matrix(session, matrix.get(), arguments.output);
  if (!arguments.quiet)
    tell(manifact_matrix_rows(matrix.get()), manifact_matrix_columns(matrix.get()),
         manifact_matrix_entries(matrix.get()));
}

constexpr const char *footer =
    R"(The name of OUTPUT decides its format. A file of counts is not read into
memory but mapped: it may be larger than memory, and opens without parsing.
Names of rows and columns are not in it; for the names of terms, give their file
to --terms again. Text is counted by manifact vectorize, which writes the same
formats.

Examples:
  manifact convert news.mtx.gz news.counts
  manifact cluster news.counts --terms news.terms.txt -k 10
  manifact convert docword.txt words.counts
)";

}  // namespace

void add_convert(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("convert", "Write a matrix in another format: mapped into memory",
                             footer, [arguments] { run(*arguments); });
  command.argument("INPUT", arguments->input,
                   "A matrix with documents as rows, in any format that\nmanifact cluster reads");
  command.argument("OUTPUT", arguments->output,
                   "The file to write: counts that are mapped into memory\n(.counts), Matrix "
                   "Market (.mtx, .mtx.gz) or .npz");
  add_table_fields(command, *arguments);
  add_common(command, *arguments, "Suppress the progress bar, warnings and numbers");
}

}  // namespace cli
