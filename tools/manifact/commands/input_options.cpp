// INPUT and the options that say how it is read, with their help.
#include "commands/commands.hpp"

namespace cli {

void add_input(Command &command, Common &common) {
  command.arguments(
      "INPUT", common.input, common.more_inputs,
      "Text: a table with a header (CSV, TSV, .xlsx, .ods,\nSQLite, Parquet, Arrow), JSON, "
      "references (RIS,\nBibTeX, PubMed and others), mail (mbox, maildir,\n.eml), logs, chats, a "
      "folder of files, .zip, .tar.gz,\nlabel<TAB>text lines, Debian control data; "
      "several\ninputs are joined. Or a matrix with documents as rows:\nMatrix Market, svmlight, "
      "CSV, .xlsx, Parquet, MAT,\nNumPy's .npy and .npz, safetensors, HDF5 (.h5ad),\nfolders of "
      "10x, fvecs, counts. Plain or compressed; -\nis standard input");
}

void add_text_input(Command &command, Common &common) {
  command.arguments(
      "INPUT", common.input, common.more_inputs,
      "A table with a header (CSV, TSV, .xlsx, .ods, SQLite,\nParquet, Arrow), JSON, references "
      "(RIS, BibTeX, PubMed\nand others), mail (mbox, maildir, .eml), logs, chats, a\nfolder of "
      "files, .zip, .tar.gz, label<TAB>text lines or\nDebian control data; several inputs are "
      "joined. Plain\nor compressed; - is standard input");
}

// The table of a spreadsheet or a database.
static void add_table(Command &command, TableChoice &table) {
  command.option(
      "--sheet", "NAME", table.sheet,
      "The sheet of a spreadsheet, by its name or number [the\nfirst that is not hidden]");
  command.whole("--header-row", "N", table.header_row, 1,
                "The row of a spreadsheet, or the line of a table, with\nthe names of the columns "
                "[the first that is about as\nfull as the others, or below a title]");
  command.option("--query", "SQL", table.query,
                 "The table of a SQLite database: one SELECT [the only\ntable]");
}

void add_text_field(Command &command, Common &common) {
  command.option("--text-field", "NAMES", common.fields.text,
                 "The field of the text, or several, as title,body\n[text, or a common name; "
                 "Description; subject,body]");
  command.option("--vector-field", "NAME", common.vector_field,
                 "The field of vectors: a list of numbers in Parquet,\nArrow or JSON, or text as "
                 "\"[0.1, 0.2]\". They are\nclustered or, with --text-field, accompany the words");
  command.option(
      "--text-format", "WORD", common.text_format,
      "mail: the texts of a table or of JSON are whole mail\nmessages, with their header "
      "[plain]");
  command.option(
      "--encoding", "NAME", common.encoding,
      "The encoding of text: a label of the web, as\nwindows-1251, or a name of iconv -l; auto: "
      "UTF-8,\nUTF-16 or Latin-1 [auto]");
  command.option("--filter", "EXTENSION=COMMAND", common.filters,
                 "A program that prints the text of files with this\nextension: "
                 "pdf='pdftotext {} -'; may be given\nseveral times");
  command.option("--filter-seconds", "N", common.filter_seconds,
                 "The time of a filter for one file [60]");
  command.option("--quoted-replies", "WORD", common.quoted_replies,
                 "keep or drop quoted text in mail [keep]");
  command.option("--html", "WORD", common.html,
                 "strip or keep tags of HTML in the texts of tables and\nJSON [strip]");
  command.option("--mask", "WORDS", common.mask,
                 "Leave out urls, emails, handles, codes (words that mix\nletters and "
                 "digits), several with commas, or all\n[that of the model, else none]");
  command.option("--repeated-blocks", "WORD", common.repeated_blocks,
                 "keep or drop lines and sentences that many documents\nshare, such as signatures "
                 "and disclaimers [as the model,\nelse keep]");
  add_missing(command, common.missing);
  add_table(command, common.table);
}

void add_missing(Command &command, std::optional<std::string> &missing) {
  command.option("--missing", "WORDS", missing,
                 "The words for a missing text, label, date or id,\nseparated by commas [NA, NaN, "
                 "NULL, None and the like\nwithout quotes; <NA>, [deleted], [removed]]");
}

void add_label_fields(Command &command, Common &common) {
  command.option("--label-field", "NAME", common.fields.label,
                 "The field of the known class [label, or a common name;\nSection]");
  command.option("--id-field", "NAME", common.fields.id,
                 "The field of the document's name [id, or a common name;\nPackage; Message-ID]");
  command.option("--date-field", "NAME", common.fields.date,
                 "The field of the document's date [date, or a common\nname]");
  command.option(
      "--link-field", "NAME", common.fields.link,
      "The field of the document's address or DOI, a link in\nthe report [url, link, doi "
      "or a common name, if it\nholds them]");
  command.option("--skip-fields", "NAMES", common.fields.skip,
                 "Columns of a table of numbers that are left out,\nseparated by commas");
}

void add_table_fields(Command &command, Common &common) {
  add_label_fields(command, common);
  add_header(command, common);
}

void add_header(Command &command, Common &common) {
  command.option(
      "--header", "WORD", common.header,
      "Whether the first line of a table of numbers is a\nheader: yes, no or auto, if it "
      "has words, or numbers\nthat count, as 0,1,2 or 1990,1991 [auto]");
  command.flag("--no-header", common.no_header,
               "A table has no header: its fields are 1, 2 and so on,\nas in --text-field 2");
}

}  // namespace cli
