#include "report/kept_documents.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "readers/field_names.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct KeptColumn {
  const char *name;
  std::vector<std::string> Documents::*texts;
};
constexpr KeptColumn kept_columns[] = {
    {"id", &Documents::ids},     {"label", &Documents::labels},
    {"date", &Documents::dates}, {"fields", &Documents::fields},
    {"link", &Documents::links}, {"excerpt", &Documents::excerpts}};

PackedColumn packed(const char *name, const std::vector<std::string> &texts) {
  std::size_t size = 0;
  for (const std::string &text : texts) size += text.size();
  PackedColumn column{name, {}, {0}};
  column.bytes.reserve(size);
  column.offsets.reserve(texts.size() + 1);
  for (const std::string &text : texts) {
    column.bytes += text;
    column.offsets.push_back(static_cast<std::int64_t>(column.bytes.size()));
  }
  return column;
}

// The beginnings of texts: what titles are made from, and what models keep.
std::vector<std::string> excerpts_of(const std::vector<std::string> &texts) {
  std::vector<std::string> beginnings;
  beginnings.reserve(texts.size());
  for (const std::string &text : texts) beginnings.push_back(excerpt(text, excerpt_characters));
  return beginnings;
}

}  // namespace

Fields kept_fields(const manifact_model *model) {
  for (const std::string &lines : kept_column(model, "fields"))
    if (!lines.empty()) return fields_written(lines);
  return {};
}

InputOptions with_usual_fields(InputOptions options, const manifact_model *model) {
  options.usual = kept_fields(model);
  options.is_for_model = true;
  for (std::int64_t j = 0; const char *name = manifact_model_feature_name(model, j); ++j)
    options.features.emplace_back(name);
  return options;
}

std::vector<PackedColumn> packed_columns(const Documents &documents) {
  std::vector<PackedColumn> columns;
  for (const KeptColumn &column : kept_columns)
    if (const std::vector<std::string> &texts = documents.*column.texts; !texts.empty())
      columns.push_back(
          packed(column.name, column.texts == &Documents::excerpts ? excerpts_of(texts) : texts));
  return columns;
}

void keep_documents(const Session &session, manifact_solver *solver, const Documents &documents,
                    bool all) {
  for (const KeptColumn &column : kept_columns) {  // one after the other: only one is packed
    const std::vector<std::string> &texts = documents.*column.texts;
    if (texts.empty() || (!all && column.texts != &Documents::excerpts)) continue;
    const PackedColumn given = column.texts == &Documents::excerpts
                                   ? packed(column.name, excerpts_of(texts))
                                   : packed(column.name, texts);
    session.check(
        manifact_solver_set_column(solver, given.name, given.bytes.data(), given.offsets.data(),
                                   static_cast<std::int64_t>(texts.size())),
        solver);
  }
}

std::vector<std::string> kept_column(const manifact_model *model, const char *name) {
  std::vector<std::string> texts;
  const char *bytes = nullptr;
  const std::int64_t *ends = nullptr;
  if (manifact_model_column(model, name, &bytes, &ends) < 0) return texts;
  std::int64_t begin = 0;
  for (std::int64_t i = 0; i < manifact_model_documents(model); begin = ends[i++])
    texts.emplace_back(bytes + begin, static_cast<std::size_t>(ends[i] - begin));
  return texts;
}

Documents kept_documents(const manifact_model *model) {
  Documents documents;
  for (const KeptColumn &column : kept_columns)
    documents.*column.texts = kept_column(model, column.name);
  return documents;
}

}  // namespace cli
