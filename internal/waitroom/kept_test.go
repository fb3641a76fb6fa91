package waitroom

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"flag"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/merkle"
	"github.com/holdfast-events/holdfast/internal/pythontest"
)

// updateReceipt writes verify/example-receipt.txt.
var updateReceipt = flag.Bool("update-receipt", false, "write the example of a receipt")

var receiptKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

// published is a draw as one file, and what somebody has kept of it.
type published struct {
	draw.Publication
	leaves, strikes []string
	receipt         string
}

// examplePublished is the example of a draw, with the receipt of an entrant who joined with two others,
// after six and before three.
func examplePublished(t *testing.T) *published {
	t.Helper()
	text, err := os.ReadFile("../../verify/example-draw.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	d := &published{}
	if err := json.Unmarshal(lines[0], &d.Publication); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		var leaf string
		if err := json.Unmarshal(line, &leaf); err != nil {
			t.Fatal(err)
		}
		d.leaves = append(d.leaves, leaf)
	}
	d.leaves, d.strikes = d.leaves[:d.Entrants], d.leaves[d.Entrants:]
	d.receipt = d.receiptOf(t, 7, 6, 9)
	return d
}

// receiptOf is the receipt of an entrant who joined with those from an index on and below another.
func (p *published) receiptOf(t *testing.T, index, from, below int) string {
	t.Helper()
	var tree merkle.Frontier
	for _, leaf := range p.leaves[:from] {
		tree.Append(leaf)
	}
	var batch []merkle.Hash
	for _, leaf := range p.leaves[from:below] {
		batch = append(batch, tlog.RecordHash([]byte(leaf)))
	}
	e, err := draw.ParseEntrant(p.leaves[index])
	if err != nil {
		t.Fatal(err)
	}
	paths := tree.Grow(batch)
	r := &Receipt{Entrant: e, Checkpoint: Checkpoint{EventID: p.EventID, Size: tree.Size(), Root: tree.Root()}, Path: paths[index-from]}
	r.Signature = r.Checkpoint.Sign(receiptKey)
	return r.Text()
}

// seal seals and draws again after a change, as somebody could who has the key, and a beacon that
// they choose.
func (p *published) seal(key ed25519.PrivateKey) {
	var tree merkle.Frontier
	for _, leaf := range p.leaves {
		tree.Append(leaf)
	}
	p.Entrants, p.Root = tree.Size(), draw.HexHash(tree.Root())
	signed := Checkpoint{EventID: p.EventID, Size: tree.Size(), Root: tree.Root()}
	p.Checkpoint = &draw.Checkpoint{Size: signed.Size, Root: p.Root, Signature: signed.Sign(key)}
	p.ReceiptKeys = []draw.Base64{draw.Base64(key.Public().(ed25519.PublicKey))}
	sealed := p.Sealed()
	p.Seed = draw.HexHash(sealed.Seed(p.Beacon.Signature))
}

