#include "model/fact_reader.hpp"

#include <utility>

#include "runtime/error.hpp"

namespace manifact {
namespace {

template <class Number>
Number number(const FactReader &facts, const char *fact, Number least, Number most) {
  const std::string &value = facts.text(fact);
  Number result{};
  if (!parsed(value, result) || !(result >= least && result <= most))
    facts.archive().refuse("the fact '%s' is '%.60s', which is not a number in its range", fact,
                           value.c_str());
  return result;
}

}  // namespace

FactReader::FactReader(const ArchiveReader &archive, std::shared_ptr<Memory> memory)
    : archive_(archive), memory_(std::move(memory)) {
  for (auto &[name, value] : split(archive.text("facts"))) facts_[name] = value;
}

const std::string &FactReader::text(const char *fact) const {
  const auto found = facts_.find(fact);
  if (found == facts_.end()) archive_.refuse("the fact '%s' is missing", fact);
  return found->second;
}

Index FactReader::integer(const char *fact, Index least, Index most) const {
  return number(*this, fact, least, most);
}

double FactReader::real(const char *fact, double least, double most) const {
  return number(*this, fact, least, most);
}

void FactReader::refuse_later(const char *what, const std::string &found) const {
  fail(Status::version,
       "the model was written by a later release: the %s '%.60s' is not known to this release",
       what, found.c_str());
}

void FactReader::require_section(bool there, const char *section) const {
  if (!there) archive_.refuse("section '%s' is missing", section);
}

void FactReader::require_positive(double value, const char *fact) const {
  if (!(value > 0)) archive_.refuse("the fact '%s' is 0, but the model uses it", fact);
}

void FactReader::require_agreement(bool agree, const char *fact, const char *other) const {
  if (!agree) archive_.refuse("the facts '%s' and '%s' do not agree", fact, other);
}

}  // namespace manifact
