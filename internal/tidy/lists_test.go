package tidy

import (
	"path"
	"strings"
	"testing/fstest"
)

// cursorOwners may have a next_cursor of their own: the type that all lists have it from, and the feed of
// changes, in which it is always there.
var cursorOwners = []string{"internal/httpapi/list.go", "internal/api/integrations/changes.go"}

// cursorsOfTheirOwn finds types of answers that declare a cursor instead of embedding httpapi.List or
// httpapi.Next.
func cursorsOfTheirOwn(t *tree) []string {
	var found []string
	for _, f := range t.goFiles() {
		if f.isTest() || !under(f.dir(), "internal/api") && !under(f.dir(), "internal/httpapi") {
			continue
		}
		if strings.Contains(f.text, `json:"next_cursor`) && !strings.Contains(strings.Join(cursorOwners, " "), path.Clean(f.path)) {
			found = append(found, f.path+": a page of a list embeds httpapi.List, which has the cursor")
		}
	}
	return found
}

var badLists = []fstest.MapFS{
	src("internal/api/orders/x.go", "package orders", "type List struct {", "	NextCursor string `json:\"next_cursor,omitempty\"`", "}"),
}
