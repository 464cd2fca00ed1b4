#include "commands/follow.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "commands/corpus.hpp"
#include "commands/line_requests.hpp"
#include "output/file.hpp"
#include "readers/encoding.hpp"
#include "readers/formats.hpp"
#include "report/answers.hpp"
#include "report/feature_names.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_lines = 64;  // that are assigned at once at most
constexpr std::int64_t shown_terms = 10;

struct Request {
  std::int64_t line = 0;
  std::string id, error;
  std::string text;
  std::vector<double> numbers;
};

class Follower {
 public:
  Follower(Session &session, const manifact_model *model, const InputOptions &options,
           const Following &following)
      : session_(session),
        model_(model),
        following_(following),
        format_(format_of_word(options.format)),
        reading_(reading_of(options)),
        is_of_text_(manifact_model_vectorizer(model) != nullptr),
        topics_(topics_of(session, model, shown_terms)),
        features_(names_of_features(model)) {
    if (format_ != Format::automatic && format_ != Format::json && format_ != Format::json_lines &&
        format_ != Format::lines)
      throw Failure("--follow reads lines of text or JSON: --format is auto, lines or jsonl, not " +
                    options.format);
    if (is_of_text_ && manifact_model_vector_columns(model) > 0)
      session.warn(
          "--follow reads no vectors: words alone are used; the model was fitted with "
          "vectors");
    reading_.encoding = "utf-8";  // each line is decoded before
  }

  void run(ArrivingLines &lines) {
    for (;;) {
      const std::vector<ArrivingLines::Line> arrived = lines.next(most_lines);
      if (arrived.empty()) break;
      std::vector<Request> requests;
      for (const ArrivingLines::Line &line : arrived) requests.push_back(read(line));
      print(answer(requests));
    }
    if (wrong_ > 0)
      session_.note(counted(wrong_, "line") + " of " + lines.name() +
                    " could not be read; the answers say why");
  }

 private:
  Request read(const ArrivingLines::Line &line) {
    Request request;
    request.line = line.number;
    try {
      if (line.is_too_long) throw Failure("the line is longer than 64 MB");
      const std::string text = in_utf8(line);
      const std::size_t first = text.find_first_not_of(" \t");
      const bool is_object = first != std::string::npos && text[first] == '{';
      if (!is_of_text_) {
        LineNumbers found = numbers_in(text, manifact_model_features(model_), reading_);
        request.id = std::move(found.id);
        request.numbers = std::move(found.numbers);
      } else {
        const bool is_json = format_ == Format::json || format_ == Format::json_lines ||
                             (format_ == Format::automatic && is_object);
        LineRequest found = request_in(text, is_json, reading_);
        hold_id_field(line.number, found);
        request.id = std::move(found.id);
        request.text = std::move(found.text);
        tell_fields(line.number, found.fields);
      }
    } catch (const Failure &failure) {
      if (failure.code == cancelled) throw;
      request.error = failure.text;
    }
    return request;
  }

  // Of a model that keeps no fields, those of each line are guessed: each guess is noted once.
  void tell_fields(std::int64_t line, const std::string &fields) {
    constexpr std::size_t most = 8;
    if (fields.empty() || reading_.fields.text || reading_.usual.text) return;
    if (told_.size() >= most || !told_.insert(fields).second || fields == "text") return;
    session_.note("the text of line " + std::to_string(line) + " is read from " + escaped(fields) +
                  "; --text-field names the fields of all lines");
  }

  // The field of the model, or of the first id, is that of all, even if another line has one that
  // could be its id.
  void hold_id_field(std::int64_t line, LineRequest &found) {
    if (found.id_field.empty() || reading_.fields.id) return;
    if (id_field_.empty()) {
      const bool is_guess = !reading_.usual.id && found.id_field != "id";
      if (!reading_.usual.id) reading_.usual.id = found.id_field;
      id_field_ = *reading_.usual.id;
      if (is_guess)
        session_.note("the ids of lines are read from " + escaped(id_field_) +
                      "; --id-field names another field");
    }
    if (found.id_field == id_field_) return;
    found.id.clear();
    if (std::exchange(is_other_id_told_, true)) return;
    session_.note("line " + std::to_string(line) + " has no id in the field \"" +
                  escaped(id_field_) + "\", from which ids are read, but in \"" +
                  escaped(found.id_field) +
                  "\": answers to such lines have no id; --id-field names the field of all lines");
  }

