#include "model/file/edits.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "model/edits.hpp"
#include "model/file/text.hpp"
#include "model/file/training.hpp"
#include "runtime/key_values.hpp"

namespace manifact {
namespace {

// Removes a line, or a text up to its NUL, from the front of `text`.
std::string take_until(char end, std::string_view &text) {
  const std::size_t length = std::min(text.find(end), text.size());
  std::string part(text.substr(0, length));
  text.remove_prefix(std::min(length + 1, text.size()));
  return part;
}

// Texts of the topics or features, each terminated by NUL.
void put_list(ArchiveWriter &writer, const char *section, const std::vector<std::string> &texts) {
  std::string bytes;
  for (const std::string &text : texts) bytes.append(text).push_back('\0');
  if (!texts.empty()) writer.text(section, std::move(bytes));
}

std::vector<std::string> read_list(const ArchiveReader &archive, const char *section, Index count,
                                   const char *what = "topics") {
  std::vector<std::string> texts;
  if (!archive.has(section)) return texts;
  std::string_view bytes = archive.text(section);
  check_utf8(archive, section, bytes);
  while (!bytes.empty()) texts.push_back(take_until('\0', bytes));
  if (static_cast<Index>(texts.size()) != count)
    archive.refuse("section '%s' has %zu texts for %lld %s", section, texts.size(),
                   static_cast<long long>(count), what);
  return texts;
}

// The `to` of one edit, from the next k_before numbers.
void check_map(const ArchiveReader &archive, const TopicEdit &edit) {
  const auto k = static_cast<Index>(edit.to.size());
  if (edit.split < -1 || edit.split >= k || (edit.split >= 0) != (edit.parts != nullptr) ||
      (edit.parts && edit.to[static_cast<std::size_t>(edit.split)] < 0))
    archive.refuse("an edit and the parts of its topic do not match");
  const Index bound = k + (edit.parts ? edit.parts->k : 0);
  for (const Index to : edit.to)
    if (to < -1 || to >= bound) archive.refuse("the map of an edit has an invalid topic");
  if (*std::max_element(edit.to.begin(), edit.to.end()) < 0)
    archive.refuse("the map of an edit leaves no topic");
  if (edit.parts &&
      edit.to[static_cast<std::size_t>(edit.split)] + edit.parts->k > topics_after(edit))
    archive.refuse("the map of an edit leaves too few topics for the parts of one");
}

// The members of a Drift are written in their order.
constexpr Index drift_numbers = 5;
static_assert(sizeof(Drift) == drift_numbers * sizeof(Index));

Drift read_drift(const ArchiveReader &archive, const std::string &section,
                 const std::shared_ptr<Memory> &memory) {
  const Array<Index> numbers = archive.numbers<Index>(section, drift_numbers, 1, memory);
  const Drift drift{.documents = numbers[0],
                    .far = numbers[1],
                    .unassigned = numbers[2],
                    .terms = numbers[3],
                    .unknown = numbers[4]};
  constexpr Index most = std::numeric_limits<std::int32_t>::max();
  const auto is_within = [](Index part, Index whole) { return part >= 0 && part <= whole; };
  if (drift.documents < 1 || drift.documents > most || !is_within(drift.far, drift.documents) ||
      !is_within(drift.unassigned, drift.far) || drift.terms < -1 ||
      !is_within(drift.unknown, std::max(drift.terms, Index{0})))
    archive.refuse("section '%s' is not a drift", section.c_str());
  return drift;
}

}  // namespace

void put_edits(ArchiveWriter &writer, const Model &model, const WriteModel &written) {
  std::string texts;
  for (std::size_t e = 0; e < model.edits.list.size(); ++e) {
    const TopicEdit &edit = model.edits.list[e];
    const std::string number = std::to_string(e);
    texts.append(edit.text).append("\n");
    writer.numbers("edit_map_" + number, edit.to.data(), static_cast<Index>(edit.to.size()));
    if (edit.drift.documents > 0)
      writer.numbers("edit_update_" + number, &edit.drift.documents, drift_numbers);
    if (!edit.parts) continue;
    writer.numbers("edit_split_" + number, &edit.split, 1);
    writer.archive("edit_parts_" + number, written(*edit.parts));
  }
  writer.text("edits", texts);
  writer.archive("fitted_model", written(*model.edits.fitted));
  if (!model.edits.grown) return;
  put_rows(writer, model.edits.grown->X, model.edits.grown->matrix.get(), model.edits.fitted->n);
  put_vectors(writer, model.edits.grown->vectors.get(), model.edits.fitted->n);
  put_columns(writer, model);
}

void read_edits(const ArchiveReader &archive, Model &model, const ParseModel &parse,
                const std::shared_ptr<Memory> &memory) {
  model.edits.fitted = parse(archive.text("fitted_model"));
  const Model &fitted = *model.edits.fitted;
  if (fitted.n > model.n || fitted.m != model.m)
    archive.refuse("section 'fitted_model' is of other documents");
  model.text = fitted.text;
  model.feature_names = fitted.feature_names;
  model.columns = fitted.columns;
  Index k = fitted.k, n = fitted.n;
  std::string_view texts = archive.text("edits");
  for (std::size_t e = 0; !texts.empty(); ++e) {
    const std::string number = std::to_string(e), split = "edit_split_" + number;
    TopicEdit edit{take_until('\n', texts)};
    const Array<Index> to = archive.numbers<Index>("edit_map_" + number, k, 1, memory);
    edit.to.assign(to.begin(), to.end());
    if (archive.has(split)) {
      edit.split = archive.numbers<Index>(split, 1, 1, memory)[0];
      edit.parts = parse(archive.text("edit_parts_" + number));
      if (edit.parts->m != model.m) archive.refuse("the parts of a topic have other features");
    }
    const std::string update = "edit_update_" + number;
    if (archive.has(update)) edit.drift = read_drift(archive, update, memory);
    n += edit.drift.documents;
    check_map(archive, edit);
    k = topics_after(edit);
    model.edits.list.push_back(std::move(edit));
  }
  if (model.edits.list.empty() || k != model.k)
    archive.refuse("the edits lead to %lld topics, but there are %lld", static_cast<long long>(k),
                   static_cast<long long>(model.k));
  if (n != model.n)
    archive.refuse("the edits lead to %lld documents, but there are %lld",
                   static_cast<long long>(n), static_cast<long long>(model.n));
}

void read_grown(const FactReader &facts, Model &model, ExecutionContext &run) {
  const Index added = model.n - model.edits.fitted->n;
  if (added == 0) return;
  model.edits.grown = read_added_rows(facts, model, added, run);
  model.columns.clear();
  read_columns(facts.archive(), model, facts.memory());
}

void put_names(ArchiveWriter &writer, const Model &model) {
  put_list(writer, "topic_names", model.names);
  put_list(writer, "topic_titles", model.titles);
  // topic topic ...=name
  KeyValues lines;
  for (const GroupName &group : model.group_names) {
    std::string topics;
    for (const Index topic : group.topics)
      topics.append(topics.empty() ? "" : " ").append(print(topic));
    lines.emplace_back(std::move(topics), group.name);
  }
  if (!lines.empty()) writer.text("group_names", joined(lines));
}

void read_names(const ArchiveReader &archive, Model &model) {
  model.names = read_list(archive, "topic_names", model.k);
  model.titles = read_list(archive, "topic_titles", model.k);
  if (!archive.has("group_names")) return;
  check_utf8(archive, "group_names", archive.text("group_names"));
  for (auto &[line, name] : split(archive.text("group_names"))) {
    GroupName group{{}, std::move(name)};
    for (std::string_view topics = line; !topics.empty();) {
      Index topic = -1;
      const Index before = group.topics.empty() ? -1 : group.topics.back();
      if (!parsed(std::string_view(take_until(' ', topics)), topic) || topic <= before ||
          topic >= model.k)
        archive.refuse("'%.60s' is not a group of topics", line.c_str());
      group.topics.push_back(topic);
    }
    if (group.topics.size() < 2 || group.name.empty() ||
        (!model.group_names.empty() && !(model.group_names.back().topics < group.topics)))
      archive.refuse("'%.60s' is not a group of topics with a name", line.c_str());
    model.group_names.push_back(std::move(group));
  }
}

void put_feature_names(ArchiveWriter &writer, const Model &model) {
  if (model.feature_names) put_list(writer, "feature_names", *model.feature_names);
}

void read_feature_names(const ArchiveReader &archive, Model &model) {
  std::vector<std::string> names = read_list(archive, "feature_names", model.m, "features");
  if (!names.empty()) model.feature_names = std::make_shared<FeatureNames>(std::move(names));
}

void put_columns(ArchiveWriter &writer, const Model &model) {
  if (model.columns.empty()) return;
  std::string names;
  for (const auto &column : model.columns) {
    names.append(column->name).append("\n");
    writer.text_view("column_" + column->name, column->bytes);
    writer.numbers("column_ends_" + column->name, column->ends.data(), model.n);
  }
  writer.text("columns", names);
}

void read_columns(const ArchiveReader &archive, Model &model,
                  const std::shared_ptr<Memory> &memory) {
  if (!archive.has("columns")) return;
  for (std::string_view names = archive.text("columns"); !names.empty();) {
    DocumentColumn column{take_until('\n', names), {}, {}};
    if (column.name.size() > longest_column_name)
      archive.refuse("a name in section 'columns' is too long");
    column.bytes = archive.text("column_" + column.name);
    const Array<Index> ends =
        archive.numbers<Index>("column_ends_" + column.name, model.n, 1, memory);
    column.ends.assign(ends.begin(), ends.end());
    Index before = 0;
    for (const Index end : column.ends) {
      if (end < before) archive.refuse("the texts of the documents overlap");
      before = end;
    }
    if (before != static_cast<Index>(column.bytes.size()))
      archive.refuse("the texts of the documents do not fill their section");
    model.columns.push_back(std::make_shared<const DocumentColumn>(std::move(column)));
  }
}

}  // namespace manifact
