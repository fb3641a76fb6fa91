package tidy

import (
	"go/ast"
	"go/token"
	"strings"
	"testing/fstest"
)

// commentsBeginWithNames finds functions and types of the product whose comment begins with
// something else than their name: mostly one that was renamed since.
func commentsBeginWithNames(t *tree) []string {
	var found []string
	wants := func(n ast.Node, doc *ast.CommentGroup, name string) {
		text := doc.Text()
		for _, article := range []string{"A ", "An ", "The "} {
			text = strings.TrimPrefix(text, article)
		}
		if text != "" && !strings.HasPrefix(text, name) {
			found = append(found, t.at(n)+": the comment of "+name+" begins with its name")
		}
	}
	for i := range t.files {
		f := &t.files[i]
		if f.ast == nil || f.isGenerated() || strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				wants(d, d.Doc, d.Name.Name)
			case *ast.GenDecl:
				if d.Tok == token.TYPE && len(d.Specs) == 1 {
					wants(d, d.Doc, d.Specs[0].(*ast.TypeSpec).Name.Name)
				}
			}
		}
	}
	return found
}

var badNamed = []fstest.MapFS{
	src("internal/a/a.go", "package a", "", "// Desk is an admitter.", "type Admitter struct{}"),
	src("internal/a/a.go", "package a", "", "// give gives.", "func hand() {}"),
}
