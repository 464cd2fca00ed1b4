// Part of manifact.hpp: methods, options, and the comparison of clusterings.
#ifndef MANIFACT_CXX_LISTING_HPP
#define MANIFACT_CXX_LISTING_HPP

#include <manifact/cxx/context.hpp>

namespace manifact {
inline namespace cxx {

struct MethodInfo {
  std::string_view name, summary, reference;
};

inline std::vector<MethodInfo> methods() {
  std::vector<MethodInfo> all;
  for (std::int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr, *summary = nullptr, *reference = nullptr;
    detail::checked(manifact_method_info(i, &name, &summary, &reference));
    all.push_back({detail::text_of(name), detail::text_of(summary), detail::text_of(reference)});
  }
  return all;
}

struct OptionInfo {
  std::string_view name;
  manifact_option_type type;
  double minimum, maximum;
  std::string_view words, fallback, summary;
  bool expert;
};

inline std::vector<OptionInfo> options() {
  std::vector<OptionInfo> all;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    OptionInfo o{};
    const char *name = nullptr, *words = nullptr, *fallback = nullptr, *summary = nullptr;
    detail::checked(manifact_option_info(i, &name, &o.type, &o.minimum, &o.maximum, &words,
                                         &fallback, &summary));
    o.name = detail::text_of(name);
    o.words = detail::text_of(words);
    o.fallback = detail::text_of(fallback);
    o.summary = detail::text_of(summary);
    o.expert = manifact_option_is_expert(name) != 0;
    all.push_back(o);
  }
  return all;
}

inline bool method_uses_option(const std::string &method, const std::string &option) noexcept {
  return manifact_method_uses_option(method.c_str(), option.c_str()) != 0;
}
// Empty if there are none.
inline std::string_view method_option_words(const std::string &method,
                                            const std::string &option) noexcept {
  return detail::text_of(manifact_method_option_words(method.c_str(), option.c_str()));
}
inline std::string_view method_dense_default(const std::string &method,
                                             const std::string &option) noexcept {
  return detail::text_of(manifact_method_dense_default(method.c_str(), option.c_str()));
}

struct Scores {
  double accuracy, nmi, nmi_sqrt, ari, purity;
};

// Compares a clustering with known classes; -1 is not known, or unassigned.
inline Scores evaluate(Context &context, Span<const std::int32_t> truth,
                       Span<const std::int32_t> predicted) {
  detail::require_length(predicted.size(), truth.length(), "predicted");
  Scores s{};
  context.checked(manifact_evaluate(context.handle(), truth.data(), predicted.data(),
                                    truth.length(), &s.accuracy, &s.nmi, &s.nmi_sqrt, &s.ari,
                                    &s.purity));
  return s;
}

}  // namespace cxx
}  // namespace manifact

#endif
