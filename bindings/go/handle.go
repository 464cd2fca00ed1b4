package manifact

// #cgo pkg-config: manifact
// #include "bridge.h"
import "C"

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// handle is a reference to an object of the library. It is freed by close, when no call uses it any
// more, or by the garbage collector.
type handle struct {
	mutex   sync.Mutex
	pointer unsafe.Pointer
	users   int
	closed  bool
	free    func(unsafe.Pointer)
	// busy is held by the call of a handle that serves one call at a time.
	busy sync.Mutex
}

// live counts the objects that are not freed, for the tests.
var live atomic.Int64

func newHandle(pointer unsafe.Pointer, free func(unsafe.Pointer)) *handle {
	h := &handle{pointer: pointer, free: free}
	live.Add(1)
	runtime.SetFinalizer(h, func(h *handle) { h.close() })
	return h
}

func (h *handle) close() error {
	if h == nil {
		return nil
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.closed = true
	h.freeIfUnused()
	return nil
}

// freeIfUnused is called with the mutex held.
func (h *handle) freeIfUnused() {
	if h.closed && h.users == 0 && h.pointer != nil {
		h.free(h.pointer)
		h.pointer = nil
		runtime.SetFinalizer(h, nil)
		live.Add(-1)
	}
}

func (h *handle) acquire() (unsafe.Pointer, error) {
	if h == nil {
		return nil, ErrClosed
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.closed {
		return nil, ErrClosed
	}
	h.users++
	return h.pointer, nil
}

func (h *handle) release() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.users--
	h.freeIfUnused()
}

// scope holds the handles of a call, so that none is freed before it ends.
type scope struct {
	held      []*handle
	exclusive []*handle
	texts     []*C.char
	made      []*Matrix
	err       error
}

func (s *scope) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// text returns a copy of a string for C, which the end of the scope frees.
func (s *scope) text(value string) *C.char {
	if strings.IndexByte(value, 0) >= 0 {
		s.fail(wrong(ErrArgument, "the text %q has a NUL byte", value))
		return nil
	}
	copied := C.CString(value)
	s.texts = append(s.texts, copied)
	return copied
}

// optional is hold for a handle that may be nil.
func (s *scope) optional(h *handle) unsafe.Pointer {
	if h == nil {
		return nil
	}
	return s.hold(h)
}

// hold returns the pointer of a handle; the first failure is kept in err.
func (s *scope) hold(h *handle) unsafe.Pointer {
	pointer, err := h.acquire()
	if err != nil {
		s.fail(err)
		return nil
	}
	s.held = append(s.held, h)
	return pointer
}

// alone is hold for a handle that serves one call at a time.
func (s *scope) alone(h *handle) unsafe.Pointer {
	pointer := s.hold(h)
	if pointer == nil {
		return nil
	}
	if !h.busy.TryLock() {
		s.fail(failed(ErrBusy, ""))
		return nil
	}
	s.exclusive = append(s.exclusive, h)
	return pointer
}

func (s *scope) end() {
	for _, h := range s.exclusive {
		h.busy.Unlock()
	}
	for _, h := range s.held {
		h.release()
	}
	for _, text := range s.texts {
		C.free(unsafe.Pointer(text))
	}
	for _, matrix := range s.made {
		matrix.Close()
	}
}
