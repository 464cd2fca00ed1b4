package manifact_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

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
