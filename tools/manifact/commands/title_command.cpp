#include "commands/title_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <deque>
#include <future>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "report/topics.hpp"
#include "terminal/child.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t at_once = 4;            // commands
constexpr std::size_t longest_output = 4096;  // bytes
constexpr std::int64_t longest_title = 100;   // characters
constexpr std::size_t most_documents = 5, most_terms = 10, longest_reason = 160;
constexpr const char *option_name = "--title-command";

std::int64_t characters_in(std::string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

// The title in the output of a command, or why there is none.
struct TitleAnswer {
  std::string title, reason;
};

TitleAnswer title_in(const Answer &answer) {
  if (!answer.reason.empty()) {
    const std::string said = excerpt(answer.errors, longest_reason);
    return {"", answer.reason + (said.empty() ? "" : ": " + said)};
  }
  std::string_view text = answer.text;
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  if (text.empty()) return {"", "it printed no title"};
  if (broken_parts(text) > 0) return {"", "what it printed is not UTF-8"};
  if (text.find('\n') != std::string_view::npos) return {"", "it printed several lines"};
  if (escaped(text) != text) return {"", "its title has control characters"};
  if (characters_in(text) > longest_title)
    return {"", "its title has more than " + std::to_string(longest_title) + " characters"};
  return {std::string(text), ""};
}

// A topic or a parent that needs a title.
struct Question {
  std::string place;    // "topic 3", for messages
  std::string own;      // the title that it has
  ordered_json object;  // for the command
  std::string title = "";
};

// Runs the command on some questions, several at a time, in their order; not if it is lost.
std::vector<TitleAnswer> answers_of(const std::vector<std::string> &words, double seconds,
                                    const std::vector<std::string> &inputs, bool &is_lost,
                                    Progress &progress) {
  std::atomic<bool> stop{false};
  std::deque<std::future<Answer>> running;  // destroyed first, which waits for them
  struct AtEnd {
    std::atomic<bool> &stop;
    ~AtEnd() { stop = true; }
  } const at_end{stop};
  const auto start = [&](const std::string &input) {
    running.push_back(std::async(std::launch::async, [&words, &stop, seconds, &input] {
      return answer_of(words, input, longest_output, seconds, stop, option_name);
    }));
  };
  std::vector<TitleAnswer> answers;
  std::size_t started = 0, late = 0;
  while (answers.size() < inputs.size()) {
    for (; !is_lost && started < inputs.size() && running.size() < at_once; ++started)
      start(inputs[started]);
    if (running.empty()) {
      answers.push_back({"", "not asked, as the command did not answer in time before"});
      continue;
    }
    const Answer answer = running.front().get();
    running.pop_front();
    late += answer.is_late ? 1 : 0;
    answers.push_back(title_in(answer));
    // A service that does not answer is not asked for each topic.
    is_lost = is_lost || (late == answers.size() && late >= at_once);
    progress.advance(std::ssize(answers), std::ssize(inputs));
  }
  return answers;
}

// Titles that are taken, in any case of the letters A to Z.
class TakenTitles {
 public:
  bool take(const std::string &title) {
    if (!taken_.insert(lower_case(title)).second) return false;
    titles_.push_back(title);
    return true;
  }
  const std::vector<std::string> &titles() const { return titles_; }

 private:
  std::set<std::string> taken_;
  std::vector<std::string> titles_;
};

// Asks about all questions, once more about those whose answer is taken, and tells those that keep
// their titles.
class Asking {
 public:
  Asking(Session &session, const TitleOptions &options)
      : session_(session), words_(title_words(options)), seconds_(options.seconds) {}

  void take(const std::string &title) { taken_.take(title); }

  void ask(std::vector<Question> &questions) {
    session_.progress().begin("asking for titles", false);
    std::vector<std::size_t> all(questions.size()), again;
    for (std::size_t q = 0; q < all.size(); ++q) all[q] = q;
    again = ask(questions, all, "");
    ask(questions, again, "its title is that of another topic, twice");
    session_.progress().clear();
  }

  // One warning for those with the same reason.
  void tell() const {
    for (const auto &[reason, places] : kept_) {
      constexpr std::size_t most = 5;
      std::string all;
      for (std::size_t i = 0; i < std::min(most, places.size()); ++i)
        all += (i > 0 ? ", " : "") + places[i];
      if (places.size() > most) all += " and " + std::to_string(places.size() - most) + " others";
      session_.warn(std::string(option_name) + ": " + all +
                    (places.size() == 1 ? " keeps the title made from its texts: "
                                        : " keep the titles made from their texts: ") +
                    escaped(reason));
    }
  }

 private:
  // Returns the questions whose answers are taken, unless there is a reason to give up on them.
  std::vector<std::size_t> ask(std::vector<Question> &questions,
                               const std::vector<std::size_t> &which, const std::string &give_up) {
    std::vector<std::string> inputs;
    for (const std::size_t q : which) {
      questions[q].object["taken"] = taken_.titles();
      inputs.push_back(
          questions[q].object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n');
    }
    const std::vector<TitleAnswer> answers =
        answers_of(words_, seconds_, inputs, is_lost_, session_.progress());
    std::vector<std::size_t> again;
    for (std::size_t i = 0; i < which.size(); ++i) {
      Question &question = questions[which[i]];
      if (!answers[i].reason.empty())
        keep(question, answers[i].reason);
      else if (taken_.take(answers[i].title))
        question.title = answers[i].title;
      else if (give_up.empty())
        again.push_back(which[i]);
      else
        keep(question, give_up);
    }
    return again;
  }

  void keep(const Question &question, const std::string &reason) {
    taken_.take(question.own);
    const auto known = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const auto &each) { return each.first == reason; });
    if (known == kept_.end())
      kept_.push_back({reason, {question.place}});
    else
      known->second.push_back(question.place);
  }

  Session &session_;
  std::vector<std::string> words_;
  double seconds_;
  bool is_lost_ = false;  // the first commands were all late
  TakenTitles taken_;
  std::vector<std::pair<std::string, std::vector<std::string>>> kept_;  // by reason
};

