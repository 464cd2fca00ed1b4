#include "options/conversions.hpp"

#include <utility>

#include "options/plan.hpp"
#include "text/segmenter.hpp"

namespace manifact {

double degree_of_kernel(const Options &options) {
  const KernelSpec spec = kernel_spec(options);
  switch (spec.kind) {
    case KernelKind::linear:
      return 2;
    case KernelKind::polynomial:
      return 2 * static_cast<double>(spec.degree);
    case KernelKind::rbf:
      return 0;
    case KernelKind::precomputed:
      break;
  }
  return 1;
}

double degree_of_weights(const Options &options) {
  return options.choice<CutWeighting>() == CutWeighting::none
             ? 0
             : -options.real(Key::ncw_power) * degree_of_kernel(options);
}

double degree_of_fit(const Options &options) {
  return degree_of_kernel(options) + 2 * degree_of_weights(options);
}

template <class T>
bool may_be_negative(const DataView<T> &X, const KernelSpec &spec) {
  if (!has_negative(X)) return false;
  return spec.kind == KernelKind::precomputed || spec.kind == KernelKind::linear ||
         !kernel_function<T>(spec)->non_negative(false);
}

template bool may_be_negative<float>(const DataView<float> &, const KernelSpec &);
template bool may_be_negative<double>(const DataView<double> &, const KernelSpec &);

namespace {

constexpr std::pair<Addresses, AddressForm> address_forms[] = {
    {Addresses::whole, AddressForm::whole},
    {Addresses::words, AddressForm::words},
    {Addresses::drop, AddressForm::drop}};

AddressForm address_form(Addresses addresses) {
  for (const auto &[word, form] : address_forms)
    if (word == addresses) return form;
  return AddressForm::words;
}

}  // namespace

TextRules text_rules(const Options &options) {
  TextRules rules;
  rules.language = options.text(Key::language);
  rules.built_in_stop_words = options.choice<StopWords>() == StopWords::auto_;
  rules.stemming = options.boolean(Key::stemming);
  rules.remove_accents = options.choice<Accents>() == Accents::remove;
  rules.drop_numbers = options.choice<Numbers>() == Numbers::drop;
  const Segmentation segmentation = options.choice<Segmentation>();
  rules.dictionary = segmentation == Segmentation::dictionary ||
                     (segmentation == Segmentation::auto_ && Segmenter::available());
  rules.trim_underscores = options.choice<Underscores>() == Underscores::trim;
  rules.addresses = address_form(options.choice<Addresses>());
  rules.shortest_word = options.integer(Key::word_length);
  rules.longest_ngram = options.integer(Key::ngrams);
  rules.min_df = options.integer(Key::min_df);
  rules.max_df = options.real(Key::max_df);
  return rules;
}

Options text_options(const TextRules &rules) {
  Options options(vectorizer_options);
  const auto set = [&](Key key, const auto &value) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
      options.set(*find_option(key), value);
    else
      options.set_text(*find_option(key), value);
  };
  set(Key::language, rules.language);
  set(Key::stop_words, rules.built_in_stop_words ? "auto" : "none");
  set(Key::stemming, rules.stemming ? "yes" : "no");
  set(Key::accents, rules.remove_accents ? "remove" : "keep");
  set(Key::numbers, rules.drop_numbers ? "drop" : "keep");
  set(Key::underscores, rules.trim_underscores ? "trim" : "keep");
  set(Key::addresses, rules.addresses == AddressForm::whole  ? "whole"
                      : rules.addresses == AddressForm::drop ? "drop"
                                                             : "words");
  set(Key::segmentation, rules.dictionary ? "dictionary" : "pairs");
  set(Key::word_length, rules.shortest_word);
  set(Key::ngrams, rules.longest_ngram);
  set(Key::min_df, rules.min_df);
  set(Key::max_df, rules.max_df);
  return options;
}

}  // namespace manifact
