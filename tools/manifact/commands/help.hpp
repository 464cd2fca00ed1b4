// The formatting of --help.
#pragma once

#include "commands/commands.hpp"

namespace cli {

class Help : public CLI::Formatter {
 public:
  Help();

  // "Usage: manifact cluster INPUT -k K [options]": the required options are listed, which CLI11
  // does not do.
  std::string make_usage(const CLI::App *app, std::string name) const override;
  std::string make_description(const CLI::App *app) const override;
  std::string make_footer(const CLI::App *app) const override;
  std::string make_option_opts(const CLI::Option *option) const override;
};

}  // namespace cli
