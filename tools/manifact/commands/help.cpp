// The arguments that several commands share, with their help.
#include "commands/commands.hpp"

namespace cli {

void add_input(Command &command, Common &common) {
  command.argument(
      "INPUT", common.input,
      "Text: a folder of files, label<TAB>text lines, JSON\nlines, Debian control data. "
      "Or a matrix with documents\nas rows: Matrix Market, svmlight, CSV, MAT, NumPy's\n"
      ".npy and .npz, fvecs. Plain or gzip; - is standard\ninput");
}

void add_text_field(Command &command, Common &common) {
  command.option("--text-field", "NAME", common.fields.text,
                 "The field of the text in JSON lines or Debian control\ndata [text; Description]");
}

void add_label_fields(Command &command, Common &common) {
  command.option("--label-field", "NAME", common.fields.label,
                 "The field of the known class [label; Section]");
  command.option("--id-field", "NAME", common.fields.id,
                 "The field of the document's name [id; Package]");
}

void add_text(Command &command, TextArguments &text, const std::string &settings_help) {
  command.option("-s,--set", "OPTION=VALUE", text.settings, settings_help);
  command.option("--language", "LANGUAGE", text.language,
                 "The language of text, or auto, for its stop words and\nstemming [english]");
  command.option(
      "--stop-words", "FILE", text.stop_words,
      "Words to leave out of text, one per line, in addition\nto those of the option stop-words");
}

void add_common(Command &command, Common &common, const std::string &quiet_help,
                bool takes_matrices) {
  command.option("--format", "FORMAT", common.format,
                 std::string("The format of INPUT: dir, tsv, jsonl, deb822") +
                     (takes_matrices ? " (text),\nmtx, svmlight, csv, mat, npy, npz, fvecs (a "
                                       "matrix),\nor auto: by name, else by the beginning [auto]"
                                     : ", or\nauto: by name, else by the first lines [auto]"));
  if (takes_matrices)
    command.option("--array", "NAME", common.array,
                   "The array to read from a .npz file that holds several");
  command.whole("--threads", "T", common.threads, 0,
                "The number of threads; results do not depend on it;\n0 = all cores [0]");
  command.flag("-q,--quiet", common.quiet, quiet_help);
}

}  // namespace cli
