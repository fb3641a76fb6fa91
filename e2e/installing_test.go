package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestUnit: systemd takes the unit, which keeps the server from all that it does not need,
// and each setting of the example is one that the server has.
func TestUnit(t *testing.T) {
	t.Parallel()
	help := must(t, "serve", "--help")
	settings, err := os.ReadFile("../deploy/systemd/holdfast.env")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?m)^#?(HOLDFAST_\w+)=`).FindAllStringSubmatch(string(settings), -1)
	if len(named) < 4 {
		t.Errorf("%d settings are named", len(named))
	}
	for _, m := range named {
		if !strings.Contains(help, "$"+m[1]) {
			t.Errorf("the server has no setting %s", m[1])
		}
	}
	text, err := os.ReadFile("../deploy/systemd/holdfast.service")
	if err != nil {
		t.Fatal(err)
	}
	allowed(t, string(text))
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Log("there is no systemd-analyze to look at the unit")
		return
	}
	const installed = "ExecStart=/usr/bin/holdfast "
	unit := filepath.Join(t.TempDir(), "holdfast.service")
	if !strings.Contains(string(text), installed) {
		t.Fatalf("the unit has no %q", installed)
	}
	if err := os.WriteFile(unit, []byte(strings.Replace(string(text), installed, "ExecStart="+binary+" ", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "systemd-analyze", "verify", unit).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v: %s", err, out)
	}
	besides(t, unit, "tls.conf", "nats.conf")
	out, err := exec.CommandContext(t.Context(), "systemd-analyze", "security", "--offline=true", "--no-pager", unit).CombinedOutput()
	exposed := regexp.MustCompile(`Overall exposure level for \S+: ([0-9.]+)`).FindSubmatch(out)
	if err != nil || exposed == nil {
		t.Fatalf("systemd-analyze security: %v: %s", err, out)
	}
	if level, err := strconv.ParseFloat(string(exposed[1]), 64); err != nil || level > 2 {
		t.Errorf("the unit is exposed by %s of 10", exposed[1])
	}
}

// besides checks the unit with files that are put beside it.
func besides(t *testing.T, unit string, names ...string) {
	t.Helper()
	beside := filepath.Join(t.TempDir(), filepath.Base(unit)+".d")
	if err := os.Mkdir(beside, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("../deploy/systemd", name)) //nolint:gosec // a file of ours
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(beside, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "systemd-analyze", "verify", unit) //nolint:gosec // a unit of ours
	cmd.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+filepath.Dir(beside)+":")
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify with %s: %v: %s", names, err, out)
	}
}

// allowed checks that the unit allows what the server does: to start a process that compiles the
// decoder of AVIF, and to give a rehearsal the lowest priority.
func allowed(t *testing.T, unit string) {
	t.Helper()
	priority := false
	for line := range strings.Lines(unit) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch {
		case name == "MemoryDenyWriteExecute" && value != "no":
			t.Error("the process that decodes an AVIF may not compile its decoder, and takes as long as a picture may not take")
		case name == "SystemCallFilter" && strings.HasPrefix(value, "~"): // the group has setpriority
			priority = priority && !strings.Contains(value, "@resources") && !strings.Contains(value, "setpriority")
		case name == "SystemCallFilter":
			priority = priority || strings.Contains(value, "@system-service") || strings.Contains(value, "setpriority")
		}
	}
	if !priority {
		t.Error("a rehearsal cannot be given the lowest priority: setpriority is denied")
	}
}

// TestCompose: the example of containers is one that Docker takes as far as its form goes, and
// each setting in it is one that the server has.
func TestCompose(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../deploy/container/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var compose struct {
		Services map[string]struct {
			Build       struct{ Context, Dockerfile string }
			Environment map[string]string
			Volumes     []string
		}
		Volumes map[string]any
	}
	if err := yaml.Unmarshal(text, &compose); err != nil {
		t.Fatal(err)
	}
	help := must(t, "serve", "--help")
	server := compose.Services["holdfast"]
	if len(server.Environment) < 4 {
		t.Errorf("%d settings are named", len(server.Environment))
	}
	for name := range server.Environment {
		if !strings.Contains(help, "$"+name) {
			t.Errorf("the server has no setting %s", name)
		}
	}
	for name, service := range compose.Services {
		for _, v := range service.Volumes {
			volume, _, _ := strings.Cut(v, ":")
			if _, named := compose.Volumes[volume]; !named {
				t.Errorf("%s: there is no volume %s", name, volume)
			}
		}
	}
	if _, err := os.Stat(filepath.Join("../deploy/container", server.Build.Context, server.Build.Dockerfile)); err != nil {
		t.Error(err)
	}
}

// TestDoctor: the command looks at what the settings describe, and ends with an error when
// something does not work.
func TestDoctor(t *testing.T) {
	t.Parallel()
	db := "sqlite:" + filepath.Join(t.TempDir(), "holdfast.db")
	if out := must(t, "doctor", "--db", db); !strings.Contains(out, "there is no database") {
		t.Errorf("before the first start: %s", out)
	}
	must(t, "migrate", "--db", db)
	var report struct {
		Sound    bool
		Findings []struct{ Subject, Level, Says string }
	}
	if err := json.Unmarshal([]byte(must(t, "doctor", "--db", db, "--json")), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) == 0 || report.Findings[0].Subject != "database" || report.Findings[0].Level != "ok" || !report.Sound {
		t.Errorf("%+v", report)
	}
	if out, err := holdfast(t, "doctor", "--db", db, "--smtp", "smtp://127.0.0.1:1"); err == nil || !strings.Contains(out, "FAULT    mail") {
		t.Errorf("without a mail server: %v, %s", err, out)
	}
}