ordered_json phrases_in(const std::string &title) {
  ordered_json phrases = ordered_json::array();
  std::string_view rest = title;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    phrases.push_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 2, rest.size()));
  }
  return phrases;
}

// What a command receives about topics, which are one or those below a parent.
class Describing {
 public:
  Describing(const ModelSummary &findings, const Documents &documents)
      : findings_(findings), model_(findings.model), documents_(documents) {}

  Question topic(std::int64_t topic) const {
    const auto c = static_cast<std::size_t>(topic);
    const std::string phrases = topic_phrases(model_, c);
    return {"topic " + std::to_string(topic), topic_title(model_, c),
            ordered_json{{"version", 1},
                         {"kind", "topic"},
                         {"topic", topic},
                         {"size", manifact_model_sizes(model_)[c]},
                         {"title", topic_title(model_, c)},
                         {"phrases", phrases_in(phrases)},
                         {"terms", top_term_names(findings_, c, "feature ")},
                         {"documents", documents({topic})}}};
  }

  Question parent(const std::vector<std::int64_t> &topics) const {
    std::int64_t size = 0;
    ordered_json titles = ordered_json::array(), phrases = titles, terms = titles;
    for (const std::int64_t topic : topics) {
      const auto c = static_cast<std::size_t>(topic);
      size += manifact_model_sizes(model_)[c];
      titles.push_back(topic_title(model_, c));
      for (const ordered_json &phrase : phrases_in(topic_phrases(model_, c)))
        phrases.push_back(phrase);
    }
    // The first terms of all topics, then the second ones.
    for (std::size_t rank = 0; rank < most_terms && terms.size() < most_terms; ++rank)
      for (const std::int64_t topic : topics) {
        const auto names = top_term_names(findings_, static_cast<std::size_t>(topic), "feature ");
        if (rank < names.size() && terms.size() < most_terms &&
            std::find(terms.begin(), terms.end(), names[rank]) == terms.end())
          terms.push_back(names[rank]);
      }
    std::ostringstream place;
    place << "the parent of topics";
    for (const std::int64_t topic : topics) place << ' ' << topic;
    return {excerpt(place.str(), 60), "",
            ordered_json{{"version", 1},
                         {"kind", "parent"},
                         {"topics", topics},
                         {"size", size},
                         {"titles", std::move(titles)},
                         {"phrases", std::move(phrases)},
                         {"terms", std::move(terms)},
                         {"documents", documents(topics)}}};
  }

