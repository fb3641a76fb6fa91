package tidy

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing/fstest"
)

// sided are classes and properties that name left or right where a page that is read from the
// right is mirrored.
var sided = regexp.MustCompile("[\"'` :]-?(?:(?:ml|mr|pl|pr)-[0-9a-z\\[][^\"'` ]*|text-(?:left|right)|border-[lr]|border-[lr]-[0-9]+)[\"'` }]|\\b(?:border|margin|padding)-(?:left|right)(?:-[a-z]+)?:|text-align: (?:left|right)")

// sides finds pages of the app that put something on the left or the right rather than at the
// start or the end of a line.
func sides(t *tree) []string {
	var found []string
	for i := range t.files {
		f := &t.files[i]
		if path.Ext(f.path) != ".svelte" {
			continue
		}
		for n, line := range strings.Split(f.text, "\n") {
			if at := sided.FindString(line); at != "" {
				found = append(found, fmt.Sprintf("%s:%d: %s is not mirrored where pages are read from the right: name the start or the end", f.path, n+1, strings.Trim(at, "\"'` :}")))
			}
		}
	}
	return found
}

var badSides = []fstest.MapFS{
	src("web/src/a.svelte", `<p class="mt-2 pl-4">`),
	src("web/src/a.svelte", `<p class="sm:text-right">`),
	src("web/src/a.svelte", "\t\tborder-left: 1px solid var(--rule);"),
}
