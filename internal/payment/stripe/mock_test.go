package stripe_test

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const mockModule = "github.com/stripe/stripe-mock@v0.203.0"

// mock starts stripe-mock on a free port, installing it into the user's cache the
// first time, and returns its address. Where it cannot be had the test is
// skipped, and fails in CI.
func mock(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("needs stripe-mock")
	}
	program := installed(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-http-addr", "127.0.0.1:"+port)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // it was killed
	})
	deadline := time.Now().Add(20 * time.Second)
	for {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+"/v1/charges", nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			if err := resp.Body.Close(); err != nil {
				t.Fatal(err)
			}
			return "http://" + addr
		}
		if time.Now().After(deadline) {
			t.Fatal("stripe-mock does not answer")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// installed returns the path of stripe-mock.
func installed(t *testing.T) string {
	t.Helper()
	if path, err := exec.LookPath("stripe-mock"); err == nil {
		return path
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	// The version is in the path: another one is another file, never a stale one.
	_, version, _ := strings.Cut(mockModule, "@")
	bin := filepath.Join(cache, "holdfast", "tools", "stripe-mock-"+version)
	path := filepath.Join(bin, "stripe-mock")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "install", mockModule)
	cmd.Env = append(os.Environ(), "GOBIN="+bin, "GOFLAGS=-mod=mod")
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return path
	case required():
		t.Fatalf("%v: %s", err, out)
	default:
		t.Skipf("stripe-mock cannot be installed: %v", err)
	}
	return ""
}
