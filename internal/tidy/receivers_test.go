package tidy

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
)

// receiverWords are receivers that say what a type is to its package, whatever it is called: a
// command or a check, an error, handlers, a body that is read or answered, a request, the tables of a
// store, a description, a view, a worker, an index.
var receiverWords = []string{"c", "e", "h", "in", "out", "q", "s", "t", "v", "w", "x"}

// receivers wants each receiver to begin as a word of its type or its package does. That a type has one name for its
// receiver is for revive to say.
func receivers(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || len(fn.Recv.List[0].Names) == 0 {
				continue
			}
			name, of := fn.Recv.List[0].Names[0].Name, receiver(fn.Recv.List[0].Type)
			if name == "_" || slices.Contains(receiverWords, name) || strings.Contains(initials(of)+path.Base(f.dir())[:1], strings.ToLower(name[:1])) {
				continue
			}
			found = append(found, fmt.Sprintf("%s: the receiver %s does not stand for %s", t.at(fn), name, of))
		}
	}
	return found
}

// initials are the first letters of the words of a name, in lower case.
func initials(name string) string {
	var out strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		after := i > 0 && !unicode.IsUpper(letters[i-1])
		before := i+1 < len(letters) && unicode.IsLower(letters[i+1])
		if i == 0 || unicode.IsUpper(r) && (after || before) {
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return out.String()
}

var badReceivers = []fstest.MapFS{
	src("internal/api/access/x.go", "package access", "type EventSummary struct{}", "func (k *EventSummary) Pass() {}"),
	src("internal/cache/x.go", "package cache", "type Cache[K, V any] struct{}", "func (m *Cache[K, V]) Get() {}"),
	src("internal/cache/x_test.go", "package cache", "type reads[K any] struct{}", "func (m reads[K]) count() {}"),
}

func TestInitials(t *testing.T) {
	for name, want := range map[string]string{"EventSummary": "es", "DB": "d", "HTTPServer": "hs", "modelCode": "mc", "Base64Text": "bt"} {
		if got := initials(name); got != want {
			t.Errorf("initials of %s: %q, want %q", name, got, want)
		}
	}
}
