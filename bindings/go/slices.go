package manifact

// #include "bridge.h"
import "C"

import "unsafe"

// Index is the type of the indices of a sparse matrix. An int is 32 or 64 bits, as the machine has.
type Index interface{ ~int32 | ~int64 | ~int }

// Value is the type of the values of a matrix. Values of float32 are kept as such.
type Value interface{ ~float32 | ~float64 }

var nothing [1]byte

// first is start for an array that must not be NULL, even if it is empty.
func first[T any](slice []T) *C.char {
	if len(slice) == 0 {
		return start(nothing[:])
	}
	return start(slice)
}

// start is the address of the first entry of a slice as bytes, nil for an empty one.
func start[T any](slice []T) *C.char {
	if len(slice) == 0 {
		return nil
	}
	return (*C.char)(unsafe.Pointer(&slice[0]))
}

func int64s(slice []int64) *C.int64_t    { return (*C.int64_t)(unsafe.Pointer(start(slice))) }
func int32s(slice []int32) *C.int32_t    { return (*C.int32_t)(unsafe.Pointer(start(slice))) }
func float64s(slice []float64) *C.double { return (*C.double)(unsafe.Pointer(start(slice))) }

func indexType[T Index]() C.manifact_value_type {
	var index T
	if unsafe.Sizeof(index) == 4 {
		return C.MANIFACT_INT32
	}
	return C.MANIFACT_INT64
}

func valueType[T Value]() C.manifact_value_type {
	var value T
	if unsafe.Sizeof(value) == 4 {
		return C.MANIFACT_FLOAT
	}
	return C.MANIFACT_DOUBLE
}

// joined returns texts one after the other, and where each begins and the last one ends. The bytes
// are never empty, so that they have an address.
func joined(texts []string) ([]byte, []int64) {
	offsets := make([]int64, len(texts)+1)
	for i, text := range texts {
		offsets[i+1] = offsets[i] + int64(len(text))
	}
	bytes := make([]byte, 0, offsets[len(texts)]+1)
	for _, text := range texts {
		bytes = append(bytes, text...)
	}
	return append(bytes, 0), offsets
}

// text is a string of the library, "" for NULL.
func text(s *C.char) string { return C.GoString(s) }

// copied returns a copy of an array of the library, nil for NULL.
func copied[T any](pointer unsafe.Pointer, length int) []T {
	if pointer == nil {
		return nil
	}
	return append(make([]T, 0, length), unsafe.Slice((*T)(pointer), length)...)
}
