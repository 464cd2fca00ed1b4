// Comparisons of topics for people: in words, and as a page.
#include <algorithm>
#include <string_view>

#include "report/comparison.hpp"
#include "report/page.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t told_title = 60, told_id = 40, told_text = 60, told_terms = 10;

std::string percent_of(const ordered_json &share) {
  return fixed_number(100 * share.get<double>(), 1) + "%";
}

std::string listed(const ordered_json &list) {
  std::string text;
  for (std::size_t t = 0; t < std::min(list.size(), told_terms); ++t)
    text += (t == 0 ? "" : ", ") + list[t].get<std::string>();
  return text;
}

// "3 general election, party": by its terms without a title.
std::string called(const ordered_json &topic) {
  std::string title = topic["title"].get<std::string>();
  if (title.empty()) title = listed(topic["top_terms"]);
  return std::to_string(topic["topic"].get<std::int64_t>()) + ' ' + excerpt(title, told_title);
}

std::string introduced(const ordered_json &topic) {
  return called(topic) + " (" + counted(topic["size"].get<std::int64_t>(), "document") + ", " +
         percent_of(topic["share"]) + ')';
}

std::string all_of(const ordered_json &topics) {
  std::string text;
  for (const auto &topic : topics) text += (text.empty() ? "" : "; ") + introduced(topic);
  return text;
}

std::string told_change(const ordered_json &change) {
  if (change["before"].empty()) return all_of(change["after"]);
  if (change["after"].empty()) return all_of(change["before"]);
  return all_of(change["before"]) + " → " + all_of(change["after"]);
}

std::string document_text(const ordered_json &document) {
  std::string text = document.contains("id") ? document["id"].get<std::string>() : "";
  if (text.empty()) text = std::to_string(document["document"].get<std::int64_t>());
  text = excerpt(text, told_id);
  if (document.contains("begins"))
    text += " “" + excerpt(document["begins"].get<std::string>(), told_text) + "”";
  return text;
}

std::string share_text(const ordered_json &share) {
  const std::string before = std::to_string(share["before"].get<std::int64_t>()),
                    after = std::to_string(share["after"].get<std::int64_t>());
  std::string text = percent_of(share["of_before"]) + " of the earlier " + before + " is in " +
                     after + ", " + percent_of(share["of_after"]) + " of " + after +
                     " comes from it";
  if (share.contains("documents"))
    text += " (" + counted(share["documents"].get<std::int64_t>(), "document") + ")";
  return text;
}

// The evidence, a line for each.
std::vector<std::string> evidence(const ordered_json &change) {
  std::vector<std::string> lines;
  const bool is_lone = change.contains("documents");
  if (is_lone)
    lines.push_back(
        "terms: " +
        listed((change["before"].empty() ? change["after"] : change["before"])[0]["top_terms"]));
  for (const auto &share : change["shares"]) lines.push_back(share_text(share));
  if (is_lone && change["shares"].empty()) lines.emplace_back("no other topic has a tenth of it");
  for (const char *const key : {"terms_gained", "terms_lost"})
    if (change.contains(key) && !change[key].empty())
      lines.push_back((std::string_view(key) == "terms_lost" ? "terms lost: " : "terms gained: ") +
                      listed(change[key]));
  const bool tells_examples = change["change"] != "stayed";
  for (const auto &share : change["shares"])
    if (!is_lone && tells_examples && share.contains("examples"))
      for (const auto &document : share["examples"])
        lines.push_back("in " + std::to_string(share["after"].get<std::int64_t>()) + ": " +
                        document_text(document));
  if (is_lone)
    for (const auto &document : change["documents"])
      lines.push_back("document " + document_text(document));
  return lines;
}

std::string models_text(const ordered_json &object) {
  const auto one = [](const ordered_json &model) {
    return model["model"].get<std::string>() + " (" +
           counted(model["documents"].get<std::int64_t>(), "document") + ", " +
           counted(model["topics"].get<std::int64_t>(), "topic") + ")";
  };
  return one(object["before"]) + " → " + one(object["after"]);
}

std::string basis_text(const ordered_json &object) {
  const std::string common =
      counted(object["documents_in_common"].get<std::int64_t>(), "document") + " in common";
  return "Compared by " + object["by"].get<std::string>() + ", " + common + "; " +
         object["rule"].get<std::string>() + '.';
}

std::string counts_text(const ordered_json &object) {
  std::string text;
  for (const auto &[word, count] : object["counts"].items())
    if (count != 0) text += (text.empty() ? "" : ", ") + count.dump() + ' ' + word;
  return text;
}

std::string markup(std::string_view text) {
  std::string safe;
  for (const char c : repaired(text)) switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      default:
        safe += c;
    }
  return safe;
}

// Without the folders of the models: the page is for sharing.
ordered_json without_folders(ordered_json object) {
  for (const char *const key : {"before", "after"}) {
    const std::string path = object[key]["model"].get<std::string>();
    object[key]["model"] = path.substr(path.rfind('/') + 1);
  }
  return object;
}

std::string section_of(const ordered_json &object, const std::string &word) {
  std::string changes;
  for (const auto &change : object["changes"]) {
    if (change["change"] != word) continue;
    changes += "<div class=\"change\"><h3>" + markup(told_change(change)) + "</h3>\n<ul>\n";
    for (const std::string &line : evidence(change)) changes += "<li>" + markup(line) + "</li>\n";
    changes += "</ul></div>\n";
  }
  if (changes.empty()) return "";
  std::string title = word;
  title[0] = static_cast<char>(title[0] - 'a' + 'A');
  return "<section id=\"" + word + "\" aria-labelledby=\"" + word + "-title\">\n<h2 id=\"" + word +
         "-title\">" + title + "</h2>\n" + changes + "</section>\n";
}

}  // namespace

std::string comparison_text(const ordered_json &object) {
  std::string text = escaped(models_text(object)) + '\n' + escaped(basis_text(object)) + '\n' +
                     counts_text(object) + '\n';
  std::string word;
  for (const auto &change : object["changes"]) {
    if (change["change"] != word) {
      word = change["change"].get<std::string>();
      text += '\n' + word + '\n';
    }
    text += "  " + escaped(told_change(change)) + '\n';
    for (const std::string &line : evidence(change)) text += "      " + escaped(line) + '\n';
  }
  return text;
}

std::string comparison_html(const ordered_json &whole) {
  const ordered_json object = without_folders(whole);
  std::string page = comparison_before_data;
  page += "<p id=\"lead\">" + markup(models_text(object)) + "</p>\n<nav aria-label=\"Sections\">";
  for (const auto &[word, count] : object["counts"].items())
    if (count != 0) page += "<a href=\"#" + word + "\">" + count.dump() + ' ' + word + "</a>\n";
  page += "</nav>\n<p class=\"hint\">" + markup(basis_text(object)) + "</p>\n</header>\n<main>\n";
  for (const auto &[word, count] : object["counts"].items())
    if (count != 0) page += section_of(object, word);
  return page + comparison_after_data;
}

}  // namespace cli
