package tidy

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// rule is one of our rules and the smallest trees that break it.
type rule struct {
	name  string
	check func(*tree) []string
	bad   []fstest.MapFS
}

// rules are all rules. What revive, gofmt and vet say is not said again.
func rules() []rule {
	return []rule{
		{"imports", imports, badImports},
		{"sql", sqlOutsideStore, badSQL},
		{"names", packageNames, badNames},
		{"length", fileLength, badLength},
		{"sizes", sizes, badSizes},
		{"sleep", sleepInTests, badSleep},
		{"marks", marks, badMarks},
		{"comments", packageComments, badComments},
		{"skips", skips, badSkips},
		{"machines", machinePaths, badMachines},
		{"documents", documents, badDocuments},
		{"picture", picture, badPicture},
		{"prose", prose, badProse},
		{"named", commentsBeginWithNames, badNamed},
		{"sides", sides, badSides},
		{"receivers", receivers, badReceivers},
		{"lists", cursorsOfTheirOwn, badLists},
		{"web", webFolders, badWeb},
		{"decisions", decisions, badDecisions},
		{"invariants", invariants, badInvariants},
		{"dependencies", dependencies, badDependencies},
	}
}

func TestRepository(t *testing.T) {
	repository, err := load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if len(repository.goFiles()) < 10 {
		t.Fatalf("only %d Go files found: is this the root of the repository?", len(repository.goFiles()))
	}
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			if found := r.check(repository); len(found) > 0 {
				t.Errorf("%s", strings.Join(found, "\n"))
			}
		})
	}
}

// A rule that finds nothing in a tree made to break it has stopped looking.
func TestRulesFind(t *testing.T) {
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			if len(r.bad) == 0 {
				t.Fatal("no bad tree")
			}
			for i, fsys := range r.bad {
				bad, err := load(fsys)
				if err != nil {
					t.Fatal(err)
				}
				if found := r.check(bad); len(found) == 0 {
					t.Errorf("nothing found in bad tree %d", i)
				}
			}
		})
	}
}

// src is a tree of one file.
func src(path string, lines ...string) fstest.MapFS {
	return fstest.MapFS{path: {Data: []byte(strings.Join(lines, "\n") + "\n")}}
}
