package api_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/pythontest"
)

// judged is an entry of a log with what proves it, for somebody else's program.
type judged struct {
	Name       string   `json:"name"`
	Entry      string   `json:"entry"`
	Index      int64    `json:"index"`
	Path       []string `json:"path"`
	Checkpoint string   `json:"checkpoint"`
}

// TestThirdParty: a program of somebody else accepts our proofs, and refuses what was
// changed in any of more than 20 ways.
func TestThirdParty(t *testing.T) {
	t.Parallel()
	python := pythontest.Find(t, "verify/third-party.txt")
	h := newTestServer(t)
	event, order, entry := h.busyEvent("people")
	h.growLog(event)
	key := h.send("GET", event+"/log", "", nil).want(200).text("verifier_key")
	read := func(name, path, link string) judged {
		proof := h.send("GET", path, link, nil).want(200).Raw
		opened, index := openingOf(t, eventID(event), proof)
		top, checkpoint, _ := strings.Cut(proof, "\n\n")
		return judged{name, string(opened.Entry), index, strings.Split(top, "\n")[3:], checkpoint}
	}
	ada, cyd := h.fresh(identity.OrderLink, order, h.personID(event, "ada")), h.fresh(identity.EntryLink, entry, h.personID(event, "cyd"))
	sound := []judged{
		read("the order", "/v1/orders/"+order+"/proof", ada), read("the ticket", "/v1/tickets/"+id.TicketOf(order, 1)+"/proof", ada), read("the entry", "/v1/waitlist/"+entry+"/proof", cyd),
	}
	changed := func(name string, change func(*judged)) judged {
		j := sound[2]
		j.Name, j.Path = name, append([]string{}, j.Path...)
		change(&j)
		return j
	}
	text := func(old, now string) judged {
		return changed(old, func(j *judged) { j.Entry = strings.Replace(j.Entry, old, now, 1) })
	}
	flipped := func(text string) string {
		data, err := base64.StdEncoding.DecodeString(text)
		h.must(err)
		data[len(data)-1] ^= 1
		return base64.StdEncoding.EncodeToString(data)
	}
	line := func(name string, no int, change func(string) string) judged {
		return changed(name, func(j *judged) {
			lines := strings.Split(j.Checkpoint, "\n")
			lines[no] = change(lines[no])
			j.Checkpoint = strings.Join(lines, "\n")
		})
	}
	signature := func(change func(string) string) func(string) string {
		return func(l string) string { at := strings.LastIndex(l, " ") + 1; return l[:at] + change(l[at:]) }
	}
	forged := []judged{
		text(`"v":"`, `"v":"x`), text(`"event":"evt_`, `"event":"evt_0`), text(`"seq":`, `"seq":1`), text(`"minute":"20`, `"minute":"19`), text(`"actor":"`, `"actor":"x`),
		text(`"kind":"`, `"kind":"x`), text(`"subject":"`, `"subject":"0`), text(`"to":"`, `"to":"x`), text(`"reason":"`, `"reason":"x`), text(`"rule":`, `"rule":1`),
		text(`"units":`, `"units":1`), text(`"row":"`, `"row":"0`), text(`{`, `{ `),
		changed("another index", func(j *judged) { j.Index++ }),
		changed("an index before the first", func(j *judged) { j.Index = -1 }),
		changed("a hash changed", func(j *judged) { j.Path[0] = flipped(j.Path[0]) }),
		changed("a hash missing", func(j *judged) { j.Path = j.Path[1:] }),
		changed("a hash more", func(j *judged) { j.Path = append(j.Path, j.Path[0]) }),
		changed("hashes exchanged", func(j *judged) { j.Path[0], j.Path[1] = j.Path[1], j.Path[0] }),
		changed("a hash cut off", func(j *judged) { j.Path[0] = base64.StdEncoding.EncodeToString(make([]byte, 31)) }),
		line("another origin", 0, func(l string) string { return l + "0" }),
		line("another size", 1, func(l string) string { return l + "0" }),
		line("another root", 2, flipped),
		line("another signature", 4, signature(flipped)),
		line("signed by nobody of ours", 4, signature(func(string) string { return base64.StdEncoding.EncodeToString(make([]byte, 68)) })),
		changed("no signature", func(j *judged) { j.Checkpoint = strings.Join(strings.Split(j.Checkpoint, "\n")[:4], "\n") }),
	}
	for _, f := range forged {
		s := sound[2]
		if f.Entry == s.Entry && f.Index == s.Index && f.Checkpoint == s.Checkpoint && strings.Join(f.Path, " ") == strings.Join(s.Path, " ") {
			t.Errorf("%s: nothing is changed", f.Name)
		}
	}
	given, err := json.Marshal(map[string]any{"key": key, "cases": append(append([]judged{}, sound...), forged...)})
	h.must(err)
	cmd := exec.CommandContext(t.Context(), python, "testdata/third_party.py") //nolint:gosec // our own file
	cmd.Stdin = bytes.NewReader(given)
	out, err := cmd.CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != "the order\nthe ticket\nthe entry" {
		t.Errorf("%v: of %d forged ones and three sound ones these hold: %s", err, len(forged), got)
	}
}