func (p *published) file(t *testing.T) []byte {
	t.Helper()
	all := func(list []string) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for _, text := range list {
				if !yield(text, nil) {
					return
				}
			}
		}
	}
	var b bytes.Buffer
	if err := draw.WriteFile(&b, &p.Publication, all(p.leaves), all(p.strikes)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// check compares the receipt with the draw; nil: all agrees.
func (p *published) check(t *testing.T) (findings []draw.Finding) {
	t.Helper()
	kept, err := KeepReceipt(p.receipt)
	if err != nil {
		return []draw.Finding{{Field: "receipt", Detail: err.Error()}}
	}
	shown, _, findings, err := draw.CheckFile(bytes.NewReader(p.file(t)), kept.Leaf)
	if err != nil {
		t.Fatal(err)
	}
	return append(findings, kept.Findings(shown)...)
}

// TestKeptReceipt: a receipt that somebody kept agrees with the draw that was published, and with no
// other: not with one in which they, or others who had joined, were exchanged for somebody else, however
// well that was sealed and signed again. verify/receipt.py finds the same.
func TestKeptReceipt(t *testing.T) {
	python := pythontest.Find(t)
	other := ed25519.NewKeyFromSeed(slices.Repeat([]byte{7}, ed25519.SeedSize))
	exchange := func(d *published, n int) {
		e, _ := draw.ParseEntrant(d.leaves[n])
		e.Commitment[3] ^= 1
		d.leaves[n] = e.Text()
	}
	for _, c := range []struct {
		why    string
		field  string // of the finding; "": none
		change func(d *published)
	}{
		{"as it was published", "", func(*published) {}},
		{"with ends of lines of another system", "", func(d *published) { d.receipt = strings.ReplaceAll(d.receipt, "\n", "\r\n") }},
		{"given after the seal", "", func(d *published) {
			leaves := d.leaves
			late := draw.Entrant{EventID: d.EventID, Index: int64(len(leaves))}
			d.leaves = append(slices.Clone(leaves), late.Text())
			d.receipt, d.leaves = d.receiptOf(t, len(leaves), len(leaves), len(leaves)+1), leaves
		}},
		{"somebody else has the place", "receipt", func(d *published) { exchange(d, 7); d.seal(receiptKey) }},
		{"somebody else has joined before", "receipt", func(d *published) { exchange(d, 2); d.seal(receiptKey) }},
		{"somebody else has joined with it", "receipt", func(d *published) { exchange(d, 8); d.seal(receiptKey) }},
		{"somebody was put in before", "receipt", func(d *published) {
			d.leaves = slices.Insert(d.leaves, 3, d.leaves[3])
			for i := range d.leaves {
				e, _ := draw.ParseEntrant(d.leaves[i])
				e.Index = int64(i)
				d.leaves[i] = e.Text()
			}
			d.seal(receiptKey)
		}},
		{"signed by another key", "receipt", func(d *published) { d.seal(other) }},
		{"the tree was signed by another key", "checkpoint", func(d *published) {
			key := d.ReceiptKeys
			d.seal(other)
			d.ReceiptKeys = key
		}},
		{"no tree was signed", "receipt", func(d *published) { d.Checkpoint = nil }},
		{"a bit of the signature", "receipt", func(d *published) {
			r, _ := ReadReceipt(d.receipt)
			r.Signature[5] ^= 1
			d.receipt = r.Text()
		}},
		{"another index", "receipt", func(d *published) { d.receipt = strings.Replace(d.receipt, "\n7\n", "\n8\n", 1) }},
		{"another event", "receipt", func(d *published) { d.receipt = strings.Replace(d.receipt, "summer", "winter", 1) }},
		{"no receipt", "receipt", func(d *published) { d.receipt = "x\n" }},
	} {
		d := examplePublished(t)
		c.change(d)
		found := d.check(t)
		if c.field == "" && found != nil || c.field != "" && !slices.ContainsFunc(found, func(f draw.Finding) bool { return f.Field == c.field }) {
			t.Errorf("%s: %v, want one of %q", c.why, found, c.field)
		}
		dir := t.TempDir()
		file, receipt := filepath.Join(dir, "draw.jsonl"), filepath.Join(dir, "receipt.txt")
		for name, text := range map[string][]byte{file: d.file(t), receipt: []byte(d.receipt)} {
			if err := os.WriteFile(name, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.CommandContext(t.Context(), python, "../../verify/receipt.py", file, receipt).CombinedOutput() //nolint:gosec // our own files
		switch says := string(out); {
		case c.field == "" && (err != nil || !strings.Contains(says, "is genuine")):
			t.Errorf("%s: verify/receipt.py: %v, %s", c.why, err, says)
		case c.field != "" && (err == nil || !strings.Contains(says, "does not hold")):
			t.Errorf("%s: verify/receipt.py finds nothing: %s", c.why, says)
		}
	}
}

// TestExampleReceipt: the example that strangers may try their checkers with is ours.
func TestExampleReceipt(t *testing.T) {
	const path = "../../verify/example-receipt.txt"
	want := examplePublished(t).receipt
	if *updateReceipt {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil { //nolint:gosec // it is public
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s is not what a receipt is written as: %v", path, err)
	}
}
