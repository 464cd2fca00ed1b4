#include "commands/seed_words.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "commands/document_names.hpp"
#include "readers/cell_values.hpp"
#include "readers/lines.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr double most_weight = 1e6;

double seed_weight(double weight, const std::string &at, const std::string &written) {
  if (weight > 0 && weight <= most_weight) return weight;
  throw Failure(at + "the weight " + escaped(written) + " is not above 0 and at most 1000000");
}

// The words of a line after the colon.
class SeedLine {
 public:
  SeedLine(std::string_view text, std::string at) : text_(text), at_(std::move(at)) {}

  std::vector<SeedFile::Word> words() {
    std::vector<SeedFile::Word> all;
    for (skip_blanks(); !text_.empty(); skip_blanks()) {
      all.push_back(word());
      skip_blanks();
      if (text_.empty()) break;
      if (text_.front() != ',')
        throw Failure(at_ + "expected a comma before \"" + escaped(text_.substr(0, 40)) +
                      "\"; phrases are in quotes");
      text_.remove_prefix(1);
    }
    return all;
  }

 private:
  void skip_blanks() {
    text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r"), text_.size()));
  }

  SeedFile::Word word() {
    std::string text;
    if (text_.front() == '"') {
      const std::size_t end = text_.find('"', 1);
      if (end == std::string_view::npos) throw Failure(at_ + "a quote has no end");
      text = text_.substr(1, end - 1);
      text_.remove_prefix(end + 1);
    } else {
      const std::size_t end = std::min(text_.find_first_of(",^"), text_.size());
      text = trimmed_cell(text_.substr(0, end));
      text_.remove_prefix(end);
    }
    if (trimmed_cell(text).empty()) throw Failure(at_ + "a word is empty");
    return {std::move(text), weight()};
  }

  double weight() {
    if (!text_.starts_with('^')) return 1;
    text_.remove_prefix(1);
    const std::string_view written = trimmed_cell(text_.substr(0, text_.find(',')));
    double number = 0;
    const auto [end, error] =
        std::from_chars(written.data(), written.data() + written.size(), number);
    if (error != std::errc() || end != written.data() + written.size())
      throw Failure(at_ + "the weight \"" + escaped(written.substr(0, 40)) + "\" is not a number");
    text_.remove_prefix(std::min(text_.find(','), text_.size()));
    return seed_weight(number, at_, std::string(written));
  }

  std::string_view text_;
  std::string at_;
};

std::vector<SeedFile::Word> words_of_json(const ordered_json &value, const std::string &at) {
  std::vector<SeedFile::Word> words;
  if (!value.is_structured())
    throw Failure(at + "expected a list of words, or an object of words and weights");
  for (const auto &item : value.items()) {
    const bool is_weighted = value.is_object();
    if (is_weighted ? !item.value().is_number() : !item.value().is_string())
      throw Failure(at + (is_weighted
                              ? "the weight of \"" + escaped(item.key()) + "\" is not a number"
                              : "expected words in quotes"));
    const std::string text = is_weighted ? item.key() : item.value().get<std::string>();
    if (trimmed_cell(text).empty()) throw Failure(at + "a word is empty");
    const double weight = is_weighted ? item.value().get<double>() : 1;
    words.push_back({text, seed_weight(weight, at, item.value().dump())});
  }
  return words;
}

void add_topic(SeedFile &file, SeedFile::Topic topic, const std::string &at) {
  if (topic.name.empty()) throw Failure(at + "a topic has no name");
  for (const SeedFile::Topic &other : file.topics)
    if (other.name == topic.name)
      throw Failure(at + "the topic " + escaped(topic.name) +
                    " is given twice; give its words once");
  file.topics.push_back(std::move(topic));
}

// An object keeps only one of two members with the same name.
ordered_json::parser_callback_t refuse_repeated(const std::string &path) {
  const auto names = std::make_shared<std::vector<std::set<std::string>>>();
  return [path, names](int depth, ordered_json::parse_event_t event, ordered_json &value) {
    const auto level = static_cast<std::size_t>(depth);
    if (names->size() <= level + 1) names->resize(level + 2);
    if (event == ordered_json::parse_event_t::object_start) (*names)[level + 1].clear();
    if (event != ordered_json::parse_event_t::key) return true;
    const std::string name(trimmed_cell(value.get<std::string>()));
    if ((*names)[level].insert(name).second) return true;
    throw Failure(path + ": " +
                  (depth == 1
                       ? "the topic " + escaped(name) + " is given twice; give its words once"
                       : "the word \"" + escaped(name) + "\" is given twice in a topic"));
  };
}

void add_json(SeedFile &file, const std::string &text) {
  const ordered_json whole = ordered_json::parse(text, refuse_repeated(file.path), false);
  if (!whole.is_object())
    throw Failure(file.path +
                  ": it begins as JSON, but is no object {\"topic\": [\"word\", ...], ...}");
  for (const auto &item : whole.items()) {
    const std::string at = file.path + ": " + escaped(item.key()) + ": ";
    add_topic(file, {std::string(trimmed_cell(item.key())), words_of_json(item.value(), at)}, at);
  }
}

