package tidy

import (
	"fmt"
	"go/ast"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"
	"unicode"
)

// documents wants what the documents name to exist: paths, links, make targets,
// subcommands and flags of holdfast, its variables, and names of the code.
func documents(t *tree) []string {
	var found []string
	cli := commandLine(t)
	targets := makeTargets(t)
	symbols := exported(t)
	for _, f := range t.files {
		if path.Ext(f.path) != ".md" {
			continue
		}
		for _, l := range codeIn(f.text) {
			say := func(format string, args ...any) {
				found = append(found, fmt.Sprintf("%s:%d: ", f.path, l.line)+fmt.Sprintf(format, args...))
			}
			for _, m := range pathWord.FindAllStringSubmatch(l.text, -1) {
				if p := strings.TrimRight(m[1], "./"); !t.named(p) {
					say("there is no %s", p)
				}
			}
			for _, m := range makeWord.FindAllStringSubmatch(l.text, -1) {
				if !targets[m[1]] {
					say("there is no target: make %s", m[1])
				}
			}
			for _, m := range commandWord.FindAllStringSubmatch(l.text, -1) {
				if !cli.commands[m[1]] {
					say("there is no command: holdfast %s", m[1])
				}
				for _, flag := range flagWord.FindAllStringSubmatch(m[2], -1) {
					if !cli.flags[flag[1]] {
						say("holdfast has no flag --%s", flag[1])
					}
				}
			}
			for _, v := range variableWord.FindAllString(l.text, -1) {
				if !cli.variable(t, v) {
					say("nothing reads %s", v)
				}
			}
			for _, m := range symbolWord.FindAllStringSubmatch(l.text, -1) {
				if names, ours := symbols[m[1]]; ours && !names[m[2]] {
					say("package %s has no %s", m[1], m[2])
				}
			}
		}
		for i, line := range strings.Split(f.text, "\n") {
			for _, m := range linkWord.FindAllStringSubmatch(line, -1) {
				if to, _, _ := strings.Cut(m[1], "#"); to != "" && !t.exists(path.Join(f.dir(), to)) {
					found = append(found, fmt.Sprintf("%s:%d: the link to %s is dead", f.path, i+1, to))
				}
			}
		}
	}
	return found
}

var (
	pathWord     = regexp.MustCompile(`(?:^|[\s"'(=:,])(?:\./)?((?:internal|cmd|docs|e2e|api|scripts|web|deploy|\.ci|\.github)/[A-Za-z0-9_.*/-]*[A-Za-z0-9_*])`)
	makeWord     = regexp.MustCompile(`(?:^|[\s;&|(])make ([a-z][a-z-]*)`)
	commandWord  = regexp.MustCompile(`(?:^|[\s;&|(/])holdfast ([a-z][a-z-]*)([^;&|]*)`)
	flagWord     = regexp.MustCompile(`--([a-z][a-z-]*)`)
	variableWord = regexp.MustCompile(`\bHOLDFAST_[A-Z_]*[A-Z]`)
	symbolWord   = regexp.MustCompile(`(?:^|[^\w./])([a-z]+)\.([A-Z]\w*)`)
	linkWord     = regexp.MustCompile(`\]\(([^):]+)\)`)
	spanWord     = regexp.MustCompile("`([^`]+)`")
)

// named reports whether a path, perhaps with a *, is in the tree.
func (t *tree) named(p string) bool {
	if !strings.Contains(p, "*") {
		return t.exists(p)
	}
	return slices.ContainsFunc(t.files, func(f file) bool {
		ok, err := path.Match(p, f.path)
		return ok && err == nil
	})
}

// code is a piece of a document that is meant as code.
type code struct {
	line int
	text string
}

// codeIn returns the code spans and the lines of code blocks of a document.
func codeIn(text string) []code {
	var out []code
	fenced := false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case fenced:
			// A comment in a block is prose.
			line, _, _ = strings.Cut(line, " # ")
			out = append(out, code{i + 1, line})
		default:
			for _, m := range spanWord.FindAllStringSubmatch(line, -1) {
				out = append(out, code{i + 1, m[1]})
			}
		}
	}
	return out
}