  // A line in another encoding is decoded, as a file is; the first guess is noted.
  std::string in_utf8(const ArrivingLines::Line &line) {
    std::string text = line.text;
    const std::string found = detected_encoding(text + '\n');
    if (found.starts_with("UTF-16"))
      throw Failure("the line is UTF-16; --follow reads lines of UTF-8");
    if (!is_utf8(found) && !std::exchange(is_guess_told_, true))
      session_.note("line " + std::to_string(line.number) + " is read as " + shown_encoding(found) +
                    ", as are others that are not UTF-8; iconv -t utf-8 converts other encodings");
    std::int64_t ignored = 0;
    decode(text, found, ignored);
    return text;
  }

  Matrix matrix_of(const std::vector<const Request *> &some) {
    manifact_matrix *handle = nullptr;
    if (is_of_text_) {
      Batch batch;
      for (const Request *request : some) batch.add(request->text);
      session_.check(manifact_vectorizer_transform(
          session_.stoppable(), manifact_model_vectorizer(model_), batch.bytes.data(),
          batch.offsets.data(), batch.count(), &handle));
      return Matrix(handle);
    }
    std::vector<double> values;
    for (const Request *request : some)
      values.insert(values.end(), request->numbers.begin(), request->numbers.end());
    const std::int64_t columns = manifact_model_features(model_);
    session_.check(manifact_matrix_create_dense(session_.context(), std::ssize(some), columns,
                                                columns, 1, values.data(), MANIFACT_DOUBLE,
                                                MANIFACT_COPY, nullptr, nullptr, &handle));
    return Matrix(handle);
  }

  // An answer for each request, in their order.
  std::string answer(std::vector<Request> &requests) {
    std::vector<const Request *> good;
    for (const Request &request : requests)
      if (request.error.empty()) good.push_back(&request);
    Answers answers;
    answers.features = features_;
    std::vector<double> proportions;
    try {
      if (!good.empty())
        assign_rows(session_, model_, matrix_of(good).get(), following_.min_membership,
                    following_.explain, "the line", answers, proportions);
    } catch (const Failure &failure) {
      if (failure.code == cancelled) throw;
      if (requests.size() > 1) return answer_each(requests);
      requests.front().error = failure.text;
    }
    std::string text;
    std::size_t row = 0;
    for (const Request &request : requests) {
      ordered_json object = {{"line", request.line}};
      if (!request.id.empty()) object["id"] = request.id;
      if (request.error.empty())
        object.update(answer_object(answers, topics_, row++));
      else
        object["error"] = request.error;
      wrong_ += request.error.empty() ? 0 : 1;
      text += object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
    }
    return text;
  }

  std::string answer_each(std::vector<Request> &requests) {
    std::string text;
    for (Request &request : requests) {
      std::vector<Request> one;
      one.push_back(std::move(request));
      text += answer(one);
    }
    return text;
  }

  Session &session_;
  const manifact_model *model_;
  Following following_;
  Format format_;
  Reading reading_;
  bool is_of_text_;
  TopicNames topics_;
  std::vector<std::string> features_;
  std::int64_t wrong_ = 0;
  bool is_guess_told_ = false, is_other_id_told_ = false;
  std::string id_field_;        // of the model, or of the first id
  std::set<std::string> told_;  // the fields of texts
};

}  // namespace

void follow(Session &session, const manifact_model *model, const InputOptions &options,
            const Following &following) {
  if (!options.more_inputs.empty())
    throw Failure("--follow reads one input, such as - for standard input");
  Follower follower(session, model, options, following);
  ArrivingLines lines(options.input);
  follower.run(lines);
}

}  // namespace cli