 private:
  // Typical ones, the first of each topic before the second ones.
  ordered_json documents(const std::vector<std::int64_t> &topics) const {
    ordered_json list = ordered_json::array();
    for (std::size_t rank = 0; rank < most_documents; ++rank)
      for (const std::int64_t topic : topics) {
        const auto &typical = findings_.representatives[static_cast<std::size_t>(topic)];
        if (rank < typical.size() && list.size() < most_documents)
          list.push_back(document(typical[rank]));
      }
    return list;
  }

  ordered_json document(std::int64_t number) const {
    const auto i = static_cast<std::size_t>(number);
    ordered_json object{{"document", number}};
    if (!documents_.ids.empty()) object["id"] = documents_.ids[i];
    if (!documents_.excerpts.empty()) object["text"] = documents_.excerpts[i];
    return object;
  }

  const ModelSummary &findings_;
  const manifact_model *model_;
  const Documents &documents_;
};

// The file that a shell would run.
bool can_be_run(const std::string &program) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  const char *const path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "/usr/bin:/bin" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string folder(end == 0 ? "." : folders.substr(0, end));
    if (::access((folder + '/' + program).c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

}  // namespace

void add_title_command(Command &command, TitleOptions &options) {
  command.option("--title-command", "CMD", options.command,
                 "Run CMD for each topic, and for each parent in the tree,\nwith what is known of "
                 "it as JSON on standard input; the\nline that it prints is the title");
  command.option("--title-timeout", "SECONDS", options.seconds,
                 "The time of CMD for one title [60]");
}

std::vector<std::string> title_words(const TitleOptions &options) {
  std::vector<std::string> words;
  if (!cut_words(*options.command, words))
    throw Failure(std::string(option_name) + ": a quote is not closed");
  if (words.empty() || words.front().empty())
    throw Failure(std::string(option_name) + ": the command is empty");
  if (!can_be_run(words.front()))
    throw Failure(std::string(option_name) + ": there is no program " + escaped(words.front()) +
                  " that can be run");
  constexpr double longest_time = 86400;
  if (!(options.seconds > 0 && options.seconds <= longest_time))
    throw Failure("--title-timeout " + exact_number(options.seconds) +
                  ": expected seconds above 0, at most 86400");
  return words;
}

Model with_outside_titles(Session &session, const TitleOptions &options, Model model,
                          const std::vector<std::int64_t> &topics, const Documents &documents,
                          ModelSummary &findings) {
  const std::set<std::int64_t> asked(topics.begin(), topics.end());
  Asking asking(session, options);
  for (std::int64_t c = 0; c < manifact_model_clusters(model.get()); ++c)
    if (!asked.contains(c)) asking.take(topic_title(model.get(), static_cast<std::size_t>(c)));
  std::vector<Question> questions;
  for (const std::int64_t topic : topics)
    questions.push_back(Describing(findings, documents).topic(topic));
  asking.ask(questions);
  for (std::size_t q = 0; q < questions.size(); ++q) {
    if (questions[q].title.empty()) continue;
    manifact_model *named = nullptr;
    session.check(manifact_model_rename(session.stoppable(), model.get(), topics[q],
                                        questions[q].title.c_str(), &named));
    model.reset(named);
  }
  findings.model = model.get();
  questions.clear();
  const std::vector<std::vector<std::int64_t>> parents = topics_of_parents(session, model.get());
  for (const std::vector<std::int64_t> &below : parents)
    questions.push_back(Describing(findings, documents).parent(below));
  asking.ask(questions);
  for (std::size_t q = 0; q < questions.size(); ++q) {
    if (questions[q].title.empty()) continue;
    manifact_model *named = nullptr;
    session.check(manifact_model_rename_group(session.stoppable(), model.get(), parents[q].data(),
                                              std::ssize(parents[q]), questions[q].title.c_str(),
                                              &named));
    model.reset(named);
  }
  findings.model = model.get();
  asking.tell();
  return model;
}

Model with_titles_asked(Session &session, const TitleOptions &options, Model model,
                        const Documents &documents, ModelSummary &findings) {
  if (!options.command) return model;
  const std::vector<std::int64_t> topics = unnamed_topics(model.get());
  return with_outside_titles(session, options, std::move(model), topics, documents, findings);
}

std::vector<std::int64_t> unnamed_topics(const manifact_model *model) {
  std::vector<std::int64_t> topics;
  for (std::int64_t c = 0; c < manifact_model_clusters(model); ++c)
    if (topic_name(model, static_cast<std::size_t>(c)).empty()) topics.push_back(c);
  return topics;
}

}  // namespace cli
