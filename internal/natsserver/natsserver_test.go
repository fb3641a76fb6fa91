package natsserver_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestInNoBinary: the server of NATS is for tests alone.
func TestInNoBinary(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "../../cmd/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "github.com/nats-io/nats.go") || strings.Contains(string(out), "nats-server") {
		t.Error("the binary has the server of NATS, or no client")
	}
}