func makeTargets(t *tree) map[string]bool {
	out := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z-]*):`).FindAllStringSubmatch(t.text("Makefile"), -1) {
		out[m[1]] = true
	}
	return out
}

// exported returns what each package of ours declares at its top and as
// methods, by package name.
func exported(t *tree) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, f := range t.goFiles() {
		if f.isTest() {
			continue
		}
		names := out[f.ast.Name.Name]
		if names == nil {
			names = map[string]bool{}
			out[f.ast.Name.Name] = names
		}
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[d.Name.Name] = true
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, n := range s.Names {
							names[n.Name] = true
						}
					}
				}
			}
		}
	}
	return out
}

// surface is what the command line of holdfast understands.
type surface struct {
	commands, flags map[string]bool
}

// commandLine reads the subcommands and flags out of the kong structs of
// cmd/holdfast: a field with a cmd tag is a command, any other tagged field a flag.
func commandLine(t *tree) surface {
	s := surface{commands: map[string]bool{}, flags: map[string]bool{"help": true}}
	for _, f := range t.goFiles() {
		if !under(f.dir(), "cmd/holdfast") || f.isTest() {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil {
				return true
			}
			raw, err := strconv.Unquote(field.Tag.Value)
			if err != nil {
				return true
			}
			tag := reflect.StructTag(raw)
			for _, name := range field.Names {
				word := kebab(name.Name)
				if given := tag.Get("name"); given != "" {
					word = given
				}
				if _, isCommand := tag.Lookup("cmd"); isCommand {
					s.commands[word] = true
				} else {
					s.flags[word] = true
				}
			}
			return true
		})
	}
	return s
}

// variable reports whether something reads an environment variable: the code or
// the scripts by its name, or a flag by its own.
func (s surface) variable(t *tree, v string) bool {
	flag := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(v, "HOLDFAST_")), "_", "-")
	if s.flags[flag] {
		return true
	}
	return slices.ContainsFunc(t.files, func(f file) bool {
		return path.Ext(f.path) != ".md" && strings.Contains(f.text, v)
	})
}

// kebab is how kong names a field: BaseURL becomes base-url.
func kebab(name string) string {
	r := []rune(name)
	var b strings.Builder
	for i, c := range r {
		if i > 0 && unicode.IsUpper(c) && (unicode.IsLower(r[i-1]) || i+1 < len(r) && unicode.IsLower(r[i+1])) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

var badDocuments = []fstest.MapFS{
	src("README.md", "see `internal/nowhere/x.go`"),
	src("README.md", "[a link](docs/nowhere.md)"),
	src("README.md", "```", "make supper", "```"),
	src("README.md", "run `holdfast fly`"),
	src("README.md", "set `HOLDFAST_NOTHING`"),
	{
		"README.md":               {Data: []byte("`inventory.Undecide` is called")},
		"internal/inventory/x.go": {Data: []byte("package inventory\n\nfunc Decide() {}\n")},
	},
	{
		"README.md":         {Data: []byte("`holdfast serve --wings 2`")},
		"cmd/holdfast/x.go": {Data: []byte("package main\n\ntype cli struct {\n\tServe struct{} `cmd:\"\"`\n\tListen string `help:\"\"`\n}\n")},
	},
}

// picture wants docs/ARCHITECTURE.md to say of each room what it owns.
func picture(t *tree) []string {
	var text string
	for _, f := range t.files {
		if f.path == "docs/ARCHITECTURE.md" {
			text = f.text
		}
	}
	var found []string
	for _, f := range t.goFiles() {
		room, ok := strings.CutPrefix(f.dir(), "internal/")
		room, _, _ = strings.Cut(room, "/")
		if say := "internal/" + room + " is not in docs/ARCHITECTURE.md"; ok && !strings.Contains(text, "`internal/"+room+"`") && !slices.Contains(found, say) {
			found = append(found, say)
		}
	}
	return found
}

var badPicture = []fstest.MapFS{
	{
		"docs/ARCHITECTURE.md": {Data: []byte("`internal/kitchen` owns the pots\n")},
		"internal/attic/x.go":  {Data: []byte("package attic\n")},
	},
}

// dependencyRecord gives the reason for each direct module.
const dependencyRecord = "docs/decisions/0010-list-every-direct-dependency-with-its-reason.md"

var (
	requireLine = regexp.MustCompile(`(?m)^(?:require\s+|\t)(\S+)\s+v\S+$`) // an indirect one ends in a comment
	moduleWord  = regexp.MustCompile("`((?:github\\.com|golang\\.org|modernc\\.org|pgregory\\.net|go\\.uber\\.org|codeberg\\.org|rsc\\.io)/[^` ]+)`")
)

// dependencies wants every direct module to stand in the record, and every
// module in the record to be one.
func dependencies(t *tree) []string {
	var found []string
	record := t.text(dependencyRecord)
	direct := map[string]bool{}
	for _, m := range requireLine.FindAllStringSubmatch(t.text("go.mod"), -1) {
		direct[m[1]] = true
		if !strings.Contains(record, "`"+m[1]+"`") {
			found = append(found, fmt.Sprintf("go.mod: %s is not in %s", m[1], dependencyRecord))
		}
	}
	for _, m := range moduleWord.FindAllStringSubmatch(record, -1) {
		if !direct[m[1]] {
			found = append(found, fmt.Sprintf("%s: %s is not a direct dependency", dependencyRecord, m[1]))
		}
	}
	return found
}

var badDependencies = []fstest.MapFS{
	src("go.mod", "module x", "", "require golang.org/x/text v0.1.0"),
	src("go.mod", "module x", "", "require (", "\tgolang.org/x/text v0.1.0", ")"),
	src(dependencyRecord, "`golang.org/x/text`"),
}
