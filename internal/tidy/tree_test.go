package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// module is the import path of the repository.
const module = "github.com/holdfast-events/holdfast"

// tree is what the rules look at: the text files of the repository, read once.
type tree struct {
	fsys  fs.FS
	fset  *token.FileSet
	files []file
}

// file is one text file; ast is nil when it is not Go.
type file struct {
	path string // from the root, with slashes
	text string
	ast  *ast.File
}

// ignored are folders that are fetched or built, by name or by path.
var ignored = []string{".git", ".cache", ".work", "node_modules", "bin", "data", "web/dist", "web/.svelte-kit"}

// textual says which files are text that somebody wrote.
func textual(p string) bool {
	switch path.Ext(p) {
	case ".go", ".sql", ".md", ".yml", ".yaml", ".json", ".toml", ".mod", ".txt", ".html", ".css", ".ts", ".js", ".svelte", ".sh":
		return true
	case "":
		return true // Makefile, LICENSE, scripts
	}
	return false
}

// load reads a tree. Go that does not parse is an error: no rule could see into it.
func load(fsys fs.FS) (*tree, error) {
	t := &tree{fsys: fsys, fset: token.NewFileSet()}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if slices.Contains(ignored, p) || slices.Contains(ignored[:4], d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || !textual(p) {
			return nil
		}
		b, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		f := file{path: p, text: string(b)}
		if path.Ext(p) == ".go" {
			if f.ast, err = parser.ParseFile(t.fset, p, b, parser.ParseComments); err != nil {
				return err
			}
		}
		t.files = append(t.files, f)
		return nil
	})
	return t, err
}

// exists reports whether a file or folder of that path is in the tree.
func (t *tree) exists(p string) bool {
	_, err := fs.Stat(t.fsys, p)
	return err == nil
}

// text returns the text of one file, or "".
func (t *tree) text(p string) string {
	for _, f := range t.files {
		if f.path == p {
			return f.text
		}
	}
	return ""
}

// goFiles returns the Go files, tests among them.
func (t *tree) goFiles() []file {
	var out []file
	for _, f := range t.files {
		if f.ast != nil {
			out = append(out, f)
		}
	}
	return out
}

// at names the place of a node.
func (t *tree) at(n ast.Node) string {
	p := t.fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

func (f *file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

func (f *file) dir() string { return path.Dir(f.path) }

var generatedMark = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func (f *file) isGenerated() bool { return generatedMark.MatchString(f.text) }

// under reports whether p is the folder or below it.
func under(p, folder string) bool { return p == folder || strings.HasPrefix(p, folder+"/") }
