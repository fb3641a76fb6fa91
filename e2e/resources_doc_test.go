package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestResourcesDocument does what docs/RESOURCES.md says, from an empty database to a waitlist
// beside a booking system: its commands in a shell, and its program in Python. Only the ports and
// the place of the database differ.
func TestResourcesDocument(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "curl", "openssl", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			without(t, program)
		}
	}
	text, err := os.ReadFile("../docs/RESOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	db := "sqlite:" + filepath.Join(dir, "holdfast.db")
	s := serve(t, db, "--private-webhooks")
	_, port, _ := strings.Cut(freeAddress(t), ":")
	as := strings.NewReplacer("http://localhost:8080", s.base, "sqlite:data/holdfast.db", db, "8090", port)
	script, run := "trap 'kill $(jobs -p) 2> /dev/null' EXIT\n", 0
	for _, m := range block.FindAllStringSubmatch(string(text), -1) {
		if !strings.HasPrefix(m[1], "holdfast serve") { // it serves already
			script += m[1]
			run++
		}
	}
	program := regexp.MustCompile("(?s)```python\n(.*?)```").FindStringSubmatch(string(text))
	if run < 10 || program == nil {
		t.Fatalf("the document has %d examples for a shell, and a program: %t", run, program != nil)
	}
	if err := os.WriteFile(filepath.Join(dir, "tables.py"), []byte(as.Replace(program[1])), 0o600); err != nil {
		t.Fatal(err)
	}
	shell := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", as.Replace(script))
	shell.Dir, shell.Env = dir, append(environment(t), "PATH="+filepath.Dir(binary)+":"+os.Getenv("PATH"))
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	late := time.AfterFunc(2*time.Minute, func() { _ = syscall.Kill(-shell.Process.Pid, syscall.SIGKILL) })
	out, err := shell.CombinedOutput()
	late.Stop()
	if err != nil {
		t.Fatalf("the document: %v\n%s\n%s", err, out, s.log)
	}
	for _, said := range []string{`"units_withdrawn":2`, `"confirm_address"`, `"status":"offered"`, `"status":"accepting"`} {
		if !strings.Contains(string(out), said) {
			t.Errorf("nothing answers %s:\n%s", said, out)
		}
	}
	for _, name := range []string{"bob", "grace", "dan"} {
		s.mailTo(name+"@example.org", "Accepted")
	}
	// Nobody has looked at a page: their own system, and a link by API, have accepted for them.
	if accepted, seconds := s.figure(`holdfast_resource_offers_total{opened="no",state="accepted"}`), s.figure("holdfast_resource_accepted_seconds_count"); accepted != 3 || seconds != 3 {
		t.Errorf("the figures have %v offers that were accepted, and of %v how long it took", accepted, seconds)
	}
	s.stop()
	verified(t, db)
}
