package manifact

// #include "bridge.h"
import "C"

import (
	"errors"
	"fmt"
)

// ErrClosed is the error of a method of a handle that was closed, or is nil.
var ErrClosed = errors.New("manifact: the handle is closed or nil")

// Error is the failure of a call: a status and a sentence about this failure. The status is found
// by errors.Is:
//
//	if errors.Is(err, manifact.ErrOption) { ... }
//
// A call that a context.Context stopped also is context.Canceled or context.DeadlineExceeded; one
// that a callback stopped also is the error of the callback; one that cannot open, read or write a
// file also is that of the system, so that errors.Is(err, fs.ErrNotExist) tells a missing file.
type Error struct {
	Status  Status
	Message string
	cause   error
	said    bool // the message contains the text of the cause
}

// Error returns the sentence.
func (e *Error) Error() string {
	message := e.Message
	if e.cause != nil && !e.said {
		message += ": " + e.cause.Error()
	}
	return "manifact: " + message
}

// Is reports whether the target is the status of the failure.
func (e *Error) Is(target error) bool {
	status, ok := target.(Status)
	return ok && status == e.Status
}

// Unwrap returns the error of the context.Context, of the callback or of the io.Writer that stopped
// the call, the syscall.Errno of a file, or nil.
func (e *Error) Unwrap() error { return e.cause }

// Error describes what the status means, without what happened in a call.
func (s Status) Error() string { return C.GoString(C.manifact_status_text(C.manifact_status(s))) }

// String returns the name of the status, for example "ITERATION_LIMIT".
func (s Status) String() string { return C.GoString(C.manifact_status_name(C.manifact_status(s))) }

// failed makes the error of a status; nil for a result, whose status is not negative.
func failed(status Status, message string) error {
	if status >= 0 {
		return nil
	}
	if message == "" {
		message = status.Error()
	}
	return &Error{Status: status, Message: message}
}

// wrong makes the error of an argument that this package refuses.
func wrong(status Status, format string, arguments ...any) error {
	return &Error{Status: status, Message: fmt.Sprintf(format, arguments...)}
}
