#include "commands/topic_edits.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "commands/topic_words.hpp"
#include "readers/bytes.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::json;
using EditKind = TopicEdit::Kind;

constexpr std::int64_t edits_version = 1;
constexpr const char *edit_forms =
    "one of {\"rename\": TOPIC, \"name\": TEXT}, {\"merge\": [TOPIC, TOPIC]}, {\"hide\": [TOPIC]}, "
    "{\"split\": TOPIC, \"into\": N}, {\"reduce\": N}, {\"note\": TOPIC, \"text\": TEXT}";

struct EditForm {
  const char *word;
  EditKind kind;
  std::set<std::string> others;  // members beside the word
};

const std::vector<EditForm> &edit_words() {
  static const std::vector<EditForm> forms = {{"rename", EditKind::rename, {"name"}},
                                              {"merge", EditKind::merge, {"name"}},
                                              {"hide", EditKind::hide, {}},
                                              {"split", EditKind::split, {"into"}},
                                              {"reduce", EditKind::reduce, {"linkage"}},
                                              {"note", EditKind::note, {"text"}}};
  return forms;
}

std::int64_t topic_in(const json &value, const manifact_model *model, const std::string &place) {
  if (value.is_number_integer() && value >= 0)
    return topic_called(model, std::to_string(value.get<std::int64_t>()), place);
  if (value.is_string()) return topic_called(model, value.get<std::string>(), place);
  throw Failure(place + "a topic is a number or a title, not " + excerpt(value.dump(), 60));
}

std::vector<std::int64_t> topics_in(const json &value, const manifact_model *model,
                                    const std::string &place) {
  std::vector<std::int64_t> topics;
  if (!value.is_array()) return {topic_in(value, model, place)};
  for (const json &one : value) {
    topics.push_back(topic_in(one, model, place));
    if (std::count(topics.begin(), topics.end(), topics.back()) > 1)
      throw Failure(place + "topic " + std::to_string(topics.back()) + " is given twice");
  }
  return topics;
}

std::int64_t whole_in(const json &value, std::int64_t least, std::int64_t most,
                      const std::string &what) {
  if (!value.is_number_integer() || value < least || value > most)
    throw Failure(what + ": expected a whole number from " + std::to_string(least) + " to " +
                  std::to_string(most) + ", found " + excerpt(value.dump(), 60));
  return value.get<std::int64_t>();
}

const EditForm &form_of(const json &object, const std::string &place) {
  const EditForm *found = nullptr;
  if (object.is_object())
    for (const EditForm &form : edit_words())
      if (object.contains(form.word)) {
        if (found != nullptr)
          throw Failure(place + found->word + " and " + form.word + " are two edits");
        found = &form;
      }
  if (found == nullptr) throw Failure(place + "expected " + edit_forms);
  for (const auto &item : object.items())
    if (item.key() != found->word && !found->others.contains(item.key()))
      throw Failure(place + found->word + " has no member \"" + excerpt(item.key(), 60) + '"');
  return *found;
}

TopicEdit edit_in(const json &object, const manifact_model *model, const std::string &place) {
  const EditForm &form = form_of(object, place);
  TopicEdit edit;
  edit.kind = form.kind;
  edit.place = place;
  const json &value = object[form.word];
  const std::int64_t k = manifact_model_clusters(model);
  if (form.kind != EditKind::reduce) edit.topics = topics_in(value, model, place);
  const bool is_of_one =
      form.kind == EditKind::rename || form.kind == EditKind::split || form.kind == EditKind::note;
  if (is_of_one && value.is_array()) throw Failure(place + form.word + " takes one topic");
  if (form.kind == EditKind::merge && edit.topics.size() < 2)
    throw Failure(place + "merge takes two or more topics");
  if (form.kind == EditKind::hide && edit.topics.empty())
    throw Failure(place + "hide takes one or more topics");
  if (object.contains("name")) {
    if (!object["name"].is_string()) throw Failure(place + "the name must be a text");
    edit.name = object["name"].get<std::string>();
    edit.has_name = true;
  } else if (form.kind == EditKind::rename) {
    throw Failure(place + "rename needs a \"name\"; \"\" removes the name");
  }
  if (form.kind == EditKind::note && !(object.contains("text") && object["text"].is_string()))
    throw Failure(place + "note needs a \"text\"");
  if (form.kind == EditKind::split)
    edit.count = object.contains("into")
                     ? whole_in(object["into"], 2, manifact_model_documents(model), place + "into")
                     : 2;
  if (form.kind == EditKind::reduce) edit.count = whole_in(value, 1, k, place + "reduce");
  if (object.contains("linkage")) {
    const json &word = object["linkage"];
    if (word != "ward" && word != "average")
      throw Failure(place + "the linkage is ward or average");
    edit.linkage = word == "ward" ? MANIFACT_LINKAGE_WARD : MANIFACT_LINKAGE_AVERAGE;
  }
  return edit;
}

