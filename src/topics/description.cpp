#include "topics/description.hpp"

#include "topics/titles.hpp"

namespace manifact {

void check_description(const Description &given, const Matrix &X) {
  if (given.text != nullptr && given.text->size() != X.columns)
    fail(Status::mismatch, "the vectorizer has %lld terms, but X has %lld columns",
         number(given.text->size()), number(X.columns));
  if (given.columns == nullptr) return;
  for (const DocumentColumn &column : *given.columns)
    if (std::ssize(column.ends) != X.rows)
      fail(Status::mismatch, "column '%s' has %lld texts, but there are %lld documents",
           column.name.c_str(), number(std::ssize(column.ends)), number(X.rows));
}

void describe(Model &model, const Description &given, bool keep_columns, ExecutionContext &run) {
  if (given.text != nullptr) model.text = given.text;
  if (given.texts != nullptr) model.texts.terms = given.texts;
  if (keep_columns) model.columns = given.columns;
  set_titles(model, given.columns.get(), run);
}

}  // namespace manifact
