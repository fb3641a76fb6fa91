package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing/fstest"
)

// dialect are turns of phrase that are no longer written here, each with what is written
// instead. Whitespace in them matches the break of a line.
var dialect = []struct{ pattern, instead string }{
	{`\b(?:[Oo]f|[Tt]o|[Ff]or|[Bb]y|[Ww]ith|[Ff]rom) who\b`, "the people, or whoever: for ticket holders, to whoever asks"},
	{`\b(?:is|are|was|were|be|been) told of\b`, "told about, notified of, called for each"},
	{`\b(?:is|are|was|were) (?:\w+ )?(?:good|live|read|found|trusted|online) no more\b`, "no longer: is no longer live"},
	{`\b(?:not to|to|can) be had\b`, "is available"},
	{`\b[Hh]ow it stands with\b`, "the status of"},
	{`\bthe own [a-z]`, "their own, its own, one's own"},
	{`\bof before\b`, "earlier: the earlier links"},
	{`\b(?:that|what|which) there is not\b`, "that does not exist"},
	{`\bis none of (?:the|an?|our|their)\b`, "is not one of"},
	{`\b(?:in|joins|owed to the|head of the|heads of the|place in) line\b`, "the waitlist"},
	{`\b(?:[Ii]t|[Tt]his|[Tt]hat|which|and) (?:is|was) no [A-Za-z]+\b`, "is not a"},
}

// correct are phrases with one of these that are English: a question, or no longer.
var correct = regexp.MustCompile(`^(?:of who they\b|to who (?:acts|opened|has which|is before|was offered)\b|for who may frame\b|with who had to\b|\w+ (?:is|was) no (?:longer|more|less|better|worse|slower|faster|easier|lower|higher|further|such|one|other)\b)`)

// reports is how the comment of a function begins that wants another verb.
var reports = regexp.MustCompile(`^\w+ (?:says|tells) (?:whether|if)\b`)

// prose finds turns of phrase that only the people who wrote them understand at once: in
// comments and strings of Go, in documents, and in comments of the web app.
func prose(t *tree) []string {
	patterns := make([]*regexp.Regexp, len(dialect))
	for i, d := range dialect {
		patterns[i] = regexp.MustCompile(strings.ReplaceAll(d.pattern, " ", `\s+`))
	}
	var found []string
	for i := range t.files {
		f := &t.files[i]
		if f.isGenerated() || under(f.path, "web/src/lib/translations") || f.path == "internal/tidy/prose_test.go" {
			continue
		}
		for _, p := range t.passages(f) {
			for i, pattern := range patterns {
				for _, at := range pattern.FindAllStringIndex(p.text, -1) {
					rest := strings.Join(strings.Fields(p.text[at[0]:min(at[1]+20, len(p.text))]), " ")
					if !correct.MatchString(rest) {
						line := p.line + strings.Count(p.text[:at[0]], "\n")
						found = append(found, fmt.Sprintf("%s:%d: %q: write %s", f.path, line, rest, dialect[i].instead))
					}
				}
			}
		}
		found = append(found, t.saying(f)...)
	}
	return found
}

// saying finds functions whose comments say that they say whether something is so.
func (t *tree) saying(f *file) []string {
	if f.ast == nil {
		return nil
	}
	var found []string
	for _, d := range f.ast.Decls {
		if fn, is := d.(*ast.FuncDecl); is && reports.MatchString(fn.Doc.Text()) {
			found = append(found, t.at(fn)+": write: "+fn.Name.Name+" reports whether")
		}
	}
	return found
}

// passage is a piece of prose in a file, from a line on.
type passage struct {
	line int
	text string
}

// passages returns the prose of a file.
func (t *tree) passages(f *file) []passage {
	switch path.Ext(f.path) {
	case ".go":
		return t.goPassages(f)
	case ".md":
		return []passage{{1, withoutCode(f.text)}}
	case ".ts", ".svelte":
		var out []passage
		for _, at := range webComment.FindAllStringIndex(f.text, -1) {
			line := 1 + strings.Count(f.text[:at[0]], "\n")
			out = append(out, passage{line, commentMark.ReplaceAllString(f.text[at[0]:at[1]], "")})
		}
		return out
	}
	return nil
}

var (
	webComment  = regexp.MustCompile(`(?m:(?:^[ \t]*//.*\n?)+)|[ \t]//.*|/\*(?s:.*?)\*/|<!--(?s:.*?)-->`)
	commentMark = regexp.MustCompile(`(?m)^[ \t]*(?://|\*)`)
)

// goPassages returns the comments and the strings of a Go file. Strings that are added
// up are one.
func (t *tree) goPassages(f *file) []passage {
	var out []passage
	for _, group := range f.ast.Comments {
		var text strings.Builder
		for _, c := range group.List {
			text.WriteString(commentMark.ReplaceAllString(c.Text, "") + "\n")
		}
		out = append(out, passage{t.fset.Position(group.Pos()).Line, text.String()})
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		e, is := n.(ast.Expr)
		if !is {
			return true
		}
		text, whole := addedUp(e)
		if whole {
			out = append(out, passage{t.fset.Position(e.Pos()).Line, text})
		}
		return !whole
	})
	return out
}

// addedUp returns the text of a string or of a sum of strings; false: it is another
// expression.
func addedUp(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := addedUp(e.X)
		right, too := addedUp(e.Y)
		return left + right, ok && too && e.Op == token.ADD
	}
	return "", false
}

// withoutCode is a document without what is meant as code, in the same lines.
func withoutCode(text string) string {
	lines := strings.Split(text, "\n")
	fenced := false
	for i, line := range lines {
		if fence := strings.HasPrefix(strings.TrimSpace(line), "```"); fence || fenced {
			fenced = fenced != fence
			lines[i] = ""
			continue
		}
		lines[i] = spanWord.ReplaceAllString(line, "code")
	}
	return strings.Join(lines, "\n")
}

var badProse = []fstest.MapFS{
	src("internal/a/a.go", "package a", "", "// A is shown to", "// who asks.", "const A = 1"),
	src("internal/a/a.go", "package a", "", `const A = "mailed to who " + "waits"`),
	src("internal/a/a.go", "package a", "", "type a struct {", "\tB int `doc:\"Of who is signed in.\"`", "}"),
	src("internal/a/a.go", "package a", "", "// A says whether it is.", "func A() bool { return true }"),
	src("docs/A.md", "Each owner is told of it."),
	src("docs/A.md", "The hold is live no more."),
	src("docs/A.md", "A refusal is returned; it is no error."),
	src("web/src/a.ts", "/** How it stands with a place. */", "export const a = 1;"),
	src("web/src/a.ts", "const a = 1; // where it can be had"),
	src("docs/A.md", "Links of before stay good."),
	src("docs/A.md", "It names an order that there is not."),
	src("web/src/a.svelte", "<!-- Computes the own place. -->"),
}
