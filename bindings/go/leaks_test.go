//go:build !race

// The race detector keeps memory of its own for each goroutine.

package manifact_test

import (
	"context"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"manifact.internal/manifact"
)

// resident is the number of bytes of the process in memory.
func resident(t *testing.T) int64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("/proc/self/statm cannot be read")
	}
	pages, err := strconv.ParseInt(strings.Fields(string(data))[1], 10, 64)
	check(t, err)
	return pages * int64(os.Getpagesize())
}

func TestFitsLeakNothing(t *testing.T) {
	a := makeCounts(30) // the memberships of a fit, 720 bytes, are more than the limit
	once := func() error {
		m, err := manifact.FromCSR(a.rows, a.columns, a.indptr, a.indices, a.values)
		if err != nil {
			return err
		}
		defer m.Close()
		solver, err := manifact.NewSolver("lccf")
		if err != nil {
			return err
		}
		defer solver.Close()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		model, err := solver.Fit(ctx, m, 3,
			manifact.OnProgress(func(manifact.Progress) error { return nil }))
		if err != nil {
			return err
		}
		defer model.Close()
		_, err = model.Assign(ctx, m)
		return err
	}
	before := manifact.Live()
	for i := 0; i < 200; i++ {
		check(t, once())
	}
	// A leak of 600 bytes a fit grows by more than the limit in every round. Without one, the
	// memory settles: each thread of the process has free memory of its own. The heap of Go, which
	// grows when its collector is late, is given back before each measurement.
	grown := int64(0)
	for round := 0; round < 6; round++ {
		debug.FreeOSMemory()
		start := resident(t)
		for i := 0; i < 1000; i++ {
			check(t, once())
		}
		debug.FreeOSMemory()
		if live := manifact.Live(); live > before {
			t.Fatalf("%d handles are left", live-before)
		}
		grown = resident(t) - start
		t.Logf("1000 fits: %d kB more in memory", grown/1024)
		if grown < 600*1000 {
			return
		}
	}
	t.Fatalf("1000 fits still take %d bytes of memory", grown)
}
