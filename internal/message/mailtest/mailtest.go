// Package mailtest has what tests of mails share.
package mailtest

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Golden compares what was rendered with a file in testdata, or writes that with -update.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (make it with go test -update)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// placeholder is one in a text; the braces of a stylesheet have a colon, or a space, in them.
var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

// WellFormed checks what is true of every mail, whatever people typed; typed are what looks like a placeholder of
// that.
func WellFormed(t *testing.T, got mailkit.Rendered, typed ...string) {
	t.Helper()
	if strings.ContainsAny(got.Subject, "\r\n\x00") || got.Subject == "" {
		t.Errorf("subject %q is not a line", got.Subject)
	}
	for _, text := range []string{got.Subject, got.Text, got.HTML} {
		for _, open := range placeholder.FindAllString(text, -1) {
			if !slices.Contains(typed, open) {
				t.Errorf("%s was not filled in: %q", open, text)
			}
		}
	}
	doc, err := html.Parse(strings.NewReader(got.HTML))
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{
		"html": true, "head": true, "meta": true, "title": true, "style": true, "body": true, "div": true,
		"p": true, "h1": true, "h2": true, "br": true, "a": true, "dl": true, "dt": true, "dd": true,
		"table": true, "tbody": true, "tr": true, "th": true, "td": true, "img": true, "strong": true, "span": true,
	}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && !allowed[n.Data] {
			t.Errorf("the mail has an element <%s>", n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "href" && !strings.HasPrefix(a.Val, "https://holdfast.example/") {
				t.Errorf("the mail links to %q", a.Val)
			}
			if a.Key == "src" && !strings.HasPrefix(a.Val, "cid:") { // nobody else is asked for a picture
				t.Errorf("the mail has a picture from %q", a.Val)
			}
			if strings.HasPrefix(a.Key, "on") {
				t.Errorf("the mail has an attribute %s", a.Key)
			}
		}
	}
}
