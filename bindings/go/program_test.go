package manifact_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"manifact.internal/manifact"
)

// cluster runs the program, which MANIFACT names, and returns its folder of results.
func cluster(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	program := os.Getenv("MANIFACT")
	if program == "" {
		t.Skip("MANIFACT does not name the program")
	}
	out := filepath.Join(folder, "out"+strings.Join(arguments[1:], ""))
	run := exec.Command(program, append(append([]string{"cluster"}, arguments...), "-o", out,
		"-q")...)
	run.Dir = folder
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out
}

// checkResults compares a model with that of the program, to the bit.
func checkResults(t *testing.T, out string, model *manifact.Model) {
	t.Helper()
	labels := must(os.ReadFile(filepath.Join(out, "labels.txt")))(t)
	lines := strings.Fields(string(labels))
	for i, label := range model.Labels() {
		if lines[i] != strconv.Itoa(int(label)) {
			t.Fatalf("document %d: %s and %d", i, lines[i], label)
		}
	}
	read := must(manifact.LoadModel(filepath.Join(out, "model.manifact")))(t)
	same(t, "memberships", model.Memberships().Values, read.Memberships().Values)
	same(t, "history", model.History(), read.History())
	same(t, "centroids", model.Centroids().Values, read.Centroids().Values)
}

func TestMatrixAsTheProgram(t *testing.T) {
	folder := t.TempDir()
	m := makeCounts(150).matrix(t)
	check(t, m.Write(filepath.Join(folder, "X.mtx")))
	for _, method := range []string{"lccf", "drcc", "ncut"} {
		out := cluster(t, folder, "X.mtx", "-k", "3", "-m", method, "-s", "seed=7")
		model := fit(t, method, m, "seed", 7)
		checkResults(t, out, model)
		file := must(os.ReadFile(filepath.Join(out, "model.manifact")))(t)
		if !bytes.Equal(file, must(model.MarshalBinary())(t)) {
			t.Fatal("the model files differ")
		}
	}
}

func TestTextsAsTheProgram(t *testing.T) {
	folder := t.TempDir()
	lines := "\t" + strings.Join(texts, "\n\t") + "\n"
	check(t, os.WriteFile(filepath.Join(folder, "texts.tsv"), []byte(lines), 0o644))
	out := cluster(t, folder, "texts.tsv", "-k", "3")
	model := must(manifact.ClusterTexts(context.Background(), "auto", texts, 3))(t)
	checkResults(t, out, model)
	for c := 0; c < 3; c++ {
		read := must(manifact.LoadModel(filepath.Join(out, "model.manifact")))(t)
		if model.Title(c) != read.Title(c) {
			t.Fatalf("topic %d: %q and %q", c, model.Title(c), read.Title(c))
		}
	}
}
