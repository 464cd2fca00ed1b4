package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"io"
	"runtime/cgo"
	"syscall"
	"unsafe"
)

// Progress is the state of a running call.
type Progress struct {
	// Stage is what the call is doing, for example "graph" or "fit".
	Stage string
	// Done and Total are the steps done and the steps in all of the stage; Total is 0 if it is not
	// known.
	Done, Total int64
	// Objective is the value of the objective, Change its relative decrease in the last step; NaN
	// outside of fitting.
	Objective, Change float64
}

// CallOption changes one call: Threads or OnProgress.
type CallOption func(*callOptions)

type callOptions struct {
	threads  *int
	progress func(Progress) error
}

// Threads sets the number of threads of the call: 1 by default, 0 for all cores. No result depends
// on it. For a Solver it sets the option threads, which stays.
func Threads(count int) CallOption {
	return func(o *callOptions) { o.threads = &count }
}

// OnProgress calls a function on the goroutine of the call, as the call advances. An error stops
// the call, which returns an *Error that wraps it. The function must not use the Solver or the
// Vectorizer that runs, and must return or panic: it must not end its goroutine by runtime.Goexit.
func OnProgress(function func(Progress) error) CallOption {
	return func(o *callOptions) { o.progress = function }
}

// callbacks is what the callbacks of a call reach through its cgo.Handle.
type callbacks struct {
	progress func(Progress) error
	writer   io.Writer
	written  int64
	err      error
	panicked bool
	value    any
}

// guard keeps the panic of a callback: it must not cross the frames of the library.
func (c *callbacks) guard(result *C.int) {
	if c.err != nil {
		*result = 1
	}
	if value := recover(); value != nil {
		c.panicked, c.value = true, value
		*result = 1
	}
}

//export manifactGoProgress
func manifactGoProgress(user C.uintptr_t, stage *C.char, done, total C.int64_t,
	objective, change C.double) (result C.int) {
	c := cgo.Handle(user).Value().(*callbacks)
	defer c.guard(&result)
	c.err = c.progress(Progress{C.GoString(stage), int64(done), int64(total), float64(objective),
		float64(change)})
	return 0
}

//export manifactGoWrite
func manifactGoWrite(user C.uintptr_t, data unsafe.Pointer, size C.size_t) (result C.int) {
	c := cgo.Handle(user).Value().(*callbacks)
	defer c.guard(&result)
	// The writer gets memory of the library, which it must not keep; io.Writer forbids it.
	written, err := c.writer.Write(unsafe.Slice((*byte)(data), int(size)))
	c.written += int64(written)
	if err == nil && written < int(size) {
		err = io.ErrShortWrite
	}
	c.err = err
	return 0
}

// target is what a call is made on: a context, a solver or a vectorizer.
type target interface {
	setThreads(int) Status
	setProgress(cgo.Handle) Status
	setToken(*C.manifact_cancel_token) Status
	message() string
	errno() int // of the system, for a file
}

type onContext struct{ pointer *C.manifact_context }

func (t onContext) setThreads(count int) Status {
	return Status(C.manifact_context_set_threads(t.pointer, C.int64_t(count)))
}

func (t onContext) setProgress(h cgo.Handle) Status {
	return Status(C.manifact_go_context_progress(t.pointer, C.uintptr_t(h)))
}

func (t onContext) setToken(token *C.manifact_cancel_token) Status {
	return Status(C.manifact_context_set_cancel_token(t.pointer, token))
}

func (t onContext) message() string { return C.GoString(C.manifact_context_message(t.pointer)) }
func (t onContext) errno() int      { return int(C.manifact_context_errno(t.pointer)) }

// run makes a call on a target that no other call uses.
func run(ctx context.Context, t target, options []CallOption, f func() C.manifact_status) error {
	if ctx == nil {
		return wrong(ErrNull, "the context is nil")
	}
	if err := ctx.Err(); err != nil {
		return &Error{Status: ErrCancelled, Message: ErrCancelled.Error(), cause: err}
	}
	var chosen callOptions
	for i, option := range options {
		if option == nil {
			return wrong(ErrNull, "the call option %d is nil", i)
		}
		option(&chosen)
	}
	if chosen.threads != nil {
		if err := failedOn(t, t.setThreads(*chosen.threads)); err != nil {
			return err
		}
	}
	c := &callbacks{progress: chosen.progress}
	if c.progress != nil {
		h := cgo.NewHandle(c)
		defer h.Delete()
		if err := failedOn(t, t.setProgress(h)); err != nil {
			return err
		}
		defer t.setProgress(0)
	}
	join, err := watch(ctx, t)
	if err != nil {
		return err
	}
	status := Status(f())
	failure := failedOn(t, status) // before other calls replace the sentence
	join()
	return c.result(ctx, failure)
}

// result is the error of a call that has ended. It continues the panic of a callback.
func (c *callbacks) result(ctx context.Context, failure error) error {
	if c.panicked {
		panic(c.value)
	}
	if err, ok := failure.(*Error); ok {
		if c.err != nil {
			err.cause, err.said = c.err, false
		} else if err.Status == ErrCancelled {
			err.cause = ctx.Err()
		}
	}
	return failure
}

func failedOn(t target, status Status) error {
	if status >= 0 {
		return nil
	}
	if status == ErrBusy {
		return failed(status, "") // the message belongs to the call that runs
	}
	failure := &Error{Status: status, Message: t.message()}
	if failure.Message == "" {
		failure.Message = status.Error()
	}
	if number := t.errno(); number != 0 {
		failure.cause, failure.said = syscall.Errno(number), true
	}
	return failure
}

// watch stops the next call on a target when the context.Context is done. The function that it
// returns ends the watch: afterwards no goroutine uses the token, which is freed.
func watch(ctx context.Context, t target) (join func(), err error) {
	if ctx.Done() == nil {
		return func() {}, nil
	}
	var token *C.manifact_cancel_token
	if err := failed(Status(C.manifact_cancel_token_create(&token)), ""); err != nil {
		return nil, err
	}
	if err := failedOn(t, t.setToken(token)); err != nil {
		C.manifact_cancel_token_free(token)
		return nil, err
	}
	ended, joined := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(joined)
		select {
		case <-ctx.Done():
			C.manifact_cancel_token_request(token)
		case <-ended:
		}
	}()
	return func() {
		close(ended)
		<-joined
		t.setToken(nil) // in case the call did not come to use it
		C.manifact_cancel_token_free(token)
	}, nil
}

// newContext makes a context of the library, which serves one call, or one vectorizer.
func newContext() (*C.manifact_context, error) {
	if C.manifact_abi_supported(C.MANIFACT_ABI) == 0 {
		return nil, wrong(ErrVersion, "the library is of version %s, which does not support ABI %d",
			Version(), int(C.MANIFACT_ABI))
	}
	var context *C.manifact_context
	if err := failed(Status(C.manifact_context_create(&context)), ""); err != nil {
		return nil, err
	}
	return context, nil
}

// withContext makes a call that takes a context of the library. Each call has one of its own, so
// that calls never wait for each other.
func withContext(ctx context.Context, options []CallOption,
	f func(*C.manifact_context) C.manifact_status) error {
	own, err := newContext()
	if err != nil {
		return err
	}
	defer C.manifact_context_free(own)
	return run(ctx, onContext{own}, options, func() C.manifact_status { return f(own) })
}
