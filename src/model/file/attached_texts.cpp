#include "model/file/attached_texts.hpp"

#include "model/file/text.hpp"
#include "runtime/index.hpp"

namespace manifact {
namespace {

// Earlier releases ignore these sections: their names differ from those of the vectorizer of the
// features.
constexpr TextSections sections = {.rules = "attached_rules",
                                   .terms = "attached_terms",
                                   .term_keys = "attached_term_keys",
                                   .stop_words = "attached_stop_words"};

}  // namespace

void put_attached_texts(ArchiveWriter &writer, const Model &model) {
  const AttachedTexts &texts = model.texts;
  if (texts.terms == nullptr) return;
  const Index m = texts.terms->size();
  writer.numbers("attached_centroids", texts.centroids.data(), m, model.k);
  if (!texts.concepts.empty())
    writer.numbers("attached_concepts", texts.concepts.data(), m, model.k);
  put_text(writer, sections, *texts.terms);
}

bool has_attached_texts(const ArchiveReader &archive) noexcept {
  return archive.has("attached_centroids") || archive.has("attached_concepts") ||
         has_text(archive, sections);
}

AttachedTexts read_attached_texts(const FactReader &facts, Index k) {
  AttachedTexts texts;
  texts.centroids = facts.finite("attached_centroids", -1, k);
  const Index m = texts.centroids.size() / k;
  if (m == 0) facts.archive().refuse("section 'attached_centroids' is empty");
  texts.concepts = facts.optional("attached_concepts", m, k);
  texts.terms = read_text(facts.archive(), sections, m, facts.memory());
  return texts;
}

}  // namespace manifact
