// The export of a workspace of Slack: a folder for each channel with a file of messages for each
// day, channels.json and users.json.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "readers/epochs.hpp"
#include "readers/row_table.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// "2024-01-31.json"
bool is_day(const fs::path &path) {
  const std::string name = path.filename().native();
  constexpr std::string_view pattern = "0000-00-00.json";
  return name.size() == pattern.size() &&
         std::equal(name.begin(), name.end(), pattern.begin(),
                    [](char c, char p) { return p == '0' ? c >= '0' && c <= '9' : c == p; });
}

std::vector<fs::path> sorted_entries(const fs::path &folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    entries.push_back(entry->path());
  if (error && error != std::errc::not_a_directory)
    throw Failure("cannot read " + folder.native() + ": " + error.message());
  std::sort(entries.begin(), entries.end());
  return entries;
}

json parsed_file(const fs::path &path) {
  Bytes bytes(path.native());
  try {
    return json::parse(repaired(bytes.rest()));
  } catch (const json::exception &error) {
    const std::string_view text = error.what();
    throw Failure(path.native() + ": malformed JSON" +
                  excerpt(text.substr(std::min(text.find(", column"), text.size())), 200));
  }
}

std::string string_at(const json &object, const char *name) {
  if (!object.is_object()) return "";
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

class SlackMessages final : public RowTable {
 public:
  SlackMessages(const std::string &folder, const Reading &reading)
      : RowTable(folder, {"id", "text", "channel", "date", "user"}, reading) {
    for (const fs::path &channel : sorted_entries(folder))
      for (const fs::path &day : sorted_entries(channel))
        if (is_day(day)) days_.push_back(day);
    read_users(fs::path(folder) / "users.json");
  }

 private:
  bool next_row(std::vector<std::string> &cells) override {
    for (;;) {
      while (at_ == messages_.size()) {
        if (next_day_ == days_.size()) {
          tell();
          return false;
        }
        read_day();
      }
      const json &message = messages_[at_++];
      const std::string text = plain(string_at(message, "text"));
      const std::string subtype = string_at(message, "subtype");
      // Others are notices, such as "has joined the channel".
      const bool is_said = subtype.empty() || subtype == "bot_message" ||
                           subtype == "thread_broadcast" || subtype == "me_message" ||
                           subtype == "file_share" || subtype == "file_comment";
      if (!is_said || text.find_first_not_of(" \t\r\n") == std::string::npos) {
        ++left_out_;
        continue;
      }
      ++read_;
      const std::string time = string_at(message, "ts"), user = string_at(message, "user");
      cells = {channel_ + '/' + time, text, channel_, date_of(time),
               name_of(user.empty() ? string_at(message, "username") : user)};
      return true;
    }
  }

  void read_day() {
    const fs::path &day = days_[next_day_++];
    channel_ = repaired(day.parent_path().filename().native());
    messages_ = parsed_file(day);
    at_ = 0;
    if (!messages_.is_array()) throw Failure(day.native() + ": expected an array of messages");
  }

  void read_users(const fs::path &path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return;
    for (const json &user : parsed_file(path)) {
      std::string name = string_at(user, "real_name");
      users_[string_at(user, "id")] = name.empty() ? string_at(user, "name") : name;
    }
  }

  std::string name_of(const std::string &id) const {
    const auto found = users_.find(id);
    return found == users_.end() ? id : found->second;
  }

  // Without the marks of Slack: "<@U1>" is a user, "<https://...|text>" a link, "&amp;" is "&".
  std::string plain(std::string_view marked) const {
    std::string text;
    for (std::size_t i = 0; i < marked.size(); ++i) {
      const std::size_t close = marked[i] == '<' ? marked.find('>', i) : std::string_view::npos;
      if (close != std::string_view::npos) {
        const std::string_view inner = marked.substr(i + 1, close - i - 1);
        const std::size_t bar = inner.find('|');
        if (bar != std::string_view::npos)
          text += inner.substr(bar + 1);
        else if (inner.starts_with('@'))
          text += '@' + name_of(std::string(inner.substr(1)));
        else if (!inner.starts_with('!'))
          text += inner;
        i = close;
        continue;
      }
      bool is_entity = false;
      for (const auto &[entity, character] :
           {std::pair<std::string_view, char>{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}})
        if (marked.substr(i).starts_with(entity)) {
          text += character;
          i += entity.size() - 1;
          is_entity = true;
          break;
        }
      if (!is_entity) text += marked[i];
    }
    return text;
  }

  // "1706695200.000200", in seconds.
  static std::string date_of(const std::string &time) {
    double seconds = 0;
    const auto [stop, problem] = std::from_chars(time.data(), time.data() + time.size(), seconds);
    return problem == std::errc() ? iso_moment(seconds) : "";
  }

  void tell() {
    std::string sentence =
        name() + " is read as an export of Slack with " + counted(read_, "message");
    if (left_out_ > 0)
      sentence +=
          "; " + std::to_string(left_out_) + " notices and messages without a text are left out";
    reading_.report(sentence);
  }

  std::vector<fs::path> days_;
  std::size_t next_day_ = 0, at_ = 0;
  json messages_ = json::array();
  std::string channel_;
  std::map<std::string, std::string> users_;
  std::int64_t read_ = 0, left_out_ = 0;
};

}  // namespace

bool is_slack_export(const std::string &folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(fs::path(folder) / "channels.json", ignored) &&
      !fs::is_regular_file(fs::path(folder) / "users.json", ignored))
    return false;
  for (const fs::path &channel : sorted_entries(folder)) {
    if (!fs::is_directory(channel, ignored)) continue;
    const std::vector<fs::path> days = sorted_entries(channel);
    if (std::any_of(days.begin(), days.end(), is_day)) return true;
  }
  return false;
}

std::unique_ptr<Stream> open_slack(const std::string &folder, const Reading &reading) {
  return std::make_unique<SlackMessages>(folder, reading);
}

}  // namespace cli
