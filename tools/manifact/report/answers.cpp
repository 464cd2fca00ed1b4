#include "report/answers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/feature_names.hpp"
#include "report/summary.hpp"
#include "report/topics.hpp"
#include "terminal/numbers.hpp"
#include "terminal/table.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_shown_id = 40, most_shown_terms = 5;
constexpr int shown_digits = 2, table_digits = 6;

std::string id_of(const Answers &answers, std::size_t i) {
  return answers.ids.empty() ? std::to_string(i) : answers.ids[i];
}

const std::vector<std::string> &terms_of(const Answers &answers, const TopicNames &topics,
                                         std::size_t i) {
  static const std::vector<std::string> none;
  return answers.labels[i] < 0 ? none : topics.terms[static_cast<std::size_t>(answers.labels[i])];
}

std::string title_of(const Answers &answers, const TopicNames &topics, std::size_t i) {
  return answers.labels[i] < 0 ? "" : topics.titles[static_cast<std::size_t>(answers.labels[i])];
}

std::string joined(const std::vector<std::string> &terms, std::size_t most) {
  std::string text;
  for (std::size_t t = 0; t < std::min(most, terms.size()); ++t)
    text += (t == 0 ? "" : ", ") + terms[t];
  return text;
}

}  // namespace

TopicNames topics_of(const Session &session, const manifact_model *model, std::int64_t count) {
  const std::vector<std::string> known = names_of_terms(model);
  std::vector<std::int64_t> terms(static_cast<std::size_t>(count));
  TopicNames topics;
  const Points points = points_of(session, model, nullptr);
  topics.are_scored = !points.empty();
  for (std::int64_t c = 0; c < manifact_model_clusters(model); ++c) {
    std::int64_t found = 0;
    session.check(manifact_model_top_terms(model, c, MANIFACT_SCORE_EXCLUSIVITY, count,
                                           terms.data(), nullptr, &found));
    topics.titles.push_back(topic_title(model, static_cast<std::size_t>(c)));
    topics.are_given = topics.are_given || !topic_name(model, static_cast<std::size_t>(c)).empty();
    std::vector<std::int64_t> best(terms.begin(), terms.begin() + found);
    if (!points.empty())
      best = features_by_score(points, model, static_cast<std::size_t>(c), count);
    std::vector<std::string> names;
    for (const std::int64_t term : best)
      names.push_back(known.empty()
                          ? "feature " + std::to_string(term)
                          : excerpt(known[static_cast<std::size_t>(term)], longest_shown_term));
    topics.terms.push_back(
        points.empty() ? names : scored_names(points, static_cast<std::size_t>(c), best, names));
  }
  return topics;
}

void assign_rows(const Session &session, const manifact_model *model, const manifact_matrix *X,
                 double min_membership, std::int64_t explain, const std::string &input,
                 Answers &answers, std::vector<double> &proportions) {
  const std::int64_t rows = manifact_matrix_rows(X);
  const auto before = answers.labels.size(), count = static_cast<std::size_t>(rows),
             k = static_cast<std::size_t>(manifact_model_clusters(model));
  answers.labels.resize(before + count);
  answers.margins.resize(before + count);
  proportions.assign(count * k, 0);
  const AssignedRows to{answers.labels.data() + before, proportions.data(),
                        answers.margins.data() + before, min_membership};
  if (explain > 0)
    assign_explained(session, model, X, to, explain, input, answers.explanations);
  else
    session.check_input(
        manifact_model_assign_proportions(session.stoppable(), model, X, to.min_membership,
                                          to.labels, to.proportions, to.margins, rows),
        input);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t label = answers.labels[before + i];
    answers.memberships.push_back(label < 0 ? 0
                                            : proportions[i * k + static_cast<std::size_t>(label)]);
  }
}

std::string answers_text(const Answers &answers, const TopicNames &topics) {
  const bool explained = !answers.explanations.empty();
  std::vector<std::vector<std::string>> rows;
  rows.reserve(answers.labels.size());
  for (std::size_t i = 0; i < answers.labels.size(); ++i) {
    std::vector<std::string> &row = rows.emplace_back();
    row = {escaped(excerpt(id_of(answers, i), longest_shown_id)),
           std::to_string(answers.labels[i])};
    if (topics.are_given)
      row.push_back(escaped(excerpt(title_of(answers, topics, i), longest_shown_id)));
    row.push_back(escaped(joined(terms_of(answers, topics, i), most_shown_terms)));
    row.push_back(fixed_number(answers.memberships[i], 3));
    row.push_back(fixed_number(answers.margins[i], 3));
    if (explained)
      row.push_back(
          escaped(explanation_text(answers.explanations[i], answers.features, shown_digits)));
  }
  std::vector<Column> columns{{"id"}, {"topic", true}};
  if (topics.are_given) columns.push_back({"title"});
  for (const Column &column : {Column{topics.are_scored ? "features (z-scores)" : "top terms"},
                               Column{"membership", true}, Column{"margin", true}})
    columns.push_back(column);
  if (explained) columns.push_back({"explanation"});
  return table(columns, rows, 0);
}

std::string answers_csv(const Answers &answers, const TopicNames &topics) {
  const bool explained = !answers.explanations.empty();
  std::string text = "id,topic,title,top_terms,membership,margin";
  text += explained ? ",score,rest,explanation\n" : "\n";
  for (std::size_t i = 0; i < answers.labels.size(); ++i) {
    text += csv_cell(id_of(answers, i)) + ',' + std::to_string(answers.labels[i]) + ',' +
            csv_cell(title_of(answers, topics, i)) + ',' +
            csv_cell(joined(terms_of(answers, topics, i), std::string::npos)) + ',' +
            exact_number(answers.memberships[i]) + ',' + exact_number(answers.margins[i]);
    if (explained) {
      const DocumentExplanation &one = answers.explanations[i];
      text += ',' + exact_number(one.score) + ',' + exact_number(one.rest) + ',' +
              csv_cell(explanation_text(one, answers.features, table_digits));
    }
    text += '\n';
  }
  return text;
}

ordered_json answer_object(const Answers &answers, const TopicNames &topics, std::size_t i) {
  ordered_json object = {{"topic", answers.labels[i]},
                         {"title", title_of(answers, topics, i)},
                         {"top_terms", terms_of(answers, topics, i)},
                         {"membership", answers.memberships[i]},
                         {"margin", answers.margins[i]}};
  if (answers.explanations.empty()) return object;
  const DocumentExplanation &one = answers.explanations[i];
  object["score"] = one.score;
  object["rest"] = one.rest;
  object["explanation"] = contributions_array(one, answers.features);
  return object;
}

std::string answers_json(const Answers &answers, const TopicNames &topics) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < answers.labels.size(); ++i) {
    list.push_back({{"id", answers.ids.empty() ? ordered_json(i) : ordered_json(answers.ids[i])}});
    list.back().update(answer_object(answers, topics, i));
  }
  return json_text(list);
}

std::string answers_labels(const Answers &answers) {
  std::string text;
  for (const std::int32_t label : answers.labels) text += std::to_string(label) + '\n';
  return text;
}

}  // namespace cli
