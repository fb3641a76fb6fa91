package e2e

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The clients that four generators make of the OpenAPI document compile, and make real
// calls. They take minutes to compile, so `make prove` asks for them.
func TestGeneratedClients(t *testing.T) {
	if os.Getenv("HOLDFAST_CLIENTS") == "" {
		t.Skip("HOLDFAST_CLIENTS is not set: it is for make prove")
	}
	s := serve(t, sqlite(t))
	c := &clients{t: t, server: s, dir: t.TempDir()}
	s.call("GET", "/openapi.json", nil).want(200).is("openapi", "3.1.0")
	c.spec = filepath.Join(c.dir, "openapi.json")
	c.write(c.spec, s.call("GET", "/openapi.json", nil).body)
	t.Run("oapi-codegen and ogen", c.golang)
	t.Run("openapi-typescript", c.typescript)
	t.Run("openapi-python-client", c.python)
}

// clients are what generators make of the document of a server.
type clients struct {
	t      *testing.T
	server *process
	dir    string // where everything is made
	spec   string // the document
}

func (c *clients) write(file string, text []byte) {
	c.t.Helper()
	if err := os.WriteFile(file, text, 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// kit copies what is kept for a language into a folder of its own.
func (c *clients) kit(t *testing.T, name string) (dir string) {
	t.Helper()
	dir = filepath.Join(c.dir, name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "clients", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run runs a program in dir, which learns where the server is.
func (c *clients) run(t *testing.T, dir, program string, args ...string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOLDFAST_URL="+c.server.base, "HOLDFAST_KEY="+c.server.key)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if err != nil {
		text := out.String()
		t.Logf("%s %s: %v\n%s", program, strings.Join(args, " "), err, text[max(0, len(text)-4000):])
	}
	return err
}

func (c *clients) must(t *testing.T, dir, program string, args ...string) {
	t.Helper()
	if c.run(t, dir, program, args...) != nil {
		t.FailNow()
	}
}

func (c *clients) golang(t *testing.T) {
	dir := c.kit(t, "go")
	if err := os.Mkdir(filepath.Join(dir, "oapi"), 0o700); err != nil {
		t.Fatal(err)
	}
	c.must(t, dir, "go", "tool", "oapi-codegen", "-generate", "types,client", "-package", "oapi", "-o", "oapi/client.go", c.spec)
	c.must(t, dir, "go", "tool", "ogen", "--loglevel", "error", "--target", "ogen", "--package", "ogen", c.spec)
	c.must(t, dir, "go", "build", "-mod=readonly", "-o", "clients", ".")
	c.must(t, dir, "./clients")
}

func (c *clients) typescript(t *testing.T) {
	modules, err := filepath.Abs("../web/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(modules); err != nil {
		without(t, "the packages of the web app")
	}
	dir := c.kit(t, "typescript")
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	c.write(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`))
	c.must(t, dir, "node_modules/.bin/openapi-typescript", c.spec, "--output", "schema.d.ts")
	c.must(t, dir, "node_modules/.bin/tsc", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--types", "node", "call.ts")
	c.must(t, dir, "node", "call.js")
}

func (c *clients) python(t *testing.T) {
	dir := c.kit(t, "python")
	if c.run(t, dir, "python3", "-m", "venv", "env") != nil || c.run(t, dir, "env/bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt") != nil {
		without(t, "openapi-python-client")
	}
	c.must(t, dir, "env/bin/openapi-python-client", "generate", "--path", c.spec, "--output-path", "client", "--meta", "none")
	if err := os.Rename(filepath.Join(dir, "client"), filepath.Join(dir, "holdfast_client")); err != nil {
		t.Fatal(err)
	}
	c.must(t, dir, "env/bin/python", "call.py")
}

// without skips a language that this machine has no tools for; CI has them.
func without(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s: not available", what)
	}
	t.Skipf("%s: not available", what)
}
