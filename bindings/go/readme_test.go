package manifact_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"

	"manifact.internal/manifact"
)

// TestModulePath compares the path of the module with README.md, and its version with the library.
func TestModulePath(t *testing.T) {
	module := string(must(os.ReadFile("go.mod"))(t))
	path, _, _ := strings.Cut(strings.TrimPrefix(module, "module "), "\n")
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		t.Fatalf("%q may be a package of the standard library", path)
	}
	readme := string(must(os.ReadFile("README.md"))(t))
	command := "go mod edit -require=" + path + "@v" + manifact.Version() + " -replace=" + path + "="
	if !strings.Contains(readme, command) {
		t.Fatalf("README.md does not have %q", command)
	}
}

// TestReadme compares the program at the beginning of README.md with the example of the package,
// whose output is tested.
func TestReadme(t *testing.T) {
	readme := string(must(os.ReadFile("README.md"))(t))
	block := regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(readme)
	if block == nil {
		t.Fatal("README.md has no program")
	}
	source := must(os.ReadFile("example_test.go"))(t)
	files := token.NewFileSet()
	file := must(parser.ParseFile(files, "example_test.go", source, parser.ParseComments))(t)
	for _, declaration := range file.Decls {
		f, ok := declaration.(*ast.FuncDecl)
		if !ok || f.Name.Name != "Example" {
			continue
		}
		from, to := files.Position(f.Body.Lbrace).Offset+2, files.Position(f.Body.Rbrace).Offset
		body := string(source[from:to])
		body = strings.ReplaceAll("\n"+body, "\n\t", "\n")[1:]
		body, _, _ = strings.Cut(body, "// Output:")
		if block[1] != body {
			t.Fatalf("README.md has\n%s\nand the example\n%s", block[1], body)
		}
		return
	}
	t.Fatal("example_test.go has no Example")
}