// Topics that are hidden or split cannot be named again, and none is named twice.
void refuse_contradictions(const std::vector<TopicEdit> &edits) {
  std::map<std::int64_t, std::string> gone;
  std::set<std::int64_t> named;
  for (const TopicEdit &edit : edits) {
    if (edit.kind == EditKind::note) continue;
    for (const std::int64_t topic : edit.topics) {
      if (const auto found = gone.find(topic); found != gone.end())
        throw Failure(edit.place + "topic " + std::to_string(topic) + " is " + found->second +
                      " by an edit before");
      if (edit.kind == EditKind::rename && !named.insert(topic).second)
        throw Failure(edit.place + "topic " + std::to_string(topic) + " is renamed twice");
      if (edit.kind == EditKind::hide) gone[topic] = "hidden";
      if (edit.kind == EditKind::split) gone[topic] = "split";
    }
  }
}

json parsed_edits(const std::string &path) {
  try {
    return json::parse(std::make_unique<Bytes>(path)->rest());
  } catch (const json::exception &error) {
    const std::string_view text = error.what();
    const std::size_t at = text.find("at line ");
    throw Failure(path + " is not JSON: " +
                  excerpt(at == std::string_view::npos ? text : text.substr(at + 3), 200));
  }
}

// Where the topics of the model are now: -1 hidden.
class CurrentTopics {
 public:
  explicit CurrentTopics(std::int64_t k) : now_(static_cast<std::size_t>(k)) {
    for (std::size_t c = 0; c < now_.size(); ++c) now_[c] = static_cast<std::int64_t>(c);
  }

  std::vector<std::int64_t> of(const TopicEdit &edit) const {
    std::vector<std::int64_t> topics;
    for (const std::int64_t topic : edit.topics) {
      const std::int64_t now = now_[static_cast<std::size_t>(topic)];
      if (now < 0)
        throw Failure(edit.place + "topic " + std::to_string(topic) +
                      " is hidden by an edit before");
      if (std::find(topics.begin(), topics.end(), now) == topics.end()) topics.push_back(now);
    }
    if (edit.kind == EditKind::merge && topics.size() < 2)
      throw Failure(edit.place + "these topics are one already, by an edit before");
    return topics;
  }

  void follow(const manifact_model *model) {
    const std::int64_t *map = nullptr;
    std::int64_t n_before = 0;
    manifact_model_edit(model, manifact_model_edit_count(model) - 1, nullptr, &map, &n_before);
    for (std::int64_t &now : now_)
      if (now >= 0 && now < n_before) now = map[now];
  }

 private:
  std::vector<std::int64_t> now_;
};

}  // namespace

std::vector<TopicEdit> read_topic_edits(const std::string &path, const manifact_model *model) {
  const json all = parsed_edits(path);
  if (!all.is_object() || !all.contains("edits") || !all["edits"].is_array())
    throw Failure(path + ": expected {\"version\": 1, \"edits\": [...]}");
  if (!all.contains("version") || all["version"] != edits_version)
    throw Failure(path + ": expected \"version\": 1, the only version of edits, found " +
                  (all.contains("version") ? excerpt(all["version"].dump(), 60) : "none"));
  for (const auto &item : all.items())
    if (item.key() != "version" && item.key() != "edits")
      throw Failure(path + ": there is no member \"" + excerpt(item.key(), 60) +
                    "\"; expected \"version\" and \"edits\"");
  std::vector<TopicEdit> edits;
  for (const json &object : all["edits"])
    edits.push_back(
        edit_in(object, model, path + ", edit " + std::to_string(edits.size() + 1) + ": "));
  if (edits.empty()) throw Failure(path + " has no edits");
  refuse_contradictions(edits);
  if (std::erase_if(edits, [](const TopicEdit &edit) { return edit.kind == EditKind::note; }) > 0 &&
      edits.empty())
    throw Failure(path + " has only notes, which do not change the model");
  return edits;
}

Model edited(const Session &session, const std::vector<TopicEdit> &edits,
             const manifact_model *model, const manifact_matrix *X) {
  CurrentTopics current(manifact_model_clusters(model));
  Model held;
  const auto replace = [&](const TopicEdit &edit, auto &&make) {
    manifact_model *made = nullptr;
    const int status = make(held ? held.get() : model, &made);
    Model next(made);
    try {
      session.check(status);
    } catch (const Failure &failure) {
      throw Failure(edit.place + failure.text, failure.code);
    }
    held = std::move(next);
    current.follow(held.get());
  };
  manifact_context *const context = session.context();
  for (const TopicEdit &edit : edits) {
    session.stoppable();
    const std::vector<std::int64_t> topics = current.of(edit);
    replace(edit, [&](const manifact_model *from, manifact_model **out) {
      const std::int64_t first = topics.empty() ? 0 : topics.front();
      switch (edit.kind) {
        case EditKind::rename:
          return manifact_model_rename(context, from, first, edit.name.c_str(), out);
        case EditKind::merge:
          return manifact_model_merge(context, from, topics.data(), std::ssize(topics), X, out);
        case EditKind::hide:
          return manifact_model_hide(context, from, topics.data(), std::ssize(topics), out);
        case EditKind::split:
          return manifact_model_split(context, from, first, edit.count, X, out);
        default:
          return manifact_model_reduce(context, from, edit.linkage, edit.count, X, out);
      }
    });
    if (edit.kind == EditKind::merge && edit.has_name) {
      TopicEdit rename = edit;
      rename.kind = EditKind::rename;
      const std::int64_t merged = current.of(rename).front();
      replace(edit, [&](const manifact_model *from, manifact_model **out) {
        return manifact_model_rename(context, from, merged, edit.name.c_str(), out);
      });
    }
  }
  return held;
}

}  // namespace cli
