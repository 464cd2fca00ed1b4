package manifact_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"manifact"
)

// TestSameAsTheProgram compares with the command line, which MANIFACT names.
func TestSameAsTheProgram(t *testing.T) {
	program := os.Getenv("MANIFACT")
	if program == "" {
		t.Skip("MANIFACT does not name the program")
	}
	folder := t.TempDir()
	m := makeCounts(150).matrix(t)
	check(t, m.Write(filepath.Join(folder, "X.mtx")))
	for _, method := range []string{"lccf", "drcc", "ncut"} {
		out := filepath.Join(folder, method)
		run := exec.Command(program, "cluster", "X.mtx", "-k", "3", "-m", method, "-s", "seed=7",
			"-o", out, "-q")
		run.Dir = folder
		if text, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		model := fit(t, method, m, "seed", 7)
		labels := must(os.ReadFile(filepath.Join(out, "labels.txt")))(t)
		same(t, "lines of labels.txt", strings.Fields(string(labels)), lines(model.Labels()))
		read := must(manifact.LoadModel(filepath.Join(out, "model.manifact")))(t)
		same(t, "labels", read.Labels(), model.Labels())
		same(t, "memberships", read.Memberships().Values, model.Memberships().Values)
		same(t, "history", read.History(), model.History())
	}
}

func lines(labels []int32) []string {
	made := make([]string, len(labels))
	for i, label := range labels {
		made[i] = strconv.Itoa(int(label))
	}
	return made
}
