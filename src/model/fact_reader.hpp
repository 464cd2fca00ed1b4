// Facts and sections of a model file, each checked before it is used.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "io/archive.hpp"
#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

// Sections whose numbers must be finite.

// The same as ArchiveReader::numbers, but rejects the file if a number is not finite.
inline Array<double> finite_section(const ArchiveReader &archive, const char *name, Index rows,
                                    Index columns, const std::shared_ptr<Memory> &memory) {
  Array<double> values = archive.numbers<double>(name, rows, columns, memory);
  for (const double value : values)
    if (!std::isfinite(value)) archive.refuse("section '%s' has a number that is not finite", name);
  return values;
}

class FactReader {
 public:
  FactReader(const ArchiveReader &archive, std::shared_ptr<Memory> memory);

  const ArchiveReader &archive() const noexcept { return archive_; }
  const std::shared_ptr<Memory> &memory() const noexcept { return memory_; }

  // Throw Error(corrupt) if the fact is missing or not a number in its range.
  const std::string &text(const char *fact) const;
  Index integer(const char *fact, Index least, Index most) const;
  double real(const char *fact, double least, double most) const;
  double real(const char *fact, double most) const { return real(fact, 0, most); }
  bool flag(const char *fact) const { return integer(fact, 0, 1) == 1; }

  // The index of a fact's word. Throws Error(version) for an unknown word.
  template <std::size_t n>
  int chosen(const char *fact, const char *const (&words)[n]) const {
    for (std::size_t i = 0; i < n; ++i)
      if (text(fact) == words[i]) return static_cast<int>(i);
    refuse_later(fact, text(fact));
  }

  // Sections of finite numbers. Throw Error(corrupt).
  Array<double> finite(const char *section, Index rows, Index columns) const {
    return finite_section(archive_, section, rows, columns, memory_);
  }
  Array<double> optional(const char *section, Index rows, Index columns) const {
    return archive_.has(section) ? finite(section, rows, columns) : Array<double>();
  }

  // Throws Error(version) for a word that only a later release can have written.
  [[noreturn]] void refuse_later(const char *what, const std::string &found) const;

  // Requirements of a model. Throw Error(corrupt).
  void require_section(bool there, const char *section) const;
  void require_positive(double value, const char *fact) const;
  void require_agreement(bool agree, const char *fact, const char *other) const;

 private:
  const ArchiveReader &archive_;
  std::shared_ptr<Memory> memory_;
  std::map<std::string, std::string> facts_;
};

}  // namespace manifact
