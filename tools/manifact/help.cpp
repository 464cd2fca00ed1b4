#include "help.hpp"

#include <string>

namespace cli {

Help::Help() {
  column_width(24);
  label("Positionals", "Arguments");
}

std::string Help::make_usage(const CLI::App *app, std::string name) const {
  std::string text = "Usage: " + name;
  if (!app->get_subcommands([](const CLI::App *) { return true; }).empty()) text += " COMMAND";
  for (const CLI::Option *option : app->get_options([](const CLI::Option *each) { return each->get_positional(); }))
    text += ' ' + option->get_name(true, false);
  for (const CLI::Option *option : app->get_options([](const CLI::Option *each) { return each->nonpositional() && each->get_required(); }))
    text += " -" + option->get_snames().front() + make_option_opts(option);
  return text + " [options]\n";
}

std::string Help::make_description(const CLI::App *app) const { return app->get_description() + "\n\n"; }

std::string Help::make_footer(const CLI::App *app) const { return app->get_footer(); }

std::string Help::make_option_opts(const CLI::Option *option) const {
  return option->get_option_text().empty() ? "" : ' ' + option->get_option_text();
}

void add_input(CLI::App &app, Common &common) {
  app.add_option("INPUT", common.input, "Documents as rows: Matrix Market, svmlight or CSV,\nplain or gzip; - is standard input")
      ->required();
}

void add_common(CLI::App &app, Common &common, const std::string &quiet_help) {
  app.add_option("--format", common.format,
                 "How INPUT is written: mtx, svmlight, csv, or auto,\nby its name, else by its first line [auto]")
      ->option_text("FORMAT");
  app.add_option("--threads", common.threads, "Threads; no result depends on it; 0 = all cores [0]")->option_text("T");
  app.add_flag("-q,--quiet", common.quiet, quiet_help);
}

}  // namespace cli
