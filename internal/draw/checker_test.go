package draw

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/pythontest"
)

// TestPythonChecker: verify/draw.py, which shares no code with this package, finds the
// same orders, and finds what was changed.
func TestPythonChecker(t *testing.T) {
	python := pythontest.Find(t)
	check := func(d *made) (string, error) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "draw.jsonl")
		if err := os.WriteFile(file, d.file(t), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), python, "../../verify/draw.py", file).CombinedOutput() //nolint:gosec // our own file
		return string(out), err
	}
	for name, d := range map[string]*made{
		"nobody":   makeDraw(t, 0, Ceremony),
		"one":      makeDraw(t, 1, Ceremony),
		"two":      makeDraw(t, 2, Ceremony),
		"ceremony": makeDraw(t, 257, Ceremony, Strike{0, Left}),
		"quicknet": makeDraw(t, 5000, Quicknet, Strike{3, Duplicate}, Strike{17, Fraud}, Strike{4999, Left}),
	} {
		_, served, findings, err := CheckFile(bytes.NewReader(d.file(t)))
		if err != nil || len(findings) > 0 {
			t.Fatal(name, findings, err)
		}
		digest := sha256.New()
		for _, i := range served {
			_ = binary.Write(digest, binary.BigEndian, i) // a hash takes everything
		}
		out, err := check(d)
		if want := "Order " + hex.EncodeToString(digest.Sum(nil)); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v, %s, want %s", name, err, out, want)
		}
	}
	for name, change := range map[string]func(*made){
		"a bit of the signature": func(d *made) { d.Beacon.Signature[47] ^= 1 },
		"a bit of the root":      func(d *made) { d.Root[0] ^= 1 },
		"a bit of the seed":      func(d *made) { d.Seed[0] ^= 1 },
		"another announced":      func(d *made) { d.Announced++ },
		"another round":          func(d *made) { d.Round++ },
		"a round too early":      func(d *made) { d.SealedAt = RoundTime(d.Round) },
		"a bit of a leaf":        func(d *made) { d.leaves[3] = strings.Replace(d.leaves[3], "evt", "evs", 1) },
		"leaves exchanged":       func(d *made) { d.leaves[0], d.leaves[1] = d.leaves[1], d.leaves[0] },
		"struck out later":       func(d *made) { d.strikes, d.Struck = append(d.strikes, (&Strike{20, Fraud}).Text()), 2 },
	} {
		d := makeDraw(t, 30, Quicknet, Strike{3, Duplicate})
		change(d)
		if out, err := check(d); err == nil || !strings.Contains(out, "does not hold") {
			t.Errorf("%s: %v, %s", name, err, out)
		}
	}
}
