// manifact vectorize INPUT -o X.mtx
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/corpus.hpp"
#include "commands/document_vectors.hpp"
#include "output/file.hpp"
#include "output/npz.hpp"
#include "output/result_directory.hpp"
#include "readers/input.hpp"
#include "report/scores.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

struct Arguments : Common {
  TextArguments text;
  std::string output;
  std::optional<std::string> terms_output;
};

std::string lines_of(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names) {
    for (const char c : name) text += c == '\n' || c == '\r' ? ' ' : c;
    text += '\n';
  }
  return text;
}

// The class of each document, counted from 1 as in common data sets; -1 if unknown, as manifact
// evaluate expects.
std::string labels_of(const Classes &classes) {
  std::string text;
  for (const std::int64_t number : classes.numbers)
    text += std::to_string(number < 0 ? -1 : number + 1) + '\n';
  return text;
}

// The file of -o, with links resolved: a link stays a link.
fs::path target_of(const std::string &output) {
  std::error_code ignored;
  const fs::path given = output;
  return fs::is_symlink(given, ignored) ? fs::weakly_canonical(given, ignored) : given;
}

// Checked before any input is read: outputs must differ from each other and from the inputs.
void check_outputs(const Arguments &arguments) {
  refuse_dash(arguments.output,
              "several files are written, next to the one that it names (-o /dev/stdout writes "
              "only the counts to a pipe)");
  require_writable_file(arguments.output);
  std::error_code ignored;
  const fs::path target = target_of(arguments.output);
  std::vector<std::string> outputs{target.native()};
  const std::string stem = fs::path(matrix_stem(arguments.output)).filename().native();
  for (const char *kind : {".terms.txt", ".ids.txt", ".labels.txt", ".classes.txt"})
    outputs.push_back((target.parent_path() / (stem + kind)).native());
  if (arguments.terms_output) {
    require_writable_file(*arguments.terms_output);
    const fs::path terms =
        fs::weakly_canonical(fs::absolute(*arguments.terms_output, ignored), ignored);
    outputs.erase(outputs.begin() + 1);
    for (const std::string &output : outputs) {
      if (fs::weakly_canonical(fs::absolute(output, ignored), ignored) == terms)
        throw Failure("--terms-out " + *arguments.terms_output + " is also what -o " +
                      arguments.output + " writes; give another name");
    }
    outputs.push_back(*arguments.terms_output);
  }
  refuse_overwriting(outputs, arguments.inputs_and({arguments.text.stop_words.value_or("-")}));
  require_matrix_name(arguments.output);
}

// Writes all files or none.
void write_beside(Session &session, const Arguments &arguments, const Corpus &corpus,
                  const std::vector<std::string> &terms) {
  const fs::path path = target_of(arguments.output);
  const std::string stem = fs::path(matrix_stem(arguments.output)).filename().native();
  ResultDirectory files(path.has_parent_path() ? path.parent_path().native() : ".");
  files.open();
  const fs::path name = path.filename();
  if (is_npz(name)) {
    session.progress().begin("writing", false);
    files.write(name.c_str(), npz_of(corpus.counts.get(), &session.progress()));
    session.progress().clear();
  } else {
    files.write_matrix(name.c_str(), session.context(), corpus.counts.get());
  }
  if (!arguments.terms_output) files.write((stem + ".terms.txt").c_str(), lines_of(terms));
  files.write((stem + ".ids.txt").c_str(), lines_of(corpus.documents.ids));
  const std::string labels = stem + ".labels.txt", classes_name = stem + ".classes.txt";
  if (!corpus.documents.labels.empty()) {
    const Classes classes = classes_of(corpus.documents.labels);
    files.write(labels.c_str(), labels_of(classes));
    files.write(classes_name.c_str(), lines_of(classes.names));
  } else if (has_entry(path.parent_path() / labels) &&
             has_entry(path.parent_path() / classes_name)) {
    // Of an earlier run, which writes both; one of them alone may be a file of the user.
    files.remove(labels);
    files.remove(classes_name);
  }
  if (arguments.terms_output) write_file(*arguments.terms_output, lines_of(terms));
  files.commit();
}

void write(Session &session, const Arguments &arguments, const Corpus &corpus,
           const std::vector<std::string> &terms) {
  std::error_code ignored;
  const fs::file_status status = fs::status(arguments.output, ignored);
  if (fs::exists(status) &&
      !fs::is_regular_file(status)) {  // for example a pipe: there is no place for the other files
    write_matrix(session, corpus.counts.get(), arguments.output);
    if (arguments.terms_output) write_file(*arguments.terms_output, lines_of(terms));
  } else {
    write_beside(session, arguments, corpus, terms);
  }
}

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  format_of_word(arguments.format);
  check_outputs(arguments);
  const Vectorizer vectorizer =
      make_vectorizer(session, settings_of(arguments.text), arguments.text.stop_words);
  Input input(session, arguments);
  if (!input.is_text())
    throw Failure(input.name() + " is already a matrix; vectorize expects text" +
                  input.text_remedy());
  const Corpus corpus = read_corpus(
      session, input, arguments.fields, vectorizer.get(),
      language_in(settings_of(arguments.text), arguments.text.stop_words), TextsKept::none);
  refuse_vectors(arguments, input, "vectorize");
  write(session, arguments, corpus, terms_of(vectorizer.get()));
  if (arguments.quiet) return;
  const std::int64_t entries = manifact_matrix_entries(corpus.counts.get());
  print(counted(manifact_matrix_rows(corpus.counts.get()), "document") + ", " +
        counted(manifact_matrix_columns(corpus.counts.get()), "term") + ", " +
        std::to_string(entries) + (entries == 1 ? " entry, " : " entries, ") +
        counted(manifact_vectorizer_tokens(vectorizer.get()), "word") + '\n');
}

constexpr const char *footer = R"(Writes the counts, documents by terms, and next to X.mtx
  X.terms.txt    the terms, one per line, in the order of the columns
  X.ids.txt      the names of the documents, one per line
  X.labels.txt   if the documents have labels: the class of each, from 1,
                 -1 = unknown; X.classes.txt contains the names of the classes

For the options of -s with their bounds and defaults, see
manifact options vectorizer.

Examples:
  manifact vectorize mails/ -o mails.mtx.gz
  manifact vectorize news.csv --text-field title,body -o news.mtx
  manifact vectorize news.jsonl --text-field body -s min-df=2 -o news.mtx
  manifact vectorize news.tsv -o news.npz
  manifact vectorize news.jsonl -o news.counts
  manifact cluster news.mtx --terms news.terms.txt -k 10
)";

}  // namespace

void add_vectorize(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("vectorize", "Count the words of text: write a matrix and its terms",
                             footer, [arguments] { run(*arguments); });
  add_text_input(command, *arguments);
  command
      .option("-o,--output", "FILE", arguments->output,
              "Write the counts: Matrix Market, compressed by gzip if\nthe name ends in .gz; .npz "
              "(scipy.sparse); or .counts,\nwhich is mapped into memory instead of read")
      .required();
  command.option("--terms-out", "FILE", arguments->terms_output,
                 "Write the terms to FILE instead of X.terms.txt");
  add_text(command, arguments->text, "An option of the vectorizer; may be given several\ntimes");
  add_text_field(command, *arguments);
  add_table_fields(command, *arguments);
  add_common(command, *arguments, "Suppress the progress bar, warnings and numbers", false);
}

}  // namespace cli
