package tidy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"
)

const (
	// webSource has the web app, and webReadme a table with a row for each of its folders.
	webSource = "web/src/"
	webReadme = "web/README.md"
)

// webRow is what begins a row of the table: the paths that it is about.
var webRow = regexp.MustCompile("(?m)^\\| *(`[^|]+`) *\\|")

// webFolders wants web/README.md to have a row for each folder of the web app and of its library, and
// none for another.
func webFolders(t *tree) []string {
	named := map[string]bool{}
	for _, row := range webRow.FindAllStringSubmatch(t.text(webReadme), -1) {
		for _, m := range spanWord.FindAllStringSubmatch(row[1], -1) {
			named[m[1]] = true
		}
	}
	var found []string
	seen := map[string]bool{}
	for _, f := range t.files {
		rest, ok := strings.CutPrefix(f.dir()+"/", webSource)
		if !ok || rest == "" {
			continue
		}
		folder, below, _ := strings.Cut(rest, "/")
		if folder == "lib" {
			if folder, _, _ = strings.Cut(below, "/"); folder == "" {
				continue
			}
			folder = "lib/" + folder
		}
		if folder = "src/" + folder; !seen[folder] && !named[folder] {
			found = append(found, fmt.Sprintf("%s: no row for `%s`", webReadme, folder))
		}
		seen[folder] = true
	}
	for name := range named {
		if strings.HasPrefix(name, "src/") && !t.exists("web/"+name) {
			found = append(found, fmt.Sprintf("%s: there is no %s", webReadme, name))
		}
	}
	slices.Sort(found)
	return found
}

var badWeb = []fstest.MapFS{
	{webReadme: {Data: []byte("| `src/lib/ui` | buttons |\n")}, "web/src/lib/ui/a.ts": {}, "web/src/lib/seats/a.ts": {}},
	{webReadme: {Data: []byte("In `src/routes` are addresses.\n")}, "web/src/routes/[id]/a.ts": {}},
	{webReadme: {Data: []byte("| `src/lib/ui`, `src/lib/gone` | buttons |\n")}, "web/src/lib/ui/a.ts": {}},
}
