package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var block = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestReadme pastes the example of the README into a shell beside `holdfast
// demo`. Only the port differs.
func TestReadme(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example := ""
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		if strings.Contains(m[1], "curl") {
			example += m[1]
		}
	}
	const address = "127.0.0.1:8080"
	if !strings.Contains(example, address) {
		t.Fatal("the README has no example with curl")
	}

	dir := t.TempDir()
	listen := freeAddress(t)
	p := &process{t: t, base: "http://" + listen, log: &logBuffer{}, args: []string{"demo", "--listen", listen}}
	p.start(dir)
	t.Cleanup(p.kill)
	p.ready(30 * time.Second)
	key := filepath.Join(dir, "data", "demo.key")
	within(t, 30*time.Second, "the demo key is there", func() bool {
		b, err := os.ReadFile(key)
		return err == nil && strings.HasPrefix(string(b), "hf_") && strings.Contains(p.log.String(), strings.TrimSpace(string(b)))
	})
	for _, what := range []string{p.base + "/docs", p.base + "/mailbox", "data/demo.key"} {
		if !strings.Contains(p.log.String(), what) {
			t.Errorf("holdfast demo does not print %s:\n%s", what, p.log)
		}
	}

	shell := exec.Command("bash", "-euo", "pipefail", "-c", strings.ReplaceAll(example, address, listen))
	shell.Dir = dir
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("the example: %v\n%s", err, out)
	}
	for _, status := range []string{`"confirmed"`, `"waitlisted"`, `"released"`, `"offered"`} {
		if !strings.Contains(string(out), status) {
			t.Errorf("the example does not answer %s:\n%s", status, out)
		}
	}
	if mail := p.mailTo("grace@example.org", "Your turn"); !strings.Contains(mail, p.base+"/o#") {
		t.Errorf("the offer mail has no link:\n%s", mail)
	}
	for _, page := range []string{"/docs", "/openapi.json", "/healthz", "/metrics"} {
		if status, body := p.get(page); status != 200 {
			t.Errorf("%s: %d\n%s", page, status, body)
		}
	}

	// A second start finds its data and its key again.
	p.stop()
	db := "sqlite:" + filepath.Join(dir, "data", "holdfast.db")
	verified(t, db)
	first, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	p.start(dir)
	p.ready(30 * time.Second)
	within(t, 30*time.Second, "the same key is printed again", func() bool {
		return strings.Count(p.log.String(), strings.TrimSpace(string(first))) == 2
	})
	p.stop()
	verified(t, db)
}
