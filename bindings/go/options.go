package manifact

// #include "bridge.h"
import "C"

import (
	"math"
	"reflect"
	"strings"
)

// setters are the functions that set and read options, of a solver or of a vectorizer.
type setters struct {
	setInt64  func(name *C.char, value C.int64_t) C.manifact_status
	setDouble func(name *C.char, value C.double) C.manifact_status
	setBool   func(name *C.char, value C.manifact_bool) C.manifact_status
	setText   func(name, value *C.char) C.manifact_status
	getText   func(name, buffer *C.char, size C.size_t) C.manifact_status
	textSize  func(name *C.char, size *C.size_t) C.manifact_status
	getInt64  func(name *C.char, value *C.int64_t) C.manifact_status
	getDouble func(name *C.char, value *C.double) C.manifact_status
	getBool   func(name *C.char, value *C.manifact_bool) C.manifact_status
}

// set sets an option to a value of any type that has its kind.
func (f setters) set(s *scope, name string, value any) Status {
	called := s.text(name)
	if s.err != nil {
		return OK
	}
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return Status(f.setBool(called, 1))
		}
		return Status(f.setBool(called, 0))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Status(f.setInt64(called, C.int64_t(v.Int())))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.Uint() > math.MaxInt64 {
			s.fail(wrong(ErrOption, "the value %d of the option %s is too large", v.Uint(), name))
			return OK
		}
		return Status(f.setInt64(called, C.int64_t(v.Uint())))
	case reflect.Float32, reflect.Float64:
		return Status(f.setDouble(called, C.double(v.Float())))
	case reflect.String:
		given := s.text(v.String())
		if s.err != nil {
			return OK
		}
		return Status(f.setText(called, given))
	}
	s.fail(wrong(ErrOption,
		"the value of the option %s is a %T and not a number, a bool or a string", name, value))
	return OK
}

// text returns the value of an option as text.
func (f setters) text(name *C.char) (string, Status) {
	var size C.size_t
	if status := Status(f.textSize(name, &size)); status < 0 {
		return "", status
	}
	buffer := make([]byte, int(size))
	status := Status(f.getText(name, start(buffer), size))
	text, _, _ := strings.Cut(string(buffer), "\x00")
	return text, status
}

// get returns the value of an option as an int64, a float64, a bool or a string.
func (f setters) get(s *scope, name string) (any, Status) {
	called := s.text(name)
	if s.err != nil {
		return nil, OK
	}
	text, status := f.text(called)
	if status < 0 {
		return nil, status
	}
	var whole C.int64_t
	var real C.double
	var truth C.manifact_bool
	switch kind, _ := optionType(name); {
	case kind == TypeInt64 && f.getInt64(called, &whole) >= 0:
		return int64(whole), OK
	case kind == TypeDouble && f.getDouble(called, &real) >= 0:
		return float64(real), OK
	case kind == TypeBool && f.getBool(called, &truth) >= 0:
		return truth != 0, OK
	}
	return text, OK
}

// optionType is the type of an option, whose name may have _ for -.
func optionType(name string) (OptionType, bool) {
	name = strings.ReplaceAll(name, "_", "-")
	for _, option := range Options() {
		if option.Name == name {
			return option.Type, true
		}
	}
	return 0, false
}
