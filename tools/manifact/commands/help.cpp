#include "commands/help.hpp"

#include <charconv>
#include <string>
#include <system_error>

namespace cli {

Help::Help() {
  column_width(24);
  label("Positionals", "Arguments");
}

std::string Help::make_usage(const CLI::App *app, std::string name) const {
  std::string text = "Usage: " + name;
  if (!app->get_subcommands([](const CLI::App *) { return true; }).empty()) text += " COMMAND";
  for (const CLI::Option *option :
       app->get_options([](const CLI::Option *each) { return each->get_positional(); }))
    text += ' ' + option->get_name(true, false);
  for (const CLI::Option *option : app->get_options(
           [](const CLI::Option *each) { return each->nonpositional() && each->get_required(); }))
    text += " -" + option->get_snames().front() + make_option_opts(option);
  return text + " [options]\n";
}

std::string Help::make_description(const CLI::App *app) const {
  return app->get_description() + "\n\n";
}

std::string Help::make_footer(const CLI::App *app) const { return app->get_footer(); }

std::string Help::make_option_opts(const CLI::Option *option) const {
  return option->get_option_text().empty() ? "" : ' ' + option->get_option_text();
}

// Exceptions thrown here pass through the parser unchanged. An error returned by the check would be
// prefixed with the long option name, even if the short one was given.
namespace {

std::string check_whole(const std::string &name, const std::string &text, std::int64_t minimum,
                        const std::string &else_what) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < minimum)
    throw CLI::ConversionError(name + ' ' + text + ": expected an integer from " +
                               std::to_string(minimum) + else_what);
  return {};
}

}  // namespace

CLI::Option *add_whole(CLI::App &app, const std::string &names, std::int64_t &number,
                       std::int64_t minimum, const std::string &help) {
  const std::string name = names.substr(0, names.find(','));
  return app.add_option(names, number, help)->check([name, minimum](const std::string &text) {
    return check_whole(name, text, minimum, "");
  });
}

CLI::Option *add_whole_or_auto(CLI::App &app, const std::string &names, std::string &text,
                               std::int64_t minimum, const std::string &help) {
  const std::string name = names.substr(0, names.find(','));
  return app.add_option(names, text, help)->check([name, minimum](const std::string &value) {
    return value == "auto" ? std::string() : check_whole(name, value, minimum, ", or auto");
  });
}

void add_input(CLI::App &app, Common &common) {
  app.add_option("INPUT", common.input,
                 "Text: a folder of files, label<TAB>text lines, JSON\nlines, Debian control data. "
                 "Or a matrix with documents\nas rows: Matrix Market, svmlight, CSV, MAT, NumPy's\n"
                 ".npy and .npz, fvecs. Plain or gzip; - is standard\ninput")
      ->required();
}

void add_text_field(CLI::App &app, Common &common) {
  app.add_option("--text-field", common.fields.text,
                 "The field of the text in JSON lines or Debian control\ndata [text; Description]")
      ->option_text("NAME");
}

void add_label_fields(CLI::App &app, Common &common) {
  app.add_option("--label-field", common.fields.label,
                 "The field of the known class [label; Section]")
      ->option_text("NAME");
  app.add_option("--id-field", common.fields.id, "The field of the document's name [id; Package]")
      ->option_text("NAME");
}

void add_text(CLI::App &app, TextArguments &text, const std::string &settings_help) {
  app.add_option("-s,--set", text.settings, settings_help)
      ->option_text("OPTION=VALUE")
      ->allow_extra_args(false);
  app.add_option(
         "--stop-words", text.stop_words,
         "Words to leave out of text, one per line, in addition\nto those of the option stop-words")
      ->option_text("FILE");
}

void add_common(CLI::App &app, Common &common, const std::string &quiet_help, bool takes_matrices) {
  app.add_option("--format", common.format,
                 std::string("The format of INPUT: dir, tsv, jsonl, deb822") +
                     (takes_matrices ? " (text),\nmtx, svmlight, csv, mat, npy, npz, fvecs (a "
                                       "matrix),\nor auto: by name, else by the beginning [auto]"
                                     : ", or\nauto: by name, else by the first lines [auto]"))
      ->option_text("FORMAT");
  if (takes_matrices)
    app.add_option("--array", common.array, "The array to read from a .npz file that holds several")
        ->option_text("NAME");
  add_whole(app, "--threads", common.threads, 0,
            "The number of threads; results do not depend on it;\n0 = all cores [0]")
      ->option_text("T");
  app.add_flag("-q,--quiet", common.quiet, quiet_help);
}

}  // namespace cli
