// The arguments that several commands share, with their help.
#include "commands/commands.hpp"

namespace cli {

void add_text(Command &command, TextArguments &text, const std::string &settings_help) {
  command.option("-s,--set", "OPTION=VALUE", text.settings, settings_help);
  command.option("--language", "LANGUAGE", text.language,
                 "The language of text, or auto, for its stop words and\nstemming [english]");
  command.option(
      "--stop-words", "FILE", text.stop_words,
      "Words to leave out of text, one per line, in addition\nto those of the option stop-words");
}

void add_format(Command &command, Common &common, bool takes_matrices) {
  command.option(
      "--format", "FORMAT", common.format,
      std::string("The format of INPUT: csv, tsv, json, jsonl, deb822,\ndir, file, zip, "
                  "tar, spreadsheet, sqlite, parquet,\narrow, mbox, maildir, eml, ris, bibtex, "
                  "nbib, wos,\nrefer, pubmed, endnote, lines, log, git-log, whatsapp,\nslack") +
          (takes_matrices ? " (text), mtx, svmlight, csv, mat, npy, npz,\nsafetensors, word2vec, "
                            "fvecs, hdf5, 10x, uci, lda-c,\ncluto, counts (a matrix), or auto: by "
                            "content and name\n[auto]"
                          : ",\nor auto: by content and name [auto]"));
}

void add_common(Command &command, Common &common, const std::string &quiet_help,
                bool takes_matrices) {
  add_format(command, common, takes_matrices);
  if (takes_matrices)
    command.option("--array", "NAME", common.array,
                   "The array to read from a .npz, .safetensors, MAT or\nHDF5 file that holds "
                   "several: a name, "
                   "or\nlayers/NAME or obsm/NAME of .h5ad");
  if (takes_matrices)
    command.flag("--transpose", common.transpose,
                 "The columns of a matrix are the documents, as in 10x\nmatrices");
  command.whole("--threads", "T", common.threads, 0,
                "The number of threads; results do not depend on it;\n0 = all cores [0]");
  command.flag("-q,--quiet", common.quiet, quiet_help);
}

}  // namespace cli