// A seed as columns of the matrix.
struct SeedColumns {
  std::vector<std::int64_t> terms, offsets{0};
  std::vector<std::int32_t> topics;
  std::vector<double> weights;

  void add(const std::vector<std::int64_t> &columns, std::size_t topic, double weight) {
    terms.insert(terms.end(), columns.begin(), columns.end());
    offsets.push_back(std::ssize(terms));
    topics.push_back(static_cast<std::int32_t>(topic));
    weights.push_back(weight);
  }
};

std::size_t blanks_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
}

// The terms that the vectorizer of the texts finds in a seed: the whole phrase if it is a term,
// else all of its words.
class TermsOfTexts {
 public:
  TermsOfTexts(const Session &session, const Data &data) : session_(session), data_(data) {}

  std::vector<std::int64_t> operator()(const std::string &text) const {
    Batch batch;
    batch.add(text);
    manifact_matrix *handle = nullptr;
    session_.check(manifact_vectorizer_transform(session_.context(), data_.vectorizer.get(),
                                                 batch.bytes.data(), batch.offsets.data(),
                                                 batch.count(), &handle));
    const Matrix row(handle);
    const std::int64_t count = manifact_matrix_entries(handle);
    std::vector<std::int64_t> columns(static_cast<std::size_t>(count));
    session_.check(manifact_matrix_copy_rows(handle, 0, 1, columns.data(), MANIFACT_INT64, nullptr,
                                             MANIFACT_DOUBLE, count));
    std::size_t words = 0, longest = 0;
    for (const std::int64_t column : columns) {
      const std::size_t blanks = blanks_in(name(column));
      words += blanks == 0 ? 1 : 0;
      longest = std::max(longest, blanks + 1);
    }
    const std::size_t kept = longest >= words && words > 1 ? longest : 1;
    std::erase_if(columns,
                  [&](std::int64_t column) { return blanks_in(name(column)) + 1 != kept; });
    return columns;
  }

 private:
  const std::string &name(std::int64_t column) const {
    return data_.feature_names[static_cast<std::size_t>(column)];
  }

  const Session &session_;
  const Data &data_;
};

// The columns of a matrix with names, by name.
std::vector<std::int64_t> column_named(const std::vector<std::string> &names,
                                       const std::string &text) {
  const auto position = [&](const auto &found) -> std::vector<std::int64_t> {
    if (found == names.end()) return {};
    return {found - names.begin()};
  };
  const auto exact = std::find(names.begin(), names.end(), text);
  if (exact != names.end()) return position(exact);
  const std::string lower = lower_case(text);
  return position(std::find_if(names.begin(), names.end(),
                               [&](const std::string &name) { return lower_case(name) == lower; }));
}

SeedColumns columns_of_seeds(Session &session, const SeedFile &seeds, const Data &data,
                             const std::string &input) {
  if (data.feature_names.empty())
    throw Failure("--seed-words " + seeds.path + ": the features of " + input +
                  " have no names; --terms gives them");
  const TermsOfTexts of_texts(session, data);
  SeedColumns columns;
  for (std::size_t t = 0; t < seeds.topics.size(); ++t)
    for (const SeedFile::Word &word : seeds.topics[t].words) {
      const std::vector<std::int64_t> found = data.vectorizer != nullptr
                                                  ? of_texts(word.text)
                                                  : column_named(data.feature_names, word.text);
      if (found.empty()) {
        session.note(seeds.path + ": \"" + escaped(word.text) + "\" of " +
                     escaped(seeds.topics[t].name) + " is not in the vocabulary" +
                     did_you_mean(word.text, data.feature_names));
        continue;
      }
      columns.add(found, t, word.weight);
    }
  if (columns.topics.empty())
    throw Failure("--seed-words " + seeds.path + ": none of its words is in the vocabulary of " +
                  input + "; a word must be in two documents at least, and no stop word");
  return columns;
}

// What became of the topics, in one line.
void tell_topics(Session &session, const SeedFile &seeds, const SeededLabels &labels,
                 std::int64_t free) {
  std::string told, missing;
  for (const SeedTopic &topic : labels.topics) {
    if (topic.topic < 0) {
      missing += (missing.empty() ? "" : ", ") + escaped(topic.name);
      continue;
    }
    told += (told.empty() ? "" : "; ") + std::to_string(topic.topic) + " is " +
            escaped(topic.name) + " (" + counted(topic.labels, "label") + " of " +
            counted(topic.matched, "document") + " with its words" +
            (labels.has_given ? ", " + std::to_string(topic.given) + " given" : "") + ')';
  }
  if (!told.empty())
    session.note(seeds.path + ": topic " + told +
                 (free > 0 ? "; " + std::to_string(free) + " free" : ""));
  if (!missing.empty())
    session.note(seeds.path + ": no document has the words of " + missing +
                 " alone or with words like those of others, so that it has no topic of its own");
  if (told.empty())
    session.warn("--seed-words " + seeds.path +
                 ": no document gets a label, so that its words have no effect");
}

