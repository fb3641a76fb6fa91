package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDrawCheck: the command recomputes a published draw, and tells what was changed.
func TestDrawCheck(t *testing.T) {
	const example = "../verify/example-draw.jsonl"
	if out := must(t, "draw", "check", example, "--entrant", "3"); !strings.Contains(out, "The draw holds: 12 entrants, 2 struck out") || !strings.Contains(out, "Entrant 3 is number 1") {
		t.Error(out)
	}
	if out := must(t, "draw", "check", example, "--entrant", "4"); !strings.Contains(out, "Entrant 4 was struck out") {
		t.Error(out)
	}
	if _, err := holdfast(t, "draw", "check", example, "--entrant", "12"); err == nil || !strings.Contains(err.Error(), "there is no entrant 12") {
		t.Error(err)
	}
	draw, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(t.TempDir(), "draw.jsonl")
	if err := os.WriteFile(changed, bytes.Replace(draw, []byte(`duplicate`), []byte(`fraud`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := holdfast(t, "draw", "check", changed); err == nil || !strings.Contains(out, "The draw does not hold: struck_root") {
		t.Error(out, err)
	}
	// A receipt that somebody kept agrees with it, and not when another one has the place.
	const receipt = "../verify/example-receipt.txt"
	if out := must(t, "draw", "check", example, "--receipt", receipt); !strings.Contains(out, "The receipt of entrant 7 is genuine, and agrees with the draw") || !strings.Contains(out, "Entrant 7 is number 5") {
		t.Error(out)
	}
	text, err := os.ReadFile(receipt)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	lines[len(lines)-2] = strings.Repeat("A", len(lines[len(lines)-2]))
	forged := filepath.Join(t.TempDir(), "receipt.txt")
	if err := os.WriteFile(forged, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := holdfast(t, "draw", "check", example, "--receipt", forged); err == nil || !strings.Contains(out, "The draw does not hold: receipt: is signed by none") {
		t.Error(out, err)
	}
	if err := os.WriteFile(forged, []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := holdfast(t, "draw", "check", example, "--receipt", forged); err == nil || !strings.Contains(err.Error(), "not a genuine receipt") {
		t.Error(err)
	}
}
