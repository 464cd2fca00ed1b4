package manifact

// #include "bridge.h"
import "C"

import "strings"

// Version returns the version of the library, for example "0.2.0".
func Version() string { return C.GoString(C.manifact_version()) }

// HasFeature reports whether the library was built with an optional part: "gzip", "stemming", "icu"
// or "cld2".
func HasFeature(name string) bool {
	var s scope
	defer s.end()
	called := s.text(name)
	return s.err == nil && C.manifact_has_feature(called) != 0
}

// MethodInfo describes a method.
type MethodInfo struct {
	Name, Summary string
	// Reference names the paper and the equation.
	Reference string
}

// Methods lists the methods.
func Methods() []MethodInfo {
	var found []MethodInfo
	for i := C.int64_t(0); i < C.manifact_method_count(); i++ {
		var name, summary, reference *C.char
		if C.manifact_method_info(i, &name, &summary, &reference) >= 0 {
			found = append(found, MethodInfo{text(name), text(summary), text(reference)})
		}
	}
	return found
}

// OptionInfo describes an option.
type OptionInfo struct {
	Name string
	Type OptionType
	// Minimum and Maximum are the bounds of a number.
	Minimum, Maximum float64
	// Words are the values of a text option; of a number, the words accepted in its place.
	Words []string
	// Fallback is the default of methods that do not define one.
	Fallback string
	Summary  string
	// Expert options are not among the at most 16 of a method that listings show first.
	Expert bool
}

// Options lists the options of all methods and of the vectorizer.
func Options() []OptionInfo {
	var found []OptionInfo
	for i := C.int64_t(0); i < C.manifact_option_count(); i++ {
		var name, words, fallback, summary *C.char
		var kind C.manifact_option_type
		var minimum, maximum C.double
		if C.manifact_option_info(i, &name, &kind, &minimum, &maximum, &words, &fallback,
			&summary) >= 0 {
			found = append(found, OptionInfo{text(name), OptionType(kind), float64(minimum),
				float64(maximum), strings.Fields(text(words)), text(fallback), text(summary),
				C.manifact_option_is_expert(name) != 0})
		}
	}
	return found
}

// MethodUses reports whether a method uses an option. The method "vectorizer" stands for the
// options of a Vectorizer.
func MethodUses(method, option string) bool {
	var s scope
	defer s.end()
	m, o := s.text(method), s.text(option)
	return s.err == nil && C.manifact_method_uses_option(m, o) == 1
}

// MethodOptionWords returns the words that a method accepts for an option, nil if there are none.
func MethodOptionWords(method, option string) []string {
	var s scope
	defer s.end()
	m, o := s.text(method), s.text(option)
	if s.err != nil {
		return nil
	}
	return strings.Fields(text(C.manifact_method_option_words(m, o)))
}

// MethodDenseDefault returns the default of an option that a method takes for dense data, as text;
// "" if it is that of other data.
func MethodDenseDefault(method, option string) string {
	var s scope
	defer s.end()
	m, o := s.text(method), s.text(option)
	if s.err != nil {
		return ""
	}
	return text(C.manifact_method_dense_default(m, o))
}
