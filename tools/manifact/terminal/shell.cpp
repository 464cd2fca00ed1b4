#include "terminal/shell.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "shared/gunzip.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

bool is_plain(char c) {
  constexpr std::string_view marks = "./_-+,@=:%";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80 || marks.find(c) != std::string_view::npos;
}

// Between single quotes, all but these stands for itself.
std::string in_quotes(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + '\'';
}

// A substitution of a command drops the line ends at its end: they are the third character of IFS.
std::string by_printf(std::string_view text) {
  const std::size_t end = text.find_last_not_of('\n') + 1;
  std::string format, line_ends;
  for (std::size_t i = end; i < text.size(); ++i) line_ends += "${IFS#??}";
  for (const char c : text.substr(0, end)) {
    const auto byte = static_cast<unsigned char>(c);
    char octal[5];
    if (byte < 0x20 || byte >= 0x7f)
      format.append(octal, static_cast<std::size_t>(std::snprintf(octal, sizeof octal, "\\%03o",
                                                                  static_cast<unsigned>(byte))));
    else
      format += c == '%' || c == '\\' ? std::string(2, c) : std::string(1, c);
  }
  return "\"$(printf " + in_quotes(format) + ")" + line_ends + "\"";
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (escaped(text) != text) return by_printf(text);
  const bool needs_quotes = text.empty() || !std::all_of(text.begin(), text.end(), is_plain);
  return needs_quotes ? in_quotes(text) : std::string(text);
}

std::string shell_path(std::string_view path, std::string_view ending) {
  if (path.empty() || path == "-" || path == "standard input")
    return std::string("FILE").append(ending);
  const std::size_t equals = path.find('=');
  const bool is_taken_apart =
      path.front() == '-' || (equals != std::string_view::npos && path.find('/') > equals);
  return shell_word(std::string(is_taken_apart ? "./" : "").append(path).append(ending));
}

std::string with_path(std::string command, std::string_view path) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  for (std::size_t at = 0; (at = command.find("FILE", at)) != std::string::npos;) {
    std::size_t end = at + 4;
    if (end + 1 < command.size() && command[end] == '.' &&
        letters.find(command[end + 1]) != std::string_view::npos)
      end = std::min(command.find_first_not_of(letters, end + 1), command.size());
    const std::string word =
        shell_path(path, std::string_view(command).substr(at + 4, end - at - 4));
    command.replace(at, end - at, word);
    at += word.size();
  }
  return command;
}

bool is_gzip_file(std::string_view path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream file{std::string(path), std::ios::binary};
  char first[2] = {};
  return file.read(first, sizeof first) && manifact::is_gzip({first, sizeof first});
}

std::string on_text_of(std::string_view command, std::string_view path) {
  std::error_code ignored;
  const std::string word = shell_path(std::filesystem::is_regular_file(path, ignored) ? path : "-");
  return is_gzip_file(path) ? "zcat " + word + " | " + std::string(command)
                            : std::string(command) + ' ' + word;
}

std::string with_unpacked_path(const std::string &command, std::string_view path) {
  constexpr std::string_view ending = ".gz";
  if (!is_gzip_file(path)) return with_path(command, path);
  if (path.ends_with(ending))
    return "gunzip -k " + shell_path(path) + " && " +
           with_path(command, path.substr(0, path.size() - ending.size()));
  const std::string plain = std::string(path) + ".plain";
  return "zcat " + shell_path(path) + " > " + shell_path(plain) + " && " +
         with_path(command, plain);
}

}  // namespace cli
