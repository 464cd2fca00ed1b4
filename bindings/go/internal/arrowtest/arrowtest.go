// Package arrowtest makes Arrow columns in memory of C.
package arrowtest

// #cgo pkg-config: manifact
// #include "columns.h"
import "C"

import "unsafe"

// Make returns a schema and an array with the columns x, the numbers 1 to 4 if the format is "g",
// and t, the texts a, b, a, b. They are overwritten by the next call.
func Make(format string) (schema, array unsafe.Pointer) {
	C.make_columns(C.CString(format))
	return unsafe.Pointer(C.schema_of()), unsafe.Pointer(C.array_of())
}

// Released returns how many of the structures at the top were released since Make.
func Released() int { return int(C.count_of_releases()) }