// Of two topics with equal words neither gets documents.
void tell_equal_topics(Session &session, const SeedFile &seeds, const SeedColumns &columns) {
  using Seeds = std::multiset<std::pair<std::vector<std::int64_t>, double>>;
  std::vector<Seeds> of_topics(seeds.topics.size());
  for (std::size_t s = 0; s < columns.topics.size(); ++s)
    of_topics[static_cast<std::size_t>(columns.topics[s])].emplace(
        std::vector<std::int64_t>(columns.terms.begin() + columns.offsets[s],
                                  columns.terms.begin() + columns.offsets[s + 1]),
        columns.weights[s]);
  for (std::size_t a = 0; a < of_topics.size(); ++a)
    for (std::size_t b = a + 1; b < of_topics.size(); ++b)
      if (!of_topics[a].empty() && of_topics[a] == of_topics[b])
        session.note(seeds.path + ": " + escaped(seeds.topics[a].name) + " and " +
                     escaped(seeds.topics[b].name) +
                     " have the same words, which therefore distinguish neither");
}

}  // namespace

SeedFile read_seed_file(const std::string &file) {
  SeedFile seeds;
  seeds.path = input_name(file);
  Lines lines(std::make_unique<Bytes>(file));
  std::string json;
  for (std::string_view line; lines.next(line);) {
    const std::string_view text = trimmed_cell(line);
    if (!json.empty() || (seeds.topics.empty() && text.starts_with('{'))) {
      json.append(line).append("\n");
      continue;
    }
    if (text.empty() || text.front() == '#') continue;
    const std::string at = lines.place() + ": ";
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
      throw Failure(at + "expected \"topic: word, word\", found \"" + escaped(text.substr(0, 60)) +
                    '"');
    add_topic(seeds,
              {std::string(trimmed_cell(text.substr(0, colon))),
               SeedLine(text.substr(colon + 1), at).words()},
              at);
  }
  if (!json.empty()) add_json(seeds, json);
  if (seeds.topics.empty()) throw Failure(seeds.path + " has no topics");
  return seeds;
}

SeededLabels labels_by_seeds(Session &session, const SeedFile &seeds, const Data &data,
                             const std::string &input, std::int64_t clusters) {
  const auto n_topics = std::ssize(seeds.topics);
  if (clusters < n_topics)
    throw Failure("-k " + std::to_string(clusters) + " is less than the " +
                  counted(n_topics, "topic") + " of " + seeds.path + "; give -k " +
                  std::to_string(n_topics) + " or more");
  const SeedColumns columns = columns_of_seeds(session, seeds, data, input);
  tell_equal_topics(session, seeds, columns);
  const std::int64_t n = manifact_matrix_rows(data.X.get());
  SeededLabels found;
  found.numbers.resize(static_cast<std::size_t>(n));
  std::vector<std::int64_t> matched(seeds.topics.size()), chosen(seeds.topics.size());
  session.check_input(
      manifact_seed_labels(session.stoppable(), data.X.get(), columns.terms.data(),
                           columns.offsets.data(), columns.topics.data(), columns.weights.data(),
                           std::ssize(columns.topics), n_topics, clusters, found.numbers.data(), n,
                           matched.data(), chosen.data()),
      input);
  for (std::size_t t = 0; t < seeds.topics.size(); ++t)
    found.topics.push_back(
        {.name = seeds.topics[t].name, .matched = matched[t], .labels = chosen[t]});
  return found;
}

void number_seed_topics(Session &session, const SeedFile &seeds, const KnownLabels &labels,
                        std::int64_t clusters, SeededLabels &found) {
  std::vector<bool> has_labels(labels.names.size());
  for (const std::int32_t label : labels.numbers)
    if (label >= 0) has_labels[static_cast<std::size_t>(label)] = true;
  const auto all = std::ssize(labels.names);
  if (clusters < all)
    throw Failure("-k " + std::to_string(clusters) + " is less than the " +
                  counted(std::ssize(seeds.topics), "topic") + " of " + seeds.path + " and " +
                  std::to_string(all - std::ssize(seeds.topics)) +
                  " other classes of --labels, such as " + escaped(labels.names.back()) +
                  "; give -k " + std::to_string(all) + " or more");
  std::int64_t number = 0;
  for (std::size_t t = 0; t < found.topics.size(); ++t)
    if (has_labels[t]) found.topics[t].topic = number++;
  tell_topics(session, seeds, found,
              clusters - std::count(has_labels.begin(), has_labels.end(), true));
}

Model with_seed_names(const Session &session, Model model, SeededLabels &seeds) {
  for (const SeedTopic &topic : seeds.topics) {
    if (topic.topic < 0) continue;
    manifact_model *named = nullptr;
    session.check(manifact_model_rename(session.context(), model.get(), topic.topic,
                                        topic.name.c_str(), &named));
    model.reset(named);
  }
  return model;
}

}  // namespace cli
